//! A player's list of the tables at which the player sits.

use boneyard_base::{Requester, Turns, limits};
use boneyard_store::StoreError;

use super::Tables;
use super::task::Input;

impl Tables {
    /// Has each table of a player write its line of the player's list, and shows the list. Tables that
    /// aren't in memory are read from their logs, a few at once, with a turn for each address that waits.
    pub async fn show_own(&self, requester: Requester, turns: &Turns) {
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
        let tables = self.store().tables_of(player, limits::OWN_TABLES_MAX);
        // The table that the player came to last is the first in the list.
        for table in tables.await?.into_iter().rev() {
            let turn = loop {
                if self.loaded().contains_key(&table) {
                    break None;
                }
                match turns.take(from).await {
                    Ok(turn) => break Some(turn),
                    Err(_) => tokio::time::sleep(limits::OWN_TABLES_INTERVAL).await,
                }
            };
            // A table that is gone is none of the player's.
            let _ = self.open(table).take(Input::ShowPlayer(player)).await;
            drop(turn);
        }
        Ok(())
    }
}
