//! The chat and the reactions at a table.
//!
//! A table has two chat rooms: one for its players and one for its watchers. The players don't see the lines
//! of the watchers, so watchers can't give hints to players. A chat line doesn't change the table's version.

use std::collections::VecDeque;

use boneyard_rules::Seat;
use serde::{Deserialize, Serialize};

use crate::id::Pseudonym;

/// The number of lines that the server keeps for each chat room: enough for a visitor who reconnects to
/// read the missed lines.
pub const LINES_MAX: usize = 50;

/// The content of a chat line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Words {
    /// A text of 1 to 200 characters. It is plain text and never markup.
    Text(String),
    /// A phrase that each client shows in its reader's language.
    Phrase(Phrase),
}

/// A phrase that each client shows in its reader's language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Phrase {
    /// "Hello!"
    Hello,
    /// "Good luck!"
    GoodLuck,
    /// "Well played!"
    WellPlayed,
    /// "Nice move!"
    NiceMove,
    /// "Thank you!"
    Thanks,
    /// "Good game!"
    GoodGame,
    /// "One more?"
    OneMore,
    /// "Sorry!"
    Sorry,
    /// "Oops!"
    Oops,
    /// "I'm in a hurry."
    InAHurry,
}

impl Phrase {
    /// All phrases, in the order in which clients should offer them.
    pub const ALL: &[Self] = &[
        Self::Hello,
        Self::GoodLuck,
        Self::WellPlayed,
        Self::NiceMove,
        Self::Thanks,
        Self::GoodGame,
        Self::OneMore,
        Self::Sorry,
        Self::Oops,
        Self::InAHurry,
    ];
}

/// A reaction to what has just happened at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reaction {
    /// A thumb up.
    ThumbsUp,
    /// Clapping hands.
    Clap,
    /// A laughing face.
    Laugh,
    /// An astonished face.
    Wow,
    /// A thoughtful face.
    Think,
    /// A sad face.
    Sad,
}

impl Reaction {
    /// All reactions, in the order in which clients should offer them.
    pub const ALL: &[Self] = &[
        Self::ThumbsUp,
        Self::Clap,
        Self::Laugh,
        Self::Wow,
        Self::Think,
        Self::Sad,
    ];
}

/// A chat line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line {
    /// The line's number in its chat room, from 1.
    pub n: u64,
    /// The writer's seat; `null` for a watcher.
    pub seat: Option<Seat>,
    /// The writer's display name when the line was written.
    pub name: String,
    /// The writer's pseudonym. Two visitors may have the same name.
    pub pseudonym: Pseudonym,
    /// The text or the phrase.
    #[serde(flatten)]
    pub words: Words,
    /// When the line was written, in milliseconds since 1970 by the server's clock.
    pub at_ms: i64,
}

/// The last lines of one chat room, the oldest first; at most 50.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Chat(VecDeque<Line>);

impl Chat {
    /// Adds a line, and deletes the oldest if there are more than [`LINES_MAX`].
    pub fn push(&mut self, line: Line) {
        let Self(lines) = self;
        lines.push_back(line);
        while lines.len() > LINES_MAX {
            lines.pop_front();
        }
    }

    /// The lines, the oldest first.
    #[must_use]
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &Line> + ExactSizeIterator {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(n: u64) -> Line {
        Line {
            n,
            seat: None,
            name: "Ada".to_owned(),
            pseudonym: Pseudonym::from_bits(10),
            words: Words::Phrase(Phrase::InAHurry),
            at_ms: 7,
        }
    }

    #[test]
    fn a_line_has_a_text_or_a_phrase() {
        assert_eq!(
            crate::encode(&line(3)),
            r#"{"n":3,"seat":null,"name":"Ada","pseudonym":"0000000000000000000000000000000a","phrase":"in_a_hurry","at_ms":7}"#
        );
        let text = Line {
            words: Words::Text("in a hurry".to_owned()),
            ..line(3)
        };
        assert_eq!(
            crate::encode(&text),
            r#"{"n":3,"seat":null,"name":"Ada","pseudonym":"0000000000000000000000000000000a","text":"in a hurry","at_ms":7}"#
        );
        let neither = r#"{"n":3,"seat":null,"name":"Ada","pseudonym":"0000000000000000000000000000000a","at_ms":7}"#;
        assert!(serde_json::from_str::<Line>(neither).is_err());
    }

    #[test]
    fn the_oldest_lines_are_forgotten() {
        let mut chat = Chat::default();
        let last = LINES_MAX as u64 + 10;
        (1..=last).for_each(|n| chat.push(line(n)));
        let kept: Vec<_> = chat.lines().map(|line| line.n).collect();
        assert_eq!(kept, (11..=last).collect::<Vec<_>>());
    }
}
