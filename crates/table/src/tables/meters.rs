//! The metrics of tables.

use boneyard_protocol::{ErrorCode, Status};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;

use crate::state::event::TableEvent;

/// The metrics of tables. Clones share one state.
#[derive(Clone, Debug)]
pub struct Meters {
    /// The number of tables in memory, by status.
    pub loaded: Family<StateLabel, Gauge>,
    /// The number of plays.
    pub moves: Counter,
    /// The number of requests that tables refused, by the code of the refusal.
    pub refused: Family<CodeLabel, Counter>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct StateLabel {
    state: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
pub struct CodeLabel {
    code: &'static str,
}

impl Default for Meters {
    /// Creates the metrics. Each label exists from the beginning, with the value 0.
    fn default() -> Self {
        let meters = Self {
            loaded: Family::default(),
            moves: Counter::default(),
            refused: Family::default(),
        };
        for status in [Status::Open, Status::Playing, Status::Over] {
            meters.tables(status);
        }
        for code in ErrorCode::ALL {
            meters.refusals(*code);
        }
        meters
    }
}

impl Meters {
    /// Counts the moves of an append that is in the log.
    pub fn happened(&self, events: &[TableEvent]) {
        let is_move = |event: &&TableEvent| matches!(event, TableEvent::Moved { .. });
        let moves = events.iter().filter(is_move).count();
        self.moves.inc_by(moves as u64);
    }

    /// Counts a refused request.
    pub fn refuses(&self, code: ErrorCode) {
        self.refusals(code).inc();
    }

    fn refusals(&self, code: ErrorCode) -> Counter {
        let code = code.as_str();
        self.refused.get_or_create_owned(&CodeLabel { code })
    }

    fn tables(&self, status: Status) -> Gauge {
        let state = match status {
            Status::Open => "open",
            Status::Playing => "playing",
            Status::Over => "over",
        };
        self.loaded.get_or_create_owned(&StateLabel { state })
    }
}

/// Counts one table in memory under its status, until this value is dropped.
#[derive(Debug)]
pub(crate) struct Counted {
    meters: Meters,
    status: Status,
}

impl Counted {
    pub(crate) fn new(meters: Meters, status: Status) -> Self {
        meters.tables(status).inc();
        Self { meters, status }
    }

    /// Sets the status under which the table is counted.
    pub(crate) fn is_now(&mut self, status: Status) {
        if status != self.status {
            self.meters.tables(self.status).dec();
            self.meters.tables(status).inc();
            self.status = status;
        }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.meters.tables(self.status).dec();
    }
}
