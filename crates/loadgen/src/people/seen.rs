//! Records what people were shown, and when their tables made progress.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use boneyard_protocol::{Presence, Snapshot, Status, TableId};
use boneyard_rules::{Seat, Standing, Tile, View, line};
use parking_lot::{MappedMutexGuard, Mutex, MutexGuard};

use super::diary::Entry;
use super::turns::Turn;

/// The record of what the people of all tables were shown.
#[derive(Default, Debug)]
pub(crate) struct Observations {
    tables: Mutex<HashMap<TableId, TableObservations>>,
    /// The total time in which people were able to play so far, in milliseconds. The test increases this time
    /// only while enough of the cluster is healthy.
    playable_ms: AtomicU64,
    /// The number of lost connections.
    lost_connections: AtomicU64,
    /// The turns whose time was measured.
    turns: Mutex<Vec<Turn>>,
}

/// The record of what the people of one table were shown.
#[derive(Default, Clone, Debug)]
pub(crate) struct TableObservations {
    /// The plays that were shown to the players who made them, by the version of the table that
    /// contains the play.
    pub(super) acknowledged: HashMap<u64, (Seat, Tile)>,
    /// A hash of the match at each version. All people must see the same match at the same version.
    pub(super) views: HashMap<u64, u64>,
    /// The versions at which people were shown different matches.
    pub(super) disagreed: HashSet<u64>,
    /// The cases in which a person was shown an older version than before, each as the previous
    /// version and the older one.
    pub(super) went_back: Vec<(u64, u64)>,
    /// The numbers of the matches whose receipt didn't prove what its player had promised.
    pub(super) unproved: Vec<u32>,
    /// The newest version that was shown to any person.
    newest: u64,
    /// The value of `playable_ms` when the newest version was first shown.
    progress_at_ms: u64,
    longest_stall: Stall,
    /// The numbers of the matches whose end was shown.
    matches: HashSet<u32>,
    /// The connected people, by the person's number at the table.
    viewers: HashMap<usize, Viewer>,
    pub(super) diary: Vec<Entry>,
}

/// A period in which a table made no progress although its people were able to play.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Stall {
    pub(crate) lasted_ms: u64,
    /// The last version before the stall.
    pub(crate) version: u64,
}

/// A connected person at a table.
#[derive(Clone, Debug)]
pub(crate) struct Viewer {
    /// The person's seat; `None` for a watcher and for a person who isn't seated yet.
    pub(crate) seat: Option<Seat>,
    /// The number of the server to which the person is connected.
    pub(crate) server: usize,
    /// The time at which the server first showed the table over this connection; `None` before
    /// that.
    pub(crate) follows_since: Option<Instant>,
    /// The presence of the people at the table, as it was last shown to this person.
    pub(crate) presence: Option<Presence>,
}

impl TableObservations {
    /// The newest version that was shown to any person.
    pub(super) fn newest(&self) -> u64 {
        self.newest
    }

    /// Records that a version was shown. `playable_ms` is the time in which people were able to
    /// play so far.
    pub(super) fn record_version(&mut self, v: u64, playable_ms: u64) {
        if v > self.newest {
            let stall = self.stall(playable_ms);
            // Before the first version was shown, no person was able to play.
            if self.newest > 0 && stall.lasted_ms > self.longest_stall.lasted_ms {
                self.longest_stall = stall;
            }
            self.newest = v;
            self.progress_at_ms = playable_ms;
        }
    }

    /// The stall that began at the newest version and has not ended yet.
    fn stall(&self, playable_ms: u64) -> Stall {
        Stall {
            lasted_ms: playable_ms.saturating_sub(self.progress_at_ms),
            version: self.newest,
        }
    }
}

impl Observations {
    /// Records the state of a table that a person is shown.
    pub(super) fn shown(&self, number: usize, known: &Snapshot) {
        let playable_ms = self.playable_ms.load(Ordering::Relaxed);
        let shown = known.standing.as_ref().zip(known.view.as_ref());
        let digest = shown.map(|(standing, view)| digest(standing, view));
        let mut seen = self.at(known.table);
        seen.record_version(known.v, playable_ms);
        let v = known.v;
        seen.diary
            .push(Entry::now(number, format!("is shown version {v}")));
        if let Some(viewer) = seen.viewers.get_mut(&number) {
            viewer.seat = known.me.seat;
        }
        if let Some(digest) = digest
            && *seen.views.entry(known.v).or_insert(digest) != digest
        {
            seen.disagreed.insert(known.v);
        }
        if known.room.status == Status::Over {
            seen.matches.insert(known.room.match_number);
        }
    }

    /// Records that a player was shown their own play.
    pub(super) fn acknowledge(&self, table: TableId, v: u64, seat: Seat, tile: Tile) {
        let mut seen = self.at(table);
        let before = seen.acknowledged.insert(v, (seat, tile));
        if before.is_some_and(|before| before != (seat, tile)) {
            seen.disagreed.insert(v);
        }
    }

    /// Records that a person was shown an older version.
    pub(super) fn went_back(&self, table: TableId, before: u64, then: u64) {
        self.at(table).went_back.push((before, then));
    }

    /// Records that a person got a receipt that doesn't prove what that person had promised.
    pub(super) fn unproved(&self, table: TableId, match_number: u32) {
        self.at(table).unproved.push(match_number);
    }

    /// Records that a person connected to a server.
    pub(super) fn connected(&self, table: TableId, number: usize, server: usize) {
        let viewer = Viewer {
            seat: None,
            server,
            follows_since: None,
            presence: None,
        };
        let mut seen = self.at(table);
        seen.viewers.insert(number, viewer);
        seen.diary
            .push(Entry::now(number, format!("connects to server {server}")));
    }

    /// Records which people at the table a person is shown as present.
    pub(super) fn presence(&self, table: TableId, number: usize, presence: Presence) {
        let mut seen = self.at(table);
        if let Some(viewer) = seen.viewers.get_mut(&number) {
            viewer.follows_since.get_or_insert_with(Instant::now);
            let (seats, is_absent) = (presence.seats.as_slice(), presence.absent.is_some());
            let told = format!("is shown the connected seats {seats:?}, absent: {is_absent}");
            viewer.presence = Some(presence);
            seen.diary.push(Entry::now(number, told));
        }
    }

    /// Records that a person's connection was lost, if the person was connected.
    pub(super) fn disconnected(&self, table: TableId, number: usize, why: &str) {
        let mut seen = self.at(table);
        if seen.viewers.remove(&number).is_some() {
            self.lost_connections.fetch_add(1, Ordering::Relaxed);
            seen.diary
                .push(Entry::now(number, format!("is disconnected: {why}")));
        }
    }

    /// Adds a turn, if it was measured to its end.
    pub(super) fn add_turn(&self, turn: Option<Turn>) {
        self.turns.lock().extend(turn);
    }

    /// The turns that were played in this time, or for a part of it.
    pub(crate) fn turns(&self, began: Instant, ended: Instant) -> Vec<Turn> {
        let turns = self.turns.lock();
        let within = turns
            .iter()
            .filter(|turn| turn.learned <= ended && turn.played >= began);
        within.copied().collect()
    }

    /// Adds another entry to the diary.
    pub(super) fn add_to_diary(&self, table: TableId, number: usize, what: String) {
        self.at(table).diary.push(Entry::now(number, what));
    }

    /// Adds a period in which people were able to play.
    pub(crate) fn add_playable_time(&self, time: Duration) {
        let ms = time.as_millis() as u64;
        self.playable_ms.fetch_add(ms, Ordering::Relaxed);
    }

    /// Calls `look` for each table, with the table's connected people.
    pub(crate) fn each_table(&self, mut look: impl FnMut(TableId, &HashMap<usize, Viewer>)) {
        for (table, seen) in self.tables.lock().iter() {
            look(*table, &seen.viewers);
        }
    }

    pub(crate) fn acknowledged(&self) -> usize {
        let tables = self.tables.lock();
        tables.values().map(|seen| seen.acknowledged.len()).sum()
    }

    /// How many tiles players of a table were shown that they had placed there.
    pub(crate) fn placed_at(&self, table: TableId) -> usize {
        let tables = self.tables.lock();
        tables.get(&table).map_or(0, |seen| seen.acknowledged.len())
    }

    pub(crate) fn matches(&self) -> usize {
        let tables = self.tables.lock();
        tables.values().map(|seen| seen.matches.len()).sum()
    }

    pub(crate) fn lost_connections(&self) -> u64 {
        self.lost_connections.load(Ordering::Relaxed)
    }

    /// The longest of the stalls that are still going on, over all tables.
    pub(crate) fn stall_now(&self) -> Stall {
        let playable_ms = self.playable_ms.load(Ordering::Relaxed);
        let tables = self.tables.lock();
        let stalls = tables.values().map(|seen| seen.stall(playable_ms));
        stalls
            .max_by_key(|stall| stall.lasted_ms)
            .unwrap_or_default()
    }

    /// The longest stall of the whole run, and its table.
    pub(crate) fn longest_stall(&self) -> Option<(TableId, Stall)> {
        let playable_ms = self.playable_ms.load(Ordering::Relaxed);
        let tables = self.tables.lock();
        let stalls = tables.iter().flat_map(|(table, seen)| {
            [
                (*table, seen.longest_stall),
                (*table, seen.stall(playable_ms)),
            ]
        });
        stalls.max_by_key(|(_, stall)| stall.lasted_ms)
    }

    /// The tables that had a stall longer than this.
    pub(crate) fn stalled(&self, longer_than: Duration) -> Vec<TableId> {
        let playable_ms = self.playable_ms.load(Ordering::Relaxed);
        let tables = self.tables.lock();
        let stalled = tables.iter().filter(|(_, seen)| {
            let stalls = [seen.longest_stall, seen.stall(playable_ms)];
            stalls
                .iter()
                .any(|stall| u128::from(stall.lasted_ms) > longer_than.as_millis())
        });
        stalled.map(|(table, _)| *table).collect()
    }

    pub(crate) fn newest_at(&self, table: TableId) -> u64 {
        self.tables
            .lock()
            .get(&table)
            .map_or(0, TableObservations::newest)
    }

    /// A copy of the record of one table.
    pub(super) fn of(&self, table: TableId) -> TableObservations {
        self.tables.lock().get(&table).cloned().unwrap_or_default()
    }

    /// The record of one table, which is begun if there is none.
    fn at(&self, table: TableId) -> MappedMutexGuard<'_, TableObservations> {
        MutexGuard::map(self.tables.lock(), |tables| {
            tables.entry(table).or_default()
        })
    }
}

/// A hash of what is the same for all people at the table.
pub(super) fn digest(standing: &Standing, view: &View) -> u64 {
    let shared =
        <&line::View>::try_from(view).map(|view| (&view.board, &view.layout, &view.history));
    let text = serde_json::to_string(&(standing, shared.ok()));
    let mut hasher = DefaultHasher::new();
    // The view was parsed from JSON, so writing it can't fail.
    text.unwrap_or_default().hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table's state at this version, with this number of tiles in the boneyard.
    fn known(v: u64, boneyard: u8) -> Snapshot {
        let rules = *line::Preset::QUICK_DRAW.rules();
        let mut game = line::Match::new(&rules);
        game.deal(&boneyard_rules::Order::sorted(28)).unwrap();
        let mut view = game.view(boneyard_rules::Viewer::Watcher);
        view.board.boneyard = boneyard;
        let nothing = serde_json::json!({"promise": null, "seed": null});
        let fairness = serde_json::json!({"scheme": 1, "match": 1, "commitment": "00".repeat(32),
            "seats": [nothing, nothing], "revealing": false, "told": [false, false],
            "missed": [0, 0], "called_off": 0});
        let snapshot = serde_json::json!({
            "table": "3f2b8c1e9d4a4c7fb6a05e8d2c7b1f90", "v": v,
            "room": {"status": "playing", "match": 1, "seating": "two", "rules": boneyard_rules::Rules::from(rules), "notation": "",
                "access": "public", "kept_seats": 0, "hints": false, "bots": true,
                "fairness": fairness, "seats": [null, null]},
            "presence": {"seats": [true, true], "away_since_ms": [null, null], "watchers": 0},
            "standing": boneyard_rules::Match::from(game).standing(), "view": {"line": view}, "me": {"pseudonym": "00".repeat(16), "seat": null, "host": false, "invite": null}, "chat": []});
        serde_json::from_value(snapshot).unwrap()
    }

    #[test]
    fn two_people_who_see_one_version_differently_disagree() {
        let seen = Observations::default();
        seen.shown(0, &known(3, 14));
        seen.shown(1, &known(3, 14));
        seen.shown(1, &known(4, 13));
        let table = known(3, 14).table;
        assert!(seen.of(table).disagreed.is_empty());
        seen.shown(0, &known(4, 12));
        assert_eq!(seen.of(table).disagreed, HashSet::from([4]));
    }

    #[test]
    fn only_time_in_which_people_could_play_counts_as_a_stall() {
        let seen = Observations::default();
        let table = known(3, 14).table;
        seen.add_playable_time(Duration::from_secs(9));
        seen.shown(0, &known(3, 14));
        seen.add_playable_time(Duration::from_secs(4));
        // An older version is not progress.
        seen.shown(1, &known(3, 14));
        seen.add_playable_time(Duration::from_secs(3));
        assert_eq!(seen.stall_now().lasted_ms, 7_000);
        seen.shown(1, &known(4, 13));
        seen.add_playable_time(Duration::from_secs(1));
        assert_eq!(seen.stall_now().lasted_ms, 1_000);
        let (at, stall) = seen.longest_stall().unwrap();
        assert_eq!((at, stall.lasted_ms, stall.version), (table, 7_000, 3));
    }
}
