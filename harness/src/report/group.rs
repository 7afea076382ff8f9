//! Instances of one case of which the same is to be said, under whatever variants.

use super::record::{Details, Record};
use crate::compare::json;
use std::collections::HashMap;

/// Instances of one case.
pub struct Group<'a> {
    /// One for each variant, never empty.
    pub records: Vec<&'a Record>,
}

impl<'a> Group<'a> {
    /// The one that stands for all.
    pub fn first(&self) -> &'a Record {
        self.records[0]
    }
}

/// Everything that fails or surprises, by chapter and case.
pub fn groups(records: &[Record]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for record in records.iter().filter(|record| record.verdict.is_failing() || record.surprise.is_some()) {
        let details = record.details.clone().map(|details| Details { repeat: None, wire: None, ..details });
        let same = json(&(&record.id, record.verdict, &record.known, &record.surprise, details));
        match places.get(&same) {
            Some(&at) => groups[at].records.push(record),
            None => {
                places.insert(same, groups.len());
                groups.push(Group { records: vec![record] });
            }
        }
    }
    let chapter = |group: &Group<'_>| crate::clause::CHAPTERS.iter().position(|known| *known == group.first().chapter);
    groups.sort_by_key(|group| (chapter(group), group.first().id.clone()));
    groups
}

/// The variants of instances.
pub fn names(records: &[&Record]) -> String {
    records.iter().map(|record| record.variant.as_str()).collect::<Vec<_>>().join(", ")
}
