//! Cases, variants and clauses are embedded, so a file added to them must rebuild the program. Tests that run engines written in
//! Python, or open a page in a browser, are shown as ignored where there is no python3, or no Chromium.

use std::path::Path;
use std::process::Command;

const CHROMIUM: &str = "/usr/bin/chromium";

fn main() {
    for folder in ["cases", "variants", "docs/spec"] {
        println!("cargo::rerun-if-changed=../{folder}");
    }
    println!("cargo::rerun-if-env-changed=PATH");
    println!("cargo::rustc-check-cfg=cfg(python)");
    if Command::new("python3").arg("--version").output().is_ok_and(|found| found.status.success()) {
        println!("cargo::rustc-cfg=python");
    }
    println!("cargo::rustc-check-cfg=cfg(chromium)");
    if Path::new(CHROMIUM).exists() {
        println!("cargo::rustc-cfg=chromium");
        println!("cargo::rerun-if-changed={CHROMIUM}");
    }
}
