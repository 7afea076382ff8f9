//! Cases, variants and clauses are embedded, so a file added to them must rebuild the program.

fn main() {
    for folder in ["cases", "variants", "docs/spec"] {
        println!("cargo:rerun-if-changed=../{folder}");
    }
}
