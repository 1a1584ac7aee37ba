//! How the deals of a table follow the events of its log.

use std::sync::Arc;

use boneyard_base::Timestamp;
use boneyard_fair::{Promise, TableSeed};
use boneyard_protocol::fairness::SectionMatch;
use boneyard_protocol::{Hash, SeatFairness, Seed};
use boneyard_rules::{BoxBySeat, Need, Purpose, Rules, Seat};

use super::dealt::{Dealt, DealtRound, MatchChain};
use super::{Deals, Waits, round_to_deal};
use crate::state::event::TableEvent;
use crate::state::matches::Matches;
use crate::state::refusal::Refusal;

impl Deals {
    /// Applies an event to the deals. Must be called before the event is applied to the matches. `agreed` makes the
    /// hash of the rules and of the computer players at the seats.
    pub(in crate::state) fn apply(
        self: &mut Arc<Self>,
        event: &TableEvent,
        at: Timestamp,
        (matches, rules): (&Matches, &Rules),
        agreed: impl Fn() -> Hash,
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
            TableEvent::Began => {
                Arc::make_mut(self).agreed = agreed();
                self.begin(self.seed, None, at);
            }
            TableEvent::InSection { .. } => Arc::make_mut(self).in_section = true,
            TableEvent::Held => {
                let this = Arc::make_mut(self);
                this.agreed = agreed();
                this.waits = Waits::OtherTables;
            }
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
            TableEvent::Dealt { order } => {
                let Need::Chance(chance) = matches.needs(rules) else {
                    return Err(Refusal::OutOfOrder);
                };
                self.note(matches, |round| match chance.purpose {
                    Purpose::Lots => round.lots = Some(order.clone()),
                    Purpose::Deal => {
                        // A round seldom needs a second deal, so memory is reserved for only one.
                        round.deals.reserve_exact(1);
                        round.deals.push(order.clone());
                    }
                })?;
            }
            _ => {}
        }
        Ok(())
    }

    fn begin(self: &mut Arc<Self>, seed: TableSeed, others: Option<Arc<[Hash]>>, at: Timestamp) {
        let this = Arc::make_mut(self);
        this.begun += 1;
        this.waits = Waits::Seeds {
            until: at.plus_ms(this.patience.seed_ms),
            chain: MatchChain::new(seed, this.begun, this.agreed, others),
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

    fn forget_promises(&mut self) -> BoxBySeat<SeatFairness> {
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
    pub(super) fn being_dealt(&self, matches: &Matches) -> Result<Arc<Dealt>, Refusal> {
        match (&self.dealt, &self.waits) {
            (Some(dealt), _) if matches.is_playing() => Ok(Arc::clone(dealt)),
            (_, Waits::Seeds { chain, others, .. }) if self.is_all_revealed() => {
                Ok(Arc::new(Dealt {
                    chain: chain.clone(),
                    seats: self.promised.clone(),
                    others: others.clone(),
                    rounds: Vec::new(),
                }))
            }
            _ => Err(Refusal::OutOfOrder),
        }
    }
}
