//! Tests of the logs and the list of tournaments.

use boneyard_base::limits::OpenMax;
use boneyard_base::{PlayerId, TournamentId};
use boneyard_store::{
    AppendError, CreatedTournament, NewTournament, Store, StoredTournament, TournamentAppend,
    TournamentPhase,
};

use crate::NOW;

fn row(tournament: TournamentId, organiser: PlayerId) -> StoredTournament {
    StoredTournament {
        tournament,
        organiser,
        listed_at: NOW,
        phase: TournamentPhase::Coming,
        listed: true,
        summary: "{}".to_owned(),
    }
}

fn step(row: &StoredTournament, seq: i64) -> TournamentAppend {
    TournamentAppend {
        seq,
        at: NOW.plus_ms(seq),
        body: seq.to_be_bytes()[7..].to_vec(),
        entered: Vec::new(),
        row: row.clone(),
    }
}

pub(crate) async fn a_players_tournaments_are_found(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (ana, ben) = (PlayerId::random(), PlayerId::random());
    let mut ids = [(); 3].map(|()| TournamentId::random());
    ids.sort();
    for (id, organiser, entered) in [
        (ids[0], ana, vec![ben, ana]),
        (ids[1], ana, vec![]),
        (ids[2], ben, vec![ana]),
    ] {
        let row = row(id, organiser);
        let append = |seq| TournamentAppend {
            entered: entered.clone(),
            ..step(&row, seq)
        };
        store.tournaments().append(append(1)).await.unwrap();
        // Who comes back after a withdrawal has entered already.
        store.tournaments().append(append(2)).await.unwrap();
        let late = store.tournaments().append(TournamentAppend {
            entered: vec![PlayerId::from_bytes([9; 16])],
            ..step(&row, 2)
        });
        assert!(matches!(late.await, Err(AppendError::Conflict)));
    }
    let none = TournamentId::from_bits(0);
    let found = async |player, after| {
        store
            .tournaments()
            .with_player(player, after, 2)
            .await
            .unwrap()
    };
    assert_eq!(found(ana, none).await, ids[..2]);
    assert_eq!(found(ana, ids[1]).await, ids[2..]);
    assert_eq!(found(ben, none).await, [ids[0], ids[2]]);
    assert_eq!(found(PlayerId::from_bytes([9; 16]), none).await, []);
    store.close().await;
}

pub(crate) async fn each_step_of_a_tournament_is_taken_once(address: String) {
    let store = Store::open(&address).await.unwrap();
    let (id, organiser) = (TournamentId::random(), PlayerId::random());
    let mut shown = row(id, organiser);
    for seq in 1..=3 {
        store.tournaments().append(step(&shown, seq)).await.unwrap();
    }
    // Of two appends with one number, one wins, and the other leaves the list as it is.
    let late = StoredTournament {
        phase: TournamentPhase::Ended,
        ..shown.clone()
    };
    let raced = futures_util::future::join(
        store.tournaments().append(step(&shown, 4)),
        store.tournaments().append(step(&late, 4)),
    );
    let raced = raced.await;
    let won = [raced.0.is_ok(), raced.1.is_ok()];
    assert_eq!(won.iter().filter(|won| **won).count(), 1, "{raced:?}");
    let again = store.tournaments().append(step(&late, 2)).await;
    assert!(matches!(again, Err(AppendError::Conflict)), "{again:?}");
    let log = store.tournaments().read_log(id, 1).await.unwrap();
    let steps: Vec<_> = log.into_iter().map(|row| (row.seq, row.body)).collect();
    assert_eq!(steps, [(2, vec![2]), (3, vec![3]), (4, vec![4])]);

    shown.phase = TournamentPhase::Running;
    store.tournaments().append(step(&shown, 5)).await.unwrap();
    let hidden = StoredTournament {
        listed: false,
        ..row(TournamentId::random(), organiser)
    };
    store.tournaments().append(step(&hidden, 1)).await.unwrap();
    let mut open = store.tournaments().open().await.unwrap();
    open.sort_by_key(|&(_, seq)| seq);
    assert_eq!(open, [(hidden.tournament, 1), (id, 5)]);
    let listed = async |phase| store.tournaments().listed(phase, 9).await.unwrap();
    assert_eq!(listed(TournamentPhase::Running).await, [shown.clone()]);
    assert_eq!(
        listed(TournamentPhase::Coming).await,
        [],
        "only by its link"
    );
    assert_eq!(store.tournaments().of(organiser, 9).await.unwrap().len(), 2);

    shown.phase = TournamentPhase::Ended;
    store.tournaments().append(step(&shown, 6)).await.unwrap();
    assert_eq!(listed(TournamentPhase::Ended).await, [shown]);
    store.close().await;
}

pub(crate) async fn tournaments_that_are_created_at_once_are_counted_one_after_the_other(
    address: String,
) {
    let store = Store::open(&address).await.unwrap();
    let create = async |organiser| {
        let open_max = OpenMax {
            visitor: 3,
            network: 100,
            all: 5,
        };
        let first = step(&row(TournamentId::random(), organiser), 1);
        let network = String::new();
        let from = NewTournament::Created { network };
        store
            .tournaments()
            .create(first, from, open_max)
            .await
            .unwrap()
    };
    let (olga, otto) = (PlayerId::random(), PlayerId::random());
    let counts = async |organiser| {
        let all = futures_util::future::join_all((0..8).map(|_| create(organiser))).await;
        let count = |what| all.iter().filter(|one| **one == what).count();
        [
            count(CreatedTournament::Created),
            count(CreatedTournament::TooManyOfOrganiser),
            count(CreatedTournament::TooMany),
        ]
    };
    assert_eq!(counts(olga).await, [3, 5, 0]);
    assert_eq!(counts(otto).await, [2, 0, 6]);
    let open = store.tournaments().open().await.unwrap();
    assert_eq!(open.len(), 5);
    // One that has ended counts no longer.
    let (id, seq) = open[0];
    let ended = StoredTournament {
        phase: TournamentPhase::Ended,
        ..row(id, olga)
    };
    store
        .tournaments()
        .append(step(&ended, seq + 1))
        .await
        .unwrap();
    assert_eq!(create(PlayerId::random()).await, CreatedTournament::Created);
    store.close().await;
}

/// The last places are for the networks with fewest, and the list is shared by networks and organisers.
pub(crate) async fn a_network_leaves_places_to_others(address: String) {
    let store = Store::open(&address).await.unwrap();
    let open_max = OpenMax {
        visitor: 10,
        network: 40,
        all: 100,
    };
    let create = async |network: &str, number: i64| {
        let mut row = row(TournamentId::random(), PlayerId::random());
        row.listed_at = NOW.plus_ms(number);
        let from = NewTournament::Created {
            network: network.to_owned(),
        };
        let first = step(&row, 1);
        let created = store.tournaments().create(first, from, open_max).await;
        (row, created.unwrap() == CreatedTournament::Created)
    };
    let mut taken = 0;
    for network in ["a", "b", "c"] {
        for number in 0..40 {
            taken += usize::from(create(network, number).await.1);
        }
    }
    assert!((80..95).contains(&taken), "{taken}");
    let mut others = Vec::new();
    for number in 0..3 {
        let (row, is_created) = create("elsewhere", 1_000 + number).await;
        assert!(is_created, "{number} beside {taken}");
        others.push(row);
    }
    let listed = async |phase| store.tournaments().listed(phase, 10).await.unwrap();
    let chosen = listed(TournamentPhase::Coming).await;
    assert_eq!(chosen.len(), 10);
    assert!(chosen.is_sorted_by_key(|row| row.listed_at));
    assert!(chosen.contains(&others[0]) && chosen.contains(&others[1]));

    // The next one of a series counts for the same network, and an ended one does not count.
    let before = &others[0];
    let next = step(&row(TournamentId::random(), before.organiser), 1);
    let from = NewTournament::Follows(before.tournament);
    let created = store.tournaments().create(next, from, open_max).await;
    assert_eq!(created.unwrap(), CreatedTournament::Created);
    let network = "elsewhere".to_owned();
    let four = OpenMax {
        network: 4,
        all: 1_000,
        ..open_max
    };
    let more = step(&row(TournamentId::random(), PlayerId::random()), 1);
    let from = NewTournament::Created { network };
    let created = async |from| {
        let created = store.tournaments().create(more.clone(), from, four);
        created.await.unwrap()
    };
    assert_eq!(created(from.clone()).await, CreatedTournament::TooMany);
    let ended = StoredTournament {
        phase: TournamentPhase::Ended,
        ..before.clone()
    };
    store.tournaments().append(step(&ended, 2)).await.unwrap();
    assert_eq!(created(from).await, CreatedTournament::Created);
    assert_eq!(listed(TournamentPhase::Ended).await, [ended]);
    store.close().await;
}
