//! Reads one module: what it needs, what it exports, and the rest of it.

use oxc::allocator::Allocator;
use oxc::ast::AstKind;
use oxc::parser::Parser;
use oxc::semantic::{Semantic, SemanticBuilder};
use oxc::span::{SourceType, Span};
use oxc::syntax::module_record::{
    ExportEntry, ExportExportName, ExportImportName, ImportImportName, ModuleRecord,
};

use crate::{PackError, Reason, resolve};

/// Names that are given from one place to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Passed {
    /// As the module that exports calls it.
    pub(crate) outside: String,
    /// As the module that has it calls it.
    pub(crate) here: String,
}

/// What a module needs of another.
#[derive(Debug)]
pub(crate) struct Need {
    pub(crate) path: String,
    pub(crate) names: Vec<Passed>,
    pub(crate) line: usize,
}

/// `import('./x.js')` in the rest of a module.
#[derive(Debug)]
pub(crate) struct Later {
    pub(crate) path: String,
    /// Where the path stands, with its quotes.
    pub(crate) span: (usize, usize),
    pub(crate) line: usize,
}

/// One module, taken apart.
#[derive(Debug)]
pub(crate) struct Module {
    pub(crate) path: String,
    pub(crate) source: String,
    /// What must have run before it.
    pub(crate) needs: Vec<Need>,
    /// What it fetches when it is wanted.
    pub(crate) later: Vec<Later>,
    pub(crate) exports: Vec<Passed>,
    /// Parts of the source that go, since a module that is a constant does without them.
    pub(crate) cuts: Vec<(usize, usize)>,
    /// Whether it waits for something while it runs.
    pub(crate) waits: bool,
}

/// Takes a module apart.
pub(crate) fn read(path: &str, source: &str) -> Result<Module, PackError> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::mjs()).parse();
    let checked = SemanticBuilder::new()
        .with_check_syntax_error(true)
        .with_build_nodes(true)
        .build(&parsed.program);
    if let Some(trouble) = parsed.diagnostics.iter().chain(&checked.diagnostics).next() {
        let byte = trouble
            .labels
            .first()
            .map_or(0, oxc::diagnostics::LabeledSpan::offset);
        let why = Reason::Syntax(trouble.message.to_string());
        return Err(PackError::new(path, line_of(source, byte as usize), why));
    }
    let mut module = Module {
        path: path.to_owned(),
        source: source.to_owned(),
        needs: Vec::new(),
        later: Vec::new(),
        exports: Vec::new(),
        cuts: Vec::new(),
        waits: waits(&checked.semantic),
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "_/".contains(c);
    if !path.trim_end_matches(".js").chars().all(plain) {
        return Err(module.wrong(Span::default(), Reason::Path));
    }
    module.take_imports(&parsed.module_record)?;
    module.take_exports(&parsed.module_record)?;
    module.take_later(&parsed.module_record)?;
    Ok(module)
}

/// Whether a module waits outside all functions.
fn waits(module: &Semantic<'_>) -> bool {
    let nodes = module.nodes();
    nodes.iter().any(|node| {
        let waits = match node.kind() {
            AstKind::AwaitExpression(_) => true,
            AstKind::ForOfStatement(each) => each.r#await,
            _ => false,
        };
        waits
            && !nodes
                .ancestor_kinds(node.id())
                .any(AstKind::is_function_like)
    })
}

impl Module {
    /// Takes in which modules are needed, in the order of the text, and which names of them.
    fn take_imports(&mut self, record: &ModuleRecord<'_>) -> Result<(), PackError> {
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
                .ok_or_else(|| self.wrong(request.statement_span, Reason::PathFromElsewhere))?;
            let line = self.line(request.statement_span);
            self.cut(request.statement_span);
            if self.needs.iter().all(|need| need.path != path) {
                let names = Vec::new();
                self.needs.push(Need { path, names, line });
            }
        }
        for entry in &record.import_entries {
            let ImportImportName::Name(name) = &entry.import_name else {
                return Err(self.wrong(entry.statement_span, Reason::ImportOfWhole));
            };
            let passed = Passed {
                outside: name.name.to_string(),
                here: entry.local_name.name.to_string(),
            };
            self.need(entry.module_request.name.as_str(), passed);
        }
        Ok(())
    }

    /// Takes in what is exported: what the module has itself, and what it passes on.
    fn take_exports(&mut self, record: &ModuleRecord<'_>) -> Result<(), PackError> {
        if let Some(whole) = record.star_export_entries.first() {
            return Err(self.wrong(whole.statement_span, Reason::ExportOfWhole));
        }
        for entry in &record.local_export_entries {
            let outside = self.outside(entry)?;
            let Some(here) = entry.local_name.name() else {
                return Err(self.wrong(entry.statement_span, Reason::ExportOfWhole));
            };
            let here = here.to_string();
            self.exports.push(Passed { outside, here });
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
                return Err(self.wrong(entry.statement_span, Reason::ExportOfWhole));
            };
            if self.source[entry.statement_span.start as usize..].starts_with("import") {
                return Err(self.wrong(entry.span, Reason::ExportOfImport));
            }
            // What is passed on has a name of its own here, which nothing else can have.
            let outside = self.outside(entry)?;
            let here = format!("$passed_{outside}");
            let passed = Passed {
                outside: name.name.to_string(),
                here: here.clone(),
            };
            self.need(from.name.as_str(), passed);
            self.exports.push(Passed { outside, here });
        }
        Ok(())
    }

    /// Takes in what is imported while the module runs.
    fn take_later(&mut self, record: &ModuleRecord<'_>) -> Result<(), PackError> {
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
            let path = path.ok_or_else(|| self.wrong(import.span, Reason::ImportOfComputed))?;
            if self.source[to..import.span.end as usize].trim_matches([',', ' ', '\n']) != ")" {
                return Err(self.wrong(import.span, Reason::ImportAttribute));
            }
            let path = resolve(&self.path, path)
                .ok_or_else(|| self.wrong(import.span, Reason::PathFromElsewhere))?;
            let line = self.line(import.span);
            let span = (from, to);
            self.later.push(Later { path, span, line });
        }
        Ok(())
    }

    /// The name of an export.
    fn outside(&self, entry: &ExportEntry<'_>) -> Result<String, PackError> {
        match &entry.export_name {
            ExportExportName::Name(name) => Ok(name.name.to_string()),
            _ => Err(self.wrong(entry.statement_span, Reason::ExportOfWhole)),
        }
    }

    /// Adds a name to what is needed of a module, which is known already.
    fn need(&mut self, from: &str, passed: Passed) {
        let path = resolve(&self.path, from);
        let mut needs = self.needs.iter_mut();
        if let Some(need) = needs.find(|need| Some(&need.path) == path.as_ref()) {
            need.names.push(passed);
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

/// The line, from 1, in which a byte stands.
fn line_of(text: &str, byte: usize) -> usize {
    text.get(..byte).unwrap_or(text).matches('\n').count() + 1
}
