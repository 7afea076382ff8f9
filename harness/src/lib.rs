//! The harness of the long-nardy conformance suite: it loads cases and variant profiles, asks an engine, in process or over the
//! adapter protocol, compares, and reports.

pub mod axes;
pub mod bases;
pub mod case;
pub mod clause;
pub mod cli;
pub mod compare;
pub mod docs;
pub mod draw;
pub mod engine;
pub mod explain;
pub mod fields;
pub mod files;
pub mod glossary;
pub mod instance;
pub mod known;
pub mod lint;
pub mod matrix;
pub mod problem;
pub mod protocol;
pub mod reference;
pub mod report;
pub mod runner;
pub mod schemas;
pub mod scope;
pub mod shell;
pub mod smoke;
pub mod suite;
pub mod svg;
pub mod text;
pub mod trace;
pub mod variant;
pub mod yaml;
pub mod zoo;
