//! Plays a match of any game: the bytes choose the preset, the orders and the moves. A move is accepted if it is listed;
//! of the moves that were listed before, no other is. A view of the moment before, to which the change is applied, is the
//! view of the moment after.

#![no_main]

use boneyard_rules::{Match, Move, Need, Order, Preset, Seat, Viewer};
use libfuzzer_sys::fuzz_target;

/// The moves of earlier moments that are tried again.
const REMEMBERED: usize = 64;

fuzz_target!(|data: &[u8]| {
    let mut bytes = data.iter().map(|&byte| usize::from(byte));
    let presets: Vec<Preset> = Preset::all().collect();
    let Some(rules) = bytes.next().map(|byte| presets[byte % presets.len()].rules()) else {
        return;
    };
    let mut game = Match::new(&rules);
    let mut known: Vec<Move> = Vec::new();
    while let Some(byte) = bytes.next() {
        let before = game.clone();
        match game.needs() {
            Need::Chance(chance) => {
                let mut order = Order::sorted(chance.things);
                for (at, byte) in (0..chance.things).zip(&mut bytes) {
                    order.swap(at, byte % chance.things);
                }
                game.deal(&order).expect("an order of so many things");
            }
            Need::Move(_) => {
                let seats: Vec<Seat> = rules.seating().seats().collect();
                let listed = |seat| game.moves(seat).into_iter().map(move |chosen| (seat, chosen));
                let listed: Vec<_> = seats.iter().copied().flat_map(listed).collect();
                known.extend(listed.iter().map(|&(_, chosen)| chosen));
                known.drain(..known.len().saturating_sub(REMEMBERED));
                let (seat, chosen) = if byte < 224 {
                    listed[byte % listed.len()]
                } else {
                    let earlier = bytes.next().unwrap_or(0) % known.len();
                    (seats[byte % seats.len()], known[earlier])
                };
                let is_listed = game.moves(seat).contains(&chosen);
                assert_eq!(game.take(seat, chosen).is_ok(), is_listed, "{seat} {chosen:?}");
            }
            Need::Nothing => return,
        }
        for seat in rules.seating().seats() {
            let mut view = before.view(Viewer::Seat(seat));
            view.fold(game.change_since(Some(&before)));
            let own = game.own_change_since(Some(&before), seat, false);
            view.fold_own(Some(seat), Some(own));
            assert_eq!(view, game.view(Viewer::Seat(seat)));
            let offers = view.offers();
            assert!(game.moves(seat).iter().all(|chosen| offers.contains(chosen)));
        }
    }
});
