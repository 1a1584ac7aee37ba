//! Makes few small files of the many that the browser client is written in, so that a visitor waits
//! for a handful of answers and not for a hundred.
//!
//! What comes out does what the files as they are written do. It knows the part of JavaScript's
//! modules that the client uses, and refuses everything else by name: exports are named constants,
//! functions and classes, and modules don't need each other in a circle. So a module is the same
//! value wherever it stands, and can be a constant in a file of several.

mod css;
mod link;
mod module;
mod split;

use std::collections::BTreeMap;

/// Files by their path, without a leading slash: `js/dom.js`.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Which files the pages ask for by themselves.
#[derive(Debug, Clone, Copy)]
pub struct Plan<'a> {
    /// The modules that the page runs, in this order. Each becomes one file with all modules that
    /// it needs and that no earlier one has.
    pub at_once: &'a [&'a str],
    /// Scripts that stand by themselves, and need no module.
    pub alone: &'a [&'a str],
    /// The style sheets that are asked for: each becomes one file with all that it imports.
    pub styles: &'a [&'a str],
    /// Whether each file of modules gets a source map, which leads to the modules as they are written.
    pub source_maps: bool,
}

/// Why a file can't be packed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}:{line}: {why}")]
pub struct PackError {
    /// The file.
    pub path: String,
    /// Its line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub why: Reason,
}

/// What is wrong with a file.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// Not a program.
    #[error("{0}")]
    Syntax(String),
    /// Another file is needed that isn't there.
    #[error("there is no file {0}")]
    Missing(String),
    /// A module needs a name that the other one doesn't export.
    #[error("{from} exports no {name}")]
    NoExport {
        /// The other module.
        from: String,
        /// The name that is wanted.
        name: String,
    },
    /// A module needs itself by way of others.
    #[error("needs itself, by way of {0}")]
    Circle(String),
    /// A module is to come later that is there from the beginning.
    #[error("{0} is loaded at once anyway; import it at the top")]
    NotLater(String),
    /// The file is not UTF-8.
    #[error("isn't UTF-8")]
    NotText,
    /// `import x from` or `import * as x from`.
    #[error("only names in braces can be imported")]
    ImportOfWhole,
    /// `export default` or `export * from`.
    #[error("only names can be exported")]
    ExportOfWhole,
    /// `export let` or `export var`.
    #[error("only functions, classes and constants can be exported")]
    ExportOfVariable,
    /// `import { a } from './b.js'` and then `export { a }`.
    #[error("what is imported is exported by export {{ … }} from")]
    ExportOfImport,
    /// `import(x)` of anything but a path in quotes.
    #[error("import() takes nothing but a path in quotes")]
    ImportOfComputed,
    /// A path that begins with neither `./` nor `../`.
    #[error("a path must begin with ./ or ../")]
    PathFromElsewhere,
    /// `import.meta`.
    #[error("import.meta isn't known")]
    Meta,
    /// `import … with { … }`.
    #[error("an import has nothing but names and a path")]
    ImportAttribute,
    /// A path with other characters than letters, digits and `_`.
    #[error("a module's path is made of letters, digits and _")]
    Path,
}

impl PackError {
    fn new(path: &str, line: usize, why: Reason) -> Self {
        let path = path.to_owned();
        Self { path, line, why }
    }
}

/// Packs a client.
///
/// What is neither a script nor a style sheet stays as it is; of those, only what the plan leads to
/// is there in the end. Scripts name each other by relative paths, so all of them can be served from
/// any folder.
///
/// # Errors
/// When a file that is needed is missing or holds what packing doesn't know.
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

/// The text of a file that is needed in a line of another.
fn text<'a>(files: &'a Files, path: &str, by: (&str, usize)) -> Result<&'a str, PackError> {
    let missing = || PackError::new(by.0, by.1, Reason::Missing(path.to_owned()));
    let content = files.get(path).ok_or_else(missing)?;
    std::str::from_utf8(content).map_err(|_| PackError::new(path, 1, Reason::NotText))
}

/// The path that `./x.js` or `../x.js` means in a file; `None` for any other address.
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
