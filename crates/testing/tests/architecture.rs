//! Tests of the structure of the workspace, as ARCHITECTURE.md describes it. Each crate has a row in the map
//! of ARCHITECTURE.md. A crate depends only on crates in rows above its own row. Inside each crate, the
//! dependencies between the modules of the first level form no circle.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// A name, and the names that it depends on.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// The root folder of the workspace.
fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The packages of the workspace, as `cargo metadata` prints them.
fn packages() -> Vec<Value> {
    let cargo = env::var_os("CARGO").expect("cargo tells a test where it is");
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
        .current_dir(workspace())
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

/// The names of the crates, in the order of the map in ARCHITECTURE.md.
fn crates_of_the_map() -> Vec<String> {
    let text = read(&workspace().join("ARCHITECTURE.md"));
    let (_, map) = text.split_once("| crate |").expect("a map of the crates");
    let (map, _) = map.split_once("\n\n").expect("an end of the map");
    let cells = map
        .lines()
        .filter_map(|row| row.strip_prefix("| `")?.split('`').next());
    cells
        .filter(|cell| !cell.contains('/'))
        .map(str::to_owned)
        .collect()
}

#[test]
fn crates_depend_on_crates_further_up_in_the_map() {
    let map = crates_of_the_map();
    let mut found = BTreeSet::new();
    for package in packages() {
        let name = package["name"].as_str().expect("a name");
        let name = name
            .strip_prefix("boneyard-")
            .expect("a crate of the workspace");
        let place = map.iter().position(|other| other == name);
        let place = place.unwrap_or_else(|| panic!("{name} has no row in ARCHITECTURE.md's map"));
        found.insert(name.to_owned());
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let normal = dependency["kind"].is_null();
            let other = dependency["name"].as_str().expect("a name");
            let Some(other) = other.strip_prefix("boneyard-").filter(|_| normal) else {
                continue;
            };
            assert!(
                map[..place].iter().any(|above| above == other),
                "{name} depends on {other}"
            );
        }
    }
    assert_eq!(
        found,
        map.into_iter().collect(),
        "each row of the map is a crate"
    );
}

#[test]
fn the_modules_of_a_crate_depend_on_each_other_in_one_direction() {
    let mut circles = Vec::new();
    for package in packages() {
        for target in package["targets"].as_array().expect("targets") {
            let kind = target["kind"][0].as_str().expect("a kind");
            if kind != "lib" && kind != "bin" {
                continue;
            }
            let root = target["src_path"].as_str().expect("a path");
            for circle in circles_of(&modules_of(Path::new(root))) {
                circles.push(format!("{}: {}", target["name"], circle.join(", ")));
            }
        }
    }
    assert!(
        circles.is_empty(),
        "modules that depend on each other:\n{}",
        circles.join("\n")
    );
}

/// The functions that "the way of a `move`" in ARCHITECTURE.md names, each with the file that is named after it: the
/// type, the function, and the file's path in `crates`.
fn functions_of_the_way(document: &str) -> Vec<(String, String, String)> {
    let (_, way) = document
        .split_once("The way of a `move`")
        .expect("a way of a play");
    let (way, _) = way.split_once("\n*`").expect("an end of the way");
    let mut functions = Vec::new();
    let mut waiting = Vec::new();
    for quoted in way.split('`').skip(1).step_by(2) {
        if quoted.contains('/') {
            let found = waiting.drain(..);
            functions.extend(found.map(|(of, function)| (of, function, quoted.to_owned())));
        } else if let Some((of, function)) = quoted.split_once("::") {
            waiting.push((of.to_owned(), function.to_owned()));
        }
    }
    assert!(waiting.is_empty(), "no file after {waiting:?}");
    functions
}

#[test]
fn the_functions_of_the_way_of_a_move_exist() {
    let functions = functions_of_the_way(&read(&workspace().join("ARCHITECTURE.md")));
    assert!(functions.len() >= 12, "{functions:?}");
    for (of, function, file) in functions {
        let code = read(&workspace().join("crates").join(&file));
        let is_there = |name: &str| {
            code.contains(&format!("fn {name}(")) || code.contains(&format!("fn {name}<"))
        };
        let is_of_type = code
            .lines()
            .any(|line| line.starts_with("impl") && line.contains(&of));
        assert!(
            is_of_type && is_there(&function),
            "no {of}::{function} in {file}"
        );
    }
}

/// The modules of the games, by the list in the crate `rules`.
fn games() -> BTreeSet<String> {
    let list = read(&workspace().join("crates/rules/src/any.rs"));
    let (_, list) = list.rsplit_once("games! {").expect("a list of games");
    let (list, _) = list.split_once("\n}").expect("an end of the list");
    let named = list.lines().filter_map(|line| line.split_once(" = "));
    named
        .map(|(_, module)| module.trim_end_matches(',').to_owned())
        .collect()
}

/// The games whose modules in the crates of rules and computer players the code names.
fn games_in(code: &[TokenTree]) -> BTreeSet<String> {
    let mut used = BTreeSet::new();
    for games in ["boneyard_rules", "boneyard_bot"] {
        names_after(games, code, &mut used);
    }
    used.intersection(&games()).cloned().collect()
}

#[test]
fn tables_and_storage_name_no_game() {
    // The list and the games; who rates them, tells their options and draws them; programs that play one of them.
    let may = [
        "rules", "bot", "ratings", "protocol", "records", "loadgen", "demo", "cost",
    ];
    let mut found = Vec::new();
    for package in packages() {
        let name = package["name"].as_str().expect("a name");
        if may.iter().any(|may| name == format!("boneyard-{may}")) {
            continue;
        }
        let root = package["targets"][0]["src_path"].as_str().expect("a path");
        for Source { path, tokens } in sources_of(Path::new(root)) {
            let used = games_in(&tokens);
            found.extend(used.iter().map(|game| format!("{name} {path:?}: {game}")));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_name_of_a_game_is_found() {
    let code = "use boneyard_rules::{BySeat, line::Laid}; fn f() -> boneyard_bot::high::Player { line::f() }";
    let used = games_in(&tokens_of(code));
    assert_eq!(used.into_iter().collect::<Vec<_>>(), ["high", "line"]);
    let tests =
        "#[cfg(test)] mod tests { use boneyard_rules::line::Preset; } use boneyard_rules::Match;";
    assert!(games_in(&tokens_of(tests)).is_empty());
}

#[test]
fn a_circle_is_found() {
    let root = r"
        mod a; mod b; mod c;
        pub use b::inner::{Deep as Shallow, Other};
    ";
    let names = BTreeMap::from([("Shallow".to_owned(), "b".to_owned())]);
    assert_eq!(
        names_of(&tokens_of(root)).get("Shallow"),
        names.get("Shallow")
    );
    let used = |path: &[&str], code: &str| {
        let path: Vec<_> = path.iter().map(ToString::to_string).collect();
        let mut found = BTreeSet::new();
        dependencies(&tokens_of(code), &path, &mut found);
        found.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(
        used(&["a"], "fn f() { crate::Shallow::new() }"),
        ["Shallow"]
    );
    assert_eq!(
        used(&["a", "x"], "use super::super::{b::B, c};"),
        ["b", "c"]
    );
    assert_eq!(
        used(&["a"], "mod x { use super::y; use super::super::c; }"),
        ["c"]
    );
    assert_eq!(
        used(&["a"], "#[cfg(test)] mod x { use crate::c; } use crate::b;"),
        ["b"]
    );
    let graph = [("a", "b"), ("b", "c"), ("c", "b")];
    let graph = graph.map(|(from, to)| (from.to_owned(), BTreeSet::from([to.to_owned()])));
    assert_eq!(circles_of(&graph.into()), [["b", "c"]]);
}

/// The tasks and threads that the server starts without a supervisor, by file: how many, and why a panic in them harms
/// nothing else. A task that lives as long as the server must be started by `boneyard_base::Supervisor`.
const WITHOUT_SUPERVISOR: &[(&str, usize, &str)] = &[
    (
        "base/src/computer_threads.rs",
        1,
        "catches the panics of each job",
    ),
    ("base/src/supervisor.rs", 1, "starts all others"),
    ("demo/src/fill.rs", 1, "runs without a server"),
    ("demo/src/history.rs", 1, "runs without a server"),
    ("matching/src/lib.rs", 1, "deletes rows once"),
    (
        "matching/src/open_tables.rs",
        1,
        "catches its own panic, after which the search goes on",
    ),
    (
        "matching/src/owner.rs",
        1,
        "opens one table; its proposal ends by its time",
    ),
    ("matching/src/tables.rs", 1, "writes one row"),
    (
        "organiser/src/rounds.rs",
        1,
        "catches its own panic; a guard ends the work",
    ),
    ("people/src/identity/mod.rs", 1, "writes one row"),
    ("people/src/presence.rs", 1, "tells one player's friends"),
    (
        "notices/src/sender.rs",
        1,
        "sends one notice, and catches its panic",
    ),
    (
        "server/src/cluster.rs",
        3,
        "reads once what a message tells of",
    ),
    ("server/src/http/listener.rs", 1, "serves one connection"),
    (
        "server/src/lib.rs",
        1,
        "the listener: the server stops with it",
    ),
    ("server/src/runtimes.rs", 1, "serves one connection"),
    ("server/src/socket/mod.rs", 1, "serves one connection"),
    (
        "server/src/socket/requests.rs",
        1,
        "shows one visitor's tables",
    ),
    ("store/src/lib.rs", 1, "opens the threads"),
    (
        "store/src/sqlite/checkpoint.rs",
        1,
        "copies pages, and is asked again",
    ),
    (
        "store/src/threads.rs",
        4,
        "the threads catch the panics of each job; the last closes them",
    ),
    (
        "table/src/tables/task/mod.rs",
        1,
        "catches its own panic, with which its table ends",
    ),
    (
        "table/src/tables/task/other_nodes.rs",
        1,
        "the inputs of one table, which catches their panics",
    ),
];

#[test]
fn a_task_that_lives_as_long_as_the_server_has_a_supervisor() {
    // These crates are not part of the server.
    let apart = ["bot", "loadgen", "pack", "testing", "rules", "fair"];
    let mut found = BTreeMap::new();
    for package in packages() {
        let name = package["name"].as_str().expect("a name");
        let name = name.strip_prefix("boneyard-").unwrap_or(name);
        if apart.contains(&name) {
            continue;
        }
        let roots = package["targets"].as_array().expect("targets").iter();
        let roots = roots.filter(|target| target["kind"][0] == "lib" || target["kind"][0] == "bin");
        for root in roots {
            let root = Path::new(root["src_path"].as_str().expect("a path"));
            let folder = root.parent().expect("a folder");
            for source in sources_of(root) {
                let count = started(&source.tokens);
                if count > 0 {
                    let path = source.path.join("/");
                    let file = [format!("{path}.rs"), format!("{path}/mod.rs")];
                    let file = file.into_iter().find(|file| folder.join(file).exists());
                    let file = file.unwrap_or_else(|| "lib.rs".to_owned());
                    found.insert(format!("{name}/src/{file}"), count);
                }
            }
        }
    }
    let listed = WITHOUT_SUPERVISOR.iter();
    let listed: BTreeMap<_, _> = listed
        .map(|&(file, count, _)| (file.to_owned(), count))
        .collect();
    assert_eq!(
        found, listed,
        "a loop that lives as long as the server is started by Supervisor::supervise; for work that ends, \
         the list says why a panic in it harms nothing else"
    );
}

#[test]
fn a_started_task_is_found() {
    let code = "fn spawn() {} fn f() { tokio::spawn(async { x.spawn(1) }); spawn_blocking(g) } \
                #[cfg(test)] mod tests { fn f() { tokio::spawn(g()); } }";
    assert_eq!(started(&tokens_of(code)), 3);
}

/// How many tasks and threads the code starts.
fn started(tokens: &[TokenTree]) -> usize {
    let mut count = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) => {
                let starts = ["spawn", "spawn_blocking", "spawn_local", "spawn_on"];
                let is_start = starts.iter().any(|start| word == start);
                let is_called = matches!(tokens.get(at + 1), Some(TokenTree::Group(group))
                    if group.delimiter() == Delimiter::Parenthesis);
                let is_defined = at > 0 && tokens[at - 1].to_string() == "fn";
                count += usize::from(is_start && is_called && !is_defined);
            }
            TokenTree::Group(group) => count += started(&without_tests(group.stream())),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    count
}

/// A module of a crate, in a file of its own.
struct Source {
    /// The names of the modules on the way from the crate's root to this module.
    path: Vec<String>,
    /// The code, without the items that exist only in tests.
    tokens: Vec<TokenTree>,
}

/// The files of a crate, its root first.
fn sources_of(root: &Path) -> Vec<Source> {
    let folder = root.parent().expect("a folder").to_owned();
    let mut open = vec![(Vec::new(), root.to_owned(), folder)];
    let mut sources = Vec::new();
    while let Some((path, file, folder)) = open.pop() {
        let tokens = tokens_of(&read(&file));
        for name in modules_in(&tokens) {
            let inside = folder.join(&name);
            let file = folder.join(format!("{name}.rs"));
            let file = if file.exists() {
                file
            } else {
                inside.join("mod.rs")
            };
            open.push(([path.clone(), vec![name]].concat(), file, inside));
        }
        sources.push(Source { path, tokens });
    }
    sources
}

/// The modules of the first level in a crate. For each module, the other modules that it uses outside of
/// tests.
fn modules_of(root: &Path) -> Graph {
    let sources = sources_of(root);
    let names = names_of(&sources[0].tokens);
    let mut graph = Graph::new();
    for Source { path, tokens } in &sources[1..] {
        let mut found = BTreeSet::new();
        dependencies(tokens, path, &mut found);
        let used = found.iter().map(|name| names.get(name).unwrap_or(name));
        let used = used.filter(|used| **used != path[0]).cloned();
        graph.entry(path[0].clone()).or_default().extend(used);
    }
    graph
}

/// The code of a file, without the items that exist only in tests.
fn tokens_of(code: &str) -> Vec<TokenTree> {
    let stream: TokenStream = code.parse().expect("Rust code");
    without_tests(stream)
}

fn without_tests(stream: TokenStream) -> Vec<TokenTree> {
    let mut kept: Vec<TokenTree> = Vec::new();
    let mut tokens = stream.into_iter();
    while let Some(token) = tokens.next() {
        let attribute =
            matches!(kept.last(), Some(TokenTree::Punct(mark)) if mark.as_char() == '#');
        if attribute && token.to_string().replace(' ', "") == "[cfg(test)]" {
            kept.pop();
            // The item ends with its body in braces, or with a semicolon.
            tokens.find(|token| match token {
                TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                TokenTree::Punct(mark) => mark.as_char() == ';',
                _ => false,
            });
        } else {
            kept.push(token);
        }
    }
    kept
}

/// The modules that a file declares and that have files of their own.
fn modules_in(tokens: &[TokenTree]) -> Vec<String> {
    let declared = tokens.windows(3).filter_map(|three| match three {
        [
            TokenTree::Ident(word),
            TokenTree::Ident(name),
            TokenTree::Punct(mark),
        ] if word == "mod" && mark.as_char() == ';' => Some(name.to_string()),
        _ => None,
    });
    declared.collect()
}

/// Adds to `found` the names that the code uses from the crate `name`. These names follow the crate's name in
/// the code.
fn names_after(name: &str, tokens: &[TokenTree], found: &mut BTreeSet<String>) {
    // Whether the token belongs to a path of the crate, and whether `::` stands before it.
    let (mut follows, mut separated) = (false, false);
    for token in tokens {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == ':' => {
                separated = true;
                continue;
            }
            TokenTree::Ident(word) if follows && separated => {
                found.insert(word.to_string());
            }
            TokenTree::Ident(word) => follows = word == name,
            TokenTree::Group(group) => {
                let inner: Vec<_> = group.stream().into_iter().collect();
                if follows && separated {
                    let text = group.stream().to_string();
                    found.extend(text.split([' ', ',']).map(str::to_owned));
                }
                names_after(name, &inner, found);
                follows = false;
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => follows = false,
        }
        separated = false;
    }
}

/// The names that a crate's root takes from its modules by `use`, each with the name of its module.
fn names_of(root: &[TokenTree]) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for (at, token) in root.iter().enumerate() {
        if matches!(token, TokenTree::Ident(word) if word == "use") {
            let end = root[at..].iter().position(|token| token.to_string() == ";");
            let mut tree = &root[at + 1..at + end.expect("a use ends with a semicolon")];
            if matches!(tree.first(), Some(TokenTree::Ident(word)) if word == "self" || word == "crate")
            {
                tree = &tree[3..];
            }
            let module = tree.first().map(ToString::to_string).unwrap_or_default();
            for name in last_names(tree) {
                names.insert(name, module.clone());
            }
        }
    }
    names
}

/// The names that a `use` makes available: the last word of each path.
fn last_names(tree: &[TokenTree]) -> Vec<String> {
    match tree.last() {
        Some(TokenTree::Group(group)) => {
            let inner: Vec<_> = group.stream().into_iter().collect();
            let paths = inner.split(|token| token.to_string() == ",");
            paths.flat_map(last_names).collect()
        }
        Some(name) => vec![name.to_string()],
        None => vec![],
    }
}

/// Adds to `found` the names of the crate's root that code in the module `path` uses. These names follow
/// `crate::`, or as many `super::` as the path has modules.
fn dependencies(tokens: &[TokenTree], path: &[String], found: &mut BTreeSet<String>) {
    let mut at = 0;
    while at < tokens.len() {
        let (mut next, mut depth) = (at, 0);
        let word = |at: usize| tokens.get(at).map(ToString::to_string).unwrap_or_default();
        let separated = |at: usize| word(at) == ":" && word(at + 1) == ":";
        if word(next) == "crate" && separated(next + 1) {
            (next, depth) = (next + 3, path.len());
        }
        while word(next) == "super" && separated(next + 1) {
            (next, depth) = (next + 3, depth + 1);
        }
        match tokens.get(next) {
            Some(TokenTree::Group(group)) if depth > 0 && depth == path.len() => {
                let inner: Vec<_> = group.stream().into_iter().collect();
                let paths = inner.split(|token| token.to_string() == ",");
                found.extend(
                    paths
                        .filter_map(|path| path.first())
                        .map(ToString::to_string),
                );
            }
            Some(TokenTree::Ident(name)) if depth > 0 && depth == path.len() => {
                found.insert(name.to_string());
            }
            Some(TokenTree::Group(group)) => {
                let inner = without_tests(group.stream());
                let module = at >= 2 && word(at - 2) == "mod";
                let mut inside = path.to_vec();
                inside.extend(module.then(|| word(at - 1)));
                dependencies(&inner, &inside, found);
            }
            _ => {}
        }
        at = next + 1;
    }
}

/// The groups of names that depend on each other, directly or through others.
fn circles_of(graph: &Graph) -> Vec<Vec<String>> {
    let reach = |from: &String| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(at) = open.pop() {
            let used = graph.get(at).into_iter().flatten();
            open.extend(used.filter(|used| reached.insert((*used).clone())));
        }
        reached
    };
    let reached: Graph = graph
        .keys()
        .map(|from| (from.clone(), reach(from)))
        .collect();
    let mut circles = BTreeSet::new();
    for (from, to) in &reached {
        let back = |other: &&String| reached.get(*other).is_some_and(|to| to.contains(from));
        if to.contains(from) {
            circles.insert(to.iter().filter(back).cloned().collect());
        }
    }
    circles.into_iter().collect()
}
