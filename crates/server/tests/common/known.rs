//! What a client knows of a table, folded from a snapshot and the updates after it.

use std::collections::HashSet;

use boneyard_protocol::{Line, Presence, Snapshot, Update};
use boneyard_rules::view::{Phase, Seen};
use boneyard_rules::{Laid, Tile};

/// All that a client knows of a table. Presence is left out of comparisons: it has no version.
#[derive(Clone, Debug)]
pub(crate) struct Known(pub(crate) Snapshot);

impl Known {
    /// Folds an update in, as docs/protocol.md says.
    pub(crate) fn fold(&mut self, update: &Update) {
        let Update { shared, private } = update;
        let known = &mut self.0;
        assert_eq!(shared.v, known.v + 1, "an update is missing");
        known.v = shared.v;
        if let Some(room) = &shared.room {
            known.room = room.clone();
        }
        known.time = shared.time.or(known.time);
        if let Some(chat) = &private.chat {
            known.chat = chat.clone();
        }
        if let Some(me) = private.me {
            known.me = me;
            if let Some(view) = &mut known.view
                && me.seat.is_none()
            {
                view.own = None;
            }
        }
        if let Some(board) = &shared.board {
            let view = known.view.get_or_insert_with(|| boneyard_rules::View {
                board: board.clone(),
                layout: Vec::new(),
                history: Vec::new(),
                own: None,
            });
            view.board = board.clone();
            if shared.clear {
                view.history.clear();
                view.layout.clear();
            }
        }
        if let Some(view) = &mut known.view {
            for event in &shared.events {
                view.history.push(event.clone());
                if let Seen::Played {
                    seat, tile, joint, ..
                } = *event
                {
                    view.layout.push(Laid { tile, seat, joint });
                }
            }
            if let Some(own) = &private.own {
                view.own = Some(own.clone());
            }
        }
    }

    /// Adds what was said.
    pub(crate) fn hear(&mut self, line: &Line) {
        let chat = &mut self.0.chat;
        let last = chat.lines().next_back().map_or(0, |last| last.n);
        assert_eq!(line.n, last + 1, "a line is missing");
        chat.push(line.clone());
    }

    /// Whether two people, or one person in two ways, know the same.
    pub(crate) fn assert_same(&self, other: &Self) {
        let unversioned = |known: &Self| {
            let mut snapshot = known.0.clone();
            snapshot.presence = Presence {
                seats: snapshot.presence.seats.map(|_| false),
                away_since_ms: snapshot.presence.seats.map(|_| None),
                watchers: 0,
                absent: None,
                request: None,
            };
            snapshot
        };
        assert_eq!(unversioned(self), unversioned(other));
    }

    /// The tiles that may be known: on the table, drawn as lots, in the own hand, or shown when
    /// the round was over.
    pub(crate) fn tiles(&self) -> HashSet<Tile> {
        let Some(view) = &self.0.view else {
            return HashSet::new();
        };
        let mut tiles: HashSet<Tile> = view.layout.iter().map(|laid| laid.tile).collect();
        for event in &view.history {
            match event {
                Seen::Lots { tiles: lots, .. } => tiles.extend(lots.as_slice()),
                Seen::Played { tile, .. } => {
                    tiles.insert(*tile);
                }
                _ => {}
            }
        }
        if let Some(own) = &view.own {
            assert_eq!(Some(own.seat), self.0.me.seat, "that is another's hand");
            let size = view.board.hand_sizes[own.seat];
            assert_eq!(own.hand.len(), usize::from(size));
            tiles.extend(&own.hand);
        }
        match &view.board.phase {
            Phase::RoundOver { hands, .. } | Phase::MatchOver { hands, .. } => {
                tiles.extend(hands.as_slice().iter().flatten());
            }
            Phase::Dealing | Phase::Playing { .. } => {}
        }
        tiles
    }
}
