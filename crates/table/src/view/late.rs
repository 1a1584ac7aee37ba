//! What late watchers see: a past state of the table. Its times are shown later by the delay, as if the match were
//! played when it is seen.

use boneyard_protocol::{Chat, Me, Presence, SharedUpdate, Snapshot, TableId, Time};

use crate::state::State;

impl State {
    /// By how much late watchers see the table later, in milliseconds; 0 if it has none.
    pub(crate) fn late_by_ms(&self) -> i64 {
        i64::from(self.watch_delay().unwrap_or(0)) * 60_000
    }

    /// Everything that a late watcher may know of the table in this state. A player who has left the seat since then
    /// is a watcher too.
    pub(crate) fn late_snapshot(
        &self,
        table: TableId,
        me: Me,
        presence: Presence,
        chat: Chat,
    ) -> Snapshot {
        let mut room = self.room();
        let mut time = self.time();
        self.shift(room.cap_until_ms.as_mut(), time.as_mut());
        Snapshot {
            table,
            v: self.version.unsigned_abs(),
            room,
            presence,
            standing: self.standing(),
            view: self.shared_view(),
            time,
            me,
            chat,
        }
    }

    /// The changes since the earlier state `before`, as late watchers see them.
    pub(crate) fn late_update(&self, table: TableId, before: &Self) -> SharedUpdate {
        let mut update = self.shared_update(table, before);
        let room = update.room.as_mut();
        let cap_until_ms = room.and_then(|room| room.cap_until_ms.as_mut());
        self.shift(cap_until_ms, update.time.as_mut());
        update
    }

    fn shift(&self, cap_until_ms: Option<&mut i64>, time: Option<&mut Time>) {
        let late_by = self.late_by_ms();
        if let Some(until) = cap_until_ms {
            *until += late_by;
        }
        if let Some(running) = time.and_then(|time| time.running.as_mut()) {
            running.since_ms += late_by;
            running.until_ms += late_by;
        }
    }
}

/// The presence as late watchers see it: not who is absent or asks for a seat, because that depends on the present
/// state of the match.
pub(crate) fn late_presence(mut presence: Presence) -> Presence {
    presence.absent = None;
    presence.request = None;
    presence
}
