//! Who is at a table; friends, and people whom one does not want to meet.

use boneyard_rules::BySeat;
use serde::{Deserialize, Serialize};

use super::ratings::{RatingBoard, ShownRating};
use crate::id::{PersonId, TableId};

/// The answer of `GET /api/tables/{table}/people`, for those who may see the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TablePeople {
    /// Whether the match is rated, and on which board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<RatingBoard>,
    /// By seat; `null` for an empty seat and a computer player.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<TablePerson>>"))]
    pub seats: BySeat<Option<TablePerson>>,
}

/// Somebody at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TablePerson {
    /// The display name.
    pub name: String,
    /// The kept account; absent for a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The rating in the game that the table plays; absent if there is none, or it isn't public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<ShownRating>,
    /// Whether the asker has blocked them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blocked: bool,
    /// How it stands between the asker and them.
    pub friendship: Friendship,
}

/// How it stands between two people.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Friendship {
    /// They are no friends, or one of them is a guest.
    #[default]
    None,
    /// The asker has asked the other.
    Asked,
    /// The other has asked the asker.
    Asks,
    /// They are friends.
    Friends,
    /// It is the asker.
    Own,
}

/// The answer of `GET /api/friends`. `PUT /api/friends/{person}` asks, or agrees; `DELETE` takes it
/// back, declines or ends it. Both answer 204, and tell nobody whether there is a block.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FriendsBody {
    /// Friends, and people who asked or were asked.
    pub friends: Vec<FriendBody>,
}

/// A friend, or a person whom one of the two has asked to become one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FriendBody {
    /// The account.
    pub person: PersonId,
    /// The name.
    pub name: String,
    /// How it stands.
    pub friendship: Friendship,
    /// Whether a friend is there now.
    pub online: bool,
}

/// The body of `POST /api/friends/{person}/invite`: a table at which the asker sits. The friend is
/// shown it at once by `invited`, if they are there. The answer is 204.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InviteFriend {
    /// The table.
    pub table: TableId,
}

/// The answer of `GET /api/blocks`. `PUT /api/blocks/{person}` blocks an account; somebody at a table,
/// a guest too, is blocked by `PUT /api/tables/{table}/seats/{seat}/block`. `DELETE /api/blocks/{id}`
/// ends it, by the id of the block or of the account. They answer 204.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlocksBody {
    /// Whom one has blocked, the last first.
    pub blocks: Vec<BlockBody>,
}

/// Somebody whom one has blocked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlockBody {
    /// By which the block is ended.
    pub id: String,
    /// What they were called.
    pub name: String,
    /// Since when, in milliseconds since 1970.
    pub created_ms: i64,
}
