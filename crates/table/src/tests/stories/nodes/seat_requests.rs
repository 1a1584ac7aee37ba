//! Stories of visitors who ask for a computer player's seat, at tables whose players are connected to other
//! nodes.

use boneyard_base::limits;
use boneyard_protocol::{Access, Level, Request, RequestOutcome, ServerMessage};
use boneyard_rules::Seating;
use boneyard_rules::line::Preset;

use super::{at_nodes, come_to, leave, pass};
use crate::state::command::Action;
use crate::tables::task::Input;
use crate::tests::bench::Bench;
use crate::tests::model::{ModelFixture, ModelTable, Step};
use crate::tests::stories::{answer, ask, seat};

/// The outcomes of requests for a seat that a guest was told.
fn outcomes(model: &ModelTable<'_>, guest: usize) -> Vec<RequestOutcome> {
    let ended = model.guests[guest]
        .told
        .iter()
        .filter_map(|told| match told {
            ServerMessage::RequestEnded { outcome, .. } => Some(*outcome),
            _ => None,
        });
    ended.collect()
}

/// A table with the host and Ada on different nodes. A watcher on a third node has asked for the computer
/// player's seat.
fn asked(fixture: &ModelFixture) -> ModelTable<'_> {
    let mut model = at_nodes(fixture, &Bench::with_a_computer_between(Access::Public), 3);
    for guest in 0..3 {
        come_to(&mut model, guest, guest);
    }
    ask(&mut model, 2);
    assert!(model.shown_request(0).is_some());
    model
}

#[test]
fn a_request_for_a_seat_is_answered_at_another_node() {
    for agree in [true, false] {
        let fixture = ModelFixture::new();
        let mut model = asked(&fixture);
        answer(&mut model, 0, agree);
        let outcome = if agree {
            RequestOutcome::Granted
        } else {
            RequestOutcome::Declined
        };
        assert_eq!(outcomes(&model, 2), [outcome]);
        assert_eq!(
            model.state().seat_of(model.guests[2].player).is_some(),
            agree
        );
        for guest in 0..3 {
            assert_eq!(model.shown_request(guest), None);
        }
    }
}

/// An event that ends a request for a seat.
type End = fn(&mut ModelTable<'_>);

#[test]
fn a_request_for_a_seat_ends_at_every_node() {
    let ends: [(&str, End); 4] = [
        ("withdrawn", |model| {
            let withdraw = model.request(2, Request::WithdrawRequest).unwrap();
            model.decide_and_append(withdraw);
        }),
        ("left", |model| leave(model, 2, 2)),
        ("lapsed", |model| {
            pass(model, &[0, 1, 2], limits::SEAT_REQUEST_MS + 500);
        }),
        ("the node is gone", |model| {
            model.kill(2);
            model.judge_others(0, false);
            model.judge_others(1, false);
            model.settle();
        }),
    ];
    for (why, end) in ends {
        let fixture = ModelFixture::new();
        let mut model = asked(&fixture);
        end(&mut model);
        for guest in 0..2 {
            assert_eq!(model.shown_request(guest), None, "{why}");
        }
    }
}

#[test]
fn a_request_for_a_seat_goes_by_the_name_that_its_asker_takes() {
    let fixture = ModelFixture::new();
    let mut model = asked(&fixture);
    let id = model.guests[2].following.as_ref().unwrap().id();
    model.decide_and_append(Step::Input(Input::Rename { id, name: "Eve" }));
    for guest in 0..3 {
        assert_eq!(model.shown_request(guest).unwrap().name, "Eve");
    }
    answer(&mut model, 0, true);
    assert_eq!(outcomes(&model, 2), [RequestOutcome::Granted]);
}

#[test]
fn of_two_requests_at_once_the_earlier_stays_at_every_node() {
    let fixture = ModelFixture::new();
    let rules = Preset::DRAW.for_seating(Seating::THREE);
    let computers = [Level::Club, Level::Club];
    let mut bench = Bench::with_computers(rules, Access::Public, 0, &computers, 3);
    let _ = bench.act(0, Action::Ready(true));
    let mut model = at_nodes(&fixture, &bench, 3);
    for guest in 0..3 {
        come_to(&mut model, guest, guest);
    }
    for guest in [2, 1] {
        let step = model.request(guest, Request::RequestSeat { seat: seat(1) });
        model.does(guest, step.unwrap());
    }
    model.settle();
    let asked = |guest: usize| model.shown_request(guest).unwrap().asked_ms;
    assert_eq!((asked(0), asked(0)), (asked(1), asked(2)));
    let ended = [outcomes(&model, 1), outcomes(&model, 2)].concat();
    assert_eq!(ended, [RequestOutcome::Lapsed]);
}

#[test]
fn a_request_that_is_withdrawn_at_one_node_while_another_grants_it_is_granted_everywhere() {
    let fixture = ModelFixture::new();
    let mut model = asked(&fixture);
    let withdraw = model.request(2, Request::WithdrawRequest).unwrap();
    let grant = model.answer(0, true).unwrap();
    model.does(2, withdraw);
    model.does(0, grant);
    model.settle();
    assert_eq!(outcomes(&model, 2), [RequestOutcome::Withdrawn]);
    assert!(model.state().seat_of(model.guests[2].player).is_some());
    model.everybody_is_up_to_date();
}

#[test]
fn a_request_that_was_withdrawn_without_the_others_hearing_it_ends_when_they_ask() {
    let fixture = ModelFixture::new();
    let mut model = asked(&fixture);
    let withdraw = model.request(2, Request::WithdrawRequest).unwrap();
    model.does(2, withdraw);
    model.lose_messages(0);
    model.settle();
    assert!(model.shown_request(0).is_some());
    model.check(0);
    model.settle();
    assert_eq!(model.shown_request(0), None);
}

#[test]
fn a_request_that_was_made_while_its_node_was_cut_off_is_told_afterwards() {
    let fixture = ModelFixture::new();
    let mut model = at_nodes(&fixture, &Bench::with_a_computer_between(Access::Public), 2);
    come_to(&mut model, 0, 0);
    come_to(&mut model, 1, 2);
    model.cut_or_mend(1);
    ask(&mut model, 2);
    assert_eq!(model.shown_request(0), None);
    model.cut_or_mend(1);
    model.check(1);
    model.settle();
    assert!(model.shown_request(0).is_some());
}
