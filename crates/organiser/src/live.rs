//! A tournament in memory: its state, what its followers know, and the matches that this node watches.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use boneyard_base::{Frame, OpenSockets, Peer, PlayerId, TableId, Timestamp, TournamentId};
use boneyard_protocol::ServerMessage;
use boneyard_protocol::tournament::{TournamentOwn, TournamentState};
use boneyard_table::TableHandle;
use boneyard_tournaments::PairingId;
use parking_lot::{Mutex, MutexGuard};

use crate::event::Entrant;
use crate::state::State;
use crate::view::change;

/// A tournament in memory.
pub(crate) struct Live {
    pub(crate) id: TournamentId,
    /// The state, behind the lock that a task holds while it appends. `None` after a failed append, whose event may be
    /// in the log: then the state must be read anew. A reader keeps the lock no longer than a clone takes.
    pub(crate) state: tokio::sync::Mutex<Option<Arc<State>>>,
    /// The number of the last row of the log that this node knows.
    pub(crate) version: AtomicI64,
    shown: Mutex<Shown>,
    watched: Mutex<HashMap<PairingId, Watched>>,
    /// The account of the organiser, for whom threads work.
    pub(crate) organiser: PlayerId,
    /// Whether the next round is being paired.
    pub(crate) pairs: AtomicBool,
    /// Whether matches between computer players are being played.
    pub(crate) plays: AtomicBool,
    /// Whether the tournament panics when it is shown, for a test.
    #[cfg(test)]
    pub(crate) panics: AtomicBool,
}

/// A match whose table this node watches.
#[derive(Clone)]
pub(crate) struct Watched {
    pub(crate) table: TableId,
    /// Since when this node has watched it.
    pub(crate) since: Timestamp,
    /// Keeps the table in memory. `None` until it is known that the table exists.
    pub(crate) handle: Option<TableHandle>,
}

/// What the followers of a tournament know.
struct Shown {
    state: Arc<TournamentState>,
    /// The whole tournament as a message, and as the body of a response: encoded once for all who ask.
    frame: Option<Frame>,
    json: Option<Arc<str>>,
    /// The pages of all matches that were asked for, as bodies of responses, of the state with this version.
    pages: (i64, HashMap<u32, Arc<str>>),
    is_over: bool,
    followers: Vec<(Peer, TournamentOwn)>,
    /// The table of each player's match, as the player was told.
    told: HashMap<PlayerId, TableId>,
}

impl Live {
    pub(crate) fn new(state: State) -> Self {
        let shown = Shown {
            state: Arc::new(state.shown()),
            frame: None,
            json: None,
            pages: (state.version, HashMap::new()),
            is_over: is_over(&state),
            followers: Vec::new(),
            told: tables(&state).collect(),
        };
        Self {
            id: state.id,
            version: AtomicI64::new(state.version),
            shown: Mutex::new(shown),
            watched: Mutex::default(),
            organiser: state.organiser,
            pairs: AtomicBool::new(false),
            plays: AtomicBool::new(false),
            #[cfg(test)]
            panics: AtomicBool::new(false),
            state: tokio::sync::Mutex::new(Some(Arc::new(state))),
        }
    }

    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock()
    }

    /// What the followers know.
    pub(crate) fn shown_state(&self) -> Arc<TournamentState> {
        Arc::clone(&self.shown().state)
    }

    /// What the followers know, as JSON.
    pub(crate) fn shown_json(&self) -> Arc<str> {
        let mut shown = self.shown();
        let Shown { state, json, .. } = &mut *shown;
        let json = json.get_or_insert_with(|| {
            let json = serde_json::to_string(&**state);
            json.expect("a tournament has no keys but the names of its fields")
                .into()
        });
        Arc::clone(json)
    }

    /// A page of the matches of all rounds, as JSON. It is made from a state without its lock.
    pub(crate) fn matches_json(&self, state: &State, page: u32) -> Arc<str> {
        let known = |shown: &Shown| {
            let (version, pages) = &shown.pages;
            let json = pages.get(&page).filter(|_| *version == state.version);
            json.map(Arc::clone)
        };
        if let Some(json) = known(&self.shown()) {
            return json;
        }
        let matches = state.page_of_matches(page);
        let is_empty = matches.matches.is_empty();
        let json = serde_json::to_string(&matches);
        let json: Arc<str> = json
            .expect("matches have no keys but the names of their fields")
            .into();
        let (version, pages) = &mut self.shown().pages;
        if *version < state.version {
            *version = state.version;
            pages.clear();
        }
        if *version == state.version && !is_empty {
            pages.insert(page, Arc::clone(&json));
        }
        json
    }

    /// Whether the tournament has ended, and nobody follows it.
    pub(crate) fn is_unused(&self) -> bool {
        let shown = self.shown();
        shown.is_over && shown.followers.is_empty()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.shown().is_over
    }

    /// Sends a client the tournament, and from now on its changes.
    pub(crate) fn follow(&self, peer: &Peer, own: TournamentOwn) {
        let mut shown = self.shown();
        shown.followers.retain(|(known, _)| !known.is(peer));
        let Shown { state, frame, .. } = &mut *shown;
        let whole = frame.get_or_insert_with(|| {
            let whole = ServerMessage::Tournament(Box::new((**state).clone()));
            Frame::from(&whole)
        });
        let is_sent = peer.send(whole).is_ok();
        if is_sent
            && peer
                .tell(&ServerMessage::TournamentOwn(own.clone()))
                .is_ok()
        {
            shown.followers.push((peer.clone(), own));
        }
    }

    /// Sends a client no more changes.
    pub(crate) fn unfollow(&self, peer: &Peer) {
        self.shown().followers.retain(|(known, _)| !known.is(peer));
    }

    /// Shows a new state: the difference is made and encoded once for all followers. Players are told of the
    /// tables of their matches through each of their sockets at this node, also through those that don't follow.
    pub(crate) fn show(&self, state: &State, sockets: &OpenSockets) {
        #[cfg(test)]
        assert!(!self.panics.load(Ordering::Relaxed), "a test wants it so");
        let mut shown = self.shown();
        let shown = &mut *shown;
        if shown.state.v == state.version.unsigned_abs() {
            return;
        }
        let now = Arc::new(state.shown());
        let mut change = change(&shown.state, &now);
        change
            .matches
            .extend(state.ended_unshown(&shown.state, &now));
        let changed = ServerMessage::TournamentChanged(Box::new(change));
        shown.state = now;
        shown.frame = None;
        shown.json = None;
        shown.is_over = is_over(state);
        if !shown.followers.is_empty() {
            let changed = Frame::from(&changed);
            shown.followers.retain_mut(|(peer, known)| {
                let own = state.own_of_peer(peer);
                let is_new = own != *known;
                known.clone_from(&own);
                peer.send(&changed).is_ok()
                    && (!is_new || peer.tell(&ServerMessage::TournamentOwn(own)).is_ok())
            });
        }
        let told = tables(state).collect();
        let before = std::mem::replace(&mut shown.told, told);
        for (&player, table) in &shown.told {
            if before.get(&player) != Some(table) {
                let follows =
                    |socket: &Peer| shown.followers.iter().any(|(peer, _)| peer.is(socket));
                let own = ServerMessage::TournamentOwn(state.own(player));
                sockets.tell_where(player, &own, |socket| !follows(socket));
            }
        }
    }

    fn watched(&self) -> MutexGuard<'_, HashMap<PairingId, Watched>> {
        self.watched.lock()
    }

    /// The watched match, from now on if it was not watched before.
    pub(crate) fn watch(&self, id: PairingId, table: TableId, now: Timestamp) -> Watched {
        let fresh = || Watched {
            table,
            since: now,
            handle: None,
        };
        let mut watched = self.watched();
        let known = watched.entry(id).or_insert_with(fresh);
        // A time in the future is from before the clock was set back.
        if known.table != table || known.since > now {
            *known = fresh();
        }
        known.clone()
    }

    /// Keeps the table of a watched match in memory.
    pub(crate) fn hold(&self, id: PairingId, handle: TableHandle) {
        if let Some(known) = self.watched().get_mut(&id) {
            known.handle = Some(handle);
        }
    }

    /// The table of a watched match, if it is in memory.
    pub(crate) fn table_of(&self, id: PairingId) -> Option<TableHandle> {
        self.watched().get(&id)?.handle.clone()
    }

    /// Watches only these matches.
    pub(crate) fn forget_unwatched(&self, watched: &[PairingId]) {
        self.watched().retain(|id, _| watched.contains(id));
    }

    pub(crate) fn set_version(&self, version: i64) {
        self.version.store(version, Ordering::Relaxed);
    }
}

/// Whether the tournament has ended, and no table waits for the end of a section.
fn is_over(state: &State) -> bool {
    state.is_over() && !state.has_open_section()
}

/// The tables of the matches that have no result, by player.
fn tables(state: &State) -> impl Iterator<Item = (PlayerId, TableId)> {
    let undecided = if state.is_over() {
        Vec::new()
    } else {
        state.undecided()
    };
    undecided.into_iter().flat_map(move |one| {
        let members = one.pairing.entrants().flat_map(|of| state.players_of(of));
        let people = members.filter_map(|(_, entry)| match entry.entrant {
            Entrant::Person(player) => Some(player),
            Entrant::Computer(_) => None,
        });
        let table = one.open_table();
        let seats: Vec<_> = people.filter_map(|player| Some((player, table?))).collect();
        seats
    })
}
