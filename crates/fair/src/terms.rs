//! The terms of a match: everything that is fixed before any seat reveals its seed. They are written into
//! the public log, and every order of the match depends on them.

use serde::{Deserialize, Serialize};

use crate::bytes::{Commitment, Hash, label};

/// The size and the root hash of the public log at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogHead {
    /// The number of entries.
    pub size: u32,
    /// The Merkle tree hash of the entries (RFC 6962).
    pub root: Hash,
}

/// The head of an empty log. A player whose client knows no head promises with this one.
impl Default for LogHead {
    fn default() -> Self {
        Self {
            size: 0,
            root: Hash::of(&[]),
        }
    }
}

/// The promise of a seat for the next match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Promise {
    /// The commitment to the seat's seed.
    pub commitment: Commitment,
    /// The newest head of the public log that the player's client knows. Because of it, players who were
    /// shown different logs find out when they play together.
    pub head: LogHead,
}

/// The terms of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms<'a> {
    /// The table's id.
    pub table: [u8; 16],
    /// The number of the match at its table, from 1. Matches that were called off count too.
    pub match_number: u32,
    /// The head of the chain that the match's secrets come from.
    pub commitment: Commitment,
    /// The hash of the rules and of the computer players at the seats, as the room shows them.
    pub agreed: Hash,
    /// The promise of each seat; `None` for a seat without one, such as a computer player's.
    pub promises: &'a [Option<Promise>],
}

impl Terms<'_> {
    /// The hash of the terms.
    #[must_use]
    pub fn hash(&self) -> Hash {
        let mut message = Vec::from(label::TERMS);
        message.extend(self.table);
        message.extend(self.match_number.to_be_bytes());
        message.extend(self.commitment.bytes());
        message.extend(self.agreed.bytes());
        message.push(self.promises.len() as u8);
        for promise in self.promises {
            message.push(promise.is_some().into());
            if let Some(Promise { commitment, head }) = promise {
                message.extend(commitment.bytes());
                message.extend(head.size.to_be_bytes());
                message.extend(head.root.bytes());
            }
        }
        Hash::of(&[&message])
    }
}
