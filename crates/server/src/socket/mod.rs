//! WebSockets. One connection is one task with one select loop, `session`; `requests` is what a
//! client can ask for. Here is the door: who may come in, and who is in.

mod end;
mod link;
mod requests;
mod session;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::response::{IntoResponse as _, Response};
use boneyard_protocol::CloseCode;
use hyper::upgrade::Upgraded;
use parking_lot::{Mutex, MutexGuard};

use self::end::End;
use self::link::WebSocket;
use self::session::Session;
use crate::bus::Message;
use crate::clock::Clock;
use crate::config::Config;
use crate::gate::{self, Address, Gate, Reject, Requester};
use crate::http::{ApiError, origin};
use crate::id::PlayerId;
use crate::identity::{Identity, Visitor};
use crate::limits;
use crate::peer::{Inbox, Notice, Peer};
use crate::shutdown::Stopping;
use crate::table::Tables;
use crate::turns::Turns;

/// What every socket needs, and all that are open. Clones are the same.
#[derive(Clone)]
pub(crate) struct Sockets {
    inner: Arc<Inner>,
}

struct Inner {
    config: Arc<Config>,
    clock: Clock,
    identity: Identity,
    tables: Tables,
    /// Turns at the logs of tables that aren't in memory.
    turns: Turns,
    gate: Gate,
    /// Kept by every socket: the server waits for them when it stops.
    stopping: Stopping,
    open: OpenSockets,
}

/// The sockets of each visitor: tabs and devices. Clones are the same.
#[derive(Clone, Default)]
pub(crate) struct OpenSockets(Arc<Mutex<HashMap<PlayerId, Vec<Peer>>>>);

impl fmt::Debug for Sockets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sockets").finish_non_exhaustive()
    }
}

/// Turns a request into a socket, if one of our own pages or a program sent it. A visitor without
/// an identity is told so by a close code: a page can read that, but not the status of a request.
pub(crate) async fn upgrade(
    State(sockets): State<Sockets>,
    Extension(from): Extension<Address>,
    request: Request,
) -> Response {
    if sockets.is_closing() {
        return ApiError::Stopping.into_response();
    }
    let headers = request.headers();
    if !origin::is_ours(headers, &sockets.inner.config) {
        return ApiError::ForeignOrigin.into_response();
    }
    let visitor = match sockets.inner.identity.visitor(headers).await {
        Ok(visitor) => visitor,
        Err(error) => return ApiError::from(error).into_response(),
    };
    let (response, upgrade) = link::handshake(request);
    if let Some(upgrade) = upgrade {
        tokio::spawn(async move {
            // A client that is gone already needs no service.
            if let Ok(upgraded) = upgrade.await {
                sockets.serve(upgraded, visitor, from).await;
            }
        });
    }
    response
}

impl Sockets {
    /// The door to these tables.
    pub(crate) fn new(
        config: Arc<Config>,
        clock: Clock,
        identity: Identity,
        tables: Tables,
        turns: Turns,
        gate: Gate,
        stopping: Stopping,
    ) -> Self {
        let inner = Inner {
            config,
            clock,
            identity,
            tables,
            turns,
            gate,
            stopping,
            open: OpenSockets::default(),
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    async fn serve(self, upgraded: Upgraded, visitor: Option<Visitor>, from: Address) {
        let player = visitor.as_ref().map(|visitor| visitor.player);
        let player = player.unwrap_or_else(PlayerId::random);
        let opened = link::open(upgraded, Requester { player, from }).await;
        let Some((socket, peer, inbox)) = opened else {
            return;
        };
        let (socket, end) = match visitor {
            Some(visitor) => {
                self.serve_visitor((socket, &inbox), visitor, peer, from)
                    .await
            }
            None => (socket, End::Close(CloseCode::NoIdentity)),
        };
        inbox.end();
        end.say(socket, &inbox).await;
    }

    async fn serve_visitor(
        &self,
        (socket, inbox): (WebSocket, &Inbox),
        visitor: Visitor,
        peer: Peer,
        from: Address,
    ) -> (WebSocket, End) {
        let _registered = match self.enter(&peer, from) {
            Ok(registered) => registered,
            Err(reject) => {
                self.inner.gate.rejects.count(reject);
                return (socket, End::Close(CloseCode::TooMany));
            }
        };
        tracing::debug!("socket opened");
        let (socket, end) = Session::run(self, socket, visitor, peer, inbox).await;
        tracing::debug!(?end, "socket closed");
        end.count(&self.inner.gate.rejects);
        (socket, end)
    }

    /// Registers a socket of a visitor, and takes a permit of their address.
    fn enter(&self, peer: &Peer, from: Address) -> Result<(Registration, gate::Permit), Reject> {
        let of_address = self.inner.gate.open_socket(from)?;
        let mut open = self.open();
        let own = open.entry(peer.player).or_default();
        if own.len() >= limits::SOCKETS_PER_VISITOR_MAX {
            return Err(Reject::VisitorSockets);
        }
        own.push(peer.clone());
        let registration = Registration {
            sockets: self.clone(),
            peer: peer.clone(),
        };
        Ok((registration, of_address))
    }

    /// Whether the server is about to stop: no socket is opened any more, and those that are open end.
    pub(crate) fn is_closing(&self) -> bool {
        self.inner.stopping.has_begun()
    }

    /// How many sockets are open, and how many messages wait for the one that has most.
    pub(crate) fn crowd(&self) -> (usize, usize) {
        let open = self.open();
        let peers = || open.values().flatten();
        let longest = peers().map(Peer::waiting).max();
        (peers().count(), longest.unwrap_or(0))
    }

    /// Tells all sockets of a visitor their new name, at every node.
    fn renamed(&self, player: PlayerId, name: &str) {
        self.inner.open.rename(player, name);
        self.tell_nodes(|| Message::Renamed {
            player,
            name: name.to_owned(),
        });
    }

    /// Closes all sockets of a program whose token was taken back, at every node.
    pub(crate) fn turn_out(&self, bot: PlayerId) {
        self.inner.open.turn_out(bot);
        self.tell_nodes(|| Message::TurnedOut { bot });
    }

    fn tell_nodes(&self, message: impl FnOnce() -> Message) {
        let bus = self.inner.tables.bus();
        if !bus.is_alone() {
            bus.tell_all(message());
        }
    }

    /// All that are open at this node.
    pub(crate) fn all_open(&self) -> &OpenSockets {
        &self.inner.open
    }

    fn open(&self) -> MutexGuard<'_, HashMap<PlayerId, Vec<Peer>>> {
        self.inner.open.lock()
    }
}

impl OpenSockets {
    /// Tells a visitor's sockets the new name.
    pub(crate) fn rename(&self, player: PlayerId, name: &str) {
        let name: Arc<str> = name.into();
        for peer in self.lock().get(&player).into_iter().flatten() {
            let name = Arc::clone(&name);
            peer.notify(Notice::Renamed { name });
        }
    }

    /// Closes the sockets of a program whose token was taken back.
    pub(crate) fn turn_out(&self, bot: PlayerId) {
        for peer in self.lock().get(&bot).into_iter().flatten() {
            peer.notify(Notice::TurnedOut);
        }
    }

    /// Has all clients connect anew, perhaps to another node.
    pub(crate) fn send_away(&self) {
        for peer in self.lock().values().flatten() {
            peer.notify(Notice::SentAway);
        }
    }

    /// A visitor has this one alone.
    #[cfg(test)]
    pub(crate) fn set(&self, peer: Peer) {
        self.lock().insert(peer.player, vec![peer]);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<PlayerId, Vec<Peer>>> {
        self.0.lock()
    }
}

impl fmt::Debug for OpenSockets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenSockets").finish_non_exhaustive()
    }
}

/// An entry among a visitor's sockets; removed when dropped.
struct Registration {
    sockets: Sockets,
    peer: Peer,
}

impl Drop for Registration {
    fn drop(&mut self) {
        let mut open = self.sockets.open();
        if let Some(own) = open.get_mut(&self.peer.player) {
            own.retain(|other| !other.is(&self.peer));
            if own.is_empty() {
                open.remove(&self.peer.player);
            }
        }
    }
}
