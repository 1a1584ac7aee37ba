//! Tests of blocks, friends, reports, warnings, mutes and waits.

use std::sync::Arc;

use boneyard_base::limits::OpenMax;
use boneyard_base::{DeviceId, PersonId, PlayerId, TableId, Timestamp};
use boneyard_protocol::people::Friendship;
use boneyard_store::{
    ActRefused, AddedBlock, AddedReport, Append, AppendError, AskedFriend, Closes, Conduct,
    FriendLimits, Kept, ModeratorError, Moderators, Name, NewAccount, NewAct, NewDevice, NewRecord,
    NewReport, ReportPage, Store, StoredBlock, StoredReports,
};

use crate::records::record;
use crate::{NOW, append};

const LIMITS: FriendLimits = FriendLimits {
    friends_max: 3,
    asking_max: 2,
};

/// Makes an account, and returns its player.
async fn kept(store: &Store, name: &str) -> PlayerId {
    let player = PlayerId::random();
    let account = NewAccount {
        player,
        person: PersonId::random(),
        name: Name {
            text: name.to_owned(),
            keys: [name.to_owned(), name.to_owned()],
        },
        recovery_hash: String::new(),
        device: NewDevice {
            device: DeviceId::random(),
            name: "Browser".to_owned(),
        },
    };
    let kept = store.accounts().keep(account, NOW).await.unwrap();
    assert_eq!(kept, Kept::Done);
    player
}

async fn blocks(store: &Store, player: PlayerId, other: PlayerId) -> AddedBlock {
    let block = StoredBlock {
        other,
        name: "Mallory".to_owned(),
        created: NOW,
    };
    store.blocks().add(player, &block, 2).await.unwrap()
}

async fn asks(store: &Store, player: PlayerId, other: PlayerId) -> AskedFriend {
    store
        .friends()
        .ask(player, other, NOW, LIMITS)
        .await
        .unwrap()
}

async fn tie(store: &Store, player: PlayerId, other: PlayerId) -> Friendship {
    let known = store
        .friends()
        .acquaintances(player, vec![other])
        .await
        .unwrap();
    let listed = store.friends().of(player).await.unwrap();
    let listed = listed.iter().find(|friend| friend.player == other);
    let listed = listed.map_or(Friendship::None, |friend| friend.tie);
    assert_eq!(known[0].tie, listed, "a list says what each says");
    listed
}

pub(crate) async fn blocks_part_people_and_have_a_bound(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (ann, ben, cy) = (PlayerId::random(), PlayerId::random(), PlayerId::random());
    let added = AddedBlock::Added { parted: false };
    assert_eq!(blocks(&store, ann, ben).await, added);
    assert_eq!(blocks(&store, ann, ben).await, added, "twice is once");
    assert_eq!(blocks(&store, ann, cy).await, added);
    assert_eq!(
        blocks(&store, ann, PlayerId::random()).await,
        AddedBlock::TooMany
    );
    let known = store.blocks().of(ann).await.unwrap();
    assert_eq!(known.len(), 2);
    assert_eq!(known[0].name, "Mallory");
    assert_eq!(store.blocks().of(ben).await.unwrap(), []);
    let pairs = store.blocks().among(vec![ann, ben]).await.unwrap();
    assert_eq!(pairs, [(ann, ben), (ben, ann)].into());
    let pairs = store.blocks().among(vec![ben, cy]).await.unwrap();
    assert!(pairs.is_empty());
    assert_eq!(
        store
            .conducts()
            .visitor_status(ann)
            .await
            .unwrap()
            .blocked
            .len(),
        2
    );
    store.blocks().remove(ann, ben).await.unwrap();
    store.blocks().remove(ann, ben).await.unwrap();
    assert_eq!(store.blocks().of(ann).await.unwrap()[0].other, cy);
    store.close().await;
}

pub(crate) async fn friends_ask_agree_and_part(address: String) {
    let store = Store::open(&address).await.unwrap();
    let ann = kept(&store, "Ann").await;
    let ben = kept(&store, "Ben").await;
    assert_eq!(asks(&store, ann, ben).await, AskedFriend::Asked);
    assert_eq!(asks(&store, ann, ben).await, AskedFriend::Silently);
    assert_eq!(tie(&store, ann, ben).await, Friendship::Asked);
    assert_eq!(tie(&store, ben, ann).await, Friendship::Asks);
    assert_eq!(asks(&store, ben, ann).await, AskedFriend::Agreed);
    assert_eq!(tie(&store, ann, ben).await, Friendship::Friends);
    assert_eq!(tie(&store, ben, ann).await, Friendship::Friends);
    // A block ends the friendship. If the blocked player sends another request, only the blocked player sees
    // it.
    let parted = AddedBlock::Added { parted: true };
    assert_eq!(blocks(&store, ann, ben).await, parted);
    assert_eq!(tie(&store, ben, ann).await, Friendship::None);
    assert_eq!(asks(&store, ben, ann).await, AskedFriend::Silently);
    assert_eq!(tie(&store, ben, ann).await, Friendship::Asked);
    assert_eq!(tie(&store, ann, ben).await, Friendship::None);
    assert_eq!(asks(&store, ann, ben).await, AskedFriend::Silently);
    assert_eq!(tie(&store, ann, ben).await, Friendship::Asked);
    assert_eq!(tie(&store, ben, ann).await, Friendship::Asked);
    store.blocks().remove(ann, ben).await.unwrap();
    assert_eq!(asks(&store, ann, ben).await, AskedFriend::Agreed);
    assert_eq!(tie(&store, ben, ann).await, Friendship::Friends);
    assert!(store.friends().end(ben, ann).await.unwrap());
    assert!(!store.friends().end(ben, ann).await.unwrap());
    assert_eq!(tie(&store, ann, ben).await, Friendship::None);

    // Many players can't make the list of requests longer than its limit. A player whose request is over the
    // limit gets no error.
    for name in ["Cy", "Dot"] {
        let asker = kept(&store, name).await;
        assert_eq!(asks(&store, asker, ann).await, AskedFriend::Asked);
    }
    let late = kept(&store, "Eve").await;
    assert_eq!(asks(&store, late, ann).await, AskedFriend::Silently);
    for name in ["Fay", "Gil", "Hal"] {
        let other = kept(&store, name).await;
        assert_eq!(asks(&store, late, other).await, AskedFriend::Asked);
    }
    assert_eq!(asks(&store, late, ben).await, AskedFriend::TooMany);
    store.close().await;
}

fn report(reporter: PlayerId, about: PlayerId, match_number: u32) -> NewReport {
    NewReport {
        at: NOW,
        reporter,
        reporter_name: "Ann".to_owned(),
        reported: about,
        reported_name: "Mallory".to_owned(),
        table: Some(TableId::from_bits(7)),
        tournament: None,
        match_number,
        reason: "abuse".to_owned(),
        words: String::new(),
        chat: "[]".to_owned(),
        network: "ann's".to_owned(),
    }
}

const OPEN_MAX: OpenMax = OpenMax {
    visitor: 5,
    network: 3,
    all: 5,
};

fn act(report: i64, moderator: PlayerId, act: &'static str) -> NewAct {
    NewAct {
        report,
        at: NOW,
        moderator,
        moderator_name: "Mo".to_owned(),
        act,
        until: None,
        note: "be kind".to_owned(),
        closes: Closes::Report,
    }
}

pub(crate) async fn reports_wait_for_moderators_whose_acts_stay(address: String) {
    let store = Store::open(&address).await.unwrap();
    let reports = store.reports();
    let mo = kept(&store, "Mo").await;
    let mallory = kept(&store, "Mallory").await;
    let ann = PlayerId::random();
    let add = async |new: NewReport| reports.add(new, OPEN_MAX).await.unwrap();
    assert_eq!(add(report(ann, mallory, 1)).await, AddedReport::Added);
    assert_eq!(add(report(ann, mallory, 1)).await, AddedReport::Again);
    assert_eq!(add(report(ann, mallory, 2)).await, AddedReport::Added);
    assert_eq!(add(report(ann, mo, 2)).await, AddedReport::Added);
    assert_eq!(add(report(ann, mallory, 3)).await, AddedReport::TooMany);
    let page = ReportPage {
        moderator: mo,
        with_closed: false,
        after: None,
        before: None,
        of_network_max: 10,
        reports_max: 10,
        acts_max: 10,
    };
    let StoredReports {
        reports: open,
        open: count,
        ..
    } = reports.page(page).await.unwrap();
    // A moderator doesn't see a report about themselves.
    assert_eq!((open.len(), count), (2, 2));
    assert_eq!((open[0].earlier, open[1].earlier), (0, 1));
    assert!(open[0].person.is_some() && open[0].record.is_none());

    let number = open[0].number;
    let mute = |conduct| Conduct {
        muted_until: NOW.plus_ms(9),
        ..conduct
    };
    let muted = reports
        .take_act(act(number, mo, "mute"), mute)
        .await
        .unwrap();
    assert_eq!(muted, Ok(mallory));
    let warned = act(number, mo, "warn");
    let same = |conduct| conduct;
    assert_eq!(reports.take_act(warned, same).await.unwrap(), Ok(mallory));
    let found = reports.get(number, 10).await.unwrap().unwrap();
    assert_eq!(found.closed, Some(NOW));
    assert_eq!(found.conduct.muted_until, NOW.plus_ms(9));
    let acts: Vec<_> = found.acts.iter().map(|act| act.act.as_str()).collect();
    assert_eq!(acts, ["warn", "mute"]);
    let all = ReportPage {
        with_closed: true,
        ..page
    };
    let found = reports.page(all).await.unwrap();
    assert_eq!((found.reports.len(), found.open, found.more), (2, 1, false));
    assert_eq!(found.reports[1].number, number);

    assert_eq!(reports.warnings(mallory).await.unwrap(), ["be kind"]);
    assert!(reports.see_warnings(mallory, "Mallory", NOW).await.unwrap());
    assert!(reports.warnings(mallory).await.unwrap().is_empty());
    assert!(!reports.see_warnings(mallory, "Mallory", NOW).await.unwrap());

    // A moderator can't act on a report about themselves.
    let own = number + 2;
    let refused = reports.take_act(act(own, mo, "dismiss"), same).await;
    assert_eq!(refused.unwrap(), Err(ActRefused::NoReport));
    let unknown = reports.take_act(act(99, mo, "dismiss"), same).await;
    assert_eq!(unknown.unwrap(), Err(ActRefused::NoReport));

    // The host changes the list of moderators while the server runs.
    let host = address.clone();
    let outcome = tokio::task::spawn_blocking(move || {
        let mut moderators = Moderators::open(&host).unwrap();
        assert!(moderators.list().unwrap().is_empty());
        moderators.add("Mo", NOW).unwrap();
        let again = moderators.add("Mo", NOW);
        assert!(matches!(again, Err(ModeratorError::AlreadyModerator(_))));
        let guest = moderators.add("Nobody", NOW);
        assert!(matches!(guest, Err(ModeratorError::NoAccount(_))));
        let other = moderators.remove("Mallory", NOW);
        assert!(matches!(other, Err(ModeratorError::NoModerator(_))));
        moderators.list().unwrap()
    });
    assert_eq!(outcome.await.unwrap(), ["Mo"]);
    assert!(reports.is_moderator(mo).await.unwrap());
    let refused = reports.take_act(act(own, mallory, "close"), same).await;
    assert_eq!(refused.unwrap(), Err(ActRefused::Moderator));
    let host = address.clone();
    let removed = tokio::task::spawn_blocking(move || {
        Moderators::open(&host).unwrap().remove("Mo", NOW).unwrap();
    });
    removed.await.unwrap();
    assert!(!reports.is_moderator(mo).await.unwrap());
    let logged = reports.get(own, 10).await.unwrap().unwrap().acts;
    let acts: Vec<_> = logged.iter().map(|act| act.act.as_str()).collect();
    assert_eq!(acts, ["unmake_moderator", "make_moderator"]);
    assert!(logged.iter().all(|act| act.moderator == "host"));
    store.close().await;
}

pub(crate) async fn conduct_is_changed_in_one_piece(address: String) {
    let store = Store::open(&address).await.unwrap();
    let ann = PlayerId::random();
    assert_eq!(store.conducts().of(ann).await.unwrap(), Conduct::default());
    let more = |conduct: Conduct| Conduct {
        leaves: conduct.leaves + 1,
        left: Timestamp(5),
        ..conduct
    };
    let changes = (0..20).map(|_| store.conducts().change(ann, more));
    for changed in futures_util::future::join_all(changes).await {
        changed.unwrap();
    }
    let conduct = store.conducts().of(ann).await.unwrap();
    assert_eq!((conduct.leaves, conduct.left), (20, Timestamp(5)));
    store.close().await;
}

pub(crate) async fn a_player_who_left_is_noted_with_the_match(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (table, ann, ben) = (TableId::random(), PlayerId::random(), PlayerId::random());
    let leaves = async |player| store.conducts().of(player).await.unwrap().leaves;
    for number in 1..=2 {
        let record = NewRecord {
            leavers: vec![ann],
            ..record(table, number, [ann, ben], ["Ann", "Ben"])
        };
        let over = Append {
            record: Some(Arc::new(record.clone())),
            ..append(table, number.into(), "over")
        };
        store.append(over.clone()).await.unwrap();
        assert_eq!(leaves(ann).await, i64::from(number));
        // An append that failed with a conflict doesn't change the conduct, and neither does a record that is
        // added again.
        let lost = store.append(over).await;
        assert!(matches!(lost, Err(AppendError::Conflict)), "{lost:?}");
        store.records().add(&record).await.unwrap();
        assert_eq!(leaves(ann).await, i64::from(number));
    }
    assert_eq!(leaves(ben).await, 0);
    let waits_until = store.conducts().of(ann).await.unwrap().waits_until;
    assert!(waits_until > NOW.plus_ms(2), "from the second time on");
    store.close().await;
}

const MANY: OpenMax = OpenMax {
    visitor: 1_000,
    network: 1_000,
    all: 10_000,
};

pub(crate) async fn many_reports_of_one_network_are_one_and_are_closed_together(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (mo, mallory) = (kept(&store, "Mo").await, kept(&store, "Mallory").await);
    let host = address.clone();
    let promoted = tokio::task::spawn_blocking(move || {
        Moderators::open(&host).unwrap().add("Mo", NOW).unwrap();
    });
    promoted.await.unwrap();
    let add = async |match_number, about, network: &str| {
        let network = network.to_owned();
        let new = NewReport {
            network,
            ..report(PlayerId::random(), about, match_number)
        };
        store.reports().add(new, MANY).await.unwrap()
    };
    for number in 1..=3 {
        assert_eq!(add(number, mallory, "a family's").await, AddedReport::Added);
    }
    for number in 1..=300 {
        assert_eq!(add(number, mallory, "a flood's").await, AddedReport::Added);
    }
    add(301, mo, "a flood's").await;
    add(1, mallory, "another's").await;
    let page = ReportPage {
        moderator: mo,
        with_closed: false,
        after: None,
        before: None,
        of_network_max: 5,
        reports_max: 50,
        acts_max: 10,
    };
    let found = store.reports().page(page).await.unwrap();
    let counts = |found: &StoredReports| {
        let each = found.reports.iter();
        each.map(|report| report.open_of_network)
            .collect::<Vec<_>>()
    };
    assert_eq!(counts(&found), [3, 3, 3, 301, 1]);
    assert_eq!((found.open, found.more), (5, false));

    let flood = NewAct {
        closes: Closes::Network,
        ..act(found.reports[3].number, mo, "dismiss_network")
    };
    let closed = store
        .reports()
        .take_act(flood, |conduct| conduct)
        .await
        .unwrap();
    assert_eq!(closed, Ok(mallory));
    let found = store.reports().page(page).await.unwrap();
    assert_eq!(counts(&found), [3, 3, 3, 1], "the others stay");
    let of_moderator = ReportPage {
        moderator: mallory,
        ..page
    };
    let found = store.reports().page(of_moderator).await.unwrap();
    assert_eq!(counts(&found), [1], "as does one about a moderator");
    store.close().await;
}

pub(crate) async fn the_queue_of_reports_is_read_page_by_page(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (mo, mallory) = (kept(&store, "Mo").await, kept(&store, "Mallory").await);
    let ann = PlayerId::random();
    for number in 1..=7 {
        let added = store
            .reports()
            .add(report(ann, mallory, number), MANY)
            .await;
        assert_eq!(added.unwrap(), AddedReport::Added);
    }
    let mut first = ReportPage {
        moderator: mo,
        with_closed: false,
        after: None,
        before: None,
        of_network_max: 10,
        reports_max: 3,
        acts_max: 10,
    };
    let read = async |page| {
        let found = store.reports().page(page).await.unwrap();
        let numbers: Vec<_> = found.reports.iter().map(|report| report.number).collect();
        (numbers, found.more)
    };
    let (oldest, _) = read(first).await;
    let one = oldest[0];
    for closed in [one + 2, one + 3] {
        let dismissed = store
            .reports()
            .take_act(act(closed, mo, "dismiss"), |conduct| conduct);
        assert_eq!(dismissed.await.unwrap(), Ok(mallory));
    }
    let numbers = |offsets: &[i64]| {
        offsets
            .iter()
            .map(|offset| one + offset)
            .collect::<Vec<_>>()
    };

    assert_eq!(read(first).await, (numbers(&[0, 1, 4]), true));
    let after = ReportPage {
        after: Some(one + 4),
        ..first
    };
    assert_eq!(read(after).await, (numbers(&[5, 6]), false));

    // The closed reports begin on the same page on which the open reports end.
    first.with_closed = true;
    assert_eq!(read(first).await, (numbers(&[0, 1, 4]), true));
    let after = ReportPage {
        after: Some(one + 4),
        ..first
    };
    assert_eq!(read(after).await, (numbers(&[5, 6, 3]), true));
    let before = ReportPage {
        before: Some(one + 3),
        ..first
    };
    assert_eq!(read(before).await, (numbers(&[2]), false));
    store.close().await;
}
