//! What a table's log holds: decisions and chance. Everything else follows from them by the rules.

use boneyard_base::PlayerId;
use boneyard_fair::TableSeed;
use boneyard_protocol::{Access, ClockRule, Commitment, Invite, Level, Seed, TableId};
use boneyard_rules::{ArmId, BySeat, Order, Rules, Seat, Tile};
use serde::{Deserialize, Serialize};

/// One thing that was decided, or that chance brought. The body of a row of the log is a sequence of
/// these, all that one append added, each in [postcard]'s format: a variant is its number, and fields
/// follow in their order, without names.
///
/// Rows are kept for years, so what is written once must stay readable. A variant is only ever added
/// at the end, and the fields of a variant never change: an event that needs another field is
/// another variant. The same holds for [`Access`], [`Level`] and [`ArmId`]. A test pins the bytes of
/// every variant.
///
/// [postcard]: https://postcard.jamesmunns.com/wire-format
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TableEvent {
    /// The table was opened, with its host at seat 0. Always the first event, and only that.
    Created {
        /// The table's own id, which is a part of every shuffle.
        table: TableId,
        /// Who opened it.
        host: PlayerId,
        /// The host's display name.
        name: String,
        /// What is played.
        #[serde(with = "notation")]
        rules: Rules,
        /// Who finds it.
        access: Access,
        /// Seats that only the invited may take.
        kept_seats: u8,
        /// What makes somebody invited.
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
        /// Whether quick match brought the table's people together.
        quick: bool,
        /// What the table's deals come from, besides what its players add: never shown.
        seed: TableSeed,
    },
    /// Somebody took a seat.
    Sat {
        /// The seat.
        seat: Seat,
        /// Who.
        player: PlayerId,
        /// Their display name.
        name: String,
        /// Whether they had the invitation; one of the kept seats is theirs then.
        invited: bool,
    },
    /// A seat was given to a computer player.
    ComputerSat {
        /// The seat.
        seat: Seat,
        /// How strong it is.
        level: Level,
    },
    /// Somebody gave up their seat.
    Left {
        /// The seat.
        seat: Seat,
    },
    /// The host removed somebody, who may not come back to this table, or a computer player.
    Removed {
        /// The seat that they had.
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
        /// Whether they are.
        ready: bool,
    },
    /// A player promised a seed for the deals of the next match.
    Committed {
        /// The player's seat.
        seat: Seat,
        /// The seed's hash.
        commitment: Commitment,
    },
    /// Nobody has to be waited for any more but for the seeds that were promised. From now on
    /// until the deal nobody changes what they promised, comes or goes.
    Began,
    /// A player revealed the seed. Who hasn't when the tiles are dealt has withheld it.
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
    /// The tiles were shuffled and dealt. The first deal or lots after people got ready begin a
    /// match. The order follows from the seeds; it is kept so that the match can be read without
    /// knowing by which scheme.
    Dealt {
        /// All tiles as they lay after the shuffle.
        #[serde(with = "tiles")]
        order: Order,
    },
    /// A tile was played.
    Played {
        /// By whom.
        seat: Seat,
        /// Which.
        tile: Tile,
        /// The arm that it lengthened; none for the lead.
        arm: Option<ArmId>,
        /// The points that were announced with it.
        announced: Option<u16>,
    },
    /// Somebody called "Muggins!" and took the points of the last play.
    Called {
        /// Who.
        seat: Seat,
    },
    /// A player is ready for the next round.
    Continued {
        /// The player's seat.
        seat: Seat,
    },
    /// No person sits here any more, or nobody came back: the table is closed for good.
    Closed,
    /// A player's time is about to run out.
    Warned {
        /// The player's seat.
        seat: Seat,
    },
    /// A tile was placed for somebody whose time had run out.
    PlacedFor {
        /// For whom.
        seat: Seat,
        /// Which.
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
    /// A computer player plays for somebody until they are back.
    Lent {
        /// For whom.
        seat: Seat,
        /// How strong it is.
        level: Level,
        /// Who asked for it.
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
    /// A player wants it to go on.
    DeclinedEnd {
        /// The player's seat.
        seat: Seat,
    },
    /// The win was claimed against somebody who kept the others waiting.
    Claimed {
        /// Against whom.
        seat: Seat,
        /// By whom.
        by: Seat,
    },
    /// Nobody came back to the match.
    Abandoned,
    /// A visitor took over the seat of a computer player during a match, with a player's consent.
    TookOver {
        /// The seat.
        seat: Seat,
        /// Who has it now.
        player: PlayerId,
        /// Their display name.
        name: String,
        /// Whether they had the invitation.
        invited: bool,
    },
    /// Who was to lead gave the lead to their partner.
    GaveLead {
        /// Who.
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
    ///
    /// # Errors
    ///
    /// When this server writes no such body.
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
