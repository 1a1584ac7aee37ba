//! The requests for computer players' seats at one table. They are held in memory alone, as
//! connections are: a restart ends them, and the visitor asks again. Only the grant is in the log,
//! before anybody sees it.

use std::collections::HashMap;

use tokio::time::Instant;

use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::limits;
use crate::rate::Rate;
use crate::table::state::refusal::Refusal;
use crate::table::state::takeover::OpenRequest;

/// The requests for seats at one table: one is open at a time.
#[derive(Debug)]
pub(crate) struct SeatRequests {
    pub(super) open: Option<OpenRequest>,
    /// When the last request was made: no two have the same time.
    pub(super) last: Timestamp,
    /// How often all visitors together ask.
    rate: Rate,
    /// How often each visitor asks who has asked not long ago.
    askers: HashMap<PlayerId, Rate>,
}

impl SeatRequests {
    /// No visitor has asked.
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            open: None,
            last: Timestamp(0),
            rate: Rate::new(
                limits::SEAT_REQUESTS_INTERVAL,
                limits::SEAT_REQUESTS_BURST,
                now,
            ),
            askers: HashMap::new(),
        }
    }

    /// When the open request lapses.
    pub(crate) fn deadline(&self) -> Option<Timestamp> {
        self.open.as_ref().map(OpenRequest::until)
    }

    /// The asker goes by another name.
    pub(crate) fn rename(&mut self, player: PlayerId, name: &str) {
        if let Some(request) = self.open.as_mut().filter(|one| one.asker.player == player) {
            name.clone_into(&mut request.asker.name);
        }
    }

    /// Takes one out of the asker's own bucket and, only then, one out of everybody's.
    pub(super) fn let_ask(&mut self, player: PlayerId, now: Instant) -> Result<(), Refusal> {
        // A visitor whose bucket is full again might as well never have asked.
        self.askers.retain(|_, rate| !rate.is_full(now));
        let own = self.askers.entry(player).or_insert_with(|| {
            Rate::new(
                limits::SEAT_REQUEST_INTERVAL,
                limits::SEAT_REQUEST_BURST,
                now,
            )
        });
        if own.allows(now) && self.rate.allows(now) {
            Ok(())
        } else {
            Err(Refusal::RequestsTooOften)
        }
    }
}
