//! What a viewer may know of a match, and what has changed in it.

use serde::{Deserialize, Serialize};

use crate::game::{Game as _, GameView, Viewer};
use crate::high::event::{Event, Seen};
use crate::high::game::{Match, Move};
use crate::seat::{BySeat, Seat};
use crate::tile::Tile;

/// A tile of a trick.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Laid {
    /// The seat that played it.
    pub seat: Seat,
    /// The tile.
    pub tile: Tile,
}

/// What a viewer may know, without the standing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct View {
    /// The seat that leads the trick; `None` before the first deal.
    pub leader: Option<Seat>,
    /// The tiles of the trick, in the order of play; of the last one, until the next begins.
    pub trick: Vec<Laid>,
    /// How many tiles each seat holds.
    pub hand_sizes: BySeat<u8>,
    /// The events of the round.
    pub history: Vec<Seen>,
    /// What only the viewer's seat may know; absent for a watcher.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<Own>,
}

/// What only one seat may know.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Own {
    /// The tiles of the seat.
    pub hand: Vec<Tile>,
    /// The tiles that it may play now.
    pub plays: Vec<Tile>,
}

/// What has changed in what everybody may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Change {
    /// What happened.
    pub events: Vec<Seen>,
    /// Whether the round began: its events are these alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub begins: bool,
    /// The seat that leads.
    pub leader: Option<Seat>,
    /// The tiles of the trick.
    pub trick: Vec<Laid>,
    /// How many tiles each seat holds.
    pub hand_sizes: BySeat<u8>,
}

/// What has changed in what only one seat may know.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct OwnChange {
    /// The tiles of the seat; absent if they are the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<Vec<Tile>>,
    /// The tiles that it may play now; absent if it may play none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plays: Vec<Tile>,
}

/// A position of a replay, with all hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The events that led to it.
    pub events: Vec<Seen>,
    /// The seat that leads.
    pub leader: Option<Seat>,
    /// The tiles of the trick.
    pub trick: Vec<Laid>,
    /// The tiles of each seat.
    pub hands: BySeat<Vec<Tile>>,
}

impl View {
    pub(super) fn of(game: &Match, viewer: Viewer) -> Self {
        let Change {
            events,
            begins: _,
            leader,
            trick,
            hand_sizes,
        } = Change::since(None, game);
        let own = viewer.seat().map(|seat| {
            let is_absent = matches!(viewer, Viewer::Absent(_));
            let OwnChange { hand, plays } = OwnChange::since(None, game, seat, is_absent);
            let hand = hand.unwrap_or_default();
            Own { hand, plays }
        });
        Self {
            leader,
            trick,
            hand_sizes,
            history: events,
            own,
        }
    }
}

impl Change {
    pub(super) fn since(before: Option<&Match>, game: &Match) -> Self {
        let is_of_round = |before: &&Match| before.round_number() == game.round_number();
        let known = before
            .filter(is_of_round)
            .map(|before| before.history.len());
        let events = game.history.get(known.unwrap_or(0)..).unwrap_or_default();
        Self {
            events: events.iter().map(Event::seen).collect(),
            begins: known.is_none(),
            leader: game.leader(),
            trick: game.trick.clone(),
            hand_sizes: game.hands.map(|hand| hand.len() as u8),
        }
    }
}

impl OwnChange {
    pub(super) fn since(before: Option<&Match>, game: &Match, seat: Seat, is_absent: bool) -> Self {
        let hand = game.hands[seat];
        let is_same = before.is_some_and(|before| before.hands[seat] == hand);
        let plays = game.moves(seat).into_iter().map(|Move::Play(tile)| tile);
        Self {
            hand: (!is_same).then(|| hand.iter().collect()),
            plays: plays.filter(|_| !is_absent).collect(),
        }
    }
}

impl GameView for View {
    type Move = Move;
    type Change = Change;
    type OwnChange = OwnChange;

    fn offers(&self) -> Vec<Move> {
        let own = self.own.iter();
        own.flat_map(|own| own.plays.iter().copied().map(Move::Play))
            .collect()
    }

    fn fold(&mut self, change: Change) {
        if change.begins {
            self.history.clear();
        }
        self.history.extend(change.events);
        self.leader = change.leader;
        self.trick = change.trick;
        self.hand_sizes = change.hand_sizes;
        if let Some(own) = &mut self.own {
            own.plays.clear();
        }
    }

    fn fold_own(&mut self, seat: Option<Seat>, change: Option<OwnChange>) {
        let Some(_) = seat else {
            self.own = None;
            return;
        };
        let own = self.own.get_or_insert_default();
        if let Some(OwnChange { hand, plays }) = change {
            own.hand = hand.unwrap_or_else(|| std::mem::take(&mut own.hand));
            own.plays = plays;
        }
    }
}
