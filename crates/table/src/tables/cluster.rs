//! Tables in a cluster: the messages about a table to all nodes, and how a node finds rows about which it
//! got no message.

use std::collections::HashMap;

use boneyard_base::limits;
use boneyard_cluster::Message;
use boneyard_protocol::TableId;
use boneyard_store::StoreError;
use futures_util::stream::{self, StreamExt as _};

use crate::Tables;
use crate::state::State;
use crate::tables::task::relisted::Relisted;
use crate::tables::task::{Input, Shared, TableHandle};

impl Tables {
    /// Tells all nodes what an append changes outside its table: in the lobby, and in the lists of the
    /// players' own tables.
    pub(crate) fn tell_all_nodes(
        &self,
        table: TableId,
        before: Option<&State>,
        next: &State,
        relisted: Option<&Relisted>,
    ) {
        if self.bus().is_alone() {
            return;
        }
        if let Some(relisted) = relisted {
            self.bus().tell_all(Message::Listed {
                table,
                created: next.settings.opened,
                host: next.settings.opened_by,
                listing: relisted.listing.as_ref().map(crate::lobby::written),
            });
        }
        if before.is_some_and(State::is_waiting) && !next.is_waiting() {
            let host = next.settings.opened_by;
            self.bus().tell_all(Message::NotWaiting { table, host });
        }
        let seats_of = |state: &State| -> Vec<_> {
            let people = state.seats.people();
            people.map(|person| person.player).collect()
        };
        let known = before.map_or_else(Vec::new, seats_of);
        let seated = seats_of(next);
        for player in seated.into_iter().filter(|player| !known.contains(player)) {
            self.bus().tell_all(Message::Seated { table, player });
        }
    }

    /// Sends an input to all tables in memory. A table that waits for the storage doesn't delay the others.
    pub async fn give_all(&self, input: impl Fn() -> Input<'static>) {
        let tables: Vec<TableHandle> = self.loaded().values().map(Shared::handle).collect();
        let input = &input;
        let given =
            stream::iter(tables).for_each_concurrent(limits::TABLES_AT_ONCE, |table| async move {
                // If the table was unloaded in the meantime, it needs no input.
                let _ = table.take(input()).await;
            });
        given.await;
    }

    /// Reads rows that other nodes have appended, but about which no message arrived. Checks all tables in
    /// memory if `all` is set; otherwise only those whose last row has not changed since the last call.
    pub async fn read_missed(&self, all: bool) -> Result<(), StoreError> {
        let known: Vec<(TableId, i64)> = {
            let loaded = self.loaded();
            let known = loaded.iter().filter_map(|(&table, shared)| {
                let seq = shared.known_to_check(all)?;
                Some((table, seq))
            });
            known.collect()
        };
        for some in known.chunks(limits::CHECKED_TABLES_MAX) {
            let tables = some.iter().map(|&(table, _)| table).collect();
            let last: HashMap<_, _> = self
                .store()
                .tables()
                .last_seqs(tables)
                .await?
                .into_iter()
                .collect();
            let behind = some.iter().filter_map(|&(table, known)| {
                let seq = *last.get(&table)?;
                let shared = self.loaded().get(&table).map(Shared::handle);
                Some((shared?, seq)).filter(|_| seq > known)
            });
            let behind: Vec<_> = behind.collect();
            let read = stream::iter(behind).for_each_concurrent(
                limits::TABLES_AT_ONCE,
                async |(table, seq)| {
                    tracing::debug!(?table, seq, "rows were missed");
                    // If the table was unloaded in the meantime, it needs no input.
                    let _ = table.take(Input::Grown { seq }).await;
                },
            );
            read.await;
        }
        Ok(())
    }
}
