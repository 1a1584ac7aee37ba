//! What anybody needs to check that nobody steered the deals of a match (`docs/fair-deal.md`).

use boneyard_fair::{Binding, Commitment, Contribution, Secret, Seed};
use boneyard_rules::{BySeat, Tile};
use serde::{Deserialize, Serialize};

use crate::id::TableId;

/// What a table is bound to before the tiles of a match are dealt, as everybody there sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoomFairness {
    /// The number of the scheme by which the table deals: 1.
    pub scheme: u32,
    /// The head of the chain that the match's secrets come from.
    pub commitment: Commitment,
    /// The place in the chain of the first round's secret, from 1: 1 in the first match.
    pub first: u32,
    /// The number of the match that the seats' commitments are for: the one that is played, or the
    /// next.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// What each seat has promised; `null` for one that hasn't.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<Commitment>>"))]
    pub seats: BySeat<Option<Commitment>>,
    /// Whether all are ready, and whoever has promised a seed is to reveal it now.
    pub revealing: bool,
}

/// The deals of one match, with all that they were made of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fairness {
    /// The number of the scheme by which the table deals: 1.
    pub scheme: u32,
    /// The table, which is a part of every shuffle.
    pub table: TableId,
    /// The number of the match at its table, from 1.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// The head of the chain: what the table showed before anybody revealed a seed.
    pub commitment: Commitment,
    /// The place in the chain of the first round's secret, from 1; each round takes the next.
    pub first: u32,
    /// What each seat has added.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<SeatFairness>"))]
    pub seats: BySeat<SeatFairness>,
    /// Rounds that have ended, the earliest first.
    pub rounds: Vec<RoundFairness>,
}

impl Fairness {
    /// The match that each shuffle belongs to.
    #[must_use]
    pub const fn binding(&self) -> Binding {
        Binding {
            table: self.table.bits().to_be_bytes(),
            first: self.first,
        }
    }
}

/// What a seat has added to the deals of a match. Both are `null` for one that promised nothing,
/// as computer players do; the seed alone for one that didn't reveal it in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatFairness {
    /// What it promised.
    pub commitment: Option<Commitment>,
    /// What it revealed.
    pub seed: Option<Seed>,
}

/// The deals of one round that has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundFairness {
    /// The number of the round, from 1.
    pub round: u32,
    /// Its secret.
    pub secret: Secret,
    /// The lots that were drawn for the lead, by seat; absent if none were.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Tile>>"))]
    pub lots: Option<BySeat<Tile>>,
    /// The tiles as they were dealt, all 28: the hands by seat, then the boneyard in the order of
    /// drawing. All but the last were dealt again.
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
