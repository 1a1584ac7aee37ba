//! The open sockets at this node, grouped by visitor.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use boneyard_protocol::ServerMessage;
use parking_lot::{Mutex, MutexGuard};

use crate::limits;
use crate::{DeviceId, PlayerId};
use crate::{Frame, Notice, Peer};

/// The sockets of each visitor, in all tabs and on all devices. Clones share the same data.
#[derive(Clone, Default)]
pub struct OpenSockets(Arc<Mutex<Open>>);

#[derive(Default)]
struct Open {
    of: HashMap<PlayerId, Vec<OpenSocket>>,
    /// The number of times that sockets were closed because a credential became invalid.
    expiries: u64,
}

struct OpenSocket {
    peer: Peer,
    /// The device. `None` for a guest and for a bot.
    device: Option<DeviceId>,
}

/// The registration of a socket. Dropping it removes the socket.
#[derive(Debug)]
pub struct Registration {
    sockets: OpenSockets,
    peer: Peer,
}

impl Drop for Registration {
    fn drop(&mut self) {
        let mut open = self.sockets.lock();
        if let Some(own) = open.of.get_mut(&self.peer.player) {
            own.retain(|other| !other.peer.is(&self.peer));
            if own.is_empty() {
                open.of.remove(&self.peer.player);
            }
        }
    }
}

impl OpenSockets {
    /// Registers a socket of a visitor, until the result is dropped. `None` if the visitor already has as
    /// many sockets as one visitor may have.
    pub fn register(&self, peer: &Peer, device: Option<DeviceId>) -> Option<Registration> {
        let mut open = self.lock();
        // Most visitors have one socket, and a `Vec` would reserve space for several.
        let own = open.of.entry(peer.player);
        let own = own.or_insert_with(|| Vec::with_capacity(1));
        if own.len() >= limits::SOCKETS_PER_VISITOR_MAX {
            return None;
        }
        let peer = peer.clone();
        own.push(OpenSocket {
            peer: peer.clone(),
            device,
        });
        let sockets = self.clone();
        Some(Registration { sockets, peer })
    }

    /// The number of times that sockets were closed because a credential became invalid.
    pub fn expiries(&self) -> u64 {
        self.lock().expiries
    }

    /// The number of open sockets, and the greatest number of messages that wait for one of them.
    pub fn crowd(&self) -> (usize, usize) {
        let open = self.lock();
        let peers = || open.of.values().flatten().map(|socket| &socket.peer);
        let longest = peers().map(Peer::waiting).max();
        (peers().count(), longest.unwrap_or(0))
    }

    /// Gives all sockets of a visitor the visitor's new name.
    pub fn rename(&self, player: PlayerId, name: &str) {
        let name: Arc<str> = name.into();
        for socket in self.lock().of(player) {
            let name = Arc::clone(&name);
            socket.peer.notify(Notice::Renamed { name });
        }
    }

    /// Sends a message to all sockets of a visitor whose clients have said hello.
    pub fn tell(&self, player: PlayerId, message: &ServerMessage) {
        self.send(player, &message.encode());
    }

    /// Does what [`Self::tell`] does, for those sockets for which `is_such` holds.
    pub fn tell_where(
        &self,
        player: PlayerId,
        message: &ServerMessage,
        is_such: impl Fn(&Peer) -> bool,
    ) {
        let frame = Frame::from(message);
        for peer in self
            .of(player)
            .iter()
            .filter(|peer| peer.is_greeted() && is_such(peer))
        {
            // A disconnected client needs no message.
            let _ = peer.send(&frame);
        }
    }

    /// Closes the sockets of devices that were signed out.
    pub fn sign_out(&self, player: PlayerId, devices: &[DeviceId]) {
        let mut open = self.lock();
        open.expiries += 1;
        for socket in open.of(player) {
            if socket
                .device
                .is_some_and(|device| devices.contains(&device))
            {
                socket.peer.notify(Notice::TurnedOut);
            }
        }
    }

    /// Closes the sockets of a guest who has made an account, so that the clients of these sockets connect
    /// again. The browser that made the account has a new cookie. Other browsers with the guest's cookie
    /// become new visitors.
    pub fn end_guest(&self, player: PlayerId) {
        let mut open = self.lock();
        open.expiries += 1;
        for socket in open.of(player) {
            if socket.device.is_none() {
                socket.peer.notify(Notice::SentAway);
            }
        }
    }

    /// Closes the sockets of a bot whose token was revoked.
    pub fn turn_out(&self, bot: PlayerId) {
        for socket in self.lock().of(bot) {
            socket.peer.notify(Notice::TurnedOut);
        }
    }

    /// The sockets of a visitor.
    pub fn of(&self, player: PlayerId) -> Vec<Peer> {
        let open = self.lock();
        let sockets = open.of.get(&player).into_iter().flatten();
        sockets.map(|socket| socket.peer.clone()).collect()
    }

    /// All visitors who have an open socket.
    pub fn players(&self) -> Vec<PlayerId> {
        self.lock().of.keys().copied().collect()
    }

    /// The visitor and the device of each open socket.
    pub fn sessions(&self) -> Vec<(PlayerId, Option<DeviceId>)> {
        let open = self.lock();
        let sockets = open.of.values().flatten();
        sockets
            .map(|socket| (socket.peer.player, socket.device))
            .collect()
    }

    /// Sends an encoded message to all sockets of a visitor whose clients have said hello.
    pub fn send(&self, player: PlayerId, message: &str) {
        let frame = Frame::new(message);
        for peer in self.of(player).into_iter().filter(Peer::is_greeted) {
            // A disconnected client needs no message.
            let _ = peer.send(&frame);
        }
    }

    /// Closes all sockets, so that the clients connect again, possibly to another node.
    pub fn send_away(&self) {
        for socket in self.lock().of.values().flatten() {
            socket.peer.notify(Notice::SentAway);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.0.lock()
    }
}

impl Open {
    fn of(&self, player: PlayerId) -> impl Iterator<Item = &OpenSocket> {
        self.of.get(&player).into_iter().flatten()
    }
}

impl fmt::Debug for OpenSockets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenSockets").finish_non_exhaustive()
    }
}
