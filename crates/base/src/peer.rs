//! A connected client, as tables and the lobby see it. A frame for the client is written to its socket at
//! once; while the socket takes no more, frames wait in a bounded queue.

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

/// The id of one following: of one table, or of the lobby, by one socket.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FollowId(u64);

impl FollowId {
    /// An id that this process has not used yet.
    pub fn next() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A message as the bytes of one WebSocket text frame. A server's frames are not masked, so all sockets are
/// sent the same bytes, which clones share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame(Bytes);

impl Frame {
    /// The frame of a message that is encoded already.
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

    /// Joins several frames, to send them at once.
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

/// What a socket's session is told, besides frames.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// The table is no longer followed; the client may have begun another following since.
    Ended {
        /// The following that has ended.
        follow: FollowId,
        /// The table that was followed.
        table: TableId,
    },
    /// A program's token was withdrawn, so the visitor must go.
    TurnedOut,
    /// The server needs the connection's place for others.
    GiveWay,
    /// The client should connect to another node.
    SentAway,
    /// The visitor has changed the name, maybe through another socket.
    Renamed {
        /// The visitor's name from now on.
        name: Arc<str>,
    },
}

/// The client is gone, or so slow that it is cut off.
#[derive(Clone, Copy, Debug)]
pub struct PeerGone;

/// The sending end of a client's queue. Clones lead to the same socket.
#[derive(Clone)]
pub struct Peer {
    /// The visitor at the socket.
    pub player: PlayerId,
    outbound: Arc<Outbound>,
}

/// The session's end of a client's queue.
#[derive(Debug)]
pub struct Inbox {
    outbound: Arc<Outbound>,
}

/// What is on its way to one socket.
struct Outbound {
    /// The address that the visitor came from.
    from: Address,
    waiting: Mutex<Waiting>,
    /// Notified when the session has something to do.
    changed: Notify,
    /// Whether a request of the client was refused as too frequent.
    too_often: AtomicBool,
    /// Whether the visitor has sat at a table that the client follows.
    seated: AtomicBool,
    /// What the server holds against the visitor, with the number of the query that it answers.
    status: Mutex<(u64, Arc<VisitorStatus>)>,
    /// How many such queries were made.
    statuses_asked: AtomicU64,
}

#[derive(Default)]
struct Waiting {
    /// The socket's writing half; none in tests, where frames wait until the test reads them.
    socket: Option<Arc<OwnedWriteHalf>>,
    frames: VecDeque<Frame>,
    /// How many bytes of the first frame have been written.
    written: usize,
    notices: VecDeque<Notice>,
    /// Why frames are no longer taken.
    over: Option<Over>,
}

/// Why a socket gets no more frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// Too many frames wait, so one is missing, and the client must start over.
    Behind,
    /// The session has ended, or the connection has failed.
    Gone,
}

impl Outbound {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock()
    }
}

/// What became of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sent {
    /// The socket has taken all of it.
    Written,
    /// The frame waits, and the session writes it later.
    Waits,
}

impl Waiting {
    /// An error once too many frames wait, or the session has ended.
    fn must_be_open(&mut self) -> Result<(), PeerGone> {
        let waits = self.frames.len().max(self.notices.len());
        if self.over.is_none() && waits >= limits::SOCKET_QUEUE_MAX {
            self.over = Some(Over::Behind);
        }
        self.over.map_or(Ok(()), |_| Err(PeerGone))
    }

    /// Writes a frame, or queues it behind the others.
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

    /// Writes as many of the waiting frames as the socket takes, in as few system calls as possible.
    fn write(&mut self, socket: &OwnedWriteHalf) -> io::Result<()> {
        /// Frames that one system call writes.
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
    /// The two ends of a new queue. Without a socket, frames wait until the session's end takes them.
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
            seated: AtomicBool::new(false),
            status: Mutex::default(),
            statuses_asked: AtomicU64::new(0),
        });
        let inbox = Inbox {
            outbound: Arc::clone(&outbound),
        };
        (Self { player, outbound }, inbox)
    }

    /// The visitor and their address, whose budgets are used.
    pub fn requester(&self) -> Requester {
        Requester {
            player: self.player,
            from: self.outbound.from,
        }
    }

    /// What the server holds against the visitor.
    pub fn status(&self) -> Arc<VisitorStatus> {
        Arc::clone(&self.outbound.status.lock().1)
    }

    /// The number of the next query for what the server holds against the visitor.
    pub fn next_status(&self) -> u64 {
        self.outbound.statuses_asked.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Stores the answer to a query, unless a later one was answered before.
    pub fn set_status(&self, number: u64, status: Arc<VisitorStatus>) {
        let mut known = self.outbound.status.lock();
        if number > known.0 {
            *known = (number, status);
        }
    }

    /// Sends a frame without waiting. If too many frames wait already, the session is told to close: the
    /// sender, a table or the lobby, must not be held up.
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

    /// Queues a frame until [`Self::flush`] is called. This makes no system call, so a frame can be queued
    /// for a crowd without holding up the caller.
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

    /// Writes the waiting frames. The session writes later what the socket doesn't take now.
    pub fn flush(&self) {
        let mut waiting = self.outbound.waiting();
        let socket = waiting.socket.clone();
        let written = socket.map_or(Ok(()), |socket| waiting.write(&socket));
        drop(waiting);
        if written.is_err() {
            self.outbound.changed.notify_one();
        }
    }

    /// Sends a message like [`Self::send`].
    pub fn tell(&self, message: &ServerMessage) -> Result<(), PeerGone> {
        if let ServerMessage::Error { code, .. } = message
            && matches!(code, ErrorCode::Rate | ErrorCode::ChatRate)
        {
            self.outbound.too_often.store(true, Ordering::Relaxed);
        }
        self.send(&Frame::from(message))
    }

    /// Gives the session a notice. A session that has ended ignores it.
    pub fn notify(&self, notice: Notice) {
        let mut waiting = self.outbound.waiting();
        if waiting.must_be_open().is_ok() {
            waiting.notices.push_back(notice);
        }
        drop(waiting);
        self.outbound.changed.notify_one();
    }

    /// Notes that the visitor sits at a table that the client follows.
    pub fn sits(&self) {
        if !self.outbound.seated.load(Ordering::Relaxed) {
            self.outbound.seated.store(true, Ordering::Relaxed);
            // The session's task may have to move to the players' runtime.
            self.outbound.changed.notify_one();
        }
    }

    /// The number of waiting frames.
    pub fn waiting(&self) -> usize {
        self.outbound.waiting().frames.len()
    }

    /// Whether both peers lead to the same socket.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.outbound, &other.outbound)
    }
}

impl Inbox {
    /// Whether the visitor has sat at a table that the client follows.
    pub fn is_seated(&self) -> bool {
        self.outbound.seated.load(Ordering::Relaxed)
    }

    /// Registers the socket with this runtime in place of another one. Returns the reading half, unchanged if
    /// another task is writing just then. After an error the connection is lost.
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

    /// Whether the client was refused as too frequent since the last call.
    pub fn was_too_often(&self) -> bool {
        // The flag is seldom set: reading first keeps the cache line shared.
        self.outbound.too_often.load(Ordering::Relaxed)
            && self.outbound.too_often.swap(false, Ordering::Relaxed)
    }

    /// Waits until there may be notices, waiting frames, or a reason to end.
    pub async fn changed(&self) {
        self.outbound.changed.notified().await;
    }

    /// Why the socket gets no more frames; none while it does.
    pub fn over(&self) -> Option<Over> {
        self.outbound.waiting().over
    }

    /// The first notice that has not been taken yet.
    pub fn notice(&self) -> Option<Notice> {
        self.outbound.waiting().notices.pop_front()
    }

    /// Whether frames wait for the socket to take them.
    pub fn is_waiting(&self) -> bool {
        !self.outbound.waiting().frames.is_empty()
    }

    /// Writes the waiting frames; returns when the socket has taken all of them.
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

    /// Refuses further frames from others. The session itself may still send its reason for ending.
    pub fn end(&self) {
        let mut waiting = self.outbound.waiting();
        waiting.over.get_or_insert(Over::Gone);
        waiting.notices.clear();
    }

    /// Drops the socket.
    pub fn close(&self) {
        let mut waiting = self.outbound.waiting();
        waiting.over.get_or_insert(Over::Gone);
        waiting.socket = None;
        waiting.frames.clear();
    }

    /// Writes what the WebSocket library answers by itself, pongs and closing frames: whole frames, in order.
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
    /// The text of the next waiting message, if any.
    pub fn try_next(&self) -> Option<String> {
        let Frame(bytes) = self.outbound.waiting().frames.pop_front()?;
        let header = match bytes[1] {
            ..126 => 2,
            126 => 4,
            _ => 10,
        };
        Some(String::from_utf8(bytes[header..].to_vec()).expect("messages are text"))
    }

    /// The text of the next message.
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

    /// A peer whose socket leads to the other end of a connection.
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
        // Must return at once, or the test hangs.
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
            // Three frames wait, the first of them in part.
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
