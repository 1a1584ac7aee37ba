//! WebSockets. Each connection is a task with one select loop, in the module `session`. The module
//! `requests` handles what a client can ask for. This module accepts visitors, and knows all open sockets.

mod end;
mod link;
mod requests;
mod session;

use std::fmt;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{SEC_WEBSOCKET_KEY, UPGRADE};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Extension, Router};
use boneyard_base::{
    Address, Clock, Credential, DeviceId, Inbox, OpenSockets, Peer, PlayerId, Registration,
    Requester, Turns, Visitor,
};
use boneyard_cluster::Message;
use boneyard_matching::Matching;
use boneyard_organiser::Organiser;
use boneyard_people::{Identity, People, Present};
use boneyard_protocol::CloseCode;
use boneyard_store::StoreError;
use boneyard_table::Tables;
use hyper::upgrade::Upgraded;
use tokio::runtime::Handle;

use self::end::End;
use self::link::WebSocket;
use self::session::Session;
use crate::AppState;
use crate::config::Config;
use crate::gate::{self, Gate, Mistake, Reject};
use crate::http::{ApiError, origin};
use crate::runtimes::UntilSeated;
use crate::shutdown::Stopping;

/// All open sockets, and the parts of the server that every socket needs. All clones share them.
#[derive(Clone)]
pub(crate) struct Sockets {
    inner: Arc<Inner>,
}

struct Inner {
    config: Arc<Config>,
    clock: Clock,
    identity: Identity,
    tables: Tables,
    matching: Matching,
    organiser: Organiser,
    people: People,
    /// The queue of requests that must read the log of a table that isn't in memory. Only a few of them run
    /// at the same time, and the network addresses of the clients take turns.
    turns: Turns,
    gate: Gate,
    /// The runtime that serves visitors who have a seat at a table.
    players: Handle,
    /// Every socket holds a clone of this value, so the shutdown waits for all sockets.
    stopping: Stopping,
    open: OpenSockets,
}

/// The visitor for whom a socket will be opened.
struct Caller {
    visitor: Option<Visitor>,
    device: Option<DeviceId>,
    from: Address,
    /// The value of [`OpenSockets::expiries`] before the server looked up the visitor. If it has changed
    /// afterwards, the device may have been signed out in the meantime.
    expiries: u64,
}

impl fmt::Debug for Sockets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sockets").finish_non_exhaustive()
    }
}

/// The route at which clients open WebSockets.
pub(crate) fn routes() -> Router<AppState> {
    Router::new().route("/ws", get(upgrade))
}

/// Upgrades a request to a WebSocket, if a page of this server or a program sent it. For a visitor without
/// an identity, the WebSocket is opened and then closed with a code, because a page can read a close code
/// but not an HTTP status.
async fn upgrade(
    State(sockets): State<Sockets>,
    Extension(from): Extension<Address>,
    request: Request,
) -> Response {
    if sockets.is_closing() {
        return ApiError::Stopping.into_response();
    }
    let headers = request.headers();
    let gate = &sockets.inner.gate;
    if let Err(refusal) = origin::check(headers, &sockets.inner.config, gate) {
        return refusal.into_response();
    }
    // Browsers send both headers in a request for a WebSocket, so a proxy has removed `Upgrade`.
    let is_cut = headers.contains_key(SEC_WEBSOCKET_KEY) && !headers.contains_key(UPGRADE);
    if is_cut && gate.mistakes.is_due(Mistake::NoUpgrade) {
        tracing::warn!(
            "a WebSocket was asked for without the `Upgrade` header: the proxy in front must pass the \
             headers `Upgrade` and `Connection` on (nginx: proxy_http_version 1.1; proxy_set_header Upgrade \
             $http_upgrade; proxy_set_header Connection \"upgrade\")"
        );
    }
    let identity = &sockets.inner.identity;
    let expiries = sockets.inner.open.expiries();
    let caller = match identity.known(headers).await {
        Ok(known) => {
            let (credential, visitor) = known.unzip();
            Caller {
                device: credential.and_then(|said| said.device),
                visitor,
                from,
                expiries,
            }
        }
        Err(error) => return ApiError::from(error).into_response(),
    };
    let (response, upgrade) = link::handshake(request);
    if let Some(upgrade) = upgrade {
        tokio::spawn(async move {
            // If the client has disconnected already, nothing needs to be done.
            if let Ok(upgraded) = upgrade.await {
                sockets.open_and_serve(upgraded, caller).await;
            }
        });
    }
    response
}

impl Sockets {
    /// Creates the list, without open sockets.
    pub(crate) fn new(
        config: Arc<Config>,
        clock: Clock,
        people: &People,
        (tables, matching, organiser): (Tables, Matching, Organiser),
        turns: Turns,
        gate: Gate,
        stopping: Stopping,
    ) -> Self {
        let inner = Inner {
            config,
            clock,
            identity: people.identity.clone(),
            tables,
            matching,
            organiser,
            people: people.clone(),
            turns,
            gate,
            players: Handle::current(),
            stopping,
            open: people.sockets.clone(),
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    async fn open_and_serve(self, upgraded: Upgraded, caller: Caller) {
        let player = caller.visitor.as_ref().map(|visitor| visitor.player);
        let player = player.unwrap_or_else(PlayerId::random);
        let from = caller.from;
        let players = self.inner.players.clone();
        let opened = link::open(upgraded, Requester { player, from }).await;
        let Some((socket, peer, inbox)) = opened else {
            return;
        };
        let serving = self.serve(socket, caller, peer, Arc::clone(&inbox));
        UntilSeated::new(serving, inbox, players).await;
    }

    // These functions borrow their arguments. If they owned them, the future of a connection would contain
    // each value twice.
    async fn serve(self, mut socket: WebSocket, caller: Caller, peer: Peer, inbox: Arc<Inbox>) {
        let end = self
            .serve_caller((&mut socket, &inbox), &caller, &peer)
            .await;
        inbox.end();
        end.say(socket, &inbox).await;
    }

    async fn serve_caller(
        &self,
        (socket, inbox): (&mut WebSocket, &Inbox),
        caller: &Caller,
        peer: &Peer,
    ) -> End {
        let Some(visitor) = &caller.visitor else {
            return End::Close(CloseCode::NoIdentity);
        };
        let _registered = match self.enter(peer, caller) {
            Ok(registered) => registered,
            Err(reject) => {
                self.inner.gate.rejects.count(reject);
                return End::Close(CloseCode::TooManyConnections);
            }
        };
        if !self.is_still(caller, visitor).await {
            return End::Close(CloseCode::NoIdentity);
        }
        let _present = match self.meet(peer).await {
            // The value is in a box, because most visitors have no account.
            Ok(present) => present.map(Box::new),
            // The client is told to reconnect, because another node may still reach the database.
            Err(error) => {
                tracing::error!(%error, "what is minded of a visitor can't be read");
                return End::Close(CloseCode::Restart);
            }
        };
        tracing::debug!("socket opened");
        let mut session = Session::new(self, socket, visitor.clone(), peer, inbox);
        let end = session.run().await;
        tracing::debug!(?end, "socket closed");
        end.count(&self.inner.gate.rejects);
        end
    }

    /// Registers a visitor's socket, and takes a permit from the gate for the visitor's address. Returns an
    /// error if the visitor or the address has too many sockets.
    fn enter(&self, peer: &Peer, caller: &Caller) -> Result<(Registration, gate::Permit), Reject> {
        let of_address = self.inner.gate.open_socket(caller.from)?;
        let registered = self.inner.open.register(peer, caller.device);
        let registration = registered.ok_or(Reject::VisitorSockets)?;
        Ok((registration, of_address))
    }

    /// Whether the caller's cookie is still valid. If the device was signed out after the visitor was looked
    /// up, the new socket may have missed the notice about it.
    async fn is_still(&self, caller: &Caller, visitor: &Visitor) -> bool {
        if self.inner.open.expiries() == caller.expiries || visitor.player.is_bot() {
            return true;
        }
        let credential = Credential {
            player: visitor.player,
            device: caller.device,
        };
        let found = self.inner.identity.bearer(credential).await;
        found.is_ok_and(|found| found.is_some())
    }

    /// Reads the visitor's status (blocks, mute, ban and account) from the database. The caller must have
    /// registered the socket already. If the visitor has an account, the account's friends now see it as
    /// online.
    async fn meet(&self, peer: &Peer) -> Result<Option<Present>, StoreError> {
        let people = &self.inner.people;
        let status = people.meet(peer).await?;
        Ok(status.person.map(|_| people.come(peer.player)))
    }

    /// Whether the shutdown has begun. No socket is opened after that, and open sockets are closed.
    pub(crate) fn is_closing(&self) -> bool {
        self.inner.stopping.has_begun()
    }

    /// The number of open sockets, and the number of messages in the longest queue of a socket.
    pub(crate) fn crowd(&self) -> (usize, usize) {
        self.inner.open.crowd()
    }

    /// Sends a visitor's new name to all sockets of the visitor, at every node.
    pub(crate) fn renamed(&self, player: PlayerId, name: &str) {
        self.inner.open.rename(player, name);
        self.tell_nodes(|| Message::Renamed {
            player,
            name: name.to_owned(),
        });
    }

    /// Closes all sockets of a bot at every node, after its token was withdrawn.
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
}
