//! The words of the generated pages, in each language.

use crate::glossary::Tongue;
use crate::text::Language;

/// What the pages say in their own words.
pub struct Words {
    /// The language.
    pub language: Language,
    /// The way from a page of the specification to the root of the project.
    pub root: &'static str,
    /// The name of the other language's page.
    other: &'static str,
    /// The way from a page of the specification to the folder of those in the other language.
    other_spec: &'static str,
    /// The way from a page beside the specification to the folder of those in the other language.
    other_docs: &'static str,
    /// The link to the index.
    pub all_chapters: &'static str,
    /// Before the reason of a clause.
    pub why: &'static str,
    /// The heads of a table of axes.
    pub axes_head: &'static str,
    /// For a value that no profile takes.
    pub nobody: &'static str,
    /// Before a roll.
    pub roll: &'static str,
    /// The first turn of the player who started, and of the other.
    pub first_turns: [&'static str; 2],
    /// Before the sources.
    pub stated_by: &'static str,
    /// Before the last of a list.
    and: &'static str,
    /// One case; of some languages, two to four; many.
    pub case: [&'static str; 3],
    /// Between a number of cases and their files.
    pub cases_in: &'static str,
    /// For a clause without a case.
    pub no_case: &'static str,
    /// The introduction of the index.
    pub introduction: &'static str,
    /// The heads of the index's tables.
    pub index_head: &'static str,
    /// The page of the axes: title and introduction.
    pub axes_introduction: &'static str,
    /// The heads of the table of an axis's values.
    pub values_head: &'static str,
    /// The glossary: title and introduction.
    pub glossary_introduction: &'static str,
    /// The heads of the glossary's table.
    pub glossary_head: &'static str,
    /// The names of the languages of the glossary, in the order of [`Tongue::ALL`].
    pub tongues: [&'static str; Tongue::ALL.len()],
}

impl Words {
    /// The words of a language.
    pub fn of(language: Language) -> &'static Words {
        match language {
            Language::En => &ENGLISH,
            Language::Ru => &RUSSIAN,
        }
    }

    /// The link from a page of the specification to the same page in the other language.
    pub fn other_page(&self, file: &str) -> String {
        format!("[{}]({}{file})", self.other, self.other_spec)
    }

    /// The link from the glossary to that in the other language.
    pub fn other_glossary(&self) -> String {
        format!("[{}]({}glossary.md)", self.other, self.other_docs)
    }

    /// Names joined as a sentence lists them.
    pub fn list(&self, names: &[String]) -> String {
        match names {
            [] => String::new(),
            [one] => one.clone(),
            [firsts @ .., last] => format!("{} {} {last}", firsts.join(", "), self.and),
        }
    }

    /// A number of cases.
    pub fn cases(&self, count: usize) -> String {
        let form = match (self.language, count % 10, count % 100) {
            (Language::En, ..) if count == 1 => 0,
            (Language::En, ..) => 2,
            (Language::Ru, 1, tens) if tens != 11 => 0,
            (Language::Ru, 2..=4, tens) if !(12..=14).contains(&tens) => 1,
            (Language::Ru, ..) => 2,
        };
        format!("{count} {}", self.case[form])
    }
}

const ENGLISH: Words = Words {
    language: Language::En,
    root: "../..",
    other: "по-русски",
    other_spec: "../ru/spec/",
    other_docs: "ru/",
    all_chapters: "all chapters",
    why: "Why:",
    axes_head: "| axis | value | taken by |\n|---|---|---|\n",
    nobody: "no published rule set",
    roll: "roll",
    first_turns: ["the starter's first turn", "the second player's first turn"],
    stated_by: "Stated by",
    and: "and",
    case: ["case", "cases", "cases"],
    cases_in: "in",
    no_case: "No case.",
    introduction: include_str!("spec_en.md"),
    index_head: "| clause | | axes | cases |\n|---|---|---|---|\n",
    axes_introduction: "\
# The axes: questions to settle before a game

Where published rule sets differ, the specification has an axis: a question with a few named answers. This page asks each
question as players would, and says what is played under each answer and which published rule sets give it. Two players who
agree on an answer to each have agreed on the rules; [house rules](../house-rules.md) are written down in these names.
",
    values_head: "| answer | what is played | taken by |\n|---|---|---|\n",
    glossary_introduction: "\
# Glossary

The words of the game as the specification uses them, with their names in the languages of those who play it. Where a name is not
known for certain, the language is left out.

This page is made from [glossary.yaml](glossary.yaml).
",
    glossary_head: "| term | in other languages | meaning |\n|---|---|---|\n",
    tongues: [
        "English", "Russian", "Bulgarian", "Azerbaijani", "Turkish", "Georgian", "Armenian", "Ukrainian", "Greek", "Romanian",
        "German",
    ],
};

const RUSSIAN: Words = Words {
    language: Language::Ru,
    root: "../../..",
    other: "in English",
    other_spec: "../../spec/",
    other_docs: "../",
    all_chapters: "все главы",
    why: "Почему:",
    axes_head: "| ось | значение | так в правилах |\n|---|---|---|\n",
    nobody: "ни в одном из опубликованных",
    roll: "бросок",
    first_turns: ["первый ход начинающего", "первый ход второго игрока"],
    stated_by: "Так сказано в источниках",
    and: "и",
    case: ["проверка", "проверки", "проверок"],
    cases_in: "в",
    no_case: "Проверок нет.",
    introduction: include_str!("spec_ru.md"),
    index_head: "| статья | | оси | проверок |\n|---|---|---|---|\n",
    axes_introduction: "\
# Оси: о чём договориться до партии

Там, где опубликованные своды правил расходятся, в этих правилах есть ось: вопрос, на который можно дать один из нескольких
названных ответов. Здесь каждый вопрос задан так, как его задали бы игроки, и сказано, как играют при каждом ответе и в каких
сводах он принят. Кто условился об ответе на каждый вопрос, тот условился о правилах; этими же именами записывают [домашние
правила](../../house-rules.md) (страница по-английски).
",
    values_head: "| ответ | как играют | так в правилах |\n|---|---|---|\n",
    glossary_introduction: "\
# Словарь

Слова игры в том значении, в каком их употребляют эти правила, и их названия на языках тех, кто в неё играет. Где название
наверняка не известно, язык пропущен.

Эта страница составлена из файла [glossary.yaml](../glossary.yaml).
",
    glossary_head: "| слово | на других языках | значение |\n|---|---|---|\n",
    tongues: [
        "английский", "русский", "болгарский", "азербайджанский", "турецкий", "грузинский", "армянский", "украинский", "греческий",
        "румынский", "немецкий",
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_followed_by_the_form_they_take() {
        let of = |language| [1, 2, 5, 11, 12, 21, 24, 111].map(|count| Words::of(language).cases(count));
        assert_eq!(of(Language::En)[..3], ["1 case", "2 cases", "5 cases"]);
        assert_eq!(
            of(Language::Ru),
            [
                "1 проверка",
                "2 проверки",
                "5 проверок",
                "11 проверок",
                "12 проверок",
                "21 проверка",
                "24 проверки",
                "111 проверок"
            ]
        );
    }
}
