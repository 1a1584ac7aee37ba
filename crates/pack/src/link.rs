//! Writes several modules into one file, and shortens it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use oxc::allocator::Allocator;
use oxc::codegen::{Codegen, CodegenOptions};
use oxc::minifier::{MangleOptions, Minifier, MinifierOptions};
use oxc::parser::Parser;
use oxc::span::SourceType;
use oxc_sourcemap::{SourceMap, SourceMapBuilder};

use crate::module::{self, Module, Passed};
use crate::split::{self, Modules};
use crate::{Files, PackError, Plan, Reason, text};

/// The scripts that are served.
pub(crate) fn scripts(files: &Files, plan: &Plan<'_>) -> Result<Files, PackError> {
    let modules = split::reach(files, plan)?;
    let chunks = split::split(&modules, plan)?;
    let linker = Linker::new(&modules, &chunks);
    let mut scripts = Files::new();
    for (path, members) in &chunks {
        let whole = linker.file(path, members);
        let (mut code, map) = short(path, &whole, plan.source_maps)?;
        if let Some(map) = map {
            let name = format!("{path}.map");
            let file = name.rsplit('/').next().unwrap_or_default();
            line(&mut code, &format!("\n//# sourceMappingURL={file}"));
            scripts.insert(name, map.into_bytes());
        }
        scripts.insert(path.clone(), code.into_bytes());
    }
    for &path in plan.alone {
        let source = text(files, path, (path, 1))?;
        let module = module::read(path, source)?;
        if let Some(need) = module.needs.first() {
            let why = Reason::Missing(need.path.clone());
            return Err(PackError::new(path, need.line, why));
        }
        let alone = Linked {
            text: source.to_owned(),
            parts: Vec::new(),
        };
        let (code, _) = short(path, &alone, false)?;
        scripts.insert(path.to_owned(), code.into_bytes());
    }
    Ok(scripts)
}

/// A file before it is shortened.
struct Linked<'a> {
    text: String,
    /// The lines at which its modules begin, each with the first line of its own.
    parts: Vec<(usize, &'a Module)>,
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

    /// A file with its modules.
    fn file(&self, file: &str, members: &[String]) -> Linked<'a> {
        let mut text = String::new();
        let mut parts = Vec::new();
        for (from, names) in self.imports(file, members) {
            let from = address(file, from);
            line(
                &mut text,
                &format!("import {{ {} }} from '{from}';", names.join(", ")),
            );
        }
        for path in members {
            let module = &self.modules[path];
            line(&mut text, &self.opening(module));
            parts.push((text.matches('\n').count(), module));
            line(&mut text, &body(module, file));
            line(
                &mut text,
                &format!("return {}; }})();", object(module, &module.exports)),
            );
        }
        let shared: Vec<String> = members
            .iter()
            .filter(|path| self.shared.contains(path.as_str()))
            .map(|path| constant(path))
            .collect();
        line(&mut text, &format!("export {{ {} }};", shared.join(", ")));
        if self.later.contains(file) {
            let module = &self.modules[file];
            let by_name = |Passed { outside, .. }: &Passed| Passed {
                outside: outside.clone(),
                here: outside.clone(),
            };
            let exports: Vec<Passed> = module.exports.iter().map(by_name).collect();
            line(
                &mut text,
                &format!(
                    "export const {} = {};",
                    object(module, &exports),
                    constant(file)
                ),
            );
        }
        Linked { text, parts }
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

    /// How a module begins that is a constant: an object with what it exports.
    fn opening(&self, module: &Module) -> String {
        let (wait, open) = if module.waits {
            ("await ", "async () =>")
        } else {
            ("", "() =>")
        };
        let mut text = format!("const {} = {wait}({open} {{", constant(&module.path));
        for need in &module.needs {
            if !need.names.is_empty() {
                let names = object(&self.modules[&need.path], &need.names);
                let from = constant(&need.path);
                // Writing into a String can't fail.
                let _ = write!(text, " const {names} = {from};");
            }
        }
        text
    }
}

/// `{ key: here, … }`, which gives exports of a module to others and takes them in.
fn object(module: &Module, names: &[Passed]) -> String {
    let pairs: Vec<String> = names
        .iter()
        .map(|Passed { outside, here }| format!("{}: {here}", key(module, outside)))
        .collect();
    format!("{{ {} }}", pairs.join(", "))
}

/// A short name for an export: packed files alone use it, and all of them are made together.
fn key(module: &Module, outside: &str) -> String {
    let mut exports = module.exports.iter();
    let mut number = exports.position(|one| one.outside == outside).unwrap_or(0) + 1;
    let mut letters = String::new();
    while number > 0 {
        number -= 1;
        letters.push(char::from(b'a' + (number % 26) as u8));
        number /= 26;
    }
    letters
}

/// The source without its imports and exports, and with what comes later under its address. All
/// that stays is in the line where it was.
fn body(module: &Module, file: &str) -> String {
    let blank = |text: &str| text.replace(|c| c != '\n', " ");
    let cuts = module
        .cuts
        .iter()
        .map(|&(from, to)| ((from, to), blank(&module.source[from..to])));
    let later = module
        .later
        .iter()
        .map(|later| (later.span, format!("'{}'", address(file, &later.path))));
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

/// How one file names another: `../../js/app.js`. The folder that holds all of them may be anywhere.
fn address(file: &str, to: &str) -> String {
    format!("./{}{to}", "../".repeat(file.matches('/').count()))
}

/// The constant that stands for a module: `$views$lobby`.
fn constant(path: &str) -> String {
    let path = path.strip_prefix("js/").unwrap_or(path);
    let path = path.strip_suffix(".js").unwrap_or(path);
    format!("${}", path.replace('/', "$"))
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// Without comments and spaces, and with short names for what nobody outside names; and the source
/// map, if one is wanted.
fn short(path: &str, linked: &Linked, mapped: bool) -> Result<(String, Option<String>), PackError> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, &linked.text, SourceType::mjs()).parse();
    if let Some(trouble) = parsed.diagnostics.iter().next() {
        let why = Reason::Syntax(trouble.message.to_string());
        return Err(PackError::new(path, 1, why));
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
        .with_options(CodegenOptions {
            source_map_path: mapped.then(|| path.into()),
            ..CodegenOptions::minify()
        })
        .with_scoping(renamed.scoping)
        .with_private_member_mappings(renamed.class_private_mappings)
        .build(&program);
    let map = printed.map.map(|map| source_map(linked, &map));
    Ok((printed.code, map))
}

/// The map of a file that leads to its modules, of the one that leads to the file before it was
/// shortened.
fn source_map(linked: &Linked, map: &SourceMap) -> String {
    let mut builder = SourceMapBuilder::default();
    for token in map.get_tokens() {
        let line = token.get_src_line() as usize;
        let Some(part) = linked.parts.iter().rfind(|(begin, _)| *begin <= line) else {
            continue;
        };
        let &(begin, module) = part;
        let source = builder.add_source_and_content(&module.path, &module.source);
        let name = token.get_name_id().and_then(|name| map.get_name(name));
        let name = name.map(|name| builder.add_name(name));
        builder.add_token(
            token.get_dst_line(),
            token.get_dst_col(),
            (line - begin) as u32,
            token.get_src_col(),
            Some(source),
            name,
        );
    }
    let mut map = builder.into_sourcemap();
    let sources: Vec<String> = map.get_sources().map(|path| format!("/{path}")).collect();
    map.set_sources(sources);
    map.to_json_string()
}
