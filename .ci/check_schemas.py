"""Holds the suite's files and the program's output against their JSON Schemas.

Every YAML file that the suite ships is held against the schema that its first line names, and what the commands print as JSON against
the schemas of docs/schemas. The argument is the program, built before.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

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


QUESTION = ["--mover", "24x15", "--opponent", "12x15"]
RUN = ["run", "--variant", "nard-online", "--filter", "^(dice|result|opening)/", "--report"]
FAULT = "no-duty-to-use-dice"

# What a command prints, and the schema of it.
OUTPUTS = [
    (["turns", *QUESTION, "--roll", "6-5", "--json"], "legal_turns.result"),
    (["judge", *QUESTION, "--roll", "6-5", "--turn", "24/18", "--json"], "judge_turn.result"),
    (["outcome", "--mover", "off15", "--opponent", "20x5 15x10", "--json"], "outcome.result"),
    (["opening", "--rolls", "4-4 2-5", "--json"], "opening.result"),
    (["variant", "show", "nard-online", "--json"], "rules"),
    (["matrix", "--json"], "matrix"),
    (["zoo", "--fault", FAULT, "--json"], "zoo"),
]


def schema(name):
    """The schema of this name in docs/schemas."""
    return ROOT / "docs/schemas" / f"{name}.schema.json"


def files():
    """The name, the content and the schema of each file; no schema where the file names none."""
    for path in (path for folder in ("cases", "variants", "docs/spec") for path in sorted((ROOT / folder).rglob("*.yaml"))):
        text = path.read_text(encoding="utf-8")
        first = text.splitlines()[0]
        named = (path.parent / first[len(MODELINE):]).resolve() if first.startswith(MODELINE) else None
        yield path.relative_to(ROOT), yaml.load(text, Loader), named


def outputs(program):
    """The same of what the program prints, reports of a run with failures among it."""
    def printed(*words):
        done = subprocess.run([program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode not in (0, 1):
            sys.exit(f"nardy {' '.join(words)}: {done.stderr}")
        return done.stdout

    for words, name in OUTPUTS:
        yield f"nardy {' '.join(words)}", json.loads(printed(*words)), schema(name)
    with tempfile.TemporaryDirectory() as folder:
        old, new = f"{folder}/old.jsonl", f"{folder}/new.jsonl"
        printed(*RUN, f"json={old}")
        printed(*RUN, f"json={new}", "--", program, "engine", "--fault", FAULT)
        yield "nardy report diff", json.loads(printed("report", "diff", old, new, "--json")), schema("report.diff")
        for path in (old, new):
            header, *records = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
            yield "a report's first line", json.loads(header), schema("report.header")
            for line in records:
                yield "a report's line", json.loads(line), schema("report.line")


def main():
    """Prints what does not fit; the result is the exit code."""
    counts = {"files": 0, "outputs": 0}
    wrong = 0
    validators = {}
    for kind, held in (("files", files()), ("outputs", outputs(sys.argv[1]))):
        for name, content, named in held:
            counts[kind] += 1
            if named is None:
                print(f"{name}:1: the first line names no schema ({MODELINE}…)")
                wrong += 1
                continue
            if named not in validators:
                validators[named] = jsonschema.Draft202012Validator(json.loads(named.read_text(encoding="utf-8")))
            for error in validators[named].iter_errors(content):
                place = "/".join(str(part) for part in error.absolute_path)
                print(f"{name}: {place}: {error.message[:300]}")
                wrong += 1
    print(f"{counts['files']} files and {counts['outputs']} outputs held against their schemas, {wrong} problems")
    return 1 if wrong or not all(counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
