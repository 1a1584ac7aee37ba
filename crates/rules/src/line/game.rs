//! A match: rounds until a side reaches the target (RULES.md, The match).

use std::sync::Arc;

use crate::game::{DealError, Game, Given, Need, Noted, ROUND_SCORES_MAX, TimeError, Viewer};
use crate::line::BySeat;
use crate::line::change::{Change, OwnChange};
use crate::line::deal::{Lead, TileOrder, leader_by_lot};
use crate::line::error::Illegal;
use crate::line::event::{Event, Outcome, Reason};
use crate::line::play::{Move, Placement, Play};
use crate::line::round::{Round, Stakes};
use crate::line::rules::{AfterBlock, BlockedTie, Callers, Calls, Love, MatchEnd, NextLead, Rules};
use crate::line::view::{Step, View};
use crate::order::{Chance, Order, Purpose};
use crate::seat::{BySide, Seat, Side};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// A match, from its first deal until a side reaches the target.
///
/// [`Match::needs`] says what comes next. A request that the rules don't allow is refused and
/// changes nothing.
///
/// ```
/// use boneyard_rules::line::{Match, Preset};
/// use boneyard_rules::{Need, Order};
///
/// let mut game = Match::new(Preset::QUICK_DRAW.rules());
/// game.deal(&Order::sorted(28))?;
/// let Need::Move(seat) = game.needs() else {
///     panic!("a deal gives a seat the lead");
/// };
/// let lead = game.moves(seat)[0];
/// game.take(seat, lead)?;
/// assert!(game.take(seat, lead).is_err(), "the tile lies on the table now");
/// assert_eq!(game.ply(), 2, "a deal and a play");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    rules: Rules,
    scores: BySide<u16>,
    /// The scores after each of the last [`ROUND_SCORES_MAX`] finished rounds.
    round_scores: Vec<BySide<u16>>,
    /// The number of the round that was dealt last, from 1.
    number: u16,
    /// How many rounds of this match were won, by any side.
    won_rounds: u16,
    /// Whether an earlier block was tied and doubles the points of the next won round.
    is_doubled: bool,
    /// How many times so far lots were drawn, tiles were dealt, the lead was given to a partner, a tile was
    /// played or "Muggins!" was called.
    ply: u32,
    stage: Stage,
    /// The events since the end of the previous round.
    history: Vec<Event>,
    /// The value of `ply` at the beginning of the history.
    history_start: u32,
    /// The last play, while a call of "Muggins!" can still take its points.
    unsettled: Option<Unsettled>,
    /// Whether time has been called: the match ends with the round, if one side then has the most points.
    is_time_called: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Stage {
    /// No tiles have been dealt yet.
    Dealing(Lead),
    Playing(Round),
    RoundOver {
        round: Round,
        lead: Lead,
    },
    Over {
        round: Round,
        winner: Side,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Unsettled {
    by: Seat,
    points: u16,
}

impl Match {
    /// A new match, before its first deal.
    #[must_use]
    pub fn new(rules: &Rules) -> Self {
        Self {
            rules: *rules,
            scores: BySide::from_fn(rules.seating, |_| 0),
            round_scores: Vec::new(),
            number: 0,
            won_rounds: 0,
            is_doubled: false,
            ply: 0,
            stage: Stage::Dealing(Lead::opening(rules)),
            history: Vec::new(),
            history_start: 0,
            unsettled: None,
            is_time_called: false,
        }
    }

    /// The rules of the match.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The points of each side.
    #[must_use]
    pub const fn scores(&self) -> &BySide<u16> {
        &self.scores
    }

    /// The points of each side after each finished round, oldest first; only the last
    /// [`ROUND_SCORES_MAX`] rounds.
    #[must_use]
    pub fn round_scores(&self) -> &[BySide<u16>] {
        &self.round_scores
    }

    /// The number of the round that was dealt last, from 1; 0 before the first.
    #[must_use]
    pub const fn round_number(&self) -> u16 {
        self.number
    }

    /// How many rounds of this match were won, by any side.
    #[must_use]
    pub const fn won_rounds(&self) -> u16 {
        self.won_rounds
    }

    /// What earlier rounds add to the points of the round that was dealt last; before the first deal, to the
    /// points of the first round.
    #[must_use]
    pub fn stakes(&self) -> Stakes {
        self.round()
            .map_or_else(|| self.next_stakes(), Round::stakes)
    }

    /// What earlier rounds add to the points of the next round.
    fn next_stakes(&self) -> Stakes {
        let bonus = self.rules.round_bonus.get(usize::from(self.won_rounds));
        Stakes {
            bonus: bonus.map_or(0, |&points| points.into()),
            twice: self.is_doubled,
        }
    }

    /// How many times so far lots were drawn, tiles were dealt, the lead was given to a partner, a tile was
    /// played or "Muggins!" was called. A client uses this number to name the position in which it made a
    /// decision.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// The events of this round, with its lots and redeals.
    #[must_use]
    pub fn history(&self) -> &[Event] {
        &self.history
    }

    /// Whether `before`, an earlier moment of this match, belongs to the same round. If `before` does, the
    /// history of `before` is the beginning of the history of `self`.
    pub(crate) const fn is_round_of(&self, before: &Self) -> bool {
        self.history_start == before.history_start
    }

    /// The round that is being played or was played last; `None` before a deal.
    #[must_use]
    pub const fn round(&self) -> Option<&Round> {
        match &self.stage {
            Stage::Dealing(_) => None,
            Stage::Playing(round) | Stage::RoundOver { round, .. } | Stage::Over { round, .. } => {
                Some(round)
            }
        }
    }

    /// The same match with other hidden tiles in its round (see [`Round::rearranged`]). The history is
    /// unchanged, so the draws in the history can contradict the new hands. `None` if no round is being
    /// played, or if the round can't have these tiles.
    #[must_use]
    pub fn supposing(&self, hands: &BySeat<TileSet>, boneyard: &[Tile]) -> Option<Self> {
        let Stage::Playing(round) = &self.stage else {
            return None;
        };
        Some(Self {
            stage: Stage::Playing(round.rearranged(hands, boneyard)?),
            ..self.clone()
        })
    }

    /// The side that has won the match.
    #[must_use]
    pub const fn winner(&self) -> Option<Side> {
        match self.stage {
            Stage::Over { winner, .. } => Some(winner),
            Stage::Dealing(_) | Stage::Playing(_) | Stage::RoundOver { .. } => None,
        }
    }

    /// What the match waits for.
    #[must_use]
    pub fn needs(&self) -> Need {
        match &self.stage {
            Stage::Dealing(lead) | Stage::RoundOver { lead, .. } => Need::Chance(Chance {
                purpose: match lead {
                    Lead::Lot => Purpose::Lots,
                    Lead::Tile | Lead::By(_) | Lead::BySideOf(_) => Purpose::Deal,
                },
                things: self.rules.tile_set.len(),
                rests: matches!(self.stage, Stage::RoundOver { .. }),
            }),
            Stage::Playing(round) => Need::Move(round.turn()),
            Stage::Over { .. } => Need::Nothing,
        }
    }

    /// The plays that the rules allow the seat on turn; none while no round is being played.
    pub fn placements(&self) -> impl Iterator<Item = Placement> + '_ {
        let playing = match &self.stage {
            Stage::Playing(round) => Some(round),
            Stage::Dealing(_) | Stage::RoundOver { .. } | Stage::Over { .. } => None,
        };
        playing.into_iter().flat_map(Round::placements)
    }

    /// Whether this seat is on turn and may give the lead to its partner instead of leading.
    #[must_use]
    pub fn may_give_lead(&self, seat: Seat) -> bool {
        match &self.stage {
            Stage::Playing(round) => round.may_give_lead() && round.turn() == seat,
            Stage::Dealing(_) | Stage::RoundOver { .. } | Stage::Over { .. } => false,
        }
    }

    /// Whether this seat may call "Muggins!" now. Only the call itself shows whether there are points to
    /// take.
    #[must_use]
    pub fn may_call(&self, seat: Seat) -> bool {
        let side = |seat| self.rules.seating.side(seat);
        self.unsettled.is_some_and(|last| match self.rules.callers {
            Callers::Opponents => side(last.by) != side(seat),
            Callers::Everyone => last.by != seat,
        })
    }

    /// Whether a call of "Muggins!" can still take the points of the last play.
    #[must_use]
    pub const fn is_unsettled(&self) -> bool {
        self.unsettled.is_some()
    }

    /// Whether time has been called: the match ends with the round, if one side then has the most points.
    #[must_use]
    pub const fn is_last_round(&self) -> bool {
        self.is_time_called
    }

    fn lead(&self) -> Option<Lead> {
        match self.stage {
            Stage::Dealing(lead) | Stage::RoundOver { lead, .. } => Some(lead),
            Stage::Playing(_) | Stage::Over { .. } => None,
        }
    }

    /// Takes the order that the match needs: the first tiles are the lots that decide which seat leads, or all tiles
    /// are dealt. Then the round begins, unless the rules require another deal: because no seat was dealt a double, or
    /// because a hand has too many doubles.
    pub fn deal(&mut self, order: &Order) -> Result<Vec<Event>, DealError> {
        let lead = self.lead().ok_or(DealError::NotNow)?;
        let order = TileOrder::new(self.rules.tile_set, order).ok_or(DealError::Set)?;
        self.start_history();
        if lead == Lead::Lot {
            let lots = order.lots(self.rules.seating);
            let leader = leader_by_lot(lots);
            self.stage = Stage::Dealing(Lead::By(leader));
            return Ok(self.record_events(vec![Event::Lots { lots, leader }]));
        }
        let round = Round::deal_for(&self.rules, &order, lead, self.next_stakes());
        let leader = round.as_ref().map(Round::leader);
        self.stage = match round {
            Some(round) => {
                self.number = self.number.saturating_add(1);
                Stage::Playing(round)
            }
            None => Stage::Dealing(lead),
        };
        Ok(self.record_events(vec![Event::Deal {
            order: Arc::new(order),
            leader,
        }]))
    }

    /// Removes the events of the previous round.
    fn start_history(&mut self) {
        if matches!(self.stage, Stage::RoundOver { .. }) {
            self.history.clear();
            self.history_start = self.ply;
        }
    }

    /// Whether this seat is asked now whether it moves: because it is on turn, or because it may call "Muggins!".
    /// Whether there are points to take isn't told.
    #[must_use]
    pub fn may_move(&self, seat: Seat) -> bool {
        self.needs() == Need::Move(seat) || self.may_call(seat)
    }

    /// The moves that the rules allow this seat now, on turn or not; a play without an announcement.
    #[must_use]
    pub fn moves(&self, seat: Seat) -> Vec<Move> {
        let is_on_turn = self.needs() == Need::Move(seat);
        let placements = is_on_turn.then(|| self.placements());
        let mut moves: Vec<_> = placements.into_iter().flatten().map(Move::from).collect();
        if self.may_give_lead(seat) {
            moves.push(Move::GiveLead);
        }
        if self.points_of_call(seat).is_ok() {
            moves.push(Move::Call);
        }
        moves
    }

    /// The move that is made for the seat on turn when its time is over: its first placement.
    #[must_use]
    pub fn forced(&self) -> Option<Move> {
        self.placements().next().map(Move::from)
    }

    /// Makes a move for a seat. Returns the event of the move and all events that follow from it: points, draws,
    /// passes, the end of the round or of the match.
    pub fn take(&mut self, seat: Seat, chosen: Move) -> Result<Vec<Event>, Illegal> {
        match chosen {
            Move::Play(play) => self.play(seat, play),
            Move::GiveLead => self.give_lead(seat),
            Move::Call => self.call(seat),
        }
    }

    fn give_lead(&mut self, seat: Seat) -> Result<Vec<Event>, Illegal> {
        match &mut self.stage {
            Stage::Playing(round) if round.may_give_lead() && round.turn() == seat => {
                round.give_lead();
                Ok(self.record_events(vec![Event::GaveLead { seat }]))
            }
            _ => Err(Illegal::MayNotGive),
        }
    }

    fn play(&mut self, seat: Seat, play: Play) -> Result<Vec<Event>, Illegal> {
        let Stage::Playing(round) = &mut self.stage else {
            return Err(Illegal::NoRound);
        };
        let placement = round.placement(seat, play.tile, play.arm)?;
        let muggins = self.rules.calls == Calls::Muggins;
        let announced = play.announced.filter(|_| muggins);

        let joint = round.lay(placement);
        let points = round.count_points();
        let mut settled = round.clone();
        let mut then = Vec::new();
        settled.settle(&mut then);

        let mut events = vec![Event::Played {
            seat,
            tile: play.tile,
            joint,
            announced,
        }];
        let given = !muggins || announced == Some(points) || settled.outcome().is_some();
        self.unsettled = (!given).then_some(Unsettled { by: seat, points });
        if given {
            self.score(
                self.rules.seating.side(seat),
                points,
                Reason::Count,
                &mut events,
            );
        }
        // A side that reaches the target ends the match in the middle of the round. Then no seat draws
        // any more.
        if self.winner().is_none() {
            events.append(&mut then);
            self.continue_round(settled, &mut events);
        }
        Ok(self.record_events(events))
    }

    /// Replaces the round of the match by `round`, in which the draws and passes after the play are
    /// already made. Gives the points for the passes, or for the end of the round.
    fn continue_round(&mut self, round: Round, events: &mut Vec<Event>) {
        let Some(outcome) = round.outcome() else {
            let (side, points) = (self.rules.seating.side(round.last()), round.pass_points());
            self.stage = Stage::Playing(round);
            return self.score(side, points, Reason::Pass, events);
        };
        let winner = round.winning_side();
        let lead = lead_after(&self.rules, &round);
        self.stage = Stage::RoundOver { round, lead };
        let (points, reason) = match outcome {
            Outcome::Domino { points, .. } => (points, Reason::Domino),
            Outcome::Blocked { points, .. } => (points, Reason::Blocked),
        };
        let was_one_all = is_one_all(self.scores.as_slice());
        match winner {
            Some(side) => self.win_round(side, points, reason, events),
            None => self.is_doubled |= self.rules.blocked_tie == BlockedTie::Doubles,
        }
        if self.rules.match_end == MatchEnd::AfterRound || self.is_time_called {
            self.end_if_reached(events);
        }
        if let Some(side) = winner
            && self.rules.love != Love::No
            && self.winner().is_none()
        {
            self.apply_love(side, was_one_all, events);
        }
    }

    /// Gives the points of a won round to the side that won, unless they are fewer than the entry.
    fn win_round(&mut self, side: Side, points: u16, reason: Reason, events: &mut Vec<Event>) {
        self.won_rounds = self.won_rounds.saturating_add(1);
        self.is_doubled = false;
        if points > 0 && self.scores[side] == 0 && points < self.rules.entry.into() {
            events.push(Event::FellShort {
                side,
                points,
                reason,
            });
        } else {
            self.score(side, points, reason, events);
        }
    }

    /// Resets scores by the love rule (RULES.md, Love).
    fn apply_love(&mut self, winner: Side, was_one_all: bool, events: &mut Vec<Event>) {
        let scores = self.scores.as_slice();
        let one_all = self.rules.love == Love::OneAll;
        let seating = self.rules.seating;
        if one_all && was_one_all {
            let kept = self.scores[winner];
            self.scores = BySide::from_fn(seating, |side| if side == winner { kept } else { 0 });
        } else if scores.contains(&0) || one_all && is_one_all(scores) {
            return;
        } else {
            self.scores = BySide::from_fn(seating, |_| 0);
            let opening = Lead::opening(&self.rules);
            if let Stage::RoundOver { lead, .. } = &mut self.stage {
                *lead = opening;
            }
        }
        events.push(Event::Love {
            scores: self.scores.map(|&score| score),
        });
    }

    /// The points that a call of "Muggins!" by this seat takes.
    fn points_of_call(&self, seat: Seat) -> Result<u16, Illegal> {
        let last = self.unsettled.filter(|_| self.may_call(seat));
        let points = last.map(|last| last.points).filter(|&points| points > 0);
        points.ok_or(Illegal::NothingToTake)
    }

    fn call(&mut self, seat: Seat) -> Result<Vec<Event>, Illegal> {
        let points = self.points_of_call(seat)?;
        self.unsettled = None;
        let mut events = vec![Event::Called { seat }];
        self.score(
            self.rules.seating.side(seat),
            points,
            Reason::Call,
            &mut events,
        );
        Ok(self.record_events(events))
    }

    /// Calls time: the match ends with the round that is being played, if one side then has the most points,
    /// or else with the first later round after which one side has (RULES.md, The call of time). Between two
    /// rounds the match ends at once if one side has the most points. A round counts as being played from its
    /// lots on. The number of the position stays the same, since the decisions that a player can make stay the
    /// same.
    pub fn call_time(&mut self) -> Result<Vec<Event>, TimeError> {
        if self.is_time_called || self.winner().is_some() {
            return Err(TimeError::NotNow);
        }
        self.is_time_called = true;
        let mut events = vec![Event::TimeCalled];
        if matches!(self.stage, Stage::RoundOver { .. }) {
            self.end_if_reached(&mut events);
        }
        self.history.extend_from_slice(&events);
        Ok(events)
    }

    /// Gives points to a side. The side gets nothing if the points would exceed an exact target, or if
    /// points for passes would reach the target. If the rules check the target after each score, a side
    /// that reaches it wins the match.
    fn score(&mut self, side: Side, points: u16, reason: Reason, events: &mut Vec<Event>) {
        if points == 0 {
            return;
        }
        let score = self.rules.score_after(self.scores[side], points);
        let wins_by_passes = |&score: &u16| reason == Reason::Pass && score >= self.rules.target;
        let Some(score) = score.filter(|score| !wins_by_passes(score)) else {
            events.push(Event::Overshot {
                side,
                points,
                reason,
            });
            return;
        };
        self.scores[side] = score;
        events.push(Event::Scored {
            side,
            points,
            reason,
        });
        if self.rules.match_end == MatchEnd::AtOnce {
            self.end_if_reached(events);
        }
    }

    /// Ends the match if a side has more points than any other side and has reached the target. After time has
    /// been called and when no round is being played, the side need not have reached the target.
    fn end_if_reached(&mut self, events: &mut Vec<Event>) {
        if self.winner().is_some() {
            return;
        }
        let most = self.scores.as_slice().iter().copied().max().unwrap_or(0);
        let mut first = self.scores.iter().filter(|&(_, &score)| score == most);
        let (Some((winner, _)), None) = (first.next(), first.next()) else {
            return;
        };
        let is_last_over = self.is_time_called && matches!(self.stage, Stage::RoundOver { .. });
        if (most >= self.rules.target || is_last_over)
            && let Some(round) = self.round()
        {
            self.stage = Stage::Over {
                round: round.clone(),
                winner,
            };
            events.push(Event::MatchOver { winner });
        }
    }

    /// Adds the events of one decision to the history. If the decision ended the round, also stores the
    /// scores.
    fn record_events(&mut self, events: Vec<Event>) -> Vec<Event> {
        self.ply += 1;
        // A match is copied before each decision, and the history of the copy has no spare capacity. `Vec`
        // would double the capacity when it grows. That would waste memory, because few matches need so much
        // capacity.
        self.history.reserve_exact(events.len());
        self.history.extend_from_slice(&events);
        if matches!(self.stage, Stage::RoundOver { .. } | Stage::Over { .. }) {
            if self.round_scores.len() == ROUND_SCORES_MAX {
                self.round_scores.remove(0);
            }
            self.round_scores.push(self.scores);
        }
        events
    }
}

impl Game for Match {
    type Rules = Rules;
    type Move = Move;
    type Illegal = Illegal;
    type Event = Event;
    type View = View;
    type Step = Step;

    fn new(rules: &Rules) -> Self {
        Self::new(rules)
    }

    fn rules(&self) -> &Rules {
        self.rules()
    }

    fn needs(&self) -> Need {
        self.needs()
    }

    fn deal(&mut self, order: &Order) -> Result<Vec<Event>, DealError> {
        self.deal(order)
    }

    fn take(&mut self, seat: Seat, chosen: Move) -> Result<Vec<Event>, Illegal> {
        self.take(seat, chosen)
    }

    fn call_time(&mut self) -> Result<Vec<Event>, TimeError> {
        self.call_time()
    }

    fn moves(&self, seat: Seat) -> Vec<Move> {
        self.moves(seat)
    }

    fn may_move(&self, seat: Seat) -> bool {
        self.may_move(seat)
    }

    fn forced(&self) -> Option<Move> {
        self.forced()
    }

    fn ends_turn(chosen: Move) -> bool {
        chosen.ends_turn()
    }

    fn ply(&self) -> u32 {
        self.ply()
    }

    fn round_number(&self) -> u16 {
        self.round_number()
    }

    fn scores(&self) -> &BySide<u16> {
        self.scores()
    }

    fn round_scores(&self) -> &[BySide<u16>] {
        self.round_scores()
    }

    fn winner(&self) -> Option<Side> {
        self.winner()
    }

    fn is_last_round(&self) -> bool {
        self.is_last_round()
    }

    fn given(&self, event: &Event) -> Option<Given<Move>> {
        event.given(self.rules.tile_set)
    }

    fn noted(event: &Event) -> Option<Noted> {
        match *event {
            Event::Played { seat, .. } => Some(Noted::Play(seat)),
            Event::Scored {
                side,
                points,
                reason,
            } => Some(Noted::Points {
                side,
                points,
                by_play: reason == Reason::Count,
            }),
            Event::RoundOver(Outcome::Domino { by, .. }) => Some(Noted::Out(by)),
            _ => None,
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        self.view(viewer)
    }

    fn change_since(&self, before: Option<&Self>) -> Change {
        self.change_since(before)
    }

    fn own_change_since(&self, before: Option<&Self>, seat: Seat, is_absent: bool) -> OwnChange {
        self.own_change_since(before, seat, is_absent)
    }

    fn step(&self, events: &[Event]) -> Step {
        let hands = self.round().map(|round| {
            let hands = round.hands().iter();
            hands.map(|(_, hand)| hand.iter().collect()).collect()
        });
        Step {
            events: events.iter().map(Event::seen).collect(),
            board: self.board(),
            hands: hands.unwrap_or_default(),
        }
    }
}

/// How the leader is found in the round that follows `round`.
fn lead_after(rules: &Rules, round: &Round) -> Lead {
    let blocked = matches!(round.outcome(), Some(Outcome::Blocked { .. }));
    if blocked && rules.after_block == AfterBlock::Opening {
        return Lead::opening(rules);
    }
    match (rules.next_lead, round.winner()) {
        (NextLead::Rotate, _) => Lead::By(rules.seating.next(round.leader())),
        (NextLead::Winner, Some(winner)) => Lead::By(winner),
        (NextLead::WinningSide, Some(winner)) => Lead::BySideOf(winner),
        (NextLead::Winner | NextLead::WinningSide, None) | (NextLead::Opening, _) => {
            Lead::opening(rules)
        }
    }
}

/// Whether every side has exactly one point.
fn is_one_all(scores: &[u16]) -> bool {
    scores.iter().all(|&score| score == 1)
}
