//! The bodies and the queries of HTTP requests: read as messages are, and refused in the same words.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde::de::value::MapAccessDeserializer;
use serde_json::value::RawValue;

use crate::error::ErrorCode;
use crate::http::{CreateBot, CreateTable};
use crate::parse::object;
use crate::people::{
    AnswerTransfer, ChangeName, CloseAccount, EmailAddress, InviteFriend, KeepAccount,
    PasskeyAnswer, Preferences, ReportPlayer, SignInByRecovery, SignInCode, TakeAct,
};
use crate::reader::{Object, Reader};
use crate::record::{HideMatch, ReplayRequest};

pub use crate::reader::WrongField;

/// A body or a query that isn't what the request needs.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BodyError {
    /// The body isn't JSON, isn't an object, or is nested too deeply.
    #[error("that is no JSON object: {reason}")]
    Malformed {
        /// What was wrong.
        reason: String,
    },
    /// A field is missing or holds what it can't hold.
    #[error(transparent)]
    WrongField(#[from] WrongField),
}

impl BodyError {
    /// The code with which it is answered.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Malformed { .. } => ErrorCode::Malformed,
            Self::WrongField(_) => ErrorCode::WrongFields,
        }
    }
}

/// What a request may have as its body.
pub trait Body: DeserializeOwned {
    /// Reads it.
    ///
    /// # Errors
    ///
    /// [`BodyError`] tells what is no JSON object from one with a wrong field.
    fn parse(text: &str) -> Result<Self, BodyError> {
        let value: &RawValue = object(text).map_err(|reason| BodyError::Malformed { reason })?;
        if !value.get().starts_with('{') {
            let reason = "it must be an object".to_owned();
            return Err(BodyError::Malformed { reason });
        }
        Ok(Self::deserialize(Reader::Json(value))?)
    }
}

/// Reads a query: the names and values of its fields, decoded, in their order.
///
/// # Errors
///
/// A field that is missing or holds what it can't hold.
pub fn parse_query<T: DeserializeOwned>(fields: &[(String, String)]) -> Result<T, WrongField> {
    let fields = fields
        .iter()
        .map(|(name, value)| (Cow::Borrowed(name.as_str()), Reader::Text(value)));
    T::deserialize(MapAccessDeserializer::new(Object::of(fields)))
}

macro_rules! bodies {
    ($($body:ident,)*) => {
        $(impl Body for $body {})*

        /// All bodies, for the schema and for tests that look at each of them.
        #[cfg(feature = "schema")]
        pub const ALL: &[Kind] = &[$(Kind {
            name: stringify!($body),
            describe: |generator| {
                generator.subschema_for::<$body>();
            },
            read: |text| $body::parse(text).map(|body| serde_json::json!(body)),
        }),*];
    };
}

/// A body as the tests look at it.
#[cfg(feature = "schema")]
pub struct Kind {
    /// The name of its type.
    pub name: &'static str,
    /// Puts it into a schema.
    pub describe: fn(&mut schemars::SchemaGenerator),
    /// Reads it, and writes what was read.
    pub read: fn(&str) -> Result<serde_json::Value, BodyError>,
}

bodies! {
    CreateTable,
    ReplayRequest,
    HideMatch,
    CreateBot,
    KeepAccount,
    Preferences,
    ChangeName,
    CloseAccount,
    AnswerTransfer,
    SignInCode,
    SignInByRecovery,
    PasskeyAnswer,
    EmailAddress,
    InviteFriend,
    ReportPlayer,
    TakeAct,
}
