//! Runs the speed measurement as a program, against a server on this machine.

#![allow(
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise, its helpers too"
)]

use std::process::Command;

use boneyard_server::Server;
use boneyard_server::config::Cli;
use clap::Parser as _;
use serde_json::Value;
use tokio::sync::oneshot;

/// Starts a server, measures it with these arguments, and returns the report.
async fn measure(arguments: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("boneyard.db").display().to_string();
    let cli = Cli::try_parse_from([
        "server",
        "--listen",
        "127.0.0.1:0",
        "--database",
        &format!("sqlite://{path}"),
        "--message-rate",
        "1000000",
        "--rows-per-address",
        "1000000000",
    ]);
    let server = Server::new(cli.unwrap().config).await.unwrap();
    let address = server.local_addr().to_string();
    let (stop, stopped) = oneshot::channel::<()>();
    let serving = tokio::spawn(server.serve(async {
        let _ = stopped.await;
    }));
    let pid = std::process::id().to_string();
    let mut program = Command::new(env!("CARGO_BIN_EXE_boneyard-loadgen"));
    program
        .args([
            "--server",
            &address,
            "--server-pid",
            &pid,
            "--database",
            &path,
        ])
        .args(["--warmup", "0", "--seconds", "1"])
        .args(arguments);
    let run = tokio::task::spawn_blocking(move || program.output());
    let output = run.await.unwrap().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    stop.send(()).unwrap();
    serving.await.unwrap().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

fn number(report: &Value, field: &str) -> f64 {
    report.pointer(field).and_then(Value::as_f64).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn four_play_in_a_closed_loop_while_others_watch_and_wait() {
    let arguments = ["--rules", "All Fives 150 · 4 players", "--tables", "3"];
    let others = ["--watchers", "5", "--idle-tables", "2"];
    let report = measure(&[&arguments[..], &others].concat()).await;
    assert_eq!(report["seats"], 4);
    assert_eq!(report["idle_tables"], 2);
    assert_eq!(report["overdue_moves"], 0);
    for field in [
        "/moves",
        "/own_screen/p50_ms",
        "/opponents_screens/p99_9_ms",
        "/bytes/own_update",
        "/bytes/opponent_update",
        "/bytes/watcher_update",
        "/server_memory/seated_bytes",
        "/database_bytes_per_move",
    ] {
        assert!(number(&report, field) > 0.0, "{field} of {report}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_play_trains_and_three_a_race() {
    for (rules, seats) in [
        ("Mexican Train 3 · 8 players", 8),
        ("Chickenfoot 3 · 8 players", 8),
        ("Ringway 100 · 3 seats", 3),
    ] {
        let report = measure(&["--rules", rules, "--tables", "2"]).await;
        assert_eq!(report["seats"], seats, "{rules}");
        assert!(number(&report, "/moves") > 0.0, "{report}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_made_at_the_rate_that_was_asked_for() {
    let report = measure(&["--tables", "4", "--rate", "20"]).await;
    let moves = number(&report, "/moves") + number(&report, "/overdue_moves");
    assert!((1.0..=21.0).contains(&moves), "{report}");
}
