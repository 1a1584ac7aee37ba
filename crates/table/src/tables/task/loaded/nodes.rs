//! How a loaded table handles messages of other nodes, and the messages that it sends to them.

use boneyard_base::limits;
use boneyard_cluster::{Here, NodeId, TableMessage};
use boneyard_protocol::RequestOutcome;
use boneyard_store::LogRow;

use super::LoadedTable;
use crate::state::State;
use crate::state::takeover::{Asker, OpenRequest};
use crate::tables::task::relisted::Relisted;

impl LoadedTable {
    /// Handles a message of another node.
    pub(super) async fn told(&mut self, from: NodeId, message: TableMessage) {
        match message {
            TableMessage::Appended { seq, row } => {
                let row = row.map(|(at, body)| LogRow { seq, at, body });
                self.take_row(seq, row).await;
            }
            TableMessage::Here(here) => self.take_here(from, here).await,
            TableMessage::Spoke(spoken) => self.hear(spoken),
            TableMessage::Chat(all) if self.chat.are_empty() => {
                for spoken in all {
                    self.hear(spoken);
                }
            }
            TableMessage::Chat(_) => {}
            TableMessage::Asked {
                player,
                name,
                invited,
                seat,
                asked,
            } => {
                let asker = Asker {
                    player,
                    name,
                    invited,
                };
                let request = OpenRequest { asker, seat, asked };
                if !self.others.is_gone(from) {
                    self.take_request(from, request);
                }
            }
            TableMessage::AskedNoMore { asked, outcome } => {
                let open = self.seat_requests.open();
                if open.is_some_and(|open| open.asked == asked) {
                    self.end_request(outcome);
                }
            }
        }
    }

    /// Handles another node's report about its sockets at the table.
    async fn take_here(&mut self, from: NodeId, here: Here) {
        if here.asks {
            if self.seat_requests.from() == Some(from) {
                self.forget_request();
            }
            self.answer_node();
        }
        self.take_row(here.seq, None).await;
        if !self.others.is_gone(from) {
            self.others.set(from, here);
        }
    }

    /// Handles the message that the log now ends with row `seq`. The row itself may come with the message;
    /// otherwise it is read from the log.
    pub(super) async fn take_row(&mut self, seq: i64, row: Option<LogRow>) {
        let version = self.state().version;
        if seq <= version {
            return;
        }
        let next = row.filter(|_| seq == version + 1 && !self.log.is_doubtful());
        // A failure needs no handling here: the table is then marked as doubtful or unusable.
        let _ = match next {
            Some(row) => self.show_row(&row),
            None => self.catch_up().await,
        };
    }

    /// Removes a node that has left the cluster, with its sockets at the table.
    pub(super) fn forget_node(&mut self, node: NodeId) {
        self.others.remove(node);
        if self.seat_requests.from() == Some(node) {
            self.end_request(RequestOutcome::Lapsed);
        }
    }

    /// Tells the other nodes about a row that this node has appended.
    pub(super) fn tell_appended(&self, next: &State, row: &LogRow, relisted: Option<&Relisted>) {
        self.others.tell(|| {
            let is_small = row.body.len() <= limits::TOLD_ROW_BYTES_MAX;
            TableMessage::Appended {
                seq: row.seq,
                row: is_small.then(|| (row.at, row.body.clone())),
            }
        });
        self.tables
            .tell_all_nodes(self.id, Some(self.state()), next, relisted);
    }

    /// Asks the other nodes which people are connected to the table through them, and reports those of this
    /// node.
    pub(super) fn ask_nodes(&mut self) {
        if self.others.are_none() {
            return;
        }
        if self.seat_requests.from().is_some() {
            self.forget_request();
        }
        let here = self.here_now();
        self.others.ask(here);
        self.tell_request();
    }

    /// Answers a node that has asked: sends it everything about the table that is not in the log.
    fn answer_node(&mut self) {
        let here = self.here_now();
        self.others.tell_here(here);
        if !self.chat.are_empty() {
            let spoken = self.chat.spoken();
            self.others.tell(|| TableMessage::Chat(spoken.collect()));
        }
        if self.seat_requests.own().is_some() {
            self.tell_request();
        }
    }
}
