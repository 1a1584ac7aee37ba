//! The account itself: its name, devices and preferences.

use serde::{Deserialize, Serialize};

use crate::id::{DeviceId, PersonId};

/// The body of `POST /api/account`: turns a guest into an account. The guest's tables and matches stay as
/// they are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeepAccount {
    /// The name, which must not look like the name of another account.
    pub name: String,
}

/// The answer to [`KeepAccount`], with status 201, and to all sign-in requests. The answer sets the cookie
/// that signs this device in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignedIn {
    /// The account.
    pub account: AccountBody,
    /// A new recovery code, which isn't shown again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery_code: Option<String>,
}

/// The answer of `GET /api/account`; a guest gets `not_found`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct AccountBody {
    /// The account's public id.
    pub person: PersonId,
    /// The name.
    pub name: String,
    /// When the account was created, in milliseconds since 1970.
    pub created_ms: i64,
    /// When the name may be changed again, in milliseconds since 1970.
    pub rename_from_ms: i64,
    /// What the account shows to other visitors.
    pub preferences: Preferences,
    /// The account's passkeys.
    pub passkeys: Vec<PasskeyBody>,
    /// The confirmed email address, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Whether the account has an unused recovery code.
    pub has_recovery_code: bool,
    /// Whether the server can send codes by email.
    pub offers_email: bool,
    /// Whether the server offers passkeys for the URL to which the request was sent.
    pub offers_passkeys: bool,
    /// Whether the person is a moderator.
    pub moderator: bool,
    /// The end of the account's mute; absent if the account may chat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub muted_until_ms: Option<i64>,
    /// The moderators' warnings that the account hasn't confirmed by `POST /api/account/warnings/seen`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// What the account shows to other visitors. The body of `PUT /api/account/preferences`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Preferences {
    /// Whether other visitors see the ratings, and leaderboards list the account.
    pub ratings_public: bool,
    /// Whether other visitors see the list of the account's matches. The list contains the matches at public
    /// tables and the matches of quick match. This setting also decides whether other accounts' pages list
    /// this account among the opponents.
    pub matches_public: bool,
    /// Whether friends see that the account is online.
    pub presence_public: bool,
    /// Whether other accounts may send friend requests.
    pub friends_welcome: bool,
}

impl Default for Preferences {
    /// By default ratings are public, and the list of matches is private.
    fn default() -> Self {
        Self {
            ratings_public: true,
            matches_public: false,
            presence_public: true,
            friends_welcome: true,
        }
    }
}

/// The body of `PUT /api/account/name`. The answer is [`AccountBody`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangeName {
    /// The new name.
    pub name: String,
}

/// The body of `DELETE /api/account`, which must repeat the name so that no account is closed by
/// accident. The answer is 204.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloseAccount {
    /// The account's name.
    pub name: String,
}

/// The answer of `POST /api/account/recovery`: a new recovery code, which replaces the last one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecoveryCode {
    /// The code, which isn't shown again.
    pub recovery_code: String,
}

/// The answer of `GET /api/account/devices`. `DELETE /api/account/devices/{id}` signs one device out.
/// `POST /api/account/sign-out` signs out the device that sends the request, and `POST
/// /api/account/sign-out-others` signs out all other devices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DevicesBody {
    /// The devices, the most recently seen first.
    pub devices: Vec<DeviceBody>,
}

/// A browser that is signed in to the account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeviceBody {
    /// The id.
    pub id: DeviceId,
    /// The device's name, such as `Firefox on Windows`.
    pub name: String,
    /// When the device was signed in, in milliseconds since 1970.
    pub created_ms: i64,
    /// When the device was last used, in milliseconds since 1970, rounded to the hour.
    pub seen_ms: i64,
    /// Whether this is the device that sends the request.
    pub own: bool,
}

/// A passkey, as its owner sees it. `DELETE /api/account/passkeys/{id}` removes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PasskeyBody {
    /// The id.
    pub id: String,
    /// The name of the browser in which the passkey was made.
    pub name: String,
    /// When the passkey was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// When the passkey was last used, in milliseconds since 1970.
    pub used_ms: i64,
}
