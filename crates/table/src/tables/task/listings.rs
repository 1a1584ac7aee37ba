//! The places outside a table where the server lists or counts it: the lobby, the lists of its players' own
//! tables, and the metrics.

use boneyard_base::{PlayerId, Requester};
use boneyard_cluster::{Bus, Message};
use boneyard_protocol::{Listing, Status, TableId};

use crate::Tables;
use crate::lobby::Lobby;
use crate::state::State;
use crate::tables::meters::Counted;
use crate::view::followers::Followers;

/// The places where the server lists and counts one table.
pub(crate) struct Listings {
    table: TableId,
    lobby: Lobby,
    /// The player who, as the lobby was last told, is connected to the table through this node; `None` if no
    /// player is.
    here: Option<Requester>,
    /// The table's part in the metrics of tables in memory.
    counted: Counted,
}

impl Listings {
    /// The places for a table that was just loaded.
    pub(super) fn new(tables: &Tables, table: TableId, state: &State) -> Self {
        Self {
            table,
            lobby: tables.lobby().clone(),
            here: None,
            counted: Counted::new(tables.meters().clone(), state.status()),
        }
    }

    /// Sets the table's entry in the lobby; `None` removes it.
    pub(super) fn list(&self, state: &State, listing: Option<Listing>) {
        let (created, host) = (state.settings.opened, state.settings.opened_by);
        self.lobby.set(self.table, created, host, listing);
        self.lobby.set_here(self.table, self.here);
    }

    /// Tells the lobbies of this and of the other nodes which player is connected through this node, if
    /// that has changed.
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

    /// Counts the table under its status.
    pub(super) fn count(&mut self, status: Status) {
        self.counted.is_now(status);
    }

    /// Sets the table's entry in the list of a player's own tables.
    pub(super) fn show_player(&self, state: &State, player: PlayerId) {
        let own = state.own_table(self.table, player);
        self.lobby.own().set(player, self.table, own);
    }

    /// Sets the table's entry in the list of each player's own tables. A list is changed only if a socket of
    /// its player follows the list but not the table. Removes the entry from the lists of players who have
    /// left.
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

    /// Whether a player of the table follows the list of own tables on this node.
    pub(super) fn is_in_a_followed_list(&self, state: &State) -> bool {
        let own = self.lobby.own();
        let mut people = state.seats.people();
        people.any(|person| own.is_followed_by(person.player, |_| true))
    }
}
