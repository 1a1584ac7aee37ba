//! The players of the demo.

use boneyard_base::{DeviceId, PersonId, PlayerId, Timestamp, Visitor, limits};
use boneyard_people::account_name;
use boneyard_protocol::people::Preferences;
use boneyard_store::{FriendLimits, Kept, NewAccount, NewDevice, Store};

use crate::DemoError;

/// How many players the demo has.
pub(crate) const COUNT: usize = 16;

/// The names, and how many of a hundred plays each player chooses with care; the others are a beginner's. The mark
/// after each name is shown wherever the name is.
const MEMBERS: [(&str, u8); COUNT] = [
    ("Amara (demo)", 95),
    ("Benoît (demo)", 40),
    ("Carmen (demo)", 75),
    ("Dieter (demo)", 20),
    ("Esther (demo)", 60),
    ("Farid (demo)", 85),
    ("Giulia (demo)", 50),
    ("Hanna (demo)", 30),
    ("Ignacio (demo)", 90),
    ("Joana (demo)", 65),
    ("Kofi (demo)", 80),
    ("Łukasz (demo)", 35),
    ("Mirlande (demo)", 100),
    ("Noor (demo)", 55),
    ("Olga (demo)", 25),
    ("Yuki (demo)", 70),
];

/// The players who are friends, by their places in [`MEMBERS`].
const FRIENDS: [(usize, usize); 6] = [(0, 5), (0, 8), (2, 6), (4, 9), (10, 12), (13, 15)];

/// How long before the first match the accounts were made, in milliseconds.
const BEFORE_FIRST_MS: i64 = 24 * 60 * 60_000;

/// A player of the demo.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) visitor: Visitor,
    /// How many of a hundred plays are chosen with care.
    pub(crate) care: u8,
}

/// Creates the players. They have new ids each time.
pub(crate) fn members() -> Vec<Member> {
    let member = |&(name, care): &(&str, u8)| Member {
        visitor: Visitor {
            player: PlayerId::random(),
            name: name.to_owned(),
            person: None,
        },
        care,
    };
    MEMBERS.iter().map(member).collect()
}

/// Makes an account for each player. No device is left that could sign in to it.
pub(crate) async fn keep_accounts(
    store: &Store,
    members: &[Member],
    first_match: Timestamp,
) -> Result<(), DemoError> {
    let at = first_match.plus_ms(-BEFORE_FIRST_MS);
    for (&(name, _), member) in MEMBERS.iter().zip(members) {
        let (player, device) = (member.visitor.player, DeviceId::random());
        let new = NewAccount {
            player,
            person: PersonId::random(),
            name: account_name(name).map_err(|_| DemoError::Name(name))?,
            recovery_hash: String::new(),
            device: NewDevice {
                device,
                name: String::new(),
            },
        };
        if store.accounts().keep(new, at).await? != Kept::Done {
            return Err(DemoError::Name(name));
        }
        store.devices().remove(player, device).await?;
        let preferences = Preferences {
            matches_public: true,
            friends_welcome: false,
            ..Preferences::default()
        };
        store
            .accounts()
            .set_preferences(player, &preferences)
            .await?;
    }
    Ok(())
}

/// Makes some of the players friends.
pub(crate) async fn make_friends(
    store: &Store,
    members: &[Member],
    at: Timestamp,
) -> Result<(), DemoError> {
    let limits = FriendLimits {
        friends_max: limits::FRIENDS_MAX,
        asking_max: limits::FRIENDS_ASKING_MAX,
    };
    for (one, other) in FRIENDS {
        let [one, other] = [one, other].map(|index| members[index].visitor.player);
        store.friends().ask(one, other, at, limits).await?;
        store.friends().ask(other, one, at, limits).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_can_be_an_accounts_and_has_the_mark() {
        let keys: std::collections::HashSet<_> = MEMBERS
            .iter()
            .flat_map(|(name, _)| {
                assert!(name.ends_with(" (demo)"));
                account_name(name).unwrap().keys
            })
            .collect();
        assert!(keys.len() >= COUNT, "no two names look alike");
    }
}
