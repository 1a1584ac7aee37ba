//! The list of a player's own tables: those at which the player has a seat.

use boneyard_base::{Address, Requester, TableId, Turn, Turns, limits};
use boneyard_protocol::OwnTable;
use boneyard_store::StoreError;

use super::Tables;
use super::task::Input;
use crate::state::command::Leaving;

impl Tables {
    /// Makes each of a player's own tables set its entry in the list of these tables, then sends the list.
    /// Tables that aren't in memory are read from their logs. Only a few logs are read at once. Other
    /// requests wait, and the network addresses from which they come take turns.
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

    /// A player's own tables, the last joined table first, for a program that reads them once. Tables are read as by
    /// [`Self::show_own`].
    pub async fn own_tables(
        &self,
        requester: Requester,
        turns: &Turns,
    ) -> Result<Vec<OwnTable>, StoreError> {
        let Requester { player, from } = requester;
        let tables = self.store().tables().of(player, limits::OWN_TABLES_MAX);
        let mut all = Vec::new();
        for table in tables.await? {
            let turn = self.turn_to_read(table, from, turns).await;
            let mut answer = None;
            let ask = Input::OwnTable {
                player,
                answer: &mut answer,
            };
            // A table that has ended is not in the list.
            let _ = self.open(table).take(ask).await;
            drop(turn);
            all.extend(answer);
        }
        Ok(all)
    }

    /// Has a player who holds nothing any more give up the seats at all tables. Returns whether no seat is left.
    ///
    /// # Errors
    ///
    /// When the player's tables can't be looked for.
    pub async fn depart(&self, leaving: &Leaving) -> Result<bool, StoreError> {
        let tables = self.store().tables().of(leaving.player, usize::MAX).await?;
        let mut is_left = false;
        for table in tables {
            let mut is_done = false;
            let depart = Input::Depart {
                leaving,
                is_done: &mut is_done,
            };
            // At a table that has ended there is no seat.
            let asked = self.open(table).take(depart).await;
            is_left |= asked.is_ok() && !is_done;
        }
        Ok(!is_left)
    }

    async fn tell_own(&self, requester: Requester, turns: &Turns) -> Result<(), StoreError> {
        let Requester { player, from } = requester;
        let tables = self.store().tables().of(player, limits::OWN_TABLES_MAX);
        // The table that the player joined first is asked first. Each later entry is put before the others,
        // so the table that the player joined last ends up at the top.
        for table in tables.await?.into_iter().rev() {
            let turn = self.turn_to_read(table, from, turns).await;
            // A table that has ended is not in the list.
            let _ = self.open(table).take(Input::ShowPlayer(player)).await;
            drop(turn);
        }
        Ok(())
    }

    /// Waits until the log of a table may be read for this address. `None` if the table is in memory.
    async fn turn_to_read(&self, table: TableId, from: Address, turns: &Turns) -> Option<Turn> {
        loop {
            if self.loaded().contains_key(&table) {
                return None;
            }
            match turns.take(from).await {
                Ok(turn) => return Some(turn),
                Err(_) => tokio::time::sleep(limits::OWN_TABLES_INTERVAL).await,
            }
        }
    }
}
