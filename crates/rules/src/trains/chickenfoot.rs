//! The tree of Chickenfoot (RULES-TRAINS.md, A turn of Chickenfoot).

use serde::{Deserialize, Serialize};

use crate::tile::{Pips, Tile};
use crate::tile_set::LargeTileSet;
use crate::trains::layout::{Illegal, State, is_dead};
use crate::trains::place::Place;
use crate::trains::rules::Rules;

/// The toes of a foot.
const TOES: u8 = 3;

/// The hub or the foot that must be filled: no tile may be played elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsFill"))]
pub struct Fill {
    /// The hub, or the double of the foot.
    pub on: Place,
    /// The number of tiles that are missing.
    pub missing: u8,
}

/// The tiles of a round by number: 0 is the hub.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tree {
    /// The free pips of each tile.
    pips: [Pips; Tile::COUNT],
    /// The number of the next tile.
    next: u8,
    /// The tiles that are ends, one bit each.
    ends: u128,
    fill: Option<Fill>,
}

impl Tree {
    pub(super) fn new(rules: &Rules, engine: Pips) -> Self {
        Self {
            pips: [engine; Tile::COUNT],
            next: 1,
            ends: 0,
            fill: Some(Fill {
                on: Place::HUB,
                missing: rules.arms,
            }),
        }
    }

    /// The pips that a place takes; `None` if no tile can be played there.
    pub(super) fn end(&self, place: Place) -> Option<Pips> {
        let Place::Number(number) = place else {
            return None;
        };
        let is_end = self.ends.checked_shr(number.into())? & 1 == 1;
        let is_filled = self.fill.is_some_and(|fill| fill.on == place);
        (is_end || is_filled).then(|| self.pips[usize::from(number)])
    }

    /// The state in which each turn begins.
    pub(super) fn begin_turn(&self) -> State {
        match self.fill {
            Some(Fill { on: Place::HUB, .. }) => State::Hub,
            Some(_) => State::Foot,
            None => State::Free,
        }
    }

    /// Calls the function for each place where a tile may be played.
    pub(super) fn each_end(&self, mut call: impl FnMut(Place, Pips)) {
        if let Some(Fill { on, .. }) = self.fill {
            if let Some(pips) = self.end(on) {
                call(on, pips);
            }
            return;
        }
        let mut left = self.ends;
        while left != 0 {
            let number = left.trailing_zeros();
            left &= left - 1;
            call(Place::Number(number as u8), self.pips[number as usize]);
        }
    }

    /// Why no tile may be played on this place.
    pub(super) fn refusal(&self, place: Place) -> Illegal {
        match self.end(place) {
            None => Illegal::Place,
            Some(_) => Illegal::Fill,
        }
    }

    /// Puts a tile on a place, which then has this free end.
    pub(super) fn put(&mut self, tile: Tile, on: Place, to: Pips) {
        let number = self.next;
        self.next += 1;
        // A foot that isn't filled when a tile goes elsewhere was closed, since its pips were dead.
        self.fill = self.fill.filter(|fill| fill.on == on);
        match (&mut self.fill, on) {
            (Some(fill), _) => fill.missing -= 1,
            (None, Place::Number(parent)) => self.ends &= !(1 << parent),
            (None, Place::Mexican) => {}
        }
        self.fill = self.fill.filter(|fill| fill.missing > 0);
        self.pips[usize::from(number)] = to;
        if tile.is_double() {
            let on = Place::Number(number);
            let missing = TOES;
            self.fill = Some(Fill { on, missing });
        } else {
            self.ends |= 1 << number;
        }
    }

    /// Closes a hub or a foot whose pips are dead.
    pub(super) fn close_dead(&mut self, unplayed: LargeTileSet) {
        let pips = self.fill.and_then(|fill| self.end(fill.on));
        if pips.is_some_and(|pips| is_dead(pips, unplayed)) {
            self.fill = None;
        }
    }

    pub(super) const fn fill(&self) -> Option<Fill> {
        self.fill
    }

    /// The tiles that can be played now.
    pub(super) fn reach(&self) -> LargeTileSet {
        let mut reach = LargeTileSet::EMPTY;
        self.each_end(|_, pips| reach = reach.union(LargeTileSet::with(pips)));
        reach
    }

    /// The ends on which no tile can be played any more in this round.
    pub(super) fn dead(&self, unplayed: LargeTileSet) -> Vec<Place> {
        let numbers = (0..self.next).map(Place::Number);
        let is_dead = |place: &Place| self.end(*place).is_some_and(|pips| is_dead(pips, unplayed));
        numbers.filter(is_dead).collect()
    }
}
