//! The page in a browser: its script runs without a word on the console, and filters.

use super::made::{failing, passing};
use nardy_harness::report::html;
use std::path::Path;
use std::process::Command;

/// The page as it stands after its script has run, and what the browser wrote to the console.
fn opened(page: &Path, fragment: &str) -> (String, String) {
    let profile = tempfile::tempdir().unwrap();
    let output = Command::new("/usr/bin/chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"])
        .args(["--disable-quic", "--enable-logging=stderr", "--virtual-time-budget=2000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("file://{}#{fragment}", page.display()))
        .output()
        .unwrap();
    let dom = String::from_utf8(output.stdout).unwrap();
    assert!(dom.contains("</html>"), "{}", String::from_utf8_lossy(&output.stderr));
    let console = String::from_utf8_lossy(&output.stderr);
    (dom, console.lines().filter(|line| line.contains("CONSOLE")).collect::<Vec<_>>().join("\n"))
}

/// The start tags of the elements that stand for instances, those that are shown.
fn shown(dom: &str) -> Vec<&str> {
    let tags = dom.split('<').filter(|tag| tag.contains("data-verdict=\""));
    tags.map(|tag| tag.split('>').next().unwrap()).filter(|tag| !tag.contains("hidden")).collect()
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs /usr/bin/chromium")]
fn the_page_filters_by_what_its_address_says() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("a page.html");
    std::fs::write(&page, html::report(&failing())).unwrap();

    let (dom, console) = opened(&page, "");
    assert_eq!(console, "");
    assert!(!dom.contains(r#"<form id="filter" hidden"#), "the script shows the filter");
    let all = shown(&dom).len();

    let (dom, console) = opened(&page, "verdict=fail");
    assert_eq!(console, "");
    let failing = shown(&dom);
    assert!(!failing.is_empty() && failing.len() < all, "{failing:?}");
    assert!(failing.iter().all(|tag| tag.contains(r#"data-verdict="fail""#)), "{failing:?}");

    let (dom, _) = opened(&page, "chapter=head&variant=with-axes");
    assert!(shown(&dom).iter().all(|tag| tag.contains(r#"data-chapter="head""#) && tag.contains("with-axes")));
    assert!(dom.contains("1 of 15 instances"), "{dom}");

    let (dom, _) = opened(&page, "text=%D0%93%D0%9E%D0%9B%D0%9E%D0%92%D0%90%20first-turn");
    assert_eq!(shown(&dom).len(), 1, "words in any case and alphabet");

    let (dom, console) = opened(&page, "text=%3Cscript%3E&verdict=none-such");
    assert_eq!((console.as_str(), shown(&dom).len()), ("", 0));
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs /usr/bin/chromium")]
fn a_page_without_failures_opens_too() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    std::fs::write(&page, html::report(&passing())).unwrap();
    let (dom, console) = opened(&page, "verdict=pass&chapter=game");
    assert_eq!(console, "");
    assert!(dom.contains("3 of 15 instances"), "{dom}");
    assert!(dom.contains(r#"<details data-group="" open="">"#), "a filter unfolds what it finds");
}
