//! This node's row in the database. It shows the other nodes that this node can write, and with each write the
//! node measures how far its clock is from the database's clock.

use std::time::Duration;

use boneyard_base::{Clock, limits};
use boneyard_cluster::{Bus, ClockOffset, ClockSample, NodeId};
use boneyard_store::{Store, StoreError};

/// The row of this node, and the clock that it corrects.
#[derive(Debug)]
pub(crate) struct NodeRow {
    node: NodeId,
    store: Store,
    clock: Clock,
    offset: ClockOffset,
    /// The offset in the last line of the log.
    told_ms: i64,
}

impl NodeRow {
    /// Writes the row for the first time, and corrects the clock, which must not have been used before. `None`
    /// for a server without a cluster.
    pub(crate) async fn begin(
        bus: &Bus,
        store: &Store,
        clock: &Clock,
    ) -> Result<Option<Self>, StoreError> {
        if bus.is_alone() {
            return Ok(None);
        }
        store.nodes().forget().await?;
        let mut row = Self {
            node: bus.node(),
            store: store.clone(),
            clock: clock.clone(),
            offset: ClockOffset::default(),
            told_ms: 0,
        };
        for _ in 0..limits::CLOCK_SAMPLES_AT_START {
            row.write().await?;
        }
        Ok(Some(row))
    }

    /// Writes the row, and corrects the clock. Returns which other nodes have written lately, and how long ago.
    pub(crate) async fn write(&mut self) -> Result<Vec<(NodeId, Duration)>, StoreError> {
        let rows = self.store.nodes().write(self.node.bits()).await?;
        // The node's own time when the answer arrived, which was a moment ago.
        let (own, since) = (self.clock.uncorrected(), rows.answered.elapsed());
        let own = own.plus_ms(-i64::try_from(since.as_millis()).unwrap_or(i64::MAX));
        let sample = ClockSample::new(rows.time, own, rows.answered - rows.asked);
        let offset_ms = self.offset.add(sample);
        self.clock.correct(offset_ms);
        self.tell(offset_ms);
        let read_ago = rows.answered.elapsed();
        let others = rows.others.into_iter();
        let other = |(node, age)| (NodeId::from_bits(node), age + read_ago);
        Ok(others.map(other).collect())
    }

    /// Writes a line into the log if the offset has changed.
    fn tell(&mut self, offset_ms: i64) {
        if offset_ms.abs_diff(self.told_ms) <= limits::CLOCK_OFFSET_TOLD_MS.unsigned_abs() {
            return;
        }
        self.told_ms = offset_ms;
        if offset_ms.abs() > limits::CLOCK_OFFSET_TOLD_MS {
            tracing::warn!(
                offset_ms,
                "the clock of this machine differs from the database's and is corrected: use NTP on both"
            );
        } else {
            tracing::info!(
                offset_ms,
                "the clock of this machine agrees with the database's again"
            );
        }
    }
}
