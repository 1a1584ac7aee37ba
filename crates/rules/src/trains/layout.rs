//! What differs between the two games: which ends there are, what a tile changes, whether the same seat goes on, and
//! whether a seat could ever play again (RULES-TRAINS.md, One engine, two layouts).

use serde::{Deserialize, Serialize};

use crate::seat::Seat;
use crate::tile::{Pips, Tile};
use crate::tile_set::LargeTileSet;
use crate::trains::chickenfoot::{Fill, Tree};
use crate::trains::event::Event;
use crate::trains::mexican::Trains;
use crate::trains::place::Place;
use crate::trains::rules::{Rules, Variant};

/// What the seat on turn has to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsState"))]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Mexican Train: to lay tiles on its own train, in its long first turn.
    First,
    /// Mexican Train: to cover the oldest open double.
    Cover,
    /// To play where it likes.
    Free,
    /// Mexican Train: to play a second tile after a double.
    More,
    /// Chickenfoot: to play on the hub.
    Hub,
    /// Chickenfoot: to play on the foot.
    Foot,
}

/// Why the rules don't allow a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsIllegal"))]
#[serde(rename_all = "snake_case")]
pub enum Illegal {
    /// It is another seat's turn, or nobody's.
    #[error("It is not the turn of this seat.")]
    NotOnTurn,
    /// The seat doesn't hold the tile.
    #[error("The tile is not in the hand.")]
    NotHeld,
    /// There is no long first turn that could be ended now.
    #[error("There is no long first turn that could be ended now.")]
    Stop,
    /// No tile can be played on such a place.
    #[error("No tile can be played on this place.")]
    Place,
    /// The seat has no right on this train now.
    #[error("The seat may not play on this train now.")]
    NoRight,
    /// An open double must be covered.
    #[error("An open double must be covered.")]
    Cover,
    /// The hub or a foot must be filled.
    #[error("The hub or a foot must be filled.")]
    Fill,
    /// No end of the tile has the pips of the place.
    #[error("No end of the tile has the pips of the place.")]
    NotFit,
}

/// Whether all tiles with these pips lie on the table, when these tiles don't.
pub(super) fn is_dead(pips: Pips, unplayed: LargeTileSet) -> bool {
    let left = unplayed.intersection(LargeTileSet::with(pips));
    left.is_empty()
}

/// The tiles on the table, and who may play where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    Mexican(Trains),
    Chickenfoot(Tree),
}

impl Layout {
    /// The hub alone.
    pub(super) fn new(rules: &Rules, engine: Tile) -> Self {
        match rules.game {
            Variant::MexicanTrain => Self::Mexican(Trains::new(rules, engine.high())),
            Variant::Chickenfoot => Self::Chickenfoot(Tree::new(rules, engine.high())),
        }
    }

    /// The pips that a place takes; `None` if no tile can be played there.
    pub(super) fn end(&self, rules: &Rules, place: Place) -> Option<Pips> {
        match self {
            Self::Mexican(trains) => trains.end(rules, place),
            Self::Chickenfoot(tree) => tree.end(place),
        }
    }

    /// The state in which the turn of a seat begins.
    pub(super) fn begin_turn(&self, rules: &Rules, seat: Seat) -> State {
        match self {
            Self::Mexican(trains) => trains.begin_turn(rules, seat),
            Self::Chickenfoot(tree) => tree.begin_turn(),
        }
    }

    /// Calls the function for each end on which the seat on turn may play: the own train, the Mexican train, and the other
    /// seats in turn order; or by number.
    pub(super) fn each_end(
        &self,
        rules: &Rules,
        state: State,
        seat: Seat,
        call: impl FnMut(Place, Pips),
    ) {
        match self {
            Self::Mexican(trains) => trains.each_end(rules, state, seat, call),
            Self::Chickenfoot(tree) => tree.each_end(call),
        }
    }

    /// Why the seat on turn may not play on this place.
    pub(super) fn refusal(&self, rules: &Rules, state: State, place: Place) -> Illegal {
        match self {
            Self::Mexican(trains) => trains.refusal(rules, state, place),
            Self::Chickenfoot(tree) => tree.refusal(place),
        }
    }

    /// Puts a tile on the table that was laid earlier in the round. Returns the pips of its free end; `None` if it
    /// doesn't fit.
    pub(super) fn put(&mut self, rules: &Rules, tile: Tile, on: Place) -> Option<Pips> {
        let to = tile.opposite(self.end(rules, on)?)?;
        match self {
            Self::Mexican(trains) => trains.put(on, to),
            Self::Chickenfoot(tree) => tree.put(tile, on, to),
        }
        Some(to)
    }

    /// Sets what doesn't follow from the tiles that were put on the table: markers, open doubles (the oldest first), and
    /// the seats whose long first turn is still to come or goes on.
    pub(super) fn restore(
        &mut self,
        markers: &[Seat],
        doubles: &[Place],
        first_turns: &[Seat],
        unplayed: LargeTileSet,
    ) {
        match self {
            Self::Mexican(trains) => {
                trains.restore(markers, doubles, first_turns);
                trains.close_dead(unplayed);
            }
            Self::Chickenfoot(tree) => tree.close_dead(unplayed),
        }
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
        match self {
            Self::Mexican(trains) => {
                trains.lay(rules, state, seat, (tile, on, to), unplayed, events)
            }
            Self::Chickenfoot(tree) => {
                tree.put(tile, on, to);
                tree.close_dead(unplayed);
                None
            }
        }
    }

    /// Whether the place is a double that must still be covered.
    pub(super) fn is_open(&self, place: Place) -> bool {
        match self {
            Self::Mexican(trains) => trains.is_open(place),
            Self::Chickenfoot(_) => false,
        }
    }

    /// Whether the seat on turn may end a long first turn.
    pub(super) fn may_stop(&self, state: State, seat: Seat) -> bool {
        match self {
            Self::Mexican(trains) => trains.may_stop(state, seat),
            Self::Chickenfoot(_) => false,
        }
    }

    /// Puts up the marker of a seat that can't play; returns whether it didn't stand before.
    pub(super) fn put_marker(&mut self, seat: Seat) -> bool {
        match self {
            Self::Mexican(trains) => trains.put_marker(seat),
            Self::Chickenfoot(_) => false,
        }
    }

    pub(super) fn end_turn(&mut self, seat: Seat) {
        match self {
            Self::Mexican(trains) => trains.end_turn(seat),
            Self::Chickenfoot(_) => {}
        }
    }

    /// The tiles that the seat could play in this turn or in a later one, if nobody played before and all markers stood.
    pub(super) fn reach(&self, rules: &Rules, seat: Seat) -> LargeTileSet {
        match self {
            Self::Mexican(trains) => trains.reach(rules, seat),
            Self::Chickenfoot(tree) => tree.reach(),
        }
    }

    /// The places on which no tile can be played any more in this round.
    pub(super) fn dead(&self, rules: &Rules, unplayed: LargeTileSet) -> Vec<Place> {
        match self {
            Self::Mexican(trains) => trains.dead(rules, unplayed),
            Self::Chickenfoot(tree) => tree.dead(unplayed),
        }
    }

    /// The trains that end with an open double, the oldest first.
    pub(super) fn doubles(&self) -> &[Place] {
        match self {
            Self::Mexican(trains) => trains.doubles(),
            Self::Chickenfoot(_) => &[],
        }
    }

    /// The seats with a marker on their train.
    pub(super) fn markers(&self, rules: &Rules) -> Vec<Seat> {
        match self {
            Self::Mexican(trains) => trains.markers(rules),
            Self::Chickenfoot(_) => Vec::new(),
        }
    }

    /// The seats whose long first turn is still to come, or goes on.
    pub(super) fn first_turns(&self, rules: &Rules) -> Vec<Seat> {
        match self {
            Self::Mexican(trains) => trains.first_turns(rules),
            Self::Chickenfoot(_) => Vec::new(),
        }
    }

    /// The hub or the foot that must be filled.
    pub(super) const fn fill(&self) -> Option<Fill> {
        match self {
            Self::Mexican(_) => None,
            Self::Chickenfoot(tree) => tree.fill(),
        }
    }
}
