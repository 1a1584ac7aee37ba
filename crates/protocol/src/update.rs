//! What changed at a table, encoded once for everybody who sees it.
//!
//! One event at a table goes to every player and every watcher, and nearly all of it is the same
//! for all of them. So an [`Update`] has two parts: the [`SharedUpdate`] is encoded once an event,
//! however many watch, and each viewer's frame is that text with their [`PrivateUpdate`] behind it.
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

use boneyard_rules::change::{BoardChange, OwnChange};
use boneyard_rules::view::Seen;
use boneyard_rules::{BySide, Change};
use serde::{Deserialize, Serialize};

use crate::chat::Chat;
use crate::clock::Time;
use crate::id::TableId;
use crate::room::{Me, Room};

/// What changed at a table. A field that is absent didn't change.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Update {
    /// What everybody at the table sees.
    #[serde(flatten)]
    pub shared: SharedUpdate,
    /// What only the receiver sees.
    #[serde(flatten)]
    pub private: PrivateUpdate,
}

/// The part of an [`Update`] that everybody at the table sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SharedUpdate {
    /// The table.
    pub table: TableId,
    /// The table's version after this update: one more than before it.
    pub v: u64,
    /// The table and its people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<Room>,
    /// Whether a new round begins: history and layout are emptied before the events are added, and
    /// `board` is whole.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub clear: bool,
    /// What happened in the match; goes to the end of the history, and each `played` to the end
    /// of the layout. What else follows from them isn't said again in `board` and `own`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Seen>,
    /// How the match stands, where it has changed beside what the events say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardChange>,
    /// The points of each side after each finished round, where a round has ended or a match begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Vec<u16>>>"))]
    pub round_scores: Option<Vec<BySide<u16>>>,
    /// The clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
}

/// The part of an [`Update`] that only one viewer sees. A watcher's is empty.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PrivateUpdate {
    /// What the receiver is at the table. Who has no seat any more has no `own` any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub me: Option<Me>,
    /// What has changed for the receiver's seat alone. With `board` and without `own` there is
    /// nothing that it may do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnChange>,
    /// What was said last in the room that the receiver has come into, by taking a seat or giving
    /// it up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat: Option<Chat>,
}

impl SharedUpdate {
    /// An update that changes nothing but the table's version.
    #[must_use]
    pub const fn new(table: TableId, v: u64) -> Self {
        Self {
            table,
            v,
            room: None,
            clear: false,
            events: Vec::new(),
            board: None,
            round_scores: None,
            time: None,
        }
    }

    /// The same with what has changed of the match.
    #[must_use]
    pub fn with_change(self, change: Change) -> Self {
        let Change {
            clear,
            events,
            board,
            round_scores,
        } = change;
        Self {
            clear,
            events,
            board: Some(board),
            round_scores,
            ..self
        }
    }

    /// What has changed of the match, if anything has.
    #[must_use]
    pub fn into_change(self) -> Option<Change> {
        let Self {
            clear,
            events,
            board,
            round_scores,
            ..
        } = self;
        Some(Change {
            clear,
            events,
            board: board?,
            round_scores,
        })
    }

    /// Encodes the part that all viewers' frames have in common.
    #[must_use]
    pub fn encode(&self) -> EncodedUpdate {
        /// Writes `type` in front, as `ServerMessage` does.
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

/// Bytes of nearly every frame that is sent while a round is played.
const FRAME_BYTES: usize = 512;

/// A [`SharedUpdate`] as JSON, to which each viewer's part is added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EncodedUpdate {
    /// The shared part without the brace that closes it, and what was written behind it last.
    json: Vec<u8>,
    /// Bytes of the shared part.
    shared: usize,
}

impl EncodedUpdate {
    /// The frame for one viewer: the same text as that of the whole [`Update`] in one piece.
    #[must_use]
    pub fn frame(&mut self, private: &PrivateUpdate) -> &str {
        self.json.truncate(self.shared);
        if *private == PrivateUpdate::default() {
            self.json.push(b'}');
        } else {
            write(&mut self.json, private);
            // The brace that opens the private part is where the comma belongs.
            self.json[self.shared] = b',';
        }
        // What serde_json writes is text.
        std::str::from_utf8(&self.json).unwrap_or_default()
    }
}

/// Adds a value as JSON.
fn write(json: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(json, value).expect("updates have no keys but the names of their fields");
}
