//! docs/glossary.yaml: the words of the game, with their names in the languages of those who play it.

use crate::clause::Specification;
use crate::problem::{Problem, Problems, Source};
use crate::text::{Language, Text};
use crate::yaml::{self, place_of};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_saphyr::Spanned;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The words, as they are written.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The format's version.
    #[schemars(range(min = 1, max = 1))]
    #[expect(dead_code, reason = "a key of the format, which has one version")]
    schema: u32,
    /// The words.
    #[schemars(with = "Vec<RawTerm>")]
    terms: Vec<Spanned<RawTerm>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct RawTerm {
    /// Its names by language, English and Russian at least; several with commas, the usual one first.
    names: BTreeMap<Tongue, String>,
    /// What it means.
    definition: Text,
    /// The clause that rules on it.
    #[schemars(with = "Option<String>")]
    #[serde(default)]
    clause: Option<Spanned<String>>,
}

/// A word of the game.
#[derive(Debug)]
pub struct Term {
    /// Its names, English and Russian at least.
    pub names: BTreeMap<Tongue, String>,
    /// What it means.
    pub definition: Text,
    /// The clause that rules on it.
    pub clause: Option<String>,
}

/// The words of the game.
#[derive(Debug)]
pub struct Glossary {
    /// The words.
    pub terms: Vec<Term>,
}

macro_rules! tongues {
    ($( $tongue:ident )+) => {
        /// A language in which a word of the game has a name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, JsonSchema)]
        #[serde(rename_all = "lowercase")]
        #[expect(missing_docs, reason = "they are ISO 639 codes")]
        pub enum Tongue {
            $( $tongue ),+
        }

        impl Tongue {
            /// Every one, in the order of the pages.
            pub const ALL: &'static [Tongue] = &[$( Tongue::$tongue ),+];
        }
    };
}

tongues! { En Ru Bg Az Tr Ka Hy Uk El Ro De }

impl From<Language> for Tongue {
    fn from(language: Language) -> Tongue {
        match language {
            Language::En => Tongue::En,
            Language::Ru => Tongue::Ru,
        }
    }
}

impl Glossary {
    /// Reads the words inside the program.
    ///
    /// # Errors
    /// When the file is wrong; the program's own tests see to it that it is not.
    pub fn load(specification: &Specification) -> Result<Glossary, Problems> {
        let text = include_str!("../../docs/glossary.yaml").to_owned();
        read(&Arc::new(Source { name: "docs/glossary.yaml".to_owned(), text }), specification)
    }
}

fn read(source: &Arc<Source>, specification: &Specification) -> Result<Glossary, Problems> {
    let file: File = yaml::read(source).map_err(|problem| Problems(vec![problem]))?;
    let mut problems = Vec::new();
    let mut seen = BTreeSet::new();
    for term in &file.terms {
        let mut wrong = |message: String| problems.push(Problem::at(&place_of(source, term), message));
        for language in Language::ALL {
            match term.value.names.get(&language.into()) {
                None => wrong(format!("the word has no name in {language:?}")),
                Some(name) if !seen.insert(name) => wrong(format!("the word `{name}` stands twice")),
                Some(_) => {}
            }
        }
        if let Some(clause) = term.value.clause.as_ref().filter(|clause| specification.get(&clause.value).is_none()) {
            let message = format!("there is no clause `{}`", clause.value);
            problems.push(Problem::at(&place_of(source, clause), message));
        }
    }
    if !problems.is_empty() {
        return Err(Problems(problems));
    }
    let term = |term: Spanned<RawTerm>| {
        let RawTerm { names, definition, clause } = term.value;
        Term { names, definition, clause: clause.map(|clause| clause.value) }
    };
    Ok(Glossary { terms: file.terms.into_iter().map(term).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_glossary_is_read() {
        let glossary = Glossary::load(&Specification::load().unwrap()).unwrap();
        assert!(glossary.terms.len() > 40);
        let stops = |term: &Term| Language::ALL.iter().all(|language| term.definition.get(*language).ends_with('.'));
        assert!(glossary.terms.iter().all(stops));
    }

    #[test]
    fn a_word_without_a_language_or_with_a_clause_that_is_none_is_refused() {
        let text =
            "schema: 1\nterms:\n  - names: {en: pip}\n    definition: {en: One., ru: Один.}\n    clause: head.pip\n";
        let source = Arc::new(Source { name: "glossary.yaml".to_owned(), text: text.to_owned() });
        let problems = read(&source, &Specification::load().unwrap()).unwrap_err();
        let said: Vec<String> = problems.0.iter().map(|at| format!("{}: {}", at.place, at.message)).collect();
        assert_eq!(
            said,
            ["glossary.yaml:3:5: the word has no name in Ru", "glossary.yaml:5:13: there is no clause `head.pip`"]
        );
    }
}
