//! What a viewer may know of a match, and what has changed in it (RULES-RINGWAY.md, Who knows what).

use serde::{Deserialize, Serialize};

use crate::game::{Game as _, GameView, Viewer};
use crate::race::event::{Event, Seen};
use crate::race::game::{Match, Move};
use crate::race::placement::Placement;
use crate::seat::{BoxBySeat, BySeat, Seat};
use crate::tile::Tile;

/// What a viewer may know, without the standing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RaceView"))]
pub struct View {
    /// The seat that led the game; `None` before the deal.
    pub leader: Option<Seat>,
    /// The tiles on the board, in the order in which they were placed.
    pub board: Vec<Placement>,
    /// How many tiles each seat holds.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub hand_sizes: BySeat<u8>,
    /// How many tiles each seat has put into the pit.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub pits: BySeat<u8>,
    /// How many tiles the boneyard has.
    pub boneyard: u8,
    /// Whether the seat on turn may place another tile at the double that was placed last; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// The events of the game.
    pub history: Vec<Seen>,
    /// What was hidden during the game; absent until it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<Shown>,
    /// What only the viewer's seat may know; absent for a watcher.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<Own>,
}

/// What is hidden during the game, and shown when it is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RaceShown"))]
pub struct Shown {
    /// The tiles of each seat.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<Tile>>"))]
    pub hands: BoxBySeat<Vec<Tile>>,
    /// The tiles that each seat put into the pit.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<Tile>>"))]
    pub pits: BoxBySeat<Vec<Tile>>,
    /// The boneyard, in the order of drawing.
    pub boneyard: Vec<Tile>,
}

/// What only one seat may know.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RaceOwn"))]
pub struct Own {
    /// The tiles of the seat, as it drew them.
    pub hand: Vec<Tile>,
    /// The tiles that it put into the pit.
    pub pit: Vec<Tile>,
    /// The placements that the rules allow it now. After a double it may also stop.
    pub places: Vec<Placement>,
    /// The kinds that it may put into the pit now.
    pub pits: Vec<Tile>,
}

/// What has changed in what everybody may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RaceChange"))]
pub struct Change {
    /// What happened. The tiles that were placed are on the board now.
    pub events: Vec<Seen>,
    /// The game began with these events; absent if it had begun before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub begins: bool,
    /// The seat that led the game.
    pub leader: Option<Seat>,
    /// How many tiles each seat holds.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub hand_sizes: BySeat<u8>,
    /// How many tiles each seat has put into the pit; absent if they are the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<u8>>"))]
    pub pits: Option<BySeat<u8>>,
    /// How many tiles the boneyard has.
    pub boneyard: u8,
    /// Whether the seat on turn may place another tile at the double that was placed last; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// What was hidden during the game; absent until it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<Shown>,
}

/// What has changed in what only one seat may know.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RaceOwnChange"))]
pub struct OwnChange {
    /// The tiles of the seat; absent if they are the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<Vec<Tile>>,
    /// The tiles that it put into the pit; absent if they are the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pit: Option<Vec<Tile>>,
    /// The placements that the rules allow it now; absent if none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Placement>,
    /// The kinds that it may put into the pit now; absent if none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pits: Vec<Tile>,
}

/// A position of a replay, with all that is hidden during the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RaceStep"))]
pub struct Step {
    /// What led to the position.
    pub events: Vec<Seen>,
    /// The seat that led the game.
    pub leader: Option<Seat>,
    /// The tiles on the board, in the order in which they were placed.
    pub board: Vec<Placement>,
    /// The tiles of each seat.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<Tile>>"))]
    pub hands: BoxBySeat<Vec<Tile>>,
    /// The tiles that each seat has put into the pit.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<Tile>>"))]
    pub pits: BoxBySeat<Vec<Tile>>,
    /// The boneyard, in the order of drawing.
    pub boneyard: Vec<Tile>,
    /// Whether the seat on turn may place another tile at the double that was placed last; absent if not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
}

fn sizes(hands: &BoxBySeat<Vec<Tile>>) -> BySeat<u8> {
    hands.map(|hand| hand.len() as u8)
}

impl View {
    pub(super) fn of(game: &Match, viewer: Viewer) -> Self {
        let own = viewer.seat().map(|seat| {
            let is_absent = matches!(viewer, Viewer::Absent(_));
            let change = OwnChange::since(None, game, seat, is_absent);
            Own {
                hand: game.hands[seat].clone(),
                pit: game.pits[seat].clone(),
                places: change.places,
                pits: change.pits,
            }
        });
        Self {
            leader: game.leader,
            board: game.board.placed().to_vec(),
            hand_sizes: sizes(&game.hands),
            pits: sizes(&game.pits),
            boneyard: game.boneyard().len() as u8,
            more: game.is_after_double(),
            history: game.seen(&game.history, false),
            shown: game.shown(),
            own,
        }
    }

    /// Whether the viewer's seat is on turn after a double.
    #[must_use]
    pub fn may_stop(&self) -> bool {
        let may_place = |own: &Own| !own.places.is_empty();
        self.more && self.own.as_ref().is_some_and(may_place)
    }
}

impl Change {
    pub(super) fn since(before: Option<&Match>, game: &Match) -> Self {
        let known = before.map_or(0, |before| before.history.len());
        let events = game.history.get(known..).unwrap_or_default();
        let pits = sizes(&game.pits);
        Self {
            events: game.seen(events, false),
            begins: before.is_none(),
            leader: game.leader,
            hand_sizes: sizes(&game.hands),
            pits: (before.map(|before| sizes(&before.pits)) != Some(pits)).then_some(pits),
            boneyard: game.boneyard().len() as u8,
            more: game.is_after_double(),
            shown: game.shown(),
        }
    }
}

impl OwnChange {
    pub(super) fn since(before: Option<&Match>, game: &Match, seat: Seat, is_absent: bool) -> Self {
        let changed = |of: fn(&Match) -> &BoxBySeat<Vec<Tile>>| {
            let now = &of(game)[seat];
            let is_same = before.is_some_and(|before| of(before)[seat] == *now);
            (!is_same).then(|| now.clone())
        };
        let is_asked = game.may_move(seat) && !is_absent;
        Self {
            hand: changed(|game| &game.hands),
            pit: changed(|game| &game.pits),
            places: if is_asked {
                game.placements()
            } else {
                Vec::new()
            },
            pits: if is_asked {
                game.pit_choices()
            } else {
                Vec::new()
            },
        }
    }
}

impl GameView for View {
    type Move = Move;
    type Change = Change;
    type OwnChange = OwnChange;

    fn offers(&self) -> Vec<Move> {
        let own = self.own.iter();
        let places = own.clone().flat_map(|own| own.places.iter().copied());
        let pits = own.flat_map(|own| own.pits.iter().copied());
        let stop = self.may_stop().then_some(Move::Stop);
        let moves = places.map(Move::Place).chain(stop);
        moves.chain(pits.map(Move::Pit)).collect()
    }

    fn fold(&mut self, change: Change) {
        if change.begins {
            self.history.clear();
            self.board.clear();
        }
        let placed = |event: &Seen| match event {
            Event::Placed { place, .. } => Some(*place),
            _ => None,
        };
        self.board.extend(change.events.iter().filter_map(placed));
        self.history.extend(change.events);
        self.leader = change.leader;
        self.hand_sizes = change.hand_sizes;
        self.pits = change.pits.unwrap_or(self.pits);
        self.boneyard = change.boneyard;
        self.more = change.more;
        self.shown = change.shown;
        if let Some(own) = &mut self.own {
            own.places.clear();
            own.pits.clear();
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
            own.pit = change.pit.unwrap_or_else(|| std::mem::take(&mut own.pit));
            own.places = change.places;
            own.pits = change.pits;
        }
    }
}
