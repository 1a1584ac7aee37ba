//! The tables of quick match that wait for players of this node.

use std::collections::HashMap;
use std::sync::Arc;

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_cluster::AskedSeat;
use boneyard_protocol::TableId;
use boneyard_table::{QuickStand, TableHandle};
use tokio::time::Instant;

use super::Matching;

/// The tables whose match has not begun, by id.
#[derive(Default)]
pub(super) struct QuickTables(HashMap<TableId, QuickTable>);

struct QuickTable {
    /// The seats of the players whom this node asked for. They count as absences until the players come.
    asked: Vec<AskedSeat>,
    opened: Instant,
    /// Keeps the table in memory until its match has begun.
    handle: TableHandle,
}

/// The players of a table that was closed before its match began.
pub(super) struct InVain {
    /// The players who came to the table. They search again.
    pub(super) again: Vec<PlayerId>,
    /// The players who were connected but did not come to the table.
    pub(super) away: Vec<PlayerId>,
}

impl QuickTables {
    /// Adds a table of which players of this node were told. `asked` are the seats for which this node asked
    /// its players; none for a player who is told of the table again.
    pub(super) fn add(&mut self, table: TableId, asked: Vec<AskedSeat>, handle: TableHandle) {
        let known = self.0.entry(table).or_insert_with(|| QuickTable {
            asked: Vec::new(),
            opened: Instant::now(),
            handle,
        });
        known.asked.extend(asked);
    }
}

impl Matching {
    /// Checks which matches have begun, and which tables were closed before their match.
    pub(super) async fn look_at_tables(&self) {
        let tables = &self.inner.tables;
        let known: Vec<(TableId, TableHandle)> = {
            let searches = self.searches();
            let known = searches.tables.0.iter();
            known
                .map(|(&id, table)| (id, table.handle.clone()))
                .collect()
        };
        for (id, handle) in known {
            // A log that can't be read now is read again.
            let stand = tables.quick_stand(&handle, id).await.ok().flatten();
            let mut searches = self.searches();
            let searches = &mut *searches;
            let Some(table) = searches.tables.0.get(&id) else {
                continue;
            };
            let mut asked = table.asked.clone();
            match stand {
                Some(stand) if stand.has_begun => {
                    searches.tables.0.remove(&id);
                    searches.begun(id);
                    self.tell_came(searches, asked);
                }
                Some(QuickStand {
                    closed: Some(closed),
                    came,
                    ..
                }) => {
                    searches.tables.0.remove(&id);
                    asked.retain(|seat| came.contains(&seat.seeker.player));
                    self.tell_came(searches, asked);
                    let InVain { again, away } = searches.in_vain(id, &came);
                    for player in again {
                        self.tell_own(searches, player);
                    }
                    for player in away {
                        self.has_left(player, closed);
                    }
                }
                Some(_) => {}
                None if table.opened.elapsed() < limits::PAIRED_GIVEN_UP => {}
                None => {
                    // The log is gone, or has been unreadable for too long, so the players search again.
                    searches.tables.0.remove(&id);
                    self.tell_came(searches, asked);
                    for player in searches.unreadable(id) {
                        self.tell_own(searches, player);
                    }
                }
            }
        }
    }

    /// Records that a player left: the player was told of a table and was connected all the time, but did
    /// not come to the table or gave up the seat.
    fn has_left(&self, player: PlayerId, at: Timestamp) {
        let people = Arc::clone(&self.inner.people);
        tokio::spawn(async move { people.has_left(player, at).await });
    }
}
