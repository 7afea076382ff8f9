//! `nardy report`, and the option of `nardy run` that writes reports: forms of a report, and what changed between two.

use super::Stop;
use crate::report::diff::Diff;
use crate::report::{Report, file, html, junit, markdown, terminal};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::PathBuf;

/// A form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Json,
    Junit,
    Html,
    Markdown,
}

impl Form {
    fn of(self, report: &Report) -> String {
        match self {
            Form::Json => file::write(report),
            Form::Junit => junit::report(report),
            Form::Html => html::report(report),
            Form::Markdown => markdown::report(report),
        }
    }
}

/// A report to write: `json=FILE`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    form: Form,
    /// `-` is standard output.
    path: PathBuf,
}

impl std::str::FromStr for Wanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Wanted, String> {
        let (form, path) = text.split_once('=').ok_or("write a form and a file, as in json=report.jsonl")?;
        let form = match form {
            "json" => Form::Json,
            "junit" => Form::Junit,
            "html" => Form::Html,
            "md" => Form::Markdown,
            _ => return Err(format!("there is no report `{form}`; there are json, junit, html and md")),
        };
        if path.is_empty() {
            return Err(format!("`{text}` names no file; `-` is standard output"));
        }
        Ok(Wanted { form, path: path.into() })
    }
}

/// The files of reports, opened before the run, so that what cannot be written is known before anything is asked.
pub struct Files(Vec<(Wanted, Option<Target>)>);

/// A file that a report will be written to. What it holds stays until then.
struct Target {
    file: File,
    is_new: bool,
}

impl Files {
    /// Opens every file.
    pub fn open(wanted: &[Wanted]) -> Result<Files, Stop> {
        let mut files = Files(Vec::new());
        for report in wanted {
            let name = report.path.display();
            if files.0.iter().any(|(other, _)| other.path == report.path) {
                return Err(Stop::Usage(format!("two reports cannot both go to `{name}`")));
            }
            let is_new = !report.path.exists();
            let target = if report.path.as_os_str() == "-" {
                None
            } else {
                let opened = OpenOptions::new().write(true).create(true).truncate(false).open(&report.path);
                let file = opened.map_err(|error| Stop::Usage(format!("{name} could not be created: {error}")))?;
                Some(Target { file, is_new })
            };
            files.0.push((report.clone(), target));
        }
        Ok(files)
    }

    /// Whether a report takes standard output.
    pub fn take_stdout(&self) -> bool {
        self.0.iter().any(|(_, target)| target.is_none())
    }

    /// Writes every report.
    pub fn write(mut self, report: &Report) -> Result<(), Stop> {
        for (wanted, target) in &mut self.0 {
            let text = wanted.form.of(report);
            let Some(target) = target else {
                print(&text)?;
                continue;
            };
            let failed = |error| Stop::Usage(format!("{} could not be written: {error}", wanted.path.display()));
            replace(&mut target.file, &text).map_err(failed)?;
            target.is_new = false;
        }
        Ok(())
    }
}

/// A file that was created for a report which was never made goes away again.
impl Drop for Files {
    fn drop(&mut self) {
        for (wanted, _) in self.0.iter().filter(|(_, target)| target.as_ref().is_some_and(|target| target.is_new)) {
            // The run has failed for a reason of its own, which is what there is to say.
            let _ = std::fs::remove_file(&wanted.path);
        }
    }
}

fn replace(file: &mut File, text: &str) -> io::Result<()> {
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    file.write_all(text.as_bytes())
}

/// Reports that were saved as JSON lines (`nardy run --report json=FILE`).
#[derive(Debug, clap::Subcommand)]
pub enum Reports {
    /// Show a report as `nardy run` does.
    Show {
        #[command(flatten)]
        of: Saved,
        #[command(flatten)]
        show: terminal::Show,
    },
    /// Say what changed between two reports. Exits with 1 where something that passed does not any more, or is missing.
    Diff {
        /// The old report.
        old: PathBuf,
        /// The new report.
        new: PathBuf,
        /// Name every case and variant.
        #[arg(long)]
        all: bool,
        /// Print the changes as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print a report without times, command and machine, so that two runs of one engine print the same.
    Normalise(Saved),
    /// Print a report as a page that needs nothing else.
    Html(Saved),
    /// Print a report as JUnit XML.
    Junit(Saved),
    /// Print a report as Markdown.
    Md(Saved),
}

/// A saved report.
#[derive(Debug, clap::Args)]
pub struct Saved {
    /// The report; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Reports {
    pub fn print(&self) -> Result<(), Stop> {
        match self {
            Reports::Show { of, show } => {
                let report = read(&of.file)?;
                print(&terminal::report(&report, *show, &terminal::surprises(&report.records)))
            }
            Reports::Diff { old, new, all, json } => diff(&Diff::of(&read(old)?, &read(new)?), *all, *json),
            Reports::Normalise(of) => print(&file::write(&file::normalised(read(&of.file)?))),
            Reports::Html(of) => print(&Form::Html.of(&read(&of.file)?)),
            Reports::Junit(of) => print(&Form::Junit.of(&read(&of.file)?)),
            Reports::Md(of) => print(&Form::Markdown.of(&read(&of.file)?)),
        }
    }
}

fn diff(diff: &Diff, all: bool, json: bool) -> Result<(), Stop> {
    if json {
        print(&(crate::compare::json(diff) + "\n"))?;
    } else {
        print(&diff.text(all))?;
    }
    if diff.worse.is_empty() { Ok(()) } else { Err(Stop::Unexpected) }
}

fn read(path: &PathBuf) -> Result<Report, Stop> {
    let name = path.display().to_string();
    let text = if name == "-" {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(path)
    };
    let text = text.map_err(|error| Stop::Usage(format!("{name} could not be read: {error}")))?;
    file::read(&name, &text).map_err(|error| Stop::Usage(error.to_string()))
}

/// Prints all of a text. A reader who has seen enough may stop reading.
fn print(text: &str) -> Result<(), Stop> {
    match anstream::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Stop::Usage(format!("standard output could not be written: {error}")))
        }
        _ => Ok(()),
    }
}
