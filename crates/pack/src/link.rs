//! Writes several modules into one file, and shortens it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use oxc::allocator::Allocator;
use oxc::codegen::{Codegen, CodegenOptions};
use oxc::minifier::{MangleOptions, Minifier, MinifierOptions};
use oxc::parser::Parser;
use oxc::span::SourceType;

use crate::module::{self, Module, Passed};
use crate::split::{self, Modules};
use crate::{Files, PackError, Place, Plan, Reason, text};

/// The scripts that are served.
pub(crate) fn scripts(files: &Files, plan: &Plan<'_>) -> Result<Files, PackError> {
    let modules = split::reach(files, plan)?;
    let chunks = split::split(&modules, plan)?;
    let linker = Linker::new(&modules, &chunks);
    let mut scripts = Files::new();
    for (path, members) in &chunks {
        let whole = linker.file(path, members);
        scripts.insert(path.clone(), short(path, &whole)?.into_bytes());
    }
    for &path in plan.alone {
        let source = text(files, path, &Place::beginning_of(path))?;
        let module = module::read(path, source)?;
        if let Some(need) = module.needs.first() {
            let at = Place {
                path: path.to_owned(),
                line: need.line,
            };
            return Err(PackError {
                at,
                why: Reason::Missing(need.path.clone()),
            });
        }
        scripts.insert(path.to_owned(), short(path, source)?.into_bytes());
    }
    Ok(scripts)
}

struct Linker<'a> {
    modules: &'a Modules,
    /// The file that each module stands in.
    file_of: BTreeMap<&'a str, &'a str>,
    /// Modules that are needed in other files than their own.
    shared: BTreeSet<&'a str>,
    /// Modules that are imported at run time.
    later: BTreeSet<&'a str>,
}

impl<'a> Linker<'a> {
    fn new(modules: &'a Modules, chunks: &'a BTreeMap<String, Vec<String>>) -> Self {
        let members = |(file, members): (&'a String, &'a Vec<String>)| {
            members
                .iter()
                .map(move |path| (path.as_str(), file.as_str()))
        };
        let file_of: BTreeMap<&str, &str> = chunks.iter().flat_map(members).collect();
        let mut shared = BTreeSet::new();
        let mut later = BTreeSet::new();
        for (path, module) in modules {
            let others = module.needs.iter().map(|need| need.path.as_str());
            shared.extend(others.filter(|other| file_of[other] != file_of[path.as_str()]));
            later.extend(module.later.iter().map(|one| one.path.as_str()));
        }
        Self {
            modules,
            file_of,
            shared,
            later,
        }
    }

    /// The text of a file with its modules.
    fn file(&self, file: &str, members: &[String]) -> String {
        let mut whole = String::new();
        for (from, names) in self.imports(file, members) {
            line(
                &mut whole,
                &format!("import {{ {} }} from '/{from}';", names.join(", ")),
            );
        }
        for path in members {
            whole.push_str(&wrapped(&self.modules[path]));
        }
        let shared: Vec<String> = members
            .iter()
            .filter(|path| self.shared.contains(path.as_str()))
            .map(|path| constant(path))
            .collect();
        line(&mut whole, &format!("export {{ {} }};", shared.join(", ")));
        if self.later.contains(file) {
            let names: Vec<&str> = self.modules[file]
                .exports
                .iter()
                .map(|one| one.outside.as_str())
                .collect();
            line(
                &mut whole,
                &format!(
                    "export const {{ {} }} = {};",
                    names.join(", "),
                    constant(file)
                ),
            );
        }
        whole
    }

    /// What a file needs of the others: the constants of modules by file.
    fn imports(&self, file: &str, members: &[String]) -> BTreeMap<&'a str, Vec<String>> {
        let mut imports: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for need in members.iter().flat_map(|path| &self.modules[path].needs) {
            let from = self.file_of[need.path.as_str()];
            if from != file {
                imports.entry(from).or_default().insert(&need.path);
            }
        }
        let named = |(from, paths): (&'a str, BTreeSet<&str>)| {
            (from, paths.into_iter().map(constant).collect())
        };
        imports.into_iter().map(named).collect()
    }
}

/// A module as a constant: an object with what it exports.
fn wrapped(module: &Module) -> String {
    let (wait, open) = if module.waits {
        ("await ", "async () =>")
    } else {
        ("", "() =>")
    };
    let mut text = String::new();
    line(
        &mut text,
        &format!("const {} = {wait}({open} {{", constant(&module.path)),
    );
    for need in &module.needs {
        if !need.names.is_empty() {
            let from = constant(&need.path);
            line(
                &mut text,
                &format!("const {} = {from};", object(&need.names)),
            );
        }
    }
    line(&mut text, &body(module));
    line(&mut text, &format!("return {};", object(&module.exports)));
    line(&mut text, "})();");
    text
}

/// `{ outside: here, … }`, which gives names outside and takes them in.
fn object(names: &[Passed]) -> String {
    let pairs: Vec<String> = names
        .iter()
        .map(|Passed { outside, here }| format!("{outside}: {here}"))
        .collect();
    format!("{{ {} }}", pairs.join(", "))
}

/// The source without its imports and exports, and with what comes later under its address.
fn body(module: &Module) -> String {
    let cuts = module.cuts.iter().map(|&span| (span, String::new()));
    let later = module
        .later
        .iter()
        .map(|later| (later.span, format!("'/{}'", later.path)));
    let mut changes: Vec<((usize, usize), String)> = cuts.chain(later).collect();
    changes.sort_unstable();
    let mut text = String::new();
    let mut done = 0;
    for ((from, to), with) in changes {
        text.push_str(&module.source[done..from]);
        text.push_str(&with);
        done = to;
    }
    text.push_str(&module.source[done..]);
    text
}

/// The constant that stands for a module: `$views$lobby`. It is made from the path, and not a
/// number, since a page that is open while the server becomes another one may meet newer files.
fn constant(path: &str) -> String {
    let path = path.strip_prefix("js/").unwrap_or(path);
    let path = path.strip_suffix(".js").unwrap_or(path);
    format!("${}", path.replace('/', "$"))
}

fn line(text: &mut String, line: &str) {
    // Writing into a String can't fail.
    let _ = writeln!(text, "{line}");
}

/// Without comments and spaces, and with short names for what nobody outside names.
fn short(path: &str, source: &str) -> Result<String, PackError> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::mjs()).parse();
    if let Some(trouble) = parsed.diagnostics.iter().next() {
        return Err(PackError {
            at: Place::beginning_of(path),
            why: Reason::Syntax(trouble.message.to_string()),
        });
    }
    let mut program = parsed.program;
    // The program stays as it is written: what rewriting it would save is not worth a fault.
    let options = MinifierOptions {
        mangle: Some(MangleOptions::default()),
        mangle_properties: None,
        compress: None,
    };
    let renamed = Minifier::new(options).minify(&allocator, &mut program);
    let printed = Codegen::new()
        .with_options(CodegenOptions::minify())
        .with_scoping(renamed.scoping)
        .with_private_member_mappings(renamed.class_private_mappings)
        .build(&program);
    Ok(printed.code)
}
