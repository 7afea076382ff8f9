//! The harness of the long-nardy conformance suite: it loads cases and variant profiles, asks an engine, in process or over the
//! adapter protocol, compares, and reports.

pub mod engine;
pub mod protocol;
