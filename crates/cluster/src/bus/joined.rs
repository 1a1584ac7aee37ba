//! The tables that a node has joined. For each of them the node knows which other nodes have joined it too:
//! those from which a message about the table has arrived. Only these nodes are sent what happens there.
//!
//! A node that joins a table asks all nodes ([`TableMessage::is_for_all`]), so those that have joined it before
//! know it from then on, and answer. A node that gets a message about a table that it has not joined, or has
//! left, says so ([`TableMessage::Left`]). So a node that has asked knows when all have answered.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use boneyard_base::{TableId, limits};
use futures_util::stream::Stream;
use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

use super::{NodeId, TableMessage};

/// The tables that a node has joined.
#[derive(Default, Debug)]
pub struct JoinedTables(Mutex<HashMap<TableId, JoinedTable>>);

#[derive(Debug)]
struct JoinedTable {
    /// The messages from other nodes that wait to be handled.
    queue: mpsc::Sender<(NodeId, TableMessage)>,
    /// The other nodes that have joined the table.
    others: Vec<NodeId>,
}

impl JoinedTables {
    /// Joins a table. The stream returns the messages about it; when the stream is dropped, the node leaves the
    /// table.
    pub fn join(self: &Arc<Self>, table: TableId) -> TableMessages {
        let (queue, messages) = mpsc::channel(limits::BUS_TABLE_QUEUE_MAX);
        let mut tables = self.0.lock();
        // An earlier stream may not have been dropped yet.
        let others = tables.remove(&table).map(|joined| joined.others);
        let others = others.unwrap_or_default();
        tables.insert(table, JoinedTable { queue, others });
        TableMessages {
            table,
            messages,
            tables: Arc::clone(self),
        }
    }

    /// The other nodes that have joined a table, as far as this node knows.
    pub fn others(&self, table: TableId) -> Vec<NodeId> {
        let tables = self.0.lock();
        tables
            .get(&table)
            .map_or_else(Vec::new, |joined| joined.others.clone())
    }

    /// Whether any other node has joined a table, as far as this node knows.
    pub fn has_others(&self, table: TableId) -> bool {
        let tables = self.0.lock();
        tables
            .get(&table)
            .is_some_and(|joined| !joined.others.is_empty())
    }

    /// Whether this node has joined the table.
    pub fn has_joined(&self, table: TableId) -> bool {
        self.0.lock().contains_key(&table)
    }

    /// Passes a message of another node to its table. Returns false if the message was dropped because too many
    /// messages wait to be handled. Calls `tell_left` if the sender must be told that this node has not joined
    /// the table. This node can't join the table before `tell_left` returns, so it asks the sender only later.
    pub fn pass(
        &self,
        from: NodeId,
        table: TableId,
        message: TableMessage,
        tell_left: impl FnOnce(),
    ) -> bool {
        let mut tables = self.0.lock();
        let Some(joined) = tables.get_mut(&table) else {
            if message != TableMessage::Left {
                tell_left();
            }
            return true;
        };
        joined.others.retain(|&other| other != from);
        if message != TableMessage::Left {
            joined.others.push(from);
        }
        let passed = joined.queue.try_send((from, message));
        !matches!(passed, Err(TrySendError::Full(_)))
    }

    /// Tells a node that is gone nothing more, until it sends a message about a table.
    pub fn forget(&self, node: NodeId) {
        for joined in self.0.lock().values_mut() {
            joined.others.retain(|&other| other != node);
        }
    }
}

/// The messages from other nodes about a table.
#[derive(Debug)]
pub struct TableMessages {
    table: TableId,
    messages: mpsc::Receiver<(NodeId, TableMessage)>,
    tables: Arc<JoinedTables>,
}

impl Stream for TableMessages {
    type Item = (NodeId, TableMessage);

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.messages.poll_recv(context)
    }
}

impl Drop for TableMessages {
    fn drop(&mut self) {
        self.messages.close();
        let mut tables = self.tables.0.lock();
        // The node may have joined the table again in the meantime.
        if tables
            .get(&self.table)
            .is_some_and(|joined| joined.queue.is_closed())
        {
            tables.remove(&self.table);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{FutureExt as _, StreamExt as _};

    use super::*;
    use crate::bus::tests::{appended, asks};

    const TABLE: TableId = TableId::from_bits(7);
    const ANN: NodeId = NodeId::from_bits(1);
    const BEN: NodeId = NodeId::from_bits(2);

    /// Passes a message to a table. Returns whether its sender must be told that the table is not joined.
    fn pass(tables: &JoinedTables, from: NodeId, message: TableMessage) -> bool {
        let mut tells_left = false;
        assert!(tables.pass(from, TABLE, message, || tells_left = true));
        tells_left
    }

    fn next(messages: &mut TableMessages) -> Option<(NodeId, TableMessage)> {
        messages.next().now_or_never().flatten()
    }

    #[test]
    fn a_node_is_told_of_a_table_from_its_first_message_until_it_has_left() {
        let tables = Arc::new(JoinedTables::default());
        let mut messages = tables.join(TABLE);
        assert_eq!(tables.others(TABLE), []);
        let told = [
            (ANN, asks(1)),
            (BEN, appended(1)),
            (BEN, appended(2)),
            (ANN, TableMessage::Left),
        ];
        for (from, message) in told.clone() {
            assert!(!pass(&tables, from, message));
            assert!(tables.others(TABLE).contains(&BEN) || from == ANN);
        }
        assert_eq!(tables.others(TABLE), [BEN]);
        tables.forget(BEN);
        assert_eq!(tables.others(TABLE), []);
        for told in told {
            assert_eq!(next(&mut messages), Some(told));
        }
        assert_eq!(next(&mut messages), None);
    }

    #[test]
    fn the_sender_is_told_that_a_table_is_not_joined() {
        let tables = Arc::new(JoinedTables::default());
        drop(tables.join(TABLE));
        assert!(!tables.has_joined(TABLE));
        assert!(pass(&tables, ANN, appended(1)));
        assert!(pass(&tables, ANN, asks(1)));
        assert!(!pass(&tables, ANN, TableMessage::Left));
    }

    #[test]
    fn a_table_that_is_joined_again_before_it_was_left_stays_joined() {
        let tables = Arc::new(JoinedTables::default());
        let before = tables.join(TABLE);
        pass(&tables, ANN, appended(1));
        let mut messages = tables.join(TABLE);
        drop(before);
        assert_eq!(tables.others(TABLE), [ANN]);
        pass(&tables, ANN, appended(2));
        assert_eq!(next(&mut messages), Some((ANN, appended(2))));
    }

    #[test]
    fn a_message_is_dropped_if_too_many_wait() {
        let tables = Arc::new(JoinedTables::default());
        let _messages = tables.join(TABLE);
        for _ in 0..limits::BUS_TABLE_QUEUE_MAX {
            pass(&tables, ANN, appended(1));
        }
        assert!(!tables.pass(ANN, TABLE, appended(1), || {}));
    }
}
