//! Stories of visitors who ask for a computer player's seat.

use boneyard_base::limits;
use boneyard_protocol::Access;

use crate::state::State;
use crate::state::command::Action;
use crate::tests::bench::Bench;
use crate::tests::model::{ModelFixture, ModelTable, Step};
use crate::tests::stories::{act, answer, ask, at_the_table, come, go, pass, seat};

/// A table with the host, Ada, a computer player between them, and a watcher who has asked for the computer
/// player's seat.
fn asked(fixture: &ModelFixture) -> ModelTable<'_> {
    let mut model = at_the_table(fixture, &Bench::with_a_computer_between(Access::Public));
    come(&mut model, 2);
    ask(&mut model, 2);
    model
}

/// Whether the asker has got the seat.
fn is_granted(model: &ModelTable<'_>) -> bool {
    let seated = |state: &State| state.seat_of(model.guests[2].player);
    assert!([None, Some(seat(1))].contains(&seated(model.state())));
    seated(model.state()).is_some()
}

fn may_answer(model: &ModelTable<'_>) -> Vec<bool> {
    let request = model.shown_request(2).unwrap();
    request.may_answer.as_slice().to_vec()
}

#[test]
fn the_host_decides_and_others_do_while_the_host_is_away() {
    let fixture = ModelFixture::new();
    let mut model = asked(&fixture);
    let version = model.state().version;
    assert_eq!(may_answer(&model), [true, false, false]);
    for guest in [1, 2] {
        for agree in [true, false] {
            answer(&mut model, guest, agree);
            assert!(model.shown_request(0).is_some(), "not theirs to answer");
        }
    }
    assert_eq!(model.state().version, version);
    go(&mut model, 0);
    assert_eq!(may_answer(&model), [false, false, true]);
    come(&mut model, 0);
    assert_eq!(may_answer(&model), [true, false, false]);
    act(&mut model, 0, Action::Resign);
    assert_eq!(may_answer(&model), [false, false, true]);
    answer(&mut model, 0, true);
    assert!(!is_granted(&model));
    answer(&mut model, 1, true);
    assert!(is_granted(&model));
    assert_eq!(model.shown_request(0), None);
}

#[test]
fn a_grant_that_the_storage_refuses_is_none_and_can_be_made_again() {
    let fixture = ModelFixture::new();
    let mut model = asked(&fixture);
    model.fail(1);
    answer(&mut model, 0, true);
    assert!(!is_granted(&model));
    model.decide_and_append(Step::Due);
    assert!(!is_granted(&model) && model.shown_request(0).is_some());
    answer(&mut model, 0, true);
    assert!(is_granted(&model));
    assert_eq!(model.shown_request(0), None);
    model.everybody_is_up_to_date();
}

#[test]
fn a_grant_that_is_in_the_log_is_one_whatever_was_answered() {
    let fixture = ModelFixture::new();
    for second_agrees in [None, Some(true), Some(false)] {
        let mut model = asked(&fixture);
        model.lose_answer();
        answer(&mut model, 0, true);
        // The log can't be read at first, and the request expires in the meantime.
        model.wait(limits::SEAT_REQUEST_MS);
        model.fail(1);
        model.decide_and_append(Step::Due);
        assert!(model.shown_request(0).is_some(), "nobody knows yet");
        match second_agrees {
            Some(agree) => answer(&mut model, 0, agree),
            None => pass(&mut model, 2_000),
        }
        assert!(is_granted(&model));
        assert_eq!(model.shown_request(0), None);
        assert_eq!(
            model.guests[2].known.as_ref().unwrap().me.seat,
            Some(seat(1))
        );
        model.everybody_is_up_to_date();
    }
}

#[test]
fn a_request_ends_with_its_time() {
    let fixture = ModelFixture::new();
    let mut model = asked(&fixture);
    let rows = model.log().len();
    pass(&mut model, limits::SEAT_REQUEST_MS - 500);
    assert!(model.shown_request(1).is_some());
    pass(&mut model, 500);
    assert_eq!(model.shown_request(1), None);
    assert_eq!(model.log().len(), rows, "a request in vain writes no log");
}

#[test]
fn who_asks_and_goes_gets_nothing() {
    let fixture = ModelFixture::new();
    let mut model = asked(&fixture);
    let late = model.answer(0, true).unwrap();
    go(&mut model, 2);
    assert_eq!(model.shown_request(1), None);
    model.decide_and_append(late);
    come(&mut model, 2);
    assert_eq!(model.shown_request(2), None);
    assert!(!is_granted(&model));
}

#[test]
fn an_answer_to_an_earlier_request_grants_no_later_one() {
    let fixture = ModelFixture::new();
    let mut model = asked(&fixture);
    let late = model.answer(0, true).unwrap();
    answer(&mut model, 0, false);
    assert_eq!(model.shown_request(2), None);
    ask(&mut model, 2);
    model.decide_and_append(late);
    assert!(model.shown_request(2).is_some());
    assert!(!is_granted(&model));
}
