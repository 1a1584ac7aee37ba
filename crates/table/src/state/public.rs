//! The entries that a table adds to the public log (`docs/fair-deal.md`). They say when the table's matches
//! began and ended, and which matches were called off.

use boneyard_base::Timestamp;
use boneyard_protocol::transparency::{LogEntry, LogEvent, log_name};
use boneyard_protocol::{Ending, Hash, TableId};
use boneyard_store::NewRecord;

use crate::state::State;

/// The public log's entries for the change from the state `before` to the state `after`, or for a table's
/// first state. `record` is the record of the match that has ended, if one has.
pub(crate) fn public_entries(
    table: TableId,
    before: Option<&State>,
    after: &State,
    at: Timestamp,
    record: Option<&NewRecord>,
) -> Vec<LogEntry> {
    let begun_before = before.map_or(0, |before| before.deals.begun());
    let called_off_before = before.map_or(0, |before| before.deals.called_off());
    let ended = record.map(|record| (record.match_number, ended(after, record)));
    let called_off = before
        .filter(|_| after.deals.called_off() > called_off_before)
        .map(|before| {
            let missing = before.deals.missing();
            (begun_before, LogEvent::CalledOff { missing })
        });
    let has_begun = after.deals.begun() > begun_before;
    let terms = || after.deals.begun_terms(&after.matches);
    let began = has_begun.then(terms).flatten().map(|terms| {
        let event = LogEvent::Began {
            terms: terms.hash(table),
        };
        (terms.match_number, event)
    });
    // The name is a hash, and nearly no row has an entry.
    let entry = |(match_number, event)| LogEntry {
        at_ms: at.0,
        table: log_name(table),
        match_number,
        event,
    };
    let events = [ended, called_off, began];
    events.into_iter().flatten().map(entry).collect()
}

fn ended(after: &State, record: &NewRecord) -> LogEvent {
    let transcript = Hash::of(&[record.transcript.as_bytes()]);
    match after.matches.ending() {
        Some(Ending::Agreed | Ending::Abandoned { .. }) => LogEvent::Aborted { transcript },
        _ => LogEvent::Ended { transcript },
    }
}
