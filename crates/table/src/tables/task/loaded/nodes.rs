//! How a loaded table handles messages of other nodes, and the messages that it sends to them.

use boneyard_base::{PlayerId, limits};
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
        // A node that asks is answered below.
        let is_answered = match &message {
            TableMessage::Here(here) => here.asks,
            other => *other == TableMessage::Left,
        };
        if self.others.meets(from) && !is_answered {
            // What has happened here before was not told to this node.
            self.answer_node();
        }
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
            TableMessage::Left => self.others.remove(from),
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
            let players = self.others.players_at(from).to_vec();
            let came = |player: &PlayerId| !players.contains(player);
            for &player in here.players.iter().filter(|player| came(player)) {
                self.note_arrival_at(from, player);
            }
            let is_first = self.others.awaits(from);
            let unable_since = self.others.unable_since(from);
            self.others.set(from, here);
            self.note_lost(from, &players, unable_since);
            if is_first {
                self.note_told();
            }
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

    /// Reads rows about which no message has arrived. The node that has appended them may not know that this node
    /// has the table in memory, so this node tells all nodes again.
    pub(super) async fn take_missed(&mut self, seq: i64) {
        if seq <= self.state().version {
            return;
        }
        self.take_row(seq, None).await;
        let here = self.here_now();
        self.others.announce(here);
        self.tell_own_request();
    }

    /// Removes a node that has left the cluster, with its sockets at the table. Its players could not play
    /// since the node's last beat.
    pub(super) fn forget_node(&mut self, node: NodeId) {
        let players = self.others.players_at(node).to_vec();
        let since = self.others.unable_since(node);
        let is_unheard = self.others.awaits(node);
        self.others.remove(node);
        self.note_lost(node, &players, since);
        if let Some(since) = since.filter(|_| is_unheard) {
            self.others.miss(node, since);
        }
        if self.seat_requests.from() == Some(node) {
            self.end_request(RequestOutcome::Lapsed);
        }
    }

    /// Tells the other nodes about a row that this node has appended. If a player sits down with it, they are
    /// told first that the player is connected, so that they don't show the player as away until then.
    pub(super) fn tell_appended(
        &mut self,
        next: &State,
        row: &LogRow,
        relisted: Option<&Relisted>,
    ) {
        let players = next.seats.people().map(|person| person.player);
        let players = players.filter(|&player| self.followers.has(player));
        self.others.tell_arrivals(players);
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
        self.tell_own_request();
    }

    /// Answers a node that has asked: sends it everything about the table that is not in the log.
    fn answer_node(&mut self) {
        let here = self.here_now();
        self.others.tell_here(here);
        if !self.chat.are_empty() {
            let spoken = self.chat.spoken();
            self.others.tell(|| TableMessage::Chat(spoken.collect()));
        }
        self.tell_own_request();
    }

    fn tell_own_request(&self) {
        if self.seat_requests.own().is_some() {
            self.tell_request();
        }
    }
}
