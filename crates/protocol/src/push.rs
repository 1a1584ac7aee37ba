//! The bodies of the HTTP requests about Web Push, under `/api/push`: which browsers are told something while the
//! page is closed, and what.

use serde::{Deserialize, Serialize};

use crate::id::{PushId, TableId};

/// The body of `PUT /api/push`: the browser that sends the request wants to be told. If it is known already, what
/// has changed replaces what is known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PutPushBrowser {
    /// The browser's secret URL at its push service: `endpoint` of the browser's subscription.
    pub endpoint: String,
    /// The browser's public key, in base64url: `keys.p256dh` of the subscription.
    pub p256dh: String,
    /// The secret that the browser shares with the server, in base64url: `keys.auth` of the subscription.
    pub auth: String,
    /// The language in which the browser is told, such as `pt`.
    pub language: String,
    /// The browser's time zone, such as `Europe/Lisbon`. Quiet hours are times of this zone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
    /// What the browser is told. If absent, a known browser is told the same as before, and a new one everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wishes: Option<PushWishes>,
}

/// What a browser is told while the page is closed. Also the body of `PUT /api/push/{id}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushWishes {
    /// That it is the player's turn.
    pub turn: bool,
    /// That a friend invites the player to a table.
    pub invited: bool,
    /// That a quick match was found.
    pub found: bool,
    /// When the browser is told nothing.
    pub quiet: QuietHours,
}

impl Default for PushWishes {
    fn default() -> Self {
        Self {
            turn: true,
            invited: true,
            found: true,
            quiet: QuietHours::default(),
        }
    }
}

/// The hours of each day in which a browser is told nothing. What is told of a turn waits until they end. If both times
/// are the same, there are none.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuietHours {
    /// The minute of the day at which they begin, from 0 to 1439.
    pub from: u16,
    /// The minute of the day at which they end, from 0 to 1439. If it is earlier than `from`, it is of the next day.
    pub until: u16,
}

/// The answer of `GET /api/push` and of the requests that change something there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushBrowsersBody {
    /// The visitor's browsers, the newest first.
    pub browsers: Vec<PushBrowserBody>,
    /// The browser that sent the request; absent unless the request was `PUT /api/push`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<PushId>,
}

/// A browser that is told something while the page is closed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushBrowserBody {
    /// The browser's id, with which its owner changes what it is told.
    pub id: PushId,
    /// The name of the browser and its system, such as `Firefox on Android`.
    pub name: String,
    /// When the browser was added, in milliseconds since 1970.
    pub created_ms: i64,
    /// What the browser is told.
    pub wishes: PushWishes,
}

/// The body of `PUT /api/push/mail`: the account's owner wants to be told by mail when it has been their turn for long.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PutTurnMail {
    /// After how many hours of a turn: 6, 12, 24 or 48.
    pub after_hours: u16,
    /// The language of the mails, such as `pt`.
    pub language: String,
}

/// The answer of `GET /api/push/mail`: how the visitor is told of turns by mail.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnMailBody {
    /// Whether this server tells players of their turns by mail.
    pub offered: bool,
    /// The account's confirmed address, to which the mails go; absent if the visitor has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// After how many hours of a turn a mail is sent; absent if none are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_hours: Option<u16>,
}

/// What a browser is sent, encrypted for it, and shows while the page is closed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushNotice {
    /// What waits for the visitor.
    pub title: String,
    /// The game, and the others at the table.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub body: String,
    /// The table. A newer notice of a table replaces an older one.
    pub table: TableId,
    /// The path of the page to open.
    pub path: String,
    /// The language of the texts.
    pub language: String,
}
