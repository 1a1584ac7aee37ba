//! The people at a table, friends, and blocks.

use boneyard_rules::BoxBySeat;
use serde::{Deserialize, Serialize};

use super::ratings::{RatingBoard, ShownRating};
use crate::id::{PersonId, TableId};

/// The answer of `GET /api/tables/{table}/people`, for visitors who may see the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TablePeople {
    /// The board on which the table's matches are rated; absent if they aren't rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<RatingBoard>,
    /// The people, by seat; `null` for an empty seat and a computer player.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Option<TablePerson>>"))]
    pub seats: BoxBySeat<Option<TablePerson>>,
}

/// A person or a program with a seat at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TablePerson {
    /// The display name.
    pub name: String,
    /// The account; absent for a guest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<PersonId>,
    /// The rating in the table's game; absent if there is none, or if it isn't public.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<ShownRating>,
    /// Whether the asker has blocked this player.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub blocked: bool,
    /// The friendship between the asker and this player.
    pub friendship: Friendship,
}

/// The friendship between the asker and another person.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Friendship {
    /// They are not friends, or one of them is a guest.
    #[default]
    None,
    /// The asker has sent a friend request.
    Asked,
    /// The other person has sent a friend request.
    Asks,
    /// They are friends.
    Friends,
    /// The other person is the asker.
    Own,
}

/// The answer of `GET /api/friends`. `PUT /api/friends/{person}` sends or accepts a friend request;
/// `DELETE /api/friends/{person}` withdraws or declines the request, or ends the friendship. The answer to
/// `PUT` and `DELETE` is 204. It doesn't show whether one of the two people has blocked the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FriendsBody {
    /// Friends, and people with an open friend request from or to the asker.
    pub friends: Vec<FriendBody>,
}

/// A friend, or a person with an open friend request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FriendBody {
    /// The account.
    pub person: PersonId,
    /// The name.
    pub name: String,
    /// The friendship.
    pub friendship: Friendship,
    /// Whether the friend is online.
    pub online: bool,
}

/// The body of `POST /api/friends/{person}/invite`: a table at which the asker has a seat. The server
/// sends `invited` to the friend, if the friend is online. The answer is 204.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InviteFriend {
    /// The table.
    pub table: TableId,
}

/// The answer of `GET /api/blocks`. `PUT /api/blocks/{person}` blocks an account; `PUT
/// /api/tables/{table}/seats/{seat}/block` blocks the player at a seat, who may be a guest. `DELETE
/// /api/blocks/{id}` ends a block, by the id of the block or of the account. The answer to each of these
/// requests except `GET` is 204.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlocksBody {
    /// The people whom the asker has blocked, the latest first.
    pub blocks: Vec<BlockBody>,
}

/// A person whom the asker has blocked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlockBody {
    /// The id of the block, for the request that ends it.
    pub id: String,
    /// The blocked person's name when the block was made.
    pub name: String,
    /// When the block was made, in milliseconds since 1970.
    pub created_ms: i64,
}
