//! The bodies of the HTTP requests about Web Push, under `/api/push`: which browsers are told something while the
//! page is closed, and what.

use serde::{Deserialize, Serialize};

use crate::id::{RecipientId, TableId};

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
    pub own: Option<RecipientId>,
}

/// A browser that is told something while the page is closed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PushBrowserBody {
    /// The browser's id, with which its owner changes what it is told.
    pub id: RecipientId,
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

/// The form in which a webhook is told.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WebhookForm {
    /// A webhook of a Discord channel.
    Discord,
    /// An incoming webhook of Slack, or of a chat that takes the same.
    Slack,
    /// A generic webhook of Hookshot, for a Matrix room.
    Matrix,
    /// A [`WebhookEvent`], for a program.
    Json,
}

/// The body of `PUT /api/tables/{table}/webhook`: a chat or a program is told whose turn it is, once the player has been
/// away for ten seconds, and how matches end. For the host of the table, who needs an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PutWebhook {
    /// The form.
    pub form: WebhookForm,
    /// The secret URL: `https://`, the name of a host on the internet, and a path, at most 1,024 bytes.
    pub url: String,
    /// The language of the texts, such as `pt`.
    pub language: String,
}

/// The answer of `PUT` and `GET /api/tables/{table}/webhook`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableWebhook {
    /// The webhook; absent if the table has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook: Option<WebhookBody>,
}

/// The webhook of a table, as its host is shown it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WebhookBody {
    /// The form.
    pub form: WebhookForm,
    /// The host of the URL. The rest of the URL is secret, and isn't shown again.
    pub host: String,
}

/// What has happened at a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WebhookEventKind {
    /// It is the turn of `player`.
    Turn,
    /// A match has ended.
    Over,
}

/// What a webhook of the form `json` is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WebhookEvent {
    /// What has happened.
    pub event: WebhookEventKind,
    /// The table.
    pub table: TableId,
    /// The table's page.
    pub url: String,
    /// The preset of the game, such as `Five-Up`.
    pub game: String,
    /// The name of the player whose turn it is; absent if a match has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The points of the sides; empty unless a match has ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<WebhookScore>,
    /// The same in a line of text.
    pub text: String,
}

/// The points of a side in a match that has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WebhookScore {
    /// The names of the players of the side; `Computer` for a computer player.
    pub names: Vec<String>,
    /// The points.
    pub points: u16,
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
