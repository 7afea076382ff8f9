//! The files of the suite: those inside the program, or a folder on disk.

use crate::problem::Source;
use include_dir::{Dir, include_dir};
use std::path::{Path, PathBuf};
use std::sync::Arc;

static CASES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../cases");
static VARIANTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../variants");
static SPEC: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../docs/spec");

/// A folder of the suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Folder {
    /// The cases.
    Cases,
    /// The variant profiles.
    Variants,
    /// The clauses of the specification.
    Spec,
}

impl Folder {
    fn embedded(self) -> (&'static str, &'static Dir<'static>) {
        match self {
            Folder::Cases => ("cases", &CASES),
            Folder::Variants => ("variants", &VARIANTS),
            Folder::Spec => ("docs/spec", &SPEC),
        }
    }

    /// The path of a file of the folder, within the folder.
    pub fn path_within(self, on_disk: Option<&Path>, name: &str) -> String {
        let folder =
            on_disk.map_or_else(|| self.embedded().0.to_owned(), |path| path.to_string_lossy().replace('\\', "/"));
        let folder = folder.trim_end_matches('/');
        name.strip_prefix(folder).unwrap_or(name).trim_start_matches('/').to_owned()
    }
}

/// A file or folder that could not be read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system says why.
    #[error("{} could not be read: {error}", path.display())]
    Read {
        /// The path.
        path: PathBuf,
        /// The system's word.
        error: std::io::Error,
    },
    /// The file is not UTF-8.
    #[error("{} is not UTF-8 (first wrong byte at {at})", path.display())]
    Encoding {
        /// The path.
        path: PathBuf,
        /// Where.
        at: usize,
    },
    /// A folder without any YAML file.
    #[error("{} holds no .yaml file", path.display())]
    NoFiles {
        /// The path.
        path: PathBuf,
    },
}

/// Every YAML file of a folder, in the order of their names: from the program, or from `on_disk`.
///
/// # Errors
/// When the folder on disk or a file in it cannot be read, or there is none.
pub fn yaml_files(folder: Folder, on_disk: Option<&Path>) -> Result<Vec<Arc<Source>>, FileError> {
    let mut files = Vec::new();
    match on_disk {
        Some(path) => from_disk(path, &mut files)?,
        None => {
            let (name, dir) = folder.embedded();
            from_program(name, dir, &mut files)?;
        }
    }
    if files.is_empty() {
        return Err(FileError::NoFiles { path: on_disk.map_or_else(PathBuf::new, Path::to_owned) });
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(files.into_iter().map(Arc::new).collect())
}

fn from_program(name: &str, dir: &Dir<'_>, files: &mut Vec<Source>) -> Result<(), FileError> {
    for file in dir.files().filter(|file| is_yaml(file.path())) {
        files.push(source(Path::new(name).join(file.path()), file.contents().to_owned())?);
    }
    dir.dirs().try_for_each(|inner| from_program(name, inner, files))
}

fn from_disk(path: &Path, files: &mut Vec<Source>) -> Result<(), FileError> {
    let read = |error| FileError::Read { path: path.to_owned(), error };
    for entry in std::fs::read_dir(path).map_err(read)? {
        let inner = entry.map_err(read)?.path();
        if inner.is_dir() {
            from_disk(&inner, files)?;
        } else if is_yaml(&inner) {
            files.push(read_file(&inner)?);
        }
    }
    Ok(())
}

/// Reads one file.
///
/// # Errors
/// When it cannot be read or is not UTF-8.
pub fn read_file(path: &Path) -> Result<Source, FileError> {
    let bytes = std::fs::read(path).map_err(|error| FileError::Read { path: path.to_owned(), error })?;
    source(path.to_owned(), bytes)
}

fn source(path: PathBuf, bytes: Vec<u8>) -> Result<Source, FileError> {
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source { name: path.to_string_lossy().replace('\\', "/"), text }),
        Err(error) => Err(FileError::Encoding { path, at: error.utf8_error().valid_up_to() }),
    }
}

fn is_yaml(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yaml" || extension == "yml")
}
