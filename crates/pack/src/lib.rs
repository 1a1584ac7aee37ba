//! A small bundler: combines the many files of the browser client into a few small files, so that a
//! visitor's browser requests a handful of files instead of a hundred.
//!
//! The packed files behave like the source files. The bundler supports only the part of JavaScript modules
//! that the client uses: exports are named constants, functions and classes, and there are no import
//! cycles. Everything else is refused with a message that names the problem. Under these conditions it
//! makes no difference which file contains a module, so each module can become a constant in a larger
//! file.

mod css;
mod link;
mod module;
mod split;

use std::collections::BTreeMap;

/// Files by path, without a leading slash: `js/dom.js`.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The files that the pages of a client request.
#[derive(Debug, Clone, Copy)]
pub struct Plan<'a> {
    /// The modules that the page runs, in order. Each of them becomes one file, together with the modules
    /// that it imports, except those that an earlier file contains.
    pub at_once: &'a [&'a str],
    /// Scripts that have no imports.
    pub alone: &'a [&'a str],
    /// The style sheets that the pages request. Each of them becomes one file, together with the sheets
    /// that it imports.
    pub styles: &'a [&'a str],
    /// Whether each file of modules gets a source map to the source modules.
    pub source_maps: bool,
}

/// The error for a file that can't be packed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}:{line}: {why}")]
pub struct PackError {
    /// The path of the file.
    pub path: String,
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong in this line.
    pub why: Reason,
}

/// What is wrong with a file.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The file isn't valid JavaScript.
    #[error("{0}")]
    Syntax(String),
    /// A file is imported but doesn't exist.
    #[error("there is no file {0}")]
    Missing(String),
    /// A module imports a name that the other module doesn't export.
    #[error("{from} doesn't export {name}")]
    NoExport {
        /// The path of the other module.
        from: String,
        /// The imported name.
        name: String,
    },
    /// The module imports itself through other modules.
    #[error("imports itself, through {0}")]
    ImportCycle(String),
    /// A module is imported with `import()`, although a file that is loaded earlier contains it.
    #[error("{0} is already loaded with the page; use an import statement")]
    AlreadyLoaded(String),
    /// The file isn't UTF-8 text.
    #[error("the file isn't UTF-8")]
    NotUtf8,
    /// The module contains `import x from`.
    #[error("a default export can't be imported")]
    ImportOfDefault,
    /// The module contains `export default` or `export * from`.
    #[error("only names can be exported")]
    ExportWithoutNames,
    /// The module contains `export let` or `export var`.
    #[error("only functions, classes and constants can be exported")]
    ExportOfVariable,
    /// The module contains `import { a } from './b.js'` and then `export { a }`.
    #[error("an imported name can only be exported with export {{ … }} from")]
    ExportOfImport,
    /// The module contains `import(x)`, and `x` isn't a quoted path.
    #[error("import() takes only a path in quotes")]
    ComputedImport,
    /// An imported path doesn't begin with `./` or `../`.
    #[error("a path must begin with ./ or ../")]
    PathNotRelative,
    /// The module contains `import.meta`.
    #[error("import.meta isn't supported")]
    Meta,
    /// The module contains `import … with { … }`.
    #[error("an import can have only names and a path")]
    ImportAttribute,
    /// The path of the module, without its ending `.js`, contains characters other than letters, digits, `_`
    /// and `/`.
    #[error("a module's path can have only letters, digits and _")]
    Path,
}

impl PackError {
    fn new(path: &str, line: usize, why: Reason) -> Self {
        let path = path.to_owned();
        Self { path, line, why }
    }
}

/// Packs the files of a client.
///
/// The result contains the scripts and style sheets that the plan needs, and all files of other kinds
/// unchanged. Scripts use relative paths, so the files can be served from any folder.
pub fn pack(files: Files, plan: &Plan<'_>) -> Result<Files, PackError> {
    let mut packed = link::scripts(&files, plan)?;
    for &styles in plan.styles {
        let sheet = css::styles(&files, styles)?;
        packed.insert(styles.to_owned(), sheet.into_bytes());
    }
    let others = |(path, _): &(String, Vec<u8>)| {
        let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
        extension != "js" && extension != "css"
    };
    packed.extend(files.into_iter().filter(others));
    Ok(packed)
}

/// The text of a file. `by` is the path and the line of the import, for the error if the file doesn't
/// exist.
fn text<'a>(files: &'a Files, path: &str, by: (&str, usize)) -> Result<&'a str, PackError> {
    let missing = || PackError::new(by.0, by.1, Reason::Missing(path.to_owned()));
    let content = files.get(path).ok_or_else(missing)?;
    std::str::from_utf8(content).map_err(|_| PackError::new(path, 1, Reason::NotUtf8))
}

/// The path of the file that the address `to` means in the file at `path`. The address is relative, such as
/// `./x.js` or `../x.js`; `None` for any other address.
fn resolve(path: &str, to: &str) -> Option<String> {
    if !to.starts_with("./") && !to.starts_with("../") {
        return None;
    }
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in to.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
