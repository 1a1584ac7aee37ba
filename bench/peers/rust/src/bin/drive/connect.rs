//! Sets up tables.

use std::error::Error;
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde::Deserialize;
use tungstenite::handshake::HandshakeError;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Message, WebSocket};

use crate::dialect::{Dialect, GAME};
use crate::engine::Engine;
use crate::stream::Stream;
use crate::table::{Player, SEATS, Table};

/// The number of threads that set up tables, one table each at a time.
const THREADS: usize = 8;

/// The interval at which finished tables are taken over and kept alive.
const TAKE_INTERVAL: Duration = Duration::from_millis(20);

/// The size of a socket's read buffer, as in `boneyard-loadgen`.
const READ_BUFFER_BYTES: usize = 4096;

/// A seat reserved at Colyseus.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_field_names,
    reason = "the fields are named as in the answer"
)]
struct Reservation {
    process_id: String,
    room_id: String,
    session_id: String,
}

type SetUp = Result<Table, String>;

/// Adds this many tables to the engine.
pub fn add_tables(
    engine: &mut Engine,
    dialect: Dialect,
    server: SocketAddr,
    count: usize,
) -> Result<(), Box<dyn Error>> {
    let next = Arc::new(AtomicUsize::new(0));
    let (sender, receiver) = mpsc::channel::<SetUp>();
    for _ in 0..THREADS {
        let (next, sender) = (Arc::clone(&next), sender.clone());
        thread::spawn(move || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return;
                }
                let table = set_up(dialect, server, number).map_err(|error| error.to_string());
                // After a table has failed, nobody receives the others.
                if sender.send(table).is_err() {
                    return;
                }
            }
        });
    }
    while engine.table_count() < count {
        engine.run(TAKE_INTERVAL)?;
        for table in receiver.try_iter() {
            engine.add(table?)?;
        }
    }
    Ok(())
}

fn set_up(dialect: Dialect, server: SocketAddr, number: usize) -> Result<Table, Box<dyn Error>> {
    let players: [Player; SEATS] = match dialect {
        Dialect::Relay => {
            let join = |seat| open(server, &format!("/?table={number}&seat={seat}"));
            [Player::new(join(0)?), Player::new(join(1)?)]
        }
        Dialect::Colyseus => {
            let first = reserve(server, &format!("create/{GAME}"), 0)?;
            let second = reserve(server, &format!("joinById/{}", first.room_id), 1)?;
            let join = |seat: &Reservation| {
                let Reservation {
                    process_id,
                    room_id,
                    session_id,
                } = seat;
                open(
                    server,
                    &format!("/{process_id}/{room_id}?sessionId={session_id}"),
                )
            };
            [Player::new(join(&first)?), Player::new(join(&second)?)]
        }
        Dialect::Boardgame => {
            let join = |seat| sync(server, number, seat);
            [Player::new(join(0)?), Player::new(join(1)?)]
        }
    };
    Ok(Table::new(dialect, number, players))
}

/// Opens a WebSocket.
fn open(server: SocketAddr, path: &str) -> Result<WebSocket<Stream>, Box<dyn Error>> {
    let stream = TcpStream::connect(server)?;
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0);
    let url = format!("ws://{server}{path}");
    let connected = tungstenite::client::client_with_config(url, Stream::new(stream), Some(config));
    let (socket, _) = connected.map_err(|error| match error {
        HandshakeError::Failure(error) => error.to_string(),
        HandshakeError::Interrupted(_) => "interrupted".to_owned(),
    })?;
    Ok(socket)
}

/// Reserves a seat at Colyseus.
fn reserve(server: SocketAddr, what: &str, seat: usize) -> Result<Reservation, Box<dyn Error>> {
    let url = format!("http://{server}/matchmake/{what}");
    let request = ureq::post(url).header("content-type", "application/json");
    let options = format!(r#"{{"seat":{seat}}}"#);
    let answer = request.send(options)?.body_mut().read_to_string()?;
    Ok(serde_json::from_str(&answer)?)
}

/// Takes a seat at boardgame.io, which creates the match if it doesn't exist.
fn sync(
    server: SocketAddr,
    number: usize,
    seat: usize,
) -> Result<WebSocket<Stream>, Box<dyn Error>> {
    let mut socket = open(server, "/socket.io/?EIO=4&transport=websocket")?;
    socket.send(Message::text(format!("40/{GAME},")))?;
    let joined = format!("40/{GAME},");
    while !socket.read()?.to_text()?.starts_with(&joined) {}
    let sync = format!(r#"42/{GAME},["sync","{number}","{seat}",null,2]"#);
    socket.send(Message::text(sync))?;
    Ok(socket)
}
