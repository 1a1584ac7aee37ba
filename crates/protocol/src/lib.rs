//! Every message between a Boneyard server and its clients.
//!
//! On the socket a client sends [`ClientMessage`]s, the first of them `hello`, and the server answers
//! with [`ServerMessage`]s: text frames, each one JSON object with its kind in `type`. A reader ignores
//! fields that it doesn't know, so that fields can be added; a type that it doesn't know is an error.
//! `docs/protocol.md` explains the protocol to authors of clients.
//!
//! ```
//! use boneyard_protocol::{ClientMessage, PROTOCOL, ServerMessage};
//!
//! let hello = ClientMessage::parse(r#"{"type":"hello","protocol":1}"#)?;
//! assert_eq!(hello, ClientMessage::Hello { protocol: PROTOCOL });
//!
//! let answer = ServerMessage::You { name: "Ada".into() };
//! assert_eq!(answer.encode(), r#"{"type":"you","name":"Ada"}"#);
//! # Ok::<(), boneyard_protocol::ParseError>(())
//! ```
//!
//! # Where things are
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`client`] | the messages of a client |
//! | [`parse`] | the parser of a client's messages |
//! | [`body`] | the parser of bodies and queries of HTTP requests |
//! | [`server`] | the messages of the server |
//! | [`update`] | changes at a table, encoded once for all viewers |
//! | [`fold`] | how a client applies updates to its view of a table |
//! | [`chat`] | the chat and the reactions at a table |
//! | [`analysis`] | an expert's analysis of a finished match |
//! | [`computer`] | computer players and hints |
//! | [`clock`] | time at a table: clocks, absent players, how a match ended |
//! | [`fairness`] | the proof that a deal was fair |
//! | [`room`] | a table and its seats, without the match |
//! | [`seat_request`] | requests for a computer player's seat while a match is played |
//! | [`record`] | the record of a finished match, and its replay |
//! | [`transparency`] | what a server signs: its public log and records |
//! | [`http`] | the bodies of the HTTP requests about tables and programs |
//! | [`people`] | the bodies of the HTTP requests about accounts, friends, reports and ratings |
//! | [`push`] | the bodies of the HTTP requests about Web Push |
//! | [`matching`] | the search for a quick match |
//! | [`tournament`] | tournaments: their bodies, and what those who follow one are sent |
//! | [`catalogue`] | every preset and every option, from which a dialog can be made |
//! | [`error`], [`close`] | why a request was refused, why a connection was closed |
//! | [`id`] | the ids of tables, people, records and devices, and invitations |
//!
//! The views of a match are those of the rules: [`boneyard_rules::View`] and [`boneyard_rules::Standing`].

pub mod analysis;
pub mod body;
pub mod catalogue;
pub mod chat;
pub mod client;
pub mod clock;
pub mod close;
pub mod computer;
pub mod error;
pub mod fairness;
mod field;
pub mod fold;
pub mod http;
pub mod id;
pub mod matching;
pub mod parse;
pub mod people;
pub mod push;
mod reader;
pub mod record;
pub mod room;
pub mod seat_request;
pub mod server;
pub mod tournament;
pub mod transparency;
pub mod update;

pub use analysis::{MoveAnalysis, RecordAnalysis};
pub use boneyard_fair::{Commitment, Hash, LogHead, Promise, Seed};
pub use catalogue::Catalogue;
pub use chat::{Chat, Line, Phrase, Reaction, Words};
pub use client::{About, ClientMessage, Request};
pub use clock::{Absent, AbsentChoice, Care, ClockRule, Ending, Running, Time};
pub use close::{CloseCode, Retry};
pub use computer::{Hint, HintReason, Level};
pub use error::ErrorCode;
pub use fairness::{Fairness, RoomFairness, RoundFairness, SeatFairness};
pub use fold::Folded;
pub use id::{
    DeviceId, Invite, PartyId, PersonId, Pseudonym, RecipientId, RecordId, TableId, TournamentId,
};
pub use matching::Seeking;
pub use parse::ParseError;
pub use people::RatingBoard;
pub use record::{Record, RecordSeat, Replay};
pub use room::{Access, Listing, Me, OwnTable, Presence, Room, RoomChange, RoomTournament, Status};
pub use seat_request::{RequestOutcome, SeatRequest, TookOver};
pub use server::{Missed, Outside, ServerMessage, Snapshot};
pub use transparency::{Receipt, SignedHead};
pub use update::{EncodedUpdate, PrivateUpdate, SharedUpdate, Update};

/// The version of this protocol. It changes when an older client would misunderstand the server, or the
/// server would misunderstand an older client. New fields and new error codes don't change it.
pub const PROTOCOL: u32 = 1;

/// Encodes a message as JSON.
fn encode(message: &impl serde::Serialize) -> String {
    serde_json::to_string(message).expect("messages have no keys but the names of their fields")
}
