//! Tests of accounts: names, devices, and sign-in methods.

use boneyard_base::{DeviceId, PersonId, PlayerId, TableId};
use boneyard_protocol::people::Preferences;
use boneyard_store::{
    Attempt, FriendLimits, Kept, Name, Named, NewAccount, NewDevice, NewRecord, Store,
    StoredVisitor,
};

use crate::NOW;
use crate::databases::change;
use crate::records::record;

const DAY_MS: i64 = 24 * 60 * 60_000;

fn name(text: &str) -> Name {
    Name {
        text: text.to_owned(),
        keys: [text.to_lowercase(), text.to_owned()],
    }
}

fn device(name: &str) -> NewDevice {
    NewDevice {
        device: DeviceId::random(),
        name: name.to_owned(),
    }
}

fn account(player: PlayerId, text: &str) -> NewAccount {
    NewAccount {
        player,
        person: PersonId::random(),
        name: name(text),
        recovery_hash: "1f".to_owned(),
        device: device("Firefox on Linux"),
    }
}

pub(crate) async fn an_account_is_kept_once_and_closed_for_good(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (ann, ben) = (PlayerId::random(), PlayerId::random());
    let new = account(ann, "Ann");
    let (person, own) = (new.person, new.device.device);
    let keep = async |new| store.accounts().keep(new, NOW).await.unwrap();
    assert_eq!(keep(new).await, Kept::Done);
    assert_eq!(keep(account(ann, "Anna")).await, Kept::Already);
    assert_eq!(keep(account(ben, "ANN")).await, Kept::NameTaken);
    assert_eq!(store.accounts().player_of(person).await.unwrap(), Some(ann));
    let seen = store.accounts().visitor(ann, Some(own)).await.unwrap();
    let known = StoredVisitor {
        name: Some("Ann".to_owned()),
        person: Some(person),
        seen: Some(NOW),
    };
    assert_eq!(seen, known);
    assert_eq!(
        store.accounts().visitor(ann, None).await.unwrap().seen,
        None
    );
    assert_eq!(
        store.accounts().visitor(ben, Some(own)).await.unwrap().seen,
        None
    );
    let later = NOW.plus_ms(DAY_MS);
    store.devices().see(own, later).await.unwrap();
    store.devices().see(own, later.plus_ms(1)).await.unwrap();
    let seen = store.accounts().visitor(ann, Some(own)).await.unwrap().seen;
    assert_eq!(seen, Some(later), "to the hour");

    // The name of an account stays reserved for ever. The account may change its name, but not too often.
    let take = async |player, text, last_named| {
        let taken = store
            .accounts()
            .take_name(player, name(text), last_named, later);
        taken.await.unwrap()
    };
    assert_eq!(take(ann, "Anna", NOW.plus_ms(-1)).await, Named::Lately(NOW));
    assert_eq!(take(ann, "Anna", NOW).await, Named::Done);
    assert_eq!(take(ben, "ann", NOW).await, Named::Taken);
    assert_eq!(take(ben, "Ben", NOW).await, Named::Done);
    let is_kept = async |text| {
        store
            .accounts()
            .is_name_kept(name(text).keys)
            .await
            .unwrap()
    };
    assert!(is_kept("ann").await);
    assert!(!is_kept("ben").await);

    let preferences = Preferences {
        matches_public: true,
        ..Preferences::default()
    };
    store
        .accounts()
        .set_preferences(ann, &preferences)
        .await
        .unwrap();
    let stored = store.accounts().of(ann).await.unwrap().unwrap();
    assert_eq!(
        (&*stored.name, stored.preferences, stored.has_recovery_code),
        ("Anna", preferences, true)
    );
    assert_eq!(store.accounts().of(ben).await.unwrap(), None);
    let export = store.accounts().export(ann).await.unwrap();
    assert_eq!(export["devices"][0]["name"], "Firefox on Linux");
    assert_eq!(export["rated_matches"], serde_json::json!([]));

    let devices = store.accounts().close(ann, later).await.unwrap();
    assert_eq!(devices, [own]);
    assert_eq!(store.accounts().of(ann).await.unwrap(), None);
    assert_eq!(store.accounts().player_of(person).await.unwrap(), None);
    assert_eq!(store.players().name(ann).await.unwrap(), None);
    let gone = store.accounts().visitor(ann, Some(own)).await.unwrap();
    assert_eq!((gone.person, gone.seen), (Some(person), None));
    let back = store.devices().add(ann, device("Safari"), later);
    assert_eq!(back.await.unwrap(), None);
    assert_eq!(keep(account(ann, "Zoe")).await, Kept::Already);
    for kept in ["Ann", "Anna"] {
        assert_eq!(keep(account(ben, kept)).await, Kept::NameTaken);
    }
    store.close().await;
}

pub(crate) async fn an_account_is_closed_whole_or_not_at_all(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (table, ann, ben) = (TableId::random(), PlayerId::random(), PlayerId::random());
    let new = account(ann, "Ann");
    let own = new.device.device;
    assert_eq!(store.accounts().keep(new, NOW).await.unwrap(), Kept::Done);
    let played = record(table, 1, [ann, ben], ["Ann", "Ben"]);
    store.records().add(&played).await.unwrap();
    let names = async |record: &NewRecord| {
        let found = store.records().get(record.id).await.unwrap().unwrap();
        let names: Vec<_> = found.seats.into_iter().map(|seat| seat.name).collect();
        names
    };

    // One of the account's database tables is missing, so nothing is deleted.
    change(&address, "ALTER TABLE emails RENAME TO emails_elsewhere").await;
    store.accounts().close(ann, NOW).await.unwrap_err();
    assert!(store.accounts().of(ann).await.unwrap().is_some());
    assert_eq!(names(&played).await, ["Ann", "Ben"]);

    change(&address, "ALTER TABLE emails_elsewhere RENAME TO emails").await;
    assert_eq!(store.accounts().close(ann, NOW).await.unwrap(), [own]);
    assert_eq!(store.accounts().of(ann).await.unwrap(), None);
    assert_eq!(names(&played).await, ["", "Ben"]);
    // A match that was still running gets a record without the deleted name.
    let later = record(table, 2, [ann, ben], ["Ann", "Ben"]);
    store.records().add(&later).await.unwrap();
    assert_eq!(names(&later).await, ["", "Ben"]);
    store.close().await;
}

pub(crate) async fn devices_are_signed_in_and_out(address: String) {
    let store = Store::open(&address).await.unwrap();
    let ann = PlayerId::random();
    let new = account(ann, "Ann");
    let own = new.device.device;
    assert_eq!(store.accounts().keep(new, NOW).await.unwrap(), Kept::Done);
    let mut added = Vec::new();
    for number in 1..32 {
        let new = device("Phone");
        added.push(new.device);
        let out = store.devices().add(ann, new, NOW.plus_ms(number)).await;
        assert_eq!(out.unwrap(), Some(Vec::new()));
    }
    let out = store
        .devices()
        .add(ann, device("Tablet"), NOW.plus_ms(40))
        .await;
    assert_eq!(out.unwrap(), Some(vec![own]), "the oldest goes");
    let devices = store.devices().of(ann).await.unwrap();
    assert_eq!(devices.len(), 32);
    assert_eq!(devices[0].name, "Tablet");
    let last = devices[0].device;
    let other = PlayerId::random();
    assert!(!store.devices().remove(other, last).await.unwrap());
    assert!(store.devices().remove(ann, last).await.unwrap());
    assert!(!store.devices().remove(ann, last).await.unwrap());
    let mut out = store.devices().remove_others(ann, added[0]).await.unwrap();
    out.sort();
    let mut others = added.split_off(1);
    others.sort();
    assert_eq!(out, others);
    assert_eq!(store.devices().of(ann).await.unwrap().len(), 1);
    store.close().await;
}

pub(crate) async fn a_code_lets_one_device_in_once(address: String) {
    let store = Store::open(&address).await.unwrap();
    let ann = PlayerId::random();
    let kept = store
        .accounts()
        .keep(account(ann, "Ann"), NOW)
        .await
        .unwrap();
    assert_eq!(kept, Kept::Done);
    let expires = NOW.plus_ms(100);
    let offer = async |code: &str| {
        let offered = store.transfers().offer(ann, code, expires);
        offered.await.unwrap();
    };
    let give = async |code: &str, attempt: u8, at| {
        let given = store
            .transfers()
            .ask(code, vec![attempt], "Safari on iPad", at);
        given.await.unwrap()
    };
    let stands = async |attempt: u8, at| {
        store
            .transfers()
            .use_attempt(vec![attempt], at)
            .await
            .unwrap()
    };
    let answer = async |device: &str, agree, at| {
        let answered = store.transfers().answer(ann, device, agree, at);
        answered.await.unwrap()
    };
    offer("a").await;
    offer("b").await;
    assert_eq!(give("a", 1, NOW).await, None, "the second replaces it");
    assert_eq!(give("b", 2, expires).await, None, "too late");
    assert!(!answer("", true, NOW).await, "nobody has asked");
    assert_eq!(give("b", 3, NOW).await, Some((ann, expires)));
    assert_eq!(give("b", 4, NOW).await, None, "one use");
    let transfer = store.transfers().of(ann, NOW).await.unwrap().unwrap();
    assert_eq!(transfer.device.as_deref(), Some("Safari on iPad"));
    assert_eq!(stands(3, NOW).await, Attempt::Waiting);
    assert!(
        !answer("Edge on Windows", true, NOW).await,
        "not what was shown"
    );
    assert!(!answer("Safari on iPad", true, expires).await);
    assert!(answer("Safari on iPad", true, NOW).await);
    assert_eq!(stands(9, NOW).await, Attempt::Over);
    assert_eq!(stands(3, expires).await, Attempt::Over);
    assert_eq!(stands(3, NOW).await, Attempt::Approved(ann));
    assert_eq!(stands(3, NOW).await, Attempt::Over, "never again");

    offer("c").await;
    give("c", 5, NOW).await.unwrap();
    assert!(answer("Safari on iPad", false, NOW).await);
    assert_eq!(stands(5, NOW).await, Attempt::Over);
    offer("d").await;
    store.transfers().withdraw(ann).await.unwrap();
    assert_eq!(give("d", 6, NOW).await, None);
    offer("e").await;
    assert_eq!(store.transfers().forget_expired(NOW).await.unwrap(), 0);
    assert_eq!(store.transfers().forget_expired(expires).await.unwrap(), 1);

    // A recovery code works only once, and only with the name of the account.
    let recover = async |key: &str, hash: &str, next: &str| {
        store
            .accounts()
            .use_recovery(key, hash, next)
            .await
            .unwrap()
    };
    assert_eq!(recover("ann", "2f", "3f").await, None);
    assert_eq!(recover("ben", "1f", "3f").await, None);
    assert_eq!(recover("ann", "1f", "3f").await, Some(ann));
    assert_eq!(recover("ann", "1f", "4f").await, None);
    store.accounts().set_recovery(ann, "5f").await.unwrap();
    assert_eq!(recover("ann", "3f", "6f").await, None);
    assert_eq!(recover("ann", "5f", "6f").await, Some(ann));
    store.close().await;
}

pub(crate) async fn a_name_that_was_taken_and_never_used_is_free_again(address: String) {
    let store = Store::open(&address).await.unwrap();
    let later = NOW.plus_ms(40 * DAY_MS);
    let unseen_since = NOW.plus_ms(10 * DAY_MS);
    let long_ago = NOW.plus_ms(-1);
    let mut players = Vec::new();
    for name in [
        "Squatter", "Player", "Guest", "Mailer", "Friend", "Other", "Seen",
    ] {
        let new = account(PlayerId::random(), name);
        players.push((new.player, new.device.device));
        assert_eq!(store.accounts().keep(new, NOW).await.unwrap(), Kept::Done);
    }
    let [_, ann, guest, mailer, friend, other, seen] = players[..] else {
        panic!("seven accounts");
    };
    let played = record(
        TableId::random(),
        1,
        [ann.0, PlayerId::random()],
        ["Player", "Ben"],
    );
    store.records().add(&played).await.unwrap();
    store.devices().see(seen.1, later).await.unwrap();
    store
        .emails()
        .set(mailer.0, "m@a.example", NOW)
        .await
        .unwrap();
    let limits = FriendLimits {
        friends_max: 9,
        asking_max: 9,
    };
    let asked = store.friends().ask(friend.0, other.0, NOW, limits).await;
    asked.unwrap();

    let delete = async |made_after| {
        let deleted = store.accounts().delete_unused(unseen_since, made_after);
        deleted.await.unwrap()
    };
    assert_eq!(delete(NOW).await, 0, "their matches may be forgotten");
    assert_eq!(
        delete(long_ago).await,
        2,
        "those of the squatter and the guest"
    );
    assert_eq!(delete(long_ago).await, 0);
    let gone = store
        .accounts()
        .visitor(guest.0, Some(guest.1))
        .await
        .unwrap();
    assert_eq!((gone.name, gone.person, gone.seen), (None, None, None));
    for (name, kept) in [
        ("squatter", Kept::Done),
        ("Player", Kept::NameTaken),
        ("Mailer", Kept::NameTaken),
        ("Friend", Kept::NameTaken),
        ("Other", Kept::NameTaken),
        ("Seen", Kept::NameTaken),
    ] {
        let new = account(PlayerId::random(), name);
        assert_eq!(
            store.accounts().keep(new, later).await.unwrap(),
            kept,
            "{name}"
        );
    }
    store.close().await;
}
