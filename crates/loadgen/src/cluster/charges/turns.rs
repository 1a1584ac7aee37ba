//! The turns that the programs have played.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep};

use crate::error::LoadError;

/// How long the tables may take to go on after a fault.
const GOES_ON_WITHIN: Duration = Duration::from_secs(30);

/// How often is looked whether all tables go on.
const LOOKS_EVERY: Duration = Duration::from_millis(100);

/// A turn that a program has played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    /// The number of the table.
    pub(super) table: usize,
    /// The number of the server over which the program was shown its turn.
    pub(super) server: usize,
    /// When the program was shown its turn, and when it was shown its play.
    pub(super) learned: Instant,
    pub(super) played: Instant,
    /// The time that the server charged beyond the program's own thought, in milliseconds. Negative if it charged
    /// less, because a play could not have been taken during a part of the thought.
    pub(super) beyond_ms: i64,
}

/// All turns of a run, which all programs add to.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    tables: usize,
    played: Arc<Mutex<Vec<Turn>>>,
}

impl Turns {
    /// Creates the list for this number of tables.
    pub(super) fn new(tables: usize) -> Self {
        Self {
            tables,
            played: Arc::default(),
        }
    }

    pub(super) fn add(&self, turn: Turn) {
        self.played().push(turn);
    }

    /// The turns that were played in this time, or for a part of it.
    pub(super) fn within(&self, began: Instant, ended: Instant) -> Vec<Turn> {
        let played = self.played();
        let turns = played.iter();
        let within = turns.filter(|turn| turn.learned <= ended && turn.played >= began);
        within.copied().collect()
    }

    /// Waits until each table has a turn that began after this time. So all turns before it are in the list.
    pub(super) async fn wait_until_all_played_since(
        &self,
        since: Instant,
    ) -> Result<(), LoadError> {
        let until = Instant::now() + GOES_ON_WITHIN;
        loop {
            let mut goes_on = vec![false; self.tables];
            for turn in self.played().iter().filter(|turn| turn.learned > since) {
                goes_on[turn.table] = true;
            }
            let stuck = goes_on.iter().filter(|goes_on| !**goes_on).count();
            if stuck == 0 {
                return Ok(());
            }
            if Instant::now() > until {
                return Err(LoadError::Part(format!("{stuck} tables don't go on")));
            }
            sleep(LOOKS_EVERY).await;
        }
    }

    fn played(&self) -> MutexGuard<'_, Vec<Turn>> {
        self.played.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
