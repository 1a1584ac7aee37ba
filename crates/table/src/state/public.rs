//! The entries that a table adds to the public log (`docs/fair-deal.md`). They say when the table committed
//! itself to a chain of secrets, and when the table's matches began and ended.

use boneyard_base::Timestamp;
use boneyard_protocol::transparency::{LogEntry, LogEvent, terms};
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
    let mut events = Vec::new();
    if let (Some(before), Some(record)) = (before, record) {
        events.push(ended(before, after, record));
    }
    if before.is_none_or(|before| after.deals.has_other_chain(&before.deals)) {
        let commitment = after.deals.next_commitment();
        events.push(LogEvent::Opened { commitment });
    }
    if begins(before, after) {
        let shown = after.deals.room_fairness(&after.matches);
        events.push(LogEvent::Began {
            commitment: shown.commitment,
            match_number: shown.match_number,
            terms: terms(
                table,
                shown.match_number,
                &shown.commitment,
                shown.first,
                shown.seats.as_slice(),
            ),
        });
    }
    let entry = |event| LogEntry { at_ms: at.0, event };
    events.into_iter().map(entry).collect()
}

/// Whether the seeds of the next match became final with this change. This happens when the table begins to
/// wait for the promised seeds. If no player has promised a seed, it happens at the first deal. The first
/// match of a table may begin as the table opens.
fn begins(before: Option<&State>, after: &State) -> bool {
    let waited = before.is_some_and(|before| before.deals.reveal_by().is_some());
    let dealt = before.map_or(0, |before| before.matches.count());
    !waited && (after.deals.reveal_by().is_some() || after.matches.count() > dealt)
}

fn ended(before: &State, after: &State, record: &NewRecord) -> LogEvent {
    let shown = before.deals.room_fairness(&before.matches);
    let (commitment, match_number) = (shown.commitment, shown.match_number);
    let transcript = Hash::of(&[record.transcript.as_bytes()]);
    match after.matches.ending() {
        Some(Ending::Agreed | Ending::Abandoned) => LogEvent::Aborted {
            commitment,
            match_number,
            transcript,
        },
        _ => LogEvent::Ended {
            commitment,
            match_number,
            transcript,
        },
    }
}
