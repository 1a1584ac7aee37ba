//! The deals of a table. Each deal is computed from a secret of the match's chain, and from the seeds that
//! seats promise and reveal. With the secret and the seeds, players can check the deal (`docs/fair-deal.md`).

mod dealt;
mod events;
mod shown;

use std::sync::Arc;

use boneyard_base::{Timestamp, limits};
use boneyard_fair::{CHAIN_LENGTH, TableSeed};
use boneyard_protocol::fairness::SectionMatch;
use boneyard_protocol::{Hash, SeatFairness, TableId};
use boneyard_rules::{BoxBySeat, BySeat, Chance, Order, Seat, Seating};

pub(crate) use self::dealt::BegunTerms;
pub use self::dealt::SECTION_CHAIN;
use self::dealt::{Dealt, MatchChain};
pub use self::shown::{SectionStand, SectionStep};
use super::matches::Matches;
use super::refusal::Refusal;

// A chain has a secret for each round of a match.
const _: () = assert!(limits::ROUNDS_MAX <= CHAIN_LENGTH);

/// The deals of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Deals {
    /// The table's id.
    table: TableId,
    seed: TableSeed,
    /// How many matches have begun. This is also the number of the last match that has begun.
    begun: u32,
    /// How many of these matches were called off.
    called_off: u32,
    /// How many matches were called off since the last deal because the seed of this seat didn't come.
    missed: BySeat<u8>,
    /// The promises of the seats, and the seeds that are revealed: for the match that has begun and waits for
    /// seeds, or else for the next match.
    promised: BoxBySeat<SeatFairness>,
    /// The hash of the rules and the computer players of the match that the table holds or has begun.
    agreed: Hash,
    waits: Waits,
    /// How long the table waits for promises and seeds, in milliseconds.
    patience: Patience,
    /// The deals of the running match, or else of the last one.
    dealt: Option<Arc<Dealt>>,
    /// Whether the match belongs to a section, and its last match has not ended.
    in_section: bool,
}

/// How long a table waits for promises and for seeds, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Patience {
    promise_ms: i64,
    seed_ms: i64,
}

impl Patience {
    /// At a table over days, the browsers of the players come one after the other.
    pub(super) const fn at_table(over_days: bool) -> Self {
        if over_days {
            Self {
                promise_ms: limits::OVER_DAYS_SEED_MS,
                seed_ms: limits::OVER_DAYS_SEED_MS,
            }
        } else {
            Self {
                promise_ms: limits::PROMISE_MS_MAX,
                seed_ms: limits::REVEAL_MS_MAX,
            }
        }
    }
}

/// What a table waits for before it deals the tiles of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Waits {
    /// Nothing, or the players, who are not all ready.
    Nothing,
    /// After a match was called off: the new promises of the seats that are marked in `from`.
    Promises {
        until: Timestamp,
        from: BySeat<bool>,
    },
    /// In a section: the other tables. The promises are fixed.
    OtherTables,
    /// The match has begun, and waits for the promised seeds.
    Seeds {
        until: Timestamp,
        chain: MatchChain,
        /// In a section, the other matches with their seeds, once all seeds are revealed.
        others: Option<Arc<[SectionMatch]>>,
    },
}

impl Deals {
    /// The deals of a new table, which has dealt nothing.
    pub(super) fn new(
        table: TableId,
        seed: TableSeed,
        seating: Seating,
        patience: Patience,
    ) -> Self {
        Self {
            table,
            seed,
            begun: 0,
            called_off: 0,
            missed: BySeat::from_fn(seating, |_| 0),
            promised: BySeat::from_fn(seating, |_| SeatFairness::default()),
            agreed: Hash::default(),
            waits: Waits::Nothing,
            patience,
            dealt: None,
            in_section: false,
        }
    }

    /// The seed for the random choices of the computer player at a seat in one position.
    pub(crate) fn computer_chance(&self, ply: u32, seat: Seat) -> u64 {
        self.seed.computer_chance(ply, seat.index() as u8)
    }

    /// The name of the record of the last match that was dealt.
    pub(crate) fn record_name(&self) -> u128 {
        self.seed.record_name(self.last_dealt())
    }

    /// Until when the table waits for promises or seeds; `None` while it doesn't wait for them.
    pub(crate) fn waits_until(&self) -> Option<Timestamp> {
        match self.waits {
            Waits::Nothing | Waits::OtherTables => None,
            // The tournament waits for the seeds of other tables, and says how it goes on.
            Waits::Seeds { .. } if self.missing() == 0 => None,
            Waits::Promises { until, .. } | Waits::Seeds { until, .. } => Some(until),
        }
    }

    /// Whether the table waits neither for promises nor for seeds nor for other tables.
    pub(crate) fn rests(&self) -> bool {
        self.waits == Waits::Nothing
    }

    /// Whether the promises of a match are fixed: it waits for the other tables of its section, or for seeds.
    pub(crate) fn is_bound(&self) -> bool {
        self.waits == Waits::OtherTables || self.waits_for_seeds()
    }

    /// Whether the match belongs to a section whose last match has not ended.
    pub(crate) const fn is_in_section(&self) -> bool {
        self.in_section
    }

    /// Whether the tiles of a match are dealt, and other matches of its section may still be played.
    pub(crate) const fn is_sealed(&self) -> bool {
        self.in_section && self.dealt.is_some()
    }

    /// Whether a match has begun and waits for the promised seeds.
    pub(crate) const fn waits_for_seeds(&self) -> bool {
        matches!(self.waits, Waits::Seeds { .. })
    }

    /// Whether the table has the promises of all seats that it waits for, after a match was called off.
    pub(crate) fn has_awaited_promises(&self) -> bool {
        let Waits::Promises { from, .. } = &self.waits else {
            return false;
        };
        let mut seats = from.iter();
        seats.all(|(seat, &awaited)| !awaited || self.promised[seat].promise.is_some())
    }

    /// Whether every promised seed is revealed; in a section, those of all tables.
    pub(crate) fn is_all_revealed(&self) -> bool {
        let lacks_others = matches!(&self.waits, Waits::Seeds { chain, others: None, .. } if chain.others.is_some());
        self.missing() == 0 && !lacks_others
    }

    /// The seats that have promised a seed and not revealed it: bit *n* is set for seat *n*.
    pub(crate) fn missing(&self) -> u8 {
        let seats = self.promised.iter();
        let missing = seats.filter(|(_, seat)| seat.promise.is_some() && seat.seed.is_none());
        missing.fold(0, |bits, (seat, _)| bits | 1 << seat.index())
    }

    /// What a seat has promised for the next match, and the seed if it is revealed.
    pub(crate) fn promised(&self, seat: Seat) -> SeatFairness {
        self.promised.get(seat).copied().unwrap_or_default()
    }

    /// Whether a seat may promise a seed. A seat that has let too many matches be called off may not, until
    /// tiles have been dealt.
    pub(crate) fn may_promise(&self, seat: Seat) -> bool {
        self.missed[seat] < self.missed_max()
    }

    /// How many seeds in a row may be missing until a seat's promises are no longer taken. In a section all tables
    /// wait for each seat.
    const fn missed_max(&self) -> u8 {
        if self.in_section {
            1
        } else {
            limits::MISSED_SEEDS_MAX
        }
    }

    /// How many matches have begun.
    pub(crate) const fn begun(&self) -> u32 {
        self.begun
    }

    /// How many matches were called off.
    pub(crate) const fn called_off(&self) -> u32 {
        self.called_off
    }

    /// The number of the match for which seats promise seeds.
    pub(crate) const fn match_to_promise(&self) -> u32 {
        self.begun + 1
    }

    /// The number of the running match, or else of the last one that was dealt; 0 if none was dealt.
    pub(crate) fn last_dealt(&self) -> u32 {
        let dealt = self.dealt.as_ref();
        dealt.map_or(0, |dealt| dealt.chain.match_number)
    }

    /// The order for the next deal or for the next lots.
    pub(crate) fn next_order(&self, matches: &Matches, chance: Chance) -> Result<Order, Refusal> {
        let dealt = self.being_dealt(matches)?;
        let order = dealt.order(self.table, round_to_deal(matches), chance);
        order.ok_or(Refusal::OutOfOrder)
    }

    /// The terms of the match that waits for seeds or is being played; `None` if there is no such match.
    pub(crate) fn begun_terms(&self, matches: &Matches) -> Option<BegunTerms> {
        let (chain, seats) = self.begun_match(matches)?;
        Some(chain.terms(seats))
    }

    /// The chain and the seats of the match that waits for seeds or is being played.
    fn begun_match(&self, matches: &Matches) -> Option<(&MatchChain, &BoxBySeat<SeatFairness>)> {
        match (&self.waits, &self.dealt) {
            (Waits::Seeds { chain, .. }, _) => Some((chain, &self.promised)),
            (_, Some(dealt)) if matches.is_playing() => Some((&dealt.chain, &dealt.seats)),
            _ => None,
        }
    }
}

/// The number of the round to which the next deal belongs.
fn round_to_deal(matches: &Matches) -> u32 {
    let running = matches.running();
    running.map_or(1, |game| u32::from(game.round_number()) + 1)
}
