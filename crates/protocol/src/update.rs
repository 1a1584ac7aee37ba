//! Changes at a table, encoded once for all viewers.
//!
//! The server sends each event at a table to all players and watchers, and nearly all of the message is the
//! same for all of them. So an [`Update`] has two parts. The [`SharedUpdate`] is encoded once for each event,
//! however many viewers there are. The frame for a viewer is the encoded text of the [`SharedUpdate`],
//! followed by the viewer's [`PrivateUpdate`].
//!
//! ```
//! use boneyard_protocol::room::Me;
//! use boneyard_protocol::{PrivateUpdate, Pseudonym, ServerMessage, SharedUpdate, TableId, Update};
//!
//! let shared = SharedUpdate::new(TableId::random(), 7);
//! let me = Me { pseudonym: Pseudonym::random(), seat: None, host: false, invite: None };
//! let private = PrivateUpdate { me: Some(me), ..PrivateUpdate::default() };
//!
//! let mut encoded = shared.encode();
//! let for_a_player = encoded.frame(&private).to_owned();
//! let for_every_watcher = encoded.frame(&PrivateUpdate::default());
//!
//! let whole = ServerMessage::Update(Box::new(Update { shared, private }));
//! assert_eq!(for_a_player, whole.encode());
//! assert!(for_every_watcher.len() < for_a_player.len());
//! ```

use boneyard_rules::{Change, OwnChange, StandingChange};
use serde::{Deserialize, Serialize};

use crate::chat::Chat;
use crate::clock::Time;
use crate::id::TableId;
use crate::room::{Me, RoomChange};

/// A change at a table. A field that is absent did not change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Update {
    /// The part that all viewers see.
    #[serde(flatten)]
    pub shared: SharedUpdate,
    /// The part that only the receiver sees.
    #[serde(flatten)]
    pub private: PrivateUpdate,
}

/// The part of an [`Update`] that all viewers of the table see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharedUpdate {
    /// The table.
    pub table: TableId,
    /// The table's version after this update: one more than before.
    pub v: u64,
    /// What has changed at the table, without the match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<Box<RoomChange>>,
    /// How the match stands now, if anything has happened in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<StandingChange>,
    /// What has changed in the match, an object with one key, the game; present together with `standing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// The clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
}

/// The part of an [`Update`] that only one viewer sees. It is empty for a watcher.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PrivateUpdate {
    /// The receiver's role at the table. A client that has lost its seat deletes its `own`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub me: Option<Me>,
    /// The changes that only the receiver's seat sees, an object with one key, the game. If `change` is present and `own`
    /// is absent, the seat has no move to make.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnChange>,
    /// The last chat lines of the receiver's new chat room, sent after the receiver has taken a seat or
    /// given it up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat: Option<Chat>,
}

impl SharedUpdate {
    /// An update that changes only the table's version.
    #[must_use]
    pub const fn new(table: TableId, v: u64) -> Self {
        Self {
            table,
            v,
            room: None,
            standing: None,
            change: None,
            time: None,
        }
    }

    /// Encodes the part that all viewers' frames have in common.
    #[must_use]
    pub fn encode(&self) -> EncodedUpdate {
        /// Writes `type` first, as `ServerMessage` does.
        #[derive(Serialize)]
        #[serde(tag = "type", rename_all = "snake_case")]
        enum Tagged<'a> {
            Update(&'a SharedUpdate),
        }
        let mut json = Vec::with_capacity(FRAME_BYTES);
        write(&mut json, &Tagged::Update(self));
        json.pop();
        EncodedUpdate {
            shared: json.len(),
            json,
        }
    }
}

/// The number of bytes that are allocated for a frame at first. Nearly all frames of a round are shorter.
const FRAME_BYTES: usize = 512;

/// A [`SharedUpdate`] as JSON. Each viewer's private part is added to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EncodedUpdate {
    /// The shared part without its closing brace, and the private part of the last frame.
    json: Vec<u8>,
    /// The length of the shared part in bytes.
    shared: usize,
}

impl EncodedUpdate {
    /// The frame for one viewer: the same text as that of the whole [`Update`].
    #[must_use]
    pub fn frame(&mut self, private: &PrivateUpdate) -> &str {
        self.json.truncate(self.shared);
        if *private == PrivateUpdate::default() {
            self.json.push(b'}');
        } else {
            write(&mut self.json, private);
            // A comma replaces the opening brace of the private part.
            self.json[self.shared] = b',';
        }
        // `serde_json` always writes valid UTF-8.
        std::str::from_utf8(&self.json).unwrap_or_default()
    }
}

/// Appends a value as JSON.
fn write(json: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(json, value).expect("updates have no keys but the names of their fields");
}
