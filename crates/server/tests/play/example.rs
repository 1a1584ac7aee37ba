//! Tests that the programs in docs/bots.md work as the document says: they play a match to its end.

use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use boneyard_protocol::{Request, Status};
use boneyard_rules::line::{Options, Preset};
use boneyard_rules::{Seating, race};
use tokio::process::Command;

use crate::bots::make_bot;
use crate::computers::Player;
use crate::world::{World, dice, public, random_move};

const DOCUMENT: &str = include_str!("../../../../docs/bots.md");

/// The highest number of lines in a program, because the examples must stay small.
const LINES_MAX: usize = 150;

/// A Python with the packages that the example needs, as scripts/test installs them; `None` if it isn't
/// installed.
fn python() -> Option<PathBuf> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let python = workspace.join("target/python/bin/python");
    if python.exists() {
        return Some(python);
    }
    assert!(std::env::var_os("CI").is_none(), "CI needs target/python");
    eprintln!("skipped: there is no target/python; scripts/test makes it");
    None
}

/// The programs: one that plays games of the line, and one that uses it and plays Ringway.
fn examples() -> [&'static str; 2] {
    let programs: Vec<_> = DOCUMENT
        .split("```python\n")
        .skip(1)
        .map(|rest| rest.split_once("```").unwrap().0)
        .collect();
    programs.try_into().unwrap()
}

fn example() -> &'static str {
    examples()[0]
}

#[test]
fn the_examples_are_small() {
    for program in examples() {
        let lines = program.lines().count();
        assert!(lines < LINES_MAX, "{lines} lines");
    }
}

/// What a program has printed, which must have ended well.
fn said(ended: &Output) -> String {
    let trouble = String::from_utf8_lossy(&ended.stderr);
    assert!(ended.status.success(), "{trouble}");
    assert_eq!(trouble, "");
    String::from_utf8_lossy(&ended.stdout).into_owned()
}

#[tokio::test]
async fn the_example_plays_a_match() {
    let Some(python) = python() else { return };
    let world = World::new().await;
    let (host, mut client) = world.somebody().await;
    let (created, _) = make_bot(&world, &host, "Example").await;
    let mut rules = Options::from(*Preset::FIVE_UP.rules());
    rules.target = 50;
    let table = host.create(world.address, &public(rules)).await;
    client.open(table.table, None).await;
    let program = Command::new(python)
        .args(["-c", example()])
        .arg(format!("ws://{}", world.address))
        .args([table.table.to_string(), table.invite.to_string()])
        .env("BONEYARD_TOKEN", &created.token)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();

    let player = Player::new(client, table.table, 3).play_to_the_end().await;
    let ended = program.wait_with_output().await.unwrap();
    let scores = &player.client.standing(table.table).scores;
    let rounds = player.client.standing(table.table).round;
    let fair = "Dealt fairly\n".repeat(usize::from(rounds));
    assert_eq!(
        said(&ended),
        format!("{fair}The match is over: {:?}\n", scores.as_slice())
    );
}

#[tokio::test]
async fn the_example_of_ringway_plays_a_match() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    for (name, program) in ["bot.py", "ringway.py"].into_iter().zip(examples()) {
        std::fs::write(folder.path().join(name), program).unwrap();
    }
    let world = World::new().await;
    let (host, mut client) = world.somebody().await;
    let (created, _) = make_bot(&world, &host, "Example").await;
    let rules = race::Options {
        seating: Seating::TWO,
        target: Some(25),
        after_double: race::AfterDouble::FarEnd,
    };
    let table = host.create(world.address, &public(rules)).await;
    let id = table.table;
    client.open(id, None).await;
    let program = Command::new(python)
        .arg(folder.path().join("ringway.py"))
        .arg(format!("ws://{}", world.address))
        .args([id.to_string(), table.invite.to_string()])
        .env("BONEYARD_TOKEN", &created.token)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();

    client.send(&Request::Ready { ready: true }.at(id)).await;
    let mut dice = dice(3);
    client
        .until(|client| client.table(id).standing.is_some())
        .await;
    while client.table(id).room.status != Status::Over {
        let ply = client.standing(id).ply;
        // Nothing is on offer while the program is on turn.
        if !client.moves(id).is_empty() {
            let message = random_move(&client, id, &mut dice);
            client.send(&message).await;
        }
        client.until(|client| client.standing(id).ply > ply).await;
    }
    let ended = program.wait_with_output().await.unwrap();
    let scores = &client.standing(id).scores;
    assert_eq!(
        said(&ended),
        format!("Dealt fairly\nThe match is over: {:?}\n", scores.as_slice())
    );
}

#[tokio::test]
async fn the_example_stops_when_its_token_is_worth_nothing() {
    let Some(python) = python() else { return };
    let world = World::new().await;
    let ended = Command::new(python)
        .args(["-c", example()])
        .arg(format!("ws://{}", world.address))
        .arg("0".repeat(32))
        .env("BONEYARD_TOKEN", format!("boneyard_{}", "0".repeat(64)))
        .output()
        .await
        .unwrap();
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(!ended.status.success() && said.contains("4401"), "{said}");
    assert_eq!(said.lines().count(), 1, "it tried once: {said}");
}
