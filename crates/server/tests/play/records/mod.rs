//! Tests of the records of matches, their replays and pictures, and of who may see them.

mod endings;
mod kept;
mod own;

use std::net::SocketAddr;
use std::process::Command;

use boneyard_protocol::http::CreateTable;
use boneyard_protocol::record::{Matches, Record, Replay};
use boneyard_protocol::{
    Access, ClientMessage, Ending, Level, MoveAnalysis, RecordAnalysis, RecordId, Request, Status,
};
use boneyard_rules::Transcript;
use boneyard_rules::line::view::Phase;
use boneyard_rules::line::{Event, Preset, Rules, Step};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::person::Person;
use crate::world::{Table, World, dice, public};

/// A response to an HTTP/1.0 request, so it doesn't use chunked encoding.
pub(crate) struct Answer {
    pub(crate) status: u16,
    headers: String,
    body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn read<T: serde::de::DeserializeOwned>(&self) -> T {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

async fn ask(address: SocketAddr, method: &str, path: &str, who: &str, body: &str) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "{method} {path} HTTP/1.0\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Cookie: {who}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let end = answer
        .windows(4)
        .position(|four| four == b"\r\n\r\n")
        .unwrap();
    let headers = String::from_utf8(answer[..end].to_vec()).unwrap();
    let status = headers.split(' ').nth(1).unwrap().parse().unwrap();
    Answer {
        status,
        headers,
        body: answer[end + 4..].to_vec(),
    }
}

pub(crate) async fn get(world: &World, path: &str) -> Answer {
    ask(world.address, "GET", path, "", "").await
}

async fn matches_of(world: &World, person: &Person, query: &str) -> Matches {
    let path = format!("/api/me/matches{query}");
    let answer = ask(world.address, "GET", &path, &person.cookie, "").await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.read()
}

/// These rules with a low target, so that a match ends soon.
pub(crate) fn short(rules: &Rules, target: u16) -> Rules {
    let mut options = boneyard_rules::line::Options::from(*rules);
    options.target = target;
    Rules::try_from(options).unwrap()
}

/// The expert's judgement of all moves of a record, from all answers together.
pub(crate) async fn analysis_of(world: &World, record: &Record) -> Vec<MoveAnalysis> {
    let (mut moves, mut next) = (Vec::new(), Some(0));
    while let Some(from) = next {
        let path = format!("/api/m/{}/analysis?from={from}", record.id);
        let answer: RecordAnalysis = get(world, &path).await.read();
        moves.extend(answer.moves);
        assert!(moves.len() <= answer.all.into());
        next = answer.next;
    }
    moves
}

fn record_of(table: &Table) -> Option<RecordId> {
    table.players[0].table(table.id).room.record
}

/// Plays a match to its end. Returns the id of its record.
pub(crate) async fn play(table: &mut Table, seed: u64) -> RecordId {
    table.start().await;
    assert_eq!(record_of(table), None, "there is none of a running match");
    table.play_to_the_end(&mut dice(seed)).await;
    record_of(table).unwrap()
}

/// Plays the match of a record again with `boneyard-server replay`.
pub(crate) fn replayed(record: &Record) -> (bool, String) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("record.json");
    std::fs::write(&file, serde_json::to_string(record).unwrap()).unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_boneyard-server"));
    let output = program.arg("replay").arg(&file).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

/// Checks a record by the rules with `boneyard-server replay`, and its deals with `scripts/verify-deal`.
pub(crate) fn verify(record: &Record) {
    for (is_right, said) in [replayed(record), with_checked_deals(record)] {
        assert!(is_right, "{said}");
    }
}

/// Checks the deals of a record with `scripts/verify-deal`. Returns whether they are right, and what the script says.
pub(crate) fn with_checked_deals(record: &Record) -> (bool, String) {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("record.json");
    std::fs::write(&file, serde_json::to_string(record).unwrap()).unwrap();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/verify-deal");
    let mut python = Command::new("python3");
    let checked = python.args([program.as_ref(), file.as_os_str()]).output();
    let checked = checked.unwrap();
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    (checked.status.success(), said)
}

#[tokio::test]
async fn a_record_that_breaks_the_rules_is_refused_with_its_first_wrong_line() {
    let world = World::new().await;
    let mut table = world.table(&public(short(Preset::DRAW.rules(), 20))).await;
    let id = play(&mut table, 3).await;
    let honest: Record = get(&world, &format!("/api/m/{id}")).await.read();
    let (is_right, said) = replayed(&honest);
    let winner = honest.winner.unwrap();
    assert!(
        is_right && said.ends_with(&format!("the winner is side {winner}\n")),
        "{said}"
    );

    let retold = |from: &str, to: &str| Record {
        transcript: honest.transcript.replacen(from, to, 1),
        ..honest.clone()
    };
    let lines: Vec<&str> = honest.transcript.lines().collect();
    let is_play = |line: &str| line.contains(" plays ");
    // A play that is answered by a play: after another the rules may want a draw first.
    let answered = lines
        .windows(2)
        .position(|two| two.iter().all(|line| is_play(line)))
        .unwrap();
    let mut twice = lines.clone();
    twice.insert(answered, lines[answered]);
    let twice = Record {
        transcript: twice.join("\n") + "\n",
        ..honest.clone()
    };
    let scores = |line: &&str| line.contains(" scores ");
    let line = lines.iter().position(scores).unwrap();
    let score = lines[line];
    let higher = retold(" scores ", " scores 1");
    let mut richer = honest.clone();
    richer.scores[0] += 1;
    let other = honest.clone();
    let other = Record {
        winner: None,
        ..other
    };
    for (forged, what) in [
        (
            &twice,
            &*format!("line {}: It is the turn of seat", answered + 2),
        ),
        (
            &higher,
            &format!("line {}: by the rules this line is `{score}`", line + 1),
        ),
        (&richer, "the scores are"),
        (&other, "the match did not end as the record says"),
    ] {
        let (is_right, said) = replayed(forged);
        assert!(!is_right && said.contains(what), "{said}");
    }
}

#[tokio::test]
async fn a_finished_match_has_a_record_in_every_form() {
    let world = World::new().await;
    let rules = short(Preset::FIVE_UP.rules(), 60);
    let mut table = world.table(&public(rules)).await;
    let id = play(&mut table, 1).await;

    let record: Record = get(&world, &format!("/api/m/{id}")).await.read();
    assert_eq!(
        (record.format.as_str(), record.version),
        ("boneyard-record", 1)
    );
    let winner = record.winner;
    assert_eq!((record.id, record.ending), (id, Ending::Played { winner }));
    assert_eq!(record.notation, "Five-Up 60");
    let standing = table.players[0].standing(table.id);
    assert_eq!(record.scores, standing.scores.as_slice());
    let phase = &table.players[0].board(table.id).phase;
    assert!(matches!(phase, Phase::MatchOver { .. }));
    assert!(standing.winner.is_some() && standing.winner == record.winner);
    assert!(
        record
            .seats
            .iter()
            .all(|seat| seat.name.is_some() && seat.computer.is_none())
    );
    assert!(record.began_ms > 0 && record.ended_ms >= record.began_ms);

    let text = get(&world, &format!("/api/m/{id}.txt")).await;
    assert!(text.headers.contains("text/plain"));
    assert_eq!(text.text(), record.transcript);
    let transcript: Transcript = record.transcript.parse().unwrap();
    let game = transcript.replay().unwrap();
    assert_eq!(game.scores().as_slice(), record.scores);
    assert_eq!(transcript.to_string(), record.transcript);

    verify(&record);

    let svg = get(&world, &format!("/m/{id}.svg?at=r1p0")).await;
    assert!(svg.headers.contains("image/svg+xml"), "{}", svg.headers);
    assert!(svg.text().starts_with("<svg"));
    let whole = get(&world, &format!("/m/{id}.svg")).await;
    assert!(
        whole.body.len() > svg.body.len(),
        "more tiles lie at the end"
    );
    let png = get(&world, &format!("/m/{id}.png")).await;
    assert!(
        png.headers
            .contains("cross-origin-resource-policy: cross-origin")
    );
    assert_eq!(&png.body[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(
        &png.body[16..24],
        [0, 0, 4, 176, 0, 0, 2, 118],
        "1200 by 630"
    );

    for missing in ["0".repeat(32), "x".to_owned(), format!("{id}0")] {
        for path in ["/api/m/", "/m/"] {
            assert_eq!(get(&world, &format!("{path}{missing}")).await.status, 404);
        }
        assert_eq!(get(&world, &format!("/m/{missing}.png")).await.status, 404);
    }
}

#[tokio::test]
async fn a_replay_goes_through_every_position_with_all_hands_open() {
    let world = World::new().await;
    let mut table = world.table(&public(*Preset::MUGGINS.rules())).await;
    let id = play(&mut table, 2).await;
    let record: Record = get(&world, &format!("/api/m/{id}")).await.read();
    let replay: Replay = get(&world, &format!("/api/m/{id}/steps")).await.read();
    let transcript: Transcript = record.transcript.parse().unwrap();
    let decisions = transcript.events.iter().filter(|event| {
        matches!(
            <&Event>::try_from(*event).unwrap(),
            Event::Deal {
                leader: Some(_),
                ..
            } | Event::Played { .. }
                | Event::Called { .. }
        )
    });
    let lengths: u32 = replay.lengths.iter().sum();
    assert_eq!(lengths as usize, decisions.count());
    assert_eq!(replay.next, None);
    let mut events = 0;
    for (round, length) in replay.rounds.iter().zip(&replay.lengths) {
        assert_eq!(round.steps.len(), *length as usize);
        for step in &round.steps {
            let position = <&Step>::try_from(&step.position).unwrap();
            events += position.events.len();
            assert_eq!(step.standing.round, round.number);
            let held: Vec<_> = position.hands.iter().map(|hand| hand.len() as u8).collect();
            assert_eq!(held, position.board.hand_sizes.as_slice());
        }
    }
    assert_eq!(
        events,
        transcript.events.len(),
        "nothing is left out, and nothing told twice"
    );
    let last = replay.rounds.last().unwrap().steps.last().unwrap();
    assert_eq!(last.standing.scores.as_slice(), record.scores);

    let later: Replay = get(&world, &format!("/api/m/{id}/steps?from=2"))
        .await
        .read();
    assert_eq!(later.rounds[..], replay.rounds[1..]);
    assert_eq!(later.lengths, replay.lengths);
}

#[tokio::test]
async fn the_page_says_in_its_head_what_a_link_leads_to_and_nothing_becomes_markup() {
    let world = World::new().await;
    let rules = short(Preset::BLOCK.rules(), 20);
    let mut table = world.table(&public(rules)).await;
    let name = "\"><b>&'Ben".to_owned();
    table.players[0]
        .send(&ClientMessage::Rename { name: name.clone() })
        .await;
    let id = table.id;
    let renamed = |player: &crate::client::Client| {
        let seats = &player.table(id).room.seats;
        seats.as_slice()[0]
            .as_ref()
            .is_some_and(|seat| seat.name == name)
    };
    table.players[1].until(renamed).await;
    let record = play(&mut table, 3).await;
    let page = get(&world, &format!("/m/{record}?at=r1p2")).await;
    assert_eq!(page.status, 200);
    let text = page.text();
    assert!(text.contains("&quot;&gt;&lt;b&gt;&amp;"), "{text}");
    assert!(!text.contains("<b>&'Ben"));
    let address = world.address;
    let image =
        format!("property=\"og:image\" content=\"http://{address}/m/{record}.png?at=r1p2\"");
    assert!(text.contains(&image), "{text}");
    assert!(
        page.headers
            .contains("content-security-policy: default-src 'none'")
    );
    assert!(!page.headers.contains("noindex"));
    let odd = get(&world, &format!("/m/{record}?at=%22%3E%3Cscript%3E")).await;
    assert!(!odd.text().contains("<script>"));
}

#[tokio::test]
async fn a_match_against_a_computer_is_kept_too() {
    let world = World::new().await;
    let person = Person::arrive(world.address).await;
    let wanted = CreateTable {
        computers: vec![Level::Beginner],
        ..public(short(Preset::DRAW.rules(), 10))
    };
    let created = person.create(world.address, &wanted).await;
    let mut client = person.connect(world.address).await;
    let table = created.table;
    client.open(table, None).await;
    let mut random = dice(11);
    loop {
        let waits = |client: &crate::client::Client| {
            !client.offers(table).is_empty() || client.board(table).phase != Phase::Playing
        };
        client.until(waits).await;
        if client.table(table).room.status == Status::Over {
            break;
        }
        let before = client.v(table);
        let message = match client.board(table).phase {
            Phase::Playing => crate::world::random_play(&client, table, &mut random),
            _ => Request::Next.at(table),
        };
        client.send(&message).await;
        client.until(|client| client.v(table) > before).await;
    }
    let id = client.table(table).room.record.unwrap();
    let record: Record = get(&world, &format!("/api/m/{id}")).await.read();
    assert_eq!(record.seats[1].computer, Some(Level::Beginner));
    let found = matches_of(&world, &person, "?opponent=beginner").await;
    assert_eq!(found.matches[0].id, id);
}

#[tokio::test]
async fn a_transcript_can_be_brought_and_junk_is_refused() {
    let world = World::new().await;
    let import = async |transcript: &str, from: Option<u16>| {
        let body = json!({"transcript": transcript, "from": from}).to_string();
        ask(world.address, "POST", "/api/replay", "", &body).await
    };
    let document = include_str!("../../../../../docs/record.md");
    let example = document.split("```transcript\n").nth(1).unwrap();
    let example = example.split("```").next().unwrap();
    let replay: Replay = import(example, None).await.read();
    assert_eq!(replay.lengths, [6]);
    assert_eq!(replay.rounds[0].steps.len(), 6);
    let windows = format!("\n {}\r\n\r\n", example.trim().replace('\n', "\r\n"));
    assert_eq!(import(&windows, None).await.read::<Replay>(), replay);
    assert_eq!(import(example, Some(9)).await.read::<Replay>().rounds, []);

    let cheated = example.replace("1 plays 6-4 on a", "1 plays 6-3 on a");
    let invented = example.replace("scores 20", "scores 25");
    let junk = [
        "",
        "hello",
        "rules Chess 150\n",
        "rules Five-Up 25\n0 plays\n",
        &cheated,
        &invented,
    ];
    for text in junk {
        let answer = import(text, None).await;
        let code = answer.json()["code"].clone();
        assert_eq!(
            (answer.status, code),
            (422, json!("bad_transcript")),
            "{text}"
        );
    }
    let line = import(&invented, None).await.json()["text"].clone();
    assert!(line.as_str().unwrap().starts_with("line 6: "), "{line}");
    let flood = "x".repeat(boneyard_base::limits::REPLAY_BODY_BYTES_MAX);
    assert_eq!(import(&flood, None).await.status, 413);
    for body in ["", "[]", "{\"transcript\":1}", &"[".repeat(10_000)] {
        let answer = ask(world.address, "POST", "/api/replay", "", body).await;
        assert!((400..500).contains(&answer.status), "{body}");
    }
}

#[tokio::test]
async fn an_old_invitation_leads_to_no_record() {
    let world = World::new().await;
    let wanted = CreateTable {
        access: Access::Link,
        ..public(short(Preset::FIVE_UP.rules(), 15))
    };
    let mut table = world.table(&wanted).await;
    let id = play(&mut table, 3).await;
    let invite = table.players[0].table(table.id).me.invite.unwrap();
    let table_id = table.id;
    let guesses = [
        format!("boneyard record {invite} 1"),
        format!("boneyard record {table_id} 1"),
        format!("{invite}1"),
        invite.to_string(),
    ];
    for guess in guesses {
        let hash = Sha256::digest(guess.as_bytes());
        let name = data_encoding::HEXLOWER.encode(&hash[..16]);
        assert_ne!(name, id.to_string());
        assert_eq!(get(&world, &format!("/api/m/{name}")).await.status, 404);
    }
}
