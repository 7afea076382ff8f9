//! What is said of files that are wrong: one snapshot for each file of `malformed/`.

use nardy_harness::suite::{Places, Suite};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/malformed").join(name)
}

/// Loads the suite with one file in place of all cases or all variants; gives what is said, with the folder's name cut short.
fn said(kind: &str, file: &Path, text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join(kind);
    std::fs::create_dir(&inner).unwrap();
    std::fs::write(inner.join(file.file_name().unwrap()), text).unwrap();
    let here = || Some(inner.clone());
    let places = if kind == "cases" {
        Places { cases: here(), variants: None }
    } else {
        Places { cases: None, variants: here() }
    };
    let error = match Suite::load(&places) {
        Ok(_) => panic!("{} is read without a word", file.display()),
        Err(error) => error.to_string(),
    };
    error.replace(&format!("{}/", folder.path().display()), "")
}

fn every_file(kind: &str) {
    let mut seen = BTreeSet::new();
    for entry in std::fs::read_dir(folder(kind)).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        let snapshot = said(kind, &file, &text);
        // Other profiles may miss the one that is wrong; only what is said of the file itself is kept.
        let own: Vec<&str> =
            snapshot.split("\n\n").filter(|part| part.contains(&format!("{kind}/{name}.yaml"))).collect();
        insta::assert_snapshot!(format!("{kind}-{name}"), own.join("\n\n"));
        seen.insert(name);
    }
    assert!(!seen.is_empty());
}

#[test]
fn cases() {
    every_file("cases");
}

#[test]
fn variants() {
    every_file("variants");
}

#[test]
fn line_ends_of_windows_are_read_alike() {
    let file = folder("cases").join("unknown-axis.yaml");
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(said("cases", &file, &text.replace('\n', "\r\n")), said("cases", &file, &text));
}
