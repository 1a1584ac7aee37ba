//! The session of one WebSocket connection. After the hello message, it handles the client's messages and
//! sends frames, until the connection ends.

use std::pin::pin;
use std::time::Duration;

use boneyard_base::limits::{self, Bound};
use boneyard_base::{FollowId, Inbox, Notice, Over, Peer, Rate, Visitor};
use boneyard_protocol::{
    ClientMessage, CloseCode, ErrorCode, PROTOCOL, ServerMessage, TableId, TournamentId,
};
use boneyard_table::{Input, TableHandle};
use foldhash::HashMap;
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_tungstenite::tungstenite::{self, Bytes, Message, Utf8Bytes};

use super::Sockets;
use super::end::End;
use super::link::WebSocket;
use super::requests::RequestError;
use crate::http::BUILD;

/// The session of a visitor's connection.
pub(super) struct Session<'a> {
    pub(super) sockets: &'a Sockets,
    socket: &'a mut WebSocket,
    pub(super) visitor: Visitor,
    pub(super) peer: &'a Peer,
    inbox: &'a Inbox,
    pub(super) following: HashMap<TableId, Following>,
    /// The id under which the client follows the lobby; `None` if it doesn't follow the lobby.
    pub(super) lobby: Option<FollowId>,
    /// Whether the client follows the visitor's own tables.
    pub(super) follows_own: bool,
    /// The tournament that the client follows.
    pub(super) tournament: Option<TournamentId>,
    /// Whether the client has searched for a match, or has followed the number of seekers.
    pub(super) seeks: bool,
    rate: Rate,
    /// The time at which the client last sent anything.
    heard: Instant,
    /// Whether a ping was sent to the client after the time `heard`.
    pinged: bool,
}

/// A table that the client follows.
pub(super) struct Following {
    pub(super) id: FollowId,
    pub(super) table: TableHandle,
}

impl<'a> Session<'a> {
    /// Creates the session of a new connection.
    pub(super) fn new(
        sockets: &'a Sockets,
        socket: &'a mut WebSocket,
        visitor: Visitor,
        peer: &'a Peer,
        inbox: &'a Inbox,
    ) -> Self {
        let now = Instant::now();
        let interval = Duration::from_secs(1) / sockets.inner.config.message_rate.max(1);
        Self {
            sockets,
            socket,
            visitor,
            peer,
            inbox,
            following: HashMap::default(),
            lobby: None,
            follows_own: false,
            tournament: None,
            seeks: false,
            rate: Rate::new(interval, limits::MESSAGES_BURST, now),
            heard: now,
            pinged: false,
        }
    }

    /// Serves the connection until it ends. Returns the reason of the end.
    pub(super) async fn run(&mut self) -> End {
        let end = match self.hello().await {
            Ok(()) => self.serve().await,
            Err(end) => Err(end),
        };
        self.leave_everything().await;
        end.err().unwrap_or(End::Gone)
    }

    /// Waits for the first message, which must be hello. Responds with the welcome message.
    async fn hello(&mut self) -> Result<(), End> {
        let mut stopping = self.sockets.inner.stopping.clone();
        let text = tokio::select! {
            text = self.first_text() => text?,
            () = tokio::time::sleep(limits::HELLO_TIMEOUT) => {
                return Err(End::Close(CloseCode::NoHello));
            }
            () = stopping.turn() => return Err(End::Close(CloseCode::Restart)),
        };
        match ClientMessage::parse(text.as_str()) {
            Ok(ClientMessage::Hello { protocol: PROTOCOL }) => {}
            Ok(ClientMessage::Hello { .. }) => return Err(End::Close(CloseCode::Outdated)),
            Ok(other) => {
                let text = "Say hello first.".to_owned();
                self.write(
                    &RequestError::new(other.about(), other.table(), ErrorCode::Malformed, text)
                        .into(),
                )?;
                return Err(End::Close(CloseCode::Malformed));
            }
            Err(error) => {
                self.write(&ServerMessage::from(&error))?;
                return Err(End::Close(CloseCode::Malformed));
            }
        }
        self.peer.greet();
        self.write(&ServerMessage::Welcome {
            protocol: PROTOCOL,
            server: env!("CARGO_PKG_VERSION").to_owned(),
            build: BUILD.to_owned(),
            name: self.visitor.name.clone(),
            now_ms: self.sockets.inner.clock.now().0,
            cluster: !self.sockets.inner.tables.bus().is_alone(),
        })
    }

    async fn first_text(&mut self) -> Result<Utf8Bytes, End> {
        loop {
            let received = self.socket.next().await;
            if let Some(text) = self.take(received)? {
                return Ok(text);
            }
        }
    }

    /// The main loop. All its waits are cancel-safe: no message is lost when one of them is cancelled.
    async fn serve(&mut self) -> Result<(), End> {
        let mut stopping = self.sockets.inner.stopping.clone();
        let inbox = self.inbox;
        let mut stopped = pin!(stopping.turn());
        let mut changed = pin!(inbox.changed());
        let mut check = pin!(sleep_until(self.heard + limits::PING_AFTER));
        loop {
            tokio::select! {
                biased;
                () = &mut changed => {
                    changed.set(inbox.changed());
                    self.take_notices().await?;
                }
                flushed = flush_in_time(inbox), if inbox.is_waiting() => flushed?,
                received = self.socket.next() => {
                    if let Some(text) = self.take(received)? {
                        self.handle(text.as_str()).await?;
                        self.rest_if_refused().await;
                    }
                }
                () = &mut stopped => return Err(End::Close(CloseCode::Restart)),
                () = &mut check => check.as_mut().reset(self.check_life().await?),
            }
        }
    }

    async fn take_notices(&mut self) -> Result<(), End> {
        while let Some(notice) = self.inbox.notice() {
            match notice {
                Notice::Ended { follow, table } => self.forget(table, follow),
                Notice::Renamed { name } => self.take_name(&name).await?,
                Notice::SentAway => return Err(End::Close(CloseCode::Restart)),
                Notice::GiveWay => return Err(End::Close(CloseCode::GoingAway)),
                Notice::TurnedOut => return Err(End::Close(CloseCode::NoIdentity)),
            }
        }
        match self.inbox.over() {
            Some(Over::Behind) => Err(End::Close(CloseCode::FellBehind)),
            Some(Over::Gone) => Err(End::Gone),
            None => Ok(()),
        }
    }

    /// The text of a received frame. `None` for pings and pongs, which the library handles.
    fn take(
        &mut self,
        received: Option<Result<Message, tungstenite::Error>>,
    ) -> Result<Option<Utf8Bytes>, End> {
        let received = received.ok_or(End::Gone)??;
        let now = Instant::now();
        self.heard = now;
        self.pinged = false;
        self.socket.get_mut().heard(&received, now);
        if received.is_close() {
            // A peer may not get data after a close frame (RFC 6455, 5.5.1), and other tasks send data.
            self.inbox.end();
            return Err(End::Closed);
        }
        if !self.rate.allows(now) {
            let text = "You are sending too fast.".to_owned();
            let message = ServerMessage::Error {
                about: None,
                table: None,
                code: ErrorCode::Rate,
                reason: None,
                text,
            };
            self.write(&message)?;
            return Err(End::Close(CloseCode::TooManyMessages));
        }
        match received {
            Message::Text(text) => Ok(Some(text)),
            Message::Binary(_) => Err(End::Close(CloseCode::BinaryFrame)),
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) | Message::Frame(_) => Ok(None),
        }
    }

    /// Sends a ping if the client has been silent, or ends the session if an earlier ping had no answer.
    /// Returns the time of the next check.
    async fn check_life(&mut self) -> Result<Instant, End> {
        let now = Instant::now();
        let ping_at = self.heard + limits::PING_AFTER;
        if now < ping_at {
            return Ok(ping_at);
        }
        if self.pinged {
            return Err(End::Gone);
        }
        self.pinged = true;
        self.socket.send(Message::Ping(Bytes::new())).await?;
        Ok(now + limits::PONG_TIMEOUT)
    }

    /// Waits before the next message is read, if too many requests of the client's address were refused.
    /// Otherwise a client could harm the server, because a refusal costs the server more than the request
    /// costs the client.
    async fn rest_if_refused(&self) {
        let from = self.peer.requester().from;
        if self.inbox.was_too_often() && !self.sockets.inner.gate.allow(Bound::Refusals, from) {
            // The timer is in a box, because it is rarely needed and would make every session larger.
            Box::pin(sleep(limits::REFUSED_REST)).await;
        }
    }

    async fn take_name(&mut self, name: &str) -> Result<(), End> {
        name.clone_into(&mut self.visitor.name);
        self.write(&ServerMessage::You {
            name: name.to_owned(),
        })?;
        for following in self.following.values() {
            // If the table is no longer in memory, it shows no names.
            let id = following.id;
            let _ = following.table.take(Input::Rename { id, name }).await;
        }
        Ok(())
    }

    /// Adds a message to the queue, in order with the messages of tables and the lobby.
    pub(super) fn write(&self, message: &ServerMessage) -> Result<(), End> {
        // If the queue doesn't accept the message, `inbox` contains the reason.
        self.peer
            .tell(message)
            .map_err(|_| match self.inbox.over() {
                Some(Over::Behind) => End::Close(CloseCode::FellBehind),
                Some(Over::Gone) | None => End::Gone,
            })
    }

    /// Removes a table from `following`, if the client follows it under the id `follow`. If the client has
    /// followed the table again under a new id, the table stays.
    fn forget(&mut self, table: TableId, follow: FollowId) {
        if self
            .following
            .get(&table)
            .is_some_and(|known| known.id == follow)
        {
            self.following.remove(&table);
        }
    }

    async fn leave_everything(&mut self) {
        self.follow_lobby(false);
        self.follow_own(false);
        self.unfollow_tournament();
        if self.seeks {
            self.sockets.inner.matching.leave(self.peer);
        }
        for (_, following) in self.following.drain() {
            // If the table is no longer in memory, it has no followers.
            let _ = following.table.take(Input::Unfollow(following.id)).await;
        }
    }
}

/// Writes the waiting frames to the socket. The session ends if the client doesn't read them in time.
async fn flush_in_time(inbox: &Inbox) -> Result<(), End> {
    tokio::select! {
        biased;
        flushed = inbox.flush() => flushed.map_err(|_| End::Gone),
        () = sleep(limits::SOCKET_WRITE_TIMEOUT) => Err(End::Gone),
    }
}
