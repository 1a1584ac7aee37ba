//! Tests that the program in docs/bots.md works as the document says: it plays a match to its end.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use boneyard_rules::line::{Options, Preset};
use tokio::process::Command;

use crate::bots::make_bot;
use crate::computers::Player;
use crate::world::{World, public};

const DOCUMENT: &str = include_str!("../../../../docs/bots.md");

/// The highest number of lines in the program, because the example must stay small.
const LINES_MAX: usize = 140;

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

fn example() -> &'static str {
    let (_, rest) = DOCUMENT.split_once("```python\n").unwrap();
    let (program, rest) = rest.split_once("```").unwrap();
    assert!(!rest.contains("```python"), "there is one program");
    program
}

#[test]
fn the_example_is_small() {
    let lines = example().lines().count();
    assert!(lines < LINES_MAX, "{lines} lines");
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
    let (said, trouble) = (
        String::from_utf8_lossy(&ended.stdout),
        String::from_utf8_lossy(&ended.stderr),
    );
    assert!(ended.status.success(), "{trouble}");
    assert_eq!(trouble, "");
    let scores = &player.client.standing(table.table).scores;
    let rounds = player.client.standing(table.table).round;
    let fair = "Dealt fairly\n".repeat(usize::from(rounds));
    assert_eq!(
        said,
        format!("{fair}The match is over: {:?}\n", scores.as_slice())
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
