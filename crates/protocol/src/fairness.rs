//! The proof that the deals of a match were fair (`docs/fair-deal.md`).

use boneyard_fair::{Commitment, Hash, Promise, Secret, Section, Seed, Terms};
use boneyard_rules::{BySeat, Order, Rules};
use serde::{Deserialize, Serialize};

use crate::computer::Level;
use crate::id::TableId;

/// The label of what is agreed. A zero byte ends it.
const AGREED: &[u8] = b"boneyard-fair/1 agreed\0";

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
    /// Whether all players are ready, and the table waits for the other tables of its section
    /// (`docs/fair-deal.md`, The same deals at several tables); absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
    /// Whether another match of the section is being played: until its end the server gives out no proofs, and no
    /// record of this match. Absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sealed: bool,
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
    /// The hash of what was agreed before the deal; see [`agreed`].
    pub agreed: Hash,
    /// The promise and the seed of each seat.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<SeatFairness>"))]
    pub seats: BySeat<SeatFairness>,
    /// The other matches of the section; absent if the match belongs to none. An empty list is a section of this
    /// match alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<Vec<SectionMatch>>,
    /// The rounds that have ended, the earliest first.
    pub rounds: Vec<RoundFairness>,
}

/// A match at another table that was dealt alike (`docs/fair-deal.md`, The same deals at several tables).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SectionMatch {
    /// The table.
    pub table: TableId,
    /// The number of the match at its table, from 1.
    #[serde(rename = "match")]
    pub match_number: u32,
    /// The hash of what was agreed before the deal; see [`agreed`].
    pub agreed: Hash,
    /// The promise and the seed of each seat.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<SeatFairness>"))]
    pub seats: BySeat<SeatFairness>,
}

impl SectionMatch {
    /// The hash of the terms of the match, if its chain of secrets has this head.
    #[must_use]
    pub fn terms(&self, commitment: Commitment) -> Hash {
        let promises = self.seats.map(|seat| seat.promise);
        terms(
            self.table,
            self.match_number,
            commitment,
            self.agreed,
            promises.as_slice(),
        )
    }
}

impl Fairness {
    /// The hash of the terms on which every order of the match depends: those of the match, or of its section.
    #[must_use]
    pub fn terms(&self) -> Hash {
        let others = self.section.as_ref().map(|others| {
            let others = others.iter().map(|other| other.terms(self.commitment));
            others.collect::<Vec<_>>()
        });
        in_section(self.own().terms(self.commitment), others.as_deref())
    }

    /// The seeds from which the deals follow, in their order: those of the match by seat, or those of all matches of
    /// the section in the order of their terms.
    #[must_use]
    pub fn seeds(&self) -> Vec<Seed> {
        let mut matches = self.section.clone().unwrap_or_default();
        matches.push(self.own());
        matches.sort_by_key(|one| *one.terms(self.commitment).bytes());
        let seats = matches.iter().flat_map(|one| one.seats.as_slice());
        seats.filter_map(|seat| seat.seed).collect()
    }

    const fn own(&self) -> SectionMatch {
        SectionMatch {
            table: self.table,
            match_number: self.match_number,
            agreed: self.agreed,
            seats: self.seats,
        }
    }
}

/// The hash of the terms on which the orders of a match depend: its own terms, or those of the section with the terms
/// of the other matches.
#[must_use]
pub fn in_section(own: Hash, others: Option<&[Hash]>) -> Hash {
    let Some(others) = others else {
        return own;
    };
    let matches = others.iter().copied().chain([own]);
    // A match that is named twice is no section: nothing is proved for it.
    Section::new(matches).map_or(Hash::of(&[]), |section| section.terms())
}

/// The hash of the terms of a match.
#[must_use]
pub fn terms(
    table: TableId,
    match_number: u32,
    commitment: Commitment,
    agreed: Hash,
    promises: &[Option<Promise>],
) -> Hash {
    let terms = Terms {
        table: table.bits().to_be_bytes(),
        match_number,
        commitment,
        agreed,
        promises,
    };
    terms.hash()
}

/// The rules and the computer players of a match, of which the terms have the hash.
#[derive(Serialize)]
struct Agreed<'a> {
    computers: &'a [Option<Level>],
    rules: &'a Rules,
}

/// The hash of what is agreed before a match begins: its rules, and the level of the computer player at each seat. It
/// is that of canonical JSON (RFC 8785), in the names of a room.
///
/// # Panics
///
/// Never: rules have no keys but the names of their fields.
#[must_use]
pub fn agreed(rules: &Rules, computers: &[Option<Level>]) -> Hash {
    let mut agreed = serde_json::to_value(Agreed { computers, rules })
        .expect("rules have no keys but names of fields");
    agreed.sort_all_objects();
    Hash::of(&[AGREED, agreed.to_string().as_bytes()])
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
    /// The order from which lots were drawn; absent if none were.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<u8>>"))]
    pub lots: Option<Order>,
    /// The order of all things for each deal. The game says what each thing is, such as which tile. The last deal was
    /// played; after each earlier deal the rules required a new one.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<u8>>"))]
    pub deals: Vec<Order>,
}
