//! Finds people who are connected but whom other people at their table see as absent.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boneyard_protocol::TableId;
use boneyard_rules::Seat;

use super::parts::Parts;
use crate::people::{Observations, Viewer};

/// The time after which two people at a table must see each other as present. For so long both have followed the
/// table, the processes of their nodes have run, and the other person's node was reachable: over NATS, or by what
/// it writes to PostgreSQL. If a node loses its messages, the others notice it within three seconds, and then take
/// no person for gone.
const MARGIN: Duration = Duration::from_secs(5);

/// Collects false absences: connected people who are shown as absent.
pub(super) struct Absences {
    parts: Arc<Parts>,
    began: Instant,
    /// The false absences that exist now, each as table, viewer and absent seat. A false absence is
    /// counted only once, no matter how long it lasts.
    current: HashSet<(TableId, usize, Seat)>,
    found: Vec<FalseAbsence>,
}

/// A case in which a connected person was shown as absent.
#[derive(Clone, Debug)]
pub(super) struct FalseAbsence {
    pub(super) table: TableId,
    pub(super) text: String,
}

impl Absences {
    pub(super) fn new(parts: Arc<Parts>, began: Instant) -> Self {
        Self {
            parts,
            began,
            current: HashSet::new(),
            found: Vec::new(),
        }
    }

    /// The health of the cluster's parts.
    pub(super) fn parts(&self) -> Arc<Parts> {
        Arc::clone(&self.parts)
    }

    /// Compares what every viewer is shown now with the connections of the other people at the
    /// table.
    pub(super) fn check(&mut self, seen: &Observations, now: Instant) {
        seen.each_table(|table, viewers| {
            for (&number, viewer) in viewers {
                for other in viewers.values() {
                    self.compare((table, number, viewer), other, now);
                }
            }
        });
    }

    /// All false absences that were found.
    pub(super) fn found(self) -> Vec<FalseAbsence> {
        self.found
    }

    /// Records a false absence if `other`, a connected person, has been connected for long enough
    /// but is shown to this viewer as absent.
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
        // A player who has just sat down is shown neither as connected nor as away until the next presence.
        let is_shown_as_gone = presence.away_since_ms[seat].is_some() || absent.is_some();
        let running_since = self.parts.running_since([viewer.server, other.server]);
        let reachable_since = self.parts.reachable_since(other.server);
        let is_long_ago = |since: Option<Instant>| {
            since.is_some_and(|since| now.saturating_duration_since(since) >= MARGIN)
        };
        let is_false = is_shown_as_gone
            && [viewer.follows_since, other.follows_since]
                .into_iter()
                .chain([running_since, reachable_since])
                .all(is_long_ago);
        if !is_false {
            self.current.remove(&(table, number, seat));
        } else if self.current.insert((table, number, seat)) {
            let what = if absent.is_some() { "absent" } else { "gone" };
            let text = format!(
                "after {:.1} s, person {number} at node {} is shown seat {} as {what}, but its player is connected to node {}",
                now.saturating_duration_since(self.began).as_secs_f64(),
                viewer.server + 1,
                seat.index(),
                other.server + 1
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
        let away_since_ms = seats.map(|is_here: bool| (!is_here).then_some(7));
        let presence =
            serde_json::json!({"seats": seats, "away_since_ms": away_since_ms, "watchers": 0});
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

    /// The number of false absences that a check finds. The check happens when both viewers have
    /// been connected for the time `after`. `is_present` says whether the first viewer is shown the
    /// second one as present.
    fn found(parts: Parts, is_present: bool, after: Duration) -> usize {
        let (first, second) = (viewer(0, 0, [true, is_present]), viewer(1, 1, [true, true]));
        let mut absences = Absences::new(Arc::new(parts), Instant::now());
        let table = TableId::from_bits(7);
        for _ in 0..2 {
            let now = Instant::now() + after;
            absences.compare((table, 0, &first), &second, now);
            absences.compare((table, 1, &second), &first, now);
        }
        absences.found().len()
    }

    #[test]
    fn a_false_absence_is_found_once() {
        assert_eq!(found(Parts::new(3), true, MARGIN), 0);
        assert_eq!(found(Parts::new(3), false, MARGIN), 1);
        assert_eq!(found(Parts::new(3), false, MARGIN / 2), 0);
    }

    #[test]
    fn only_a_node_that_shows_no_sign_of_life_excuses_an_absence() {
        let with_failed = |failed: &[Part]| {
            let parts = Parts::new(3);
            for &part in failed {
                parts.set(part, false);
            }
            found(parts, false, MARGIN)
        };
        assert_eq!(with_failed(&[Part::Node(1)]), 0);
        assert_eq!(with_failed(&[Part::LinkToNats(1), Part::Postgres]), 0);
        assert_eq!(with_failed(&[Part::Node(2), Part::Nats]), 1);
        assert_eq!(
            with_failed(&[Part::LinkToNats(0), Part::LinkToPostgres(0)]),
            1
        );
    }

    #[test]
    fn a_claim_against_a_connected_player_is_found() {
        let mut first = viewer(0, 0, [true, true]);
        let absent = serde_json::json!({"seat": 1, "claim_ms": 0});
        let presence = first.presence.as_mut().unwrap();
        presence.absent = serde_json::from_value(absent).unwrap();
        let mut absences = Absences::new(Arc::new(Parts::new(2)), Instant::now());
        let second = viewer(1, 1, [true, true]);
        let now = Instant::now() + MARGIN;
        absences.compare((TableId::from_bits(7), 0, &first), &second, now);
        assert_eq!(absences.found().len(), 1);
    }
}
