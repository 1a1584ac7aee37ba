//! The proof that the deals of a match were fair (`docs/fair-deal.md`).

use boneyard_fair::{Binding, Commitment, Contribution, Secret, Seed};
use boneyard_rules::{BySeat, Tile};
use serde::{Deserialize, Serialize};

use crate::id::TableId;

/// The commitments of a table before the tiles of a match are dealt. All players and watchers see the same
/// commitments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoomFairness {
    /// The number of the dealing scheme that the table uses: 1.
    pub scheme: u32,
    /// The head of the chain that the match's secrets come from.
    pub commitment: Commitment,
    /// The place of the first round's secret in the chain, from 1. In the first match it is 1.
    pub first: u32,
    /// The number of the match that the seats' commitments are for: the running match, or the next one.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// The commitment of each seat; `null` for a seat without one.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<Commitment>>"))]
    pub seats: BySeat<Option<Commitment>>,
    /// Whether all players are ready. If they are, each player who promised a seed should reveal it now.
    pub revealing: bool,
}

/// The deals of one match, with the secrets and seeds that they were made of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fairness {
    /// The number of the dealing scheme that the table uses: 1.
    pub scheme: u32,
    /// The table. Every shuffle depends on the table's id.
    pub table: TableId,
    /// The number of the match at its table, from 1.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// The head of the chain of secrets. The table showed it before any seed was revealed.
    pub commitment: Commitment,
    /// The place of the first round's secret in the chain, from 1. Each later round takes the next secret.
    pub first: u32,
    /// The commitment and the seed of each seat.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<SeatFairness>"))]
    pub seats: BySeat<SeatFairness>,
    /// The rounds that have ended, the earliest first.
    pub rounds: Vec<RoundFairness>,
}

impl Fairness {
    /// The table and the match to which each shuffle is bound.
    #[must_use]
    pub const fn binding(&self) -> Binding {
        Binding {
            table: self.table.bits().to_be_bytes(),
            first: self.first,
        }
    }
}

/// The commitment and the seed of a seat for the deals of a match. Both are `null` for a seat without a
/// promise, such as a computer player's. Only the seed is `null` for a seat that didn't reveal it in
/// time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatFairness {
    /// The commitment.
    pub commitment: Option<Commitment>,
    /// The revealed seed.
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

impl From<SeatFairness> for Contribution {
    fn from(SeatFairness { commitment, seed }: SeatFairness) -> Self {
        match (commitment, seed) {
            (None, _) => Self::Nothing,
            (Some(_), Some(seed)) => Self::Seed(seed),
            (Some(promise), None) => Self::Withheld(promise),
        }
    }
}
