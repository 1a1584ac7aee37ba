//! A relay on axum with one task for each socket. It stores every play as the epoll server does.

use std::collections::HashMap;
use std::error::Error;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Query, State};
use axum::response::Response;
use axum::routing::get;
use axum::serve::ListenerExt as _;
use boneyard_peers::Settings;
use boneyard_peers::play::{self, Place, turn};
use boneyard_peers::storage::{self, Append};
use clap::Parser as _;
use serde::Deserialize;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

/// Much less than the default of 128 KiB, which would be most of a player's memory.
const READ_BUFFER_BYTES: usize = 4096;

/// Updates that wait for one socket. At most two plays are in transit at a time.
const QUEUE_MAX: usize = 8;

#[derive(Clone)]
struct Relay {
    tables: Arc<Mutex<HashMap<u32, Arc<Table>>>>,
    log: Sender<Append<Arc<Table>>>,
    update_bytes: usize,
}

#[derive(Default)]
struct Table(Mutex<Match>);

#[derive(Default)]
struct Match {
    seats: [Option<mpsc::Sender<Utf8Bytes>>; 2],
    ply: u32,
}

#[derive(Deserialize)]
struct Seat {
    table: u32,
    seat: u32,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let settings = Settings::parse();
    let update_bytes = settings.update_bytes;
    let log = storage::start(&settings.database, move |append: Append<Arc<Table>>| {
        let update = play::update(append.place.table, append.ply, update_bytes);
        append.then.publish(update);
    })?;
    let relay = Relay {
        tables: Arc::default(),
        log,
        update_bytes,
    };
    let listener = TcpListener::bind(settings.listen).await?;
    println!("http://{}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| {
        // If the option can't be set, the socket is already closed.
        let _ = stream.set_nodelay(true);
    });
    let router = Router::new().route("/", get(upgrade)).with_state(relay);
    axum::serve(listener, router).await?;
    Ok(())
}

async fn upgrade(
    State(relay): State<Relay>,
    Query(Seat { table, seat }): Query<Seat>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let place = Place {
        table,
        seat: turn(seat),
    };
    upgrade
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .on_upgrade(move |socket| relay.serve(socket, place))
}

impl Relay {
    async fn serve(self, mut socket: WebSocket, place: Place) {
        let table = Arc::clone(locked(&self.tables).entry(place.table).or_default());
        let (sender, mut inbox) = mpsc::channel(QUEUE_MAX);
        table.sit(place, sender, self.update_bytes);
        loop {
            tokio::select! {
                Some(update) = inbox.recv() => {
                    if socket.send(Message::Text(update)).await.is_err() {
                        return;
                    }
                }
                message = socket.recv() => match message {
                    Some(Ok(Message::Text(body))) => {
                        let Some(ply) = table.play(place, &body) else {
                            return;
                        };
                        let append = Append {
                            place,
                            ply,
                            body: body.to_string(),
                            then: Arc::clone(&table),
                        };
                        if self.log.send(append).is_err() {
                            return;
                        }
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                    Some(Ok(_)) => {}
                }
            }
        }
    }
}

impl Table {
    /// Seats a player, and informs both players when both are there.
    fn sit(&self, place: Place, sender: mpsc::Sender<Utf8Bytes>, update_bytes: usize) {
        let mut state = locked(&self.0);
        state.seats[place.seat as usize] = Some(sender);
        let (ply, is_full) = (state.ply, state.seats.iter().all(Option::is_some));
        drop(state);
        if is_full {
            self.publish(play::update(place.table, ply, update_bytes));
        }
    }

    /// The number of plays including this one; `None` if another player is on turn.
    fn play(&self, place: Place, body: &str) -> Option<u32> {
        let mut state = locked(&self.0);
        let is_in_turn = turn(state.ply) == place.seat && play::ply(body) == Some(state.ply);
        state.ply += u32::from(is_in_turn);
        is_in_turn.then_some(state.ply)
    }

    fn publish(&self, update: String) {
        let update = Utf8Bytes::from(update);
        for seat in locked(&self.0).seats.iter().flatten() {
            // If the queue is full, the player doesn't read, and the update is dropped.
            let _ = seat.try_send(update.clone());
        }
    }
}
