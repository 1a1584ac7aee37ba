//! An external player: a program that answers JSON lines.
//!
//! The arena sends `{"rules": Options, "view": View, "hands": [[tile]]}`, and the program answers
//! `{"tile": "6-4", "arm": "a" | null}`. `hands` contains the tiles of all seats, for reference players
//! that cheat. An honest player ignores `hands`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use boneyard_rules::line::{ArmId, Match, Options, Play, Round};
use boneyard_rules::{Seat, Tile, Viewer};
use serde::Deserialize;

use crate::Failure;

/// A running program, and the pipes to it.
pub(crate) struct External {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

#[derive(Deserialize)]
struct Answer {
    tile: Tile,
    arm: Option<ArmId>,
}

impl External {
    /// Starts a program. The words of its command line are separated by spaces.
    pub(crate) fn start(command: &str) -> std::io::Result<Self> {
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let broken = || std::io::Error::other("the program has no pipes");
        let questions = child.stdin.take().ok_or_else(broken)?;
        let answers = child.stdout.take().map(BufReader::new).ok_or_else(broken)?;
        Ok(Self {
            child,
            questions,
            answers,
        })
    }

    pub(crate) fn choose(&mut self, game: &Match, seat: Seat) -> Result<Play, Failure> {
        let question = serde_json::json!({
            "rules": Options::from(*game.rules()),
            "view": game.view(Viewer::Seat(seat)),
            "hands": game.round().map(Round::hands),
        });
        writeln!(self.questions, "{question}")?;
        self.questions.flush()?;
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            return Err("the program ended without an answer".into());
        }
        let Answer { tile, arm } = serde_json::from_str(&line)?;
        let announced = game.round().and_then(|round| {
            let placement = round.placement(seat, tile, arm).ok()?;
            Some(round.points(placement))
        });
        Ok(Play {
            tile,
            arm,
            announced,
        })
    }
}

impl Drop for External {
    fn drop(&mut self) {
        // The program may have ended already. Then `kill` fails, and only the exit status is collected.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
