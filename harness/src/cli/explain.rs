//! `nardy case explain`: the clause that lets each step, turn or condition through, or does not.

use super::{Stop, case, variant};
use crate::case::Expected;
use crate::draw::{View, board};
use crate::explain::{Explanation, Reason, Said, explain};
use crate::instance::{Instance, instances};
use crate::suite::{Places, Suite};
use crate::variant::Variant;
use nardy_engine::Position;
use std::fmt::Write;

/// The profile that is taken where none is named and the case speaks of it.
const USUAL: &str = "nard-online";

/// The longest line.
const WIDTH: usize = 100;

/// How far the further lines of a paragraph are indented at most.
const INDENT: usize = 6;

/// How many further texts are listed for a clause that many turns break.
const SHOWN: usize = 12;

/// Which case, and under which rules.
#[derive(Debug, clap::Args)]
pub struct Options {
    /// The case's id, or an instance's name: id@variant.
    id: String,
    /// The variant profile whose rules are taken. Without it, nard-online where the case speaks of it, or else the first
    /// profile of which it does.
    #[arg(long, value_name = "ID")]
    variant: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Options {
    pub fn print(&self, places: &Places) -> Result<(), Stop> {
        let suite = Suite::load(places)?;
        let case = case(&suite, &self.id)?;
        let variants: Vec<&Variant> = suite.variants.iter().collect();
        let of_case: Vec<Instance<'_>> =
            instances(&suite, &variants).into_iter().filter(|instance| instance.case.id == case.id).collect();
        let named = self.variant.as_deref().or_else(|| self.id.split_once('@').map(|(_, label)| label));
        let instance = match named {
            None => {
                let usual = of_case.iter().find(|instance| instance.variant.id == USUAL).or_else(|| of_case.first());
                usual.ok_or_else(|| Stop::Usage(format!("no profile here is one that {} speaks of", case.id)))?
            }
            Some(label) => of_case.iter().find(|at| at.label == label || at.variant.id == label).map_or_else(
                || {
                    variant(&suite.variants, label.split('+').next().unwrap_or(label))?;
                    let labels: Vec<&str> = of_case.iter().map(|instance| instance.label.as_str()).collect();
                    let labels = if labels.is_empty() { "none here".to_owned() } else { labels.join(", ") };
                    Err(Stop::Usage(format!("{} does not speak of {label}, but of {labels}", case.id)))
                },
                Ok,
            )?,
        };
        let explanation = explain(&suite.specification, instance).map_err(|error| Stop::Usage(error.to_string()))?;
        if self.json {
            anstream::println!("{}", crate::compare::json(&explanation));
        } else {
            anstream::print!("{}", as_text(&explanation, instance));
        }
        Ok(())
    }
}

fn as_text(explanation: &Explanation, instance: &Instance<'_>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}  ({})", instance.name(), instance.case.place);
    text += &paragraph("", &explanation.title);
    let _ = writeln!(text, "clause {}\n", explanation.clause);
    if let Some(sides) = explanation.position
        && let Ok(position) = Position::new(sides.mover, sides.opponent)
    {
        text += &board(&position, View::MOVER);
    }
    let _ = writeln!(text, "{}", explanation.asked);
    let is_judged = matches!(instance.entry.expected, Expected::Turn { .. });
    if !explanation.steps.is_empty() {
        text += if is_judged { "\nThe turn, step by step\n" } else { "\nFirst steps\n" };
        explanation.steps.iter().for_each(|step| text += &step_lines(step));
    }
    if is_judged {
        explanation.turns.iter().for_each(|turn| text += &judgement(turn, &explanation.steps));
    } else {
        text += &turns(&explanation.turns);
    }
    if !explanation.conditions.is_empty() {
        text += "\nWhat decides\n";
        for condition in &explanation.conditions {
            let holds = if condition.holds { "yes" } else { "no " };
            text += &paragraph(&format!("  {holds} "), &format!("{}: {}", condition.clause, condition.says));
        }
    }
    text
}

/// Running text; the lines after the first are indented to where it begins.
fn paragraph(first: &str, text: &str) -> String {
    let indent = " ".repeat(first.chars().count().min(INDENT));
    let mut lines = vec![first.to_owned()];
    let mut is_begun = false;
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if !is_begun => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("{indent}{word}")),
        }
        is_begun = true;
    }
    lines.join("\n") + "\n"
}

fn step_lines(step: &Said) -> String {
    let die = step.die.map(|die| format!("by the {die}  ")).unwrap_or_default();
    let first = format!("  {:<8}{die}", step.text);
    if step.legal {
        return format!("{first}legal\n");
    }
    step.reasons.iter().map(|reason| paragraph(&first, &reason_text(reason))).collect()
}

/// The verdict on a turn, and what it breaks as a whole where no step is at fault.
fn judgement(turn: &Said, steps: &[Said]) -> String {
    let verdict = if turn.legal { "is legal" } else { "is not legal" };
    let mut text = format!("\n{} {verdict}\n", turn.text);
    if steps.iter().all(|step| step.legal) {
        turn.reasons.iter().for_each(|reason| text += &paragraph("  ", &reason_text(reason)));
    }
    text
}

fn reason_text(reason: &Reason) -> String {
    format!("{} ({}): {}", reason.clause, reason.title, reason.says)
}

/// The legal turns, and those that are not by the clause that refuses them.
fn turns(turns: &[Said]) -> String {
    let mut text = String::new();
    let legal: Vec<&Said> = turns.iter().filter(|turn| turn.legal).collect();
    if !legal.is_empty() {
        text += "\nLegal\n";
        legal.iter().for_each(|turn| text += &format!("  {}\n", turn.text));
    }
    let mut clauses: Vec<&str> = Vec::new();
    let refused: Vec<(&Said, &Reason)> =
        turns.iter().flat_map(|turn| turn.reasons.iter().map(move |reason| (turn, reason))).collect();
    for (_, reason) in &refused {
        if !clauses.contains(&reason.clause.as_str()) {
            clauses.push(&reason.clause);
        }
    }
    if !clauses.is_empty() {
        text += "\nNot legal\n";
    }
    for clause in clauses {
        let mut of_clause = refused.iter().filter(|(_, reason)| reason.clause == clause);
        let Some((turn, reason)) = of_clause.next() else { continue };
        text += &format!("  {clause}: {}\n", reason.title);
        text += &paragraph(&format!("    {}: ", turn.text), &reason.says);
        let others: Vec<&str> = of_clause.map(|(turn, _)| turn.text.as_str()).collect();
        if !others.is_empty() {
            let more = others.len().saturating_sub(SHOWN);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            let shown = others.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
            text += &paragraph("    so too ", &format!("{shown}{more}"));
        }
    }
    text
}
