//! Builds the appends that write a whole log, without a running table.

use std::sync::Arc;

use boneyard_protocol::TableId;
use boneyard_records::to_store;
use boneyard_store::{Append, LogRow, NewRecord};

use super::task::relisted::Relisted;
use crate::state::State;
use crate::state::public::public_entries;
use crate::state::record::record_of;
use crate::state::rows::LogError;

/// Builds the appends that write all rows of a table's log. Each append holds a row, the change of the
/// lobby's entry after the row, and the record of the match that the row ends, if it ends one. A running
/// table builds the same appends.
///
/// # Errors
///
/// When the log is empty or has a gap, or when a row can't be read or can't have happened.
pub fn appends(table: TableId, rows: &[LogRow]) -> Result<Vec<Append>, LogError> {
    let mut state = State::from_log(rows.get(..1).unwrap_or_default())?;
    let mut appends = Vec::with_capacity(rows.len());
    for (index, row) in rows.iter().enumerate() {
        let (relisted, players, record, entries) = if index == 0 {
            let entries = public_entries(table, None, &state, row.at, None);
            let players = Some(state.own_players());
            (Some(Relisted::of(table, &state)), players, None, entries)
        } else {
            let mut next = state.clone();
            next.add_row(row)?;
            let relisted = Relisted::between(table, &state, &next);
            let players = next.own_players_since(&state);
            let record = ended_match(table, &state, &next, &rows[..=index])?;
            let before = Some(&state);
            let entries = public_entries(table, before, &next, row.at, record.as_deref());
            state = next;
            (relisted, players, record, entries)
        };
        appends.push(Append {
            table,
            seq: row.seq,
            at: row.at,
            body: row.body.clone(),
            listing: relisted.as_ref().map(Relisted::to_store),
            players,
            record,
            entries: to_store(&entries),
            due: state.stored_due(),
        });
    }
    Ok(appends)
}

/// The record of the match that ended with the last row, if one ended. `rows` are all rows of the log up to
/// it.
fn ended_match(
    table: TableId,
    before: &State,
    after: &State,
    rows: &[LogRow],
) -> Result<Option<Arc<NewRecord>>, LogError> {
    if !after.matches.has_ended_since(&before.matches) {
        return Ok(None);
    }
    let first = usize::try_from(after.matches.first_row() - 1).unwrap_or(0);
    let record = record_of(after, table, &rows[first..])?;
    Ok(Some(Arc::new(record)))
}
