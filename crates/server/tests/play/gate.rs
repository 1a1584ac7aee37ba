//! Tests of the limits for one address, which must not affect other addresses.

use std::net::SocketAddr;
use std::sync::mpsc;
use std::time::Duration;

use boneyard_base::limits;
use boneyard_protocol::{ClientMessage, CloseCode, ErrorCode, ServerMessage};
use boneyard_rules::line::rules::TARGET_MAX;
use boneyard_rules::line::{Options, Preset};
use boneyard_server::runtimes;
use futures_util::FutureExt as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use crate::cheats::{match_under_way, nothing_has_changed};
use crate::person::Person;
use crate::world::{World, dice, public};

/// How long a test waits before it fails.
const PATIENCE: Duration = Duration::from_secs(30);

const METRICS: [&str; 2] = ["--metrics", "127.0.0.1:0"];

/// Opens a connection from one of this machine's addresses, and sends a request. `None` if the server
/// refuses the connection.
async fn served(server: SocketAddr, from: &str) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(from.parse().unwrap()).unwrap();
    let mut stream = socket.connect(server).await.ok()?;
    let question = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    stream.write_all(question).await.ok()?;
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.ok()?;
    assert_eq!(&answer, b"HTTP/1.1 200");
    Some(stream)
}

#[tokio::test]
async fn an_address_has_so_many_connections_and_others_have_theirs() {
    let flags = [&METRICS[..], &["--connections-per-address", "5"]].concat();
    let world = World::with(&flags).await;
    let server = world.address;
    let (one, other) = ("127.0.0.1:0", "127.0.0.2:0");
    let mut open = Vec::new();
    for _ in 0..5 {
        open.push(served(server, one).await.expect("a place is free"));
    }
    for _ in 0..100 {
        assert!(served(server, one).await.is_none());
    }
    assert!(served(server, other).await.is_some());
    let turned_away = "boneyard_rejected_total{reason=\"address_connections\"}";
    assert!(world.metric(turned_away).await >= 100);

    open.pop();
    let again = async { while served(server, one).await.is_none() {} };
    tokio::time::timeout(PATIENCE, again).await.unwrap();
}

#[tokio::test]
async fn a_visitor_who_sits_at_a_table_is_served_by_the_players_runtime() {
    let visitors = runtimes::visitors().unwrap();
    let world = World::with_visitors(visitors.handle().clone()).await;
    // A match that isn't over after so few moves.
    let long = Options {
        target: TARGET_MAX,
        ..Options::from(*Preset::DRAW.rules())
    };
    let mut table = world.table(&public(long)).await;
    table.start().await;
    let (_, mut stranger) = world.somebody().await;
    // The visitors' thread is blocked, as in the worst flood of requests.
    let (release, released) = mpsc::channel::<()>();
    visitors.spawn(async move { released.recv() });
    let name = "Somebody".to_owned();
    stranger.send(&ClientMessage::Rename { name }).await;

    let mut dice = dice(1);
    for _ in 0..40 {
        assert!(table.step(&mut dice).await);
    }
    assert!(stranger.receive().now_or_never().is_none());
    drop(release);
    let answer = stranger.receive().await;
    assert!(matches!(answer, ServerMessage::You { .. }), "{answer:?}");
    drop(world.stopped().await);
    visitors.shutdown_background();
}

/// Opens a WebSocket through a proxy. Returns the close code, or `None` if the server sent the welcome
/// message. The socket stays open until the returned value is dropped.
async fn through_proxy(world: &World, forwarded: &str) -> (Option<u16>, impl Sized + use<>) {
    let person = Person::arrive(world.address).await;
    let mut request = format!("ws://{}/ws", world.address)
        .into_client_request()
        .unwrap();
    let headers = request.headers_mut();
    headers.insert("cookie", person.cookie.parse().unwrap());
    headers.insert("x-forwarded-for", forwarded.parse().unwrap());
    let stream = TcpStream::connect(world.address).await.unwrap();
    let (mut socket, _) = tokio_tungstenite::client_async(request, stream)
        .await
        .unwrap();
    let hello = ClientMessage::Hello {
        protocol: boneyard_protocol::PROTOCOL,
    };
    let said = futures_util::SinkExt::send(&mut socket, Message::text(hello.encode())).await;
    let answer = futures_util::StreamExt::next(&mut socket).await;
    let code = match (said, answer) {
        (_, Some(Ok(Message::Close(frame)))) => Some(frame.unwrap().code.into()),
        (Ok(()), Some(Ok(Message::Text(_)))) => None,
        other => panic!("{other:?}"),
    };
    (code, socket)
}

#[tokio::test]
async fn behind_a_trusted_proxy_each_visitors_address_has_its_own_sockets() {
    let flags = [
        "--trusted-proxy",
        "127.0.0.0/8",
        "--connections-per-address",
        "2",
    ];
    let world = World::with(&flags).await;
    let too_many = Some(CloseCode::TooManyConnections.code());
    let (one, _one) = through_proxy(&world, "2001:db8:1:2::1").await;
    let (two, _two) = through_proxy(&world, "2001:db8:1:2::ffff").await;
    assert_eq!((one, two), (None, None));
    // All addresses of an IPv6 network of 64 bits count as one address. Entries that the client wrote itself
    // before the proxy's entry are ignored.
    let (three, _three) = through_proxy(&world, "198.51.100.9, 2001:db8:1:2::5").await;
    assert_eq!(three, too_many);
    let (other, _other) = through_proxy(&world, "2001:db8:1:3::1").await;
    assert_eq!(other, None);
}

#[tokio::test]
async fn a_peer_that_is_no_trusted_proxy_speaks_for_no_other() {
    let world = World::with(&["--connections-per-address", "4"]).await;
    let mut open = Vec::new();
    for number in 1..=4 {
        let (code, socket) = through_proxy(&world, &format!("198.51.100.{number}")).await;
        assert_eq!(code, None);
        open.push(socket);
    }
    assert!(TcpStream::connect(world.address).await.is_ok());
    assert!(served(world.address, "127.0.0.1:0").await.is_none());
}

#[tokio::test]
async fn an_address_opens_only_so_many_tables_for_all_its_visitors() {
    let flags = [&METRICS[..], &["--tables-per-address", "3"]].concat();
    let world = World::with(&flags).await;
    let wanted = public(*Preset::DRAW.rules());
    for _ in 0..3 {
        Person::arrive(world.address)
            .await
            .create(world.address, &wanted)
            .await;
    }
    let late = Person::arrive(world.address).await;
    let answer = late.post_table(world.address, &wanted).await;
    assert_eq!(answer.status, 429);
    assert!(answer.body.contains(r#""too_many""#), "{}", answer.body);
    let turned_away = world.metric("boneyard_rejected_total{reason=\"address_tables\"}");
    assert_eq!(turned_away.await, 1);
}

#[tokio::test]
async fn half_open_connections_hold_up_no_other() {
    let world = World::new().await;
    let mut table = match_under_way(&world, 31).await;
    let mut half_open = Vec::new();
    for number in 0..500 {
        let mut stream = TcpStream::connect(world.address).await.unwrap();
        let start: &[u8] = match number % 3 {
            0 => b"",
            1 => b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: webso",
            _ => b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
        };
        stream.write_all(start).await.unwrap();
        half_open.push(stream);
    }
    let v = table.players[0].v(table.id);
    nothing_has_changed(&mut table, v).await;
    assert!(half_open.len() == 500);
}

#[tokio::test]
async fn a_client_that_does_not_read_its_answers_is_cut_off() {
    let world = World::new().await;
    let mut sloth = TcpStream::connect(world.address).await.unwrap();
    let questions = "GET /api/presets HTTP/1.1\r\nHost: x\r\n\r\n".repeat(3_000);
    let (mut answers, mut asking) = sloth.split();
    // The responses fill the operating system's buffers. From here on, the paused clock jumps forward
    // whenever all tasks wait.
    tokio::time::pause();
    let asked = tokio::time::timeout(PATIENCE * 10, asking.write_all(questions.as_bytes())).await;
    tokio::time::sleep(PATIENCE * 10).await;
    tokio::time::resume();
    let mut read = Vec::new();
    let ended = tokio::time::timeout(PATIENCE, answers.read_to_end(&mut read)).await;
    assert!(ended.is_ok(), "it has hung up: {asked:?}");
    let whole = read
        .windows(12)
        .filter(|part| part == b"HTTP/1.1 200")
        .count();
    assert!(whole < 3_000, "{whole} answers were waited for");
}

#[tokio::test]
async fn a_flood_of_nonsense_is_closed_alone() {
    let world = World::with_the_usual_rate().await;
    let mut table = match_under_way(&world, 32).await;
    let v = table.players[0].v(table.id);
    let (_, mut client) = world.somebody().await;
    for _ in 0..200 {
        // The server may close the connection before all messages are sent.
        let nonsense = Message::text(r#"{"type":"cheat"}"#);
        if client.send_frame(nonsense).await.is_err() {
            break;
        }
    }
    assert_eq!(client.refusal().await.code, ErrorCode::UnknownType);
    assert_eq!(
        client.until_ended().await,
        Some(CloseCode::TooManyMessages.code())
    );
    nothing_has_changed(&mut table, v).await;
}

#[tokio::test]
async fn a_silent_connection_is_found_out() {
    let world = World::new().await;
    let (_, mut client) = world.somebody().await;
    // From here on, the paused clock jumps forward whenever all tasks wait. The client doesn't read, so it
    // doesn't answer the server's ping.
    tokio::time::pause();
    tokio::time::sleep(2 * (limits::PING_AFTER + limits::PONG_TIMEOUT)).await;
    tokio::time::resume();
    let mut bytes = Vec::new();
    let ended = tokio::time::timeout(PATIENCE, client.stream().read_to_end(&mut bytes)).await;
    assert!(ended.is_ok(), "it has hung up");
    // The server has sent a ping: a final frame with no content.
    assert_eq!(bytes[..2], [0x89, 0]);
}

#[tokio::test]
async fn sockets_are_not_compressed() {
    let world = World::new().await;
    let person = Person::arrive(world.address).await;
    let asks = format!(
        "Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {}\r\n\
         Sec-WebSocket-Extensions: permessage-deflate\r\n",
        person.cookie
    );
    let question = format!("GET /ws HTTP/1.1\r\nHost: {}\r\n{asks}\r\n", world.address);
    let mut stream = TcpStream::connect(world.address).await.unwrap();
    stream.write_all(question.as_bytes()).await.unwrap();
    let mut answer = String::new();
    while !answer.ends_with("\r\n\r\n") {
        answer.push(char::from(stream.read_u8().await.unwrap()));
    }
    assert!(answer.starts_with("HTTP/1.1 101"), "{answer}");
    assert!(!answer.to_lowercase().contains("extensions"), "{answer}");
}

#[tokio::test]
async fn a_request_with_several_host_headers_is_refused() {
    let world = World::new().await;
    let mut stream = TcpStream::connect(world.address).await.unwrap();
    let question = "GET /healthz HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n\
                    Connection: close\r\n\r\n";
    stream.write_all(question.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
}
