//! Combines several modules into one file, and minifies it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use oxc::allocator::Allocator;
use oxc::codegen::{Codegen, CodegenOptions};
use oxc::minifier::{MangleOptions, Minifier, MinifierOptions};
use oxc::parser::Parser;
use oxc::span::SourceType;
use oxc_sourcemap::{SourceMap, SourceMapBuilder};

use crate::module::{self, Module, SharedName};
use crate::split::{self, Modules};
use crate::{Files, PackError, Plan, Reason, text};

/// The scripts of the packed client, by path.
pub(crate) fn scripts(files: &Files, plan: &Plan<'_>) -> Result<Files, PackError> {
    let modules = split::read_modules(files, plan)?;
    let chunks = split::split(&modules, plan)?;
    let combiner = Combiner::new(&modules, &chunks);
    let mut scripts = Files::new();
    for (path, members) in &chunks {
        let whole = combiner.file(path, members);
        let (mut code, map) = minify(path, &whole, plan.source_maps)?;
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
        if let Some(import) = module.imports.first() {
            let why = Reason::Missing(import.path.clone());
            return Err(PackError::new(path, import.line, why));
        }
        let alone = CombinedFile {
            text: source.to_owned(),
            parts: Vec::new(),
        };
        let (code, _) = minify(path, &alone, false)?;
        scripts.insert(path.to_owned(), code.into_bytes());
    }
    Ok(scripts)
}

/// A file that combines several modules, before it is minified.
struct CombinedFile<'a> {
    text: String,
    /// Each module, with the number of its first line in the combined text, from 0.
    parts: Vec<(usize, &'a Module)>,
}

struct Combiner<'a> {
    modules: &'a Modules,
    /// The file that contains each module.
    file_of: BTreeMap<&'a str, &'a str>,
    /// The modules that are imported by modules of other files.
    shared: BTreeSet<&'a str>,
    /// The modules that are imported with `import()`.
    dynamically_imported: BTreeSet<&'a str>,
}

impl<'a> Combiner<'a> {
    fn new(modules: &'a Modules, chunks: &'a BTreeMap<String, Vec<String>>) -> Self {
        let members = |(file, members): (&'a String, &'a Vec<String>)| {
            members
                .iter()
                .map(move |path| (path.as_str(), file.as_str()))
        };
        let file_of: BTreeMap<&str, &str> = chunks.iter().flat_map(members).collect();
        let mut shared = BTreeSet::new();
        let mut dynamically_imported = BTreeSet::new();
        for (path, module) in modules {
            let others = module.imports.iter().map(|import| import.path.as_str());
            shared.extend(others.filter(|other| file_of[other] != file_of[path.as_str()]));
            dynamically_imported.extend(module.dynamic_imports.iter().map(|one| one.path.as_str()));
        }
        Self {
            modules,
            file_of,
            shared,
            dynamically_imported,
        }
    }

    /// Combines the modules `members` into the file with the path `file`.
    fn file(&self, file: &str, members: &[String]) -> CombinedFile<'a> {
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
            line(&mut text, &self.module_start(module));
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
        if self.dynamically_imported.contains(file) {
            let module = &self.modules[file];
            let by_name = |SharedName { exported, .. }: &SharedName| SharedName {
                exported: exported.clone(),
                local: exported.clone(),
            };
            let exports: Vec<SharedName> = module.exports.iter().map(by_name).collect();
            line(
                &mut text,
                &format!(
                    "export const {} = {};",
                    object(module, &exports),
                    constant(file)
                ),
            );
        }
        CombinedFile { text, parts }
    }

    /// The constants that a file must import from other files. The key is the path of the other file.
    fn imports(&self, file: &str, members: &[String]) -> BTreeMap<&'a str, Vec<String>> {
        let mut imports: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for import in members.iter().flat_map(|path| &self.modules[path].imports) {
            let from = self.file_of[import.path.as_str()];
            if from != file {
                imports.entry(from).or_default().insert(&import.path);
            }
        }
        let named = |(from, paths): (&'a str, BTreeSet<&str>)| {
            (from, paths.into_iter().map(constant).collect())
        };
        imports.into_iter().map(named).collect()
    }

    /// The beginning of the constant for a module. The constant's value is an object with the module's
    /// exports. The code also takes the imported names from the constants of other modules.
    fn module_start(&self, module: &Module) -> String {
        let (wait, open) = if module.has_top_level_await {
            ("await ", "async () =>")
        } else {
            ("", "() =>")
        };
        let mut text = format!("const {} = {wait}({open} {{", constant(&module.path));
        for import in &module.imports {
            let from = constant(&import.path);
            let other = &self.modules[&import.path];
            // Writing to a string can't fail.
            if !import.names.is_empty() {
                let names = object(other, &import.names);
                let _ = write!(text, " const {names} = {from};");
            }
            for whole in &import.wholes {
                let names = other.exports.iter().map(|one| one.exported.as_str());
                let pairs = names.map(|name| format!("{name}: {from}.{}", key(other, name)));
                let all = pairs.collect::<Vec<_>>().join(", ");
                let _ = write!(text, " const {whole} = {{ {all} }};");
            }
        }
        text
    }
}

/// An expression such as `{ key: local, … }`. It builds the object of a module's exports, or takes names
/// out of that object.
fn object(module: &Module, names: &[SharedName]) -> String {
    let pairs: Vec<String> = names
        .iter()
        .map(|SharedName { exported, local }| format!("{}: {local}", key(module, exported)))
        .collect();
    format!("{{ {} }}", pairs.join(", "))
}

/// A short name for an export. Only packed files use these names, and all files are packed together.
fn key(module: &Module, exported: &str) -> String {
    let mut exports = module.exports.iter();
    let mut number = exports
        .position(|one| one.exported == exported)
        .unwrap_or(0)
        + 1;
    let mut letters = String::new();
    while number > 0 {
        number -= 1;
        letters.push(char::from(b'a' + (number % 26) as u8));
        number /= 26;
    }
    letters
}

/// The source without its import and export statements, and with the new paths in `import()`. All other
/// code stays in its line.
fn body(module: &Module, file: &str) -> String {
    let blank = |text: &str| text.replace(|c| c != '\n', " ");
    let cuts = module
        .cuts
        .iter()
        .map(|&(from, to)| ((from, to), blank(&module.source[from..to])));
    let dynamic_imports = module
        .dynamic_imports
        .iter()
        .map(|import| (import.span, format!("'{}'", address(file, &import.path))));
    let mut changes: Vec<((usize, usize), String)> = cuts.chain(dynamic_imports).collect();
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

/// The relative address with which the file at `file` refers to the file at `to`, such as `../../js/app.js`.
/// The address doesn't depend on the folder from which the server serves the files.
fn address(file: &str, to: &str) -> String {
    format!("./{}{to}", "../".repeat(file.matches('/').count()))
}

/// The name of the constant for a module, such as `$views$lobby`.
fn constant(path: &str) -> String {
    let path = path.strip_prefix("js/").unwrap_or(path);
    let path = path.strip_suffix(".js").unwrap_or(path);
    format!("${}", path.replace('/', "$"))
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// Minifies a file: removes comments and spaces, and shortens local names. Also returns the source map,
/// if `mapped` is true.
fn minify(
    path: &str,
    combined: &CombinedFile,
    mapped: bool,
) -> Result<(String, Option<String>), PackError> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, &combined.text, SourceType::mjs()).parse();
    if let Some(diagnostic) = parsed.diagnostics.iter().next() {
        let why = Reason::Syntax(diagnostic.message.to_string());
        return Err(PackError::new(path, 1, why));
    }
    let mut program = parsed.program;
    // The compression is off: it rewrites code, and the small gain isn't worth the risk of errors.
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
    let map = printed.map.map(|map| source_map(combined, &map));
    Ok((printed.code, map))
}

/// Converts the source map of the minified file: replaces each position in the combined file by the
/// position in the source module.
fn source_map(combined: &CombinedFile, map: &SourceMap) -> String {
    let mut builder = SourceMapBuilder::default();
    for token in map.get_tokens() {
        let line = token.get_src_line() as usize;
        let Some(part) = combined.parts.iter().rfind(|(start, _)| *start <= line) else {
            continue;
        };
        let &(start, module) = part;
        let source = builder.add_source_and_content(&module.path, &module.source);
        let name = token.get_name_id().and_then(|name| map.get_name(name));
        let name = name.map(|name| builder.add_name(name));
        builder.add_token(
            token.get_dst_line(),
            token.get_dst_col(),
            (line - start) as u32,
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
