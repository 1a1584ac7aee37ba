//! What a table's log holds: decisions and chance. Everything else follows from them by the rules.

use boneyard_fair::TableSeed;
use boneyard_protocol::{Access, ClockRule, Commitment, Invite, Level, Seed};
use boneyard_rules::{ArmId, BySeat, Order, Rules, Seat, Tile};
use serde::{Deserialize, Serialize};

use crate::id::PlayerId;

/// One thing that was decided, or that chance brought. A row of the log is a JSON array of these:
/// all that one append added.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TableEvent {
    /// The table was opened, with its host at seat 0. Always the first event, and only that.
    Created {
        /// Who opened it.
        host: PlayerId,
        /// The host's display name.
        name: String,
        /// What is played.
        rules: Rules,
        /// Who finds it.
        access: Access,
        /// Seats that only the invited may take.
        kept_seats: u8,
        /// What makes somebody invited.
        invite: Invite,
        /// Whether players may ask for hints.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        hints: bool,
        /// How long players may think.
        #[serde(default, skip_serializing_if = "ClockRule::is_none")]
        clock: ClockRule,
        /// Whether programs may take seats.
        bots: bool,
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
        #[serde(with = "digits")]
        order: Order,
    },
    /// A tile was played.
    Played {
        /// By whom.
        seat: Seat,
        /// Which.
        tile: Tile,
        /// The arm that it lengthened; none for the lead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        arm: Option<ArmId>,
        /// The points that were announced with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
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
        #[serde(default, skip_serializing_if = "Option::is_none")]
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
}

/// An order of the tiles as 56 digits, two a tile.
mod digits {
    use std::fmt::Write as _;

    use boneyard_rules::{Order, Pips, Tile};
    use serde::de::{Deserialize as _, Deserializer, Error as _};
    use serde::ser::Serializer;

    pub(super) fn serialize<S: Serializer>(order: &Order, to: S) -> Result<S::Ok, S::Error> {
        let mut digits = String::with_capacity(2 * Tile::COUNT);
        for tile in order.tiles() {
            // Writing into a String can't fail.
            let _ = write!(digits, "{}{}", tile.high().get(), tile.low().get());
        }
        to.serialize_str(&digits)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Order, D::Error> {
        let digits = String::deserialize(from)?;
        let pips = |digit: &u8| Pips::new(digit.wrapping_sub(b'0'));
        let tiles: Option<Vec<Tile>> = digits
            .as_bytes()
            .chunks(2)
            .map(|pair| Some(Tile::new(pips(pair.first()?)?, pips(pair.get(1)?)?)))
            .collect();
        let tiles = tiles.ok_or_else(|| D::Error::custom("a deal is written in digits 0 to 6"))?;
        Order::try_from(tiles.as_slice()).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(event: &TableEvent) -> String {
        let json = serde_json::to_string(event).unwrap();
        assert_eq!(
            serde_json::from_str::<TableEvent>(&json).unwrap(),
            *event,
            "{json}"
        );
        json
    }

    #[test]
    fn a_deal_is_56_digits() {
        let json = written(&TableEvent::Dealt {
            order: Order::SORTED,
        });
        let digits = json.split('"').nth(7).unwrap();
        assert_eq!(digits.len(), 56, "{json}");
        for broken in [
            digits.replace("66", "65"),
            digits[2..].to_owned(),
            digits[1..].to_owned(),
            digits.replace('6', "7"),
            digits.replace('6', "é"),
        ] {
            let json = json.replace(digits, &broken);
            assert!(serde_json::from_str::<TableEvent>(&json).is_err(), "{json}");
        }
    }

    #[test]
    fn what_was_not_said_is_not_written() {
        let played = TableEvent::Played {
            seat: Seat::default(),
            tile: "6-4".parse().unwrap(),
            arm: None,
            announced: None,
        };
        assert_eq!(
            written(&played),
            r#"{"type":"played","seat":0,"tile":"6-4"}"#
        );
        assert_eq!(written(&TableEvent::Closed), r#"{"type":"closed"}"#);
    }

    #[test]
    fn an_unknown_event_is_an_error() {
        assert!(serde_json::from_str::<TableEvent>(r#"{"type":"vanished","seat":0}"#).is_err());
    }
}
