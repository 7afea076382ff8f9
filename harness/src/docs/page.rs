//! Markdown: wrapped paragraphs, links and tables.

/// The longest line of running text.
const WIDTH: usize = 130;

/// Running text in lines of at most [`WIDTH`] characters, the later ones behind an indent.
pub fn wrapped(first: &str, indent: &str, text: &str) -> String {
    let mut lines = vec![first.to_owned()];
    let mut is_empty = true;
    for word in text.split_whitespace() {
        let fits = lines.last().is_some_and(|line| line.chars().count() + 1 + word.chars().count() <= WIDTH);
        match lines.last_mut() {
            Some(line) if is_empty => line.push_str(word),
            Some(line) if fits || begins_a_block(word) => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("{indent}{word}")),
        }
        is_empty = false;
    }
    format!("{}\n", lines.join("\n"))
}

/// A paragraph.
pub fn paragraph(text: &str) -> String {
    wrapped("", "", text)
}

/// An item of a list.
pub fn item(text: &str) -> String {
    wrapped("* ", "  ", text)
}

/// Whether the word would make a list, a heading or a quotation of the line that it begins.
fn begins_a_block(word: &str) -> bool {
    let number = word.trim_end_matches(['.', ')']);
    ["-", "+", "*"].contains(&word)
        || word.starts_with(['#', '>'])
        || number != word && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Text that Markdown shows as it is.
pub fn plain(text: &str) -> String {
    text.replace('*', "\\*").replace('_', "\\_").replace('<', "\\<")
}

/// `1 case`, `2 cases`.
pub fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_begins_with_what_would_make_a_list_of_it() {
        let text = format!("{} + 11 and {} 1. Then", "x".repeat(128), "y".repeat(125));
        let lines: Vec<String> = paragraph(&text).lines().map(str::to_owned).collect();
        assert!(lines[0].ends_with("x +"), "{lines:?}");
        assert!(lines[1].ends_with("y 1.") || lines[2].ends_with("y 1."), "{lines:?}");
    }

    #[test]
    fn lines_of_an_item_stand_under_each_other() {
        assert_eq!(item(&"word ".repeat(30)).lines().nth(1), Some("  word word word word word"));
    }
}
