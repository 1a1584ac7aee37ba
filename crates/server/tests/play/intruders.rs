//! Tests of malformed connections. Each one gets an error or is closed, and no other connection is affected.

use boneyard_protocol::{ClientMessage, CloseCode, ErrorCode, PROTOCOL, Request, TableId};
use boneyard_rules::line::{Options, Preset};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio_tungstenite::tungstenite::Message;

use crate::cheats::{match_under_way, nothing_has_changed};
use crate::client::Client;
use crate::person::{Person, request};
use crate::world::{World, dice, public};

/// Sends a frame. The server must answer with an error, and close the connection with this code.
async fn closed_for(client: &mut Client, frame: Message, code: CloseCode) {
    client.send_frame(frame).await.unwrap();
    assert_eq!(
        client.until_ended().await,
        Some(code.code()),
        "{}",
        client.last_frame
    );
}

#[tokio::test]
async fn a_client_that_sends_junk_is_closed_alone() {
    let world = World::new().await;
    let mut table = match_under_way(&world, 15).await;
    let v = table.players[0].v(table.id);
    let deep_list = format!("{}{}", "[".repeat(64), "]".repeat(64));
    let deep_field = format!(r#"{{"type":"hello","protocol":1,"x":{deep_list}}}"#);
    for junk in [
        "",
        "junk",
        "{",
        "[]",
        "null",
        "\"hello\"",
        "{}",
        &deep_list,
        &deep_field,
    ] {
        let (_, mut client) = world.somebody().await;
        closed_for(&mut client, Message::text(junk), CloseCode::Malformed).await;
        assert!(
            client.last_frame.contains(r#""code":"malformed""#),
            "{}",
            client.last_frame
        );
    }
    let (_, mut client) = world.somebody().await;
    let binary = Message::binary(vec![1, 2, 3]);
    closed_for(&mut client, binary, CloseCode::BinaryFrame).await;
    let (_, mut client) = world.somebody().await;
    let long = Message::text(format!(
        r#"{{"type":"rename","name":"{}"}}"#,
        "x".repeat(5000)
    ));
    closed_for(&mut client, long, CloseCode::TooBig).await;

    // The client may be still writing when the server closes the connection. In this case the client may not
    // receive the close code.
    let (_, mut client) = world.somebody().await;
    let _ = client.send_frame(Message::text("x".repeat(1 << 20))).await;
    let code = client.until_ended().await;
    assert!(
        code.is_none() || code == Some(CloseCode::TooBig.code()),
        "{code:?}"
    );

    // A final text frame, masked with zeros, whose two bytes aren't valid UTF-8.
    let (_, mut client) = world.somebody().await;
    let invalid = [0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28];
    client.stream().write_all(&invalid).await.unwrap();
    assert_eq!(
        client.until_ended().await,
        Some(CloseCode::InvalidText.code())
    );
    nothing_has_changed(&mut table, v).await;
}

#[tokio::test]
async fn a_message_in_endless_fragments_is_closed_alone() {
    let world = World::new().await;
    let mut table = match_under_way(&world, 15).await;
    let v = table.players[0].v(table.id);
    let (_, mut client) = world.somebody().await;
    // A text frame that isn't final, and then many empty frames of the same message; all are masked with
    // zeros.
    let begin = [0x01, 0x80, 0, 0, 0, 0];
    let go_on = [0x00, 0x80, 0, 0, 0, 0].repeat(1_000);
    client.stream().write_all(&begin).await.unwrap();
    let mut sent = 0;
    while sent < 200_000 && client.stream().write_all(&go_on).await.is_ok() {
        sent += 1_000;
    }
    client.until_ended().await;
    nothing_has_changed(&mut table, v).await;
}

#[tokio::test]
async fn what_the_server_does_not_know_is_answered() {
    let world = World::new().await;
    let (_, mut client) = world.somebody().await;
    let mut table = match_under_way(&world, 16).await;
    let v = table.players[0].v(table.id);
    let id = table.id;
    let wrong = [
        (r#"{"type":"surrender"}"#.to_owned(), ErrorCode::UnknownType),
        (r#"{"type":"open"}"#.to_owned(), ErrorCode::WrongFields),
        (
            r#"{"type":"open","table":"../../etc"}"#.to_owned(),
            ErrorCode::WrongFields,
        ),
        (
            format!(r#"{{"type":"sit","table":"{id}","seat":9}}"#),
            ErrorCode::WrongFields,
        ),
        (
            format!(
                r#"{{"type":"move","table":"{id}","ply":1,"move":{{"line":{{"play":{{"tile":"x-7","arm":"a"}}}}}}}}"#
            ),
            ErrorCode::WrongFields,
        ),
        (
            format!(
                r#"{{"type":"move","table":"{id}","ply":-1,"move":{{"line":{{"play":{{"tile":"6-6","arm":"a"}}}}}}}}"#
            ),
            ErrorCode::WrongFields,
        ),
        (
            r#"{"type":"hello","protocol":1}"#.to_owned(),
            ErrorCode::NotNow,
        ),
    ];
    for (frame, code) in wrong {
        client
            .send_frame(Message::text(frame.clone()))
            .await
            .unwrap();
        let refused = client.refusal().await;
        assert_eq!(refused.code, code, "{frame}: {}", refused.text);
    }
    // The server ignores unknown fields, because a newer server may know them.
    let newer = format!(r#"{{"type":"open","table":"{id}","colour":"blue"}}"#);
    client.send_frame(Message::text(newer)).await.unwrap();
    client.until(|client| client.tables.contains_key(&id)).await;
    nothing_has_changed(&mut table, v).await;
}

#[tokio::test]
async fn a_flood_is_closed_alone() {
    let world = World::with_the_usual_rate().await;
    let mut table = match_under_way(&world, 17).await;
    let v = table.players[0].v(table.id);
    let (_, mut client) = world.somebody().await;
    let next = Request::Next.at(table.id);
    for _ in 0..200 {
        // The server may close the connection before all messages are sent.
        if client.say(&next).await.is_err() {
            break;
        }
    }
    assert_eq!(
        client.until_ended().await,
        Some(CloseCode::TooManyMessages.code())
    );
    nothing_has_changed(&mut table, v).await;
}

/// The name is for balancers. The server doesn't read it.
#[tokio::test]
async fn the_address_of_a_socket_may_name_any_table() {
    let world = World::new().await;
    let person = Person::arrive(world.address).await;
    let table = TableId::random();
    for path in [format!("/ws?t={table}"), "/ws?t=%ff&t=".to_owned()] {
        person.connect_at(world.address, &path).await;
    }
}

/// The kinds of the frames in what the server has sent, in order (RFC 6455, 5.2).
fn opcodes(mut bytes: &[u8]) -> Vec<u8> {
    let mut opcodes = Vec::new();
    while let [first, length, rest @ ..] = bytes {
        opcodes.push(first & 0xf);
        bytes = match length {
            126 => &rest[2 + usize::from(u16::from_be_bytes([rest[0], rest[1]]))..],
            short => &rest[usize::from(*short)..],
        };
    }
    opcodes
}

#[tokio::test]
async fn no_message_follows_a_close_frame() {
    const CLOSE: u8 = 8;
    let world = World::new().await;
    let mut table = match_under_way(&world, 14).await;
    let id = table.id;
    let (person, _) = world.somebody().await;
    let mut closed = 0;
    // The table sends moves to all who follow it, while they close their connections.
    let close = async {
        loop {
            let mut client = person.connect(world.address).await;
            client.open(id, None).await;
            let stream = client.stream();
            stream.readable().await.unwrap();
            let masked = [0x80 | CLOSE, 0x80, 0, 0, 0, 0];
            stream.write_all(&masked).await.unwrap();
            let mut bytes = Vec::new();
            stream.read_to_end(&mut bytes).await.unwrap();
            let opcodes = opcodes(&bytes);
            let close = opcodes.iter().position(|&opcode| opcode == CLOSE);
            assert_eq!(close, Some(opcodes.len() - 1), "{opcodes:?}");
            closed += 1;
        }
    };
    let mut dice = dice(14);
    tokio::select! {
        _ = table.play_to_the_end(&mut dice) => {}
        () = close => {}
    }
    assert!(closed > 5, "only {closed} were closed while moves came");
}

#[tokio::test]
async fn hello_comes_first_in_the_right_version_and_with_an_identity() {
    let world = World::new().await;
    let person = Person::arrive(world.address).await;
    let hello = |protocol| Message::text(ClientMessage::Hello { protocol }.encode());
    for other in [PROTOCOL - 1, PROTOCOL + 1] {
        let mut client = person.dial(world.address, None).await.unwrap();
        closed_for(&mut client, hello(other), CloseCode::Outdated).await;
    }
    let mut client = person.dial(world.address, None).await.unwrap();
    let lobby = Message::text(ClientMessage::Lobby { follow: true }.encode());
    closed_for(&mut client, lobby, CloseCode::Malformed).await;

    let forged = person.cookie.replace('=', "=A");
    for cookie in [String::new(), "boneyard=junk".to_owned(), forged] {
        let nobody = Person { cookie };
        let mut client = nobody.dial(world.address, None).await.unwrap();
        assert_eq!(
            client.until_ended().await,
            Some(CloseCode::NoIdentity.code())
        );
    }
}

#[tokio::test]
async fn pages_of_other_sites_get_no_socket() {
    let world = World::new().await;
    let person = Person::arrive(world.address).await;
    let own = format!("http://{}", world.address);
    assert!(person.dial(world.address, Some(&own)).await.is_ok());
    for origin in ["http://evil.example", "null"] {
        assert!(person.dial(world.address, Some(origin)).await.is_err());
    }
}

#[tokio::test]
async fn no_visitor_opens_more_sockets_than_their_share() {
    let world = World::new().await;
    let person = Person::arrive(world.address).await;
    let mut clients = Vec::new();
    for _ in 0..boneyard_base::limits::SOCKETS_PER_VISITOR_MAX {
        clients.push(person.connect(world.address).await);
    }
    let mut one_more = person.dial(world.address, None).await.unwrap();
    assert_eq!(
        one_more.until_ended().await,
        Some(CloseCode::TooManyConnections.code())
    );

    let wanted = public(*Preset::DRAW.rules());
    let mut tables = Vec::new();
    for _ in 0..boneyard_base::limits::TABLES_PER_VISITOR_MAX {
        tables.push(person.create(world.address, &wanted).await.table);
    }
    let answer = person.post_table(world.address, &wanted).await;
    assert!(answer.body.contains(r#""too_many""#), "{}", answer.body);

    for &table in &tables {
        clients[0].open(table, None).await;
    }
    let (other, _) = world.somebody().await;
    let table = other.create(world.address, &wanted).await.table;
    let open = ClientMessage::Open {
        table,
        invite: None,
        since: None,
        preview: None,
        replay: None,
    };
    assert_eq!(clients[0].refused(&open).await, ErrorCode::TooMany);

    let leave = Request::Leave.at(tables[0]);
    clients[0].send(&leave).await;
    clients[0]
        .until(|client| client.closed.contains_key(&tables[0]))
        .await;
    person.create(world.address, &wanted).await;
}

#[tokio::test]
async fn bad_rules_are_refused_with_the_option_that_must_change() {
    let world = World::new().await;
    let person = Person::arrive(world.address).await;
    let wanted = public(Options {
        hand_size: 15,
        ..Options::from(*Preset::DRAW.rules())
    });
    let answer = person.post_table(world.address, &wanted).await;
    assert_eq!(answer.status, 422, "{}", answer.body);
    assert!(
        answer.body.contains(r#""option":"hand_size""#),
        "{}",
        answer.body
    );

    let nobody = request(world.address, "POST", "/api/tables", "", "{}")
        .await
        .unwrap();
    assert_eq!(nobody.status, 401);
}

#[tokio::test]
async fn a_client_that_does_not_read_is_closed_alone() {
    let world = World::new().await;
    let mut table = match_under_way(&world, 18).await;
    let id = table.id;
    let (_, mut sloth) = world.somebody().await;
    sloth.open(id, None).await;
    // The client requests more than fits into the operating system's buffers, and reads nothing.
    let open = ClientMessage::Open {
        table: id,
        invite: None,
        since: None,
        preview: None,
        replay: None,
    };
    let asking = async move {
        while sloth.say(&open).await.is_ok() {}
        sloth
    };
    let asking = tokio::spawn(asking);
    let host = &mut table.players[0];
    for number in 0..2 * boneyard_base::limits::SOCKET_QUEUE_MAX {
        let name = format!("Name {number}");
        host.send(&ClientMessage::Rename { name: name.clone() })
            .await;
        host.until(|host| host.name == name).await;
    }
    // The server has closed the connection, so the client's task that sends requests ends with an error.
    let mut sloth = asking.await.unwrap();
    let code = sloth.until_ended().await;
    let fell_behind = Some(CloseCode::FellBehind.code());
    assert!(code.is_none() || code == fell_behind, "{code:?}");
    assert!(table.step(&mut dice(18)).await);
}
