//! A table among those of its players: what they are told who look elsewhere.

use tokio::time::sleep;

use crate::gate::Requester;
use crate::id::PlayerId;
use crate::limits;
use crate::store::StoreError;
use crate::table::Tables;
use crate::table::state::State;
use crate::table::task::Input;
use crate::table::task::loaded::LoadedTable;
use crate::turns::Turns;

impl LoadedTable {
    /// Tells a player's list what this table says now.
    pub(crate) fn show_player(&self, player: PlayerId) {
        let own = self.state.own_table(self.id, player);
        self.tables.lobby().own().set(player, self.id, own);
    }

    /// Whether a player follows their own tables at this node, among them this one. A lone server tells
    /// them of what happens here by itself; a node must have the table in memory to hear of it.
    pub(crate) fn is_among_followed_own_tables(&self) -> bool {
        let own = self.tables.lobby().own();
        let mut people = self.state.seats.people();
        !self.tables.bus().is_alone()
            && people.any(|person| own.is_followed_by(person.player, |_| true))
    }

    /// Tells the lists of all players whose sockets are not all here, since those that are see the table.
    pub(crate) fn show_players_elsewhere(&self, before: &State) {
        let own = self.tables.lobby().own();
        for person in self.state.seats.people() {
            if own.is_followed_by(person.player, |peer| !self.followers.has_socket(peer)) {
                self.show_player(person.player);
            }
        }
        for person in before.seats.people() {
            if self.state.seat_of(person.player).is_none() {
                own.set(person.player, self.id, None);
            }
        }
    }
}

impl Tables {
    /// Has each of a player's own tables tell the player's list what it says. Tables that aren't in memory
    /// are read from their logs, a few at once, with a turn for each address that waits.
    pub(crate) async fn show_own(&self, requester: Requester, turns: &Turns) {
        let own = self.lobby().own();
        match self.tell_own(requester, turns).await {
            Ok(()) => own.tell_all(requester.player),
            Err(error) => {
                tracing::error!(%error, "a player's tables can't be looked for");
                own.fail(requester.player);
            }
        }
    }

    async fn tell_own(&self, requester: Requester, turns: &Turns) -> Result<(), StoreError> {
        let Requester { player, from } = requester;
        // The table that the player came to last is the first in the list.
        for table in self.log().tables_of(player).await?.into_iter().rev() {
            let turn = loop {
                if self.loaded().contains_key(&table) {
                    break None;
                }
                match turns.take(from).await {
                    Ok(turn) => break Some(turn),
                    Err(_) => sleep(limits::OWN_TABLES_INTERVAL).await,
                }
            };
            // A table that is gone is none of the player's.
            let _ = self.open(table).take(Input::ShowPlayer(player)).await;
            drop(turn);
        }
        Ok(())
    }
}
