//! The log, compared with what players were shown.

use std::collections::HashMap;

use boneyard_rules::{Seat, Tile};
use boneyard_server::store::{LogRow, Store};
use boneyard_server::table::{State, TableEvent};

use super::player::Seats;
use super::seen::{Seen, TableSeen};
use crate::error::LoadError;

/// What is wrong, counted.
#[derive(Default, Debug)]
pub(super) struct Found {
    /// Plays that their makers saw, and the log lacks.
    pub(super) lost: usize,
    /// Plays that the log holds more than once.
    pub(super) twice: usize,
    /// Tables whose log can't be read.
    pub(super) disagreed: usize,
}

/// Reads every table's log, and compares.
pub(super) async fn compare(
    database: &str,
    tables: &[Seats],
    seen: &Seen,
) -> Result<Found, LoadError> {
    let store = Store::open(database).await?;
    let mut found = Found::default();
    for seats in tables {
        let rows = store.read_log(seats.table, 0).await?;
        compare_table(&rows, &seen.of(seats.table), &mut found);
    }
    store.close().await;
    Ok(found)
}

fn compare_table(rows: &[LogRow], seen: &TableSeen, found: &mut Found) {
    if let Err(error) = State::from_log(rows) {
        eprintln!("a log can't be read: {error}");
        found.disagreed += 1;
    }
    // Whatever was shown is in the log, also what was no play.
    found.lost += usize::from(seen.newest() > rows.len() as u64);
    let mut deal = 0;
    // How often each tile was played in each deal, and by which row.
    let mut plays: HashMap<(usize, Seat, Tile), usize> = HashMap::new();
    let mut by_version: HashMap<u64, (usize, Seat, Tile)> = HashMap::new();
    for row in rows {
        for event in TableEvent::from_body(&row.body).unwrap_or_default() {
            match event {
                TableEvent::Dealt { .. } => deal += 1,
                TableEvent::Played { seat, tile, .. } => {
                    *plays.entry((deal, seat, tile)).or_default() += 1;
                    by_version.insert(row.seq.unsigned_abs(), (deal, seat, tile));
                }
                _ => {}
            }
        }
    }
    for (v, &(seat, tile)) in &seen.acknowledged {
        match by_version.get(v) {
            Some(&(deal, by, played)) if (by, played) == (seat, tile) => {
                found.twice += usize::from(plays[&(deal, seat, tile)] > 1);
            }
            _ => found.lost += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use boneyard_server::clock::Timestamp;

    use super::*;

    /// What is found where the log holds these plays, and its maker saw the double six in row 2.
    fn found(plays: &[&str]) -> (usize, usize) {
        let order = boneyard_rules::Order::SORTED;
        let mut events = vec![TableEvent::Dealt { order }];
        events.extend(plays.iter().map(|tile| TableEvent::Played {
            seat: Seat::default(),
            tile: tile.parse().expect("a tile"),
            arm: None,
            announced: None,
        }));
        let rows: Vec<LogRow> = (1..)
            .zip(events)
            .map(|(seq, event)| LogRow {
                seq,
                at: Timestamp(seq),
                body: TableEvent::to_body(&[event]),
            })
            .collect();
        let (seen, table) = (Seen::default(), boneyard_protocol::TableId::random());
        let tile = "6-6".parse().expect("a tile");
        seen.play(table, 2, Seat::default(), tile);
        let mut found = Found::default();
        compare_table(&rows, &seen.of(table), &mut found);
        (found.lost, found.twice)
    }

    #[test]
    fn a_play_that_is_lost_or_there_twice_is_found() {
        assert_eq!(found(&["6-6", "6-5"]), (0, 0));
        assert_eq!(found(&[]), (1, 0));
        assert_eq!(found(&["6-5", "6-6"]), (1, 0));
        assert_eq!(found(&["6-6", "6-6"]), (0, 1));
    }
}
