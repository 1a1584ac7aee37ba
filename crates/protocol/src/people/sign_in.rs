//! The sign-in methods: from another device, by a recovery code, by a passkey, or by email.

use serde::{Deserialize, Serialize};

use super::account::AccountBody;

/// The answer of `POST /api/account/transfer`, and of `GET` while there is a code. `DELETE` withdraws the
/// code.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TransferBody {
    /// The transfer code: eight letters and digits. Only in the answer to `POST`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// When the code expires, in milliseconds since 1970.
    pub expires_ms: i64,
    /// The name of the device that has sent the code and waits for the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
}

/// The body of `POST /api/account/transfer/answer`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerTransfer {
    /// The name of the device that the client showed to its user.
    pub device: String,
    /// Whether the device may sign in.
    pub agree: bool,
}

/// The body of `POST /api/sign-in/transfer`, and of `POST /api/sign-in/email/confirm`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignInCode {
    /// The code as it was typed.
    pub code: String,
    /// The id of the attempt that the code belongs to; only for a code by email.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<String>,
}

/// The answer to [`SignInCode`] for a transfer, and to [`EmailAddress`], with status 202.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignInAttempt {
    /// The secret id of the attempt, for `POST /api/sign-in/attempts/{attempt}`.
    pub attempt: String,
    /// When the attempt expires, in milliseconds since 1970.
    pub expires_ms: i64,
}

/// The answer of `POST /api/sign-in/attempts/{attempt}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum SignInState {
    /// The other device hasn't answered yet.
    Waiting {},
    /// The other device has declined, or the attempt has expired.
    Declined {},
    /// This device is signed in. The answer sets the cookie that signs this device in.
    SignedIn {
        /// The account.
        account: AccountBody,
    },
}

/// The body of `POST /api/sign-in/recovery`. The answer is `SignedIn`, with a new recovery code.
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
pub struct PasskeyChallenge {
    /// The id of this passkey challenge, which the client sends back in [`PasskeyAnswer`].
    pub challenge: String,
    /// The options for `PublicKeyCredential.parseCreationOptionsFromJSON` or
    /// `parseRequestOptionsFromJSON`.
    pub options: serde_json::Value,
}

/// The body of `POST /api/account/passkeys`, whose answer is [`AccountBody`], and of
/// `POST /api/sign-in/passkey`, whose answer is `SignedIn`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PasskeyAnswer {
    /// The id of the passkey challenge, from [`PasskeyChallenge`].
    pub challenge: String,
    /// The result of `PublicKeyCredential.toJSON`.
    pub credential: serde_json::Value,
}

/// The body of `POST /api/account/email` and of `POST /api/sign-in/email`: the email address to which the
/// server sends a code. The answer, 202 with [`SignInAttempt`], is the same whether an account has that email
/// address or not. The client sends the code to `POST /api/account/email/confirm` or `POST
/// /api/sign-in/email/confirm`, as [`SignInCode`]. `DELETE /api/account/email` removes the account's address.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EmailAddress {
    /// The email address.
    pub email: String,
}
