//! The files that are generated from the types of the messages: a JSON Schema for all clients, and the
//! TypeScript declarations with which the browser client is checked.
//!
//! The test fails if a file is not up to date. With `UPDATE=1` it writes both files.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod schema;
mod typescript;

use std::path::{Path, PathBuf};

const COMMAND: &str = "UPDATE=1 cargo test -p boneyard-protocol --test generated";

fn in_workspace(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// Compares a file with its generated content. With `UPDATE`, writes the file instead.
fn check(path: &str, fresh: &str) {
    let file = in_workspace(path);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, fresh).unwrap();
        return;
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        found == fresh,
        "{path} is stale. Write it anew with:\n\n    {COMMAND}\n"
    );
}

#[test]
fn the_json_schema_is_fresh() {
    let schema = serde_json::to_string_pretty(&schema::document()).unwrap();
    check("docs/protocol.schema.json", &format!("{schema}\n"));
}

#[test]
fn the_declarations_are_fresh() {
    check(
        "static/js/protocol.d.ts",
        &typescript::declarations(&schema::document()),
    );
}
