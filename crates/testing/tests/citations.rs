//! Tests that each citation of the rules of the games, such as `(RULES.md, Counting)`, names a section of that page in
//! `crates/rules`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The pages of rules, and how often each is cited at least.
const PAGES: [(&str, usize); 3] = [
    ("RULES.md", 26),
    ("RULES-RINGWAY.md", 5),
    ("RULES-TRAINS.md", 8),
];

/// The folders and files whose comments cite the rules.
const CITING: [&str; 3] = ["crates", "static/js", "e2e/unit"];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Calls `look` with each text file below a path.
fn walk(path: &Path, look: &mut impl FnMut(&Path, &str)) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("a folder") {
            walk(&entry.expect("an entry").path(), look);
        }
    } else if let Ok(text) = fs::read_to_string(path) {
        look(path, &text);
    }
}

/// The text without the beginnings of comment lines, on one line.
fn joined(text: &str) -> String {
    let is_mark = |it: char| it.is_whitespace() || "/!*".contains(it);
    let lines = text.lines().map(|line| line.trim_start_matches(is_mark));
    lines.collect::<Vec<_>>().join(" ")
}

#[test]
fn each_citation_of_the_rules_names_a_section() {
    for (page, least) in PAGES {
        let found = citations_of(page);
        assert!(
            found >= least,
            "the sources are read: {found} citations of {page}"
        );
    }
}

/// Checks all citations of a page, and counts them.
fn citations_of(page: &str) -> usize {
    let path = workspace().join("crates/rules").join(page);
    let rules = fs::read_to_string(path).expect("the rules");
    let headings = rules.lines().filter(|line| line.starts_with("##"));
    let sections: BTreeSet<&str> = headings
        .map(|it| it.trim_start_matches(['#', ' ']))
        .collect();
    let mut found = 0;
    let mut look = |path: &Path, text: &str| {
        let text = joined(text);
        let prefix = format!("{page}, ");
        let cited = text.split(&prefix).skip(1);
        for cited in cited.filter(|cited| cited.starts_with(char::is_uppercase)) {
            let (names, _) = cited.split_once(')').expect("a citation ends");
            for name in names.split(" and ") {
                assert!(sections.contains(name), "{}: {name}", path.display());
                found += 1;
            }
        }
    };
    for path in CITING {
        walk(&workspace().join(path), &mut look);
    }
    found
}
