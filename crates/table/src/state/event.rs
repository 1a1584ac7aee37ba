//! The events of a table's log: decisions and the results of chance. Everything else is computed from them
//! by the rules.

use boneyard_base::{PlayerId, Timestamp, TournamentId};
use boneyard_fair::{LogHead, TableSeed};
use boneyard_protocol::fairness::SectionMatch;
use boneyard_protocol::{Access, ClockRule, Commitment, Hash, Invite, Level, Seed, TableId};
use boneyard_rules::{Move, Order, Rules, Seat};
use boneyard_store::LogRow;
use serde::{Deserialize, Serialize};

use super::stop::Stop;
use crate::log_form;

/// One decision, or one result of chance. The body of a row of the log is the sequence of events that one
/// append added, each in [postcard]'s format: the number of the variant, then its fields in their order,
/// without names.
///
/// Rows are kept for years, so every row must stay readable. A variant is only ever added at the end, and
/// the fields of a variant never change: an event that needs another field becomes a new variant. The same
/// rule holds for [`Access`], [`Level`] and [`Move`]. A test checks the bytes of every variant.
///
/// [postcard]: https://postcard.jamesmunns.com/wire-format
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TableEvent {
    /// The table was opened, with its host at seat 0. This is always the first event of a log, and only the
    /// first.
    Created {
        /// The table's id, which is an input of every shuffle.
        table: TableId,
        /// The visitor who opened the table.
        host: PlayerId,
        /// The host's display name.
        name: String,
        /// The rules of the matches.
        #[serde(with = "log_form::notation")]
        rules: Rules,
        /// Who may see the table.
        access: Access,
        /// The number of seats that are reserved for people with the invitation.
        kept_seats: u8,
        /// The invitation to the table.
        invite: Invite,
        /// Whether players may ask for hints.
        hints: bool,
        /// How long players may think.
        #[serde(with = "log_form::Clock")]
        clock: ClockRule,
        /// The cap on a match's time, in minutes.
        time_cap: Option<u16>,
        /// Whether programs may take seats.
        bots: bool,
        /// Whether matches are rated.
        rated: bool,
        /// Whether quick match chose the table's players.
        quick: bool,
        /// The table's secret seed for its deals, used together with the players' seeds. It is never shown.
        seed: TableSeed,
    },
    /// A visitor took a seat.
    Sat {
        /// The seat.
        seat: Seat,
        /// The player.
        player: PlayerId,
        /// The player's display name.
        name: String,
        /// Whether the player came with the invitation; if so, the player takes one of the reserved seats.
        invited: bool,
    },
    /// A seat was given to a computer player.
    ComputerSat {
        /// The seat.
        seat: Seat,
        /// The level of the computer player.
        level: Level,
        /// The number of the computer player among the entrants of the tournament; `None` without a tournament.
        entrant: Option<u32>,
    },
    /// A player gave up a seat.
    Left {
        /// The seat.
        seat: Seat,
    },
    /// The host removed a player or a computer player. A removed player may not come back to this table.
    Removed {
        /// The seat that was made free.
        seat: Seat,
    },
    /// A player changed their display name.
    Renamed {
        /// The player's seat.
        seat: Seat,
        /// The player's new display name.
        name: String,
    },
    /// A player became ready for a match, or stopped being ready.
    Readied {
        /// The player's seat.
        seat: Seat,
        /// Whether the player is ready.
        ready: bool,
    },
    /// A player promised a seed for the deals of the next match.
    Committed {
        /// The player's seat.
        seat: Seat,
        /// The seed's hash.
        commitment: Commitment,
        /// The newest head of the public log that the player's client knows.
        head: LogHead,
    },
    /// A match began: its terms are fixed, and the table waits only for the seeds that were promised. From now
    /// on until the deal no player can change a promise, sit down or leave.
    Began,
    /// A player revealed the promised seed.
    Revealed {
        /// The player's seat.
        seat: Seat,
        /// The seed.
        seed: Seed,
    },
    /// The tiles were shuffled, and dealt or drawn as lots: the rules say which. The first `Dealt` after `Began` begins
    /// the play of the match. The order can be computed from the seeds. It is stored too, so that the match can be read
    /// without knowing the shuffle.
    Dealt {
        /// The order after the shuffle.
        order: Order,
    },
    /// A player or computer player made a move.
    Moved {
        /// The seat that moved.
        seat: Seat,
        /// The move.
        chosen: Move,
    },
    /// A player became ready for the next round.
    Continued {
        /// The player's seat.
        seat: Seat,
    },
    /// The table was closed for good, because no person sat there any more or no player came back.
    Closed,
    /// A player was warned that the player's time is about to run out.
    Warned {
        /// The player's seat.
        seat: Seat,
    },
    /// The server moved for a player whose time had run out, or who was absent.
    MovedFor {
        /// The player's seat.
        seat: Seat,
        /// The move.
        chosen: Move,
    },
    /// The player on turn could not play for a time that ends with this row, and gets this time back: the
    /// player's node or the storage failed, or no player was connected.
    Resumed {
        /// Since when the player could not play.
        from: Timestamp,
    },
    /// A player came back after the time had run out, or after a computer player had taken over the seat.
    Returned {
        /// The player's seat.
        seat: Seat,
    },
    /// A computer player took over a player's seat until the player is back.
    Lent {
        /// The player's seat.
        seat: Seat,
        /// The level of the computer player.
        level: Level,
        /// The seat of the player who asked for the computer player.
        by: Seat,
    },
    /// A player resigned from the match.
    Resigned {
        /// The player's seat.
        seat: Seat,
    },
    /// A player offered to end the match without a winner.
    OfferedEnd {
        /// The player's seat.
        seat: Seat,
    },
    /// A player declined to end the match without a winner.
    DeclinedEnd {
        /// The player's seat.
        seat: Seat,
    },
    /// A player claimed the win against a player who kept the others waiting.
    Claimed {
        /// The seat of the player who loses.
        seat: Seat,
        /// The seat of the player who claimed the win.
        by: Seat,
    },
    /// The match ended because no player came back to it.
    Abandoned,
    /// A visitor took over a computer player's seat during a match, after a player had agreed.
    TookOver {
        /// The seat.
        seat: Seat,
        /// The visitor, who is a player from now on.
        player: PlayerId,
        /// The player's display name.
        name: String,
        /// Whether the player came with the invitation.
        invited: bool,
    },
    /// The match that had begun was called off before its tiles were dealt, because a promised seed didn't
    /// come in time. Its promises and seeds are gone, and all players are still ready.
    CalledOff,
    /// A tournament opened the table for a match, and chose its players. This follows `Created`, and no other
    /// event does.
    Arranged {
        /// The tournament.
        tournament: TournamentId,
        /// The table is closed if the match has not begun at this time.
        come_by: Timestamp,
        /// The tournament's name.
        name: String,
        /// The round of the match, from 1; `None` in an arena.
        round: Option<u32>,
        /// The number of the tournament's rounds; `None` if it follows from the number of players, and in an arena.
        rounds: Option<u8>,
    },
    /// The cap on the match's time has come: the round that is being played is the last one.
    TimeCalled,
    /// A player took a day of holiday, at a table over days.
    TookHoliday {
        /// The player's seat.
        seat: Seat,
    },
    /// All tables of the tournament's round have the same deals. This follows `Arranged`, and no other event does.
    InSection {
        /// How many rounds the match has.
        boards: u8,
    },
    /// All players are ready for a match of a section: their promises are fixed, and the table waits for the other
    /// tables.
    Held,
    /// A match of a section began, as `Began` says of other matches.
    BeganInSection {
        /// The secret seed from which the chain of the section follows. It is never shown.
        seed: TableSeed,
        /// The hashes of the terms of the other matches.
        others: Vec<Hash>,
    },
    /// All seeds of the section are revealed. The deals follow from them.
    SectionRevealed {
        /// The other matches.
        others: Vec<SectionMatch>,
    },
    /// The last match of the section has ended: the proofs and the record are given out.
    SectionEnded,
    /// Visitors may watch the match. This follows `Arranged`, and no other event does.
    Watchable {
        /// How many minutes later than the players they see it.
        delay_minutes: u8,
    },
    /// The tournament ended the match.
    Stopped {
        /// Why, and who won.
        stop: Stop,
    },
    /// The clock by which the table's times are told was wrong, and has stepped: all times of the table move with it.
    /// The time of this row is the first one by the clock as it is set now.
    ClockStepped {
        /// By how much, in milliseconds; negative if the clock was set back.
        by_ms: i64,
    },
}

impl TableEvent {
    /// The body of the log row that holds these events.
    ///
    /// # Panics
    ///
    /// Never: every event can be serialized, and only memory limits the length of a body.
    #[must_use]
    pub fn to_body(events: &[Self]) -> Vec<u8> {
        let add =
            |body, event| postcard::to_extend(event, body).expect("an event has a form in bytes");
        events.iter().fold(Vec::new(), add)
    }

    /// By how much a row of the log moves the times of the table, in milliseconds.
    #[must_use]
    pub fn moved_ms(row: &LogRow) -> i64 {
        let events = Self::from_body(&row.body).unwrap_or_default();
        let steps = events.iter().filter_map(|event| match event {
            Self::ClockStepped { by_ms } => Some(by_ms),
            _ => None,
        });
        steps.sum()
    }

    /// Reads the events of a log row from its body; at least one.
    pub fn from_body(body: &[u8]) -> Result<Vec<Self>, postcard::Error> {
        let mut events = Vec::with_capacity(1);
        let mut rest = body;
        loop {
            let event;
            (event, rest) = postcard::take_from_bytes(rest)?;
            events.push(event);
            if rest.is_empty() {
                return Ok(events);
            }
        }
    }
}

#[cfg(test)]
mod tests;
