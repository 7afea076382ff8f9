'use strict';
(() => {
  const form = document.getElementById('filter');
  const shown = document.getElementById('shown');
  const names = ['text', 'verdict', 'chapter', 'variant'];
  const items = Array.from(document.querySelectorAll('[data-verdict]'), (element) => ({
    element,
    verdict: element.dataset.verdict,
    chapter: element.dataset.chapter,
    variants: element.dataset.variants.split(' '),
    text: (element.querySelector('[data-key]') || element).textContent.toLowerCase(),
  }));
  const byElement = new Map(items.map((item) => [item.element, item]));
  const groups = Array.from(document.querySelectorAll('[data-group]'), (element) => ({
    element,
    count: element.querySelector('[data-count]'),
    items: Array.from(element.querySelectorAll('[data-verdict]'), (inner) => byElement.get(inner)),
  }));
  const number = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f');

  const filter = () => Object.fromEntries(names.map((name) => [name, form.elements[name].value.trim()]));

  // How many instances of an item match: it stands for one instance of each of its variants.
  const matching = (item, wanted) => {
    const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
    if (wanted.verdict && item.verdict !== wanted.verdict) return 0;
    if (wanted.chapter && item.chapter !== wanted.chapter) return 0;
    if (!words.every((word) => item.text.includes(word))) return 0;
    return wanted.variant ? item.variants.filter((variant) => variant === wanted.variant).length : item.variants.length;
  };

  const apply = () => {
    const wanted = filter();
    const isFiltered = names.some((name) => wanted[name]);
    let sum = 0;
    let all = 0;
    for (const item of items) {
      item.matches = matching(item, wanted);
      item.element.hidden = item.matches === 0;
      sum += item.matches;
      all += item.variants.length;
    }
    for (const group of groups) {
      const count = group.items.reduce((before, item) => before + item.matches, 0);
      group.count.textContent = number(count);
      group.element.hidden = count === 0;
      if (group.element.tagName === 'DETAILS') group.element.open = Boolean(wanted.text || wanted.verdict) && count > 0;
    }
    shown.value = isFiltered ? `${number(sum)} of ${number(all)} instances` : `${number(all)} instances`;
  };

  // The filter lives in the address, so that it can be linked to: #verdict=fail&chapter=head
  const fromAddress = () => {
    const params = new URLSearchParams(location.hash.slice(1));
    for (const name of names) {
      form.elements[name].value = params.get(name) || '';
      if (form.elements[name].selectedIndex === -1) form.elements[name].value = '';
    }
    apply();
    return names.some((name) => params.get(name));
  };
  const toAddress = () => {
    const set = Object.entries(filter()).filter(([, value]) => value);
    history.replaceState(null, '', `#${set.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`);
    apply();
  };

  form.hidden = false;
  form.addEventListener('input', toAddress);
  form.addEventListener('reset', () => setTimeout(toAddress));
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('hashchange', () => fromAddress() && form.scrollIntoView());
  fromAddress();

  const copied = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return false;
    }
  };
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('[data-copy]');
    if (!button) return;
    const line = button.previousElementSibling;
    const done = await copied(line.textContent);
    if (!done) getSelection().selectAllChildren(line);
    button.textContent = done ? 'Copied' : 'Selected';
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
})();
