//! Cases, variants and clauses are embedded, so a file added to them must rebuild the program. Tests that run engines written in
//! Python are shown as ignored where there is no python3.

use std::process::Command;

fn main() {
    for folder in ["cases", "variants", "docs/spec"] {
        println!("cargo::rerun-if-changed=../{folder}");
    }
    println!("cargo::rerun-if-env-changed=PATH");
    println!("cargo::rustc-check-cfg=cfg(python)");
    if Command::new("python3").arg("--version").output().is_ok_and(|found| found.status.success()) {
        println!("cargo::rustc-cfg=python");
    }
}
