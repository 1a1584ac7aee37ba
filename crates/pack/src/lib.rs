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
use std::fmt;

pub use module::Unknown;

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
}

/// Why a file can't be packed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {why}")]
pub struct PackError {
    /// Where it stands.
    pub at: Place,
    /// What is wrong there.
    pub why: Reason,
}

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Path of the file.
    pub path: String,
    /// Its line, from 1.
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path, self.line)
    }
}

/// What is wrong with a file.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// Not a program.
    #[error("{0}")]
    Syntax(String),
    /// A part of the language that packing doesn't know.
    #[error("{0}; write it another way")]
    Unknown(Unknown),
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
}

/// Packs a client.
///
/// What is neither a script nor a style sheet stays as it is; of those, only what the plan leads to
/// is there in the end.
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

/// The text of a file.
fn text<'a>(files: &'a Files, path: &str, needed_at: &Place) -> Result<&'a str, PackError> {
    let content = files.get(path).ok_or_else(|| PackError {
        at: needed_at.clone(),
        why: Reason::Missing(path.to_owned()),
    })?;
    std::str::from_utf8(content).map_err(|_| PackError {
        at: Place::beginning_of(path),
        why: Reason::NotText,
    })
}

impl Place {
    /// The first line of a file.
    fn beginning_of(path: &str) -> Self {
        Self {
            path: path.to_owned(),
            line: 1,
        }
    }

    /// Where the byte with a number stands.
    fn in_text(path: &str, text: &str, byte: usize) -> Self {
        let before = text.get(..byte).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        Self {
            path: path.to_owned(),
            line,
        }
    }
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
