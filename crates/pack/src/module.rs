//! Reads one module: what it needs, what it exports, and the rest of it.

use std::fmt;

use oxc::allocator::Allocator;
use oxc::ast::ast::{
    ArrowFunctionExpression, AwaitExpression, BindingPattern, Declaration, ExportSpecifier,
    Expression, ForOfStatement, Function, ImportDeclaration, ImportDeclarationSpecifier,
    ImportExpression, ImportMeta, Statement, VariableDeclarationKind,
};
use oxc::ast_visit::{Visit, walk};
use oxc::parser::Parser;
use oxc::semantic::SemanticBuilder;
use oxc::span::{GetSpan as _, SourceType, Span};
use oxc::syntax::scope::ScopeFlags;

use crate::{PackError, Place, Reason, resolve};

/// A part of the language that packing doesn't know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// `import x from` or `import * as x from`.
    ImportOfWhole,
    /// `export default` or `export * from`.
    ExportOfWhole,
    /// `export let`, `export var` or `export const { a, b } =`.
    ExportOfVariable,
    /// `import(x)` of anything but a path in quotes.
    ImportOfComputed,
    /// A path that begins with neither `./` nor `../`.
    PathFromElsewhere,
    /// `import.meta`.
    Meta,
    /// `import … with { … }` or `import defer`.
    ImportAttribute,
    /// A path with other characters than letters, digits and `_`.
    Path,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ImportOfWhole => "only names in braces can be imported",
            Self::ExportOfWhole => "only names can be exported",
            Self::ExportOfVariable => "only a function, a class or one constant can be exported",
            Self::ImportOfComputed => "import() takes nothing but a path in quotes",
            Self::PathFromElsewhere => "a path must begin with ./ or ../",
            Self::Meta => "import.meta isn't known",
            Self::ImportAttribute => "an import has nothing but names and a path",
            Self::Path => "a module's path is made of letters, digits and _",
        })
    }
}

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
    /// Where the path stands in the source, with its quotes.
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
        .build(&parsed.program);
    if let Some(trouble) = parsed.diagnostics.iter().chain(&checked.diagnostics).next() {
        let byte = trouble
            .labels
            .first()
            .map_or(0, oxc::diagnostics::LabeledSpan::offset);
        return Err(PackError {
            at: Place::in_text(path, source, byte as usize),
            why: Reason::Syntax(trouble.message.to_string()),
        });
    }
    let mut reader = Reader {
        module: Module {
            path: path.to_owned(),
            source: source.to_owned(),
            needs: Vec::new(),
            later: Vec::new(),
            exports: Vec::new(),
            cuts: Vec::new(),
            waits: false,
        },
        functions: 0,
        trouble: None,
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if !path
        .trim_end_matches(".js")
        .split('/')
        .all(|part| part.chars().all(plain))
    {
        return Err(reader.wrong(Span::default(), Unknown::Path));
    }
    for statement in &parsed.program.body {
        reader.statement(statement)?;
    }
    reader.visit_program(&parsed.program);
    match reader.trouble {
        Some(trouble) => Err(trouble),
        None => Ok(reader.module),
    }
}

struct Reader {
    module: Module,
    /// How many functions are around what is visited.
    functions: usize,
    trouble: Option<PackError>,
}

impl Reader {
    /// Takes in what a statement imports or exports.
    fn statement(&mut self, statement: &Statement<'_>) -> Result<(), PackError> {
        let whole = statement.span();
        match statement {
            Statement::ImportDeclaration(import) => {
                let names = self.imported(import)?;
                self.need(import.source.value.as_str(), names, whole)?;
                self.cut(whole.start, whole.end);
            }
            Statement::ExportFromDeclaration(export) => {
                if export.with_clause.is_some() {
                    return Err(self.wrong(whole, Unknown::ImportAttribute));
                }
                // What is passed on has a name of its own here, which nothing else can have.
                let mut names = Vec::new();
                for Passed { outside, here } in passed(&export.specifiers) {
                    let own = format!("$passed_{outside}");
                    names.push(Passed {
                        outside: here,
                        here: own.clone(),
                    });
                    self.module.exports.push(Passed { outside, here: own });
                }
                self.need(export.source.value.as_str(), names, whole)?;
                self.cut(whole.start, whole.end);
            }
            Statement::ExportNamedDeclaration(export) => {
                self.module.exports.extend(passed(&export.specifiers));
                self.cut(whole.start, whole.end);
            }
            Statement::ExportDeclaration(export) => {
                let name = declared(&export.declaration)
                    .ok_or_else(|| self.wrong(whole, Unknown::ExportOfVariable))?;
                self.module.exports.push(Passed {
                    outside: name.clone(),
                    here: name,
                });
                self.cut(whole.start, export.declaration.span().start);
            }
            Statement::ExportAllDeclaration(_) | Statement::ExportDefaultDeclaration(_) => {
                return Err(self.wrong(whole, Unknown::ExportOfWhole));
            }
            _ => {}
        }
        Ok(())
    }

    fn imported(&self, import: &ImportDeclaration<'_>) -> Result<Vec<Passed>, PackError> {
        if import.with_clause.is_some() || import.phase.is_some() {
            return Err(self.wrong(import.span, Unknown::ImportAttribute));
        }
        let specifiers = import.specifiers.iter().flatten();
        specifiers
            .map(|specifier| match specifier {
                ImportDeclarationSpecifier::ImportSpecifier(one) => Ok(Passed {
                    outside: one.imported.name().to_string(),
                    here: one.local.name.to_string(),
                }),
                _ => Err(self.wrong(import.span, Unknown::ImportOfWhole)),
            })
            .collect()
    }

    fn need(&mut self, to: &str, names: Vec<Passed>, span: Span) -> Result<(), PackError> {
        let path = resolve(&self.module.path, to)
            .ok_or_else(|| self.wrong(span, Unknown::PathFromElsewhere))?;
        let line = self.place(span).line;
        self.module.needs.push(Need { path, names, line });
        Ok(())
    }

    fn cut(&mut self, from: u32, to: u32) {
        self.module.cuts.push((from as usize, to as usize));
    }

    fn place(&self, span: Span) -> Place {
        Place::in_text(&self.module.path, &self.module.source, span.start as usize)
    }

    fn wrong(&self, span: Span, what: Unknown) -> PackError {
        PackError {
            at: self.place(span),
            why: Reason::Unknown(what),
        }
    }
}

/// `export { here as outside }`.
fn passed(specifiers: &[ExportSpecifier<'_>]) -> Vec<Passed> {
    specifiers
        .iter()
        .map(|one| Passed {
            outside: one.exported.name().to_string(),
            here: one.local.name().to_string(),
        })
        .collect()
}

/// The name of a declaration that never gets another value.
fn declared(declaration: &Declaration<'_>) -> Option<String> {
    let name = match declaration {
        Declaration::FunctionDeclaration(function) => &function.id.as_ref()?.name,
        Declaration::ClassDeclaration(class) => &class.id.as_ref()?.name,
        Declaration::VariableDeclaration(variables) => {
            if variables.kind != VariableDeclarationKind::Const {
                return None;
            }
            let [variable] = variables.declarations.as_slice() else {
                return None;
            };
            let BindingPattern::BindingIdentifier(id) = &variable.id else {
                return None;
            };
            &id.name
        }
        _ => return None,
    };
    Some(name.to_string())
}

/// Looks for what may stand anywhere in a module.
impl<'a> Visit<'a> for Reader {
    fn visit_function(&mut self, function: &Function<'a>, flags: ScopeFlags) {
        self.functions += 1;
        walk::walk_function(self, function, flags);
        self.functions -= 1;
    }

    fn visit_arrow_function_expression(&mut self, function: &ArrowFunctionExpression<'a>) {
        self.functions += 1;
        walk::walk_arrow_function_expression(self, function);
        self.functions -= 1;
    }

    fn visit_await_expression(&mut self, expression: &AwaitExpression<'a>) {
        self.module.waits |= self.functions == 0;
        walk::walk_await_expression(self, expression);
    }

    fn visit_for_of_statement(&mut self, statement: &ForOfStatement<'a>) {
        self.module.waits |= statement.r#await && self.functions == 0;
        walk::walk_for_of_statement(self, statement);
    }

    fn visit_import_expression(&mut self, import: &ImportExpression<'a>) {
        if let Err(trouble) = self.import_later(import) {
            self.trouble.get_or_insert(trouble);
        }
    }

    fn visit_import_meta(&mut self, meta: &ImportMeta) {
        let trouble = self.wrong(meta.span, Unknown::Meta);
        self.trouble.get_or_insert(trouble);
    }
}

impl Reader {
    fn import_later(&mut self, import: &ImportExpression<'_>) -> Result<(), PackError> {
        if import.options.is_some() || import.phase.is_some() {
            return Err(self.wrong(import.span, Unknown::ImportAttribute));
        }
        let Expression::StringLiteral(to) = &import.source else {
            return Err(self.wrong(import.span, Unknown::ImportOfComputed));
        };
        let path = resolve(&self.module.path, to.value.as_str())
            .ok_or_else(|| self.wrong(import.span, Unknown::PathFromElsewhere))?;
        let line = self.place(import.span).line;
        let span = (to.span.start as usize, to.span.end as usize);
        self.module.later.push(Later { path, span, line });
        Ok(())
    }
}
