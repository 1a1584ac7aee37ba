//! The lower bound: one thread waits with epoll and reads, and another one writes to SQLite and
//! then to the sockets. A relay that stores plays can't do less.

use std::collections::HashMap;
use std::error::Error;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::mpsc::Sender;

use boneyard_peers::Settings;
use boneyard_peers::frame::{self, Received};
use boneyard_peers::play::{self, Place, turn};
use boneyard_peers::storage::{self, Append};
use clap::Parser as _;
use rustix::buffer::spare_capacity;
use rustix::event::epoll::{self, EventData, EventFlags};

/// The token of the listener in a wait; connections have all other numbers.
const LISTENER: u64 = u64::MAX;

const EVENTS_MAX: usize = 1024;
const READ_BYTES: usize = 4096;
const HEADERS_MAX: usize = 32;

type Sockets = [Arc<TcpStream>; 2];

struct Relay {
    epoll: OwnedFd,
    listener: TcpListener,
    connections: HashMap<u64, Connection>,
    next_connection: u64,
    tables: HashMap<u32, Table>,
    log: Sender<Append<Sockets>>,
    update_bytes: usize,
}

struct Connection {
    stream: Arc<TcpStream>,
    received: Vec<u8>,
    /// Known after the connection has become a WebSocket.
    place: Option<Place>,
}

#[derive(Default)]
struct Table {
    seats: [Option<Arc<TcpStream>>; 2],
    ply: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let settings = Settings::parse();
    let update_bytes = settings.update_bytes;
    let log = storage::start(&settings.database, move |append: Append<Sockets>| {
        let update = play::update(append.place.table, append.ply, update_bytes);
        send(&append.then, &update);
    })?;
    let listener = TcpListener::bind(settings.listen)?;
    listener.set_nonblocking(true)?;
    let epoll = epoll::create(epoll::CreateFlags::CLOEXEC)?;
    epoll::add(
        &epoll,
        &listener,
        EventData::new_u64(LISTENER),
        EventFlags::IN,
    )?;
    println!("http://{}", listener.local_addr()?);
    let mut relay = Relay {
        epoll,
        listener,
        connections: HashMap::new(),
        next_connection: 0,
        tables: HashMap::new(),
        log,
        update_bytes,
    };
    let mut events = Vec::with_capacity(EVENTS_MAX);
    loop {
        epoll::wait(&relay.epoll, spare_capacity(&mut events), None)?;
        for event in events.drain(..) {
            match event.data.u64() {
                LISTENER => relay.accept()?,
                connection => {
                    // A connection that fails is closed; the others continue.
                    if relay.read(connection).is_err() {
                        relay.connections.remove(&connection);
                    }
                }
            }
        }
    }
}

/// Sends an update to the connected players.
fn send(sockets: &Sockets, update: &str) {
    let frame = frame::text(update);
    for socket in sockets {
        let _ = (&**socket).write_all(&frame);
    }
}

impl Relay {
    fn accept(&mut self) -> Result<(), Box<dyn Error>> {
        let (stream, _) = match self.listener.accept() {
            Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
            accepted => accepted?,
        };
        stream.set_nonblocking(true)?;
        stream.set_nodelay(true)?;
        let connection = self.next_connection;
        self.next_connection += 1;
        epoll::add(
            &self.epoll,
            &stream,
            EventData::new_u64(connection),
            EventFlags::IN,
        )?;
        let connection_state = Connection {
            stream: Arc::new(stream),
            received: Vec::new(),
            place: None,
        };
        self.connections.insert(connection, connection_state);
        Ok(())
    }

    fn read(&mut self, connection: u64) -> Result<(), Box<dyn Error>> {
        let Some(from) = self.connections.get_mut(&connection) else {
            return Ok(());
        };
        let mut buffer = [0; READ_BYTES];
        let length = (&*from.stream).read(&mut buffer)?;
        if length == 0 {
            return Err("gone".into());
        }
        from.received.extend_from_slice(&buffer[..length]);
        let Some(place) = from.place else {
            from.place = shake_hands(from)?;
            if let Some(place) = from.place {
                let stream = Arc::clone(&from.stream);
                self.sit(place, stream);
            }
            return Ok(());
        };
        loop {
            match frame::take(&mut from.received) {
                Received::Text(body) => {
                    if let Some(table) = self.tables.get_mut(&place.table) {
                        table.play(place, body, &self.log)?;
                    }
                }
                Received::Incomplete => return Ok(()),
                Received::Other => {}
                Received::Close => return Err("closed".into()),
            }
        }
    }

    /// Seats a player, and informs both players when both are there.
    fn sit(&mut self, place: Place, stream: Arc<TcpStream>) {
        let table = self.tables.entry(place.table).or_default();
        table.seats[place.seat as usize] = Some(stream);
        if let Some(sockets) = table.sockets() {
            send(
                &sockets,
                &play::update(place.table, table.ply, self.update_bytes),
            );
        }
    }
}

impl Table {
    fn sockets(&self) -> Option<Sockets> {
        let [one, other] = &self.seats;
        Some([Arc::clone(one.as_ref()?), Arc::clone(other.as_ref()?)])
    }

    fn play(
        &mut self,
        place: Place,
        body: String,
        log: &Sender<Append<Sockets>>,
    ) -> Result<(), Box<dyn Error>> {
        let is_in_turn = turn(self.ply) == place.seat && play::ply(&body) == Some(self.ply);
        let sockets = self.sockets().filter(|_| is_in_turn);
        let sockets = sockets.ok_or("out of turn")?;
        self.ply += 1;
        log.send(Append {
            place,
            ply: self.ply,
            body,
            then: sockets,
        })
        .map_err(|_| "the storage is gone")?;
        Ok(())
    }
}

/// Answers the request for a WebSocket on `/?table=…&seat=…`, when it is complete.
fn shake_hands(connection: &mut Connection) -> Result<Option<Place>, Box<dyn Error>> {
    let mut headers = [httparse::EMPTY_HEADER; HEADERS_MAX];
    let mut request = httparse::Request::new(&mut headers);
    let httparse::Status::Complete(length) = request.parse(&connection.received)? else {
        return Ok(None);
    };
    let mut headers = request.headers.iter();
    let key = headers.find(|header| header.name.eq_ignore_ascii_case("sec-websocket-key"));
    let key = key.ok_or("no key")?.value;
    let accept = tungstenite::handshake::derive_accept_key(key);
    let path = request.path.ok_or("no path")?;
    let number = |name: &str| -> Result<u32, Box<dyn Error>> {
        let (_, value) = path.split_once(name).ok_or("no place")?;
        Ok(value.split('&').next().ok_or("no place")?.parse()?)
    };
    let place = Place {
        table: number("table=")?,
        seat: turn(number("seat=")?),
    };
    let answer = format!(
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
         sec-websocket-accept: {accept}\r\n\r\n"
    );
    (&*connection.stream).write_all(answer.as_bytes())?;
    connection.received.drain(..length);
    Ok(Some(place))
}
