//! The messages that a client may send.

use boneyard_fair::{Commitment, Seed};
use boneyard_rules::{Move, Seat};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::chat::{Reaction, Words};
use crate::clock::AbsentChoice;
use crate::computer::Level;
use crate::field::{Field, fields};
use crate::id::{Invite, PartyId, Pseudonym, TableId, TournamentId};
use crate::reader::{Fields, WrongField};
use crate::transparency::SignedHead;

fields! {
    About: "the type of a message",
}

/// The name of a field in JSON.
macro_rules! field_name {
    ($field:ident rename = $name:literal) => {
        $name
    };
    ($field:ident $($flatten:ident)?) => {
        stringify!($field)
    };
}

/// Generates the three enums of client messages from one list, and the code that reads and writes them.
/// An attribute of a field is written in parentheses after the field's name, in the form of serde and
/// schemars.
macro_rules! client_messages {
    (
        connection {$(
            $(#[doc = $own_doc:literal])+
            $own:ident {$(
                $(#[doc = $own_field_doc:literal])+
                $own_field:ident: $own_type:ty,
            )*}
        )*}
        table {$(
            $(#[doc = $doc:literal])+
            $variant:ident $({$(
                $(#[doc = $field_doc:literal])+
                $field:ident $(($($attribute:tt)+))?: $type:ty,
            )+})?
        )*}
    ) => {
        /// A message from a client to the server. In JSON it is one flat object. For a request at a
        /// table, `type` names the request, such as `move`.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum ClientMessage {
            $(
                $(#[doc = $own_doc])+
                $own { $($(#[doc = $own_field_doc])+ $own_field: $own_type,)* },
            )*
            /// A request at a table that the connection has open.
            Table {
                /// The table.
                table: TableId,
                /// The request.
                request: Request,
            },
        }

        /// A request of a client at a table.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Request {
            $(
                $(#[doc = $doc])+
                $variant $({ $($(#[doc = $field_doc])+ $field: $type,)+ })?,
            )*
        }

        /// The `type` of a client's message, which errors name.
        #[expect(missing_docs, reason = "the messages themselves are documented")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum About {
            $($own,)*
            $($variant,)*
        }

        impl About {
            /// All types.
            pub const ALL: &[Self] = &[$(Self::$own,)* $(Self::$variant),*];
        }

        impl ClientMessage {
            /// The message's `type`.
            #[must_use]
            pub const fn about(&self) -> About {
                match self {
                    $(Self::$own { .. } => About::$own,)*
                    Self::Table { request, .. } => request.about(),
                }
            }

            /// The table that the message names, if it names one.
            #[must_use]
            pub const fn table(&self) -> Option<TableId> {
                match *self {
                    Self::Table { table, .. } | Self::Open { table, .. } | Self::Close { table } => {
                        Some(table)
                    }
                    Self::Hello { .. }
                    | Self::Lobby { .. }
                    | Self::OwnTables { .. }
                    | Self::Seek { .. }
                    | Self::SeekAnswer { .. }
                    | Self::Unseek { .. }
                    | Self::Seekers { .. }
                    | Self::Tournament { .. }
                    | Self::Rename { .. } => None,
                }
            }

            /// Builds the message of the type `about` from the fields of its JSON object.
            pub(crate) fn read(about: About, fields: &Fields<'_>) -> Result<Self, WrongField> {
                Ok(match about {
                    $(About::$own => Self::$own {
                        $($own_field: Field::read(fields, stringify!($own_field))?,)*
                    },)*
                    $(About::$variant => Self::Table {
                        table: Field::read(fields, "table")?,
                        request: Request::$variant {
                            $($($field: Field::read(
                                fields,
                                field_name!($field $($($attribute)+)?),
                            )?,)+)?
                        },
                    },)*
                })
            }
        }

        impl Request {
            /// The `type` of the message that contains this request.
            #[must_use]
            pub const fn about(&self) -> About {
                match self {
                    $(Self::$variant { .. } => About::$variant,)*
                }
            }

            /// Makes the message that sends this request to a table.
            #[must_use]
            pub const fn at(self, table: TableId) -> ClientMessage {
                ClientMessage::Table { table, request: self }
            }

            fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                match self {
                    $(Self::$variant { $($($field),+)? } => {
                        $($($field.write(map, field_name!($field $($($attribute)+)?))?;)+)?
                    })*
                }
                Ok(())
            }
        }

        impl Serialize for ClientMessage {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("type", &self.about())?;
                match self {
                    $(Self::$own { $($own_field),* } => {
                        $($own_field.write(&mut map, stringify!($own_field))?;)*
                    })*
                    Self::Table { table, request } => {
                        table.write(&mut map, "table")?;
                        request.write(&mut map)?;
                    }
                }
                map.end()
            }
        }

        /// The messages in their JSON form, for the schema.
        #[cfg(feature = "schema")]
        mod flat {
            use super::*;

            /// A message from a client to the server.
            #[expect(dead_code, reason = "only its schema is used")]
            #[derive(schemars::JsonSchema)]
            #[schemars(tag = "type", rename_all = "snake_case")]
            pub(super) enum ClientMessage {
                $(
                    $(#[doc = $own_doc])+
                    $own { $($(#[doc = $own_field_doc])+ $own_field: $own_type,)* },
                )*
                $(
                    $(#[doc = $doc])+
                    $variant {
                        /// The table.
                        table: TableId,
                        $($(
                            $(#[doc = $field_doc])+
                            $(#[schemars($($attribute)+)])?
                            $field: $type,
                        )+)?
                    },
                )*
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for ClientMessage {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                flat::ClientMessage::schema_name()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                flat::ClientMessage::json_schema(generator)
            }
        }
    };
}

client_messages! {
    connection {
        /// The first message on every connection. The client must send it within ten seconds. The answer
        /// is `welcome`.
        Hello {
            /// The version of the protocol that the client speaks.
            protocol: u32,
        }
        /// Starts or stops following the list of public tables. The answer is `lobby`, then `listed` and
        /// `unlisted` as the list changes.
        Lobby {
            /// `true` starts following the list, `false` stops.
            follow: bool,
        }
        /// Starts or stops following the list of the tables at which the visitor has a seat. The answer
        /// is `own_tables`. The server sends it again when the list changes, at most once a second, but
        /// not for changes at a table that this connection has open: these are sent as `update`.
        OwnTables {
            /// `true` starts following the list, `false` stops.
            follow: bool,
        }
        /// Changes the visitor's display name, also at all tables. The server sends `you` on every
        /// connection of this visitor.
        Rename {
            /// The new name.
            name: String,
        }
        /// Searches for a quick match. The answer is `seeking`, then `paired` once a table is found. A
        /// second `seek` changes the search. The search ends when the connection is closed.
        Seek {
            /// The wanted presets, by their names in the catalogue: at least one.
            presets: Vec<String>,
            /// Whether the visitor would play with both accounts and guests. An account and a guest play
            /// together only if both of them allow it.
            mixed: bool,
            /// The id of the pair, if the player searches as one of two partners. Both partners send the
            /// same id.
            party: Option<PartyId>,
            /// The number of a listed search. Its player is met first, whatever the two ratings are, if both
            /// fit each other; otherwise the search goes on.
            with: Option<u32>,
        }
        /// Answers a `seek_question`. The client sends it without asking the player.
        SeekAnswer {
            /// The number of the question.
            number: u32,
        }
        /// Ends the search. The answer is `seeking`.
        Unseek {}
        /// Starts or stops following the list of the players who search for a quick match alone. The answer
        /// is `seekers`. The server sends it again when the list changes, at most once a second.
        Seekers {
            /// `true` starts following the list, `false` stops.
            follow: bool,
        }
        /// Starts or stops following a tournament. The answer is `tournament` and `tournament_own`, then
        /// `tournament_changed` as the tournament changes, at most once a second. A connection follows one
        /// tournament: following another one ends the first.
        Tournament {
            /// The tournament.
            tournament: TournamentId,
            /// `true` starts following the tournament, `false` stops.
            follow: bool,
        }
        /// Opens a table: from now on the connection follows the table. The answer is `table`, then an
        /// `update` for each change. The answer to a second `open` is a new `table`. With `since` the
        /// answer is `missed` if the server still has every update after the version `since`, and `table`
        /// otherwise.
        Open {
            /// The table.
            table: TableId,
            /// The invitation. A table with the access `link` needs it, unless the visitor already has a
            /// seat there.
            invite: Option<Invite>,
            /// The last version of the table that the client knows.
            since: Option<u64>,
            /// `true` if the client shows the table as a small preview beside other things. The visitor then
            /// counts neither as a watcher nor as a player who is present. A later `open` without it counts
            /// the visitor.
            preview: Option<bool>,
            /// `true` if the client knows the version `since`, but no longer has the table of that version.
            /// A player's answer is then a `table` of that version followed by `missed`, if the server still
            /// has them.
            replay: Option<bool>,
        }
        /// Stops following a table. A player keeps the seat.
        Close {
            /// The table.
            table: TableId,
        }
    }
    table {
        /// Takes a seat, before a match. The connection must have the table open, as for all other
        /// requests at a table. The server sends an `update` to all players and watchers of the table.
        Sit {
            /// The seat; if it is absent, the first free one.
            seat: Option<Seat>,
        }
        /// Gives up the seat, before or after a match.
        Leave
        /// Says whether the player is ready for the match or the rematch. The match starts when every
        /// seat is taken and every player is ready.
        Ready {
            /// Whether the player is ready.
            ready: bool,
        }
        /// Promises a seed for the deals of the next match, by sending the hash of the seed. A second
        /// `commit` replaces the first promise.
        Commit {
            /// The number of the match, as in `room.fairness.match`.
            match_number (rename = "match"): u32,
            /// The seed's hash.
            commitment: Commitment,
            /// The newest head of the public log that the client knows, if it knows one.
            head: Option<SignedHead>,
        }
        /// Reveals the promised seed, once `room.fairness.revealing` is true.
        Reveal {
            /// The number of the match.
            match_number (rename = "match"): u32,
            /// The seed that was promised.
            seed: Seed,
        }
        /// Asks for the proof of the deals of a finished round of the last match. The answer is
        /// `fairness`.
        Fairness {
            /// The number of the round, from 1.
            round: u32,
        }
        /// Removes a player before the first match, or a computer player while no match is played. Only
        /// the host may do this.
        Remove {
            /// The player's seat.
            seat: Seat,
            /// The player's pseudonym. If another player has the seat by now, the message is refused (`stale`). Absent for
            /// a computer player; otherwise the player who has the seat is removed.
            pseudonym: Option<Pseudonym>,
        }
        /// Gives a free seat to a computer player, while no match is played. Only the host may do this.
        SeatComputer {
            /// The seat.
            seat: Seat,
            /// The computer player's level.
            level: Level,
        }
        /// Requests the seat of a computer player while a match is played. A second request for the same
        /// seat changes nothing.
        RequestSeat {
            /// The seat.
            seat: Seat,
        }
        /// Withdraws the visitor's request for a seat.
        WithdrawRequest
        /// Agrees to a request for a seat, or declines it. Only the host may do this; while the host is
        /// away, any player may.
        AnswerRequest {
            /// The `asked_ms` of the request that is answered.
            asked_ms: i64,
            /// Whether the asker gets the seat.
            agree: bool,
        }
        /// Makes a move.
        Move {
            /// The `standing.ply` that the player saw. A move for another position is refused as `stale`.
            ply: u32,
            /// The move: an object with one key, the game.
            chosen (rename = "move"): Move,
        }
        /// Asks which move an expert would make for the player. The answer is `hint`.
        Hint {
            /// The `standing.ply` that the player saw.
            ply: u32,
        }
        /// Resigns from the match. If there are two sides, and no other person still plays on the
        /// player's side, the other side wins. Otherwise a computer player continues in the player's
        /// seat.
        Resign
        /// Offers to end the match without a winner, or answers such an offer. The match ends when all
        /// people who still play it agree.
        Agree {
            /// `true` offers to end the match, or agrees to end it. `false` declines, and cancels all
            /// offers.
            agree: bool,
        }
        /// Decides what happens while the other players wait for an absent player: see `absent` in the
        /// presence.
        Absent {
            /// The absent player's seat.
            seat: Seat,
            /// The choice for the absent player.
            choice: AbsentChoice,
        }
        /// Says that the player is back. The player gets the seat back if a computer player stands in.
        Back
        /// Takes a day of holiday, at a table over days: the player's clock doesn't run for a day from now on,
        /// or from the end of the holiday that the player has taken before.
        Holiday
        /// Says that the player is ready for the next round.
        Next
        /// Writes a `text` or a `phrase` in the chat. A player writes to the players, a watcher to the
        /// watchers. The server sends `said` to all clients in that chat room.
        Say {
            /// The text or the phrase.
            words (flatten): Words,
        }
        /// Reacts to what has just happened. The server sends `reacted` to all players and watchers of
        /// the table.
        React {
            /// The reaction.
            reaction: Reaction,
        }
    }
}
