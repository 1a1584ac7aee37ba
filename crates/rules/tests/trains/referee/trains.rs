//! The trains of Mexican Train (RULES-TRAINS.md, A turn of Mexican Train).

use super::law::{DoubleTurn, Law, OwnFirst};
use super::{End, Tile};

/// What the seat on turn has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// The long first turn, and whether a tile was laid in it.
    First {
        laid: bool,
    },
    /// To cover the open double on this train.
    Cover(usize),
    Free,
    More,
}

/// The trains of a round, by number. The Mexican train comes after those of the seats.
#[derive(Clone, Debug)]
pub(crate) struct Trains {
    law: Law,
    /// The tiles of each train, from the hub outwards.
    pub(crate) tiles: Vec<Vec<Tile>>,
    /// The pips at the free end of each train; the engine's if it has no tile.
    ends: Vec<u8>,
    pub(crate) markers: Vec<bool>,
    /// The trains that end with an open double, the oldest first.
    pub(crate) open: Vec<usize>,
    /// Whether the long first turn of a seat is still to come.
    pub(crate) first: Vec<bool>,
    pub(crate) state: State,
}

impl Trains {
    pub(crate) fn new(law: &Law, engine: u8) -> Self {
        Self {
            law: law.clone(),
            tiles: vec![Vec::new(); law.seats + 1],
            ends: vec![engine; law.seats + 1],
            markers: vec![false; law.seats],
            open: Vec::new(),
            first: vec![law.whole_train; law.seats],
            state: State::Free,
        }
    }

    /// The number of the Mexican train.
    pub(crate) fn mexican(&self) -> usize {
        self.law.seats
    }

    fn end(&self, train: usize) -> End {
        (train, self.ends[train])
    }

    /// Lays a tile, which must fit. Returns the pips at the new end.
    pub(crate) fn lay(&mut self, tile: Tile, train: usize) -> u8 {
        self.ends[train] = tile.other(self.ends[train]).expect("a tile that fits");
        self.tiles[train].push(tile);
        self.ends[train]
    }

    /// What a tile that was laid changes: steps 2 to 4 of the page.
    pub(crate) fn count_doubles(&mut self, tile: Tile, train: usize, is_dead: impl Fn(u8) -> bool) {
        self.open.retain(|open| *open != train);
        if tile.is_double() && self.law.double_turn != DoubleTurn::Nothing {
            self.open.push(train);
        }
        let ends = &self.ends;
        self.open.retain(|open| !is_dead(ends[*open]));
    }

    pub(crate) fn begin_turn(&mut self, seat: usize) {
        self.state = match self.open.first() {
            _ if self.first[seat] => State::First { laid: false },
            Some(oldest) if self.is_bound(seat) => State::Cover(*oldest),
            _ => State::Free,
        };
    }

    /// Whether an open double binds the seat after its first turn.
    fn is_bound(&self, seat: usize) -> bool {
        self.law.own_first != OwnFirst::ForAll || !self.tiles[seat].is_empty()
    }

    /// The same seat goes on, or not, after a tile.
    pub(crate) fn goes_on(&mut self, tile: Tile, train: usize) -> bool {
        let is_open = self.open.contains(&train);
        let next = match (self.state, self.law.double_turn) {
            (State::First { .. }, _) => State::First { laid: true },
            (_, DoubleTurn::FreeSecond) if tile.is_double() => State::More,
            (_, DoubleTurn::Cover) if tile.is_double() && is_open => State::Cover(train),
            _ => return false,
        };
        self.state = next;
        true
    }

    pub(crate) fn may_stop(&self, seat: usize) -> bool {
        self.state == State::First { laid: true } && !self.open.contains(&seat)
    }

    fn has_right(&self, seat: usize, train: usize, is_open_to_all: bool) -> bool {
        let has_begun = !self.tiles[seat].is_empty();
        let is_allowed = match self.law.own_first {
            OwnFirst::No => true,
            OwnFirst::ForMexican => has_begun || train != self.mexican(),
            OwnFirst::ForAll => has_begun,
        };
        train == seat || is_allowed && (train == self.mexican() || is_open_to_all)
    }

    /// The ends where the seat on turn may play, in the order of the list.
    pub(crate) fn ends(&self, seat: usize) -> Vec<End> {
        match self.state {
            State::First { .. } => vec![self.end(seat)],
            State::Cover(train) => vec![self.end(train)],
            State::Free | State::More => {
                let others = (1..self.law.seats).map(|after| (seat + after) % self.law.seats);
                let trains = [seat, self.mexican()].into_iter().chain(others);
                let is_open = |train: usize| self.markers.get(train) == Some(&true);
                trains
                    .filter(|&train| self.has_right(seat, train, is_open(train)))
                    .map(|train| self.end(train))
                    .collect()
            }
        }
    }

    /// The ends where the seat could play in a later turn, if all markers stood.
    pub(crate) fn later_ends(&self, seat: usize, is_on_turn: bool) -> Vec<End> {
        let mut ends = match self.open.first() {
            Some(oldest) if self.is_bound(seat) => vec![self.end(*oldest)],
            _ => (0..=self.mexican())
                .filter(|&train| self.has_right(seat, train, true))
                .map(|train| self.end(train))
                .collect(),
        };
        ends.extend((self.first[seat] && !is_on_turn).then(|| self.end(seat)));
        ends
    }

    /// Why the seat on turn may not play on this train.
    pub(crate) fn refusal(&self, seat: usize, train: usize) -> Option<&'static str> {
        if train > self.mexican() {
            return Some("place");
        }
        let is_allowed = self.ends(seat).contains(&self.end(train));
        match self.state {
            _ if is_allowed => None,
            State::Cover(_) => Some("cover"),
            _ => Some("no right"),
        }
    }
}
