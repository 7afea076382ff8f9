//! The command `nardy`: the conformance suite for engines of long nardy.

use std::process::ExitCode;

fn main() -> ExitCode {
    nardy_harness::cli::main()
}
