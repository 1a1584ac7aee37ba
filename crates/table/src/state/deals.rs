//! The deals of a table. Each deal is computed from a secret of the match's chain, and from the seeds that
//! seats promise and reveal. With the secret and the seeds, players can check the deal (`docs/fair-deal.md`).

mod dealt;

use std::sync::Arc;

use boneyard_base::{Timestamp, limits};
use boneyard_fair::{CHAIN_LENGTH, Promise, Purpose, SCHEME, TableSeed};
use boneyard_protocol::fairness::SectionMatch;
use boneyard_protocol::{Fairness, Hash, RoomFairness, SeatFairness, Seed, TableId};
use boneyard_rules::rules::DominoSet;
use boneyard_rules::{BySeat, Match, Need, Order, Seat, Seating};

pub(crate) use self::dealt::BegunTerms;
pub use self::dealt::SECTION_CHAIN;
use self::dealt::{Dealt, DealtRound, MatchChain};
use super::event::TableEvent;
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
    promised: BySeat<SeatFairness>,
    waits: Waits,
    /// How long the table waits for promises and seeds, in milliseconds.
    patience: Patience,
    /// The deals of the running match, or else of the last one.
    dealt: Option<Arc<Dealt>>,
    /// Whether the match belongs to a section, and its last match has not ended.
    in_section: bool,
}

/// How far the match of a table is in its section (`docs/fair-deal.md`, The same deals at several tables).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SectionStep {
    /// The players are not all ready, or have not all promised again after a call-off.
    Gathers,
    /// The promises are fixed.
    Held,
    /// The match has begun, and seeds are missing.
    Begun,
    /// The match has begun, and all seeds of its seats are revealed.
    Revealed,
    /// The tiles are dealt.
    Dealt,
}

/// The stand of a table in its section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SectionStand {
    /// How far the match is.
    pub step: SectionStep,
    /// The match, with the promises and seeds of its seats.
    pub own: SectionMatch,
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

    /// The stand of the table in its section; `None` if the table belongs to none.
    pub(crate) fn section_stand(&self) -> Option<SectionStand> {
        let (step, match_number, seats) = match (&self.waits, &self.dealt) {
            _ if !self.in_section => return None,
            (_, Some(dealt)) => (SectionStep::Dealt, dealt.chain.match_number, dealt.seats),
            (Waits::OtherTables, None) => (SectionStep::Held, self.begun + 1, self.promised),
            (Waits::Seeds { .. }, None) if self.missing() == 0 => {
                (SectionStep::Revealed, self.begun, self.promised)
            }
            (Waits::Seeds { .. }, None) => (SectionStep::Begun, self.begun, self.promised),
            (Waits::Nothing | Waits::Promises { .. }, None) => {
                (SectionStep::Gathers, self.begun + 1, self.promised)
            }
        };
        let own = SectionMatch {
            table: self.table,
            match_number,
            seats,
        };
        Some(SectionStand { step, own })
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

    /// Applies an event to the deals. Must be called before the event is applied to the matches.
    pub(super) fn apply(
        self: &mut Arc<Self>,
        event: &TableEvent,
        at: Timestamp,
        matches: &Matches,
    ) -> Result<(), Refusal> {
        match event {
            TableEvent::Left { seat } | TableEvent::Removed { seat } => self.forget(*seat),
            // The table waits for promises only while all players are ready.
            TableEvent::Readied { ready: false, .. } if self.waits != Waits::Nothing => {
                Arc::make_mut(self).waits = Waits::Nothing;
            }
            TableEvent::Committed {
                seat,
                commitment,
                head,
            } => {
                let (commitment, head) = (*commitment, *head);
                let this = Arc::make_mut(self);
                this.promised[*seat] = SeatFairness {
                    promise: Some(Promise { commitment, head }),
                    seed: None,
                };
            }
            TableEvent::Began => self.begin(self.seed, None, at),
            TableEvent::InSection { .. } => Arc::make_mut(self).in_section = true,
            TableEvent::Held => Arc::make_mut(self).waits = Waits::OtherTables,
            TableEvent::BeganInSection { seed, others } => {
                self.begin(*seed, Some(others.as_slice().into()), at);
            }
            TableEvent::SectionRevealed { others } => self.learn_seeds(others)?,
            TableEvent::SectionEnded => Arc::make_mut(self).in_section = false,
            TableEvent::Revealed { seat, seed } => self.reveal(*seat, *seed)?,
            TableEvent::CalledOff => self.call_off(at)?,
            TableEvent::ClockStepped { by_ms } => {
                let waits = &mut Arc::make_mut(self).waits;
                if let Waits::Promises { until, .. } | Waits::Seeds { until, .. } = waits {
                    *until = until.plus_ms(*by_ms);
                }
            }
            TableEvent::Lots { tiles } => self.note(matches, |round| round.lots = Some(*tiles))?,
            TableEvent::Dealt { order } => self.note(matches, |round| {
                // A round seldom needs a second deal, so memory is reserved for only one.
                round.deals.reserve_exact(1);
                round.deals.push(*order);
            })?,
            _ => {}
        }
        Ok(())
    }

    fn begin(self: &mut Arc<Self>, seed: TableSeed, others: Option<Arc<[Hash]>>, at: Timestamp) {
        let this = Arc::make_mut(self);
        this.begun += 1;
        this.waits = Waits::Seeds {
            until: at.plus_ms(this.patience.seed_ms),
            chain: MatchChain::new(seed, this.begun, others),
            others: None,
        };
    }

    /// Records the seeds of the other tables. Refuses those of other matches than the terms of the section name.
    fn learn_seeds(self: &mut Arc<Self>, matches: &[SectionMatch]) -> Result<(), Refusal> {
        let Waits::Seeds { chain, others, .. } = &mut Arc::make_mut(self).waits else {
            return Err(Refusal::OutOfOrder);
        };
        let commitment = chain.get().commitment();
        let named = chain.others.iter().flat_map(|named| named.iter().copied());
        let told = matches.iter().map(|one| one.terms(commitment));
        let is_kept = |seat: &SeatFairness| match (seat.promise, seat.seed) {
            (Some(promise), Some(seed)) => seed.keeps(&promise.commitment),
            (promise, seed) => promise.is_none() && seed.is_none(),
        };
        let mut seats = matches.iter().flat_map(|one| one.seats.as_slice());
        if !named.eq(told) || !seats.all(is_kept) {
            return Err(Refusal::NotPromised);
        }
        *others = Some(matches.into());
        Ok(())
    }

    /// Forgets what the player who leaves a seat has promised. The matches that were called off because of the
    /// seat still count: otherwise a player could leave, sit down again, and have any number called off.
    fn forget(self: &mut Arc<Self>, seat: Seat) {
        let this = Arc::make_mut(self);
        this.promised[seat] = SeatFairness::default();
        this.waits = Waits::Nothing;
    }

    /// Records a revealed seed. Refuses a seed other than the promised one.
    fn reveal(self: &mut Arc<Self>, seat: Seat, seed: Seed) -> Result<(), Refusal> {
        let promise = self.promised(seat).promise;
        if !promise.is_some_and(|promise| seed.keeps(&promise.commitment)) {
            return Err(Refusal::NotPromised);
        }
        Arc::make_mut(self).promised[seat].seed = Some(seed);
        Ok(())
    }

    /// Calls off the match that waits for seeds: all its promises and seeds are gone.
    fn call_off(self: &mut Arc<Self>, at: Timestamp) -> Result<(), Refusal> {
        if !self.waits_for_seeds() || self.is_all_revealed() {
            return Err(Refusal::OutOfOrder);
        }
        let most = self.missed_max();
        let this = Arc::make_mut(self);
        this.called_off += 1;
        let promised = this.forget_promises();
        for (seat, promised) in promised.iter() {
            this.missed[seat] += u8::from(promised.promise.is_some() && promised.seed.is_none());
        }
        let mut from = promised.map(|promised| promised.promise.is_some());
        for (seat, missed) in this.missed.iter() {
            from[seat] &= *missed < most;
        }
        this.waits = Waits::Promises {
            until: at.plus_ms(this.patience.promise_ms),
            from,
        };
        Ok(())
    }

    fn forget_promises(&mut self) -> BySeat<SeatFairness> {
        let none = self.promised.map(|_| SeatFairness::default());
        std::mem::replace(&mut self.promised, none)
    }

    /// Records a deal or lots: calls `note` with the round to which they belong. The first deal or lots of a
    /// match need all promised seeds.
    fn note(
        self: &mut Arc<Self>,
        matches: &Matches,
        note: impl FnOnce(&mut DealtRound),
    ) -> Result<(), Refusal> {
        let mut dealt = self.being_dealt(matches)?;
        note(Arc::make_mut(&mut dealt).round_mut(round_to_deal(matches)));
        let this = Arc::make_mut(self);
        this.dealt = Some(dealt);
        if !matches.is_playing() {
            this.forget_promises();
            this.missed = this.missed.map(|_| 0);
            this.waits = Waits::Nothing;
        }
        Ok(())
    }

    /// The match to which the next deal belongs: the running match, or the one that has begun.
    fn being_dealt(&self, matches: &Matches) -> Result<Arc<Dealt>, Refusal> {
        match (&self.dealt, &self.waits) {
            (Some(dealt), _) if matches.is_playing() => Ok(Arc::clone(dealt)),
            (_, Waits::Seeds { chain, others, .. }) if self.is_all_revealed() => {
                Ok(Arc::new(Dealt {
                    chain: chain.clone(),
                    seats: self.promised,
                    others: others.clone(),
                    rounds: Vec::new(),
                }))
            }
            _ => Err(Refusal::OutOfOrder),
        }
    }

    /// The order of the tiles for the next deal or for the next lots.
    pub(crate) fn next_order(
        &self,
        matches: &Matches,
        purpose: Purpose,
        set: DominoSet,
    ) -> Result<Order, Refusal> {
        let dealt = self.being_dealt(matches)?;
        let order = dealt.order(self.table, round_to_deal(matches), purpose, set);
        order.ok_or(Refusal::OutOfOrder)
    }

    /// The terms of the match that waits for seeds or is being played; `None` if there is no such match.
    pub(crate) fn begun_terms(&self, matches: &Matches) -> Option<BegunTerms> {
        let (chain, seats) = match (&self.waits, &self.dealt) {
            (Waits::Seeds { chain, .. }, _) => (chain, &self.promised),
            (_, Some(dealt)) if matches.is_playing() => (&dealt.chain, &dealt.seats),
            _ => return None,
        };
        Some(chain.terms(seats))
    }

    /// Whether the part of the deals that all visitors see differs from the earlier state `before`.
    pub(crate) fn is_shown_otherwise(&self, before: &Self) -> bool {
        self.promised != before.promised
            || self.waits_for_seeds() != before.waits_for_seeds()
            || self.is_bound() != before.is_bound()
            || self.is_sealed() != before.is_sealed()
            || (self.begun, self.called_off) != (before.begun, before.called_off)
            || self.missed != before.missed
    }

    /// The promises for the running match, or else for the next one. The seeds are shown once the tiles are
    /// dealt.
    pub(crate) fn room_fairness(&self, matches: &Matches) -> RoomFairness {
        let dealt = self.dealt.as_ref().filter(|_| matches.is_playing());
        let seats = dealt.map_or(&self.promised, |dealt| &dealt.seats);
        let begun = self.begun_terms(matches);
        RoomFairness {
            scheme: SCHEME,
            match_number: begun
                .as_ref()
                .map_or(self.match_to_promise(), |terms| terms.match_number),
            commitment: begun.as_ref().map(|terms| terms.commitment),
            seats: seats.map(|seat| SeatFairness {
                seed: seat.seed.filter(|_| dealt.is_some()),
                ..*seat
            }),
            revealing: self.waits_for_seeds(),
            told: seats.map(|seat| seat.seed.is_some()),
            missed: self.missed,
            called_off: self.called_off,
            held: self.waits == Waits::OtherTables,
            sealed: self.is_sealed(),
        }
    }

    /// The proof of the deals of the last match, or of one round of it. Only rounds that have ended are
    /// included. `None` if no such round has ended, and while other matches of the section may be played.
    pub(crate) fn fairness(&self, matches: &Matches, round: Option<u32>) -> Option<Fairness> {
        let dealt = self.dealt.as_ref().filter(|_| !self.in_section)?;
        let needs = matches.running().map(Match::needs);
        let runs = matches!(needs, Some(Need::Play(_)));
        let ended = dealt.rounds.len() - usize::from(runs);
        let rounds = match round {
            None => 0..ended,
            Some(round) => {
                let index = (round as usize).saturating_sub(1);
                index..ended.min(round as usize)
            }
        };
        let rounds: Vec<_> = rounds.filter_map(|index| dealt.shown(index)).collect();
        (!rounds.is_empty()).then(|| dealt.proof(self.table, rounds))
    }
}

/// The number of the round to which the next deal belongs.
fn round_to_deal(matches: &Matches) -> u32 {
    let running = matches.running();
    running.map_or(1, |game| u32::from(game.round_number()) + 1)
}
