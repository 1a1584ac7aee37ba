//! What programs have done and seen in a tournament: the evidence that `scripts/tournament-check` compares with what the
//! server says in the end.

use std::collections::BTreeMap;

use boneyard_protocol::{RecordId, TableId};
use boneyard_rules::Seat;
use serde::Serialize;
use serde_json::Value;

/// What programs have done and seen in a tournament.
#[derive(Serialize, Default)]
pub(super) struct Facts {
    /// What happened by chance.
    pub(super) happened: Vec<Happened>,
    /// The entrants who take no part any more.
    pub(super) gone: Vec<Gone>,
    /// What programs saw at the tables of their matches after these had ended.
    pub(super) left: Vec<LeftTable>,
    /// The entrants who were shown two matches of their own without a result.
    pub(super) two_at_a_time: Vec<u32>,
    /// The winner and the ending of each record, and the changes of ratings.
    pub(super) records: BTreeMap<String, Value>,
    /// Whether nothing more happened before the end.
    pub(super) stuck: bool,
    /// The number of panics in the logs of the servers.
    pub(super) panics: usize,
}

/// Something that happened by chance.
#[derive(Serialize)]
pub(super) struct Happened {
    /// When, in milliseconds since 1970.
    pub(super) at_ms: i64,
    pub(super) entrant: Option<u32>,
    /// The round and the number of the entrant's last match.
    pub(super) at: Option<(u32, u32)>,
    pub(super) what: String,
    /// Why the server refused it; `None` if it was done.
    pub(super) refused: Option<String>,
}

/// An entrant who takes no part any more.
#[derive(Serialize)]
pub(super) struct Gone {
    pub(super) entrant: u32,
    /// The last round in which the entrant may be paired.
    pub(super) after_round: u32,
}

/// What a program saw at the table of its match, when its next one was paired or the tournament had ended.
#[derive(Serialize)]
pub(super) struct LeftTable {
    pub(super) round: u32,
    pub(super) number: u32,
    pub(super) table: TableId,
    pub(super) entrant: Option<u32>,
    pub(super) seat: Option<Seat>,
    /// Whether the match was still played.
    pub(super) playing: bool,
    pub(super) record: Option<RecordId>,
}
