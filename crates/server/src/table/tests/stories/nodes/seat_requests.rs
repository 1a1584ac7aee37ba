//! Stories of visitors who ask for a computer player's seat, of players at other nodes.

use boneyard_protocol::{Access, Level, Request, RequestOutcome, ServerMessage};
use boneyard_rules::{Preset, Seating};

use super::{at_nodes, come_to, leave, pass};
use crate::limits;
use crate::table::state::command::Action;
use crate::table::task::Input;
use crate::table::tests::bench::Bench;
use crate::table::tests::model::{ModelFixture, ModelTable, Step};
use crate::table::tests::stories::{answer, ask, seat};

/// How a request for a seat has ended, as its asker is told.
fn outcomes(desk: &ModelTable<'_>, guest: usize) -> Vec<RequestOutcome> {
    let ended = desk.guests[guest]
        .told
        .iter()
        .filter_map(|told| match told {
            ServerMessage::RequestEnded { outcome, .. } => Some(*outcome),
            _ => None,
        });
    ended.collect()
}

/// The host and Ada at different nodes, and a watcher who asks for the computer player's seat at a third.
fn asked(workshop: &ModelFixture) -> ModelTable<'_> {
    let mut desk = at_nodes(workshop, &Bench::with_a_computer_between(Access::Public), 3);
    for guest in 0..3 {
        come_to(&mut desk, guest, guest);
    }
    ask(&mut desk, 2);
    assert!(desk.shown_request(0).is_some());
    desk
}

#[test]
fn a_request_for_a_seat_is_answered_at_another_node() {
    for agree in [true, false] {
        let workshop = ModelFixture::new();
        let mut desk = asked(&workshop);
        answer(&mut desk, 0, agree);
        let outcome = if agree {
            RequestOutcome::Granted
        } else {
            RequestOutcome::Declined
        };
        assert_eq!(outcomes(&desk, 2), [outcome]);
        assert_eq!(desk.state().seat_of(desk.guests[2].player).is_some(), agree);
        for guest in 0..3 {
            assert_eq!(desk.shown_request(guest), None);
        }
    }
}

/// What ends a request for a seat.
type End = fn(&mut ModelTable<'_>);

#[test]
fn a_request_for_a_seat_ends_at_every_node() {
    let ends: [(&str, End); 4] = [
        ("withdrawn", |desk| {
            let withdraw = desk.request(2, Request::WithdrawRequest).unwrap();
            desk.decide_and_append(withdraw);
        }),
        ("left", |desk| leave(desk, 2, 2)),
        ("lapsed", |desk| {
            pass(desk, &[0, 1, 2], limits::SEAT_REQUEST_MS + 500);
        }),
        ("the node is gone", |desk| {
            desk.dies(2);
            desk.judge_others(0, false);
            desk.judge_others(1, false);
            desk.settle();
        }),
    ];
    for (why, end) in ends {
        let workshop = ModelFixture::new();
        let mut desk = asked(&workshop);
        end(&mut desk);
        for guest in 0..2 {
            assert_eq!(desk.shown_request(guest), None, "{why}");
        }
    }
}

#[test]
fn a_request_for_a_seat_goes_by_the_name_that_its_asker_takes() {
    let workshop = ModelFixture::new();
    let mut desk = asked(&workshop);
    let id = desk.guests[2].following.as_ref().unwrap().id();
    desk.decide_and_append(Step::Input(Input::Rename { id, name: "Eve" }));
    for guest in 0..3 {
        assert_eq!(desk.shown_request(guest).unwrap().name, "Eve");
    }
    answer(&mut desk, 0, true);
    assert_eq!(outcomes(&desk, 2), [RequestOutcome::Granted]);
}

#[test]
fn of_two_requests_at_once_the_earlier_stays_at_every_node() {
    let workshop = ModelFixture::new();
    let rules = Preset::DRAW.for_seating(Seating::Three);
    let computers = [Level::Club, Level::Club];
    let mut bench = Bench::with_computers(rules, Access::Public, 0, &computers, 3);
    let _ = bench.act(0, Action::Ready(true));
    let mut desk = at_nodes(&workshop, &bench, 3);
    for guest in 0..3 {
        come_to(&mut desk, guest, guest);
    }
    for guest in [2, 1] {
        let step = desk.request(guest, Request::RequestSeat { seat: seat(1) });
        desk.does(guest, step.unwrap());
    }
    desk.settle();
    let asked = |guest: usize| desk.shown_request(guest).unwrap().asked_ms;
    assert_eq!((asked(0), asked(0)), (asked(1), asked(2)));
    let ended = [outcomes(&desk, 1), outcomes(&desk, 2)].concat();
    assert_eq!(ended, [RequestOutcome::Lapsed]);
}

#[test]
fn a_request_that_is_withdrawn_at_one_node_while_another_grants_it_is_granted_everywhere() {
    let workshop = ModelFixture::new();
    let mut desk = asked(&workshop);
    let withdraw = desk.request(2, Request::WithdrawRequest).unwrap();
    let grant = desk.answer(0, true).unwrap();
    desk.does(2, withdraw);
    desk.does(0, grant);
    desk.settle();
    assert_eq!(outcomes(&desk, 2), [RequestOutcome::Withdrawn]);
    assert!(desk.state().seat_of(desk.guests[2].player).is_some());
    desk.everybody_is_up_to_date();
}

#[test]
fn a_request_that_was_withdrawn_without_the_others_hearing_it_ends_when_they_ask() {
    let workshop = ModelFixture::new();
    let mut desk = asked(&workshop);
    let withdraw = desk.request(2, Request::WithdrawRequest).unwrap();
    desk.does(2, withdraw);
    desk.lose_mail(0);
    desk.settle();
    assert!(desk.shown_request(0).is_some());
    desk.check(0);
    desk.settle();
    assert_eq!(desk.shown_request(0), None);
}

#[test]
fn a_request_that_was_made_while_its_node_was_cut_off_is_told_afterwards() {
    let workshop = ModelFixture::new();
    let mut desk = at_nodes(
        &workshop,
        &Bench::with_a_computer_between(Access::Public),
        2,
    );
    come_to(&mut desk, 0, 0);
    come_to(&mut desk, 1, 2);
    desk.cut_or_mend(1);
    ask(&mut desk, 2);
    assert_eq!(desk.shown_request(0), None);
    desk.cut_or_mend(1);
    desk.check(1);
    desk.settle();
    assert!(desk.shown_request(0).is_some());
}
