//! Tests that secrets don't leak: in watchers' messages, in the first state, in the history, at sockets
//! without an identity, and in the server's own log.

use std::io::BufRead as _;
use std::net::SocketAddr;
use std::process::{Command, Stdio};

use boneyard_protocol::http::CreateTable;
use boneyard_protocol::{Access, ClientMessage, CloseCode, Request};
use boneyard_rules::line::Preset;
use tokio_tungstenite::tungstenite::Message;

use crate::cheats::match_under_way;
use crate::person::Person;
use crate::world::{World, dice, public, random_play};

/// Whether a text contains the name of a tile, and not a part of a date that looks like it.
fn names_tile(text: &str, tile: &str) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit() || c == '-');
    text.match_indices(tile).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + tile.len()..]);
        !digit(before.chars().next_back()) && !digit(after.chars().next())
    })
}

#[tokio::test]
async fn spectators_browsers_hold_no_hands() {
    let world = World::new().await;
    let mut table = match_under_way(&world, 61).await;
    let (_, mut watcher) = world.somebody().await;
    watcher.open(table.id, None).await;
    for _ in 0..6 {
        let v = table.players[0].v(table.id);
        table.step(&mut dice(62)).await;
        let id = table.id;
        watcher.until(|watcher| watcher.v(id) > v).await;
        // The client itself checks every frame for tiles that it may not know.
        assert!(
            !watcher.last_frame.contains(r#""own""#),
            "{}",
            watcher.last_frame
        );
        assert!(!watcher.last_frame.contains(r#""invite":""#));
    }
}

#[tokio::test]
async fn the_first_state_holds_no_secret() {
    let world = World::new().await;
    let table = match_under_way(&world, 63).await;
    let (_, mut watcher) = world.somebody().await;
    watcher.open(table.id, None).await;
    let mut hidden: Vec<boneyard_rules::Tile> = Vec::new();
    for player in &table.players {
        hidden.extend(player.own(table.id).hand.iter().copied());
    }
    for tile in hidden {
        let frame = &watcher.last_frame;
        assert!(!names_tile(frame, &tile.to_string()), "{tile} in {frame}");
    }
    let snapshot = watcher.table(table.id);
    assert_eq!(snapshot.me.invite, None);
    assert!(watcher.view(table.id).own.is_none());
}

#[tokio::test]
async fn the_history_tells_no_player_what_others_drew() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::DRAW.rules())).await;
    table.start().await;
    let mut dice = dice(64);
    while table.step(&mut dice).await {
        for player in &mut table.players {
            let id = table.id;
            // A new view contains the whole history of the round, which the client checks for foreign tiles.
            player.open(id, None).await;
            if player.last_frame.contains(r#""type":"drew""#) {
                return;
            }
        }
    }
    panic!("nobody drew in a whole match");
}

#[tokio::test]
async fn a_socket_without_identity_is_sent_nothing() {
    let world = World::new().await;
    let table = match_under_way(&world, 65).await;
    let nobody = Person {
        cookie: String::new(),
    };
    let mut client = nobody.dial(world.address, None).await.unwrap();
    let open = ClientMessage::Open {
        table: table.id,
        invite: Some(table.invite),
        since: None,
        preview: None,
        replay: None,
    };
    let hello = ClientMessage::Hello {
        protocol: boneyard_protocol::PROTOCOL,
    };
    // The server may have closed the connection already, so errors are ignored.
    let _ = client.say(&hello).await;
    let _ = client.say(&open).await;
    assert_eq!(
        client.until_ended().await,
        Some(CloseCode::NoIdentity.code())
    );
    assert_eq!(client.last_frame, "", "nothing but the close frame came");
}

#[tokio::test]
async fn before_hello_nothing_is_sent() {
    let world = World::new().await;
    let table = match_under_way(&world, 66).await;
    let person = &table.people[0];
    let mut client = person.dial(world.address, None).await.unwrap();
    let open = ClientMessage::Open {
        table: table.id,
        invite: None,
        since: None,
        preview: None,
        replay: None,
    };
    client.say(&open).await.unwrap();
    assert_eq!(
        client.until_ended().await,
        Some(CloseCode::Malformed.code())
    );
    assert!(
        !client.last_frame.contains(r#""type":"table""#),
        "{}",
        client.last_frame
    );
}

/// Starts the program with its most detailed log, which it writes to the file `log` in the directory.
/// Returns its process and its address.
fn talkative(directory: &tempfile::TempDir, key: &str) -> (std::process::Child, SocketAddr) {
    let log = std::fs::File::create(directory.path().join("log")).unwrap();
    let database = directory.path().join("boneyard.db");
    let mut child = Command::new(env!("CARGO_BIN_EXE_boneyard-server"))
        .args([
            "--listen",
            "127.0.0.1:0",
            "--message-rate",
            "10000",
            "--rows-per-address",
            "1000000000",
            "--log",
            "trace",
        ])
        .args(["--signing-key", key, "--database"])
        .arg(format!("sqlite://{}", database.display()))
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn()
        .unwrap();
    let mut line = String::new();
    let stdout = child.stdout.take().unwrap();
    std::io::BufReader::new(stdout)
        .read_line(&mut line)
        .unwrap();
    let address = line.trim().strip_prefix("http://").unwrap();
    (child, address.parse().unwrap())
}

#[tokio::test]
async fn the_log_at_its_most_talkative_holds_no_secret() {
    let directory = tempfile::tempdir().unwrap();
    let key = "c0ffee42".repeat(8);
    let (mut server, address) = talkative(&directory, &key);
    let wanted = CreateTable {
        access: Access::Link,
        ..public(*Preset::QUICK_DRAW.rules())
    };
    let people = [Person::arrive(address).await, Person::arrive(address).await];
    let created = people[0].create(address, &wanted).await;
    let table = created.table;
    let mut secrets = vec![key, created.invite.to_string()];
    let mut players = Vec::new();
    for person in &people {
        let (value, id) = (person.cookie.split_once('=').unwrap().1, &person.cookie);
        secrets.extend([value.to_owned(), id[id.len() - 32..].to_owned()]);
        let mut player = person.connect(address).await;
        player.open(table, Some(created.invite)).await;
        if player.seat(table).is_none() {
            player.send(&Request::Sit { seat: None }.at(table)).await;
        }
        player.until(|player| player.seat(table).is_some()).await;
        players.push(player);
    }
    for player in &mut players {
        let ready = Request::Ready { ready: true }.at(table);
        player.send(&ready).await;
    }
    let mut tiles = Vec::new();
    for player in &mut players {
        player
            .until(|player| player.table(table).view.is_some())
            .await;
        tiles.extend(player.own(table).hand.iter().map(ToString::to_string));
    }
    // The player on turn sends a legal play, and then the same play again, which is refused.
    let on_turn = players
        .iter()
        .position(|player| !player.offers(table).is_empty());
    let player = &mut players[on_turn.unwrap()];
    let message = random_play(player, table, &mut dice(67));
    player.send(&message).await;
    player.refused(&message).await;
    junk(&people[0], address).await;
    drop(players);
    let pid = server.id().to_string();
    assert!(Command::new("kill").arg(pid).status().unwrap().success());
    assert!(server.wait().unwrap().success());

    let log = std::fs::read_to_string(directory.path().join("log")).unwrap();
    assert!(
        log.contains("TRACE") && log.contains("committed"),
        "{log:.500}"
    );
    for secret in secrets {
        let line = log.lines().find(|line| line.contains(&secret));
        assert_eq!(line, None, "{secret} is in the log");
    }
    for tile in tiles {
        let line = log.lines().find(|line| names_tile(line, &tile));
        assert_eq!(line, None, "{tile} is in the log");
    }
}

/// Sends a malformed frame that contains a secret of the client.
async fn junk(person: &Person, address: SocketAddr) {
    let mut client = person.connect(address).await;
    let frame = Message::text(format!(r#"{{"type":"open","table":"{}"}}"#, person.cookie));
    client.send_frame(frame).await.unwrap();
    client.refusal().await;
}
