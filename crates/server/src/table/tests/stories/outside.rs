//! Stories of people who come late to a table by link, and see its match from outside.

use boneyard_protocol::{Access, ClockRule, Phrase, Request, Status, Words};
use boneyard_rules::{Preset, Seating};

use crate::limits;
use crate::table::state::command::Action;
use crate::table::tests::bench::Bench;
use crate::table::tests::model::{ModelFixture, ModelTable, Step};
use crate::table::tests::stories::{act, answer, ask, at_the_desk, come, go, pass, play, seat};

/// Two people, a computer player between them, and an outsider.
fn visited(workshop: &ModelFixture) -> ModelTable<'_> {
    let mut desk = at_the_desk(workshop, &Bench::with_a_computer_between(Access::Link));
    come(&mut desk, 2);
    assert!(is_outside(&desk));
    desk
}

/// Whether the visitor is an outsider, and knows nothing of the match.
fn is_outside(desk: &ModelTable<'_>) -> bool {
    let visitor = &desk.guests[2];
    assert!(visitor.known.is_some() != visitor.outside.is_some());
    visitor.outside.is_some()
}

#[test]
fn a_friend_who_comes_late_is_let_in_by_the_host() {
    let workshop = ModelFixture::new();
    let mut desk = visited(&workshop);
    let watchers = |desk: &ModelTable<'_>| desk.guests[0].presence().unwrap().watchers;
    assert_eq!(watchers(&desk), 0, "nobody watches");
    ask(&mut desk, 2);
    assert!(desk.shown_request(2).unwrap().yours);
    for guest in [1, 2] {
        answer(&mut desk, guest, true);
        assert!(is_outside(&desk));
    }
    answer(&mut desk, 0, true);
    assert!(!is_outside(&desk));
    let known = desk.guests[2].known.as_ref().unwrap();
    assert_eq!(known.me.seat, Some(seat(1)));
    let own = known.view.as_ref().unwrap().own.as_ref().unwrap();
    assert!(!own.hand.is_empty());
    desk.everybody_is_up_to_date();
}

#[test]
fn an_outsider_who_goes_asks_no_more() {
    let workshop = ModelFixture::new();
    let mut desk = visited(&workshop);
    ask(&mut desk, 2);
    go(&mut desk, 2);
    assert_eq!(desk.shown_request(0), None);
    come(&mut desk, 2);
    assert!(is_outside(&desk));
    ask(&mut desk, 2);
    let withdraw = desk.request(2, Request::WithdrawRequest);
    desk.decide_and_append(withdraw.unwrap());
    assert_eq!((desk.shown_request(0), desk.shown_request(2)), (None, None));
}

#[test]
fn an_outsider_hears_and_sees_nothing_of_the_match() {
    let workshop = ModelFixture::new();
    let mut desk = visited(&workshop);
    let outside = desk.guests[2].outside.clone();
    let version = desk.state().version;
    // Whatever else an outsider is told, the guest itself objects to.
    for guest in 0..3 {
        for request in [
            Request::Say {
                words: Words::Phrase(Phrase::Hello),
            },
            Request::React {
                reaction: boneyard_protocol::Reaction::Wow,
            },
        ] {
            let step = desk.request(guest, request).unwrap();
            desk.decide_and_append(step);
        }
    }
    act(&mut desk, 2, Action::Next);
    assert_eq!(desk.state().version, version);
    while desk.state().status() == Status::Playing && desk.state().matches.on_turn().is_some() {
        let turn = desk.state().matches.on_turn().unwrap().index();
        if turn == 1 {
            desk.decide_and_append(Step::ComputerAction);
        } else {
            let action = play(desk.state());
            act(&mut desk, turn / 2, action);
        }
    }
    act(&mut desk, 0, Action::Next);
    assert!(desk.state().version > version);
    assert_eq!(desk.guests[2].outside, outside);
}

#[test]
fn an_outsider_is_not_told_that_a_player_keeps_the_table_waiting() {
    let workshop = ModelFixture::new();
    let mut desk = visited(&workshop);
    while desk.state().matches.on_turn() == Some(seat(1)) {
        desk.decide_and_append(Step::ComputerAction);
    }
    let gone = desk.state().matches.on_turn().unwrap().index() / 2;
    go(&mut desk, gone);
    pass(&mut desk, limits::GONE_MS);
    let absent = |guest: usize| desk.guests[guest].presence().unwrap().absent;
    assert!(absent(1 - gone).is_some());
    assert_eq!(absent(2), None);
}

#[test]
fn a_watcher_of_a_table_by_link_is_outside_during_each_match() {
    let workshop = ModelFixture::new();
    let rules = Preset::DRAW.for_seating(Seating::Two);
    let mut bench = Bench::timed(rules, (Access::Link, 0, ClockRule::None), &[], 3);
    let name = "Ada".to_owned();
    bench.act(1, Action::Sit { seat: None, name }).unwrap();
    let mut desk = at_the_desk(&workshop, &bench);
    come(&mut desk, 2);
    for _ in 0..2 {
        assert!(!is_outside(&desk));
        act(&mut desk, 0, Action::Ready(true));
        act(&mut desk, 1, Action::Ready(true));
        assert!(is_outside(&desk));
        act(&mut desk, 0, Action::Resign);
    }
    assert!(!is_outside(&desk));
    assert!(desk.guests[2].known.as_ref().unwrap().view.is_some());
    desk.everybody_is_up_to_date();
}
