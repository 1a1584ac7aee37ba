//! How a client keeps what it knows of a table up to date (docs/protocol.md, Folding updates).

use boneyard_rules::view::{Board, Seen};
use boneyard_rules::{Laid, View};

use crate::server::{Missed, Snapshot};
use crate::update::Update;

/// What became of an update.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Folded {
    /// It was the next one: the snapshot shows the table after it.
    Next,
    /// It was known already: nothing changed.
    Known,
    /// One before it is missing: nothing changed, and the table must be opened again.
    Gap,
}

impl Snapshot {
    /// Folds an update into what is known of its table. The law: folding gives the same as opening
    /// the table again would, presence aside.
    pub fn fold(&mut self, update: Update) -> Folded {
        let Update { shared, private } = update;
        if shared.v <= self.v {
            return Folded::Known;
        }
        if shared.v > self.v + 1 {
            return Folded::Gap;
        }
        self.v = shared.v;
        self.room = shared.room.unwrap_or_else(|| self.room.clone());
        self.me = private.me.unwrap_or(self.me);
        self.time = shared.time.or(self.time);
        if let Some(chat) = private.chat {
            self.chat = chat;
        }
        if self.view.is_none() {
            self.view = shared.board.clone().map(empty);
        }
        if let Some(view) = &mut self.view {
            if shared.clear {
                view.layout.clear();
                view.history.clear();
            }
            view.layout.extend(shared.events.iter().filter_map(laid));
            view.history.extend(shared.events);
            if let Some(board) = shared.board {
                view.board = board;
            }
            view.own = private
                .own
                .or(view.own.take())
                .filter(|_| self.me.seat.is_some());
        }
        Folded::Next
    }

    /// Folds in what was missed, as [`Self::fold`] does update by update.
    pub fn catch_up(&mut self, missed: Missed) -> Folded {
        for update in missed.updates {
            if self.fold(update) == Folded::Gap {
                return Folded::Gap;
            }
        }
        self.presence = missed.presence;
        self.chat = missed.chat;
        Folded::Next
    }
}

/// The view of a match of which nothing is known but how it stands.
const fn empty(board: Board) -> View {
    View {
        board,
        layout: Vec::new(),
        history: Vec::new(),
        own: None,
    }
}

/// The tile that an event laid on the table.
fn laid(event: &Seen) -> Option<Laid> {
    match *event {
        Seen::Played {
            seat, tile, joint, ..
        } => Some(Laid { tile, seat, joint }),
        _ => None,
    }
}
