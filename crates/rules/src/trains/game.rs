//! A match: rounds, totals and places (RULES-TRAINS.md, The match).

use std::cmp::Reverse;

use crate::game::{DealError, Game, GameRules as _, Given, Need, Noted, TimeError, Viewer};
use crate::order::{Chance, Order, Purpose};
use crate::seat::{BoxBySeat, BySeat, BySide, Seat, Seating, Side, Winners};
use crate::tile::Tile;
use crate::trains::event::{self, Deal, Event};
use crate::trains::layout::{Illegal, Layout};
use crate::trains::place::Played;
use crate::trains::position::{Position, PositionError};
use crate::trains::round::{Move, Round};
use crate::trains::rules::Rules;
use crate::trains::view::{Change, OwnChange, Shown, Step, Table, View};

/// A match of Mexican Train or Chickenfoot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    rules: Rules,
    ply: u32,
    /// The seat that begins the first round; `None` before the lots.
    first: Option<Seat>,
    /// The number of the round that was dealt last, from 1; 0 before the first deal.
    number: u8,
    /// The round that was dealt last. Boxed, since a match of any game is as large as the largest one.
    round: Option<Box<Round>>,
    scores: BySide<u16>,
    /// The totals after each round.
    round_scores: Vec<BySide<u16>>,
    is_time_called: bool,
    /// The events of the round that was dealt last, the lots before the first one, and what happened since.
    history: Vec<Event>,
}

impl Match {
    /// A match in the middle of the round of the position's engine, and what happens there by itself. Of the tiles on the
    /// table nothing else is known, so they count as laid by seat 0.
    ///
    /// # Errors
    ///
    /// If the position isn't one of a round with these rules.
    pub fn from_position(
        rules: &Rules,
        position: &Position,
    ) -> Result<(Self, Vec<Event>), PositionError> {
        let numbers = 1..=rules.tile_set.double_count();
        let mut numbers = numbers.filter(|&number| rules.engine(number) == Some(position.engine));
        let number = numbers.next().ok_or(PositionError)?;
        let (round, events) = Round::from_position(rules, position)?;
        let mut game = Self::new(rules);
        game.first = Some(position.turn);
        game.number = number;
        game.history = laid(rules, position);
        game.round = Some(Box::new(round));
        let events = game.happened(events);
        Ok((game, events))
    }

    /// The round that was dealt last; `None` before the first deal.
    #[must_use]
    pub fn round(&self) -> Option<&Round> {
        self.round.as_deref()
    }

    /// The seat that began the round that was dealt last; before the first deal, the seat that will begin it. `None`
    /// before the lots.
    pub(super) fn beginner(&self) -> Option<Seat> {
        let round = self.round();
        round.map(Round::beginner).or(self.first)
    }

    /// The events of the round that was dealt last, and what happened since.
    pub(super) fn history(&self) -> &[Event] {
        &self.history
    }

    /// The events since an earlier moment, and whether a round began with the first of them.
    pub(super) fn events_since(&self, before: Option<&Self>) -> (&[Event], bool) {
        // The lots belong to the first round.
        let is_same = |before: &&Self| before.number == self.number || before.number == 0;
        let known = before.filter(is_same).map_or(0, |it| it.history.len());
        (self.history.get(known..).unwrap_or_default(), known == 0)
    }

    /// The tiles of the round on the table, in the order in which they were laid.
    pub(super) fn played(&self) -> Vec<Played> {
        let played = |event: &Event| match event {
            Event::Played(played) => Some(*played),
            _ => None,
        };
        self.history.iter().filter_map(played).collect()
    }

    /// What was hidden during the round, once it is over.
    pub(super) fn shown(&self) -> Option<Shown> {
        let round = self.round().filter(|round| round.outcome().is_some())?;
        Some(Shown {
            hands: self.hands(),
            boneyard: round.boneyard().to_vec(),
        })
    }

    /// The tiles of a seat, as they came.
    pub(super) fn hand(&self, seat: Seat) -> Vec<Tile> {
        let round = self.round();
        round.map_or_else(Vec::new, |round| round.held(seat).collect())
    }

    fn hands(&self) -> BoxBySeat<Vec<Tile>> {
        BoxBySeat::from_fn(self.rules.seating, |seat| self.hand(seat))
    }

    /// The round, if a seat is on turn in it.
    fn playing(&self) -> Option<(&Round, Seat)> {
        let round = self.round()?;
        Some((round, round.turn()?))
    }

    /// The round in which this seat is on turn.
    pub(super) fn round_of_turn(&self, seat: Seat) -> Option<&Round> {
        let (round, turn) = self.playing()?;
        (turn == seat).then_some(round)
    }

    /// Whether no round follows.
    fn is_last(&self) -> bool {
        self.is_time_called || self.number == self.rules.rounds
    }

    fn is_over(&self) -> bool {
        let outcome = self.round().and_then(Round::outcome);
        self.is_last() && outcome.is_some()
    }

    /// The seats with the first place.
    fn leaders(&self) -> Winners {
        let places = self.places();
        let first = places.iter().filter(|&(_, &place)| place == 1);
        first.map(|(side, _)| side).collect()
    }

    /// Draws the lots: the first things of the order. The heaviest tile begins.
    fn draw_lots(&mut self, order: &Order) -> Option<Vec<Event>> {
        let engine = self.rules.engine(1)?;
        let things = order.things().iter();
        let mut drawn = things.filter_map(|&thing| event::tile(engine, thing));
        let lots: BySeat<Tile> =
            BySeat::from_fn(self.rules.seating, |_| drawn.next().unwrap_or_default());
        let (beginner, _) = lots.iter().max_by_key(|(_, tile)| tile.heaviness())?;
        self.first = Some(beginner);
        Some(vec![Event::Lots { beginner, lots }])
    }

    /// Deals the next round.
    fn begin_round(&mut self, order: &Order) -> Option<Vec<Event>> {
        let number = self.number + 1;
        let engine = self.rules.engine(number)?;
        let mut seats = self.rules.seating.from(self.first?);
        let turns = usize::from(self.number) % self.rules.seating.seat_count();
        let things = order.things().iter();
        let deal = Deal {
            engine,
            beginner: seats.nth(turns)?,
            tiles: things
                .filter_map(|&thing| event::tile(engine, thing))
                .collect(),
        };
        if self.number > 0 {
            self.history.clear();
        }
        self.number = number;
        let mut events = Vec::new();
        self.round = Some(Box::new(Round::deal(&self.rules, deal, &mut events)));
        Some(events)
    }

    /// Adds the points of the round, if it is over. Adds the events to the history, and returns them.
    fn happened(&mut self, mut events: Vec<Event>) -> Vec<Event> {
        if let Some(outcome) = self.round().and_then(Round::outcome) {
            let points = outcome.points;
            for (side, &points) in points.iter() {
                self.scores[side] += points;
            }
            self.round_scores.push(self.scores);
            let scores = Box::new(self.scores);
            events.push(Event::Totals { scores });
            self.end_if_over(&mut events);
        }
        self.history.extend_from_slice(&events);
        events
    }

    fn end_if_over(&self, events: &mut Vec<Event>) {
        if self.is_over() {
            let seats = self.leaders();
            events.push(Event::Won { seats });
        }
    }
}

/// The places by the totals after each round, oldest first. The lowest total has the first place. Of equal totals the side
/// is better that had fewer points in the last round, so more before it; if that is equal, in the round before, and so on.
#[must_use]
pub fn places(seating: Seating, totals: &[BySide<u16>]) -> BySide<u8> {
    let standing = |side: Side| {
        let mut latest = totals.iter().rev().map(|totals| totals[side]);
        let last = latest.next();
        (last, latest.map(Reverse).collect::<Vec<_>>())
    };
    let all: Vec<_> = seating.sides().map(standing).collect();
    let mut places = all
        .iter()
        .map(|own| 1 + all.iter().filter(|&other| other < own).count() as u8);
    BySide::from_fn(seating, |_| places.next().unwrap_or(1))
}

/// The tiles of a position as events.
fn laid(rules: &Rules, position: &Position) -> Vec<Event> {
    let mut layout = Layout::new(rules, position.engine);
    let played = position.laid.iter().filter_map(|&(tile, on)| {
        let to = layout.put(rules, tile, on)?;
        let seat = Seat::default();
        Some(Event::Played(Played { seat, tile, on, to }))
    });
    played.collect()
}

impl Game for Match {
    type Rules = Rules;
    type Move = Move;
    type Illegal = Illegal;
    type Event = Event;
    type View = View;
    type Step = Step;

    fn new(rules: &Rules) -> Self {
        Self {
            rules: *rules,
            ply: 0,
            first: None,
            number: 0,
            round: None,
            scores: BySide::from_fn(rules.seating(), |_| 0),
            round_scores: Vec::new(),
            is_time_called: false,
            history: Vec::new(),
        }
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn needs(&self) -> Need {
        if let Some((_, turn)) = self.playing() {
            return Need::Move(turn);
        }
        if self.is_over() {
            return Need::Nothing;
        }
        Need::Chance(Chance {
            purpose: match self.first {
                None => Purpose::Lots,
                Some(_) => Purpose::Deal,
            },
            things: self.rules.tile_set.dealt(),
            rests: self.number > 0,
        })
    }

    fn deal(&mut self, order: &Order) -> Result<Vec<Event>, DealError> {
        let Need::Chance(Chance {
            purpose, things, ..
        }) = self.needs()
        else {
            return Err(DealError::NotNow);
        };
        if order.things().len() != things {
            return Err(DealError::Set);
        }
        match purpose {
            Purpose::Lots => {
                let events = self.draw_lots(order).ok_or(DealError::Set)?;
                self.ply += 1;
                self.history.extend_from_slice(&events);
                Ok(events)
            }
            Purpose::Deal => {
                let events = self.begin_round(order).ok_or(DealError::Set)?;
                self.ply += 1;
                Ok(self.happened(events))
            }
        }
    }

    fn take(&mut self, seat: Seat, chosen: Move) -> Result<Vec<Event>, Illegal> {
        let round = self.round.as_mut();
        let round = round.filter(|round| round.turn() == Some(seat));
        let mut events = Vec::new();
        round.ok_or(Illegal::NotOnTurn)?.play(chosen, &mut events)?;
        self.ply += 1;
        Ok(self.happened(events))
    }

    fn call_time(&mut self) -> Result<Vec<Event>, TimeError> {
        if self.is_time_called || self.number == 0 || self.is_over() {
            return Err(TimeError::NotNow);
        }
        self.is_time_called = true;
        let mut events = vec![Event::TimeCalled];
        self.end_if_over(&mut events);
        self.history.extend_from_slice(&events);
        Ok(events)
    }

    fn moves(&self, seat: Seat) -> Vec<Move> {
        let round = self.round_of_turn(seat);
        round.map_or_else(Vec::new, Round::moves)
    }

    fn may_move(&self, seat: Seat) -> bool {
        self.round_of_turn(seat).is_some()
    }

    fn forced(&self) -> Option<Move> {
        let (round, _) = self.playing()?;
        round.moves().first().copied()
    }

    fn turn_goes_on(&self) -> bool {
        // Between two turns of a seat all others have passed or moved.
        let moved = self.history.iter().rev().find_map(|event| match event {
            Event::Played(played) => Some(Some(played.seat)),
            Event::Passed { .. } | Event::Stopped { .. } => Some(None),
            _ => None,
        });
        let turn = self.playing().map(|(_, turn)| turn);
        turn.is_some() && moved.flatten() == turn
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    fn round_number(&self) -> u16 {
        self.number.into()
    }

    fn scores(&self) -> &BySide<u16> {
        &self.scores
    }

    fn round_scores(&self) -> &[BySide<u16>] {
        &self.round_scores
    }

    fn places(&self) -> BySide<u8> {
        places(self.rules.seating, &self.round_scores)
    }

    fn winner(&self) -> Option<Side> {
        self.is_over().then(|| self.leaders().only()).flatten()
    }

    fn is_last_round(&self) -> bool {
        self.is_time_called
    }

    fn ends_with_round(&self) -> bool {
        self.is_last()
    }

    fn given(&self, event: &Event) -> Option<Given<Move>> {
        event.given(&self.rules)
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
        let round = self.round();
        Step {
            events: events.iter().map(|event| event.seen(true)).collect(),
            table: Table::of(self),
            played: self.played(),
            hands: self.hands(),
            boneyard: round.map_or_else(Vec::new, |round| round.boneyard().to_vec()),
        }
    }
}
