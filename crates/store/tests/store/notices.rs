//! Tests of the browsers that are told something by Web Push, and of what is to be sent to them.

use boneyard_base::{DeviceId, PersonId, PlayerId, RecipientId, TableId, Timestamp, limits};
use boneyard_store::{
    Name, NewAccount, NewDevice, NewNotice, NoticeRecipient, PushAddress, PushChoice, Store,
    StoredNotice, StoredWebhook,
};

use super::NOW;

const ALL: PushChoice = PushChoice {
    kinds: 7,
    quiet_from: None,
    quiet_until: None,
};

fn address(player: PlayerId, device: Option<DeviceId>, path: &str) -> PushAddress {
    PushAddress {
        player,
        device,
        name: "Firefox on Linux".to_owned(),
        endpoint: format!("https://push.example/{path}"),
        public_key: vec![4; 65],
        auth_secret: vec![7; 16],
        origin: "https://dominoes.example".to_owned(),
        language: "en".to_owned(),
        time_zone: String::new(),
    }
}

fn new_device() -> NewDevice {
    NewDevice {
        device: DeviceId::random(),
        name: "Firefox on Linux".to_owned(),
    }
}

pub(crate) async fn browsers_go_with_their_devices_and_accounts(address_of_store: String) {
    let store = Store::open(&address_of_store).await.unwrap();
    let browsers_of_store = store.push_browsers();
    let player = PlayerId::random();
    let count = async || browsers_of_store.of(player).await.unwrap().len();
    let put = async |device, path: &str, choice| {
        let address = address(player, device, path);
        browsers_of_store
            .put(address, choice, ALL, NOW)
            .await
            .unwrap()
    };
    // A guest's browser becomes that of the account's first device.
    let id = put(None, "a", None).await;
    let first = new_device();
    let account = NewAccount {
        player,
        person: PersonId::random(),
        name: Name {
            text: "Ana".to_owned(),
            keys: ["ana".to_owned(), "Ana".to_owned()],
        },
        recovery_hash: String::new(),
        device: first.clone(),
    };
    store.accounts().keep(account, NOW).await.unwrap();
    let stored = browsers_of_store.of(player).await.unwrap();
    assert_eq!(stored[0].address.device, Some(first.device));

    // The same URL is the same browser, and keeps what it is told; another URL of a device takes its place.
    let quiet = PushChoice {
        kinds: 1,
        quiet_from: Some(1_320),
        quiet_until: Some(420),
    };
    assert!(browsers_of_store.choose(player, id, quiet).await.unwrap());
    assert_eq!(put(Some(first.device), "a", None).await, id);
    assert_eq!(browsers_of_store.of(player).await.unwrap()[0].choice, quiet);
    put(Some(first.device), "a", Some(ALL)).await;
    assert_eq!(browsers_of_store.of(player).await.unwrap()[0].choice, ALL);
    put(Some(first.device), "b", None).await;
    assert_eq!(count().await, 1);

    let second = new_device();
    store
        .devices()
        .add(player, second.clone(), NOW)
        .await
        .unwrap();
    put(Some(second.device), "c", None).await;
    assert_eq!(count().await, 2);
    store.devices().remove(player, second.device).await.unwrap();
    assert_eq!(count().await, 1);
    store
        .devices()
        .add(player, second.clone(), NOW)
        .await
        .unwrap();
    put(Some(second.device), "c", None).await;
    store
        .devices()
        .remove_others(player, second.device)
        .await
        .unwrap();
    let left = browsers_of_store.of(player).await.unwrap();
    assert_eq!(left[0].address.device, Some(second.device));
    store.accounts().close(player, NOW).await.unwrap();
    assert_eq!(count().await, 0);

    // A browser whose visitor is another one now is that visitor's alone.
    let (one, other) = (PlayerId::random(), PlayerId::random());
    for (number, player) in [(0, one), (1, other)] {
        let at = NOW.plus_ms(number);
        let address = address(player, None, "shared");
        browsers_of_store.put(address, None, ALL, at).await.unwrap();
    }
    assert_eq!(browsers_of_store.of(one).await.unwrap(), []);
    assert!(!browsers_of_store.remove(one, id).await.unwrap());
    for number in 0..2 * limits::PUSH_BROWSERS_PER_PLAYER_MAX {
        let address = address(other, None, &number.to_string());
        let at = NOW.plus_ms(10 + number);
        browsers_of_store.put(address, None, ALL, at).await.unwrap();
    }
    let known = browsers_of_store.of(other).await.unwrap();
    let most = usize::try_from(limits::PUSH_BROWSERS_PER_PLAYER_MAX).unwrap();
    assert_eq!(known.len(), most);
    assert!(known[0].address.endpoint.ends_with("/15"), "{:?}", known[0]);
    store.close().await;
}

/// The clock was ahead when a push was stored, and when it was taken to be sent.
pub(crate) async fn a_push_of_a_wrong_clock_is_sent_when_it_was_meant(address_of_store: String) {
    let store = Store::open(&address_of_store).await.unwrap();
    let (player, ahead) = (PlayerId::random(), NOW.plus_ms(200 * limits::DAY_MS));
    let browser = address(player, None, "a");
    store
        .push_browsers()
        .put(browser, Some(ALL), ALL, NOW)
        .await
        .unwrap();
    let push = NewNotice {
        player: Some(player),
        table: TableId::random(),
        kind: 1,
        number: 1,
        name: String::new(),
        created: ahead,
        due: ahead.plus_ms(10),
        is_mailed: false,
        is_posted: false,
    };
    store.notices().add(push).await.unwrap();
    store.forget_future(NOW).await.unwrap();
    assert!(!store.notices().is_due(NOW.plus_ms(9)).await.unwrap());
    let taken = store.notices().take_due(NOW.plus_ms(10), ahead, 9).await;
    assert_eq!(taken.unwrap().len(), 1);
    assert!(!store.notices().is_due(NOW.plus_ms(20)).await.unwrap());
    store.forget_future(NOW.plus_ms(20)).await.unwrap();
    assert!(store.notices().is_due(NOW.plus_ms(20)).await.unwrap());
    store.close().await;
}

pub(crate) async fn a_push_is_taken_once_and_kept_until_it_is_sent(address_of_store: String) {
    let store = Store::open(&address_of_store).await.unwrap();
    let (player, table) = (PlayerId::random(), TableId::random());
    let push = |number: i64, due: Timestamp| NewNotice {
        player: Some(player),
        table,
        kind: 1,
        number,
        name: "Bo".to_owned(),
        created: NOW,
        due,
        is_mailed: false,
        is_posted: false,
    };
    let (due, leased) = (NOW.plus_ms(10), NOW.plus_ms(1_000));
    store.notices().add(push(1, due)).await.unwrap();
    assert!(
        !store.notices().is_due(leased).await.unwrap(),
        "nobody is to be told"
    );
    for (path, choice) in [("a", ALL), ("b", PushChoice { kinds: 6, ..ALL })] {
        let address = address(player, None, path);
        store
            .push_browsers()
            .put(address, Some(choice), ALL, NOW)
            .await
            .unwrap();
    }
    store.notices().add(push(3, due)).await.unwrap();
    assert!(!store.notices().is_due(NOW).await.unwrap());
    assert!(store.notices().is_due(due).await.unwrap());
    let take = async |now: Timestamp| -> Vec<StoredNotice> {
        let taken = store.notices().take_due(now, now.plus_ms(1_000), 9).await;
        taken.unwrap().into_iter().map(|(push, _)| push).collect()
    };
    assert_eq!(take(NOW).await, []);
    let taken = take(due).await;
    assert_eq!(taken.len(), 1, "one browser is told turns");
    assert_eq!((taken[0].number, taken[0].tries), (3, 0));
    assert_eq!(taken[0].name, "Bo");
    assert_eq!(take(due).await, [], "it is leased");
    // The node that took the push has gone.
    assert_eq!(take(due.plus_ms(1_000)).await, taken);
    store
        .notices()
        .put_off(&taken[0], due.plus_ms(5_000), 1)
        .await
        .unwrap();
    let later = take(due.plus_ms(5_000)).await;
    assert_eq!(later[0].tries, 1);
    // The next turn has come meanwhile: what becomes of the last one doesn't concern it.
    store.notices().add(push(5, due)).await.unwrap();
    store.notices().note_sent(&later[0]).await.unwrap();
    store.notices().remove(&later[0]).await.unwrap();
    let next = take(due).await;
    assert_eq!((next[0].number, next[0].tries), (5, 0));
    store.notices().note_sent(&next[0]).await.unwrap();
    for number in [4, 5] {
        store.notices().add(push(number, due)).await.unwrap();
    }
    assert!(!store.notices().is_due(Timestamp(i64::MAX)).await.unwrap());
    // What is dropped may be stored again, and what was sent long ago is forgotten.
    store.notices().add(push(6, due)).await.unwrap();
    store.notices().remove(&take(due).await[0]).await.unwrap();
    store.notices().add(push(6, due)).await.unwrap();
    let taken = take(due).await;
    assert_eq!(taken.len(), 1);
    for failures in 1..=3 {
        let forgotten = store
            .push_browsers()
            .count_failure(taken[0].recipient, 3)
            .await
            .unwrap();
        assert_eq!(forgotten, failures == 3);
    }
    assert_eq!(
        take(Timestamp(i64::MAX - 9_999)).await,
        [],
        "its browser is gone"
    );
    store.notices().forget_before(NOW.plus_ms(1)).await.unwrap();
    store.close().await;
}

pub(crate) async fn a_turn_waits_longer_for_a_mail_and_mails_end(address_of_store: String) {
    let store = Store::open(&address_of_store).await.unwrap();
    let (player, table) = (PlayerId::random(), TableId::random());
    let after_ms = 6 * 60 * 60 * 1_000;
    let set = async |language: &str, token: u8| {
        let token = vec![token; 16];
        store
            .turn_mails()
            .set(player, after_ms, language, token)
            .await
            .unwrap();
    };
    set("en", 1).await;
    set("pt", 2).await;
    let mail = store.turn_mails().of(player).await.unwrap().unwrap();
    assert_eq!(mail.language, "pt");
    assert_eq!(mail.end_token, [1; 16], "links in earlier mails stay good");
    let push = |is_mailed| NewNotice {
        player: Some(player),
        table,
        kind: 1,
        number: 3,
        name: String::new(),
        created: NOW,
        due: NOW,
        is_mailed,
        is_posted: false,
    };
    store.notices().add(push(false)).await.unwrap();
    let due = NOW.plus_ms(after_ms);
    assert!(!store.notices().is_due(due).await.unwrap());
    store.notices().add(push(true)).await.unwrap();
    assert!(!store.notices().is_due(due.plus_ms(-1)).await.unwrap());
    let taken = store.notices().take_due(due, due.plus_ms(1_000), 9).await;
    let [(push, recipient)] = &taken.unwrap()[..] else {
        panic!("one mail is due");
    };
    assert_eq!(*recipient, NoticeRecipient::Mail(mail.clone()));
    let claim = async |last| store.turn_mails().claim(mail.id, due, last).await.unwrap();
    assert!(claim(NOW).await);
    assert!(!claim(NOW).await, "one was just sent");
    store.turn_mails().unclaim(mail.id, NOW).await.unwrap();
    assert!(claim(NOW).await, "it was not sent after all");
    store.notices().put_off(push, due, 1).await.unwrap();
    store.turn_mails().end(vec![2; 16]).await.unwrap();
    assert!(store.turn_mails().of(player).await.unwrap().is_some());
    store.turn_mails().end(vec![1; 16]).await.unwrap();
    assert_eq!(store.turn_mails().of(player).await.unwrap(), None);
    let left = store.notices().take_due(due, due.plus_ms(1_000), 9).await;
    assert_eq!(left.unwrap(), [], "what waited is gone with them");
    assert!(!store.notices().is_due(Timestamp(i64::MAX)).await.unwrap());
    store.close().await;
}

pub(crate) async fn a_webhook_is_told_by_the_queue_and_goes_with_its_table(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (player, table) = (PlayerId::random(), TableId::random());
    let webhook = StoredWebhook {
        id: RecipientId::random(),
        table,
        player,
        form: "json".to_owned(),
        url: "https://chat.example/secret".to_owned(),
        origin: String::new(),
        language: "en".to_owned(),
        created: NOW,
    };
    assert!(store.webhooks().set(webhook.clone()).await.unwrap());
    // Another address of the same table keeps the id.
    let next = StoredWebhook {
        id: RecipientId::random(),
        form: "slack".to_owned(),
        ..webhook.clone()
    };
    assert!(store.webhooks().set(next).await.unwrap());
    let stored = store.webhooks().of(table).await.unwrap().unwrap();
    assert_eq!((stored.id, &*stored.form), (webhook.id, "slack"));

    let push = |player, number, is_posted| NewNotice {
        player,
        table,
        kind: 1,
        number,
        name: String::new(),
        created: NOW,
        due: NOW,
        is_mailed: false,
        is_posted,
    };
    store
        .notices()
        .add(push(Some(player), 1, false))
        .await
        .unwrap();
    assert!(!store.notices().is_due(NOW).await.unwrap());
    store
        .notices()
        .add(push(Some(player), 2, true))
        .await
        .unwrap();
    store.notices().add(push(None, 3, true)).await.unwrap();
    let taken = store.notices().take_due(NOW, NOW.plus_ms(1_000), 9).await;
    let [(push, NoticeRecipient::Webhook(told))] = &taken.unwrap()[..] else {
        panic!("the webhook is told of the last");
    };
    assert_eq!((push.number, told), (3, &stored));
    store.notices().note_sent(push).await.unwrap();
    // It is there while what it was told is remembered, and while it is new.
    let later = NOW.plus_ms(1);
    store.webhooks().forget_before(later).await.unwrap();
    store.notices().forget_before(later).await.unwrap();
    store.webhooks().forget_before(NOW).await.unwrap();
    assert!(store.webhooks().of(table).await.unwrap().is_some());
    store.webhooks().forget_before(later).await.unwrap();
    assert_eq!(store.webhooks().of(table).await.unwrap(), None);
    assert!(store.webhooks().set(stored.clone()).await.unwrap());
    for _ in 0..2 {
        store
            .push_browsers()
            .count_failure(stored.id, 2)
            .await
            .unwrap();
    }
    assert_eq!(store.webhooks().of(table).await.unwrap(), None);
    assert!(store.webhooks().set(stored.clone()).await.unwrap());
    store.push_browsers().forget(stored.id).await.unwrap();
    assert_eq!(store.webhooks().of(table).await.unwrap(), None);
    store.close().await;
}
