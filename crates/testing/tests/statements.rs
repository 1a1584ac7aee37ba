//! The log of a table can be in another database than accounts and records: no statement of the store uses both,
//! and no transaction needs both, except the transaction of an append. docs/scaling.md says what follows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};

/// The database tables of the log, which hold nothing but one row or a few for each table.
const LOG: [&str; 3] = ["finished_logs", "log", "tables"];

/// Words of SQL. A literal without any of them is no statement.
const KEYWORDS: [&str; 6] = ["SELECT", "FROM", "INSERT", "UPDATE", "DELETE", "JOIN"];

/// Names, by the function or constant that uses them.
type Uses = BTreeMap<String, BTreeSet<String>>;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The database tables of the schema on PostgreSQL.
fn database_tables() -> BTreeSet<String> {
    let file = workspace().join("migrations/postgres/0001_schema.sql");
    let schema = fs::read_to_string(file).expect("a schema");
    let created = schema
        .lines()
        .filter_map(|line| line.strip_prefix("CREATE TABLE "));
    created
        .map(|name| name.trim_end_matches(" (").to_owned())
        .collect()
}

/// The words of a text that can be names.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
}

/// Adds the words of all literals with SQL in the code, by the function or constant that they are in.
fn add_words(code: TokenStream, place: &mut String, found: &mut Uses) {
    let mut last = String::new();
    for token in code {
        match token {
            TokenTree::Group(group) => add_words(group.stream(), place, found),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                if words(&text).any(|word| KEYWORDS.contains(&word)) {
                    let names = found.entry(place.clone()).or_default();
                    names.extend(words(&text).map(str::to_owned));
                }
            }
            TokenTree::Ident(name) => {
                if ["fn", "const", "static", "macro_rules"].contains(&last.as_str()) {
                    *place = name.to_string();
                }
                last = name.to_string();
            }
            TokenTree::Punct(_) => {}
        }
    }
}

/// The database tables that each function and constant of the store names in SQL. The code for SQLite is left
/// out: a database of SQLite is one file.
fn used_tables() -> Uses {
    let tables = database_tables();
    let store = workspace().join("crates/store/src");
    let mut used = Uses::new();
    for folder in [store.clone(), store.join("postgres")] {
        for entry in fs::read_dir(folder).expect("a folder") {
            let file = entry.expect("an entry").path();
            if file.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let code = fs::read_to_string(&file).expect("code");
            let name = file.file_stem().expect("a name").display().to_string();
            let mut found = Uses::new();
            let code = code.parse().expect("Rust code");
            add_words(code, &mut String::new(), &mut found);
            for (place, mut names) in found {
                names.retain(|name| tables.contains(name));
                used.insert(format!("{name}::{place}"), names);
            }
        }
    }
    used.retain(|_, names| !names.is_empty());
    used
}

#[test]
fn no_function_uses_the_log_together_with_other_tables() {
    let used = used_tables();
    let is_log = |name: &&String| LOG.contains(&name.as_str());
    let (of_log, others): (Vec<_>, Vec<_>) = used
        .iter()
        .partition(|(_, names)| names.iter().any(|name| is_log(&name)));
    let is_mixed =
        |(_, names): &&(&String, &BTreeSet<String>)| !names.iter().all(|name| is_log(&name));
    let mixed: Vec<_> = of_log.iter().filter(is_mixed).collect();
    assert!(mixed.is_empty(), "{mixed:?}");
    // The statements are found: those of the log by name, and the others by their number.
    let places: Vec<&str> = of_log.iter().map(|(place, _)| place.as_str()).collect();
    assert_eq!(
        places,
        [
            "finished::closed",
            "finished::delete",
            "finished::delete_some",
            "finished::finish_log",
            "finished::has_any",
            "finished::insert",
            "finished::read",
            "future::LISTINGS",
            "numbers::INSERT_TABLES",
            "numbers::numbers",
            "reader::LAST_SEQS",
            "reader::read_log",
            "reader::untouched_tables",
            "tables::changed",
            "tables::listed",
            "writer::INSERT_LOG",
            "writer::UPDATE_TABLES",
            "writer::take_log",
        ]
    );
    assert!(others.len() > 100, "{}", others.len());
    let named: BTreeSet<String> = used.values().flatten().cloned().collect();
    assert_eq!(named, database_tables());
}

#[test]
fn one_transaction_alone_changes_the_log_and_other_tables() {
    let code = |file: &str| {
        let file = workspace().join("crates/store/src").join(file);
        fs::read_to_string(file).expect("code")
    };
    // The modules whose statements are in the transaction of an append.
    let writer = code("writer.rs");
    let (_, commit) = writer
        .split_once("fn commit(")
        .expect("the function `commit`");
    let (commit, _) = commit.split_once("\n    }\n").expect("its end");
    let modules = commit
        .split("::")
        .map(|before| words(before).last().unwrap_or_default());
    let modules: BTreeSet<&str> = modules.filter(|module| is_module(module)).collect();
    assert_eq!(
        modules.into_iter().collect::<Vec<_>>(),
        [
            "conduct",
            "due_tables",
            "public_log",
            "records",
            "table_players"
        ]
    );
    // Other writes can't reach the log, except those that remove the logs of tables.
    let mut callers = BTreeSet::new();
    for entry in fs::read_dir(workspace().join("crates/store/src")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").display().to_string();
        if path.is_file() && code(&name).contains(".write_log(") {
            callers.insert(name);
        }
    }
    assert_eq!(
        callers.into_iter().collect::<Vec<_>>(),
        ["finished.rs", "threads.rs"]
    );
}

/// Whether the store has a module with this name.
fn is_module(name: &str) -> bool {
    workspace()
        .join("crates/store/src")
        .join(format!("{name}.rs"))
        .exists()
}
