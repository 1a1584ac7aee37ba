//! The tables at which this node's people are put together: they are waited for, and counted.

use std::collections::HashMap;

use boneyard_protocol::TableId;
use tokio::time::Instant;

use super::Matching;
use crate::id::PlayerId;
use crate::limits;
use crate::table::TableHandle;

/// Tables whose match hasn't begun, or is played.
#[derive(Default)]
pub(super) struct QuickTables(HashMap<TableId, QuickTable>);

struct QuickTable {
    /// Those of its people who were put there through this node.
    here: Vec<PlayerId>,
    /// All its people.
    people: Vec<PlayerId>,
    opened: Instant,
    /// Keeps the table in memory until its match has begun.
    waiting: Option<TableHandle>,
}

impl QuickTables {
    pub(super) fn add(
        &mut self,
        table: TableId,
        here: Vec<PlayerId>,
        people: Vec<PlayerId>,
        handle: TableHandle,
    ) {
        let known = QuickTable {
            here,
            people,
            opened: Instant::now(),
            waiting: Some(handle),
        };
        self.0.insert(table, known);
    }

    /// How many people of this node play.
    pub(super) fn playing(&self) -> u32 {
        let begun = self.0.values().filter(|table| table.waiting.is_none());
        let playing: usize = begun.map(|table| table.here.len()).sum();
        u32::try_from(playing).unwrap_or(u32::MAX)
    }
}

/// The last quick match of each who plays through this node, and whom they met there.
#[derive(Default)]
pub(super) struct LastMatches(HashMap<PlayerId, (TableId, Vec<PlayerId>)>);

impl LastMatches {
    pub(super) fn met(&self, player: PlayerId) -> Vec<PlayerId> {
        let last = self.0.get(&player);
        last.map_or_else(Vec::new, |(_, met)| met.clone())
    }

    fn table(&self, player: PlayerId) -> Option<TableId> {
        Some(self.0.get(&player)?.0)
    }

    fn add(&mut self, table: TableId, player: PlayerId, people: &[PlayerId]) {
        if self.0.len() >= limits::LAST_MATCHES_MAX {
            // Who they met matters little, and is known again after their next match.
            self.0.clear();
        }
        let met = people.iter().copied().filter(|&other| other != player);
        self.0.insert(player, (table, met.collect()));
    }
}

impl Matching {
    /// Whether somebody has a seat at a quick match that has to be played, as far as this node knows.
    pub(super) async fn plays_quick_match(&self, player: PlayerId) -> bool {
        let table = {
            let searches = self.searches();
            let paired_at = searches.paired_at(player);
            paired_at.or_else(|| searches.last_matches.table(player))
        };
        let Some(table) = table else { return false };
        let handle = self.inner.tables.open(table);
        let stand = self.inner.tables.quick_stand(&handle, table).await;
        stand.is_some_and(|stand| {
            let waits = !stand.has_begun && !stand.is_closed;
            waits || (stand.is_playing && stand.came.contains(&player))
        })
    }

    /// Sees which matches have begun, and which never will.
    pub(super) async fn look_at_tables(&self) {
        let tables = &self.inner.tables;
        let known: Vec<(TableId, Option<TableHandle>)> = {
            let searches = self.searches();
            let known = searches.tables.0.iter();
            known
                .map(|(&id, table)| (id, table.waiting.clone()))
                .collect()
        };
        for (id, waiting) in known {
            // A match that nobody watches has left the memory.
            let Some(handle) = waiting.or_else(|| tables.in_memory(id)) else {
                self.searches().tables.0.remove(&id);
                continue;
            };
            let stand = tables.quick_stand(&handle, id).await;
            let mut searches = self.searches();
            let searches = &mut *searches;
            let Some(table) = searches.tables.0.get_mut(&id) else {
                continue;
            };
            match stand {
                Some(stand) if stand.has_begun => {
                    if table.waiting.take().is_some() {
                        for &player in &table.here {
                            searches.last_matches.add(id, player, &table.people);
                        }
                    }
                    if !stand.is_playing {
                        searches.tables.0.remove(&id);
                    }
                    searches.begun(id);
                }
                Some(stand) if stand.is_closed => {
                    searches.tables.0.remove(&id);
                    for player in searches.in_vain(id, &stand.came) {
                        self.tell_own(searches, player);
                    }
                }
                Some(_) => {}
                None if table.opened.elapsed() < limits::PAIRED_GIVEN_UP => {}
                None => {
                    // The storage doesn't say: they look again.
                    let here = table.here.clone();
                    searches.tables.0.remove(&id);
                    for player in searches.in_vain(id, &here) {
                        self.tell_own(searches, player);
                    }
                }
            }
        }
    }
}
