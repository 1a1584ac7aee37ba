//! The packed files of small clients, and the errors for clients that can't be packed.

use boneyard_pack::{Files, PackError, Plan, pack};
use oxc_sourcemap::SourceMap;

const PLAN: Plan<'_> = Plan {
    at_once: &["js/first.js", "js/app.js"],
    alone: &["sw.js"],
    styles: &["css/all.css"],
    source_maps: false,
};

/// A client with these files. All other files of the plan are empty.
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
fn modules_with_import_statements_become_one_file() {
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
fn all_exports_can_be_imported_as_one_object() {
    let files = packed(&[
        (
            "js/app.js",
            "import * as b from './b.js';\nshow(b.one, b.two());\n",
        ),
        (
            "js/b.js",
            "export const one = 1;\nexport function two() {}\n",
        ),
    ]);
    let app = text(&files, "js/app.js");
    assert!(app.contains(".one,") && app.contains(".two()"), "{app}");
    assert!(app.contains("one:") && app.contains("two:"), "{app}");
}

#[test]
fn each_module_is_in_only_one_file() {
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
fn a_dynamically_imported_module_has_a_file_of_its_own() {
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
    // Only `late.js` imports `help.js`, so both modules are in one file.
    assert!(!files.contains_key("js/c/help.js"));
}

#[test]
fn a_module_that_several_dynamic_imports_need_is_fetched_once() {
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
fn modules_that_the_same_dynamic_imports_need_share_a_file() {
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
    // `one.js` imports `two.js`, so `two.js` comes first.
    assert!(
        both.find("two").is_some() && both.matches("const ").count() >= 2,
        "{both}"
    );
}

#[test]
fn exports_have_short_names_except_for_dynamic_imports() {
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
fn a_module_with_a_top_level_await_is_awaited() {
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
fn a_source_map_leads_to_the_source_modules() {
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
    // A standalone script has no source map, because it is short enough to read.
    assert!(!files.contains_key("sw.js.map"));
}

#[test]
fn text_that_looks_like_an_import_stays() {
    let template = "const text = `\nimport { a } from './a.js';\n// no comment\nexport const b = 1;`;\nshow(text);\n";
    let files = packed(&[("js/app.js", template)]);
    let app = text(&files, "js/app.js");
    assert!(app.contains("import { a } from './a.js';\n// no comment\nexport const b = 1;"));
}

#[test]
fn unsupported_code_is_refused_with_its_place() {
    let other = ("js/b.js", "export const b = 1;\nexport function c() {}\n");
    let cases = [
        ("\nimport b from './b.js';", "js/app.js:2: a default export"),
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
            "js/app.js:2: an imported name",
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
            "js/app.js:1: an import can have",
        ),
        (
            "import { d } from './b.js';",
            "js/app.js:1: js/b.js doesn't export d",
        ),
        (
            "import { b } from './gone.js';",
            "js/app.js:1: there is no file js/gone.js",
        ),
        (
            "import './b.js';\nimport('./b.js');",
            "js/app.js:2: js/b.js is already loaded",
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
fn an_import_cycle_is_refused() {
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
    assert_eq!(error, "js/b.js:1: imports itself, through js/a.js");
}

#[test]
fn a_standalone_script_must_not_import() {
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
            ".b,\n.d :is(p, b) {\n  margin: 0 1px;\n\n  &::after {\n    content: \"  /* \\\" ' */  \";\n  }\n}\n",
        ),
        ("css/unused.css", ".c {}"),
        ("icon.svg", "<svg/>"),
    ]);
    let all = text(&files, "css/all.css");
    assert_eq!(
        all,
        ".b,.d :is(p,b){margin: 0 1px;&::after{content: \"  /* \\\" ' */  \"}}.a{color: red}"
    );
    assert!(files.contains_key("icon.svg") && !files.contains_key("css/unused.css"));
    let error = refused(&[("css/all.css", "\n@import url(x.css);\n")]);
    assert!(
        error.starts_with("css/all.css:2: a path must begin"),
        "{error}"
    );
}
