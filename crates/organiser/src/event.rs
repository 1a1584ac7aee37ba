//! The events of a tournament's log: decisions, results and chance. Everything else follows from them.

use boneyard_base::{PlayerId, TableId};
use boneyard_bot::Level;
use boneyard_fair::TableSeed;
use boneyard_protocol::Invite;
use boneyard_protocol::fairness::SectionMatch;
use boneyard_tournaments::{Decision, MatchOutcome, Network, Pairing, PairingId, Placing};
use serde::{Deserialize, Serialize};

use crate::settings::Settings;

/// The number of an entry, from 0 in the order of the entries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct EntryId(pub(crate) u32);

impl EntryId {
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number that visitors see, from 1.
    pub(crate) const fn number(self) -> u32 {
        self.0 + 1
    }
}

/// A player of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Entrant {
    /// A person.
    Person(PlayerId),
    /// A computer player.
    Computer(Level),
}

/// How a result came about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Source {
    /// The players ended the match at its table.
    Played,
    /// A side did not come, left the match, or withdrew.
    Forfeited,
    /// Computer players played against each other, without a table.
    Computers,
    /// The organiser decided it, and said why.
    Organiser(String),
}

/// One event. The body of a row of the log is the sequence of events that one append added, in [postcard]'s
/// format, like a row of a table's log: a variant is only ever added at the end, and the fields of a variant
/// never change. A test checks the bytes of every variant.
///
/// [postcard]: https://postcard.jamesmunns.com/wire-format
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Event {
    /// The tournament was created. This is always the first event of a log, and only the first.
    Created {
        /// The account of the organiser.
        organiser: PlayerId,
        /// The organiser's name.
        name: String,
        /// What the organiser has chosen.
        settings: Box<Settings>,
    },
    /// A player entered; or came back, before the first round, after a withdrawal.
    Entered {
        /// The player.
        player: PlayerId,
        /// The player's name.
        name: String,
        /// The rating, by which players are seeded.
        rating: i32,
        /// The network from which the player entered; `None` if it tells nothing.
        network: Option<Network>,
    },
    /// A player said to be there.
    CheckedIn {
        /// The player's entry.
        entry: EntryId,
    },
    /// A player withdrew, or the organiser withdrew the player.
    Withdrawn {
        /// The player's entry.
        entry: EntryId,
    },
    /// The tournament began. Players who had to say that they are there, and have not, are withdrawn.
    Started {
        /// How many computer players entered.
        computers: u16,
    },
    /// A round was paired.
    Paired {
        /// The pairings. Their entrants are numbered in the order in which they joined the rounds.
        pairings: Vec<Pairing>,
        /// For each pairing, the table of its match; `None` for a bye, and for a match without people. The
        /// tables are opened after this event, so no match is ever made twice.
        tables: Vec<Option<TableId>>,
    },
    /// A match got its result.
    Reported {
        /// The match.
        pairing: PairingId,
        /// The result.
        outcome: MatchOutcome,
        /// How the result came about.
        source: Source,
    },
    /// The organiser changed the result of a match.
    Corrected {
        /// The match.
        pairing: PairingId,
        /// How it is decided now. Whether it was played, and the points, stay.
        decision: Decision,
        /// The reason.
        note: String,
    },
    /// A match got another table, because the server was away while its players had to come to the first one.
    NewTable {
        /// The match.
        pairing: PairingId,
        /// The table.
        table: TableId,
    },
    /// The tables of these matches are open. Only from now on players are told of them.
    Opened {
        /// The matches.
        pairings: Vec<PairingId>,
    },
    /// The organiser paused the tournament.
    Paused,
    /// The organiser let the tournament go on.
    Resumed,
    /// The last round has ended.
    Ended,
    /// The tournament ended before its last round.
    CalledOff,
    /// A player is not paired until [`Self::CameBack`]: takes a break from an arena, or has left a match of it.
    WentAway {
        /// The player's entry.
        entry: EntryId,
    },
    /// A player is paired again.
    CameBack {
        /// The player's entry.
        entry: EntryId,
    },
    /// In a tournament of pairs, a player who entered got an invitation for a partner.
    Invited {
        /// The player's entry.
        entry: EntryId,
        /// The invitation.
        invite: Invite,
    },
    /// Two players became partners.
    Partnered {
        /// Their entries.
        entries: [EntryId; 2],
    },
    /// The organiser ended the repetition: no tournament follows this one.
    RepeatStopped,
    /// The name of a player who took part, or of the organiser, was deleted.
    NameDeleted {
        /// The player.
        player: PlayerId,
    },
    /// The last round's matches with people became a section: they are dealt alike.
    SectionFormed {
        /// The secret seed of the section's chain. It is never shown.
        seed: TableSeed,
        /// The matches, in the order of their numbers, with the promises of their seats.
        matches: Vec<(PairingId, SectionMatch)>,
    },
    /// The section was called off before its tiles were dealt, because a promised seed didn't come.
    SectionCalledOff,
    /// All matches of the last round have ended, and their tables give out the proofs and records.
    SectionEnded,
    /// The boards of a match that has ended: the points of the first side less those of the second, for each one
    /// that was finished.
    Boards {
        /// The match.
        pairing: PairingId,
        /// The points.
        margins: Vec<i32>,
    },
    /// The organiser decided a match that has no result. It gets its result when its table has ended it.
    Decided {
        /// The match.
        pairing: PairingId,
        /// How the organiser decided it.
        decision: Decision,
        /// The reason.
        note: String,
    },
    /// The organiser closed the account, or is kept out by a moderator: the tournament belongs to the moderators, and
    /// none follows it.
    OrganiserLeft,
    /// The clock was ahead, and was set back: what happened by it counts as if it happened at the time of this row.
    ClockSetBack,
    /// A moderator gave the tournament another name.
    Renamed {
        /// The name.
        name: String,
    },
    /// A moderator deleted the organiser's reason for the result of a match.
    NoteDeleted {
        /// The match.
        pairing: PairingId,
    },
    /// A moderator deleted the tournament: it is listed no more, and its texts that visitors have chosen are not shown.
    Deleted,
    /// A player did not come to a match, or did not tell a promised seed for which a section waited. The player is not
    /// paired until [`Self::CameBack`].
    Missed {
        /// The player's entry.
        entry: EntryId,
    },
    /// A match at a table of several got its result.
    Placed {
        /// The match.
        pairing: PairingId,
        /// What each has reached.
        placing: Placing,
        /// How the result came about.
        source: Source,
    },
    /// The organiser gave the places of a match at a table of several. If the match has no result, it gets this one when
    /// its table has ended it.
    Ranked {
        /// The match.
        pairing: PairingId,
        /// The places, in the order of the pairing; 0 for a player who is behind all others and gets nothing.
        places: Vec<u8>,
        /// The reason.
        note: String,
    },
}

impl Event {
    /// The player who enters with this event.
    pub(crate) const fn entered(&self) -> Option<PlayerId> {
        match self {
            Self::Entered { player, .. } => Some(*player),
            _ => None,
        }
    }

    /// The body of the log row that holds these events.
    pub(crate) fn to_body(events: &[Self]) -> Vec<u8> {
        let add =
            |body, event| postcard::to_extend(event, body).expect("an event has a form in bytes");
        events.iter().fold(Vec::new(), add)
    }

    /// Reads the events of a log row from its body; at least one.
    pub(crate) fn from_body(body: &[u8]) -> Result<Vec<Self>, postcard::Error> {
        let mut events = Vec::with_capacity(1);
        let mut rest = body;
        loop {
            let event;
            (event, rest) = postcard::take_from_bytes(rest)?;
            events.push(event);
            if rest.is_empty() {
                return Ok(events);
            }
        }
    }
}
