//! Laws of updates: the shared part and a private part make the whole, and folding them gives what
//! opening the table again would.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use boneyard_protocol::room::RoomSeat;
use boneyard_protocol::{
    Access, Care, Chat, ClockRule, Commitment, Folded, Level, Me, Presence, PrivateUpdate, Room,
    RoomFairness, ServerMessage, SharedUpdate, Snapshot, Status, TableId, Update,
};
use boneyard_rules::{BySeat, Event, Match, Need, Order, Play, Preset, Rules, Seat, Tile, Viewer};
use proptest::prelude::*;

fn table() -> impl Strategy<Value = TableId> {
    any::<u128>().prop_map(|bits| format!("{bits:032x}").parse().unwrap())
}

fn room(rules: &Rules) -> Room {
    let player = |seat: Seat| RoomSeat {
        name: format!("Player {seat}"),
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
        rules: *rules,
        notation: rules.to_string(),
        access: Access::Link,
        kept_seats: 1,
        hints: false,
        clock: ClockRule::None,
        ending: None,
        bots: true,
        fairness: RoomFairness {
            scheme: 1,
            commitment: Commitment::from([7; 32]),
            match_number: 1,
            seats: BySeat::from_fn(rules.seating, |seat| {
                (seat.index() == 0).then_some(Commitment::from([9; 32]))
            }),
            revealing: false,
        },
        seats: BySeat::from_fn(rules.seating, |seat| Some(player(seat))),
    }
}

fn everybody(rules: &Rules) -> Presence {
    Presence {
        seats: BySeat::from_fn(rules.seating, |_| true),
        away_since_ms: BySeat::from_fn(rules.seating, |_| None),
        watchers: 2,
        absent: None,
        request: None,
    }
}

fn order() -> impl Strategy<Value = Order> {
    let tiles: Vec<_> = Tile::all().collect();
    Just(tiles)
        .prop_shuffle()
        .prop_map(|tiles| Order::try_from(tiles.as_slice()).unwrap())
}

/// A step of a match: what it waits for, done with the next order or the choice at hand.
fn step(
    game: &mut Match,
    orders: &mut impl Iterator<Item = Order>,
    choice: usize,
) -> Option<Vec<Event>> {
    match game.needs() {
        Need::Lots => game.lots(orders.next()?.lots(game.rules().seating)).ok(),
        Need::Deal => game.deal(&orders.next()?).ok(),
        Need::Play(seat) => {
            let placements: Vec<_> = game.placements().collect();
            game.play(seat, Play::from(placements[choice % placements.len()]))
                .ok()
        }
        Need::Nothing => None,
    }
}

/// The update after a step, for one viewer.
fn update(game: &Match, viewer: Viewer, table: TableId, v: u64, events: &[Event]) -> Update {
    let view = game.view(viewer);
    let clear = view.history.len() == events.len();
    let shared = SharedUpdate {
        room: clear.then(|| room(game.rules())),
        clear,
        events: events.iter().map(Event::seen).collect(),
        board: Some(view.board),
        ..SharedUpdate::new(table, v)
    };
    Update {
        shared,
        private: PrivateUpdate {
            own: view.own,
            ..PrivateUpdate::default()
        },
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn updates_fold_into_what_opening_the_table_again_would_show(
        preset in proptest::sample::select(Preset::ALL.to_vec()),
        orders in proptest::collection::vec(order(), 1..8),
        choices in proptest::collection::vec(any::<usize>(), 60),
        watching in any::<bool>(),
        table in table(),
    ) {
        let seat = Seat::new(1).unwrap();
        let viewer = if watching { Viewer::Watcher } else { Viewer::Seat(seat) };
        let mut game = Match::new(preset.rules());
        let mut known = Snapshot {
            table,
            v: 1,
            room: room(game.rules()),
            presence: everybody(game.rules()),
            view: None,
            time: None,
            me: Me { seat: (!watching).then_some(seat), host: false, invite: None },
            chat: Chat::default(),
        };
        let mut orders = orders.into_iter();
        for choice in choices {
            let Some(events) = step(&mut game, &mut orders, choice) else { break };
            let update = update(&game, viewer, table, known.v + 1, &events);

            let frame = update.shared.encode().frame(&update.private);
            let whole = ServerMessage::Update(Box::new(update.clone()));
            prop_assert_eq!(&frame, &whole.encode());
            prop_assert_eq!(serde_json::from_str::<ServerMessage>(&frame).unwrap(), whole);

            prop_assert_eq!(known.fold(update.clone()), Folded::Next);
            prop_assert_eq!(known.fold(update), Folded::Known);
            prop_assert_eq!(&known.view, &Some(game.view(viewer)));

            let snapshot = ServerMessage::Table(Box::new(known.clone()));
            prop_assert_eq!(serde_json::from_str::<ServerMessage>(&snapshot.encode()).unwrap(), snapshot);
        }
    }
}

#[test]
fn a_gap_in_the_versions_is_seen() {
    let rules = Preset::DRAW.rules();
    let table = TableId::random();
    let mut known = Snapshot {
        table,
        v: 4,
        room: room(rules),
        presence: everybody(rules),
        view: None,
        time: None,
        me: Me::default(),
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
        .frame(&PrivateUpdate::default());
    assert_eq!(
        frame,
        format!(r#"{{"type":"update","table":"{table}","v":9}}"#)
    );
}
