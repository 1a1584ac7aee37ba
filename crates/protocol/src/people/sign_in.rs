//! The ways in: from another device, by a recovery code, a passkey or email.

use serde::{Deserialize, Serialize};

use super::account::AccountBody;

/// The answer of `POST /api/account/transfer`, and of `GET` while there is a code. `DELETE` takes it
/// back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TransferBody {
    /// The code: eight letters and digits; only in the answer to `POST`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Until when it can be used, in milliseconds since 1970.
    pub expires_ms: i64,
    /// The device that has given the code and waits to be let in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
}

/// The body of `POST /api/account/transfer/answer`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerTransfer {
    /// The device that the person was shown.
    pub device: String,
    /// Whether it is let in.
    pub agree: bool,
}

/// The body of `POST /api/sign-in/transfer`, and of `POST /api/sign-in/email/confirm`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignInCode {
    /// The code as it was typed.
    pub code: String,
    /// The attempt that the code belongs to; for a code by email.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<String>,
}

/// The answer to [`SignInCode`] for a transfer, and to [`EmailAddress`], with status 202.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignInAttempt {
    /// By which the attempt is asked about: `POST /api/sign-in/attempts/{attempt}`.
    pub attempt: String,
    /// Until when it can be finished, in milliseconds since 1970.
    pub expires_ms: i64,
}

/// The answer of `POST /api/sign-in/attempts/{attempt}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum SignInState {
    /// The other device hasn't answered.
    Waiting {},
    /// The other device has declined, or the time is over.
    Declined {},
    /// This device is signed in; a cookie comes with this.
    SignedIn {
        /// The account.
        account: AccountBody,
    },
}

/// The body of `POST /api/sign-in/recovery`. The answer is [`SignedIn`](super::SignedIn), with a new recovery code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignInByRecovery {
    /// The account's name.
    pub name: String,
    /// The recovery code as it was typed.
    pub code: String,
}

/// The answer of `POST /api/account/passkeys/start` and of `POST /api/sign-in/passkey/start`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PasskeyQuestion {
    /// By which the answer names the question.
    pub question: String,
    /// What `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` reads.
    pub options: serde_json::Value,
}

/// The body of `POST /api/account/passkeys`, whose answer is [`AccountBody`], and of
/// `POST /api/sign-in/passkey`, whose answer is [`SignedIn`](super::SignedIn).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PasskeyAnswer {
    /// The question that this answers.
    pub question: String,
    /// What `PublicKeyCredential.toJSON` gives.
    pub credential: serde_json::Value,
}

/// The body of `POST /api/account/email` and of `POST /api/sign-in/email`: where to send a code. The
/// answer, 202 with [`SignInAttempt`], is the same whether anybody has that address. The code comes
/// back to `POST /api/account/email/confirm` or `POST /api/sign-in/email/confirm`, as [`SignInCode`].
/// `DELETE /api/account/email` takes the account's address away.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EmailAddress {
    /// The address.
    pub email: String,
}
