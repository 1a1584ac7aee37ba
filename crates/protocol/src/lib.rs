//! Every message between a Boneyard server and its clients.
//!
//! A client says hello on the socket with a [`ClientMessage`] and is answered with
//! [`ServerMessage`]s: text frames, each one JSON object that names its kind in `type`. Fields
//! that a reader doesn't know are ignored, so that fields can be added; a type that it doesn't
//! know is an error. `docs/protocol.md` explains the protocol to people who write clients.
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
//! | [`client`] | what a client may send |
//! | [`parse`] | the one door through which it comes in |
//! | [`body`] | the bodies and queries of HTTP requests, read in the same way |
//! | [`server`] | what the server sends |
//! | [`update`] | what changed at a table, encoded once for everybody who sees it |
//! | [`fold`] | how a client keeps what it knows of a table up to date |
//! | [`chat`] | what people at a table say to each other |
//! | [`analysis`] | what a finished match looks like to an expert |
//! | [`computer`] | computer players, and the hints that they give |
//! | [`clock`] | time at a table: whose clock runs, who is away, how a match ended |
//! | [`fairness`] | what proves that nobody steered a deal |
//! | [`room`] | a table and its people, around the match |
//! | [`seat_request`] | asking for the seat of a computer player while a match is played |
//! | [`record`] | what is kept of a finished match, and its replay |
//! | [`transparency`] | what a server signs: receipts, records, and its public log |
//! | [`http`] | the bodies of the HTTP requests about tables and programs |
//! | [`people`] | those about accounts, friends, reports and ratings |
//! | [`matching`] | looking for a quick match |
//! | [`catalogue`] | every preset and every option, from which a dialog can be made |
//! | [`error`], [`close`] | why something was refused, why a connection was closed |
//! | [`id`] | the names of tables, and invitations |
//!
//! What a match looks like is said by the rules themselves: [`boneyard_rules::view`].

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
mod reader;
pub mod record;
pub mod room;
pub mod seat_request;
pub mod server;
pub mod transparency;
pub mod update;

pub use analysis::{AnalysedMove, Choice, MatchAnalysis};
pub use boneyard_fair::{Commitment, Hash, Seed};
pub use catalogue::Catalogue;
pub use chat::{Chat, Line, Phrase, Reaction, Words};
pub use client::{About, ClientMessage, Request};
pub use clock::{Absent, AbsentChoice, Care, ClockRule, Ending, Running, Time};
pub use close::{CloseCode, Retry};
pub use computer::{HintReason, Level};
pub use error::ErrorCode;
pub use fairness::{Fairness, RoomFairness, RoundFairness, SeatFairness};
pub use fold::Folded;
pub use id::{DeviceId, Invite, PartyId, PersonId, Pseudonym, RecordId, TableId};
pub use matching::Seeking;
pub use parse::ParseError;
pub use people::RatingBoard;
pub use record::{Record, RecordSeat, Replay};
pub use room::{Access, Listing, Me, OwnTable, Presence, Room, Status};
pub use seat_request::{RequestOutcome, SeatRequest, TookOver};
pub use server::{Missed, Outside, ServerMessage, Snapshot};
pub use transparency::Receipt;
pub use update::{EncodedUpdate, PrivateUpdate, SharedUpdate, Update};

/// The version of this protocol. It changes when a client that was written for the last one
/// would misread the server or be misread by it; a new field or a new error code doesn't count.
pub const PROTOCOL: u32 = 1;

/// A message as JSON.
fn encode(message: &impl serde::Serialize) -> String {
    serde_json::to_string(message).expect("messages have no keys but the names of their fields")
}
