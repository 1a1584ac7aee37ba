//! Tests of passkeys, their challenges, email addresses, and the codes that are sent to email addresses.

use boneyard_base::PlayerId;
use boneyard_store::{AddedPasskey, NewEmailCode, SetEmail, Store, StoredPasskey};

use super::NOW;

fn passkey(player: PlayerId, id: u8) -> StoredPasskey {
    StoredPasskey {
        credential_id: vec![id; 32],
        player,
        name: "Firefox on Linux".to_owned(),
        credential: format!("{{\"counter\":{id}}}"),
        created: NOW.plus_ms(id.into()),
        used: NOW.plus_ms(id.into()),
    }
}

pub(crate) async fn passkeys_are_an_accounts_and_counted(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (one, other) = (PlayerId::random(), PlayerId::random());
    for id in [1, 2] {
        let added = store.passkeys().add(&passkey(one, id), 2).await.unwrap();
        assert_eq!(added, AddedPasskey::Added);
    }
    let added = store.passkeys().add(&passkey(one, 3), 2).await.unwrap();
    assert_eq!(added, AddedPasskey::TooMany);
    let added = store.passkeys().add(&passkey(other, 1), 2).await.unwrap();
    assert_eq!(added, AddedPasskey::Known, "a passkey is of one account");
    assert_eq!(
        store.passkeys().of(one).await.unwrap(),
        [passkey(one, 1), passkey(one, 2)]
    );
    assert_eq!(
        store.passkeys().get(vec![2; 32]).await.unwrap(),
        Some(passkey(one, 2))
    );
    assert_eq!(store.passkeys().get(vec![3; 32]).await.unwrap(), None);

    let later = NOW.plus_ms(9);
    let before = passkey(one, 2);
    assert!(
        store
            .passkeys()
            .note_use(&before, "{}", later)
            .await
            .unwrap()
    );
    assert!(
        !store
            .passkeys()
            .note_use(&before, "{}", later)
            .await
            .unwrap(),
        "it has been used meanwhile"
    );
    let used = StoredPasskey {
        credential: "{}".to_owned(),
        used: later,
        ..before
    };
    assert_eq!(store.passkeys().get(vec![2; 32]).await.unwrap(), Some(used));

    assert!(!store.passkeys().remove(other, vec![1; 32]).await.unwrap());
    assert!(store.passkeys().remove(one, vec![1; 32]).await.unwrap());
    assert_eq!(store.passkeys().of(one).await.unwrap().len(), 1);
}

pub(crate) async fn a_challenge_is_answered_once_in_time_and_by_the_visitor_who_got_it(
    address: String,
) {
    let store = Store::open(&address).await.unwrap();
    let (one, other) = (PlayerId::random(), PlayerId::random());
    let until = NOW.plus_ms(100);
    let taken = async |challenge: u8, player, at| {
        let taken = store
            .passkeys()
            .take_challenge([challenge; 16], player, NOW.plus_ms(at));
        taken.await.unwrap()
    };
    for challenge in [1, 2] {
        let state = format!("state {challenge}");
        let asked = store
            .passkeys()
            .ask([challenge; 16], one, &state, NOW, until);
        asked.await.unwrap();
    }
    assert_eq!(taken(1, other, 1).await, None);
    assert_eq!(taken(1, one, 1).await.as_deref(), Some("state 1"));
    assert_eq!(taken(1, one, 1).await, None);
    assert_eq!(taken(2, one, 100).await, None, "its time is over");
}

fn code(attempt: u8, player: PlayerId, email: &str, at: i64) -> NewEmailCode {
    NewEmailCode {
        attempt: [attempt; 16],
        player,
        email_key: email.to_owned(),
        code_hash: format!("hash {attempt}"),
        expires: NOW.plus_ms(at + 100),
    }
}

pub(crate) async fn a_code_by_email_is_tried_so_often(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (one, other) = (PlayerId::random(), PlayerId::random());
    let codes = [
        code(1, one, "a@a.example", 0),
        code(2, other, "a@a.example", 1),
        code(4, one, "b@a.example", 3),
        code(5, one, "c@a.example", 4),
    ];
    for code in codes {
        store.emails().add_code(&code).await.unwrap();
    }

    let tries = async |attempt: u8, player, hash: &str, at| {
        let at = NOW.plus_ms(at);
        let tried = store.emails().try_code([attempt; 16], player, hash, at, 2);
        tried.await.unwrap()
    };
    assert_eq!(tries(1, other, "hash 1", 6).await, None, "another browser");
    assert_eq!(tries(1, one, "hash 2", 6).await, None, "another code");
    assert_eq!(
        tries(1, one, "hash 1", 6).await.as_deref(),
        Some("a@a.example")
    );
    assert_eq!(tries(1, one, "hash 1", 6).await, None, "it is used up");
    for _ in 0..2 {
        assert_eq!(tries(4, one, "wrong", 6).await, None);
    }
    assert_eq!(tries(4, one, "hash 4", 6).await, None, "too many tries");
    assert_eq!(tries(5, one, "hash 5", 104).await, None, "its time is over");

    let forgotten = store.transfers().forget_expired(NOW.plus_ms(101)).await;
    assert_eq!(forgotten.unwrap(), 2);
    let forgotten = store.transfers().forget_expired(NOW.plus_ms(900)).await;
    assert_eq!(forgotten.unwrap(), 2);
}

pub(crate) async fn an_email_address_is_of_one_account(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (one, other) = (PlayerId::random(), PlayerId::random());
    let set = async |player, email: &str| store.emails().set(player, email, NOW).await.unwrap();
    assert_eq!(set(one, "a@a.example").await, SetEmail::Set);
    assert_eq!(set(one, "a@a.example").await, SetEmail::Set);
    assert_eq!(set(other, "a@a.example").await, SetEmail::Taken);
    assert_eq!(store.emails().of(other).await.unwrap(), None);
    assert_eq!(set(one, "b@a.example").await, SetEmail::Set);
    assert_eq!(set(other, "a@a.example").await, SetEmail::Set);
    assert_eq!(
        store.emails().of(one).await.unwrap().as_deref(),
        Some("b@a.example")
    );
    let player = store.emails().player_by("a@a.example").await.unwrap();
    assert_eq!(player, Some(other));
    assert!(store.emails().remove(one).await.unwrap());
    assert!(!store.emails().remove(one).await.unwrap());
    assert_eq!(store.emails().player_by("b@a.example").await.unwrap(), None);
}
