//! Whether people who are there are shown as gone.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boneyard_protocol::TableId;
use boneyard_rules::Seat;

use super::parts::Parts;
use crate::people::{Seen, Viewer};

/// For so long two people have followed their table, and their nodes have been well with all that they
/// need, before the one must be shown the other as there. A node is taken for gone after six seconds,
/// and one that has lost NATS needs some more until it is connected again and has asked the others.
const MARGIN: Duration = Duration::from_secs(10);

/// Looks for people who are there and are shown as gone.
pub(super) struct Absences {
    parts: Arc<Parts>,
    /// Who shows whom as gone now: each is counted once for as long as it lasts.
    lasting: HashSet<(TableId, usize, Seat)>,
    found: Vec<FalseAbsence>,
}

/// A person who was there, and was shown as gone.
#[derive(Clone, Debug)]
pub(super) struct FalseAbsence {
    pub(super) table: TableId,
    pub(super) text: String,
}

impl Absences {
    pub(super) fn new(parts: Arc<Parts>) -> Self {
        Self {
            parts,
            lasting: HashSet::new(),
            found: Vec::new(),
        }
    }

    /// The parts that it takes into account.
    pub(super) fn parts(&self) -> Arc<Parts> {
        Arc::clone(&self.parts)
    }

    /// Looks at what everybody is shown now.
    pub(super) fn look(&mut self, seen: &Seen, now: Instant) {
        seen.each_table(|table, viewers| {
            for (&number, viewer) in viewers {
                for other in viewers.values() {
                    self.compare((table, number, viewer), other, now);
                }
            }
        });
    }

    /// What was found.
    pub(super) fn found(self) -> Vec<FalseAbsence> {
        self.found
    }

    /// Compares what somebody is shown with another one's connection.
    fn compare(
        &mut self,
        (table, number, viewer): (TableId, usize, &Viewer),
        other: &Viewer,
        now: Instant,
    ) {
        let (Some(presence), Some(seat)) = (&viewer.presence, other.seat) else {
            return;
        };
        let absent = presence.absent.filter(|absent| absent.seat == seat);
        let is_shown_as_gone = !presence.seats[seat] || absent.is_some();
        let nodes_since = self.parts.well_since([viewer.server, other.server]);
        let is_long_ago = |since: Option<Instant>| {
            since.is_some_and(|since| now.saturating_duration_since(since) >= MARGIN)
        };
        let is_false = is_shown_as_gone
            && [viewer.follows_since, other.follows_since, nodes_since]
                .into_iter()
                .all(is_long_ago);
        if !is_false {
            self.lasting.remove(&(table, number, seat));
        } else if self.lasting.insert((table, number, seat)) {
            let what = if absent.is_some() { "absent" } else { "gone" };
            let text = format!(
                "number {number} at node {} is shown seat {} as {what}, who is at node {}",
                viewer.server,
                seat.index(),
                other.server
            );
            self.found.push(FalseAbsence { table, text });
        }
    }
}

#[cfg(test)]
mod tests {
    use boneyard_protocol::Presence;

    use super::*;
    use crate::cluster::parts::Part;

    fn presence(seats: [bool; 2]) -> Presence {
        let presence =
            serde_json::json!({"seats": seats, "away_since_ms": [null, null], "watchers": 0});
        serde_json::from_value(presence).unwrap()
    }

    fn viewer(server: usize, seat: u8, seats: [bool; 2]) -> Viewer {
        Viewer {
            seat: Seat::new(seat),
            server,
            follows_since: Some(Instant::now()),
            presence: Some(presence(seats)),
        }
    }

    /// How often somebody is falsely shown as gone, if the second is shown to the first like this.
    fn found(parts: Parts, is_there: bool, after: Duration) -> usize {
        let (first, second) = (viewer(0, 0, [true, is_there]), viewer(1, 1, [true, true]));
        let mut absences = Absences::new(Arc::new(parts));
        let table = TableId::from_bits(7);
        for _ in 0..2 {
            let now = Instant::now() + after;
            absences.compare((table, 0, &first), &second, now);
            absences.compare((table, 1, &second), &first, now);
        }
        absences.found().len()
    }

    #[test]
    fn somebody_who_is_there_and_shown_as_gone_is_found_once() {
        assert_eq!(found(Parts::new(3), true, MARGIN), 0);
        assert_eq!(found(Parts::new(3), false, MARGIN), 1);
        assert_eq!(found(Parts::new(3), false, MARGIN / 2), 0);
    }

    #[test]
    fn a_node_that_is_not_well_excuses_it() {
        let parts = Parts::new(3);
        parts.set(Part::LinkToNats(1), false);
        assert_eq!(found(parts, false, MARGIN), 0);
        let parts = Parts::new(3);
        parts.set(Part::Node(2), false);
        assert_eq!(found(parts, false, MARGIN), 1);
    }

    #[test]
    fn a_claim_against_somebody_who_is_there_is_found() {
        let mut first = viewer(0, 0, [true, true]);
        let absent = serde_json::json!({"seat": 1, "claim_ms": 0});
        let presence = first.presence.as_mut().unwrap();
        presence.absent = serde_json::from_value(absent).unwrap();
        let mut absences = Absences::new(Arc::new(Parts::new(2)));
        let second = viewer(1, 1, [true, true]);
        let now = Instant::now() + MARGIN;
        absences.compare((TableId::from_bits(7), 0, &first), &second, now);
        assert_eq!(absences.found().len(), 1);
    }
}
