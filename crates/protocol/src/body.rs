//! The bodies and the queries of HTTP requests. They are parsed like messages, and refused with the same
//! errors.

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
use crate::push::{PushWishes, PutPushBrowser, PutTurnMail, PutWebhook};
use crate::reader::{Object, Reader};
use crate::record::{HideMatch, ReplayRequest};
use crate::tournament::{CreateTournament, EnterTournament, ReportTournament, TakeOrganiserAction};

pub use crate::reader::WrongField;

/// A body or a query that the server can't read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BodyError {
    /// The body isn't JSON, isn't an object, or is nested too deeply.
    #[error("that is no JSON object: {reason}")]
    Malformed {
        /// What is wrong with the body.
        reason: String,
    },
    /// A field is missing, or has a value that it can't have.
    #[error(transparent)]
    WrongField(#[from] WrongField),
}

impl BodyError {
    /// The error code of the server's answer.
    #[must_use]
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Malformed { .. } => ErrorCode::Malformed,
            Self::WrongField(_) => ErrorCode::WrongFields,
        }
    }
}

/// A type that is the body of a request.
pub trait Body: DeserializeOwned {
    /// Parses a body.
    ///
    /// # Errors
    ///
    /// [`BodyError`] says that the text is not a JSON object, or which field is wrong.
    fn parse(text: &str) -> Result<Self, BodyError> {
        let value: &RawValue = object(text).map_err(|reason| BodyError::Malformed { reason })?;
        if !value.get().starts_with('{') {
            let reason = "it must be an object".to_owned();
            return Err(BodyError::Malformed { reason });
        }
        Ok(Self::deserialize(Reader::Json(value))?)
    }
}

/// Parses a query from its decoded fields: their names and values, in order.
///
/// # Errors
///
/// [`WrongField`] names the field that is missing or has a value that it can't have.
pub fn parse_query<T: DeserializeOwned>(fields: &[(String, String)]) -> Result<T, WrongField> {
    let fields = fields
        .iter()
        .map(|(name, value)| (Cow::Borrowed(name.as_str()), Reader::Text(value)));
    T::deserialize(MapAccessDeserializer::new(Object::of(fields)))
}

macro_rules! bodies {
    ($($body:ident,)*) => {
        $(impl Body for $body {})*

        /// All types of bodies, for the schema and for tests.
        #[cfg(feature = "schema")]
        pub const ALL: &[BodyType] = &[$(BodyType {
            name: stringify!($body),
            describe: |generator| {
                generator.subschema_for::<$body>();
            },
            read: |text| $body::parse(text).map(|body| serde_json::json!(body)),
        }),*];
    };
}

/// A type of body, for the schema and for tests.
#[cfg(feature = "schema")]
pub struct BodyType {
    /// The name of the body's type.
    pub name: &'static str,
    /// Adds the type to a schema.
    pub describe: fn(&mut schemars::SchemaGenerator),
    /// Parses a body, and encodes it as JSON again.
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
    ReportTournament,
    TakeAct,
    CreateTournament,
    EnterTournament,
    TakeOrganiserAction,
    PutPushBrowser,
    PutTurnMail,
    PutWebhook,
    PushWishes,
}
