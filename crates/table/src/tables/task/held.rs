//! Changes that a player can make and undo again and again, which would fill the log. After some changes
//! the next one is held back for a time, and a change that is undone during that time is never written.

use boneyard_base::{Rate, Requester, limits};
use tokio::time::Instant;

use crate::state::command::Action;

/// A change that the player may undo later.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// The player becomes ready, or stops being ready.
    Ready(bool),
    /// The player changes the display name.
    Name(String),
}

impl From<Change> for Action {
    fn from(change: Change) -> Self {
        match change {
            Change::Ready(ready) => Self::Ready(ready),
            Change::Name(name) => Self::Rename(name),
        }
    }
}

impl Change {
    fn is_of_same_kind(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// The changes that are held back at a table, and the changes that were made recently.
#[derive(Debug, Default)]
pub(crate) struct HeldChanges(Vec<Held>);

#[derive(Debug)]
struct Held {
    requester: Requester,
    /// The last change that was made, or the change that is held back.
    change: Change,
    /// Whether the change is held back.
    waits: bool,
    /// The rate limit of the player's changes of this kind.
    rate: Rate,
}

impl HeldChanges {
    /// Takes a change. Returns it if it must be made now. Returns `None` if it is held back, or if it undoes
    /// a change that was held back. `Ready(false)` is never held back, so that no player is dealt a hand
    /// against their will.
    pub(crate) fn hold(
        &mut self,
        requester: Requester,
        change: Change,
        now: Instant,
    ) -> Option<Change> {
        self.0.retain(|held| held.waits || !held.rate.is_full(now));
        let held = self.of(requester, &change, now);
        let was_waiting = std::mem::replace(&mut held.waits, false);
        held.change = change.clone();
        if change == Change::Ready(false) {
            return (!was_waiting).then_some(change);
        }
        held.waits = was_waiting || !held.rate.allows(now);
        (!held.waits).then_some(change)
    }

    /// The entry for a player's changes of one kind.
    fn of(&mut self, requester: Requester, change: &Change, now: Instant) -> &mut Held {
        let is_known = |held: &Held| {
            held.requester.player == requester.player && held.change.is_of_same_kind(change)
        };
        let place = self.0.iter().position(is_known).unwrap_or_else(|| {
            // Few players make changes at the same time. Without this call, the `Vec` would reserve space for
            // four entries.
            self.0.reserve_exact(1);
            self.0.push(Held {
                requester,
                change: change.clone(),
                waits: false,
                rate: Rate::new(limits::CHANGE_INTERVAL, limits::CHANGE_BURST, now),
            });
            self.0.len() - 1
        });
        &mut self.0[place]
    }

    /// When the next change that is held back must be made.
    pub(crate) fn due(&self) -> Option<Instant> {
        let waiting = self.0.iter().filter(|held| held.waits);
        waiting.map(|held| held.rate.allows_from()).min()
    }

    /// Removes and returns a change that was held back and must be made now.
    pub(crate) fn next_due(&mut self, now: Instant) -> Option<(Requester, Change)> {
        let mut all = self.0.iter_mut();
        let held = all.find(|held| held.waits && held.rate.after(1, now).is_some())?;
        held.rate.allows(now);
        held.waits = false;
        Some((held.requester, held.change.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const READY: Change = Change::Ready(true);
    const NOT_READY: Change = Change::Ready(false);

    #[test]
    fn what_is_taken_back_while_it_waits_is_never_written() {
        let mut held = HeldChanges::default();
        let (requester, start) = (boneyard_testing::anybody(), Instant::now());
        let mut written = 0;
        for _ in 0..1_000 {
            written += usize::from(held.hold(requester, READY, start).is_some());
            written += usize::from(held.hold(requester, NOT_READY, start).is_some());
        }
        assert_eq!(written, 6);
        assert_eq!(held.due(), None);
        assert_eq!(held.hold(requester, READY, start), None);
        let other = boneyard_testing::anybody();
        assert_eq!(held.hold(other, READY, start), Some(READY));

        let later = start + limits::CHANGE_INTERVAL;
        assert_eq!(held.due(), Some(later));
        assert_eq!(held.next_due(start), None);
        assert_eq!(held.next_due(later), Some((requester, READY)));
        assert_eq!(held.next_due(later), None);
        assert_eq!(held.hold(requester, NOT_READY, later), Some(NOT_READY));
    }

    #[test]
    fn of_many_names_some_and_the_last_are_written() {
        let mut held = HeldChanges::default();
        let (requester, start) = (boneyard_testing::anybody(), Instant::now());
        let name = |number: usize| Change::Name(format!("Name {number}"));
        let written = (0..100).filter_map(|number| held.hold(requester, name(number), start));
        assert_eq!(written.collect::<Vec<_>>(), [name(0), name(1), name(2)]);
        assert_eq!(held.hold(requester, READY, start), Some(READY));
        let later = start + limits::CHANGE_INTERVAL;
        assert_eq!(held.next_due(later), Some((requester, name(99))));
        assert_eq!(held.next_due(later), None);
        let much_later = later + limits::CHANGE_BURST;
        assert_eq!(held.hold(requester, name(1), much_later), Some(name(1)));
    }
}
