//! Tests of the seats at tables of quick match, and of ended sessions.

use boneyard_base::{DeviceId, PersonId, PlayerId, TableId};
use boneyard_store::{Kept, Name, NewAccount, NewDevice, QuickSeat, Store, StoredBot};

use crate::NOW;

pub(crate) async fn the_last_quick_match_of_each_is_known_for_some_time(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (ann, ben, eve) = (PlayerId::random(), PlayerId::random(), PlayerId::random());
    assert_eq!(store.quick_seats().of(ann).await.unwrap(), None);
    let seat = |player, table, others: &[PlayerId], met: &[PlayerId]| QuickSeat {
        player,
        table,
        others: others.to_vec(),
        met_before: met.to_vec(),
    };
    let (first, second) = (TableId::random(), TableId::random());
    let seats = vec![seat(ann, first, &[ben], &[]), seat(ben, first, &[ann], &[])];
    store.quick_seats().set(seats.clone(), NOW).await.unwrap();
    let known = store.quick_seats().of(ann).await.unwrap();
    assert_eq!(known.as_ref(), Some(&seats[0]));
    // A new seat of Ann replaces only Ann's earlier seat, not Ben's.
    let next = seat(ann, second, &[eve, ben], &[ben]);
    let later = NOW.plus_ms(1);
    let stored = store.quick_seats().set(vec![next.clone()], later);
    stored.await.unwrap();
    assert_eq!(
        store.quick_seats().of(ann).await.unwrap(),
        Some(next.clone())
    );
    let bens = store.quick_seats().of(ben).await.unwrap();
    assert_eq!(bens.as_ref(), Some(&seats[1]));
    store.quick_seats().forget_before(later).await.unwrap();
    assert_eq!(store.quick_seats().of(ben).await.unwrap(), None);
    assert_eq!(store.quick_seats().of(ann).await.unwrap(), Some(next));
    store.close().await;
}

pub(crate) async fn sessions_are_over_as_their_devices_and_tokens_are(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (keeper, guest, owner) = (PlayerId::random(), PlayerId::random(), PlayerId::random());
    let device = DeviceId::random();
    let account = NewAccount {
        player: keeper,
        person: PersonId::random(),
        name: Name {
            text: "Ann".to_owned(),
            keys: ["ann".to_owned(), "ann".to_owned()],
        },
        recovery_hash: String::new(),
        device: NewDevice {
            device,
            name: "Browser".to_owned(),
        },
    };
    let kept = store.accounts().keep(account, NOW).await.unwrap();
    assert_eq!(kept, Kept::Done);
    let bot = StoredBot {
        bot: PlayerId::random_bot(),
        name: "Bot".to_owned(),
        created: NOW,
    };
    assert!(store.bots().add(owner, &bot, "1f", 1).await.unwrap());
    let sessions = vec![
        (keeper, Some(device)),
        (keeper, None),
        (guest, None),
        (bot.bot, None),
    ];
    let over = async || {
        store
            .devices()
            .sessions_over(sessions.clone())
            .await
            .unwrap()
    };
    // The player now has an account, so the session as a guest has ended.
    assert_eq!(over().await, [(keeper, None)]);
    assert!(store.devices().remove(keeper, device).await.unwrap());
    assert!(store.bots().remove(owner, bot.bot, NOW).await.unwrap());
    assert_eq!(
        over().await,
        [(keeper, Some(device)), (keeper, None), (bot.bot, None)]
    );
    assert_eq!(store.devices().sessions_over(Vec::new()).await.unwrap(), []);
    store.close().await;
}
