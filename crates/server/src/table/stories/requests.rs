//! Stories of people who ask for a computer player's seat.

use boneyard_protocol::Access;

use super::{act, at_the_desk, come, go, pass, seat};
use crate::limits;
use crate::table::bench::Bench;
use crate::table::command::Action;
use crate::table::model::{Desk, Step, Workshop};
use crate::table::requests::Wish;

/// Two people, a computer player between them, and somebody who watches.
fn watched(workshop: &Workshop) -> Desk<'_> {
    let mut desk = at_the_desk(workshop, &Bench::with_a_computer_between(Access::Public));
    come(&mut desk, 2);
    desk
}

fn wish(desk: &mut Desk<'_>, guest: usize, wish: Wish) {
    let step = desk.wish(guest, wish).unwrap();
    desk.settle(step);
}

fn answer(desk: &mut Desk<'_>, guest: usize, agree: bool) {
    let step = desk.answer(guest, agree).unwrap();
    desk.settle(step);
}

#[test]
fn a_grant_that_the_storage_loses_is_made_as_soon_as_it_is_back() {
    let workshop = Workshop::new();
    let mut desk = watched(&workshop);
    wish(&mut desk, 2, Wish::Ask(seat(1)));
    answer(&mut desk, 0, true);
    desk.fail(1);
    answer(&mut desk, 1, true);
    let newcomer = desk.guests[2].player;
    assert_eq!(desk.state().seat_of(newcomer), None);
    assert!(desk.request(0).is_some(), "it is tried again");
    desk.wait(2_000);
    desk.settle(Step::Due);
    assert_eq!(desk.state().seat_of(newcomer), Some(seat(1)));
    assert_eq!(desk.request(0), None);
    desk.everybody_is_up_to_date();
}

#[test]
fn a_request_ends_with_its_time() {
    let workshop = Workshop::new();
    let mut desk = watched(&workshop);
    wish(&mut desk, 2, Wish::Ask(seat(1)));
    let rows = desk.log().len();
    answer(&mut desk, 0, true);
    pass(&mut desk, limits::SEAT_REQUEST_MS - 500);
    assert!(desk.request(1).is_some());
    pass(&mut desk, 500);
    assert_eq!(desk.request(1), None);
    assert_eq!(desk.log().len(), rows, "who asks in vain writes no log");
}

#[test]
fn who_asks_and_goes_gets_nothing() {
    let workshop = Workshop::new();
    let mut desk = watched(&workshop);
    wish(&mut desk, 2, Wish::Ask(seat(1)));
    answer(&mut desk, 0, true);
    go(&mut desk, 2);
    assert_eq!(desk.request(1), None);
    come(&mut desk, 2);
    assert_eq!(desk.request(2), None);
}

#[test]
fn a_player_who_resigns_is_asked_no_more() {
    let workshop = Workshop::new();
    let mut desk = watched(&workshop);
    wish(&mut desk, 2, Wish::Ask(seat(1)));
    answer(&mut desk, 0, true);
    act(&mut desk, 1, Action::Resign);
    let newcomer = desk.guests[2].player;
    assert_eq!(
        desk.state().seat_of(newcomer),
        Some(seat(1)),
        "the other agrees"
    );
}
