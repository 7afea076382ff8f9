//! The reference engine's full list of turns for every case, under every profile: what a change of the engine changes.

use nardy_engine::{legal_turns, notation};
use nardy_harness::case::Setting;
use nardy_harness::instance::instances;
use nardy_harness::suite::{Places, Suite};
use std::fmt::Write;

#[test]
fn of_every_case_under_every_profile() {
    let suite = Suite::load(&Places::default()).unwrap();
    for variant in &suite.variants {
        let mut text = String::new();
        for instance in instances(&suite, &[variant]) {
            let Setting::Turn { question, .. } = &instance.case.setting else { continue };
            let turns = legal_turns(&instance.rules, question).unwrap();
            let ways = turns.ends().map(|end| notation::turn_ways(&question.position, &turns.sequences(end)));
            let ways: Vec<String> = ways.collect();
            writeln!(text, "{} {}: {}", instance.name(), question.roll, ways.join(", ")).unwrap();
        }
        insta::assert_snapshot!(format!("turns-{}", variant.id), text);
    }
}
