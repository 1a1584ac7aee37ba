//! The messages that a client may send.

use boneyard_fair::{Commitment, Seed};
use boneyard_rules::{ArmId, Seat, Tile};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::chat::{Reaction, Words};
use crate::clock::AbsentChoice;
use crate::computer::Level;
use crate::field::{Field, Fields};
use crate::id::{Invite, PartyId, TableId};
use crate::reader::WrongField;

/// The name of a field in JSON.
macro_rules! field_name {
    ($field:ident rename = $name:literal) => {
        $name
    };
    ($field:ident $($flatten:ident)?) => {
        stringify!($field)
    };
}

/// Makes the three enums of client messages from one list, with the code that reads and writes them. An
/// attribute of a field stands in parentheses behind its name, in the form of serde and schemars.
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
        /// A message from a client to the server. In JSON it is one flat object; the `type` of a request
        /// at a table is the request's.
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
                    | Self::Unseek { .. }
                    | Self::SeekCounts { .. }
                    | Self::Rename { .. } => None,
                }
            }

            /// Makes the message of a type from these fields.
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
            /// The `type` of the request's message.
            #[must_use]
            pub const fn about(&self) -> About {
                match self {
                    $(Self::$variant { .. } => About::$variant,)*
                }
            }

            /// The message with this request at a table.
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
        /// The first message on every connection, due within ten seconds. The answer is `welcome`.
        Hello {
            /// The version of the protocol that the client speaks.
            protocol: u32,
        }
        /// Starts or stops following the list of public tables. The answer is `lobby`, then `listed` and
        /// `unlisted` as the list changes.
        Lobby {
            /// Whether to follow it.
            follow: bool,
        }
        /// Starts or stops following the list of the visitor's own tables: those at which the visitor has
        /// a seat. The answer is `own_tables`, and again when the list changes, at most once a second.
        /// The changes at a table that this connection has open come by `update`.
        OwnTables {
            /// Whether to follow it.
            follow: bool,
        }
        /// Changes the visitor's display name, also at all tables. The answer is `you`, on every
        /// connection of this visitor.
        Rename {
            /// The new name.
            name: String,
        }
        /// Searches for a quick match. The answer is `seeking`, and `paired` once a table is found. Sent
        /// again, it changes the search. The search ends with the connection.
        Seek {
            /// The wanted presets, by their names in the catalogue: at least one.
            presets: Vec<String>,
            /// Whether accounts and guests may play together; they do if both sides allow it.
            mixed: bool,
            /// The pair, if the player searches as one of two partners. Both send the same one.
            party: Option<PartyId>,
        }
        /// Ends the search. The answer is `seeking`.
        Unseek {}
        /// Starts or stops following how many players search and play. The answer is `seek_counts`, and
        /// again when the counts change, at most once a second.
        SeekCounts {
            /// Whether to follow it.
            follow: bool,
        }
        /// Opens a table: the connection follows it from now on. The answer is `table`, then an `update`
        /// for each change. Sent again, it brings a new `table`. With `since` the answer is `missed` if
        /// the server still has every update after that version, and `table` otherwise.
        Open {
            /// The table.
            table: TableId,
            /// The invitation. A table by link needs it, unless the visitor already has a seat there.
            invite: Option<Invite>,
            /// The last version of the table that the client knows.
            since: Option<u64>,
        }
        /// Stops following a table. A player keeps the seat.
        Close {
            /// The table.
            table: TableId,
        }
    }
    table {
        /// Takes a seat, before a match. This message and all that follow need the connection to have the
        /// table open. The answer is an `update` for all players and watchers there.
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
        /// Promises a seed for the deals of the next match. Sent again, it replaces the earlier promise.
        Commit {
            /// The number of the match, as `room.fairness.match` says it.
            match_number (rename = "match"): u32,
            /// The seed's hash.
            commitment: Commitment,
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
        }
        /// Gives a free seat to a computer player, while no match is played. Only the host may do this.
        SeatComputer {
            /// The seat.
            seat: Seat,
            /// The computer player's level.
            level: Level,
        }
        /// Requests the seat of a computer player while a match is played. Sent again for the same seat,
        /// it changes nothing.
        RequestSeat {
            /// The seat.
            seat: Seat,
        }
        /// Withdraws the visitor's request for a seat.
        WithdrawRequest
        /// Agrees to a request for a seat, or declines it. Only the host may do this; while the host is
        /// away, any player may.
        AnswerRequest {
            /// The `asked_ms` of the request.
            asked_ms: i64,
            /// Whether the asker gets the seat.
            agree: bool,
        }
        /// Plays a tile.
        Play {
            /// The `board.ply` that the player saw. A play for another position is refused as `stale`.
            ply: u32,
            /// The tile.
            tile: Tile,
            /// The arm to lengthen; absent for the lead.
            arm: Option<ArmId>,
            /// The points that the player announces, under muggins calls.
            announced: Option<u16>,
        }
        /// Gives the lead to the partner, where `own.may_give_lead` says so.
        GiveLead {
            /// The `board.ply` that the player saw.
            ply: u32,
        }
        /// Calls "Muggins!".
        Call {
            /// The `board.ply` that the player saw.
            ply: u32,
        }
        /// Asks what an expert would play for the player. The answer is `hint`.
        Hint {
            /// The `board.ply` that the player saw.
            ply: u32,
        }
        /// Resigns from the match. If there are two sides, and no other person of the player's side still
        /// plays, the other side wins; otherwise a computer player plays on in the player's seat.
        Resign
        /// Offers to end the match without a winner, agrees to that, or declines it. The match ends when
        /// all people who still play it agree.
        Agree {
            /// Whether to end it. `false` declines, and cancels all offers.
            agree: bool,
        }
        /// Decides about an absent player, whom the others wait for: see `absent` in the presence.
        Absent {
            /// The absent player's seat.
            seat: Seat,
            /// What to do.
            choice: AbsentChoice,
        }
        /// Says that the player is back, and takes the seat back from its stand-in.
        Back
        /// Asks for the analysis of the finished match. Only its players may do this. The answer is
        /// `analysis`, and before it `analysing` while the analysis is made.
        Analyse
        /// Says that the player is ready for the next round.
        Next
        /// Writes in the chat, with either `text` or `phrase`: a player to the players, a watcher to the
        /// watchers. The answer is `said`, for all clients in that room.
        Say {
            /// The text or the phrase.
            words (flatten): Words,
        }
        /// Reacts to what has just happened. The answer is `reacted`, for all players and watchers of the
        /// table.
        React {
            /// The reaction.
            reaction: Reaction,
        }
    }
}
