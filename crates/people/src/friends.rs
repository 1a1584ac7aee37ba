//! Friends: requests, presence and invitations.

use boneyard_base::{PersonId, PlayerId, TableId, Visitor, limits};
use boneyard_protocol::people::{FriendBody, FriendsBody, Friendship, Preferences};
use boneyard_protocol::{Invite, ServerMessage};
use boneyard_store::{AskedFriend, FriendLimits, StoreError, StoredFriend};

use crate::People;
use crate::rates::Doer;
use crate::refusal::PeopleRefusal;

const FRIEND_LIMITS: FriendLimits = FriendLimits {
    friends_max: limits::FRIENDS_MAX,
    asking_max: limits::FRIENDS_ASKING_MAX,
};

/// An invitation of a friend to a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invitation {
    /// The table to which the friend is invited.
    pub table: TableId,
    /// The secret that lets the friend join the table.
    pub invite: Invite,
    /// The rules of the table, in the short notation.
    pub notation: String,
    /// Whether the player who invites has a seat at the table.
    pub is_seated: bool,
}

impl People {
    /// An account's friends, and the friend requests that the account has sent or received.
    pub async fn friends(&self, player: PlayerId) -> Result<FriendsBody, PeopleRefusal> {
        self.must_keep(player).await?;
        let friends = self.store.friends().of(player).await?;
        let body = |friend: StoredFriend| FriendBody {
            online: friend.tie == Friendship::Friends
                && preferences(&friend.preferences).presence_public
                && self.presence.is_online(friend.player),
            person: friend.person,
            name: friend.name,
            friendship: friend.tie,
        };
        Ok(FriendsBody {
            friends: friends.into_iter().map(body).collect(),
        })
    }

    /// Sends a friend request, or accepts the other person's request.
    pub async fn ask_friend(
        &self,
        player: PlayerId,
        person: PersonId,
    ) -> Result<(), PeopleRefusal> {
        self.must_keep(player).await?;
        let other = self.other(person).await?;
        if player == other {
            return Err(PeopleRefusal::Yourself);
        }
        let tie = self.tie(player, other).await?;
        if tie == Friendship::None && !self.preferences(other).await?.friends_welcome {
            return Err(PeopleRefusal::NotWelcome);
        }
        if !self.rates.allow(player, limits::FRIEND_QUESTIONS) {
            return Err(PeopleRefusal::TooOften);
        }
        let now = self.clock.now();
        let asked = self.store.friends().ask(player, other, now, FRIEND_LIMITS);
        match asked.await? {
            AskedFriend::TooMany => return Err(PeopleRefusal::TooManyFriends),
            AskedFriend::Silently => self.friends_changed([player]),
            AskedFriend::Asked | AskedFriend::Agreed => self.friends_changed([player, other]),
        }
        Ok(())
    }

    /// Ends a friendship, or withdraws or declines a friend request.
    pub async fn end_friendship(
        &self,
        player: PlayerId,
        person: PersonId,
    ) -> Result<(), PeopleRefusal> {
        let other = self.other(person).await?;
        let apart = !self.blocked_among(&[player, other]).await?.is_empty();
        if self.store.friends().end(player, other).await? {
            let told = [player, other];
            self.friends_changed(told.into_iter().take(if apart { 1 } else { 2 }));
        }
        Ok(())
    }

    /// Invites a friend to a table at which the visitor has a seat. Returns the friend if no page of the friend is
    /// open, so that none has shown the invitation.
    pub async fn invite_friend(
        &self,
        visitor: &Visitor,
        person: PersonId,
        invitation: Invitation,
    ) -> Result<Option<PlayerId>, PeopleRefusal> {
        let player = visitor.player;
        let own = self.must_keep(player).await?;
        let other = self.other(person).await?;
        if self.tie(player, other).await? != Friendship::Friends {
            return Err(PeopleRefusal::NoFriend);
        }
        if !invitation.is_seated {
            return Err(PeopleRefusal::NotSeated);
        }
        let pair = Doer::Pair(player, other);
        if !self.rates.allow(player, limits::INVITATIONS)
            || !self.rates.allow(pair, limits::INVITATIONS_OF_FRIEND)
        {
            return Err(PeopleRefusal::TooOften);
        }
        let invited = ServerMessage::Invited {
            person: own,
            name: visitor.name.clone(),
            table: invitation.table,
            invite: invitation.invite,
            notation: invitation.notation,
        };
        self.tell(other, &invited);
        Ok(Some(other).filter(|&other| !self.presence.is_online(other)))
    }

    /// The relation between two players, as `player` may see it.
    async fn tie(&self, player: PlayerId, other: PlayerId) -> Result<Friendship, StoreError> {
        let known = self
            .store
            .friends()
            .acquaintances(player, vec![other])
            .await?;
        Ok(known.first().map_or(Friendship::None, |known| known.tie))
    }

    /// The player who owns an account. Fails with [`PeopleRefusal::NoPerson`] if there is no such account.
    pub(super) async fn other(&self, person: PersonId) -> Result<PlayerId, PeopleRefusal> {
        let other = self.player_of(person).await?;
        other.ok_or(PeopleRefusal::NoPerson)
    }

    /// The player's account. Fails with [`PeopleRefusal::OnlyKept`] if the player is a guest.
    async fn must_keep(&self, player: PlayerId) -> Result<PersonId, PeopleRefusal> {
        let kept = self.person_of(player).await?;
        kept.ok_or(PeopleRefusal::OnlyKept)
    }

    /// Sends these players' clients a message: the list of friends, or the presence of a friend, has changed.
    pub(crate) fn friends_changed(&self, players: impl IntoIterator<Item = PlayerId>) {
        for player in players {
            self.tell(player, &ServerMessage::FriendsChanged {});
        }
    }

    /// Sends a player's connected friends a message: the player has connected or disconnected.
    pub(crate) async fn tell_friends(&self, player: PlayerId) {
        let friends = match self.store.friends().of(player).await {
            Ok(friends) => friends,
            Err(error) => {
                tracing::warn!(%error, "friends can't be told of a change of presence");
                return;
            }
        };
        let friends = friends.into_iter();
        let told = friends.filter(|friend| friend.tie == Friendship::Friends);
        let online = told.filter(|friend| self.presence.is_online(friend.player));
        self.friends_changed(online.map(|friend| friend.player));
    }
}

/// Parses stored preferences.
fn preferences(stored: &str) -> Preferences {
    serde_json::from_str(stored).unwrap_or_default()
}
