//! What a table's log holds: decisions and chance. Everything else follows from them by the rules.

use boneyard_base::PlayerId;
use boneyard_fair::TableSeed;
use boneyard_protocol::{Access, ClockRule, Commitment, Invite, Level, Seed, TableId};
use boneyard_rules::{ArmId, BySeat, Order, Rules, Seat, Tile};
use serde::{Deserialize, Serialize};

/// One decision, or one outcome of chance. The body of a row of the log is the sequence of events that one
/// append added, each in [postcard]'s format: a variant is its number, and fields follow in their order,
/// without names.
///
/// Rows are kept for years, so what is written once must stay readable. A variant is only ever added
/// at the end, and the fields of a variant never change: an event that needs another field is
/// another variant. The same holds for [`Access`], [`Level`] and [`ArmId`]. A test pins the bytes of
/// every variant.
///
/// [postcard]: https://postcard.jamesmunns.com/wire-format
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TableEvent {
    /// The table was opened, with its host at seat 0. The first event of a log, and no other.
    Created {
        /// The table's own id, which is a part of every shuffle.
        table: TableId,
        /// The visitor who opened it.
        host: PlayerId,
        /// The host's display name.
        name: String,
        /// The rules of the matches.
        #[serde(with = "notation")]
        rules: Rules,
        /// Who may see it.
        access: Access,
        /// Seats that only the invited may take.
        kept_seats: u8,
        /// The invitation.
        invite: Invite,
        /// Whether players may ask for hints.
        hints: bool,
        /// How long players may think.
        #[serde(with = "Clock")]
        clock: ClockRule,
        /// Whether programs may take seats.
        bots: bool,
        /// Whether matches are rated.
        rated: bool,
        /// Whether quick match brought the table's players together.
        quick: bool,
        /// The table's own seed of its deals, beside those of its players: never shown.
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
        /// Whether the player had the invitation; one of the kept seats is the player's then.
        invited: bool,
    },
    /// A seat was given to a computer player.
    ComputerSat {
        /// The seat.
        seat: Seat,
        /// How strong it is.
        level: Level,
    },
    /// A player gave up a seat.
    Left {
        /// The seat.
        seat: Seat,
    },
    /// The host removed a player, who may not come back to this table, or a computer player.
    Removed {
        /// The seat of the one who was removed.
        seat: Seat,
    },
    /// A player changed their display name.
    Renamed {
        /// The player's seat.
        seat: Seat,
        /// The new name.
        name: String,
    },
    /// A player is ready for a match, or no longer.
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
    },
    /// The table waits only for the seeds that were promised. From now on until the deal no player changes
    /// a promise, sits down or leaves.
    Began,
    /// A player revealed the seed. A player who hasn't when the tiles are dealt has withheld it.
    Revealed {
        /// The player's seat.
        seat: Seat,
        /// The seed.
        seed: Seed,
    },
    /// Lots were drawn for the lead.
    Lots {
        /// One tile for each seat.
        tiles: BySeat<Tile>,
    },
    /// The tiles were shuffled and dealt. The first deal or lots after the players got ready begin a match.
    /// The order follows from the seeds; it is kept so that the match can be read without knowing how.
    Dealt {
        /// All tiles as they lay after the shuffle.
        #[serde(with = "tiles")]
        order: Order,
    },
    /// A tile was played.
    Played {
        /// The seat of the player who played.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// The arm that it lengthened; none for the lead.
        arm: Option<ArmId>,
        /// The points that were announced with it.
        announced: Option<u16>,
    },
    /// A player called "Muggins!" and took the points of the last play.
    Called {
        /// The seat that called.
        seat: Seat,
    },
    /// A player is ready for the next round.
    Continued {
        /// The player's seat.
        seat: Seat,
    },
    /// No person sits here any more, or no player came back: the table is closed for good.
    Closed,
    /// A player's time is about to run out.
    Warned {
        /// The player's seat.
        seat: Seat,
    },
    /// A tile was placed for a player whose time had run out.
    PlacedFor {
        /// The player's seat.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// The arm that it lengthened; none for the lead.
        arm: Option<ArmId>,
    },
    /// Time in which nobody could play is given back to the player on turn.
    Resumed {
        /// How much, in milliseconds.
        idle_ms: i64,
    },
    /// A player is back whose time had run out, or whose seat was lent.
    Returned {
        /// The player's seat.
        seat: Seat,
    },
    /// A computer player plays for a player until the player is back.
    Lent {
        /// The player's seat.
        seat: Seat,
        /// How strong it is.
        level: Level,
        /// The seat of the player who asked for it.
        by: Seat,
    },
    /// A player gave the match up.
    Resigned {
        /// The player's seat.
        seat: Seat,
    },
    /// A player wants the match to end without a winner.
    OfferedEnd {
        /// The player's seat.
        seat: Seat,
    },
    /// A player wants the match to go on.
    DeclinedEnd {
        /// The player's seat.
        seat: Seat,
    },
    /// The win was claimed against a player who kept the others waiting.
    Claimed {
        /// The seat of the player who loses.
        seat: Seat,
        /// The seat of the player who claimed it.
        by: Seat,
    },
    /// No player came back to the match.
    Abandoned,
    /// A visitor took over the seat of a computer player during a match, with a player's consent.
    TookOver {
        /// The seat.
        seat: Seat,
        /// The visitor, now a player.
        player: PlayerId,
        /// The player's display name.
        name: String,
        /// Whether the player had the invitation.
        invited: bool,
    },
    /// The player who was to lead gave the lead to the partner.
    GaveLead {
        /// The player's seat.
        seat: Seat,
    },
}

impl TableEvent {
    /// The body of a row of the log that holds these events.
    ///
    /// # Panics
    ///
    /// Never: every event has a form in bytes, and memory is the only limit of a body's length.
    #[must_use]
    pub fn to_body(events: &[Self]) -> Vec<u8> {
        let add =
            |body, event| postcard::to_extend(event, body).expect("an event has a form in bytes");
        events.iter().fold(Vec::new(), add)
    }

    /// The events of a row of the log, one or more.
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

/// How [`ClockRule`] is written in the log, where variants are numbers and not names.
#[derive(Serialize, Deserialize)]
#[serde(remote = "ClockRule")]
enum Clock {
    None,
    PerMove { seconds: u16 },
    Bank { seconds: u16, increment: u16 },
}

/// Rules in short notation: a new option is one more word of it, and rows without the word stay
/// readable.
mod notation {
    use boneyard_rules::Rules;
    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::Serializer;

    pub(crate) fn serialize<S: Serializer>(rules: &Rules, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(rules)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Rules, D::Error> {
        let notation = String::deserialize(from)?;
        notation.parse().map_err(D::Error::custom)
    }
}

/// An order as its tiles, one byte each.
mod tiles {
    use boneyard_rules::{Order, Tile};
    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::Serializer;

    pub(crate) fn serialize<S: Serializer>(order: &Order, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(order.tiles())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Order, D::Error> {
        let tiles = Vec::<Tile>::deserialize(from)?;
        Order::try_from(tiles.as_slice()).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests;
