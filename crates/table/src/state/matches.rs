//! The matches of a table: the running or last match, and how many matches were dealt.

use std::sync::Arc;

use boneyard_base::{Timestamp, limits};
use boneyard_bot::Memory;
use boneyard_protocol::{Ending, Status};
use boneyard_rules::{Match, Need, Rules, Seat};

use super::event::TableEvent;
use super::refusal::Refusal;

/// The matches of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Matches {
    status: Status,
    /// How many matches were dealt at the table.
    count: u32,
    /// The running match, or else the last one.
    current: Option<Arc<Match>>,
    /// The number of the log row with which the last match began; 0 before the first match.
    row: i64,
    /// When the last match began.
    began: Timestamp,
    /// The number of plies of all earlier matches. This number is added to the ply of the current match, so
    /// that no two positions at the table have the same number, and a late decision is never taken for a
    /// position of the next match.
    plies_before: u32,
    /// How the last match ended; `None` before the first match ends and while a match is played.
    ending: Option<Ending>,
    /// Whether matches are played over days.
    over_days: bool,
    /// When the next round begins even if not all players are ready for it.
    deal_at: Option<Timestamp>,
    /// How each seat plays, estimated from the rounds that have ended.
    memory: Memory,
    /// After how many rounds a match ends even without a winner.
    rounds_max: u32,
}

impl Matches {
    /// The matches of a table that has played none.
    pub(super) fn new(created: Timestamp, over_days: bool, rules: &Rules) -> Self {
        Self {
            over_days,
            status: Status::Open,
            count: 0,
            current: None,
            row: 0,
            began: created,
            plies_before: 0,
            ending: None,
            deal_at: None,
            memory: Memory::new(rules),
            rounds_max: limits::ROUNDS_MAX,
        }
    }

    /// Whether an event begins a match.
    pub(super) fn begin_with(&self, event: &TableEvent) -> bool {
        matches!(event, TableEvent::Dealt { .. }) && !self.is_playing()
    }

    /// Applies an event of a log row to the matches. Here the rules decide whether a move is
    /// allowed.
    pub(super) fn apply(
        &mut self,
        event: &TableEvent,
        rules: &Rules,
        (row, at): (i64, Timestamp),
    ) -> Result<(), Refusal> {
        match event {
            TableEvent::InSection { boards } => self.rounds_max = u32::from(*boards),
            TableEvent::Sat { seat, .. } | TableEvent::ComputerSat { seat, .. } => {
                self.memory.forget(*seat);
            }
            TableEvent::TookOver { seat, .. } => {
                self.must_be_playing()?;
                self.memory.forget(*seat);
            }
            TableEvent::Dealt { order } => {
                self.match_to_deal(rules, row, at).deal(order)?;
                self.deal_at = None;
            }
            TableEvent::Moved { seat, chosen } | TableEvent::MovedFor { seat, chosen } => {
                self.running_mut()?.take(*seat, *chosen)?;
                self.end_if_over();
                self.await_next_round(at);
            }
            TableEvent::TimeCalled => {
                self.running_mut()?.call_time()?;
                self.end_if_over();
            }
            TableEvent::Continued { .. } if !self.over_days => {
                let latest = at.plus_ms(limits::NEXT_ROUND_MS_MAX);
                self.deal_at.get_or_insert(latest);
            }
            TableEvent::Lent { .. }
            | TableEvent::Resigned { .. }
            | TableEvent::OfferedEnd { .. } => {
                self.must_be_playing()?;
            }
            TableEvent::Claimed { seat, by } => {
                self.must_be_playing()?;
                let (seat, by) = (*seat, *by);
                let winner = rules.seating().side(by);
                self.end(Ending::Claimed { seat, by, winner });
            }
            TableEvent::ClockStepped { by_ms } => {
                self.deal_at = self.deal_at.map(|at| at.plus_ms(*by_ms));
            }
            TableEvent::Abandoned => {
                self.must_be_playing()?;
                self.end(Ending::Abandoned { winner: None });
            }
            TableEvent::Stopped { stop } => {
                self.must_be_playing()?;
                self.end(stop.ending(rules.seating()));
            }
            _ => {}
        }
        Ok(())
    }

    /// The match that the next lots or deal belong to: the running match, or a new one.
    fn match_to_deal(&mut self, rules: &Rules, row: i64, at: Timestamp) -> &mut Match {
        if let Some(game) = &self.current {
            self.memory.learn(game);
        }
        if !self.is_playing() {
            self.row = row;
            self.began = at;
            self.plies_before += self.current.take().map_or(0, |last| last.ply());
            self.count += 1;
            self.ending = None;
            self.status = Status::Playing;
        }
        let current = self
            .current
            .get_or_insert_with(|| Arc::new(Match::new(rules)));
        Arc::make_mut(current)
    }

    fn running_mut(&mut self) -> Result<&mut Match, Refusal> {
        match &mut self.current {
            Some(game) if self.status == Status::Playing => Ok(Arc::make_mut(game)),
            _ => Err(Refusal::NoMatch),
        }
    }

    /// At a table over days, the next round begins by itself some time after the end of the last one.
    fn await_next_round(&mut self, at: Timestamp) {
        let rests = matches!(self.running().map(Match::needs), Some(Need::Chance(_)));
        if self.over_days && rests {
            self.deal_at = Some(at.plus_ms(limits::OVER_DAYS_NEXT_ROUND_MS));
        }
    }

    /// Ends the match if it is over by the rules, or if the last allowed round has ended.
    fn end_if_over(&mut self) {
        let Some(game) = &self.current else { return };
        let last_round = u32::from(game.round_number()) >= self.rounds_max;
        let is_over = match game.needs() {
            Need::Nothing => true,
            Need::Chance(needed) => needed.rests && last_round,
            Need::Move(_) => false,
        };
        if is_over {
            let winner = game.winner();
            self.end(Ending::Played { winner });
        }
    }

    /// Ends the match.
    pub(super) fn end(&mut self, ending: Ending) {
        self.status = Status::Over;
        self.ending = Some(ending);
        self.deal_at = None;
    }

    /// Whether a match has ended between the earlier state `before` and this one.
    pub(crate) fn has_ended_since(&self, before: &Self) -> bool {
        before.is_playing() && self.status == Status::Over
    }

    /// Whether the table is open for its first match, plays a match, or has ended one.
    pub(crate) const fn status(&self) -> Status {
        self.status
    }

    /// Whether a match is being played.
    pub(crate) fn is_playing(&self) -> bool {
        self.status == Status::Playing
    }

    /// Checks that a match is being played.
    pub(crate) fn must_be_playing(&self) -> Result<(), Refusal> {
        self.is_playing().then_some(()).ok_or(Refusal::NoMatch)
    }

    /// How many matches were dealt at the table.
    pub(crate) const fn count(&self) -> u32 {
        self.count
    }

    /// The running match, or else the last one.
    pub(crate) fn current(&self) -> Option<&Match> {
        self.current.as_deref()
    }

    /// The running match.
    pub(crate) fn running(&self) -> Option<&Match> {
        self.current().filter(|_| self.is_playing())
    }

    /// The number of the log row with which the last match began; 0 before the first match.
    pub(crate) const fn first_row(&self) -> i64 {
        self.row
    }

    /// When the last match began.
    pub(crate) const fn began(&self) -> Timestamp {
        self.began
    }

    /// The number of plies of all earlier matches.
    pub(crate) const fn plies_before(&self) -> u32 {
        self.plies_before
    }

    /// The number of the current position. A number is never used twice at a table.
    pub(crate) fn ply(&self) -> u32 {
        self.plies_before + self.current().map_or(0, Match::ply)
    }

    /// How the last match ended; `None` before the first match ends and while a match is played.
    pub(crate) const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// When the next round begins even if not all players are ready for it.
    pub(crate) const fn deal_at(&self) -> Option<Timestamp> {
        self.deal_at
    }

    /// How each seat plays, estimated from the rounds that have ended.
    pub(crate) const fn memory(&self) -> Memory {
        self.memory
    }

    /// What the running match needs next. Without a running match: what a match that begins now by these
    /// rules needs.
    pub(crate) fn needs(&self, rules: &Rules) -> Need {
        let running = self.running().map(Match::needs);
        running.unwrap_or_else(|| Match::new(rules).needs())
    }

    /// The seat that must play now.
    pub(crate) fn on_turn(&self) -> Option<Seat> {
        match self.running()?.needs() {
            Need::Move(seat) => Some(seat),
            Need::Chance(_) | Need::Nothing => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use boneyard_rules::Order;
    use boneyard_rules::line::Preset;

    use super::*;

    #[test]
    fn a_deal_begins_a_match_whose_plies_follow_those_of_the_last() {
        let rules = &Preset::BLOCK.rules().into();
        let start = Timestamp(5);
        let mut matches = Matches::new(start, false, rules);
        let order = Order::sorted(28);
        let first = TableEvent::Dealt { order };
        assert!(matches.begin_with(&first));
        assert_eq!(matches.must_be_playing(), Err(Refusal::NoMatch));
        for row in [3, 9] {
            let plies = matches.ply();
            matches.apply(&first, rules, (row, start)).unwrap();
            assert_eq!((matches.first_row(), matches.plies_before()), (row, plies));
            assert!(!matches.begin_with(&first));
            let abandoned = TableEvent::Abandoned;
            let before = matches.clone();
            matches.apply(&abandoned, rules, (row + 1, start)).unwrap();
            assert!(matches.has_ended_since(&before));
            assert_eq!(matches.ending(), Some(Ending::Abandoned { winner: None }));
        }
        assert_eq!(matches.count(), 2);
    }
}
