//! What a test client knows about a table, from a snapshot and the updates after it.

use std::collections::HashSet;

use boneyard_protocol::{Folded, Line, Presence, Snapshot, Update};
use boneyard_rules::line::view::{Phase, VisibleEvent};
use boneyard_rules::{Seat, Tile, View, high, line, race, trains};

/// Everything that a client knows about a table. Presence has no version, so comparisons ignore it.
#[derive(Clone, Debug)]
pub(crate) struct KnownTable(pub(crate) Snapshot);

impl KnownTable {
    /// Applies an update, which must be the next one.
    pub(crate) fn fold(&mut self, update: &Update) {
        assert_eq!(self.0.fold(update.clone()), Folded::Next);
    }

    /// What the client may know of the match; `None` before the first match.
    pub(crate) fn view(&self) -> Option<&View> {
        let view = self.0.view.as_ref();
        assert_eq!(view.is_some(), self.0.standing.is_some());
        view
    }

    /// Adds a line of chat.
    pub(crate) fn hear(&mut self, line: &Line) {
        let chat = &mut self.0.chat;
        let last = chat.lines().next_back().map_or(0, |last| last.n);
        assert_eq!(line.n, last + 1, "a line is missing");
        chat.push(line.clone());
    }

    /// Checks that two clients have the same state of a table.
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

    /// The tiles that the client may know: tiles on the table, lots, the client's own hand, and hands that
    /// were shown at the end of the round.
    pub(crate) fn tiles(&self) -> HashSet<Tile> {
        match self.view() {
            None => HashSet::new(),
            Some(View::Line(view)) => tiles_of_line(view, self.0.me.seat),
            Some(View::Race(view)) => tiles_of_race(view),
            Some(View::Trains(view)) => tiles_of_trains(view),
            Some(View::High(view)) => tiles_of_high(view),
        }
    }
}

fn tiles_of_high(view: &high::View) -> HashSet<Tile> {
    let played = view.history.iter().filter_map(|event| match event {
        high::Event::Played { tile, .. } => Some(tile),
        _ => None,
    });
    let laid = view.trick.iter().map(|laid| &laid.tile);
    let own = view.own.iter().flat_map(|own| &own.hand);
    played.chain(laid).chain(own).copied().collect()
}

fn tiles_of_race(view: &race::View) -> HashSet<Tile> {
    let placed = view.board.iter().map(|placed| placed.tile);
    // Everybody learns which kind the leader's lightest tile is.
    let lightest = view.history.iter().filter_map(|event| match event {
        race::Event::Dealt { tiles, .. } | race::Event::DealtAgain { tiles } => Some(*tiles),
        _ => None,
    });
    let own = view
        .own
        .iter()
        .flat_map(|own| own.hand.iter().chain(&own.pit));
    let shown = view.shown.iter().flat_map(|shown| {
        let held = shown.hands.iter().chain(shown.pits.iter());
        held.flat_map(|(_, tiles)| tiles).chain(&shown.boneyard)
    });
    let known = placed.chain(lightest);
    known.chain(own.chain(shown).copied()).collect()
}

fn tiles_of_trains(view: &trains::View) -> HashSet<Tile> {
    let laid = view.played.iter().map(|played| played.tile);
    let lots = view.history.iter().flat_map(|event| match event {
        trains::Event::Lots { lots, .. } => lots.as_slice(),
        _ => &[],
    });
    let own = view.own.iter().flat_map(|own| &own.hand);
    let shown = view.shown.iter().flat_map(|shown| {
        let held = shown.hands.iter().flat_map(|(_, tiles)| tiles);
        held.chain(&shown.boneyard)
    });
    let known = laid.chain(view.table.engine);
    known.chain(lots.chain(own).chain(shown).copied()).collect()
}

fn tiles_of_line(view: &line::View, seat: Option<Seat>) -> HashSet<Tile> {
    let mut tiles: HashSet<Tile> = view.layout.iter().map(|laid| laid.tile).collect();
    for event in &view.history {
        match event {
            VisibleEvent::Lots { tiles: lots, .. } => tiles.extend(lots.as_slice()),
            VisibleEvent::Played { tile, .. } => {
                tiles.insert(*tile);
            }
            _ => {}
        }
    }
    if let Some(own) = &view.own {
        assert_eq!(Some(own.seat), seat, "that is another's hand");
        let size = view.board.hand_sizes[own.seat];
        assert_eq!(own.hand.len(), usize::from(size));
        tiles.extend(&own.hand);
    }
    match &view.board.phase {
        Phase::RoundOver { hands, .. } | Phase::MatchOver { hands, .. } => {
            tiles.extend(hands.as_slice().iter().flatten());
        }
        Phase::Dealing | Phase::Playing => {}
    }
    tiles
}
