//! How a client applies updates to its snapshot of a table (docs/protocol.md, Folding updates).

use boneyard_rules::{Match, Viewer};

use crate::server::{Missed, Snapshot};
use crate::update::Update;

/// The result of applying an update.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum Folded {
    /// The update was the next one: the snapshot now shows the table after the update.
    Next,
    /// The snapshot already contained the update: nothing changed.
    Known,
    /// An earlier update is missing: nothing changed, and the client must open the table again.
    Gap,
}

impl Snapshot {
    /// Applies an update to the snapshot. The result is always the same snapshot that opening the table
    /// again would give, apart from the presence.
    pub fn fold(&mut self, update: Update) -> Folded {
        let Update { shared, private } = update;
        if shared.v <= self.v {
            return Folded::Known;
        }
        if shared.v > self.v + 1 {
            return Folded::Gap;
        }
        self.v = shared.v;
        if let Some(room) = shared.room {
            self.room.fold(*room);
        }
        self.me = private.me.unwrap_or(self.me);
        self.time = shared.time.or(self.time);
        if let Some(chat) = private.chat {
            self.chat = chat;
        }
        if let (Some(standing), Some(change)) = (shared.standing, shared.change) {
            let new = || Match::new(&self.room.rules);
            self.standing
                .get_or_insert_with(|| new().standing())
                .fold(standing);
            self.view
                .get_or_insert_with(|| new().view(Viewer::Watcher))
                .fold(change);
        }
        if let Some(view) = &mut self.view {
            view.fold_own(self.me.seat, private.own);
        }
        Folded::Next
    }

    /// Applies all missed updates in order, and replaces the presence and the chat.
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
