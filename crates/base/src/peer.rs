//! A connected client, as tables and the lobby use it. A frame for the client is written to its socket at
//! once. If the socket can't take more data, frames wait in a bounded queue.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use boneyard_protocol::{ErrorCode, ServerMessage, TableId};
use bytes::Bytes;
use parking_lot::{Mutex, MutexGuard};
use tokio::net::TcpStream;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::Notify;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use crate::PlayerId;
use crate::address::Address;
use crate::limits;
use crate::requester::Requester;
use crate::visitor_status::VisitorStatus;

/// The id of a subscription: one socket follows one table, or the lobby.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FollowId(u64);

impl FollowId {
    /// Makes an id that this process has not used yet.
    pub fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A message, encoded as one WebSocket text frame. A server doesn't mask its frames, so the same bytes can be
/// sent to all sockets. Clones share the bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame(Bytes);

impl Frame {
    /// Makes a frame from an encoded message.
    pub fn new(json: &str) -> Self {
        let header = FrameHeader {
            opcode: OpCode::Data(Data::Text),
            ..FrameHeader::default()
        };
        let length = json.len() as u64;
        let mut bytes = Vec::with_capacity(header.len(length) + json.len());
        header
            .format(length, &mut bytes)
            .expect("a Vec takes all that is written to it");
        bytes.extend_from_slice(json.as_bytes());
        Self(bytes.into())
    }

    /// Joins several frames into one, to send them together.
    pub fn joined(frames: &[Self]) -> Self {
        let bytes: Vec<&[u8]> = frames.iter().map(|frame| &frame.0[..]).collect();
        Self(bytes.concat().into())
    }
}

impl From<&ServerMessage> for Frame {
    fn from(message: &ServerMessage) -> Self {
        Self::new(&message.encode())
    }
}

/// A message to the session of a socket. It is not sent to the client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// The client no longer follows a table. It may have begun to follow the table again under another id.
    Ended {
        /// The id of the subscription that has ended.
        follow: FollowId,
        /// The table that was followed.
        table: TableId,
    },
    /// The session's credential was revoked, so the session must end.
    TurnedOut,
    /// The server needs the connection for other clients.
    GiveWay,
    /// The client should connect to another node.
    SentAway,
    /// The visitor has changed the name, possibly through another socket.
    Renamed {
        /// The visitor's new name.
        name: Arc<str>,
    },
}

/// The error if the client has disconnected, or was disconnected because it was too slow.
#[derive(Clone, Copy, Debug)]
pub struct PeerGone;

/// The sending end of a client's queue. Clones send to the same socket.
#[derive(Clone)]
pub struct Peer {
    /// The visitor of the socket.
    pub player: PlayerId,
    outbound: Arc<Outbound>,
}

/// The end of a client's queue that the session uses.
#[derive(Debug)]
pub struct Inbox {
    outbound: Arc<Outbound>,
}

/// The state that both ends of one socket's queue share.
struct Outbound {
    /// The network address of the visitor.
    from: Address,
    waiting: Mutex<Waiting>,
    /// Notified when the session has something to do.
    changed: Notify,
    /// Whether a request of the client was refused because the client had sent too many requests.
    too_often: AtomicBool,
    /// Whether the client has said hello.
    greeted: AtomicBool,
    /// Whether the visitor has had a seat at a table that the client follows.
    seated: AtomicBool,
    /// The visitor's blocks and restrictions, and the number of the query that has read them.
    status: Mutex<(u64, Arc<VisitorStatus>)>,
    /// The number of queries for the status so far.
    statuses_asked: AtomicU64,
}

#[derive(Default)]
struct Waiting {
    /// The writing half of the socket. `None` in tests: there, frames wait until the test reads them.
    socket: Option<Arc<OwnedWriteHalf>>,
    frames: VecDeque<Frame>,
    /// How many bytes of the first frame have been written.
    written: usize,
    notices: VecDeque<Notice>,
    /// Why the socket takes no more frames. `None` while it takes them.
    over: Option<Over>,
}

/// Why a socket takes no more frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// Too many frames were waiting, so one was dropped. The client must start again.
    Behind,
    /// The session has ended, or the connection has failed.
    Gone,
}

impl Outbound {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock()
    }
}

/// The result of sending a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sent {
    /// The whole frame was written to the socket.
    Written,
    /// The frame waits, and the session will write it.
    Waits,
}

impl Waiting {
    /// Fails if too many frames wait, or if the session has ended.
    fn must_be_open(&mut self) -> Result<(), PeerGone> {
        let waits = self.frames.len().max(self.notices.len());
        if self.over.is_none() && waits >= limits::SOCKET_QUEUE_MAX {
            self.over = Some(Over::Behind);
        }
        self.over.map_or(Ok(()), |_| Err(PeerGone))
    }

    /// Writes a frame to the socket, or adds it to the queue.
    fn send(&mut self, frame: &Frame) -> Result<Sent, PeerGone> {
        let socket = self.socket.as_ref().filter(|_| self.frames.is_empty());
        let written = match socket.map(|socket| socket.try_write(&frame.0)) {
            Some(Ok(all)) if all == frame.0.len() => return Ok(Sent::Written),
            Some(Ok(part)) => part,
            Some(Err(error)) if error.kind() != io::ErrorKind::WouldBlock => {
                self.over = Some(Over::Gone);
                return Err(PeerGone);
            }
            Some(Err(_)) | None => 0,
        };
        self.push(frame.clone());
        self.written += written;
        Ok(Sent::Waits)
    }

    fn push(&mut self, frame: Frame) {
        if self.frames.is_empty() {
            self.written = 0;
        }
        self.frames.push_back(frame);
    }

    /// Writes as many waiting frames as the socket takes, with as few system calls as possible.
    fn write(&mut self, socket: &OwnedWriteHalf) -> io::Result<()> {
        /// The number of frames that one system call writes.
        const SLICES: usize = 16;
        while !self.frames.is_empty() {
            let mut slices = [io::IoSlice::new(&[]); SLICES];
            for (slice, (at, frame)) in slices.iter_mut().zip(self.frames.iter().enumerate()) {
                let written = if at == 0 { self.written } else { 0 };
                *slice = io::IoSlice::new(&frame.0[written..]);
            }
            let count = self.frames.len().min(SLICES);
            let mut taken = self.written + socket.try_write_vectored(&slices[..count])?;
            while let Some(first) = self.frames.front()
                && taken >= first.0.len()
            {
                taken -= first.0.len();
                self.frames.pop_front();
            }
            self.written = taken;
        }
        Ok(())
    }
}

impl Peer {
    /// Makes the two ends of a new queue. Without a socket, frames wait until they are taken from the
    /// [`Inbox`].
    pub fn channel(requester: Requester, socket: Option<OwnedWriteHalf>) -> (Self, Inbox) {
        let Requester { player, from } = requester;
        let outbound = Arc::new(Outbound {
            from,
            waiting: Mutex::new(Waiting {
                socket: socket.map(Arc::new),
                ..Waiting::default()
            }),
            changed: Notify::new(),
            too_often: AtomicBool::new(false),
            greeted: AtomicBool::new(false),
            seated: AtomicBool::new(false),
            status: Mutex::default(),
            statuses_asked: AtomicU64::new(0),
        });
        let inbox = Inbox {
            outbound: Arc::clone(&outbound),
        };
        (Self { player, outbound }, inbox)
    }

    /// The visitor and the network address whose budgets the client uses.
    pub fn requester(&self) -> Requester {
        Requester {
            player: self.player,
            from: self.outbound.from,
        }
    }

    /// Called when the client has said hello.
    pub fn greet(&self) {
        self.outbound.greeted.store(true, Ordering::Relaxed);
    }

    /// Whether the client has said hello. Before that, it is sent nothing but refusals.
    pub(crate) fn is_greeted(&self) -> bool {
        self.outbound.greeted.load(Ordering::Relaxed)
    }

    /// The visitor's blocks and restrictions.
    pub fn status(&self) -> Arc<VisitorStatus> {
        Arc::clone(&self.outbound.status.lock().1)
    }

    /// Makes the number of the next query for the visitor's status.
    pub fn next_status(&self) -> u64 {
        self.outbound.statuses_asked.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Stores the result of a query, unless the result of a later query is already stored.
    pub fn set_status(&self, number: u64, status: Arc<VisitorStatus>) {
        let mut known = self.outbound.status.lock();
        if number > known.0 {
            *known = (number, status);
        }
    }

    /// Sends a frame without waiting. If too many frames wait, drops the frame, and the session ends: a slow
    /// client must not delay the sender, which is a table or the lobby.
    pub fn send(&self, frame: &Frame) -> Result<(), PeerGone> {
        let mut waiting = self.outbound.waiting();
        let is_open = waiting.must_be_open();
        let sent = is_open.and_then(|()| waiting.send(frame));
        drop(waiting);
        if !matches!(sent, Ok(Sent::Written)) {
            self.outbound.changed.notify_one();
        }
        sent.map(|_| ())
    }

    /// Adds a frame to the queue without writing it. [`Self::flush`] writes it. Without a system call, a
    /// frame can be queued for many clients in a short time.
    pub fn queue(&self, frame: &Frame) -> Result<(), PeerGone> {
        let mut waiting = self.outbound.waiting();
        let is_open = waiting.must_be_open();
        if is_open.is_ok() {
            waiting.push(frame.clone());
        } else {
            self.outbound.changed.notify_one();
        }
        is_open
    }

    /// Writes the waiting frames. If the socket can't take all of them, the session writes the rest.
    pub fn flush(&self) {
        let mut waiting = self.outbound.waiting();
        let socket = waiting.socket.clone();
        let written = socket.map_or(Ok(()), |socket| waiting.write(&socket));
        drop(waiting);
        if written.is_err() {
            self.outbound.changed.notify_one();
        }
    }

    /// Sends a message in the same way as [`Self::send`].
    pub fn tell(&self, message: &ServerMessage) -> Result<(), PeerGone> {
        if let ServerMessage::Error { code, .. } = message
            && matches!(code, ErrorCode::Rate | ErrorCode::ChatRate)
        {
            self.outbound.too_often.store(true, Ordering::Relaxed);
        }
        self.send(&Frame::from(message))
    }

    /// Sends a notice to the session. If the session has ended, the notice is ignored.
    pub fn notify(&self, notice: Notice) {
        let mut waiting = self.outbound.waiting();
        if waiting.must_be_open().is_ok() {
            waiting.notices.push_back(notice);
        }
        drop(waiting);
        self.outbound.changed.notify_one();
    }

    /// Stores that the visitor has a seat at a table that the client follows.
    pub fn sits(&self) {
        if !self.outbound.seated.load(Ordering::Relaxed) {
            self.outbound.seated.store(true, Ordering::Relaxed);
            // The session's task may have to move to the runtime that serves players.
            self.outbound.changed.notify_one();
        }
    }

    /// The number of waiting frames.
    pub fn waiting(&self) -> usize {
        self.outbound.waiting().frames.len()
    }

    /// Whether both values belong to the same socket.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.outbound, &other.outbound)
    }
}

impl Inbox {
    /// Whether the visitor has had a seat at a table that the client follows.
    pub fn is_seated(&self) -> bool {
        self.outbound.seated.load(Ordering::Relaxed)
    }

    /// Registers the socket with the current runtime, and no longer with the runtime that has served it so
    /// far. Returns the new reading half. If another task is writing at this moment, returns the old reading
    /// half as an error. If an I/O error is returned, the connection is lost.
    pub fn watch_here(
        &self,
        read: OwnedReadHalf,
    ) -> io::Result<Result<OwnedReadHalf, OwnedReadHalf>> {
        let mut waiting = self.outbound.waiting();
        let Some(write) = waiting.socket.take() else {
            return Ok(Err(read));
        };
        let write = match Arc::try_unwrap(write) {
            Ok(write) => write,
            Err(write) => {
                waiting.socket = Some(write);
                return Ok(Err(read));
            }
        };
        let stream = read.reunite(write).map_err(io::Error::other)?;
        let (read, write) = TcpStream::from_std(stream.into_std()?)?.into_split();
        waiting.socket = Some(Arc::new(write));
        Ok(Ok(read))
    }

    /// Whether, since the last call of this function, a request of the client was refused because the client
    /// had sent too many requests.
    pub fn was_too_often(&self) -> bool {
        // The flag is seldom set. Reading it first avoids a write, so the cores can share the cache line.
        self.outbound.too_often.load(Ordering::Relaxed)
            && self.outbound.too_often.swap(false, Ordering::Relaxed)
    }

    /// Waits until there may be a notice, a waiting frame, or a reason to end.
    pub async fn changed(&self) {
        self.outbound.changed.notified().await;
    }

    /// Why the socket takes no more frames. `None` while it takes them.
    pub fn over(&self) -> Option<Over> {
        self.outbound.waiting().over
    }

    /// Takes the first waiting notice.
    pub fn notice(&self) -> Option<Notice> {
        self.outbound.waiting().notices.pop_front()
    }

    /// Whether frames wait to be written.
    pub fn is_waiting(&self) -> bool {
        !self.outbound.waiting().frames.is_empty()
    }

    /// Writes the waiting frames, and returns when the socket has taken all of them.
    pub async fn flush(&self) -> io::Result<()> {
        let Some(socket) = self.outbound.waiting().socket.clone() else {
            return Ok(());
        };
        loop {
            let written = self.outbound.waiting().write(&socket);
            match written {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    socket.writable().await?;
                }
                other => return other,
            }
        }
    }

    /// Refuses further frames from other tasks. The session itself can still send why it ends.
    pub fn end(&self) {
        let mut waiting = self.outbound.waiting();
        waiting.over.get_or_insert(Over::Gone);
        waiting.notices.clear();
    }

    /// Drops the socket and all waiting frames.
    pub fn close(&self) {
        let mut waiting = self.outbound.waiting();
        waiting.over.get_or_insert(Over::Gone);
        waiting.socket = None;
        waiting.frames.clear();
    }

    /// Sends the frames that the WebSocket library creates: pongs and closing frames. `bytes` are whole
    /// frames, in order.
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        let frame = Frame(Bytes::copy_from_slice(bytes));
        match self.outbound.waiting().send(&frame) {
            Ok(_) => Ok(()),
            Err(PeerGone) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }
}

impl Drop for Inbox {
    fn drop(&mut self) {
        self.close();
    }
}

impl fmt::Debug for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Peer").finish_non_exhaustive()
    }
}

impl fmt::Debug for Outbound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outbound").finish_non_exhaustive()
    }
}

impl Inbox {
    /// The text of the next waiting message. `None` if no message waits.
    pub fn try_next(&self) -> Option<String> {
        let Frame(bytes) = self.outbound.waiting().frames.pop_front()?;
        let header = match bytes[1] {
            ..126 => 2,
            126 => 4,
            _ => 10,
        };
        Some(String::from_utf8(bytes[header..].to_vec()).expect("messages are text"))
    }

    /// Waits for the next message, and returns its text.
    pub async fn next(&self) -> String {
        loop {
            if let Some(text) = self.try_next() {
                return text;
            }
            self.changed().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use tokio::io::AsyncReadExt as _;
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    fn requester() -> Requester {
        Requester {
            player: PlayerId::random(),
            from: IpAddr::from(Ipv4Addr::LOCALHOST).into(),
        }
    }

    fn frame() -> Frame {
        Frame::new(&format!("{{{}}}", "x".repeat(300)))
    }

    /// A peer that is connected over TCP to the returned stream.
    async fn connected() -> (Peer, Inbox, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (near, far) = tokio::join!(listener.accept(), TcpStream::connect(address));
        let (_, socket) = near.unwrap().0.into_split();
        let (peer, inbox) = Peer::channel(requester(), Some(socket));
        (peer, inbox, far.unwrap())
    }

    #[tokio::test]
    async fn a_full_queue_tells_its_own_socket_and_nobody_waits() {
        let (slow, inbox) = Peer::channel(requester(), None);
        for _ in 0..limits::SOCKET_QUEUE_MAX {
            slow.send(&frame()).unwrap();
        }
        inbox.changed().await;
        assert_eq!(inbox.over(), None);
        assert!(slow.send(&frame()).is_err());
        // This must return at once. Otherwise the test hangs.
        inbox.changed().await;
        assert_eq!(inbox.over(), Some(Over::Behind));
    }

    #[tokio::test]
    async fn what_the_socket_does_not_take_waits_and_comes_whole_and_in_order() {
        let (peer, inbox, mut far) = connected().await;
        let mut sent = Vec::new();
        for number in 0.. {
            let text = format!("{{{number} {}}}", "x".repeat(60_000));
            sent.extend_from_slice(&Frame::new(&text).0);
            peer.send(&Frame::new(&text)).unwrap();
            // Now three frames wait, and a part of the first one has been written.
            if peer.waiting() == 3 {
                break;
            }
        }
        inbox.write(b"pong").unwrap();
        sent.extend_from_slice(b"pong");
        let mut received = vec![0; sent.len()];
        let (flushed, read) = tokio::join!(inbox.flush(), far.read_exact(&mut received));
        flushed.unwrap();
        read.unwrap();
        assert!(received == sent);
        assert!(!inbox.is_waiting());
    }

    #[tokio::test]
    async fn what_is_queued_is_written_when_it_is_flushed() {
        let (peer, inbox, mut far) = connected().await;
        peer.queue(&frame()).unwrap();
        peer.send(&frame()).unwrap();
        assert_eq!(peer.waiting(), 2, "in turn");
        peer.flush();
        assert!(!inbox.is_waiting());
        let mut received = vec![0; 2 * frame().0.len()];
        far.read_exact(&mut received).await.unwrap();
        assert!(received.ends_with(&frame().0));
    }

    #[tokio::test]
    async fn an_ended_session_takes_nothing_from_others() {
        let (peer, inbox, mut far) = connected().await;
        inbox.end();
        assert!(peer.send(&frame()).is_err());
        peer.notify(Notice::TurnedOut);
        assert_eq!(inbox.notice(), None);
        inbox.write(b"bye").unwrap();
        inbox.close();
        drop(peer);
        let mut received = Vec::new();
        far.read_to_end(&mut received).await.unwrap();
        assert_eq!(received, b"bye");
    }

    #[test]
    fn lengths_are_written_as_the_web_socket_protocol_says() {
        let header = |length: usize| {
            let bytes = Frame::new(&"x".repeat(length)).0;
            bytes[..bytes.len() - length].to_vec()
        };
        assert_eq!(header(125), [0x81, 125]);
        assert_eq!(header(126), [0x81, 126, 0, 126]);
        assert_eq!(header(65_536), [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]);
    }
}
