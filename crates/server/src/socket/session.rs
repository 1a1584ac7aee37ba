//! One connection: hello, then messages in and frames out until it ends.

use std::collections::HashMap;
use std::pin::pin;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use boneyard_protocol::{ClientMessage, CloseCode, ErrorCode, PROTOCOL, ServerMessage, TableId};
use futures_util::SinkExt as _;
use tokio::time::{Instant, sleep_until};

use super::Sockets;
use super::end::End;
use super::requests::Objection;
use crate::identity::Visitor;
use crate::limits;
use crate::peer::{FollowId, Inbox, Outbound, Peer};
use crate::rate::Rate;
use crate::table::TableHandle;

/// A connection that somebody speaks through.
pub(super) struct Session<'a> {
    pub(super) sockets: &'a Sockets,
    socket: WebSocket,
    pub(super) visitor: Visitor,
    pub(super) peer: Peer,
    pub(super) following: HashMap<TableId, Following>,
    /// Following the lobby, if so.
    pub(super) lobby: Option<FollowId>,
    rate: Rate,
    /// When the client last gave a sign of life.
    heard: Instant,
    /// Whether it has been asked for one since.
    pinged: bool,
}

/// A table that the client follows.
pub(super) struct Following {
    pub(super) id: FollowId,
    pub(super) table: TableHandle,
}

impl<'a> Session<'a> {
    /// Serves a connection to its end, and gives the socket back for the goodbye.
    pub(super) async fn run(
        sockets: &'a Sockets,
        socket: WebSocket,
        visitor: Visitor,
        peer: Peer,
        mut inbox: Inbox,
    ) -> (WebSocket, End) {
        let now = Instant::now();
        let interval = Duration::from_secs(1) / sockets.config.message_rate.max(1);
        let mut session = Self {
            sockets,
            socket,
            visitor,
            peer,
            following: HashMap::new(),
            lobby: None,
            rate: Rate::new(interval, limits::MESSAGES_BURST, now),
            heard: now,
            pinged: false,
        };
        let end = match session.hello().await {
            Ok(()) => session.serve(&mut inbox).await,
            Err(end) => Err(end),
        };
        session.leave_everything().await;
        (session.socket, end.err().unwrap_or(End::Gone))
    }

    /// Waits for the first message, which must be hello, and answers it.
    async fn hello(&mut self) -> Result<(), End> {
        let mut stopping = self.sockets.stopping.clone();
        let text = tokio::select! {
            text = self.first_text() => text?,
            () = tokio::time::sleep(limits::HELLO_TIMEOUT) => {
                return Err(End::Close(CloseCode::NoHello));
            }
            () = stopping.wait() => return Err(End::Close(CloseCode::Restart)),
        };
        match ClientMessage::parse(text.as_str()) {
            Ok(ClientMessage::Hello { protocol: PROTOCOL }) => {}
            Ok(ClientMessage::Hello { .. }) => return Err(End::Close(CloseCode::Outdated)),
            Ok(other) => {
                let text = "Say hello first.".to_owned();
                let objection =
                    Objection::new(other.about(), other.table(), ErrorCode::Malformed, text);
                self.object(objection).await?;
                return Err(End::Close(CloseCode::Malformed));
            }
            Err(error) => {
                self.write(&ServerMessage::from(&error)).await?;
                return Err(End::Close(CloseCode::Malformed));
            }
        }
        self.write(&ServerMessage::Welcome {
            protocol: PROTOCOL,
            server: env!("CARGO_PKG_VERSION").to_owned(),
            name: self.visitor.name.clone(),
            now_ms: self.sockets.clock.now().0,
        })
        .await
    }

    async fn first_text(&mut self) -> Result<Utf8Bytes, End> {
        loop {
            let received = self.socket.recv().await;
            if let Some(text) = self.take(received).await? {
                return Ok(text);
            }
        }
    }

    /// The loop. Cancelling any of its waits loses nothing.
    async fn serve(&mut self, inbox: &mut Inbox) -> Result<(), End> {
        let mut stopping = self.sockets.stopping.clone();
        let mut stopped = pin!(stopping.wait());
        let mut behind = pin!(inbox.behind.notified());
        let mut check = pin!(sleep_until(self.heard + limits::PING_AFTER));
        loop {
            tokio::select! {
                received = self.socket.recv() => {
                    if let Some(text) = self.take(received).await? {
                        self.handle(text.as_str()).await?;
                    }
                }
                Some(outbound) = inbox.queue.recv() => {
                    let delivered = tokio::select! {
                        biased;
                        delivered = self.deliver(outbound, &mut inbox.queue) => delivered,
                        () = &mut behind => Err(End::Close(CloseCode::FellBehind)),
                        () = tokio::time::sleep(limits::SOCKET_WRITE_TIMEOUT) => Err(End::Gone),
                    };
                    delivered?;
                }
                () = &mut behind => return Err(End::Close(CloseCode::FellBehind)),
                () = &mut check => check.as_mut().reset(self.check_life().await?),
                () = &mut stopped => return Err(End::Close(CloseCode::Restart)),
            }
        }
    }

    /// The text of a frame; none if it isn't for us but for the library, which answers pings and
    /// the client's close.
    async fn take(
        &mut self,
        received: Option<Result<Message, axum::Error>>,
    ) -> Result<Option<Utf8Bytes>, End> {
        let received = received.ok_or(End::Gone)??;
        let now = Instant::now();
        self.heard = now;
        self.pinged = false;
        if !self.rate.allows(now) {
            let text = "You are sending too fast.".to_owned();
            let message = ServerMessage::Error {
                about: None,
                table: None,
                code: ErrorCode::Rate,
                text,
            };
            self.write(&message).await?;
            return Err(End::Close(CloseCode::TooMany));
        }
        match received {
            Message::Text(text) => Ok(Some(text)),
            Message::Binary(_) => Err(End::Close(CloseCode::BinaryFrame)),
            Message::Ping(_) | Message::Pong(_) | Message::Close(_) => Ok(None),
        }
    }

    /// Asks a silent client for a sign of life, or gives it up; when to look again.
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
        self.send(Message::Ping(Bytes::new())).await?;
        Ok(now + limits::PONG_TIMEOUT)
    }

    /// Writes all that waits, in as few system calls as it fits into.
    async fn deliver(
        &mut self,
        first: Outbound,
        queue: &mut tokio::sync::mpsc::Receiver<Outbound>,
    ) -> Result<(), End> {
        let mut next = Some(first);
        while let Some(outbound) = next {
            let frame = match outbound {
                Outbound::Frame(frame) => frame,
                Outbound::Ended {
                    follow,
                    table,
                    frame,
                } => {
                    self.forget(table, follow);
                    frame
                }
                Outbound::Renamed { name } => self.take_name(&name).await,
                Outbound::TurnedOut => return Err(End::Close(CloseCode::NoIdentity)),
            };
            self.socket.feed(Message::Text(frame)).await?;
            next = queue.try_recv().ok();
        }
        Ok(self.socket.flush().await?)
    }

    async fn take_name(&mut self, name: &str) -> Utf8Bytes {
        name.clone_into(&mut self.visitor.name);
        for following in self.following.values() {
            // A table that is gone shows no names.
            let _ = following.table.rename(following.id, name).await;
        }
        let name = name.to_owned();
        ServerMessage::You { name }.encode().into()
    }

    pub(super) async fn write(&mut self, message: &ServerMessage) -> Result<(), End> {
        self.send(Message::Text(message.encode().into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), End> {
        let sent = tokio::time::timeout(limits::SOCKET_WRITE_TIMEOUT, self.socket.send(message));
        Ok(sent.await.map_err(|_| End::Gone)??)
    }

    /// A following has ended; one that was begun after it goes on.
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
        for (_, following) in self.following.drain() {
            // A table that is gone is not followed.
            let _ = following.table.unfollow(following.id).await;
        }
    }
}
