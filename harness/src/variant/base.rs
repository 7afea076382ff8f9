//! Profiles that are based on others: each is read after its base.

use super::{File, Variant};
use crate::problem::{Problem, Source};
use crate::yaml::{self, place_of};
use serde_saphyr::Spanned;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Reads profiles that may be based on each other; those that are wrong are left out, and so are those based on them.
pub fn read_all(sources: &[Arc<Source>], problems: &mut Vec<Problem>) -> Vec<Variant> {
    let mut files = Vec::new();
    for source in sources {
        match yaml::read::<File>(source) {
            Ok(file) => {
                let stem = source.name.rsplit('/').next().and_then(|name| name.split('.').next());
                if stem != Some(file.id.value.as_str()) {
                    let message = format!("the profile `{}` stands in a file of another name", file.id.value);
                    problems.push(Problem::at(&place_of(source, &file.id), message));
                }
                files.push((source.clone(), file));
            }
            Err(problem) => problems.push(problem),
        }
    }
    let mut reading = Reading { files: &files, read: BTreeMap::new(), problems };
    files.iter().filter_map(|(_, file)| reading.read(&file.id.value, &mut Vec::new())).collect()
}

/// Reads a file of house rules, which may be based on a published profile.
///
/// # Errors
/// Everything that is wrong with it, each with its place.
pub fn read_house(source: &Arc<Source>, published: &[Variant]) -> Result<Variant, Vec<Problem>> {
    let file: File = yaml::read(source).map_err(|problem| vec![problem])?;
    if published.iter().any(|variant| variant.id == file.id.value) {
        let message = format!("`{}` is the id of a published profile", file.id.value);
        let help = "give the file an id of its own, so that reports do not take one for the other";
        return Err(vec![Problem::at(&place_of(source, &file.id), message).help(help)]);
    }
    let base = match &file.based_on {
        None => None,
        Some(named) => match published.iter().find(|variant| variant.id == named.value) {
            None => return Err(vec![unknown(source, named, published.iter().map(|variant| variant.id.as_str()))]),
            found => found,
        },
    };
    let variant = file.complete(source, base)?;
    Ok(Variant { given_as: source.name.clone(), ..variant })
}

fn unknown<'a>(source: &Arc<Source>, named: &Spanned<String>, known: impl Iterator<Item = &'a str>) -> Problem {
    let message = format!("there is no profile `{}` to base this one on", named.value);
    let known: Vec<&str> = known.collect();
    Problem::at(&place_of(source, named), message).help(format!("the profiles are {}", known.join(", ")))
}

struct Reading<'a> {
    files: &'a [(Arc<Source>, File)],
    /// What has been read, by id; none where it is wrong.
    read: BTreeMap<String, Option<Variant>>,
    problems: &'a mut Vec<Problem>,
}

impl Reading<'_> {
    /// The profile of an id; `derived` are those that wait for it, each based on the next.
    fn read(&mut self, id: &str, derived: &mut Vec<String>) -> Option<Variant> {
        if let Some(read) = self.read.get(id) {
            return read.clone();
        }
        let (source, file) = self.files.iter().find(|(_, file)| file.id.value == id)?;
        derived.push(id.to_owned());
        let base = match &file.based_on {
            None => Some(None),
            Some(named) => self.base(source, named, derived).map(Some),
        };
        derived.pop();
        let variant = base.and_then(|base| match file.complete(source, base.as_ref()) {
            Ok(variant) => Some(variant),
            Err(problems) => {
                self.problems.extend(problems);
                None
            }
        });
        self.read.insert(id.to_owned(), variant.clone());
        variant
    }

    fn base(&mut self, source: &Arc<Source>, named: &Spanned<String>, derived: &mut Vec<String>) -> Option<Variant> {
        if derived.contains(&named.value) {
            let circle = derived.iter().chain([&named.value]).map(|id| format!("`{id}`")).collect::<Vec<_>>();
            let message = format!("profiles are based on each other in a circle: {}", circle.join(" on "));
            self.problems.push(Problem::at(&place_of(source, named), message));
            return None;
        }
        if !self.files.iter().any(|(_, file)| file.id.value == named.value) {
            let known = self.files.iter().map(|(_, file)| file.id.value.as_str());
            self.problems.push(unknown(source, named, known));
            return None;
        }
        self.read(&named.value, derived)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Folder, yaml_files};
    use crate::text::Language;
    use crate::variant::{Status, names};
    use nardy_engine::Axis;

    fn source(name: &str, text: &str) -> Arc<Source> {
        Arc::new(Source { name: format!("variants/{name}.yaml"), text: format!("schema: 1\nid: {name}\n{text}") })
    }

    /// The published profiles and these.
    fn read(more: &[Arc<Source>]) -> (Vec<Variant>, Vec<String>) {
        let mut problems = Vec::new();
        let sources = [&yaml_files(Folder::Variants, None).unwrap()[..], more].concat();
        let variants = read_all(&sources, &mut problems);
        (variants, problems.iter().map(|problem| format!("{}: {}", problem.place, problem.message)).collect())
    }

    #[test]
    fn a_profile_takes_from_its_base_what_it_does_not_say() {
        // The names are in the order in which no base comes before what is based on it.
        let club = source("a-club", "name: {en: Club, ru: Клуб}\nbased-on: b-town\nrules: {dice.single: either}\n");
        let town = "name: Town\nbased-on: nard-online\nrules: {block.six: forbidden, dice.single: {value: higher, says: So it is}}\n";
        let (variants, problems) = read(&[club, source("b-town", town)]);
        assert_eq!(problems, Vec::<String>::new());
        let of = |id: &str| variants.iter().find(|variant| variant.id == id).unwrap();
        let (club, online) = (of("a-club"), of("nard-online"));
        assert_eq!((club.name.get(Language::Ru), of("b-town").name.get(Language::Ru)), ("Клуб", "Town"));
        assert_eq!(club.based_on.as_deref(), Some("b-town"));
        assert_eq!((club.rules.get(Axis::SixBlock), club.rules.get(Axis::DiceSingle)), ("forbidden", "either"));
        assert_eq!(club.rules.get(Axis::ExceptionWhen), online.rules.get(Axis::ExceptionWhen));
        assert_eq!(
            club.statements.iter().map(|said| said.axis.as_str()).collect::<Vec<_>>(),
            names().collect::<Vec<_>>()
        );
        let said = |axis: &str| club.statements.iter().find(|said| said.axis == axis).unwrap();
        let whence = |axis| (said(axis).status, said(axis).taken_from.as_deref());
        assert_eq!(whence("dice.single"), (Status::House, None));
        assert_eq!(whence("block.six"), (Status::House, Some("b-town")));
        assert_eq!(whence("head.limit"), (Status::Stated, Some("nard-online")));
    }

    #[test]
    fn a_circle_is_refused_once_and_says_who_is_in_it() {
        let based = |name: &str, base: &str| source(name, &format!("name: Club\nbased-on: {base}\nrules: {{}}\n"));
        let (variants, problems) = read(&[based("one", "two"), based("two", "three"), based("three", "two")]);
        let says = "variants/three.yaml:4:11: profiles are based on each other in a circle: `one` on `two` on `three` on `two`";
        assert_eq!(problems, [says]);
        assert!(["one", "two", "three"].iter().all(|id| variants.iter().all(|variant| variant.id != *id)));
    }

    #[test]
    fn house_rules_are_based_on_published_ones_and_named_by_their_file() {
        let (published, _) = read(&[]);
        let house = |text| read_house(&source("club", text), &published);
        let club =
            house("name: Club\nbased-on: arena\nrules: {result.points: {oyn: 1, mars: 2, home-mars: 3, koks: 4}}\n");
        let club = club.unwrap();
        assert_eq!((club.id.as_str(), club.given_as.as_str()), ("club", "variants/club.yaml"));
        assert_eq!(club.statements.last().unwrap().value, "oyn 1, mars 2, home-mars 3, koks 4");
        let taken = house("name: Club\nbased-on: arena\nrules: {}\n").unwrap();
        assert_eq!(taken.rules, published.iter().find(|variant| variant.id == "arena").unwrap().rules);
    }
}
