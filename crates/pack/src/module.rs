//! Reads one module: its imports, its exports, and the rest of its source.

use oxc::allocator::Allocator;
use oxc::ast::AstKind;
use oxc::parser::Parser;
use oxc::semantic::{Semantic, SemanticBuilder};
use oxc::span::{SourceType, Span};
use oxc::syntax::module_record::{
    ExportEntry, ExportExportName, ExportImportName, ImportImportName, ModuleRecord,
};

use crate::{PackError, Reason, resolve};

/// A name that one module exports, and another module imports or exports again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SharedName {
    /// The exported name.
    pub(crate) exported: String,
    /// The name inside the module that exports, imports or passes it on.
    pub(crate) local: String,
}

/// The import of another module.
#[derive(Debug)]
pub(crate) struct Import {
    pub(crate) path: String,
    pub(crate) names: Vec<SharedName>,
    /// The local names of objects with all exports: `import * as name`.
    pub(crate) wholes: Vec<String>,
    pub(crate) line: usize,
}

/// A dynamic import: `import('./x.js')`.
#[derive(Debug)]
pub(crate) struct DynamicImport {
    pub(crate) path: String,
    /// The start and the end of the path in the source, including its quotes.
    pub(crate) span: (usize, usize),
    pub(crate) line: usize,
}

/// A module, with its imports and exports.
#[derive(Debug)]
pub(crate) struct Module {
    pub(crate) path: String,
    pub(crate) source: String,
    /// The imports of this module. The imported modules must run before this module.
    pub(crate) imports: Vec<Import>,
    /// The dynamic imports of this module: `import()`.
    pub(crate) dynamic_imports: Vec<DynamicImport>,
    pub(crate) exports: Vec<SharedName>,
    /// The parts of the source that are removed: import and export statements. The constant of the packed
    /// module doesn't need them.
    pub(crate) cuts: Vec<(usize, usize)>,
    /// Whether the module has a top-level `await`.
    pub(crate) has_top_level_await: bool,
}

/// Parses a module.
pub(crate) fn read(path: &str, source: &str) -> Result<Module, PackError> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::mjs()).parse();
    let checked = SemanticBuilder::new()
        .with_check_syntax_error(true)
        .with_build_nodes(true)
        .build(&parsed.program);
    if let Some(diagnostic) = parsed.diagnostics.iter().chain(&checked.diagnostics).next() {
        let byte = diagnostic
            .labels
            .first()
            .map_or(0, oxc::diagnostics::LabeledSpan::offset);
        let why = Reason::Syntax(diagnostic.message.to_string());
        return Err(PackError::new(path, line_of(source, byte as usize), why));
    }
    let mut module = Module {
        path: path.to_owned(),
        source: source.to_owned(),
        imports: Vec::new(),
        dynamic_imports: Vec::new(),
        exports: Vec::new(),
        cuts: Vec::new(),
        has_top_level_await: has_top_level_await(&checked.semantic),
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "_/".contains(c);
    if !path.trim_end_matches(".js").chars().all(plain) {
        return Err(module.wrong(Span::default(), Reason::Path));
    }
    module.read_imports(&parsed.module_record)?;
    module.read_exports(&parsed.module_record)?;
    module.read_dynamic_imports(&parsed.module_record)?;
    Ok(module)
}

/// Whether the module has an `await` outside all functions.
fn has_top_level_await(module: &Semantic<'_>) -> bool {
    let nodes = module.nodes();
    nodes.iter().any(|node| {
        let is_await = match node.kind() {
            AstKind::AwaitExpression(_) => true,
            AstKind::ForOfStatement(each) => each.r#await,
            _ => false,
        };
        is_await
            && !nodes
                .ancestor_kinds(node.id())
                .any(AstKind::is_function_like)
    })
}

impl Module {
    /// Reads the module's imports, in the order of the source.
    fn read_imports(&mut self, record: &ModuleRecord<'_>) -> Result<(), PackError> {
        let mut requests: Vec<_> = record
            .requested_modules
            .iter()
            .flat_map(|(to, requests)| requests.iter().map(move |request| (to, request)))
            .collect();
        requests.sort_by_key(|(_, request)| request.span.start);
        for (to, request) in requests {
            let behind =
                &self.source[request.span.end as usize..request.statement_span.end as usize];
            if !behind.trim_matches(';').is_empty() {
                return Err(self.wrong(request.statement_span, Reason::ImportAttribute));
            }
            let path = resolve(&self.path, to.as_str())
                .ok_or_else(|| self.wrong(request.statement_span, Reason::PathNotRelative))?;
            let line = self.line(request.statement_span);
            self.cut(request.statement_span);
            if self.imports.iter().all(|import| import.path != path) {
                let (names, wholes) = (Vec::new(), Vec::new());
                self.imports.push(Import {
                    path,
                    names,
                    wholes,
                    line,
                });
            }
        }
        for entry in &record.import_entries {
            let from = entry.module_request.name.as_str();
            let local = entry.local_name.name.to_string();
            match &entry.import_name {
                ImportImportName::Name(name) => {
                    let exported = name.name.to_string();
                    let shared_name = SharedName { exported, local };
                    self.add_import(from, |import| import.names.push(shared_name));
                }
                ImportImportName::NamespaceObject => {
                    self.add_import(from, |import| import.wholes.push(local));
                }
                ImportImportName::Default(_) => {
                    return Err(self.wrong(entry.statement_span, Reason::ImportOfDefault));
                }
            }
        }
        Ok(())
    }

    /// Reads the module's own exports, and the names that it exports again from other modules.
    fn read_exports(&mut self, record: &ModuleRecord<'_>) -> Result<(), PackError> {
        if let Some(whole) = record.star_export_entries.first() {
            return Err(self.wrong(whole.statement_span, Reason::ExportWithoutNames));
        }
        for entry in &record.local_export_entries {
            let exported = self.exported(entry)?;
            let Some(local) = entry.local_name.name() else {
                return Err(self.wrong(entry.statement_span, Reason::ExportWithoutNames));
            };
            let local = local.to_string();
            self.exports.push(SharedName { exported, local });
            let start = entry.statement_span.start as usize;
            let declared = self.source[start..]
                .trim_start_matches("export")
                .trim_start();
            if declared.starts_with("let ") || declared.starts_with("var ") {
                return Err(self.wrong(entry.statement_span, Reason::ExportOfVariable));
            }
            if declared.starts_with('{') {
                self.cut(entry.statement_span);
            } else {
                let keyword = "export".len() as u32;
                self.cut(Span::sized(entry.statement_span.start, keyword));
            }
        }
        for entry in &record.indirect_export_entries {
            let (Some(from), ExportImportName::Name(name)) =
                (&entry.module_request, &entry.import_name)
            else {
                return Err(self.wrong(entry.statement_span, Reason::ExportWithoutNames));
            };
            if self.source[entry.statement_span.start as usize..].starts_with("import") {
                return Err(self.wrong(entry.span, Reason::ExportOfImport));
            }
            // A name that is exported again gets a local name that no variable of the module can have.
            let exported = self.exported(entry)?;
            let local = format!("$passed_{exported}");
            let shared_name = SharedName {
                exported: name.name.to_string(),
                local: local.clone(),
            };
            self.add_import(from.name.as_str(), |import| import.names.push(shared_name));
            self.exports.push(SharedName { exported, local });
        }
        Ok(())
    }

    /// Reads the module's dynamic imports.
    fn read_dynamic_imports(&mut self, record: &ModuleRecord<'_>) -> Result<(), PackError> {
        if let Some(&meta) = record.import_metas.first() {
            return Err(self.wrong(meta, Reason::Meta));
        }
        for import in &record.dynamic_imports {
            let path = import.module_request;
            let (from, to) = (path.start as usize, path.end as usize);
            let quoted = &self.source[from..to];
            let path = quoted
                .strip_prefix('\'')
                .and_then(|path| path.strip_suffix('\''));
            let path = path.ok_or_else(|| self.wrong(import.span, Reason::ComputedImport))?;
            if self.source[to..import.span.end as usize].trim_matches([',', ' ', '\n']) != ")" {
                return Err(self.wrong(import.span, Reason::ImportAttribute));
            }
            let path = resolve(&self.path, path)
                .ok_or_else(|| self.wrong(import.span, Reason::PathNotRelative))?;
            let line = self.line(import.span);
            let span = (from, to);
            self.dynamic_imports
                .push(DynamicImport { path, span, line });
        }
        Ok(())
    }

    /// The name under which an entry is exported.
    fn exported(&self, entry: &ExportEntry<'_>) -> Result<String, PackError> {
        match &entry.export_name {
            ExportExportName::Name(name) => Ok(name.name.to_string()),
            _ => Err(self.wrong(entry.statement_span, Reason::ExportWithoutNames)),
        }
    }

    /// Adds something to what this module imports from the module `from`. That module must be in `imports`
    /// already.
    fn add_import(&mut self, from: &str, add: impl FnOnce(&mut Import)) {
        let path = resolve(&self.path, from);
        let mut imports = self.imports.iter_mut();
        if let Some(import) = imports.find(|import| Some(&import.path) == path.as_ref()) {
            add(import);
        }
    }

    fn cut(&mut self, span: Span) {
        let cut = (span.start as usize, span.end as usize);
        if !self.cuts.contains(&cut) {
            self.cuts.push(cut);
        }
    }

    fn line(&self, span: Span) -> usize {
        line_of(&self.source, span.start as usize)
    }

    fn wrong(&self, span: Span, why: Reason) -> PackError {
        PackError::new(&self.path, self.line(span), why)
    }
}

/// The line, from 1, that contains a byte.
fn line_of(text: &str, byte: usize) -> usize {
    text.get(..byte).unwrap_or(text).matches('\n').count() + 1
}
