//! The proof that the deals of a match were fair (`docs/fair-deal.md`).

use boneyard_fair::{Commitment, Hash, Promise, Secret, Seed, Terms};
use boneyard_rules::{BySeat, Tile};
use serde::{Deserialize, Serialize};

use crate::id::TableId;

/// How the tiles of the running match, or else of the next one, are dealt. All players and watchers see the
/// same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoomFairness {
    /// The number of the dealing scheme that the table uses: 1.
    pub scheme: u32,
    /// The number of the match at its table, from 1. Matches that were called off count too.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// The head of the chain that the match's secrets come from; `null` until all players are ready.
    pub commitment: Option<Commitment>,
    /// The promise and the seed of each seat. The seeds are `null` until the tiles are dealt.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<SeatFairness>"))]
    pub seats: BySeat<SeatFairness>,
    /// Whether all players are ready. If they are, each player who promised a seed should reveal it now.
    pub revealing: bool,
    /// Whether the server has the seed of each seat.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<bool>"))]
    pub told: BySeat<bool>,
    /// How many matches in a row were called off because the seed of this seat didn't come in time. A match
    /// that is dealt sets all to 0.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub missed: BySeat<u8>,
    /// How many matches of this table were called off.
    pub called_off: u32,
}

/// The deals of one match, with the secrets and seeds that they were made of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fairness {
    /// The number of the dealing scheme that the table uses: 1.
    pub scheme: u32,
    /// The table.
    pub table: TableId,
    /// The number of the match at its table, from 1.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// The head of the chain of secrets.
    pub commitment: Commitment,
    /// The promise and the seed of each seat.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<SeatFairness>"))]
    pub seats: BySeat<SeatFairness>,
    /// The rounds that have ended, the earliest first.
    pub rounds: Vec<RoundFairness>,
}

impl Fairness {
    /// The hash of the match's terms. Every order of the match depends on it.
    #[must_use]
    pub fn terms(&self) -> Hash {
        let promises = self.seats.map(|seat| seat.promise);
        terms(
            self.table,
            self.match_number,
            self.commitment,
            promises.as_slice(),
        )
    }

    /// The revealed seeds, by seat.
    #[must_use]
    pub fn seeds(&self) -> Vec<Seed> {
        let seats = self.seats.as_slice().iter();
        seats.filter_map(|seat| seat.seed).collect()
    }
}

/// The hash of the terms of a match.
#[must_use]
pub fn terms(
    table: TableId,
    match_number: u32,
    commitment: Commitment,
    promises: &[Option<Promise>],
) -> Hash {
    let terms = Terms {
        table: table.bits().to_be_bytes(),
        match_number,
        commitment,
        promises,
    };
    terms.hash()
}

/// What a seat adds to the deals of a match. Both are `null` for a seat without a promise, such as a
/// computer player's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatFairness {
    /// The promise.
    pub promise: Option<Promise>,
    /// The promised seed. In a match that was dealt, every seat with a promise has one.
    pub seed: Option<Seed>,
}

/// The deals of a finished round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundFairness {
    /// The number of the round, from 1.
    pub round: u32,
    /// The round's secret.
    pub secret: Secret,
    /// The lots drawn for the lead, by seat; absent if none were drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Tile>>"))]
    pub lots: Option<BySeat<Tile>>,
    /// The order of all tiles for each deal: the hands by seat, then the boneyard in the order of
    /// drawing. The last deal was played; after each earlier deal the rules required a new one.
    pub deals: Vec<Vec<Tile>>,
}
