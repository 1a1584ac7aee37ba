//! The formats, the events that decide a tournament, and why an event is refused.

use serde::{Deserialize, Serialize};

use crate::pairing::{EntrantId, MatchOutcome, Network, Pairing, PairingId, Placing};

/// How the opponents are chosen, and how the tournament ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Format {
    /// Each round pairs entrants with similar scores who have not met.
    Swiss {
        /// The number of rounds before the knockout.
        rounds: u8,
        /// The knockout that follows.
        cut: Option<Cut>,
    },
    /// The tournament lasts a fixed time. An entrant without a match is paired at once. A pairing that was made
    /// before the end counts, even if its match ends later.
    Arena {
        /// The time from which no pairings are made, in milliseconds.
        ends: i64,
    },
    /// Who loses is out.
    Knockout {
        /// Whether the losers of the semifinals play for the third place.
        third_place: bool,
    },
    /// Everybody plays everybody once.
    RoundRobin,
    /// Each round has other partners. Entrants are single players.
    Individual {
        /// The number of rounds. Once everybody has partnered everybody, partners repeat.
        rounds: u8,
    },
    /// Each round seats all entrants at tables, each for themselves, those with similar scores together. Places score.
    Tables {
        /// The number of rounds.
        rounds: u8,
        /// The number of seats that tables have if the number of entrants allows it, 2 to `most`.
        seats: u8,
        /// The largest number of seats of a table, 3 to [`SEATS_MAX`](crate::SEATS_MAX).
        most: u8,
    },
}

/// A knockout of the best entrants after the rounds of a Swiss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cut {
    /// The number of entrants who qualify.
    pub size: u16,
    /// Whether the losers of the semifinals play for the third place.
    pub third_place: bool,
}

/// What happened in a tournament. The events in their order determine everything else.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Event {
    /// An entrant entered. The next free number is the entrant's.
    Entered {
        /// The rating, by which entrants are seeded. Entrants with equal ratings are seeded in the order of
        /// entry.
        rating: i32,
    },
    /// An entrant withdrew and is not paired any more. A match that the entrant had not finished stays open
    /// until its outcome is reported.
    Withdrawn {
        /// The entrant.
        entrant: EntrantId,
    },
    /// The next round was paired. In an arena, a round is all that was paired at one time.
    Paired {
        /// The pairings, by their numbers.
        pairings: Vec<Pairing>,
    },
    /// A match ended.
    Reported {
        /// The place of the match.
        pairing: PairingId,
        /// How it ended.
        outcome: MatchOutcome,
    },
    /// An entrant entered who only fills up. In an arena, two such entrants don't meet; in the other formats the
    /// entrant is like all others.
    FilledUp {
        /// The rating, as in [`Event::Entered`].
        rating: i32,
    },
    /// The networks of an entrant's players became known. Entrants of one network meet last.
    Networks {
        /// The entrant.
        entrant: EntrantId,
        /// The network of the player, or of each of the two; `None` if it tells nothing.
        networks: [Option<Network>; 2],
    },
    /// An entrant is not paired until [`Event::CameBack`]. A match that is being played goes on.
    WentAway {
        /// The entrant.
        entrant: EntrantId,
    },
    /// An entrant is paired again.
    CameBack {
        /// The entrant.
        entrant: EntrantId,
    },
    /// A match at a table of several entrants ended.
    Placed {
        /// The place of the match.
        pairing: PairingId,
        /// How it ended.
        placing: Placing,
    },
}

/// Why a tournament refuses an event or a pairing. What is refused changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The tournament has [`ENTRANTS_MAX`](crate::ENTRANTS_MAX) entrants.
    #[error("The tournament is full.")]
    Full,
    /// A Swiss and one of tables take entrants until their last round is paired, an individual tournament and an arena
    /// always, and the other formats only before their first round.
    #[error("The tournament takes no more entrants.")]
    EntryClosed,
    /// No entrant has this number.
    #[error("There is no such entrant.")]
    NoSuchEntrant,
    /// The entrant has withdrawn.
    #[error("The entrant has withdrawn.")]
    Withdrawn,
    /// The entrant is away.
    #[error("The entrant is away.")]
    Away,
    /// The entrant is not away.
    #[error("The entrant is not away.")]
    NotAway,
    /// The entrant plays another match of this round, or has not finished the last one.
    #[error("The entrant is playing.")]
    Playing,
    /// The next round begins when all matches have ended.
    #[error("A match is still being played.")]
    RoundRunning,
    /// An arena has nobody to pair now.
    #[error("Nobody can be paired now.")]
    NobodyFree,
    /// All rounds are played, the time is over, or too few entrants are left.
    #[error("The tournament is over.")]
    Over,
    /// The round has no match with this number.
    #[error("There is no such match.")]
    NoSuchMatch,
    /// The outcome of the match is known.
    #[error("The match has ended.")]
    Reported,
    /// The places are not those of the entrants at the table.
    #[error("These are the places of another table.")]
    OtherTable,
    /// A match of a knockout has a winner or two losers.
    #[error("This match needs a winner.")]
    NeedsWinner,
}
