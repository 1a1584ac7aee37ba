//! Stories of people at one table who are connected to different nodes.

mod seat_requests;

use boneyard_protocol::{
    Access, Chat, ClockRule, ErrorCode, Level, Phrase, Reaction, Request, ServerMessage, Words,
};
use boneyard_rules::{Preset, Seating};

use crate::limits;
use crate::table::LOG_FORMAT;
use crate::table::state::command::Action;
use crate::table::state::event::TableEvent;
use crate::table::task::Input;
use crate::table::tests::bench::{Bench, play_to_a_gift};
use crate::table::tests::model::{ModelFixture, ModelTable, Step};
use crate::table::tests::stories::{FAST, act, begun, events, on_turn, placed, play, seat};

/// Some nodes have the table, and know of each other.
fn at_nodes<'a>(workshop: &'a ModelFixture, bench: &Bench, nodes: usize) -> ModelTable<'a> {
    let mut desk = ModelTable::among(workshop, bench, nodes);
    for node in 0..nodes {
        desk.starts_at(node);
    }
    desk.settle();
    desk.wait(2_000);
    desk
}

/// Two of them, with a player each.
fn apart<'a>(workshop: &'a ModelFixture, bench: &Bench) -> ModelTable<'a> {
    let mut desk = at_nodes(workshop, bench, 2);
    for guest in 0..2 {
        come_to(&mut desk, guest, guest);
    }
    desk
}

fn come_to(desk: &mut ModelTable<'_>, node: usize, guest: usize) {
    let step = desk.follow_at(node, guest, true);
    desk.give(node, step);
    desk.settle();
}

fn leave(desk: &mut ModelTable<'_>, node: usize, guest: usize) {
    let step = desk.unfollow(guest).unwrap();
    desk.give(node, step);
    desk.settle();
}

/// Lets time pass; the nodes do what is due on the way, the last one first.
fn pass(desk: &mut ModelTable<'_>, nodes: &[usize], wait_ms: i64) {
    const STEP_MS: i64 = 500;
    for _ in 0..wait_ms / STEP_MS {
        desk.wait(STEP_MS);
        for &node in nodes.iter().rev() {
            desk.give(node, Step::Due);
            desk.settle();
        }
    }
}

/// Who is here, as a guest is shown it.
fn here(desk: &ModelTable<'_>, guest: usize) -> Vec<bool> {
    desk.guests[guest]
        .presence()
        .unwrap()
        .seats
        .as_slice()
        .to_vec()
}

fn resumed(desk: &ModelTable<'_>) -> Vec<i64> {
    let events = events(&desk.log()).into_iter();
    let idle = events.filter_map(|(_, event)| match event {
        TableEvent::Resumed { idle_ms } => Some(idle_ms),
        _ => None,
    });
    idle.collect()
}

#[test]
fn a_move_through_one_node_is_shown_at_the_other_though_its_message_is_lost() {
    let workshop = ModelFixture::new();
    let mut desk = apart(&workshop, &begun(Seating::Two, ClockRule::None));
    for is_lost in [false, true] {
        let thinks = on_turn(desk.state());
        let action = play(desk.state());
        let step = desk.act(thinks, action).unwrap();
        desk.does(thinks, step);
        if is_lost {
            desk.lose_mail(1 - thinks);
            desk.check(1 - thinks);
        }
        desk.settle();
        desk.everybody_is_up_to_date();
    }
}

#[test]
fn players_at_different_nodes_see_each_other_until_the_node_of_one_is_gone() {
    let workshop = ModelFixture::new();
    let mut desk = apart(&workshop, &begun(Seating::Two, ClockRule::None));
    assert_eq!(
        (here(&desk, 0), here(&desk, 1)),
        (vec![true; 2], vec![true; 2])
    );
    leave(&mut desk, 1, 1);
    assert_eq!(here(&desk, 0), [true, false]);
    come_to(&mut desk, 1, 1);
    assert_eq!(here(&desk, 0), [true, true]);

    desk.cut_or_mend(0);
    pass(&mut desk, &[0], 60_000);
    assert_eq!(
        here(&desk, 0),
        [true, true],
        "nobody is away because the bus is"
    );
    desk.cut_or_mend(0);
    desk.check(0);
    desk.settle();
    pass(&mut desk, &[0], 2_000);
    assert_eq!(here(&desk, 0), [true, true]);

    desk.dies(1);
    desk.judge_others(0, false);
    desk.settle();
    assert_eq!(here(&desk, 0), [true, false]);
}

#[test]
fn who_left_a_node_that_has_put_the_table_away_since_is_not_here_though_nobody_heard_it() {
    let workshop = ModelFixture::new();
    let mut desk = apart(&workshop, &begun(Seating::Two, ClockRule::None));
    let step = desk.unfollow(1).unwrap();
    desk.does(1, step);
    desk.lose_mail(0);
    desk.put_away(1);
    assert_eq!(here(&desk, 0), [true, true]);
    desk.check(0);
    desk.settle();
    pass(&mut desk, &[0], 2_000);
    assert_eq!(here(&desk, 0), [true, false]);
}

#[test]
fn time_is_not_given_back_while_a_player_is_there_through_another_node() {
    let workshop = ModelFixture::new();
    let mut desk = apart(&workshop, &begun(Seating::Two, FAST));
    let thinks = on_turn(desk.state());
    let action = play(desk.state());
    act(&mut desk, thinks, action);
    let before = resumed(&desk);
    // The player who waits is there; the one on turn comes back when their node has started again.
    let (stays, goes) = (thinks, 1 - thinks);
    desk.dies(goes);
    desk.judge_others(stays, false);
    pass(&mut desk, &[stays], 5_000);
    let step = desk.follow_at(goes, goes, true);
    desk.starts_at(goes);
    desk.does(goes, step);
    assert_eq!(here(&desk, goes), [true, true], "nobody has answered yet");
    desk.settle();
    pass(&mut desk, &[0, 1], 2_000);
    assert_eq!(here(&desk, goes), [true, true]);
    assert_eq!(resumed(&desk), before);
}

#[test]
fn time_in_which_nobody_was_there_is_given_back_once_though_two_come_back_at_once() {
    let workshop = ModelFixture::new();
    let mut desk = apart(&workshop, &begun(Seating::Two, FAST));
    let before = resumed(&desk).len();
    pass(&mut desk, &[0, 1], 4_000);
    for guest in 0..2 {
        leave(&mut desk, guest, guest);
    }
    pass(&mut desk, &[], 60_000);
    for guest in 0..2 {
        let step = desk.follow_at(guest, guest, true);
        desk.does(guest, step);
    }
    desk.settle();
    let given: i64 = resumed(&desk)[before..].iter().sum();
    let apart_ms = 2_000;
    assert!((60_000..=60_000 + apart_ms).contains(&given), "{given}");
    desk.everybody_is_up_to_date();
}

#[test]
fn a_clock_acts_once_and_the_other_node_stands_in_when_its_owner_is_gone() {
    let workshop = ModelFixture::new();
    let mut desk = apart(&workshop, &begun(Seating::Two, FAST));
    let owner = desk.owner();
    pass(&mut desk, &[1 - owner, owner], 17_500);
    assert_eq!(placed(&desk), 1);
    desk.everybody_is_up_to_date();

    // The owner dies, and the other doesn't know it yet.
    desk.dies(owner);
    pass(&mut desk, &[1 - owner], 17_500);
    assert_eq!(placed(&desk), 1);
    // It leaves the warning to the owner, and then what comes of it.
    pass(&mut desk, &[1 - owner], 10_000);
    assert_eq!(placed(&desk), 2);
}

#[test]
fn a_computer_player_acts_once_and_the_other_node_stands_in_when_its_owner_is_gone() {
    let workshop = ModelFixture::with_computers();
    let mut desk = apart(&workshop, &Bench::with_a_computer_between(Access::Public));
    let owner = desk.owner();
    let is_computers = |desk: &ModelTable<'_>| on_turn(desk.state()) == 1;
    let play_to_computer = |desk: &mut ModelTable<'_>| {
        while !is_computers(desk) {
            let guest = on_turn(desk.state()).min(1);
            let action = play(desk.state());
            act(desk, guest, action);
        }
    };
    play_to_computer(&mut desk);
    let version = desk.state().version;
    pass(&mut desk, &[1 - owner], 4_500);
    assert_eq!(desk.state().version, version, "it is for the owner to do");
    pass(&mut desk, &[owner, 1 - owner], 500);
    assert_eq!(desk.state().version, version + 1);

    play_to_computer(&mut desk);
    let version = desk.state().version;
    desk.dies(owner);
    pass(&mut desk, &[1 - owner], 4_500);
    assert_eq!(desk.state().version, version);
    pass(&mut desk, &[1 - owner], 2_000);
    assert!(desk.state().version > version);
}

#[test]
fn what_is_said_is_heard_at_every_node_and_by_who_comes_later() {
    let workshop = ModelFixture::new();
    let mut desk = apart(&workshop, &begun(Seating::Two, ClockRule::None));
    let words = Words::Phrase(Phrase::Hello);
    let say = desk.request(0, Request::Say { words }).unwrap();
    desk.decide_and_append(say);
    let reaction = Reaction::Clap;
    let react = desk.request(1, Request::React { reaction }).unwrap();
    desk.decide_and_append(react);
    for guest in &desk.guests[..2] {
        let said = |told: &&ServerMessage| matches!(told, ServerMessage::Said { .. });
        assert_eq!(guest.told.iter().filter(said).count(), 1);
        let reacted = |told: &&ServerMessage| matches!(told, ServerMessage::Reacted { .. });
        assert_eq!(guest.told.iter().filter(reacted).count(), 1);
    }
    // The node of one starts again.
    desk.dies(1);
    desk.starts_at(1);
    desk.settle();
    come_to(&mut desk, 1, 1);
    let chat = |guest: usize| desk.guests[guest].known.as_ref().unwrap().chat.clone();
    let count = |chat: &Chat| chat.lines().count();
    assert_eq!(count(&chat(1)), 1);
}

#[test]
fn a_name_that_the_host_takes_at_one_node_is_shown_at_the_other() {
    let workshop = ModelFixture::new();
    let mut desk = apart(&workshop, &begun(Seating::Two, ClockRule::None));
    let id = desk.guests[0].following.as_ref().unwrap().id();
    desk.decide_and_append(Step::Input(Input::Rename { id, name: "Eve" }));
    let host = desk.state().seats.person_at(seat(0)).unwrap();
    assert_eq!(&*host.name, "Eve");
    desk.everybody_is_up_to_date();
}

#[test]
fn a_row_that_an_older_node_cannot_read_is_not_written_while_that_node_is_alive() {
    let workshop = ModelFixture::new();
    let rules = Preset::SIX_LOVE.for_seating(Seating::Partners);
    let computers = [Level::Club, Level::Club];
    let mut bench = Bench::with_computers(rules, Access::Public, 0, &computers, 3);
    let name = "Guest".to_owned();
    bench.act(1, Action::Sit { seat: None, name }).unwrap();
    for person in 0..2 {
        bench.act(person, Action::Ready(true)).unwrap();
    }
    let gives = play_to_a_gift(&mut bench);
    let mut desk = apart(&workshop, &bench);
    let give_lead = |desk: &ModelTable<'_>| Action::GiveLead {
        ply: desk.state().ply(),
    };
    let version = desk.state().version;

    desk.reads(1 - gives, 1);
    let action = give_lead(&desk);
    act(&mut desk, gives, action);
    assert_eq!(desk.state().version, version);
    let told = desk.guests[gives].told.last();
    assert!(matches!(
        told,
        Some(ServerMessage::Error {
            code: ErrorCode::Unavailable,
            ..
        })
    ));

    desk.reads(1 - gives, LOG_FORMAT);
    let action = give_lead(&desk);
    act(&mut desk, gives, action);
    assert_eq!(desk.state().version, version + 1);
    desk.everybody_is_up_to_date();
}

/// A table by link, where two wait for their match.
fn waiting() -> Bench {
    let mut bench = Bench::new(*Preset::BLOCK.rules(), Access::Link, 0, 7);
    let name = "Guest".to_owned();
    bench.act(1, Action::Sit { seat: None, name }).unwrap();
    bench
}

#[test]
fn who_is_removed_follows_at_no_node_any_more() {
    let workshop = ModelFixture::new();
    let mut desk = apart(&workshop, &waiting());
    act(&mut desk, 0, Action::Remove(seat(1)));
    assert!(desk.guests[1].following.is_none());
}

#[test]
fn a_table_that_is_closed_at_one_node_ends_at_the_other() {
    let workshop = ModelFixture::new();
    let mut desk = apart(&workshop, &waiting());
    for guest in 0..2 {
        act(&mut desk, guest, Action::Leave);
    }
    assert!(desk.state().closed);
    assert!(desk.guests.iter().all(|guest| guest.following.is_none()));
}

#[test]
fn who_has_played_through_another_node_has_kept_nobody_waiting() {
    let workshop = ModelFixture::new();
    let mut desk = apart(&workshop, &begun(Seating::Two, ClockRule::None));
    let (late, waits) = (on_turn(desk.state()), 1 - on_turn(desk.state()));
    leave(&mut desk, late, late);
    pass(&mut desk, &[0, 1], limits::GONE_MS - 1_000);
    come_to(&mut desk, late, late);
    for guest in [late, waits] {
        let action = play(desk.state());
        act(&mut desk, guest, action);
    }
    leave(&mut desk, late, late);
    pass(&mut desk, &[0, 1], limits::GONE_MS - 1_000);
    assert_eq!(desk.guests[waits].presence().unwrap().absent, None);
    pass(&mut desk, &[0, 1], 2_000);
    assert!(desk.guests[waits].presence().unwrap().absent.is_some());
}
