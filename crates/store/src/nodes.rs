//! The rows of a cluster's nodes. Each node writes its row regularly, so the row shows the other nodes that the
//! node can write to the database, also if they receive no messages from it. All times in the rows are of the
//! database's clock.

use std::time::{Duration, Instant};

use boneyard_base::{Timestamp, limits};

use super::select::select;
use super::{Nodes, StoreError};

/// The database's clock, and the rows of the nodes.
#[derive(Clone, Debug)]
pub struct NodeRows {
    /// The time of the database's clock, between `asked` and `answered`.
    pub time: Timestamp,
    /// When the database was asked for its time.
    pub asked: Instant,
    /// When the database's time arrived.
    pub answered: Instant,
    /// The other nodes that have written their rows within [`limits::NODE_ROW_LEASE`], each with the time since
    /// then.
    pub others: Vec<(u64, Duration)>,
}

/// The row of a node.
struct StoredNode {
    node: i64,
    written: Timestamp,
}

impl Nodes<'_> {
    /// Writes the row of the node with this id, and reads the rows of the others.
    pub async fn write(self, node: u64) -> Result<NodeRows, StoreError> {
        let select = select!(
            StoredNode {
                node: "node_id",
                written: "written_ms",
            },
            "FROM nodes WHERE written_ms BETWEEN $1 AND $3 AND node_id <> $2"
        );
        self.0
            .write(move |session| {
                let asked = Instant::now();
                let time = session.time()?;
                let answered = Instant::now();
                let node = node.cast_signed();
                session.execute(
                    "INSERT INTO nodes (node_id, written_ms) VALUES ($1, $2) \
                 ON CONFLICT (node_id) DO UPDATE SET written_ms = excluded.written_ms",
                    &[node.into(), time.into()],
                )?;
                let lease_ms =
                    i64::try_from(limits::NODE_ROW_LEASE.as_millis()).unwrap_or(i64::MAX);
                let since = time.plus_ms(-lease_ms);
                // A row from the future is of a node that has ended before the database's clock was set back.
                let rows = session.all(select, &[since.into(), node.into(), time.into()])?;
                let age = |row: &StoredNode| {
                    Duration::from_millis(time.ms_since(row.written).cast_unsigned())
                };
                let others = rows.iter().map(|row| (row.node.cast_unsigned(), age(row)));
                Ok(NodeRows {
                    time,
                    asked,
                    answered,
                    others: others.collect(),
                })
            })
            .await
    }

    /// Deletes the rows of nodes that have ended long ago.
    pub async fn forget(self) -> Result<(), StoreError> {
        self.0
            .write(|session| {
                let now = session.time()?;
                session.execute(
                    "DELETE FROM nodes WHERE written_ms < $1 OR written_ms > $2",
                    &[now.plus_ms(-limits::NODE_ROW_KEPT_MS).into(), now.into()],
                )?;
                Ok(())
            })
            .await
    }
}
