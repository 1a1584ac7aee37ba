//! Friends, and friend requests.

use boneyard_base::{PersonId, PlayerId, Timestamp};
use boneyard_protocol::people::Friendship;

use super::bots::responsible_for;
use super::select::select;
use super::session::{Session, Value, WrongType};
use super::{Friends, StoreError};

impl TryFrom<Value> for Friendship {
    type Error = WrongType;

    fn try_from(value: Value) -> Result<Self, WrongType> {
        match String::try_from(value)?.as_str() {
            "asked" => Ok(Self::Asked),
            "asks" => Ok(Self::Asks),
            "friends" => Ok(Self::Friends),
            _ => Err(WrongType),
        }
    }
}

/// A friend of a player, or another player in a friend request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFriend {
    /// The other player.
    pub player: PlayerId,
    /// The other player's account.
    pub person: PersonId,
    /// The other player's name.
    pub name: String,
    /// The relation between the two, as the player sees it.
    pub tie: Friendship,
    /// The preferences of the other player's account, in JSON.
    pub preferences: String,
}

/// The result of a friend request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedFriend {
    /// Nothing has changed, or the other player must not learn of the request.
    Silently,
    /// The other player got a friend request.
    Asked,
    /// The other player had sent a friend request before, so the two are friends now.
    Agreed,
    /// The player has as many friends and unanswered requests as one player may have.
    TooMany,
}

/// The limits on a player's friends and friend requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FriendLimits {
    /// The greatest number of a player's friends and sent requests together.
    pub friends_max: i64,
    /// The greatest number of unanswered requests to one player. Further requests are dropped.
    pub asking_max: i64,
}

/// The data about another player that a player at the same table may see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Acquaintance {
    /// The other player's account.
    pub person: Option<PersonId>,
    /// Whether the player has blocked the other player.
    pub blocked: bool,
    /// The relation between the two, as the player sees it.
    pub tie: Friendship,
}

/// Deletes a friendship and the friend requests between two players.
pub(super) const DELETE_TIE: &str = "DELETE FROM friends \
     WHERE (player_id = $1 AND other_id = $2) OR (player_id = $2 AND other_id = $1)";

impl Friends<'_> {
    /// Sends a friend request to a player, or accepts that player's request. If one of the two has blocked
    /// the other, only the sender sees the request.
    pub async fn ask(
        self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        limits: FriendLimits,
    ) -> Result<AskedFriend, StoreError> {
        self.0
            .write(move |session| ask(session, (player, other), at, limits))
            .await
    }

    /// Ends a friendship, or withdraws or declines a friend request. Returns whether there was one.
    pub async fn end(self, player: PlayerId, other: PlayerId) -> Result<bool, StoreError> {
        let ended = self.0.execute(DELETE_TIE, [player.into(), other.into()]);
        Ok(ended.await? > 0)
    }

    /// The friends of a player, and the other players in the player's friend requests, sorted by name. Leaves
    /// out a request to the player if one of the two has blocked the other.
    pub async fn of(self, player: PlayerId) -> Result<Vec<StoredFriend>, StoreError> {
        self.0
            .read(move |reader| {
                let session = reader.session();
                let select = select!(
                    StoredFriend {
                        player: "accounts.player_id",
                        person: "accounts.person_id",
                        name: "players.name",
                        tie: "CASE WHEN friends.since_ms IS NOT NULL THEN 'friends' \
                          WHEN friends.player_id = $1 THEN 'asked' ELSE 'asks' END",
                        preferences: "accounts.preferences",
                    },
                    "FROM friends \
                 JOIN accounts ON accounts.player_id = CASE WHEN friends.player_id = $1 \
                 THEN friends.other_id ELSE friends.player_id END \
                 JOIN players ON players.player_id = accounts.player_id \
                 WHERE (friends.player_id = $1 OR friends.other_id = $1) \
                 AND accounts.closed_ms IS NULL ORDER BY players.name, accounts.person_id"
                );
                let mut friends: Vec<StoredFriend> = Vec::new();
                for friend in session.all(select, &[player.into()])? {
                    if friend.tie == Friendship::Asks && are_apart(session, player, friend.player)?
                    {
                        continue;
                    }
                    match friends.last_mut() {
                        // Each of the two has sent a request to the other, one of them while a block hid the
                        // requests.
                        Some(last) if last.player == friend.player => last.tie = Friendship::Asks,
                        _ => friends.push(friend),
                    }
                }
                Ok(friends)
            })
            .await
    }

    /// The data about each of these other players that the player may see.
    pub async fn acquaintances(
        self,
        player: PlayerId,
        others: Vec<PlayerId>,
    ) -> Result<Vec<Acquaintance>, StoreError> {
        self.0
            .read(move |reader| {
                let session = reader.session();
                let each = others.into_iter();
                each.map(|other| acquaintance(session, player, other))
                    .collect()
            })
            .await
    }
}

/// The open account of a player. `None` if the player has none.
pub(super) fn kept_account(
    session: &mut dyn Session,
    player: PlayerId,
) -> Result<Option<PersonId>, StoreError> {
    let sql = "SELECT person_id FROM accounts WHERE player_id = $1 AND closed_ms IS NULL";
    session.first(sql, &[player.into()])
}

fn acquaintance(
    session: &mut dyn Session,
    player: PlayerId,
    other: PlayerId,
) -> Result<Acquaintance, StoreError> {
    let blocked = "SELECT other_id FROM blocks WHERE player_id = $1 AND other_id = $2";
    let person = responsible_for(session, player)?;
    Ok(Acquaintance {
        person: kept_account(session, other)?,
        blocked: session.exists(blocked, &[person.into(), other.into()])?,
        tie: tie(session, player, other)?,
    })
}

/// The relation between two players, as `player` may see it.
fn tie(
    session: &mut dyn Session,
    player: PlayerId,
    other: PlayerId,
) -> Result<Friendship, StoreError> {
    let (own, others) = (
        asked(session, player, other)?,
        asked(session, other, player)?,
    );
    Ok(match (own, others) {
        (Some(true), _) | (_, Some(true)) => Friendship::Friends,
        (_, Some(false)) if !are_apart(session, player, other)? => Friendship::Asks,
        (Some(false), _) => Friendship::Asked,
        (None, _) => Friendship::None,
    })
}

/// `None` if `player` has not sent a friend request to `other`. Otherwise whether `other` has accepted it.
fn asked(
    session: &mut dyn Session,
    player: PlayerId,
    other: PlayerId,
) -> Result<Option<bool>, StoreError> {
    let sql = "SELECT since_ms FROM friends WHERE player_id = $1 AND other_id = $2";
    let since: Option<Option<i64>> = session.first(sql, &[player.into(), other.into()])?;
    Ok(since.map(|since| since.is_some()))
}

fn ask(
    session: &mut dyn Session,
    (player, other): (PlayerId, PlayerId),
    at: Timestamp,
    limits: FriendLimits,
) -> Result<AskedFriend, StoreError> {
    let before = tie(session, player, other)?;
    if matches!(before, Friendship::Friends | Friendship::Asked) {
        return Ok(AskedFriend::Silently);
    }
    let own = "SELECT COUNT(*) FROM friends WHERE player_id = $1 \
               OR (other_id = $1 AND since_ms IS NOT NULL)";
    if session.one::<i64>(own, &[player.into()])? >= limits.friends_max {
        return Ok(AskedFriend::TooMany);
    }
    let values: [Value; 3] = [player.into(), other.into(), at.into()];
    if before == Friendship::Asks {
        session.execute(
            "UPDATE friends SET since_ms = $3 WHERE player_id = $2 AND other_id = $1",
            &values,
        )?;
        let own = "DELETE FROM friends WHERE player_id = $1 AND other_id = $2";
        session.execute(own, &values[..2])?;
        return Ok(AskedFriend::Agreed);
    }
    let asking = "SELECT COUNT(*) FROM friends WHERE other_id = $1 AND since_ms IS NULL";
    if session.one::<i64>(asking, &[other.into()])? >= limits.asking_max {
        return Ok(AskedFriend::Silently);
    }
    session.execute(
        "INSERT INTO friends (player_id, other_id, asked_ms) VALUES ($1, $2, $3) \
         ON CONFLICT DO NOTHING",
        &values,
    )?;
    Ok(if are_apart(session, player, other)? {
        AskedFriend::Silently
    } else {
        AskedFriend::Asked
    })
}

/// Whether one of two players has blocked the other.
fn are_apart(
    session: &mut dyn Session,
    one: PlayerId,
    other: PlayerId,
) -> Result<bool, StoreError> {
    let sql = "SELECT other_id FROM blocks WHERE (player_id = $1 AND other_id = $2) \
               OR (player_id = $2 AND other_id = $1) LIMIT 1";
    session.exists(sql, &[one.into(), other.into()])
}
