//! The one door through which a client's messages come in.

use serde::Deserialize;
use serde_json::error::Category;

use crate::client::{About, ClientMessage};
use crate::error::ErrorCode;
use crate::field::{Field as _, Fields};
use crate::id::TableId;

/// How deep arrays and objects may lie in each other. No message needs more than the object that
/// it is; the rest is room for fields to come.
pub const NESTING_MAX: usize = 8;

/// Bytes of what is quoted from a frame in an error's text.
const QUOTE_BYTES_MAX: usize = 160;

/// A frame that isn't a message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseError {
    /// It isn't JSON, isn't an object with a `type`, or is nested too deeply. Who sends this
    /// speaks another protocol: the connection is closed.
    #[error("not a message: {reason}")]
    Malformed {
        /// What was wrong.
        reason: String,
    },
    /// Its `type` is none that the protocol knows. The connection goes on.
    #[error("there is no message of type \"{name}\"")]
    UnknownType {
        /// The type, with what can't be printed escaped, and then shortened if it is long: what
        /// is sent back is never much longer than a line.
        name: String,
        /// The table that it names.
        table: Option<TableId>,
    },
    /// A field is missing or holds what it can't hold. The connection goes on.
    #[error("{reason}")]
    WrongFields {
        /// The message's type.
        about: About,
        /// The table that it names.
        table: Option<TableId>,
        /// What was wrong.
        reason: String,
    },
}

impl ParseError {
    /// The code with which it is answered.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Malformed { .. } => ErrorCode::Malformed,
            Self::UnknownType { .. } => ErrorCode::UnknownType,
            Self::WrongFields { .. } => ErrorCode::WrongFields,
        }
    }

    /// The type of the message, if it was one of the protocol's.
    #[must_use]
    pub const fn about(&self) -> Option<About> {
        match self {
            Self::WrongFields { about, .. } => Some(*about),
            Self::Malformed { .. } | Self::UnknownType { .. } => None,
        }
    }

    /// The table that the message names, if it names one.
    #[must_use]
    pub const fn table(&self) -> Option<TableId> {
        match self {
            Self::WrongFields { table, .. } | Self::UnknownType { table, .. } => *table,
            Self::Malformed { .. } => None,
        }
    }

    /// Whether the connection is closed for it.
    #[must_use]
    pub const fn is_fatal(&self) -> bool {
        matches!(self, Self::Malformed { .. })
    }
}

impl ClientMessage {
    /// Reads a text frame.
    ///
    /// Takes time and memory in proportion to the frame's length, and a stack that doesn't grow
    /// with it; how long a frame may be is for the caller to bound.
    ///
    /// # Errors
    ///
    /// [`ParseError`] tells apart what isn't a message, a type that doesn't exist, and a message
    /// with wrong fields.
    pub fn parse(frame: &str) -> Result<Self, ParseError> {
        let malformed = |reason| ParseError::Malformed { reason };
        let fields: Fields<'_> = object(frame).map_err(malformed)?;
        let table = || TableId::read(&fields, "table").ok();
        let about = About::read(&fields, "type").map_err(|error| {
            String::read(&fields, "type").map_or_else(
                |_| malformed(error.to_string()),
                |name| ParseError::UnknownType {
                    name: quote(&name.escape_debug().to_string()),
                    table: table(),
                },
            )
        })?;
        Self::read(about, &fields).map_err(|error| ParseError::WrongFields {
            about,
            table: table(),
            reason: error.to_string(),
        })
    }

    /// The message as a text frame.
    #[must_use]
    pub fn encode(&self) -> String {
        crate::encode(self)
    }
}

/// Reads a JSON object.
///
/// # Errors
///
/// What is wrong with the text, if it isn't one or is nested too deeply.
pub(crate) fn object<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, String> {
    if is_too_deep(text) {
        return Err(format!("nested more than {NESTING_MAX} deep"));
    }
    serde_json::from_str(text).map_err(|error| match error.classify() {
        Category::Data => "it must be an object".to_owned(),
        Category::Eof => "it ends too early".to_owned(),
        Category::Syntax | Category::Io => format!(
            "it is not JSON from line {}, column {} on",
            error.line(),
            error.column()
        ),
    })
}

/// Whether the frame's arrays and objects lie too deep in each other.
fn is_too_deep(frame: &str) -> bool {
    // Most frames have too few brackets for it, which is soon found.
    let brackets = frame.bytes().filter(|byte| matches!(byte, b'[' | b'{'));
    brackets.count() > NESTING_MAX && nesting(frame) > NESTING_MAX
}

/// How deep the frame's arrays and objects lie in each other, at the deepest place.
fn nesting(frame: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let (mut in_string, mut escaped) = (false, false);
    for byte in frame.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// At most so much of a text as belongs into an error.
fn quote(text: &str) -> String {
    if text.len() <= QUOTE_BYTES_MAX {
        return text.to_owned();
    }
    format!("{}…", &text[..text.floor_char_boundary(QUOTE_BYTES_MAX)])
}
