//! A table at several nodes: who is there through the others, and what the nodes tell each other of it.
//! All of that may be lost on the way; what the log says is read there.

use std::sync::Arc;
use std::time::Duration;

use boneyard_protocol::RequestOutcome;
use tokio::time::Instant;

use crate::bus::{Here, NodeId, Spoken, TableMessage, TableSubscription};
use crate::id::PlayerId;
use crate::limits;
use crate::store::LogRow;
use crate::table::state::State;
use crate::table::state::refusal::Refusal;
use crate::table::state::takeover::{Asker, OpenRequest};
use crate::table::task::append::Relisted;
use crate::table::task::loaded::LoadedTable;
use crate::table::task::{Input, Shared};
use crate::table::view::presence::PresenceElsewhere;

/// The other nodes that have sockets at the table, as they tell it.
#[derive(Debug)]
pub(crate) struct OtherNodes {
    here: Vec<(NodeId, Here)>,
    /// What they were told last of those who are here.
    told: Here,
    /// Until when some of them may not have answered yet.
    settled_at: Instant,
}

impl OtherNodes {
    /// Of a table that was just loaded.
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            here: Vec::new(),
            told: Here::default(),
            settled_at: now,
        }
    }

    /// When all will have answered; none once they have.
    pub(crate) fn settles_at(&self) -> Option<Instant> {
        Some(self.settled_at).filter(|&at| at > Instant::now())
    }

    /// Takes down who is there through a node.
    fn set(&mut self, node: NodeId, here: Here) {
        self.remove(node);
        if !here.players.is_empty() || here.watchers > 0 {
            self.here.push((node, here));
        }
    }

    fn remove(&mut self, node: NodeId) {
        self.here.retain(|(known, _)| *known != node);
    }

    /// The nodes that have sockets at the table.
    fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.here.iter().map(|(node, _)| *node)
    }

    /// Whether some player is at the table through a node that knows of no time in which nobody could
    /// play.
    pub(crate) fn is_played_elsewhere(&self) -> bool {
        let mut here = self.here.iter().map(|(_, here)| here);
        here.any(|here| !here.players.is_empty() && !here.idle)
    }

    /// Whether a player is at the table through a node that comes before another one in the order of ids.
    pub(crate) fn has_before(&self, node: NodeId, player: PlayerId) -> bool {
        let mut here = self.here.iter();
        here.any(|(known, here)| *known < node && here.players.contains(&player))
    }

    fn has(&self, player: PlayerId) -> bool {
        let mut here = self.here.iter();
        here.any(|(_, here)| here.players.contains(&player))
    }
}

impl Shared {
    /// Has the table deal with what the other nodes tell of it, until it leaves the memory.
    pub(super) fn listen(self: &Arc<Self>, mut told: TableSubscription) -> Listening {
        let table = Arc::downgrade(self);
        let task = self.tables.runtime().spawn(async move {
            while let Some((from, message)) = told.next().await {
                let Some(table) = table.upgrade() else {
                    return;
                };
                let input = Input::Told { from, message };
                if table.take(input).await.is_err() {
                    return;
                }
            }
        });
        Listening(task.abort_handle())
    }
}

/// The task that listens to the other nodes, until this is dropped.
pub(crate) struct Listening(tokio::task::AbortHandle);

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl LoadedTable {
    /// Takes what another node tells.
    pub(crate) async fn told(&mut self, from: NodeId, message: TableMessage) {
        match message {
            TableMessage::Appended { seq, row } => {
                let row = row.map(|(at, body)| LogRow { seq, at, body });
                self.take_row(seq, row).await;
            }
            TableMessage::Here(here) => {
                if here.asks {
                    if self.seat_requests.from == Some(from) {
                        self.forget_request();
                    }
                    self.answer_node();
                }
                self.take_row(here.seq, None).await;
                // A node that is gone may have told this before.
                if !self.tables.nodes().is_gone(from) {
                    self.others.set(from, here);
                }
            }
            TableMessage::Spoke(spoken) => self.hear(spoken),
            TableMessage::Chat(all) if self.rooms.are_empty() => {
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
                // As above.
                if !self.tables.nodes().is_gone(from) {
                    self.take_request(from, request);
                }
            }
            TableMessage::AskedNoMore { asked, outcome } => {
                let open = self.seat_requests.open.as_ref();
                if open.is_some_and(|open| open.asked == asked) {
                    self.end_request(outcome);
                }
            }
        }
    }

    /// The log has grown up to a number, of which another node tells the row.
    pub(crate) async fn take_row(&mut self, seq: i64, row: Option<LogRow>) {
        if seq <= self.state.version {
            return;
        }
        let next = row.filter(|_| seq == self.state.version + 1 && !self.doubtful);
        let result = match next {
            Some(row) => self.show_row(&row),
            None => self.catch_up().await,
        };
        self.broken |= result == Err(Refusal::OutOfOrder);
    }

    /// A node is gone, and with it whom it had at the table.
    pub(crate) fn forget_node(&mut self, node: NodeId) {
        self.others.remove(node);
        if self.seat_requests.from == Some(node) {
            self.end_request(RequestOutcome::Lapsed);
        }
    }

    /// Tells the other nodes of a row that was appended here.
    pub(crate) fn tell_appended(&self, next: &State, row: &LogRow, relisted: Option<&Relisted>) {
        self.tell_nodes(|| {
            let is_small = row.body.len() <= limits::TOLD_ROW_BYTES_MAX;
            TableMessage::Appended {
                seq: row.seq,
                row: is_small.then(|| (row.at, row.body.clone())),
            }
        });
        self.tables
            .tell_all_nodes(self.id, Some(&self.state), next, relisted);
    }

    /// Tells the other nodes that have the table in memory.
    pub(crate) fn tell_nodes(&self, message: impl FnOnce() -> TableMessage) {
        let bus = self.tables.bus();
        if !bus.is_alone() {
            bus.tell_table(self.id, message());
        }
    }

    /// Asks the other nodes who is at the table through them, and tells them who is here.
    pub(crate) fn ask_nodes(&mut self) {
        if self.tables.bus().is_alone() {
            return;
        }
        self.others.settled_at = Instant::now() + limits::NODE_SETTLE;
        // One that is gone, or has put the table away since it told something, answers nothing.
        self.others.here.clear();
        if self.seat_requests.from.is_some() {
            self.forget_request();
        }
        self.others.told = self.here_now();
        self.tell_nodes(|| {
            TableMessage::Here(Here {
                asks: true,
                ..self.others.told.clone()
            })
        });
        self.tell_request();
    }

    /// Tells a node that has asked what only nodes know.
    fn answer_node(&mut self) {
        self.others.told = self.here_now();
        self.tell_nodes(|| TableMessage::Here(self.others.told.clone()));
        if !self.rooms.are_empty() {
            self.tell_nodes(|| TableMessage::Chat(self.rooms.spoken().collect()));
        }
        if self.seat_requests.from.is_none() {
            self.tell_request();
        }
    }

    /// Tells the other nodes of the open request for a seat, which was made here.
    pub(crate) fn tell_request(&self) {
        if let Some(OpenRequest { asker, seat, asked }) = self.seat_requests.open.clone() {
            self.tell_nodes(|| TableMessage::Asked {
                player: asker.player,
                name: asker.name,
                invited: asker.invited,
                seat,
                asked,
            });
        }
    }

    /// Forgets a request for a seat that was made through another node, which tells it again if it is open.
    fn forget_request(&mut self) {
        self.seat_requests.open = None;
        self.seat_requests.from = None;
        self.followers.set_request(None);
    }

    /// Takes a request for a seat that was made through another node, in place of what that node told
    /// before. Of two that were made at once the earlier stays, at every node.
    fn take_request(&mut self, from: NodeId, request: OpenRequest) {
        let order = |request: &OpenRequest| (request.asked, request.asker.player);
        let is_newer = self.seat_requests.from == Some(from);
        let open = self.seat_requests.open.as_ref();
        if !is_newer && open.is_some_and(|open| order(open) < order(&request)) {
            return;
        }
        let is_same = |open: &OpenRequest| {
            (open.asker.player, open.seat) == (request.asker.player, request.seat)
        };
        if let Some(open) = open.filter(|_| self.seat_requests.from.is_none()) {
            // Another node may hear of this one when the earlier one is over.
            let (asked, outcome) = (open.asked, RequestOutcome::Lapsed);
            self.tell_nodes(|| TableMessage::AskedNoMore { asked, outcome });
        }
        if !open.is_some_and(is_same) {
            self.end_request(RequestOutcome::Lapsed);
        }
        self.seat_requests.last = self.seat_requests.last.max(request.asked);
        self.seat_requests.open = Some(request);
        self.seat_requests.from = Some(from);
    }

    /// Has somebody heard by the followers here.
    pub(crate) fn hear(&mut self, spoken: Spoken) {
        let pseudonym = self.state.pseudonym(spoken.player);
        let heard = self.rooms.hear(spoken, pseudonym, &self.followers);
        self.followers.tell(&heard, &self.state, &self.rooms);
    }

    /// Tells the other nodes which players are here, if that has changed. How many watchers there are is
    /// told now and then, since a crowd comes or goes all at once.
    pub(crate) fn tell_who_is_here(&mut self, with_watchers: bool) {
        if self.tables.bus().is_alone() {
            return;
        }
        let here = self.here_now();
        let told = &self.others.told;
        let is_known = (&here.players, here.idle) == (&told.players, told.idle)
            && (here.watchers == told.watchers || !with_watchers);
        if !is_known {
            self.others.told = here.clone();
            self.tell_nodes(|| TableMessage::Here(here));
        }
    }

    fn here_now(&self) -> Here {
        let seated = self.state.seats.people().map(|person| person.player);
        let players: Vec<PlayerId> = seated
            .filter(|&player| self.followers.has(player))
            .collect();
        let watchers = self.followers.people_count() - players.len();
        Here {
            seq: self.state.version,
            watchers: u32::try_from(watchers).unwrap_or(u32::MAX),
            players,
            idle: self.idle_since.is_some(),
            asks: false,
        }
    }

    /// Has the followers know who is at the table through other nodes. While that can't be known, all
    /// players count as here: nobody is taken for absent because their node isn't heard.
    pub(crate) fn look_elsewhere(&mut self) {
        if self.tables.bus().is_alone() {
            return;
        }
        let nodes = self.tables.nodes();
        let is_unknown = nodes.is_cut_off() || self.others.settles_at().is_some();
        let seated = self.state.seats.people().map(|person| person.player);
        let players = seated.filter(|&player| is_unknown || self.others.has(player));
        let here = self.others.here.iter();
        self.followers.set_elsewhere(PresenceElsewhere {
            players: players.collect(),
            watchers: here.map(|(_, here)| here.watchers).sum(),
        });
    }

    /// How long this node waits for another one to do what is due at the table: not at all if it is the
    /// one of those with sockets here that does it.
    pub(crate) fn stand_by(&self) -> Duration {
        if self.tables.bus().is_alone() {
            return Duration::ZERO;
        }
        if let Some(settles_at) = self.others.settles_at() {
            return settles_at.saturating_duration_since(Instant::now());
        }
        let nodes = self.tables.nodes();
        let with_sockets = self.others.nodes().chain([nodes.me()]);
        let acts = !self.followers.is_empty() && nodes.owner(self.id, with_sockets) == nodes.me();
        if acts {
            Duration::ZERO
        } else {
            limits::STAND_BY
        }
    }

    /// The same in milliseconds.
    pub(crate) fn patience_ms(&self) -> i64 {
        i64::try_from(self.stand_by().as_millis()).unwrap_or(i64::MAX)
    }
}
