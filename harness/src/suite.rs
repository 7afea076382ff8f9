//! The suite: clauses, variant profiles and cases, read and held against each other.

use crate::case::{self, Case, Expected, Setting};
use crate::clause::{SpecError, Specification};
use crate::files::{FileError, Folder, yaml_files};
use crate::problem::{Problem, Problems, Source};
use crate::protocol::message::SuiteVersion;
use crate::variant::{self, Variant};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Where the suite's files are read from: the program itself, unless a folder is named.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct Places {
    /// Read the cases from this folder instead of those inside the program.
    #[arg(id = "cases-dir", long = "cases", value_name = "DIR", global = true)]
    pub cases: Option<PathBuf>,
    /// Read the variant profiles from this folder instead of those inside the program.
    #[arg(id = "variants-dir", long = "variants", value_name = "DIR", global = true)]
    pub variants: Option<PathBuf>,
}

/// A suite without contradiction.
#[derive(Debug)]
pub struct Suite {
    /// The clauses.
    pub specification: Specification,
    /// The profiles, by id.
    pub variants: Vec<Variant>,
    /// The cases, by file and place.
    pub cases: Vec<Case>,
    /// Its version and digest.
    pub version: SuiteVersion,
}

/// Why there is no suite.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// A file could not be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The specification could not be read.
    #[error(transparent)]
    Specification(#[from] SpecError),
    /// Files say something wrong.
    #[error(transparent)]
    Problems(#[from] Problems),
}

impl Suite {
    /// Reads the whole suite.
    ///
    /// # Errors
    /// Everything that is wrong with its files, each with its place.
    pub fn load(places: &Places) -> Result<Suite, SuiteError> {
        let specification = Specification::load()?;
        let mut problems = Vec::new();
        let variants = read_variants(places, &mut problems)?;
        let case_files = yaml_files(Folder::Cases, places.cases.as_deref())?;
        let mut cases = Vec::new();
        for source in &case_files {
            match case::read(source, &specification) {
                Ok(found) => cases.extend(found),
                Err(found) => problems.extend(found),
            }
        }
        problems.extend(contradictions(&cases, &variants));
        if !problems.is_empty() {
            return Err(Problems(problems).into());
        }
        let version =
            SuiteVersion { version: env!("CARGO_PKG_VERSION").to_owned(), digest: digest(places, &case_files)? };
        Ok(Suite { specification, variants, cases, version })
    }

    /// Reads the profiles alone.
    ///
    /// # Errors
    /// Everything that is wrong with their files.
    pub fn load_variants(places: &Places) -> Result<Vec<Variant>, SuiteError> {
        let mut problems = Vec::new();
        let variants = read_variants(places, &mut problems)?;
        if problems.is_empty() { Ok(variants) } else { Err(Problems(problems).into()) }
    }

    /// The case of an id.
    pub fn case(&self, id: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.id == id)
    }
}

fn read_variants(places: &Places, problems: &mut Vec<Problem>) -> Result<Vec<Variant>, FileError> {
    let sources = yaml_files(Folder::Variants, places.variants.as_deref())?;
    Ok(variant::read_all(&sources, problems))
}

/// What single files cannot show: an id or a question that stands twice, and profiles that do not exist.
fn contradictions(cases: &[Case], variants: &[Variant]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut ids: HashMap<&str, &Case> = HashMap::new();
    let mut questions: HashMap<String, &Case> = HashMap::new();
    for case in cases {
        if let Some(other) = ids.insert(&case.id, case) {
            let message = format!("the id `{}` stands twice", case.id);
            problems.push(Problem::at(&case.place, message).help(format!("the other is at {}", other.place)));
        } else if let Some(other) = questions.insert(question(case), case) {
            let message = format!("`{}` asks the same as `{}`", case.id, other.id);
            let help = format!("join them in one case with `when` (the other is at {})", other.place);
            problems.push(Problem::at(&case.place, message).help(help));
        }
        problems.extend(case::shadowed(case));
        if let Some(with) = &case.with
            && !variants.iter().any(|variant| variant.id == with.on)
        {
            let message = format!("there is no profile `{}` for `with` to change", with.on);
            problems.push(Problem::at(&case.place, message).help("`nardy variant list` lists the profiles"));
        }
    }
    problems
}

/// What a case asks, so that two which ask the same are found.
fn question(case: &Case) -> String {
    let with = case.with.as_ref().map(case::With::label).unwrap_or_default();
    let asked = match &case.setting {
        Setting::Turn { question, history } => format!("{question:?} {}", history.is_some()),
        Setting::Outcome { position, mover_started } => format!("{position:?} {mover_started}"),
        Setting::Opening { rolls, previous } => format!("{rolls:?} {previous:?}"),
        Setting::Game(record) => format!("{record:?}"),
        Setting::Match(games) => format!("{games:?}"),
    };
    let about = match case.expect.first().map(|entry| &entry.expected) {
        Some(Expected::Turn { steps, .. }) => format!("{steps:?}"),
        _ => String::new(),
    };
    format!("{with} {asked} {about}")
}

/// A digest of every file of the suite: the same suite has the same digest, wherever it is read from.
fn digest(places: &Places, case_files: &[Arc<Source>]) -> Result<String, FileError> {
    let mut hash = Sha256::new();
    for source in case_files.iter().chain(&yaml_files(Folder::Variants, places.variants.as_deref())?) {
        hash.update(source.text.replace("\r\n", "\n").as_bytes());
        hash.update([0]);
    }
    Ok(hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect())
}
