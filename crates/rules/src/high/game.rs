//! A match.

use serde::{Deserialize, Serialize};

use crate::game::{
    DealError, Game, GameRules as _, Given, Need, Noted, ROUND_SCORES_MAX, TimeError, Viewer,
};
use crate::high::event::Event;
use crate::high::rules::{Rules, TRICKS};
use crate::high::view::{Change, Laid, OwnChange, Step, View};
use crate::order::{Chance, Order, Purpose};
use crate::seat::{BySeat, BySide, Seat, Side};
use crate::tile::Tile;
use crate::tile_set::TileSet;

/// The tiles of double-six, which are the first of all tiles.
const THINGS: usize = 28;

/// A decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Move {
    /// To play a tile.
    Play(Tile),
}

/// Why the rules don't allow a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Illegal {
    /// It is another seat's turn, or nobody's.
    #[error("It is not the turn of this seat.")]
    NotOnTurn,
    /// The seat doesn't hold the tile.
    #[error("The tile is not in the hand.")]
    NotHeld,
}

/// A match of High Tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    rules: Rules,
    ply: u32,
    round: u16,
    pub(super) hands: BySeat<TileSet>,
    /// The tiles of the trick that is played, or of the last one.
    pub(super) trick: Vec<Laid>,
    leader: Option<Seat>,
    scores: BySide<u16>,
    round_scores: Vec<BySide<u16>>,
    winner: Option<Side>,
    is_last_round: bool,
    /// The events of the round.
    pub(super) history: Vec<Event>,
}

impl Match {
    /// The seat that leads the trick, or the first one of the next round.
    pub(super) const fn leader(&self) -> Option<Seat> {
        self.leader
    }

    fn is_round_over(&self) -> bool {
        let mut hands = self.hands.iter();
        hands.all(|(_, hand)| hand.is_empty())
    }

    fn is_trick_complete(&self) -> bool {
        self.trick.len() == self.rules.seating().seat_count()
    }

    /// Ends the match if it can end, when no round is being played.
    fn end(&mut self, events: &mut Vec<Event>) {
        let scores = self.scores.iter();
        let Some(best) = scores.clone().map(|(_, &points)| points).max() else {
            return;
        };
        let mut leading = scores.filter(|&(_, &points)| points == best);
        let only = leading.next().filter(|_| leading.next().is_none());
        if let Some((winner, _)) = only
            && (self.is_last_round || best >= self.rules.target())
        {
            self.winner = Some(winner);
            events.push(Event::MatchOver { winner });
        }
    }

    /// Adds the events to the history, and returns them.
    fn happened(&mut self, events: Vec<Event>) -> Vec<Event> {
        self.history.extend_from_slice(&events);
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
        let seating = rules.seating();
        Self {
            rules: *rules,
            ply: 0,
            round: 0,
            hands: BySeat::from_fn(seating, |_| TileSet::EMPTY),
            trick: Vec::new(),
            leader: None,
            scores: BySide::from_fn(seating, |_| 0),
            round_scores: Vec::new(),
            winner: None,
            is_last_round: false,
            history: Vec::new(),
        }
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn needs(&self) -> Need {
        if self.winner.is_some() {
            return Need::Nothing;
        }
        if self.is_round_over() {
            return Need::Chance(Chance {
                purpose: Purpose::Deal,
                things: THINGS,
                rests: self.round > 0,
            });
        }
        let after = |laid: &Laid| self.rules.seating().next(laid.seat);
        let follows = self.trick.last().filter(|_| !self.is_trick_complete());
        match follows.map(after).or(self.leader) {
            Some(seat) => Need::Move(seat),
            None => Need::Nothing,
        }
    }

    fn deal(&mut self, order: &Order) -> Result<Vec<Event>, DealError> {
        if !matches!(self.needs(), Need::Chance(_)) {
            return Err(DealError::NotNow);
        }
        let things = order.things();
        if things.len() != THINGS {
            return Err(DealError::Set);
        }
        let leader = self.leader.unwrap_or_default();
        self.ply += 1;
        self.round = self.round.saturating_add(1);
        self.leader = Some(leader);
        self.trick.clear();
        self.history.clear();
        self.hands = BySeat::from_fn(self.rules.seating(), |seat| {
            let own = things.iter().skip(TRICKS * seat.index()).take(TRICKS);
            let tiles = own.filter_map(|&thing| Tile::from_index(thing.into()));
            tiles.collect()
        });
        let order = order.clone();
        Ok(self.happened(vec![Event::Dealt { order, leader }]))
    }

    fn take(&mut self, seat: Seat, Move::Play(tile): Move) -> Result<Vec<Event>, Illegal> {
        if self.needs() != Need::Move(seat) {
            return Err(Illegal::NotOnTurn);
        }
        if !self.hands[seat].remove(tile) {
            return Err(Illegal::NotHeld);
        }
        self.ply += 1;
        if self.is_trick_complete() {
            self.trick.clear();
        }
        self.trick.push(Laid { seat, tile });
        let mut events = vec![Event::Played { seat, tile }];
        if self.is_trick_complete() {
            // Of equal tiles `max_by_key` finds the last, and the first one takes the trick.
            let best = self
                .trick
                .iter()
                .rev()
                .max_by_key(|laid| laid.tile.weight());
            let taker = best.map_or(seat, |laid| laid.seat);
            let side = self.rules.seating().side(taker);
            self.scores[side] += 1;
            self.leader = Some(taker);
            events.push(Event::Took { seat: taker, side });
            if self.is_round_over() {
                events.push(Event::RoundOver);
                if self.round_scores.len() == ROUND_SCORES_MAX {
                    self.round_scores.remove(0);
                }
                self.round_scores.push(self.scores);
                self.end(&mut events);
            }
        }
        Ok(self.happened(events))
    }

    fn call_time(&mut self) -> Result<Vec<Event>, TimeError> {
        if self.is_last_round || self.winner.is_some() {
            return Err(TimeError::NotNow);
        }
        self.is_last_round = true;
        let mut events = vec![Event::TimeCalled];
        if self.is_round_over() {
            self.end(&mut events);
        }
        Ok(self.happened(events))
    }

    fn moves(&self, seat: Seat) -> Vec<Move> {
        if self.needs() == Need::Move(seat) {
            self.hands[seat].iter().map(Move::Play).collect()
        } else {
            Vec::new()
        }
    }

    fn may_move(&self, seat: Seat) -> bool {
        self.needs() == Need::Move(seat)
    }

    fn forced(&self) -> Option<Move> {
        let Need::Move(seat) = self.needs() else {
            return None;
        };
        self.moves(seat).into_iter().next()
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    fn round_number(&self) -> u16 {
        self.round
    }

    fn scores(&self) -> &BySide<u16> {
        &self.scores
    }

    fn round_scores(&self) -> &[BySide<u16>] {
        &self.round_scores
    }

    fn winner(&self) -> Option<Side> {
        self.winner
    }

    fn is_last_round(&self) -> bool {
        self.is_last_round
    }

    fn given(&self, event: &Event) -> Option<Given<Move>> {
        event.given()
    }

    fn noted(event: &Event) -> Option<Noted> {
        event.noted()
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn change_since(&self, before: Option<&Self>) -> Change {
        Change::since(before, self)
    }

    fn own_change_since(&self, before: Option<&Self>, seat: Seat, is_absent: bool) -> OwnChange {
        OwnChange::since(before, self, seat, is_absent)
    }

    fn step(&self, events: &[Event]) -> Step {
        Step {
            events: events.iter().map(Event::seen).collect(),
            leader: self.leader,
            trick: self.trick.clone(),
            hands: self.hands.map(|hand| hand.iter().collect()),
        }
    }
}
