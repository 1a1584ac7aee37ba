//! Plays a match of a preset: the bytes choose the rules, the deals and the moves. A move is accepted if it is listed, and
//! no other; and a view of the moment before, to which the change is applied, is the view of the moment after.

#![no_main]

use boneyard_rules::line::Move;
use boneyard_rules::{ArmId, Match, Need, Order, Play, Preset, Seat, Tile, Viewer};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut bytes = data.iter().map(|&byte| usize::from(byte));
    let Some(rules) = bytes.next().map(|byte| Preset::ALL[byte % Preset::ALL.len()].rules()) else {
        return;
    };
    let mut game = Match::new(rules);
    while let Some(byte) = bytes.next() {
        let before = game.clone();
        match game.needs() {
            Need::Chance(chance) => {
                let mut order = Order::sorted(chance.things);
                for (at, byte) in (0..chance.things).zip(&mut bytes) {
                    order.swap(at, byte % chance.things);
                }
                game.deal(&order).expect("an order of the set");
            }
            Need::Move(_) => {
                let seats: Vec<Seat> = rules.seating.seats().collect();
                let listed = |seat| game.moves(seat).into_iter().map(move |chosen| (seat, chosen));
                let listed: Vec<_> = seats.iter().copied().flat_map(listed).collect();
                let (seat, chosen) = if byte < 224 {
                    listed[byte % listed.len()]
                } else {
                    (seats[byte % seats.len()], any_move(&mut bytes))
                };
                let is_listed = game.moves(seat).contains(&silent(chosen));
                assert_eq!(game.take(seat, chosen).is_ok(), is_listed, "{seat} {chosen:?}");
            }
            Need::Nothing => return,
        }
        for seat in rules.seating.seats() {
            let mut view = before.view(Viewer::Seat(seat));
            view.fold(game.change_since(Some(&before)));
            if let Some(own) = &mut view.own {
                own.fold(game.own_change_since(Some(&before), seat));
            }
            assert_eq!(view, game.view(Viewer::Seat(seat)));
        }
    }
});

/// Any move, legal or not.
fn any_move(bytes: &mut impl Iterator<Item = usize>) -> Move {
    let mut next = || bytes.next().unwrap_or(0);
    match next() % 4 {
        0 => Move::Call,
        1 => Move::GiveLead,
        _ => Move::Play(Play {
            tile: Tile::from_index(next() % Tile::COUNT).unwrap_or_default(),
            arm: ArmId::ALL.get(next() % 5).copied(),
            announced: Some(next() as u16).filter(|points| points % 2 == 0),
        }),
    }
}

/// The move without an announcement: moves are listed without one.
fn silent(chosen: Move) -> Move {
    match chosen {
        Move::Play(play) => Move::Play(Play {
            announced: None,
            ..play
        }),
        chosen => chosen,
    }
}
