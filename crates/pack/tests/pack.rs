//! What packing makes of small clients, and what it refuses.

use boneyard_pack::{Files, PackError, Plan, pack};
use oxc_sourcemap::SourceMap;

const PLAN: Plan<'_> = Plan {
    at_once: &["js/first.js", "js/app.js"],
    alone: &["sw.js"],
    styles: &["css/all.css"],
    source_maps: false,
};

/// A client of these files and of empty ones where the plan wants more.
fn client(files: &[(&str, &str)]) -> Files {
    let plan = ["js/first.js", "js/app.js", "sw.js", "css/all.css"];
    let empty = plan.map(|path| (path, ""));
    let all = empty.iter().chain(files);
    all.map(|&(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
        .collect()
}

fn packed(files: &[(&str, &str)]) -> Files {
    pack(client(files), &PLAN).expect("the client is packed")
}

fn refused(files: &[(&str, &str)]) -> String {
    let error: PackError = pack(client(files), &PLAN).expect_err("the client is refused");
    error.to_string()
}

fn text<'a>(files: &'a Files, path: &str) -> &'a str {
    std::str::from_utf8(&files[path]).expect("a script is text")
}

#[test]
fn modules_that_are_needed_at_once_become_one_file() {
    let files = packed(&[
        ("js/app.js", "import { b } from './b.js';\nshow(b);\n"),
        (
            "js/b.js",
            "import { c } from './deep/c.js';\nexport const b = c + 1;\n",
        ),
        ("js/deep/c.js", "export const c = 1;\n"),
    ]);
    let scripts: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        scripts,
        ["css/all.css", "js/app.js", "js/first.js", "sw.js"]
    );
    let app = text(&files, "js/app.js");
    assert!(app.find("=1;") < app.find("+1;") && app.find("+1;") < app.find("show("));
}

#[test]
fn a_module_stands_in_one_file_only() {
    let files = packed(&[
        (
            "js/first.js",
            "import { shared } from './shared.js';\nshared('first');\n",
        ),
        (
            "js/app.js",
            "import { shared } from './shared.js';\nshared('app');\nimport('./late.js').then(({ late }) => late);\n",
        ),
        (
            "js/late.js",
            "import { shared } from './shared.js';\nexport const late = shared('late');\n",
        ),
        (
            "js/shared.js",
            "export function shared(who) { return `once ${who}`; }\n",
        ),
    ]);
    let with_it = files
        .values()
        .filter(|file| String::from_utf8_lossy(file).contains("once"));
    assert_eq!(with_it.count(), 1);
    for path in ["js/app.js", "js/late.js"] {
        assert!(
            text(&files, path).contains("\"./../js/first.js\""),
            "{path}"
        );
    }
}

#[test]
fn what_comes_later_comes_from_its_own_address() {
    let files = packed(&[
        ("js/app.js", "import './a/b.js';\n"),
        (
            "js/a/b.js",
            "export const go = async () => (await import('../c/late.js')).late;\n",
        ),
        (
            "js/c/late.js",
            "import { help } from './help.js';\nconst own = help;\nexport { own as late };\n",
        ),
        ("js/c/help.js", "export const help = 'help';\n"),
    ]);
    assert!(text(&files, "js/app.js").contains("./../js/c/late.js"));
    assert!(text(&files, "js/c/late.js").contains("late"));
    // Nobody else needs it, so it comes along.
    assert!(!files.contains_key("js/c/help.js"));
}

#[test]
fn what_several_need_later_is_fetched_once() {
    let files = packed(&[
        ("js/app.js", "import('./a.js');\nimport('./b.js');\n"),
        ("js/a.js", "import { help } from './help.js';\nhelp('a');\n"),
        ("js/b.js", "import { help } from './help.js';\nhelp('b');\n"),
        ("js/help.js", "export const help = (who) => who;\n"),
    ]);
    assert!(files.contains_key("js/help.js"));
    for path in ["js/a.js", "js/b.js"] {
        assert!(text(&files, path).contains("./../js/help.js"), "{path}");
    }
}

#[test]
fn what_two_need_together_is_fetched_at_once() {
    let files = packed(&[
        ("js/app.js", "import('./a.js');\nimport('./b.js');\n"),
        (
            "js/a.js",
            "import { two } from './two.js';\nimport { one } from './one.js';\none(two);\n",
        ),
        (
            "js/b.js",
            "import { one } from './one.js';\nimport { two } from './two.js';\ntwo(one);\n",
        ),
        (
            "js/one.js",
            "import { two } from './two.js';\nexport const one = two;\n",
        ),
        ("js/two.js", "export const two = () => 'two';\n"),
    ]);
    assert!(!files.contains_key("js/one.js"));
    let both = text(&files, "js/two.js");
    // What is needed comes first.
    assert!(
        both.find("two").is_some() && both.matches("const ").count() >= 2,
        "{both}"
    );
}

#[test]
fn exports_have_short_names_in_packed_files_and_their_own_for_who_imports_at_run_time() {
    let files = packed(&[
        (
            "js/app.js",
            "import { aLongName as mine } from './b.js';\nmine();\nimport('./late.js').then(({ otherName }) => otherName);\n",
        ),
        ("js/b.js", "export function aLongName() {}\n"),
        (
            "js/late.js",
            "import { aLongName } from './b.js';\nexport const otherName = aLongName;\nexport const more = 1;\n",
        ),
    ]);
    assert!(!text(&files, "js/app.js").contains("aLongName"));
    let late = text(&files, "js/late.js");
    assert!(
        late.contains("otherName") && late.contains("more"),
        "{late}"
    );
}

#[test]
fn a_module_that_waits_is_waited_for() {
    let files = packed(&[
        (
            "js/app.js",
            "import { words } from './words.js';\nshow(words);\n",
        ),
        ("js/words.js", "export const words = await fetchWords();\n"),
    ]);
    assert!(text(&files, "js/app.js").contains("await(async()=>{"));
    let files = packed(&[("js/app.js", "export async function later() { await 1; }\n")]);
    assert!(!text(&files, "js/app.js").contains("await(async"));
}

#[test]
fn a_source_map_leads_to_the_modules_as_they_are_written() {
    let b = "export const b = 1;\n\nexport function fails() {\n  missing(b);\n}\n";
    let files = client(&[
        ("js/app.js", "import { fails } from './b.js';\nfails();\n"),
        ("js/b.js", b),
    ]);
    let plan = Plan {
        source_maps: true,
        ..PLAN
    };
    let files = pack(files, &plan).expect("the client is packed");
    let app = text(&files, "js/app.js");
    assert!(
        app.ends_with("\n//# sourceMappingURL=app.js.map\n"),
        "{app}"
    );
    let map = SourceMap::from_json_string(text(&files, "js/app.js.map")).expect("a source map");
    let column = app.find("missing(").expect("the call") as u32;
    let lookup = map.generate_lookup_table();
    let token = map.lookup_source_view_token(&lookup, 0, column);
    let token = token.expect("the call is in the map");
    let (source, line, column, _) = token.to_tuple();
    assert_eq!((source, line, column), (Some("/js/b.js"), 3, 2));
    assert_eq!(token.get_source_content(), Some(b));
    // A script that stands alone is short enough to be read as it is.
    assert!(!files.contains_key("sw.js.map"));
}

#[test]
fn what_looks_like_an_import_is_left_alone() {
    let template = "const text = `\nimport { a } from './a.js';\n// no comment\nexport const b = 1;`;\nshow(text);\n";
    let files = packed(&[("js/app.js", template)]);
    let app = text(&files, "js/app.js");
    assert!(app.contains("import { a } from './a.js';\n// no comment\nexport const b = 1;"));
}

#[test]
fn what_packing_does_not_know_is_refused_with_its_place() {
    let other = ("js/b.js", "export const b = 1;\nexport function c() {}\n");
    let cases = [
        (
            "\nimport b from './b.js';",
            "js/app.js:2: only names in braces",
        ),
        (
            "import * as b from './b.js';",
            "js/app.js:1: only names in braces",
        ),
        (
            "export default 1;",
            "js/app.js:1: only names can be exported",
        ),
        (
            "export * from './b.js';",
            "js/app.js:1: only names can be exported",
        ),
        ("export let a = 1;", "js/app.js:1: only functions, classes"),
        (
            "import { b } from './b.js';\nexport { b };",
            "js/app.js:2: what is imported",
        ),
        (
            "const x = './b.js';\nimport(x);",
            "js/app.js:2: import() takes",
        ),
        ("import('b');", "js/app.js:1: a path must begin"),
        ("import { b } from 'b';", "js/app.js:1: a path must begin"),
        (
            "import { b } from '../../b.js';",
            "js/app.js:1: a path must begin",
        ),
        ("show(import.meta.url);", "js/app.js:1: import.meta"),
        (
            "import b from './b.json' with { type: 'json' };",
            "js/app.js:1: an import has",
        ),
        (
            "import { d } from './b.js';",
            "js/app.js:1: js/b.js exports no d",
        ),
        (
            "import { b } from './gone.js';",
            "js/app.js:1: there is no file js/gone.js",
        ),
        (
            "import './b.js';\nimport('./b.js');",
            "js/app.js:2: js/b.js is loaded at once",
        ),
        ("\n\nconst = 1;", "js/app.js:3: "),
        ("const a = 1; const a = 2;", "js/app.js:1: "),
    ];
    for (source, expected) in cases {
        let error = refused(&[("js/app.js", source), other]);
        assert!(error.starts_with(expected), "{source}: {error}");
    }
}

#[test]
fn a_circle_is_refused() {
    let error = refused(&[
        ("js/app.js", "import { a } from './a.js';\nshow(a);\n"),
        (
            "js/a.js",
            "import { b } from './b.js';\nexport const a = b;\n",
        ),
        (
            "js/b.js",
            "import { a } from './a.js';\nexport const b = () => a;\n",
        ),
    ]);
    assert_eq!(error, "js/b.js:1: needs itself, by way of js/a.js");
}

#[test]
fn a_script_that_stands_alone_needs_nothing() {
    let error = refused(&[("sw.js", "import { a } from './a.js';\n")]);
    assert!(error.starts_with("sw.js:1: "), "{error}");
}

#[test]
fn style_sheets_become_one_in_their_order() {
    let files = packed(&[
        (
            "css/all.css",
            "/* all */\n@import \"./b.css\";\n@import \"./a.css\";\n",
        ),
        ("css/a.css", ".a {\n  color: red; /* no; { */\n}\n"),
        (
            "css/b.css",
            ".b::after {\n  content: \"  /* \\\" ' */  \";\n}\n",
        ),
        ("css/unused.css", ".c {}"),
        ("icon.svg", "<svg/>"),
    ]);
    let all = text(&files, "css/all.css");
    assert_eq!(
        all,
        ".b::after { content: \"  /* \\\" ' */  \"; }.a { color: red; }"
    );
    assert!(files.contains_key("icon.svg") && !files.contains_key("css/unused.css"));
    let error = refused(&[("css/all.css", "\n@import url(x.css);\n")]);
    assert!(
        error.starts_with("css/all.css:2: a path must begin"),
        "{error}"
    );
}
