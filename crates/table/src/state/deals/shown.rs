//! What the clients and the tournament are told of the deals of a table.

use boneyard_fair::SCHEME;
use boneyard_protocol::fairness::SectionMatch;
use boneyard_protocol::{Fairness, RoomFairness, SeatFairness};
use boneyard_rules::{Match, Need};

use super::{Deals, Waits};
use crate::state::matches::Matches;

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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SectionStand {
    /// How far the match is.
    pub step: SectionStep,
    /// The match, with the promises and seeds of its seats.
    pub own: SectionMatch,
}

impl Deals {
    /// The stand of the table in its section; `None` if the table belongs to none.
    pub(crate) fn section_stand(&self) -> Option<SectionStand> {
        let (step, match_number, seats) = match (&self.waits, &self.dealt) {
            _ if !self.in_section => return None,
            (_, Some(dealt)) => (SectionStep::Dealt, dealt.chain.match_number, &dealt.seats),
            (Waits::OtherTables, None) => (SectionStep::Held, self.begun + 1, &self.promised),
            (Waits::Seeds { .. }, None) if self.missing() == 0 => {
                (SectionStep::Revealed, self.begun, &self.promised)
            }
            (Waits::Seeds { .. }, None) => (SectionStep::Begun, self.begun, &self.promised),
            (Waits::Nothing | Waits::Promises { .. }, None) => {
                (SectionStep::Gathers, self.begun + 1, &self.promised)
            }
        };
        let own = SectionMatch {
            table: self.table,
            match_number,
            agreed: self.agreed,
            seats: seats.clone(),
        };
        Some(SectionStand { step, own })
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
        let begun = self.begun_match(matches).map(|(chain, _)| chain);
        RoomFairness {
            scheme: SCHEME,
            match_number: begun.map_or(self.match_to_promise(), |chain| chain.match_number),
            commitment: begun.map(|chain| chain.get().commitment()),
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
        let runs = matches!(needs, Some(Need::Move(_)));
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
