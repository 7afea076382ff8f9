//! Files that are generated and committed are as they would be generated now. `NARDY_BLESS=1 cargo test --test generated` writes
//! them anew.

use nardy_harness::clause::Specification;
use nardy_harness::glossary::Glossary;
use nardy_harness::suite::{Places, Suite};
use nardy_harness::text::Language;
use nardy_harness::trace::Trace;
use nardy_harness::{docs, schemas};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs")
}

/// Holds a file against what it should be.
fn fresh_file(path: &Path, text: &str) {
    if std::env::var_os("NARDY_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let committed = std::fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    assert!(committed == text, "{} is stale: NARDY_BLESS=1 cargo test --test generated", path.display());
}

/// Holds the files of a folder against what they should be: none stale, none missing, none left over.
fn fresh(folder: &str, files: impl IntoIterator<Item = (String, String)>) {
    let folder = docs().join(folder);
    let mut names = BTreeSet::new();
    for (name, text) in files {
        fresh_file(&folder.join(&name), &text);
        names.insert(name);
    }
    for entry in std::fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        // What pages are made of may lie beside them.
        if name.ends_with(".yaml") {
            continue;
        }
        assert!(names.contains(&name), "{} is generated no more: remove it", folder.join(name).display());
    }
}

#[test]
fn schemas_are_fresh() {
    let text = |schema| format!("{}\n", serde_json::to_string_pretty(&schema).unwrap());
    fresh("schemas", schemas::all().into_iter().map(|(name, schema)| (name, text(schema))));
}

#[test]
fn the_specification_is_fresh() {
    let suite = Suite::load(&Places::default()).unwrap();
    let (trace, _) = Trace::load().unwrap();
    let of = |language| docs::spec::pages(&suite, language).into_iter().chain([docs::axes::page(&suite, language)]);
    fresh("spec", of(Language::En).chain([docs::sources::page(&suite, &trace)]));
    fresh("ru/spec", of(Language::Ru));
}

#[test]
fn the_glossary_is_fresh() {
    let glossary = Glossary::load(&Specification::load().unwrap()).unwrap_or_else(|error| panic!("{error}"));
    fresh_file(&docs().join("glossary.md"), &docs::glossary::page(&glossary, Language::En));
    fresh_file(&docs().join("ru/glossary.md"), &docs::glossary::page(&glossary, Language::Ru));
}

#[test]
fn the_matrix_is_fresh() {
    let suite = Suite::load(&Places::default()).unwrap();
    fresh_file(&docs().join("matrix.md"), &docs::matrix::page(&suite));
}
