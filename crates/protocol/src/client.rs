//! What a client may send.

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

/// The three enums of the messages from one list of them, and how they are read and written. An
/// attribute of a field stands in parentheses behind its name, as serde and schemars know it.
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
        /// A message from a client to the server. In JSON it is one flat object, whose `type` is
        /// that of the request if it is one to a table.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum ClientMessage {
            $(
                $(#[doc = $own_doc])+
                $own { $($(#[doc = $own_field_doc])+ $own_field: $own_type,)* },
            )*
            /// Asks for something at a table that the connection follows.
            Table {
                /// The table.
                table: TableId,
                /// What is asked for.
                request: Request,
            },
        }

        /// What a client may ask for at a table.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum Request {
            $(
                $(#[doc = $doc])+
                $variant $({ $($(#[doc = $field_doc])+ $field: $type,)+ })?,
            )*
        }

        /// The `type` of a client's message: what an error is about.
        #[expect(missing_docs, reason = "the messages themselves are documented")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum About {
            $($own,)*
            $($variant,)*
        }

        impl About {
            /// Every type.
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

            /// The table that it is about, if it is about one.
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

            /// The message of a type that has these fields.
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
            /// The `type` of the message that asks for it.
            #[must_use]
            pub const fn about(&self) -> About {
                match self {
                    $(Self::$variant { .. } => About::$variant,)*
                }
            }

            /// The message that asks for it at a table.
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

        /// The messages as they are in JSON, for the schema.
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
        /// Begins or stops to follow the list of public tables. The answer is `lobby`, then `listed`
        /// and `unlisted` as it changes.
        Lobby {
            /// Whether to follow.
            follow: bool,
        }
        /// Begins or stops to follow the tables at which one has a seat. The answer is `own_tables`, and
        /// again when something changes there, at most once a second. What changes at a table that this
        /// connection has open, the table tells.
        OwnTables {
            /// Whether to follow.
            follow: bool,
        }
        /// Changes the display name, at every table too. The answer is `you`, on every connection of
        /// this visitor.
        Rename {
            /// The new name.
            name: String,
        }
        /// Looks for a quick match. The answer is `seeking`, and `paired` once a table is found. Sent again, it
        /// changes what is looked for. It ends with the connection.
        Seek {
            /// The presets that one would play, by their names in the catalogue: at least one.
            presets: Vec<String>,
            /// Whether kept accounts and guests may meet; they do if both allow it.
            mixed: bool,
            /// Looks as one of two partners: the same for both.
            party: Option<PartyId>,
        }
        /// Looks no longer. The answer is `seeking`.
        Unseek {}
        /// Begins or stops to follow how many look and play. The answer is `seek_counts`, and again when
        /// it changes, at most once a second.
        SeekCounts {
            /// Whether to follow.
            follow: bool,
        }
        /// Begins to follow a table. The answer is `table`, then an `update` for each change. Sent
        /// again, it brings a fresh `table`. With `since` the answer is `missed` if the server still
        /// has every update after that version, and `table` otherwise.
        Open {
            /// The table.
            table: TableId,
            /// The invitation; needed at a table by link, for those who don't sit there already.
            invite: Option<Invite>,
            /// The last version of the table that the client knows.
            since: Option<u64>,
        }
        /// Stops to follow a table. A player stays seated.
        Close {
            /// The table.
            table: TableId,
        }
    }
    table {
        /// Takes a seat, before a match. Like all that follow, it needs the table to be open, and
        /// its answer is an `update` for everybody there.
        Sit {
            /// The seat; without it, the first that is free.
            seat: Option<Seat>,
        }
        /// Gives up the seat, before or after a match.
        Leave
        /// Says that one is ready for the match, or for a rematch, or takes it back. It starts when
        /// every seat is taken and ready.
        Ready {
            /// Whether one is.
            ready: bool,
        }
        /// Promises a seed for the deals of the match to come. Another promise takes the place of one
        /// given before.
        Commit {
            /// The number of the match, as `room.fairness.match` says it.
            match_number (rename = "match"): u32,
            /// The seed's hash.
            commitment: Commitment,
        }
        /// Reveals the seed, once `room.fairness.revealing` says that it is time.
        Reveal {
            /// The number of the match.
            match_number (rename = "match"): u32,
            /// What was promised.
            seed: Seed,
        }
        /// Asks for what proves the deals of a round of the last match, once the round has ended. The
        /// answer is `fairness`.
        Fairness {
            /// The number of the round, from 1.
            round: u32,
        }
        /// Removes a player before the first match, or a computer player whenever no match is played.
        /// Only for the host.
        Remove {
            /// The player's seat.
            seat: Seat,
        }
        /// Gives a free seat to a computer player, whenever no match is played. Only for the host.
        SeatComputer {
            /// The seat.
            seat: Seat,
            /// How strong it is to be.
            level: Level,
        }
        /// Asks for the seat of a computer player while a match is played. Sent again for the same seat,
        /// it changes nothing.
        RequestSeat {
            /// The seat.
            seat: Seat,
        }
        /// Takes the own request for a seat back.
        WithdrawRequest
        /// Agrees to a request for a seat, or declines it: for the host, or while the host is away for
        /// any player.
        AnswerRequest {
            /// `asked_ms` of the request that is meant.
            asked_ms: i64,
            /// Whether the asker gets the seat.
            agree: bool,
        }
        /// Plays a tile.
        Play {
            /// `board.ply` as the player saw it: a play that was meant for another moment is refused
            /// as `stale`.
            ply: u32,
            /// The tile.
            tile: Tile,
            /// The arm that it is to lengthen; without it, the lead.
            arm: Option<ArmId>,
            /// The points that the player announces, under muggins calls.
            announced: Option<u16>,
        }
        /// Gives the lead to the partner, where `own.may_give_lead` says so.
        GiveLead {
            /// `board.ply` as the player saw it.
            ply: u32,
        }
        /// Calls "Muggins!".
        Call {
            /// `board.ply` as the player saw it.
            ply: u32,
        }
        /// Asks what an expert would play in one's place. The answer is `hint`.
        Hint {
            /// `board.ply` as the player saw it.
            ply: u32,
        }
        /// Gives the match up. Where two sides meet and nobody else of one's side plays, the other side
        /// wins; else a computer player plays on in one's place.
        Resign
        /// Offers to end the match without a winner, agrees to that, or declines it. The match ends
        /// when all who are still at it want that.
        Agree {
            /// Whether to end it; `false` declines, and takes every offer off the table.
            agree: bool,
        }
        /// Does something about a player who keeps the others waiting: see `absent` in the presence.
        Absent {
            /// The seat of that player.
            seat: Seat,
            /// What to do.
            choice: AbsentChoice,
        }
        /// Says that one is back, and takes the own seat back.
        Back
        /// Asks for the analysis of the match that is over; only for its players. The answer is
        /// `analysis`, and `analysing` while it is made.
        Analyse
        /// Says that one is ready for the next round.
        Next
        /// Says something, with either `text` or `phrase`: players to the other players, watchers to
        /// the other watchers. Its answer is `said` for everybody in that room.
        Say {
            /// What is said.
            words (flatten): Words,
        }
        /// Reacts to what has just happened. Its answer is `reacted` for everybody at the table.
        React {
            /// How.
            reaction: Reaction,
        }
    }
}
