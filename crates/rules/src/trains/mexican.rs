//! The trains of Mexican Train (RULES-TRAINS.md, A turn of Mexican Train).

use crate::seat::{SEATS_MAX, Seat};
use crate::tile::{Pips, Tile};
use crate::tile_set::LargeTileSet;
use crate::trains::event::Event;
use crate::trains::layout::{Illegal, State, is_dead};
use crate::trains::place::Place;
use crate::trains::rules::{DoubleTurn, FirstTurn, OwnFirst, Rules};

/// The index of the Mexican train, after those of the seats.
const MEXICAN: usize = SEATS_MAX;

/// A train.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Train {
    /// The pips of the end; of a train without a tile, those of the engine.
    end: Pips,
    has_begun: bool,
    has_marker: bool,
    /// Whether the long first turn of its owner is still to come, or goes on.
    has_long_turn: bool,
}

/// The trains of a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Trains {
    /// The trains of the seats by number, and the Mexican train.
    trains: [Train; SEATS_MAX + 1],
    /// The trains that end with an open double, the oldest first.
    doubles: Vec<Place>,
}

const fn index(place: Place) -> usize {
    match place {
        Place::Number(number) => number as usize,
        Place::Mexican => MEXICAN,
    }
}

impl Trains {
    pub(super) fn new(rules: &Rules, engine: Pips) -> Self {
        let has_long_turn = rules.first_turn == FirstTurn::WholeTrain;
        let mut trains = [Train::default(); SEATS_MAX + 1];
        for train in &mut trains {
            train.end = engine;
            train.has_long_turn = has_long_turn;
        }
        let doubles = Vec::new();
        Self { trains, doubles }
    }

    const fn own(&self, seat: Seat) -> Train {
        self.trains[seat.index()]
    }

    /// The pips of the end of a train; `None` if no seat has it.
    pub(super) fn end(&self, rules: &Rules, place: Place) -> Option<Pips> {
        places(rules)
            .any(|one| one == place)
            .then(|| self.trains[index(place)].end)
    }

    /// The state in which the turn of a seat begins.
    pub(super) fn begin_turn(&self, rules: &Rules, seat: Seat) -> State {
        let own = self.own(seat);
        if own.has_long_turn {
            State::First
        } else if self.doubles.is_empty() || is_tied(rules, own) {
            State::Free
        } else {
            State::Cover
        }
    }

    /// Calls the function for each end on which the seat on turn may play.
    pub(super) fn each_end(
        &self,
        rules: &Rules,
        state: State,
        seat: Seat,
        mut call: impl FnMut(Place, Pips),
    ) {
        let own = self.own(seat);
        if state == State::Cover {
            if let Some(&oldest) = self.doubles.first() {
                call(oldest, self.trains[index(oldest)].end);
            }
            return;
        }
        call(Place::train(seat), own.end);
        if state == State::First {
            return;
        }
        if own.has_begun || rules.own_first == OwnFirst::No {
            call(Place::Mexican, self.trains[MEXICAN].end);
        }
        if !is_tied(rules, own) {
            for other in rules.seating.from(seat).skip(1) {
                let train = self.own(other);
                if train.has_marker {
                    call(Place::train(other), train.end);
                }
            }
        }
    }

    /// Why the seat on turn may not play on this place.
    pub(super) fn refusal(&self, rules: &Rules, state: State, place: Place) -> Illegal {
        match self.end(rules, place) {
            None => Illegal::Place,
            Some(_) if state == State::Cover => Illegal::Cover,
            Some(_) => Illegal::NoRight,
        }
    }

    /// Puts a tile on a train, which then has this end.
    pub(super) fn put(&mut self, on: Place, to: Pips) {
        let train = &mut self.trains[index(on)];
        train.end = to;
        train.has_begun = true;
    }

    /// Lays a tile for the seat on turn. Returns the state in which the same seat goes on; `None` if its turn is over.
    pub(super) fn lay(
        &mut self,
        rules: &Rules,
        state: State,
        seat: Seat,
        (tile, on, to): (Tile, Place, Pips),
        unplayed: LargeTileSet,
        events: &mut Vec<Event>,
    ) -> Option<State> {
        self.put(on, to);
        if on == Place::train(seat) && std::mem::take(&mut self.trains[index(on)].has_marker) {
            events.push(Event::Closed { seat });
        }
        self.doubles.retain(|&open| open != on);
        if tile.is_double() && rules.double_turn != DoubleTurn::None {
            self.doubles.push(on);
        }
        self.close_dead(unplayed);
        let asks = tile.is_double().then_some(rules.double_turn);
        match (state, asks) {
            (State::First, _) => Some(State::First),
            (_, Some(DoubleTurn::FreeSecond)) => Some(State::More),
            (_, Some(DoubleTurn::Cover)) if self.is_open(on) => Some(State::Cover),
            _ => None,
        }
    }

    /// Takes away the open doubles whose pips are dead.
    pub(super) fn close_dead(&mut self, unplayed: LargeTileSet) {
        let trains = &self.trains;
        let is_dead = |open: Place| is_dead(trains[index(open)].end, unplayed);
        self.doubles.retain(|&open| !is_dead(open));
    }

    /// Whether the train ends with an open double.
    pub(super) fn is_open(&self, place: Place) -> bool {
        self.doubles.contains(&place)
    }

    /// Whether the seat has laid a tile in its long first turn, and may stop.
    pub(super) fn may_stop(&self, state: State, seat: Seat) -> bool {
        let is_long = state == State::First && self.own(seat).has_begun;
        is_long && !self.is_open(Place::train(seat))
    }

    /// Puts up the marker of a seat; returns whether it didn't stand before.
    pub(super) fn put_marker(&mut self, seat: Seat) -> bool {
        !std::mem::replace(&mut self.trains[seat.index()].has_marker, true)
    }

    pub(super) fn end_turn(&mut self, seat: Seat) {
        self.trains[seat.index()].has_long_turn = false;
    }

    /// The tiles that the seat could play in this turn or in a later one, if nobody played before and all markers stood.
    pub(super) fn reach(&self, rules: &Rules, seat: Seat) -> LargeTileSet {
        let own = self.own(seat);
        let own_fits = LargeTileSet::with(own.end);
        let later = if is_tied(rules, own) {
            own_fits
        } else if let Some(&oldest) = self.doubles.first() {
            LargeTileSet::with(self.trains[index(oldest)].end)
        } else {
            let has_right = |place: &Place| {
                *place != Place::Mexican || own.has_begun || rules.own_first == OwnFirst::No
            };
            let ends = places(rules).filter(has_right);
            let fitting = ends.map(|place| LargeTileSet::with(self.trains[index(place)].end));
            fitting.fold(LargeTileSet::EMPTY, LargeTileSet::union)
        };
        if own.has_long_turn {
            later.union(own_fits)
        } else {
            later
        }
    }

    /// The trains that can't go on any more in this round.
    pub(super) fn dead(&self, rules: &Rules, unplayed: LargeTileSet) -> Vec<Place> {
        let is_dead = |place: &Place| is_dead(self.trains[index(*place)].end, unplayed);
        places(rules).filter(is_dead).collect()
    }

    /// The trains that end with an open double, the oldest first.
    pub(super) fn doubles(&self) -> &[Place] {
        &self.doubles
    }

    /// The seats with a marker on their train.
    pub(super) fn markers(&self, rules: &Rules) -> Vec<Seat> {
        let seats = rules.seating.seats();
        seats.filter(|&seat| self.own(seat).has_marker).collect()
    }

    /// The seats whose long first turn is still to come, or goes on.
    pub(super) fn first_turns(&self, rules: &Rules) -> Vec<Seat> {
        let seats = rules.seating.seats();
        seats.filter(|&seat| self.own(seat).has_long_turn).collect()
    }

    /// Sets what doesn't follow from the tiles on the table.
    pub(super) fn restore(&mut self, markers: &[Seat], doubles: &[Place], first_turns: &[Seat]) {
        for train in &mut self.trains {
            train.has_long_turn = false;
        }
        for seat in first_turns {
            self.trains[seat.index()].has_long_turn = true;
        }
        for seat in markers {
            self.trains[seat.index()].has_marker = true;
        }
        self.doubles = doubles.to_vec();
    }
}

/// Whether a seat may play on its own train only.
fn is_tied(rules: &Rules, own: Train) -> bool {
    rules.own_first == OwnFirst::ForAll && !own.has_begun
}

/// The trains: of the seats by number, and the Mexican train.
fn places(rules: &Rules) -> impl Iterator<Item = Place> {
    let seats = rules.seating.seats().map(Place::train);
    seats.chain([Place::Mexican])
}
