//! Where the server lists and counts one table: the lobby, the lists of its players' own tables, and the
//! figures.

use boneyard_base::{PlayerId, Requester};
use boneyard_cluster::{Bus, Message};
use boneyard_protocol::{Listing, Status, TableId};

use crate::Tables;
use crate::lobby::Lobby;
use crate::state::State;
use crate::tables::meters::Counted;
use crate::tables::quick::QuickShare;
use crate::view::followers::Followers;

/// The places where the server lists and counts one table.
pub(crate) struct Listings {
    table: TableId,
    lobby: Lobby,
    /// A player who is here, as the lobby knows it.
    here: Option<Requester>,
    /// This table among those in memory.
    counted: Counted,
    /// The people who play a quick match here.
    quick_players: QuickShare,
}

impl Listings {
    /// Of a table that was just loaded.
    pub(super) fn new(tables: &Tables, table: TableId, state: &State) -> Self {
        Self {
            table,
            lobby: tables.lobby().clone(),
            here: None,
            counted: Counted::new(tables.meters().clone(), state.status()),
            quick_players: QuickShare::none_of(tables.inner.quick_players.clone()),
        }
    }

    /// Has the lobby list the table so, or no longer.
    pub(super) fn list(&self, state: &State, listing: Option<Listing>) {
        let (created, host) = (state.settings.opened, state.settings.opened_by);
        self.lobby.set(self.table, created, host, listing);
        self.lobby.set_here(self.table, self.here);
    }

    /// Tells the lobby, here and at the other nodes, whether a player is here, if that has changed.
    pub(super) fn show_here(&mut self, state: &State, followers: &Followers, bus: &Bus) {
        let mut players = state.seats.people().map(|person| person.player);
        let here = players.find(|player| followers.has(*player));
        if here == self.here.map(|here| here.player) {
            return;
        }
        self.here = here.and_then(|player| followers.requester(player));
        self.lobby.set_here(self.table, self.here);
        if state.listing(self.table).is_some() {
            bus.tell_all(Message::AtTables(vec![(self.table, self.here)]));
        }
    }

    /// Counts the table by what is going on there.
    pub(super) fn count(&mut self, status: Status) {
        self.counted.is_now(status);
    }

    /// Counts the people who play a quick match here.
    pub(super) fn count_quick_players(&mut self, count: usize) {
        self.quick_players.is_now(count);
    }

    /// Writes what the table says now into a player's list.
    pub(super) fn show_player(&self, state: &State, player: PlayerId) {
        let own = state.own_table(self.table, player);
        self.lobby.own().set(player, self.table, own);
    }

    /// Writes what the table says now into the lists of the players who have a socket that doesn't follow
    /// the table, and takes it out of the lists of those who have left.
    pub(super) fn show_players(&self, before: &State, after: &State, followers: &Followers) {
        let own = self.lobby.own();
        for person in after.seats.people() {
            if own.is_followed_by(person.player, |peer| !followers.has_socket(peer)) {
                self.show_player(after, person.player);
            }
        }
        for person in before.seats.people() {
            if after.seat_of(person.player).is_none() {
                own.set(person.player, self.table, None);
            }
        }
    }

    /// Whether a player of the table follows their own tables at this node.
    pub(super) fn is_in_a_followed_list(&self, state: &State) -> bool {
        let own = self.lobby.own();
        let mut people = state.seats.people();
        people.any(|person| own.is_followed_by(person.player, |_| true))
    }
}
