//! Laws of updates: the shared part and a private part together are the whole update, and applying
//! updates gives the same snapshot as opening the table again.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use boneyard_protocol::room::RoomSeat;
use boneyard_protocol::{
    Access, Care, Chat, ClockRule, Commitment, Folded, Level, LogHead, Me, Presence, PrivateUpdate,
    Promise, Pseudonym, Room, RoomChange, RoomFairness, SeatFairness, ServerMessage, SharedUpdate,
    Snapshot, Status, TableId, Update,
};
use boneyard_rules::{BySeat, Change, Event, Match, Need, Order, Preset, Rules, Seat, Viewer};
use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

fn table() -> impl Strategy<Value = TableId> {
    any::<u128>().prop_map(|bits| format!("{bits:032x}").parse().unwrap())
}

fn room(rules: &Rules) -> Room {
    let player = |seat: Seat| RoomSeat {
        name: format!("Player {seat}"),
        pseudonym: (seat.index() != 1).then(|| Pseudonym::from_bits(seat.index() as u128)),
        ready: false,
        host: seat.index() == 0,
        computer: (seat.index() == 1).then_some(Level::Club),
        care: Care::default(),
        bot: false,
    };
    Room {
        status: Status::Playing,
        match_number: 1,
        record: None,
        seating: rules.seating(),
        rules: *rules,
        notation: rules.to_string(),
        access: Access::Link,
        kept_seats: 1,
        hints: false,
        clock: ClockRule::None,
        time_cap: None,
        cap_until_ms: None,
        ending: None,
        bots: true,
        rated: false,
        quick: false,
        tournament: None,
        boards: None,
        watch_delay_minutes: None,
        fairness: RoomFairness {
            scheme: 1,
            match_number: 1,
            commitment: Some(Commitment::from([7; 32])),
            seats: BySeat::from_fn(rules.seating(), |seat| SeatFairness {
                promise: (seat.index() == 0).then_some(Promise {
                    commitment: Commitment::from([9; 32]),
                    head: LogHead::default(),
                }),
                seed: None,
            }),
            revealing: true,
            told: BySeat::from_fn(rules.seating(), |_| false),
            missed: BySeat::from_fn(rules.seating(), |_| 0),
            called_off: 2,
            held: false,
            sealed: false,
        },
        seats: BySeat::from_fn(rules.seating(), |seat| Some(player(seat))),
    }
}

/// All that an update can say of a room.
fn room_change(room: Room) -> RoomChange {
    RoomChange {
        status: room.status,
        match_number: room.match_number,
        record: room.record,
        cap_until_ms: room.cap_until_ms,
        ending: room.ending,
        watch_delay_minutes: room.watch_delay_minutes,
        fairness: Some(room.fairness),
        seats: Some(room.seats),
    }
}

fn me(seat: Option<Seat>) -> Me {
    Me {
        pseudonym: Pseudonym::from_bits(1),
        seat,
        host: false,
        invite: None,
    }
}

fn everybody(rules: &Rules) -> Presence {
    Presence {
        seats: BySeat::from_fn(rules.seating(), |_| true),
        away_since_ms: BySeat::from_fn(rules.seating(), |_| None),
        watchers: 2,
        absent: None,
        request: None,
    }
}

fn order() -> impl Strategy<Value = Order> {
    Just(Order::sorted(28).things().to_vec())
        .prop_shuffle()
        .prop_map(|things| Order::try_from(things.as_slice()).unwrap())
}

/// Makes one step of the match, by the next order of tiles from `orders`, or by the move that `choice`
/// selects.
fn step(
    game: &mut Match,
    orders: &mut impl Iterator<Item = Order>,
    choice: usize,
) -> Option<Vec<Event>> {
    match game.needs() {
        Need::Chance(_) => game.deal(&orders.next()?).ok(),
        Need::Move(seat) => {
            let moves = game.moves(seat);
            game.take(seat, moves[choice % moves.len()]).ok()
        }
        Need::Nothing => None,
    }
}

/// The update that one viewer gets after a step.
fn update(before: Option<&Match>, game: &Match, viewer: Viewer, table: TableId, v: u64) -> Update {
    let change = game.change_since(before);
    let begins = matches!(&change, Change::Line(change) if change.clear);
    let own = viewer
        .seat()
        .map(|seat| game.own_change_since(before, seat, false));
    Update {
        shared: SharedUpdate {
            room: begins.then(|| room_change(room(&game.rules())).into()),
            standing: Some(game.standing_since(before)),
            change: Some(change),
            ..SharedUpdate::new(table, v)
        },
        private: PrivateUpdate {
            own: own.filter(|own| !own.is_empty()),
            ..PrivateUpdate::default()
        },
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn updates_fold_into_what_opening_the_table_again_would_show(
        preset in proptest::sample::select(Preset::all().collect::<Vec<_>>()),
        orders in proptest::collection::vec(order(), 1..8),
        choices in proptest::collection::vec(any::<usize>(), 60),
        watching in any::<bool>(),
        table in table(),
    ) {
        let seat = Seat::new(1).unwrap();
        let viewer = if watching { Viewer::Watcher } else { Viewer::Seat(seat) };
        let mut game = Match::new(&preset.rules());
        let mut known = Snapshot {
            table,
            v: 1,
            room: room(&game.rules()),
            presence: everybody(&game.rules()),
            standing: None,
            view: None,
            time: None,
            me: me((!watching).then_some(seat)),
            chat: Chat::default(),
        };
        let mut orders = orders.into_iter();
        for choice in choices {
            let before = game.clone();
            if step(&mut game, &mut orders, choice).is_none() {
                break;
            }
            let before = known.view.is_some().then_some(&before);
            let update = update(before, &game, viewer, table, known.v + 1);

            let frame = update.shared.encode().frame(&update.private).to_owned();
            let whole = ServerMessage::Update(Box::new(update.clone()));
            prop_assert_eq!(&frame, &whole.encode());
            prop_assert_eq!(serde_json::from_str::<ServerMessage>(&frame).unwrap(), whole);

            prop_assert_eq!(known.fold(update.clone()), Folded::Next);
            prop_assert_eq!(known.fold(update), Folded::Known);
            prop_assert_eq!(&known.standing, &Some(game.standing()));
            prop_assert_eq!(&known.view, &Some(game.view(viewer)));

            let snapshot = ServerMessage::Table(Box::new(known.clone()));
            prop_assert_eq!(serde_json::from_str::<ServerMessage>(&snapshot.encode()).unwrap(), snapshot);
        }
    }
}

#[test]
fn a_gap_in_the_versions_is_seen() {
    let rules = &"Draw 100".parse().unwrap();
    let table = TableId::random();
    let mut known = Snapshot {
        table,
        v: 4,
        room: room(rules),
        presence: everybody(rules),
        standing: None,
        view: None,
        time: None,
        me: me(None),
        chat: Chat::default(),
    };
    let before = known.clone();
    let update = Update {
        shared: SharedUpdate::new(table, 6),
        private: PrivateUpdate::default(),
    };
    assert_eq!(known.fold(update), Folded::Gap);
    assert_eq!(known, before);
}

#[test]
fn an_update_says_only_what_changed() {
    let table: TableId = "3f2b8c1e9d4a4c7fb6a05e8d2c7b1f90".parse().unwrap();
    let frame = SharedUpdate::new(table, 9)
        .encode()
        .frame(&PrivateUpdate::default())
        .to_owned();
    assert_eq!(
        frame,
        format!(r#"{{"type":"update","table":"{table}","v":9}}"#)
    );
}

/// Sums over the updates of a match, except those that begin or end a round: the number of updates, and
/// the bytes of their frames for the seat that has played, for the seat that plays next, and for a
/// watcher.
fn bytes_on_the_wire(rules: &Rules, seed: u64) -> [usize; 4] {
    let mut random = StdRng::seed_from_u64(seed);
    let mut orders = std::iter::from_fn(|| {
        let mut things = Order::sorted(28).things().to_vec();
        things.shuffle(&mut random);
        Order::try_from(things.as_slice()).ok()
    });
    let mut choices = StdRng::seed_from_u64(seed + 1);
    let mut game = Match::new(rules);
    let mut sums = [0; 4];
    loop {
        let before = game.clone();
        if step(&mut game, &mut orders, choices.random_range(0..1000)).is_none() {
            return sums;
        }
        let (Need::Move(mover), Need::Move(next)) = (before.needs(), game.needs()) else {
            continue;
        };
        let viewers = [Viewer::Seat(mover), Viewer::Seat(next), Viewer::Watcher];
        let frames = viewers.map(|viewer| {
            let v = u64::from(game.ply()) + 4;
            let update = update(Some(&before), &game, viewer, TableId::random(), v);
            update.shared.encode().frame(&update.private).len()
        });
        for (sum, bytes) in sums.iter_mut().zip([1].into_iter().chain(frames)) {
            *sum += bytes;
        }
    }
}

#[test]
fn an_update_is_small() {
    for (notation, bytes_max) in [("Draw 100", 330), ("Five-Up 150", 450)] {
        let rules = notation.parse().unwrap();
        let sums = (0..30)
            .map(|seed| bytes_on_the_wire(&rules, seed))
            .reduce(|all, one| std::array::from_fn(|i| all[i] + one[i]))
            .unwrap();
        let [frames, mover, next, watcher] = sums;
        let means = [mover, next, watcher].map(|bytes| bytes / frames);
        println!("{notation}: {means:?} bytes to the mover, the next and a watcher");
        assert!(means.iter().all(|&mean| mean <= bytes_max), "{means:?}");
    }
}
