//! Parses a client's messages.

use serde::Deserialize;
use serde_json::error::Category;

use crate::client::{About, ClientMessage};
use crate::error::ErrorCode;
use crate::field::Field as _;
use crate::id::TableId;
use crate::reader::Fields;

/// How deep arrays and objects may be nested. Messages need one level; the rest is for future fields.
pub const NESTING_MAX: usize = 8;

/// The most bytes that an error's text quotes from a frame.
const QUOTE_BYTES_MAX: usize = 160;

/// Why a frame is not a message.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseError {
    /// The frame isn't JSON, isn't an object with a `type`, or is nested too deeply. The client speaks
    /// another protocol, so the connection is closed.
    #[error("not a message: {reason}")]
    Malformed {
        /// What is wrong with the frame.
        reason: String,
    },
    /// The protocol doesn't know the `type`. The connection stays open.
    #[error("there is no message of type \"{name}\"")]
    UnknownType {
        /// The type, with unprintable characters escaped, and shortened to about a line.
        name: String,
        /// The table that the message names.
        table: Option<TableId>,
    },
    /// A field is missing, or has a value that it can't have. The connection stays open.
    #[error("{reason}")]
    WrongFields {
        /// The message's type.
        about: About,
        /// The table that the message names.
        table: Option<TableId>,
        /// What is wrong with the field.
        reason: String,
    },
}

impl ParseError {
    /// The error code of the server's answer.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Malformed { .. } => ErrorCode::Malformed,
            Self::UnknownType { .. } => ErrorCode::UnknownType,
            Self::WrongFields { .. } => ErrorCode::WrongFields,
        }
    }

    /// The type of the message, if the protocol knows it.
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

    /// Whether the connection is closed because of the error.
    #[must_use]
    pub const fn is_fatal(&self) -> bool {
        matches!(self, Self::Malformed { .. })
    }
}

impl ClientMessage {
    /// Reads a text frame.
    ///
    /// Time and memory grow in proportion to the frame's length, and the stack doesn't grow. The caller
    /// must bound the frame's length.
    ///
    /// # Errors
    ///
    /// [`ParseError`] says whether the frame is not a message, has an unknown type, or has a wrong field.
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

    /// Encodes the message as a text frame.
    #[must_use]
    pub fn encode(&self) -> String {
        crate::encode(self)
    }
}

/// Parses a JSON object.
///
/// # Errors
///
/// A description of what is wrong, if the text is not an object or is nested too deeply.
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

/// Whether the arrays and objects in the frame are nested too deeply.
fn is_too_deep(frame: &str) -> bool {
    // A quick check first: most frames have too few brackets to be nested too deeply.
    let brackets = frame.bytes().filter(|byte| matches!(byte, b'[' | b'{'));
    brackets.count() > NESTING_MAX && nesting(frame) > NESTING_MAX
}

/// The deepest nesting of arrays and objects in the frame.
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

/// Shortens a text for an error.
fn quote(text: &str) -> String {
    if text.len() <= QUOTE_BYTES_MAX {
        return text.to_owned();
    }
    format!("{}…", &text[..text.floor_char_boundary(QUOTE_BYTES_MAX)])
}
