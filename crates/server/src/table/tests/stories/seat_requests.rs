//! Stories of visitors who ask for a computer player's seat.

use boneyard_protocol::Access;

use crate::limits;
use crate::table::state::State;
use crate::table::state::command::Action;
use crate::table::tests::bench::Bench;
use crate::table::tests::model::{ModelFixture, ModelTable, Step};
use crate::table::tests::stories::{act, answer, ask, at_the_desk, come, go, pass, seat};

/// The host and Ada, a computer player between them, and a watcher who has asked for its seat.
fn asked(workshop: &ModelFixture) -> ModelTable<'_> {
    let mut desk = at_the_desk(workshop, &Bench::with_a_computer_between(Access::Public));
    come(&mut desk, 2);
    ask(&mut desk, 2);
    desk
}

/// Whether the asker has the seat.
fn is_granted(desk: &ModelTable<'_>) -> bool {
    let seated = |state: &State| state.seat_of(desk.guests[2].player);
    assert!([None, Some(seat(1))].contains(&seated(desk.state())));
    seated(desk.state()).is_some()
}

fn may_answer(desk: &ModelTable<'_>) -> Vec<bool> {
    let request = desk.shown_request(2).unwrap();
    request.may_answer.as_slice().to_vec()
}

#[test]
fn the_host_decides_and_others_do_while_the_host_is_away() {
    let workshop = ModelFixture::new();
    let mut desk = asked(&workshop);
    let version = desk.state().version;
    assert_eq!(may_answer(&desk), [true, false, false]);
    for guest in [1, 2] {
        for agree in [true, false] {
            answer(&mut desk, guest, agree);
            assert!(desk.shown_request(0).is_some(), "not theirs to answer");
        }
    }
    assert_eq!(desk.state().version, version);
    go(&mut desk, 0);
    assert_eq!(may_answer(&desk), [false, false, true]);
    come(&mut desk, 0);
    assert_eq!(may_answer(&desk), [true, false, false]);
    act(&mut desk, 0, Action::Resign);
    assert_eq!(may_answer(&desk), [false, false, true]);
    answer(&mut desk, 0, true);
    assert!(!is_granted(&desk));
    answer(&mut desk, 1, true);
    assert!(is_granted(&desk));
    assert_eq!(desk.shown_request(0), None);
}

#[test]
fn a_grant_that_the_storage_refuses_is_none_and_can_be_made_again() {
    let workshop = ModelFixture::new();
    let mut desk = asked(&workshop);
    desk.fail(1);
    answer(&mut desk, 0, true);
    assert!(!is_granted(&desk));
    desk.decide_and_append(Step::Due);
    assert!(!is_granted(&desk) && desk.shown_request(0).is_some());
    answer(&mut desk, 0, true);
    assert!(is_granted(&desk));
    assert_eq!(desk.shown_request(0), None);
    desk.everybody_is_up_to_date();
}

#[test]
fn a_grant_that_is_in_the_log_is_one_whatever_was_answered() {
    let workshop = ModelFixture::new();
    for second_agrees in [None, Some(true), Some(false)] {
        let mut desk = asked(&workshop);
        desk.lose_answer();
        answer(&mut desk, 0, true);
        // The log can't be read at first, and the request's time runs out meanwhile.
        desk.wait(limits::SEAT_REQUEST_MS);
        desk.fail(1);
        desk.decide_and_append(Step::Due);
        assert!(desk.shown_request(0).is_some(), "nobody knows yet");
        match second_agrees {
            Some(agree) => answer(&mut desk, 0, agree),
            None => pass(&mut desk, 2_000),
        }
        assert!(is_granted(&desk));
        assert_eq!(desk.shown_request(0), None);
        assert_eq!(
            desk.guests[2].known.as_ref().unwrap().me.seat,
            Some(seat(1))
        );
        desk.everybody_is_up_to_date();
    }
}

#[test]
fn a_request_ends_with_its_time() {
    let workshop = ModelFixture::new();
    let mut desk = asked(&workshop);
    let rows = desk.log().len();
    pass(&mut desk, limits::SEAT_REQUEST_MS - 500);
    assert!(desk.shown_request(1).is_some());
    pass(&mut desk, 500);
    assert_eq!(desk.shown_request(1), None);
    assert_eq!(desk.log().len(), rows, "a request in vain writes no log");
}

#[test]
fn who_asks_and_goes_gets_nothing() {
    let workshop = ModelFixture::new();
    let mut desk = asked(&workshop);
    let late = desk.answer(0, true).unwrap();
    go(&mut desk, 2);
    assert_eq!(desk.shown_request(1), None);
    desk.decide_and_append(late);
    come(&mut desk, 2);
    assert_eq!(desk.shown_request(2), None);
    assert!(!is_granted(&desk));
}

#[test]
fn an_answer_to_an_earlier_request_grants_no_later_one() {
    let workshop = ModelFixture::new();
    let mut desk = asked(&workshop);
    let late = desk.answer(0, true).unwrap();
    answer(&mut desk, 0, false);
    assert_eq!(desk.shown_request(2), None);
    ask(&mut desk, 2);
    desk.decide_and_append(late);
    assert!(desk.shown_request(2).is_some());
    assert!(!is_granted(&desk));
}
