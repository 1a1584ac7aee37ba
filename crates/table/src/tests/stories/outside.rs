//! Stories of people who come to a table with access by link only after its match has begun, and who may
//! not see the match.

use boneyard_base::limits;
use boneyard_protocol::{Access, ClockRule, Phrase, Request, Status, Words};
use boneyard_rules::line::Preset;
use boneyard_rules::{Seating, line};

use crate::state::command::Action;
use crate::tests::bench::Bench;
use crate::tests::model::{ModelFixture, ModelTable, Step};
use crate::tests::stories::{act, answer, ask, at_the_table, come, go, pass, play, seat};

/// A table with two people, a computer player between them, and an outsider.
fn visited(fixture: &ModelFixture) -> ModelTable<'_> {
    let mut model = at_the_table(fixture, &Bench::with_a_computer_between(Access::Link));
    come(&mut model, 2);
    assert!(is_outside(&model));
    model
}

/// Whether the visitor is an outsider. An outsider knows nothing of the match.
fn is_outside(model: &ModelTable<'_>) -> bool {
    let visitor = &model.guests[2];
    assert!(visitor.known.is_some() != visitor.outside.is_some());
    visitor.outside.is_some()
}

#[test]
fn a_friend_who_comes_late_is_let_in_by_the_host() {
    let fixture = ModelFixture::new();
    let mut model = visited(&fixture);
    let watchers = |model: &ModelTable<'_>| model.guests[0].presence().unwrap().watchers;
    assert_eq!(watchers(&model), 0, "nobody watches");
    ask(&mut model, 2);
    assert!(model.shown_request(2).unwrap().yours);
    for guest in [1, 2] {
        answer(&mut model, guest, true);
        assert!(is_outside(&model));
    }
    answer(&mut model, 0, true);
    assert!(!is_outside(&model));
    let known = model.guests[2].known.as_ref().unwrap();
    assert_eq!(known.me.seat, Some(seat(1)));
    let view: &line::View = known.view.as_ref().unwrap().try_into().unwrap();
    let own = view.own.as_ref().unwrap();
    assert!(!own.hand.is_empty());
    model.everybody_is_up_to_date();
}

#[test]
fn an_outsider_who_goes_asks_no_more() {
    let fixture = ModelFixture::new();
    let mut model = visited(&fixture);
    ask(&mut model, 2);
    go(&mut model, 2);
    assert_eq!(model.shown_request(0), None);
    come(&mut model, 2);
    assert!(is_outside(&model));
    ask(&mut model, 2);
    let withdraw = model.request(2, Request::WithdrawRequest);
    model.decide_and_append(withdraw.unwrap());
    assert_eq!(
        (model.shown_request(0), model.shown_request(2)),
        (None, None)
    );
}

#[test]
fn an_outsider_hears_and_sees_nothing_of_the_match() {
    let fixture = ModelFixture::new();
    let mut model = visited(&fixture);
    let outside = model.guests[2].outside.clone();
    let version = model.state().version;
    // `Guest::read` fails if an outsider is sent anything else.
    for guest in 0..3 {
        for request in [
            Request::Say {
                words: Words::Phrase(Phrase::Hello),
            },
            Request::React {
                reaction: boneyard_protocol::Reaction::Wow,
            },
        ] {
            let step = model.request(guest, request).unwrap();
            model.decide_and_append(step);
        }
    }
    act(&mut model, 2, Action::Next);
    assert_eq!(model.state().version, version);
    while model.state().status() == Status::Playing && model.state().matches.on_turn().is_some() {
        let turn = model.state().matches.on_turn().unwrap().index();
        if turn == 1 {
            model.decide_and_append(Step::ComputerMove);
        } else {
            let action = play(model.state());
            act(&mut model, turn / 2, action);
        }
    }
    act(&mut model, 0, Action::Next);
    assert!(model.state().version > version);
    assert_eq!(model.guests[2].outside, outside);
}

#[test]
fn an_outsider_is_not_told_that_a_player_keeps_the_table_waiting() {
    let fixture = ModelFixture::new();
    let mut model = visited(&fixture);
    while model.state().matches.on_turn() == Some(seat(1)) {
        model.decide_and_append(Step::ComputerMove);
    }
    let gone = model.state().matches.on_turn().unwrap().index() / 2;
    go(&mut model, gone);
    pass(&mut model, limits::GONE_MS);
    let absent = |guest: usize| model.guests[guest].presence().unwrap().absent;
    assert!(absent(1 - gone).is_some());
    assert_eq!(absent(2), None);
}

#[test]
fn a_watcher_of_a_table_by_link_is_outside_during_each_match() {
    let fixture = ModelFixture::new();
    let rules = Preset::DRAW.for_seating(Seating::TWO);
    let mut bench = Bench::timed(rules, (Access::Link, 0, ClockRule::None), &[], 3);
    let name = "Ada".to_owned();
    bench.act(1, Action::Sit { seat: None, name }).unwrap();
    let mut model = at_the_table(&fixture, &bench);
    come(&mut model, 2);
    for _ in 0..2 {
        assert!(!is_outside(&model));
        act(&mut model, 0, Action::Ready(true));
        act(&mut model, 1, Action::Ready(true));
        assert!(is_outside(&model));
        act(&mut model, 0, Action::Resign);
    }
    assert!(!is_outside(&model));
    assert!(model.guests[2].known.as_ref().unwrap().view.is_some());
    model.everybody_is_up_to_date();
}
