//! What a viewer may know of a match, and what has changed in it (RULES-TRAINS.md, What a seat knows).

use serde::{Deserialize, Serialize};

use crate::game::{Game as _, GameView, Viewer};
use crate::seat::{BoxBySeat, BySeat, Seat};
use crate::tile::Tile;
use crate::trains::chickenfoot::Fill;
use crate::trains::event::{Event, Seen};
use crate::trains::game::Match;
use crate::trains::layout::State;
use crate::trains::place::{Place, Played};
use crate::trains::round::{self, Move, Offer, Round};

/// What everybody sees of the round, beside the tiles on the table. Between two rounds it is the table of the round that
/// is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsTable"))]
pub struct Table {
    /// The double of the round; absent before the first deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<Tile>,
    /// The seat that begins the round; absent before the lots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beginner: Option<Seat>,
    /// What the seat on turn has to do; absent if no seat is on turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
    /// Mexican Train: the seats with a marker on their train; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub markers: Vec<Seat>,
    /// Mexican Train: the trains that end with an open double, the oldest first; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubles: Vec<Place>,
    /// Mexican Train: the seats whose long first turn is still to come, or goes on; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first_turns: Vec<Seat>,
    /// Chickenfoot: the hub or the foot that must be filled; absent if neither must.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill: Option<Fill>,
    /// The places on which no tile can be played any more, since all tiles with these pips lie on the table; absent if
    /// there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dead: Vec<Place>,
    /// How many tiles each seat holds.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub hand_sizes: BySeat<u8>,
    /// How many tiles the boneyard has.
    pub boneyard: u8,
}

/// What a viewer may know, without the standing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsView"))]
pub struct View {
    /// What everybody sees of the round.
    pub table: Table,
    /// The tiles of the round, in the order in which they were laid. The number of a tile is its index and one; the hub
    /// has the number 0.
    pub played: Vec<Played>,
    /// The events of the round, from its deal on, with the lots before the first one.
    pub history: Vec<Seen>,
    /// What was hidden during the round; absent until it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<Shown>,
    /// What only the viewer's seat may know; absent for a watcher.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<Own>,
}

/// What is hidden during the round, and shown when it is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsShown"))]
pub struct Shown {
    /// The tiles of each seat.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<Tile>>"))]
    pub hands: BoxBySeat<Vec<Tile>>,
    /// The boneyard, in the order of drawing.
    pub boneyard: Vec<Tile>,
}

/// What only one seat may know.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsOwn"))]
pub struct Own {
    /// The tiles of the seat, as they came.
    pub hand: Vec<Tile>,
    /// The tiles that it may play now, those with the most points first.
    pub offers: Vec<Offer>,
    /// Whether it may end its long first turn; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stop: bool,
}

/// What has changed in what everybody may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsChange"))]
pub struct Change {
    /// What happened. The tiles that were played lie on the table now.
    pub events: Vec<Seen>,
    /// Whether a round began with these events, the lots for the first one included; absent if not. The client then
    /// empties the history and the table before it adds the events.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub begins: bool,
    /// What everybody sees of the round.
    pub table: Table,
    /// What was hidden during the round; absent until it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<Shown>,
}

/// What has changed in what only one seat may know.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsOwnChange"))]
pub struct OwnChange {
    /// The tiles of the seat; absent if they are the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<Vec<Tile>>,
    /// The tiles that it may play now; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offer>,
    /// Whether it may end its long first turn; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stop: bool,
}

/// A position of a replay, with all that is hidden during the round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsStep"))]
pub struct Step {
    /// What led to the position.
    pub events: Vec<Seen>,
    /// What everybody sees of the round.
    pub table: Table,
    /// The tiles of the round, in the order in which they were laid.
    pub played: Vec<Played>,
    /// The tiles of each seat.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<Tile>>"))]
    pub hands: BoxBySeat<Vec<Tile>>,
    /// The boneyard, in the order of drawing.
    pub boneyard: Vec<Tile>,
}

impl Table {
    pub(super) fn of(game: &Match) -> Self {
        let Some(round) = game.round() else {
            return Self {
                engine: None,
                beginner: game.beginner(),
                state: None,
                markers: Vec::new(),
                doubles: Vec::new(),
                first_turns: Vec::new(),
                fill: None,
                dead: Vec::new(),
                hand_sizes: BySeat::from_fn(game.rules().seating, |_| 0),
                boneyard: 0,
            };
        };
        Self {
            engine: Some(round.engine()),
            beginner: Some(round.beginner()),
            state: round.state(),
            markers: round.markers(),
            doubles: round.doubles().to_vec(),
            first_turns: round.first_turns(),
            fill: round.fill(),
            dead: round.dead(),
            hand_sizes: round.hands().map(|hand| hand.len() as u8),
            boneyard: round.boneyard().len() as u8,
        }
    }
}

impl View {
    pub(super) fn of(game: &Match, viewer: Viewer) -> Self {
        let own = viewer.seat().map(|seat| {
            let is_absent = matches!(viewer, Viewer::Absent(_));
            let change = OwnChange::since(None, game, seat, is_absent);
            Own {
                hand: game.hand(seat),
                offers: change.offers,
                stop: change.stop,
            }
        });
        let history = game.history().iter();
        Self {
            table: Table::of(game),
            played: game.played(),
            history: history.map(|event| event.seen(false)).collect(),
            shown: game.shown(),
            own,
        }
    }
}

impl Change {
    pub(super) fn since(before: Option<&Match>, game: &Match) -> Self {
        let (events, begins) = game.events_since(before);
        Self {
            events: events.iter().map(|event| event.seen(false)).collect(),
            begins,
            table: Table::of(game),
            shown: game.shown(),
        }
    }
}

impl OwnChange {
    pub(super) fn since(before: Option<&Match>, game: &Match, seat: Seat, is_absent: bool) -> Self {
        let hand = game.hand(seat);
        let is_same = before.is_some_and(|before| before.hand(seat) == hand);
        let round = game.round_of_turn(seat).filter(|_| !is_absent);
        Self {
            hand: (!is_same).then_some(hand),
            offers: round.map(Round::offers).unwrap_or_default(),
            stop: round.is_some_and(Round::may_stop),
        }
    }
}

impl GameView for View {
    type Move = Move;
    type Change = Change;
    type OwnChange = OwnChange;

    fn offers(&self) -> Vec<Move> {
        let own = self.own.as_ref();
        own.map_or_else(Vec::new, |own| round::moves(own.stop, &own.offers))
    }

    fn fold(&mut self, change: Change) {
        if change.begins {
            self.history.clear();
            self.played.clear();
        }
        let played = |event: &Seen| match event {
            Event::Played(played) => Some(*played),
            _ => None,
        };
        self.played.extend(change.events.iter().filter_map(played));
        self.history.extend(change.events);
        self.table = change.table;
        self.shown = change.shown;
        if let Some(own) = &mut self.own {
            own.offers.clear();
            own.stop = false;
        }
    }

    fn fold_own(&mut self, seat: Option<Seat>, change: Option<OwnChange>) {
        let Some(_) = seat else {
            self.own = None;
            return;
        };
        let own = self.own.get_or_insert_default();
        if let Some(change) = change {
            own.hand = change.hand.unwrap_or_else(|| std::mem::take(&mut own.hand));
            own.offers = change.offers;
            own.stop = change.stop;
        }
    }
}
