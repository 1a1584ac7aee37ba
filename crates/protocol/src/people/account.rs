//! The account itself: its name, devices and choices.

use serde::{Deserialize, Serialize};

use crate::id::{DeviceId, PersonId};

/// The body of `POST /api/account`: a guest decides to stay. Their id, tables and matches stay as they
/// are.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KeepAccount {
    /// The name, which nobody else's may look like.
    pub name: String,
}

/// The answer to [`KeepAccount`], with status 201, and of the ways to sign in. The cookie that comes
/// with it is this device's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignedIn {
    /// The account.
    pub account: AccountBody,
    /// A recovery code that has just been made; it isn't shown again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recovery_code: Option<String>,
}

/// The answer of `GET /api/account`; a guest gets `not_found`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct AccountBody {
    /// By which others know the account.
    pub person: PersonId,
    /// The name.
    pub name: String,
    /// Since when it is kept, in milliseconds since 1970.
    pub created_ms: i64,
    /// From when on the name may be changed, in milliseconds since 1970.
    pub rename_from_ms: i64,
    /// What is public, and whom the person plays with.
    pub preferences: Preferences,
    /// The passkeys.
    pub passkeys: Vec<PasskeyBody>,
    /// The confirmed address, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Whether there is a recovery code that hasn't been used.
    pub has_recovery_code: bool,
    /// Whether the server can send codes by email.
    pub offers_email: bool,
    /// Whether passkeys can be made at this server's address.
    pub offers_passkeys: bool,
    /// Whether the person is a moderator.
    pub moderator: bool,
    /// Until when the person may not chat; absent if they may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub muted_until_ms: Option<i64>,
    /// What moderators have to say, which hasn't been seen: `POST /api/account/warnings/seen`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// What is public, and whom the person plays with. The body of `PUT /api/account/preferences`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Preferences {
    /// Whether others see the ratings, and the person is on leaderboards.
    pub ratings_public: bool,
    /// Whether others see the list of matches at public tables and of quick match, and find the person
    /// among the opponents on others' pages.
    pub matches_public: bool,
    /// Whether friends see that the person is there.
    pub presence_public: bool,
    /// Whether others may ask to be friends.
    pub friends_welcome: bool,
}

impl Default for Preferences {
    /// Who plays for a rating is seen on the leaderboards; the list of matches is nobody else's.
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

/// The body of `DELETE /api/account`, so that nobody does it by accident. The answer is 204.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloseAccount {
    /// The account's name.
    pub name: String,
}

/// The answer of `POST /api/account/recovery`: a new recovery code takes the place of the last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecoveryCode {
    /// The code, which isn't shown again.
    pub recovery_code: String,
}

/// The answer of `GET /api/account/devices`. `DELETE /api/account/devices/{id}` signs one out,
/// `POST /api/account/sign-out` this one, `POST /api/account/sign-out-others` all others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DevicesBody {
    /// The devices, the last seen first.
    pub devices: Vec<DeviceBody>,
}

/// A browser that is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DeviceBody {
    /// Its id.
    pub id: DeviceId,
    /// What it is, such as `Firefox on Windows`.
    pub name: String,
    /// Since when it is signed in, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it was seen last, in milliseconds since 1970; to the hour.
    pub seen_ms: i64,
    /// Whether it is the one that asks.
    pub own: bool,
}

/// A passkey, as its owner lists it. `DELETE /api/account/passkeys/{id}` removes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PasskeyBody {
    /// Its id.
    pub id: String,
    /// What it was called when it was made.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it was used last, in milliseconds since 1970.
    pub used_ms: i64,
}
