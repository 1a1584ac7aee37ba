//! A test client that knows only the protocol. It applies all messages to its state, so that tests read as
//! stories. It checks every message for tiles that this client may not know.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use boneyard_protocol::server::ClosedReason;
use boneyard_protocol::{
    ClientMessage, ErrorCode, Invite, Listing, Outside, OwnTable, Receipt, Request, RequestOutcome,
    ServerMessage, Snapshot, TableId,
};
use boneyard_rules::line::view::{Board, Offer, Own};
use boneyard_rules::line::{self, Play};
use boneyard_rules::{Illegal, Move, Seat, Standing, Tile, View};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::known::KnownTable;
use crate::leaks::look_for_secrets;

/// How long a test waits for an expected message before it fails.
const PATIENCE: Duration = Duration::from_secs(30);

/// The reason why a connection ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ended {
    /// The code of the server's close frame; `None` if the connection was lost.
    pub(crate) code: Option<u16>,
}

impl Ended {
    pub(crate) const LOST: Self = Self { code: None };
}

/// The server refused a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refused {
    pub(crate) code: ErrorCode,
    pub(crate) text: String,
}

/// A connection, and the state that the client has received through it.
pub(crate) struct Client {
    socket: WebSocketStream<TcpStream>,
    pub(crate) name: String,
    pub(crate) tables: HashMap<TableId, KnownTable>,
    /// The tables that this client follows but may not watch.
    pub(crate) outside: HashMap<TableId, Outside>,
    pub(crate) closed: HashMap<TableId, ClosedReason>,
    pub(crate) lobby: Option<BTreeMap<TableId, Listing>>,
    /// The visitor's own tables; `None` until the server has sent the list.
    pub(crate) own_tables: Option<Vec<OwnTable>>,
    /// The outcomes of the client's requests for seats, in order.
    pub(crate) outcomes: Vec<RequestOutcome>,
    /// The receipts that the client has received.
    pub(crate) receipts: Vec<Receipt>,
    /// The tiles in the client's own messages. The server may repeat them in an error.
    sent_tiles: HashSet<Tile>,
    pub(crate) last_frame: String,
    /// Whether the client answers that it is connected, when opponents are found.
    pub(crate) answers: bool,
    /// All frames that were received; `None` unless the test records them.
    pub(crate) frames: Option<Vec<String>>,
}

impl Client {
    /// Creates a client that has received nothing yet.
    pub(crate) fn new(socket: WebSocketStream<TcpStream>) -> Self {
        Self {
            socket,
            name: String::new(),
            tables: HashMap::new(),
            outside: HashMap::new(),
            closed: HashMap::new(),
            lobby: None,
            own_tables: None,
            outcomes: Vec::new(),
            receipts: Vec::new(),
            sent_tiles: HashSet::new(),
            last_frame: String::new(),
            answers: true,
            frames: None,
        }
    }

    /// Sends a message.
    pub(crate) async fn send(&mut self, message: &ClientMessage) {
        self.say(message).await.unwrap();
    }

    /// Sends a message. Returns an error if the connection has ended.
    pub(crate) async fn say(&mut self, message: &ClientMessage) -> Result<(), Ended> {
        if let ClientMessage::Table {
            request:
                Request::Move {
                    chosen: Move::Line(line::Move::Play(Play { tile, .. })),
                    ..
                },
            ..
        } = message
        {
            self.sent_tiles.insert(*tile);
        }
        self.send_frame(Message::text(message.encode())).await
    }

    /// Sends a message that is written as in an example of the documents.
    pub(crate) async fn send_text(&mut self, text: &str) {
        let message = ClientMessage::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        if let ClientMessage::Table {
            request:
                Request::Move {
                    chosen: Move::Line(line::Move::Play(Play { tile, .. })),
                    ..
                },
            ..
        } = message
        {
            self.sent_tiles.insert(tile);
        }
        self.send_frame(Message::text(text)).await.unwrap();
    }

    /// Sends a WebSocket frame of any kind.
    pub(crate) async fn send_frame(&mut self, frame: Message) -> Result<(), Ended> {
        self.socket.send(frame).await.map_err(|_| Ended::LOST)
    }

    /// The TCP stream of the connection, for bytes without the WebSocket layer.
    pub(crate) fn stream(&mut self) -> &mut TcpStream {
        self.socket.get_mut()
    }

    /// Receives the next message, and applies it to the state.
    pub(crate) async fn receive(&mut self) -> ServerMessage {
        self.try_receive().await.unwrap()
    }

    /// Receives the next message, or returns the reason why the connection ended.
    pub(crate) async fn try_receive(&mut self) -> Result<ServerMessage, Ended> {
        let next = async {
            loop {
                match self.socket.next().await {
                    Some(Ok(Message::Text(text))) => return Ok(text),
                    Some(Ok(Message::Close(frame))) => {
                        let code = frame.map(|frame| frame.code.into());
                        return Err(Ended { code });
                    }
                    Some(Ok(_)) => {}
                    Some(Err(_)) | None => return Err(Ended::LOST),
                }
            }
        };
        let text = tokio::time::timeout(PATIENCE, next).await;
        let text = text.expect("nothing came for a long time")?;
        text.as_str().clone_into(&mut self.last_frame);
        if let Some(frames) = &mut self.frames {
            frames.push(text.as_str().to_owned());
        }
        let message: ServerMessage = serde_json::from_str(&text).expect("a message");
        if let ServerMessage::SeekQuestion { number } = message
            && self.answers
        {
            self.say(&ClientMessage::SeekAnswer { number }).await?;
        }
        self.fold(&message);
        self.look_for_foreign_tiles(&message);
        look_for_secrets(&message, &self.last_frame, &self.tables, &self.outside);
        Ok(message)
    }

    /// Receives messages until `is_so` returns true.
    pub(crate) async fn until(&mut self, mut is_so: impl FnMut(&Self) -> bool) {
        while !is_so(self) {
            let message = self.receive().await;
            assert!(
                !matches!(message, ServerMessage::Error { .. }),
                "unexpected {message:?}"
            );
        }
    }

    /// Receives messages until the connection ends. Returns the close code.
    pub(crate) async fn until_ended(&mut self) -> Option<u16> {
        loop {
            if let Err(ended) = self.try_receive().await {
                return ended.code;
            }
        }
    }

    /// Receives messages until one is an error.
    pub(crate) async fn refusal(&mut self) -> Refused {
        loop {
            if let ServerMessage::Error { code, text, .. } = self.receive().await {
                return Refused { code, text };
            }
        }
    }

    /// Sends a message that the server must refuse. Returns the code of the error.
    pub(crate) async fn refused(&mut self, message: &ClientMessage) -> ErrorCode {
        self.send(message).await;
        let Refused { code, text } = self.refusal().await;
        assert!(
            text.ends_with('.') || code != ErrorCode::NotFound,
            "{text:?} is no sentence"
        );
        code
    }

    /// Sends a move that the rules don't allow. Returns the reason.
    pub(crate) async fn illegal(&mut self, message: &ClientMessage) -> line::Illegal {
        self.send(message).await;
        loop {
            if let ServerMessage::Error { code, reason, .. } = self.receive().await {
                assert_eq!(code, ErrorCode::Illegal);
                let Some(Illegal::Line(reason)) = reason else {
                    panic!("no reason");
                };
                return reason;
            }
        }
    }

    /// Follows a table, or requests a new snapshot of a table that is followed. The new snapshot must be
    /// equal to the state that the client has built from updates.
    pub(crate) async fn open(&mut self, table: TableId, invite: Option<Invite>) {
        self.send(&ClientMessage::Open {
            table,
            invite,
            since: None,
            preview: None,
            replay: None,
        })
        .await;
        loop {
            match self.receive().await {
                ServerMessage::Table(snapshot) if snapshot.table == table => return,
                ServerMessage::Error { code, .. } => panic!("refused: {code}"),
                _ => {}
            }
        }
    }

    /// The current state of a table, built from its snapshot and updates.
    pub(crate) fn table(&self, table: TableId) -> &Snapshot {
        &self.tables[&table].0
    }

    /// The current version of a table.
    pub(crate) fn v(&self, table: TableId) -> u64 {
        self.table(table).v
    }

    /// How the match at a table stands.
    pub(crate) fn standing(&self, table: TableId) -> &Standing {
        self.table(table).standing.as_ref().expect("a match")
    }

    /// What this client may know of the match at a table.
    pub(crate) fn view(&self, table: TableId) -> &line::View {
        let view = self.tables[&table].view().expect("a match");
        view.try_into().expect("a game of the line")
    }

    /// The moves that the server offers to this client.
    pub(crate) fn moves(&self, table: TableId) -> Vec<Move> {
        self.tables[&table]
            .view()
            .map_or_else(Vec::new, View::offers)
    }

    /// The board of the match at a table.
    pub(crate) fn board(&self, table: TableId) -> &Board {
        &self.view(table).board
    }

    /// The part of a table's state that only this client may know.
    pub(crate) fn own(&self, table: TableId) -> &Own {
        self.view(table).own.as_ref().expect("a seat")
    }

    /// The client's seat at a table.
    pub(crate) fn seat(&self, table: TableId) -> Option<Seat> {
        self.table(table).me.seat
    }

    /// The placements that the server offers to this client.
    pub(crate) fn offers(&self, table: TableId) -> &[Offer] {
        match self.tables[&table].view() {
            Some(View::Line(view)) => view.own.as_ref().map_or(&[], |own| &own.placements),
            _ => &[],
        }
    }

    fn fold(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Welcome { name, .. } | ServerMessage::You { name } => {
                self.name.clone_from(name);
            }
            ServerMessage::Lobby { tables } => {
                let by_id = tables
                    .iter()
                    .map(|listing| (listing.table, listing.clone()));
                self.lobby = Some(by_id.collect());
            }
            ServerMessage::Listed { table } => {
                let lobby = self.lobby.as_mut().expect("the lobby is followed");
                lobby.insert(table.table, table.clone());
            }
            ServerMessage::Unlisted { table } => {
                let lobby = self.lobby.as_mut().expect("the lobby is followed");
                lobby.remove(table);
            }
            ServerMessage::OwnTables { tables } => self.own_tables = Some(tables.clone()),
            ServerMessage::Table(snapshot) => {
                self.outside.remove(&snapshot.table);
                let fresh = KnownTable((**snapshot).clone());
                if let Some(folded) = self.tables.insert(snapshot.table, fresh.clone()) {
                    folded.assert_same(&fresh);
                }
            }
            ServerMessage::Outside(outside) => {
                // After this message, the server may send nothing else about the table to this client.
                self.tables.remove(&outside.table);
                self.outside.insert(outside.table, (**outside).clone());
            }
            ServerMessage::Update(update) => {
                let table = update.shared.table;
                let known = self.tables.get_mut(&table).expect("the table is followed");
                known.fold(update);
            }
            ServerMessage::Missed(missed) => {
                let known = self
                    .tables
                    .get_mut(&missed.table)
                    .expect("the table is known");
                for update in &missed.updates {
                    known.fold(update);
                    assert_own_tiles(&known.tiles(), &serde_json::to_string(update).unwrap());
                }
                assert_eq!(known.0.v, missed.v);
                known.0.presence = missed.presence.clone();
                known.0.chat = missed.chat.clone();
            }
            ServerMessage::Presence { table, presence } => {
                let known = self.tables.get_mut(table).expect("the table is followed");
                known.0.presence = presence.clone();
            }
            ServerMessage::Said { table, line } => {
                let known = self.tables.get_mut(table).expect("the table is followed");
                known.hear(line);
            }
            ServerMessage::Closed { table, reason } => {
                self.tables.remove(table).expect("the table was followed");
                self.closed.insert(*table, *reason);
            }
            ServerMessage::RequestEnded { outcome, .. } => self.outcomes.push(*outcome),
            ServerMessage::Reacted { table, .. } => {
                assert!(self.tables.contains_key(table), "the table is followed");
            }
            ServerMessage::Receipt(receipt) => {
                self.receipts.push(Receipt::clone(receipt));
            }
            ServerMessage::Hint { .. }
            | ServerMessage::Fairness { .. }
            | ServerMessage::Seeking(_)
            | ServerMessage::SeekQuestion { .. }
            | ServerMessage::Paired(_)
            | ServerMessage::Seekers { .. }
            | ServerMessage::Tournament(_)
            | ServerMessage::TournamentChanged(_)
            | ServerMessage::TournamentOwn(_)
            | ServerMessage::Invited { .. }
            | ServerMessage::AccountChanged {}
            | ServerMessage::FriendsChanged {}
            | ServerMessage::Error { .. } => {}
        }
    }

    /// Checks that a message's bytes contain only tiles that this client may know.
    fn look_for_foreign_tiles(&self, message: &ServerMessage) {
        let table = match message {
            ServerMessage::Table(snapshot) => Some(snapshot.table),
            ServerMessage::Update(update) => Some(update.shared.table),
            ServerMessage::Hint { table, .. } => Some(*table),
            ServerMessage::Error { table, .. } => *table,
            _ => None,
        };
        if matches!(message, ServerMessage::Missed(_)) {
            // The updates in this message were already checked one by one when they were applied, because
            // each belongs to its own round.
            return;
        }
        // These messages need no check. An error without a table, or about a message that can't be read, may contain a
        // tile as an example. The other messages are about a round or a match that has ended, whose hands all players
        // may know.
        if let ServerMessage::Error { table: None, .. }
        | ServerMessage::Error {
            code: ErrorCode::WrongFields,
            ..
        }
        | ServerMessage::Fairness { .. } = message
        {
            return;
        }
        let mut known = match table.and_then(|table| self.tables.get(&table)) {
            Some(known) => known.tiles(),
            None => HashSet::new(),
        };
        if matches!(message, ServerMessage::Error { .. }) {
            known.extend(&self.sent_tiles);
        }
        assert_own_tiles(&known, &self.last_frame);
    }
}

/// Checks that a frame contains only tiles in `known`.
fn assert_own_tiles(known: &HashSet<Tile>, frame: &str) {
    let words = frame.split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '-'));
    for tile in words.filter_map(|word| word.parse::<Tile>().ok()) {
        assert!(known.contains(&tile), "{tile} leaked in {frame}");
    }
}
