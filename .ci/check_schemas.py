"""Holds every YAML file that the suite ships against the JSON Schema that its first line names."""

import json
import pathlib
import sys

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
MODELINE = "# yaml-language-server: $schema="


class Loader(yaml.SafeLoader):
    """YAML as written: dates and the like stay text."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def main():
    """Prints each file that does not fit; the result is the exit code."""
    files = [path for folder in ("cases", "variants", "docs/spec") for path in sorted((ROOT / folder).rglob("*.yaml"))]
    wrong = 0
    for path in files:
        text = path.read_text(encoding="utf-8")
        first = text.splitlines()[0]
        if not first.startswith(MODELINE):
            print(f"{path.relative_to(ROOT)}:1: the first line names no schema ({MODELINE}…)")
            wrong += 1
            continue
        schema = json.loads((path.parent / first[len(MODELINE):]).resolve().read_text(encoding="utf-8"))
        for error in jsonschema.Draft202012Validator(schema).iter_errors(yaml.load(text, Loader)):
            place = "/".join(str(part) for part in error.absolute_path)
            print(f"{path.relative_to(ROOT)}: {place}: {error.message[:300]}")
            wrong += 1
    print(f"{len(files)} files held against their schemas, {wrong} problems")
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main())
