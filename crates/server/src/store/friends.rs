//! Friends, and who asked whom to be one.

use super::blocks::are_apart;
use super::select::select;
use super::session::{Session, Value, WrongType};
use super::{Store, StoreError};
use crate::clock::Timestamp;
use crate::id::{PersonId, PlayerId};

/// How it stands between two people, as one of them sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tie {
    /// There is nothing between them.
    #[default]
    None,
    /// The player has asked the other.
    Asked,
    /// The other has asked the player.
    Asks,
    /// They are friends.
    Friends,
}

impl TryFrom<Value> for Tie {
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

/// A friend, or somebody who is to become one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFriend {
    /// Who.
    pub player: PlayerId,
    /// The account.
    pub person: PersonId,
    /// The name.
    pub name: String,
    /// How it stands.
    pub tie: Tie,
    /// The account's preferences, as they are stored.
    pub preferences: String,
}

/// What came of asking somebody to be a friend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedFriend {
    /// It stands as it stood before, or the other is not to know.
    Silently,
    /// The other was asked.
    Asked,
    /// The other had asked, and both are friends.
    Agreed,
    /// The player has so many friends and unanswered questions already.
    TooMany,
}

/// How many friends somebody may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FriendLimits {
    /// Friends, and people who were asked.
    pub friends_max: i64,
    /// People who ask and have no answer yet; further ones ask in vain.
    pub asking_max: i64,
}

/// What one player knows of another who is at the same table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Acquaintance {
    /// The other's kept account.
    pub person: Option<PersonId>,
    /// Whether the player has blocked the other.
    pub blocked: bool,
    /// How it stands between them.
    pub tie: Tie,
}

/// Deletes the rows of two players about each other.
pub(super) const DELETE_TIE: &str = "DELETE FROM friends \
     WHERE (player_id = $1 AND other_id = $2) OR (player_id = $2 AND other_id = $1)";

impl Store {
    /// A player asks another to be a friend, or agrees. A question to or from somebody who is blocked is
    /// kept for the asker's eyes alone.
    pub async fn ask_friend(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
        limits: FriendLimits,
    ) -> Result<AskedFriend, StoreError> {
        self.write(move |session| ask(session, (player, other), at, limits))
            .await
    }

    /// Ends a friendship, takes a question back, or declines one; whether there was anything.
    pub async fn end_friendship(
        &self,
        player: PlayerId,
        other: PlayerId,
    ) -> Result<bool, StoreError> {
        let ended = self.execute(DELETE_TIE, [player.into(), other.into()]);
        Ok(ended.await? > 0)
    }

    /// The friends of a player, and who asked or was asked, by name. Those who ask and may not are left
    /// out.
    pub async fn friends_of(&self, player: PlayerId) -> Result<Vec<StoredFriend>, StoreError> {
        self.read(move |reader| {
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
                if friend.tie == Tie::Asks && are_apart(session, player, friend.player)? {
                    continue;
                }
                match friends.last_mut() {
                    // Each has asked the other while one was blocked.
                    Some(last) if last.player == friend.player => last.tie = Tie::Asks,
                    _ => friends.push(friend),
                }
            }
            Ok(friends)
        })
        .await
    }

    /// What a player knows of each of these others.
    pub async fn acquaintances(
        &self,
        player: PlayerId,
        others: Vec<PlayerId>,
    ) -> Result<Vec<Acquaintance>, StoreError> {
        self.read(move |reader| {
            let session = reader.session();
            let each = others.into_iter();
            each.map(|other| acquaintance(session, player, other))
                .collect()
        })
        .await
    }
}

/// The account that a player keeps, if there is one.
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
    Ok(Acquaintance {
        person: kept_account(session, other)?,
        blocked: session.exists(blocked, &[player.into(), other.into()])?,
        tie: tie(session, player, other)?,
    })
}

/// How it stands between two people, as the first one may know it.
fn tie(session: &mut dyn Session, player: PlayerId, other: PlayerId) -> Result<Tie, StoreError> {
    let (own, others) = (
        asked(session, player, other)?,
        asked(session, other, player)?,
    );
    Ok(match (own, others) {
        (Some(true), _) | (_, Some(true)) => Tie::Friends,
        (_, Some(false)) if !are_apart(session, player, other)? => Tie::Asks,
        (Some(false), _) => Tie::Asked,
        (None, _) => Tie::None,
    })
}

/// Whether somebody has asked another, and if so, whether that one has agreed.
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
    if matches!(before, Tie::Friends | Tie::Asked) {
        return Ok(AskedFriend::Silently);
    }
    let own = "SELECT COUNT(*) FROM friends WHERE player_id = $1 \
               OR (other_id = $1 AND since_ms IS NOT NULL)";
    if session.one::<i64>(own, &[player.into()])? >= limits.friends_max {
        return Ok(AskedFriend::TooMany);
    }
    let values: [Value; 3] = [player.into(), other.into(), at.into()];
    if before == Tie::Asks {
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
