//! Stories of people at one table who are connected to different nodes.

mod seat_requests;

use boneyard_base::limits;
use boneyard_protocol::{Access, Chat, ClockRule, Phrase, Reaction, Request, ServerMessage, Words};
use boneyard_rules::Seating;
use boneyard_rules::line::Preset;

use crate::state::command::Action;
use crate::state::event::TableEvent;
use crate::tables::task::Input;
use crate::tests::bench::Bench;
use crate::tests::model::{ModelFixture, ModelTable, Step};
use crate::tests::stories::{FAST, act, begun, events, on_turn, placed, play, seat, told};

/// Loads the table on some nodes, which know each other.
fn at_nodes<'a>(fixture: &'a ModelFixture, bench: &Bench, nodes: usize) -> ModelTable<'a> {
    let mut model = ModelTable::among(fixture, bench, nodes);
    for node in 0..nodes {
        model.starts_at(node);
    }
    model.settle();
    model.wait(2_000);
    model
}

/// Loads the table on two nodes, with one player connected to each.
fn apart<'a>(fixture: &'a ModelFixture, bench: &Bench) -> ModelTable<'a> {
    let mut model = at_nodes(fixture, bench, 2);
    for guest in 0..2 {
        come_to(&mut model, guest, guest);
    }
    model
}

fn come_to(model: &mut ModelTable<'_>, node: usize, guest: usize) {
    let step = model.follow_at(node, guest, true);
    model.give(node, step);
    model.settle();
}

fn leave(model: &mut ModelTable<'_>, node: usize, guest: usize) {
    let step = model.unfollow(guest).unwrap();
    model.give(node, step);
    model.settle();
}

/// Lets time pass. The nodes do what is due in time, the last node first.
fn pass(model: &mut ModelTable<'_>, nodes: &[usize], wait_ms: i64) {
    const STEP_MS: i64 = 500;
    for _ in 0..wait_ms / STEP_MS {
        model.wait(STEP_MS);
        for &node in nodes.iter().rev() {
            model.give(node, Step::Due);
            model.settle();
        }
    }
}

/// Which seats' players are connected, as a guest sees it.
fn here(model: &ModelTable<'_>, guest: usize) -> Vec<bool> {
    model.guests[guest]
        .presence()
        .unwrap()
        .seats
        .as_slice()
        .to_vec()
}

fn resumed(model: &ModelTable<'_>) -> Vec<i64> {
    let events = events(&model.log()).into_iter();
    let idle = events.filter_map(|(at, event)| match event {
        TableEvent::Resumed { from } => Some(at - from.0),
        _ => None,
    });
    idle.collect()
}

#[test]
fn a_move_through_one_node_is_shown_at_the_other_though_its_message_is_lost() {
    let fixture = ModelFixture::new();
    let mut model = apart(&fixture, &begun(Seating::TWO, ClockRule::None));
    for is_lost in [false, true] {
        let thinks = on_turn(model.state());
        let action = play(model.state());
        let step = model.act(thinks, action).unwrap();
        model.does(thinks, step);
        if is_lost {
            model.lose_messages(1 - thinks);
            model.check(1 - thinks);
        }
        model.settle();
        model.everybody_is_up_to_date();
    }
}

/// The player on turn plays, through the player's node.
fn a_move(model: &ModelTable<'_>) -> Step {
    let action = play(model.state());
    model.act(on_turn(model.state()), action).unwrap()
}

#[test]
fn a_node_that_loads_the_table_while_another_one_appends_misses_nothing() {
    const STEPS: u32 = 5;
    let fixture = ModelFixture::new();
    let bench = begun(Seating::TWO, ClockRule::None);
    // The append waits for its row to be written, and then for the answer; the load waits for the log. Each bit
    // says which of the two goes on.
    let orders = (0_u32..1 << STEPS).filter(|order| order.count_ones() == 2);
    for order in orders {
        let mut model = ModelTable::among(&fixture, &bench, 2);
        model.starts_at(0);
        for guest in 0..2 {
            come_to(&mut model, 0, guest);
        }
        let mut has_begun = [false; 2];
        for step in 0..STEPS {
            let place = (order >> step & 1) as usize;
            if std::mem::replace(&mut has_begun[place], true) {
                model.succeeds(place);
            } else {
                let step = (place == 0).then(|| a_move(&model));
                model.begins(place, step);
            }
        }
        model.settle();
        come_to(&mut model, 1, 2);
        model.everybody_is_up_to_date();
        let step = a_move(&model);
        model.decide_and_append(step);
        model.everybody_is_up_to_date();
    }
}

#[test]
fn a_node_that_another_one_does_not_know_makes_itself_known_when_it_has_missed_a_row() {
    let fixture = ModelFixture::new();
    let mut model = at_nodes(&fixture, &begun(Seating::TWO, ClockRule::None), 2);
    for guest in 0..2 {
        come_to(&mut model, 0, guest);
    }
    come_to(&mut model, 1, 2);
    model.judge_others(0, true);
    model.settle();
    let known = |model: &ModelTable<'_>| model.guests[2].known.as_ref().unwrap().v;
    let before = known(&model);
    let step = a_move(&model);
    model.decide_and_append(step);
    assert_eq!(known(&model), before);
    model.check(1);
    model.settle();
    model.everybody_is_up_to_date();
    let step = a_move(&model);
    model.decide_and_append(step);
    model.everybody_is_up_to_date();
}

#[test]
fn players_at_different_nodes_see_each_other_until_the_node_of_one_is_gone() {
    let fixture = ModelFixture::new();
    let mut model = apart(&fixture, &begun(Seating::TWO, ClockRule::None));
    assert_eq!(
        (here(&model, 0), here(&model, 1)),
        (vec![true; 2], vec![true; 2])
    );
    leave(&mut model, 1, 1);
    assert_eq!(here(&model, 0), [true, false]);
    come_to(&mut model, 1, 1);
    assert_eq!(here(&model, 0), [true, true]);

    model.cut_or_mend(0);
    pass(&mut model, &[0], 60_000);
    assert_eq!(
        here(&model, 0),
        [true, true],
        "nobody is away because the bus is"
    );
    model.cut_or_mend(0);
    model.check(0);
    model.settle();
    pass(&mut model, &[0], 2_000);
    assert_eq!(here(&model, 0), [true, true]);

    model.kill(1);
    model.judge_others(0, false);
    model.settle();
    assert_eq!(here(&model, 0), [true, false]);
}

#[test]
fn who_left_a_node_that_has_put_the_table_away_since_is_not_here_though_nobody_heard_it() {
    let fixture = ModelFixture::new();
    let mut model = apart(&fixture, &begun(Seating::TWO, ClockRule::None));
    let step = model.unfollow(1).unwrap();
    model.does(1, step);
    model.lose_messages(0);
    model.put_away(1);
    assert_eq!(here(&model, 0), [true, true]);
    model.check(0);
    model.settle();
    pass(&mut model, &[0], 2_000);
    assert_eq!(here(&model, 0), [true, false]);
}

#[test]
fn time_is_not_given_back_while_a_player_is_there_through_another_node() {
    let fixture = ModelFixture::new();
    let mut model = apart(&fixture, &begun(Seating::TWO, FAST));
    let thinks = on_turn(model.state());
    let action = play(model.state());
    act(&mut model, thinks, action);
    let before = resumed(&model);
    // The player who waits stays connected. The player on turn leaves, and comes back after that player's node
    // has restarted.
    let (stays, goes) = (thinks, 1 - thinks);
    leave(&mut model, goes, goes);
    model.kill(goes);
    model.judge_others(stays, false);
    pass(&mut model, &[stays], 5_000);
    let step = model.follow_at(goes, goes, true);
    model.starts_at(goes);
    model.does(goes, step);
    assert_eq!(here(&model, goes), [true, true], "nobody has answered yet");
    model.settle();
    pass(&mut model, &[0, 1], 2_000);
    assert_eq!(here(&model, goes), [true, true]);
    assert_eq!(resumed(&model), before);
}

#[test]
fn time_in_which_nobody_was_there_is_given_back_once_though_two_come_back_at_once() {
    let fixture = ModelFixture::new();
    let mut model = apart(&fixture, &begun(Seating::TWO, FAST));
    let before = resumed(&model).len();
    pass(&mut model, &[0, 1], 4_000);
    for guest in 0..2 {
        leave(&mut model, guest, guest);
    }
    pass(&mut model, &[], 60_000);
    for guest in 0..2 {
        let step = model.follow_at(guest, guest, true);
        model.does(guest, step);
    }
    model.settle();
    let given: i64 = resumed(&model)[before..].iter().sum();
    let apart_ms = 2_000;
    assert!((60_000..=60_000 + apart_ms).contains(&given), "{given}");
    model.everybody_is_up_to_date();
}

#[test]
fn a_clock_acts_once_and_the_other_node_stands_in_when_its_owner_is_gone() {
    let fixture = ModelFixture::new();
    let mut model = apart(&fixture, &begun(Seating::TWO, FAST));
    let owner = model.owner();
    pass(&mut model, &[1 - owner, owner], 17_500);
    assert_eq!(placed(&model), 1);
    model.everybody_is_up_to_date();

    // The node that acts for the table, `owner`, stops. The other node has not noticed this yet, and has the
    // player on turn.
    let thinks = on_turn(model.state());
    come_to(&mut model, 1 - owner, thinks);
    come_to(&mut model, owner, 1 - thinks);
    model.kill(owner);
    pass(&mut model, &[1 - owner], 17_500);
    assert_eq!(placed(&model), 1);
    // So the other node waits twice for the owner: to warn the player, and to play the tile.
    pass(&mut model, &[1 - owner], 10_000);
    assert_eq!(placed(&model), 2);
}

#[test]
fn a_computer_player_acts_once_and_the_other_node_stands_in_when_its_owner_is_gone() {
    let fixture = ModelFixture::with_computers();
    let mut model = apart(&fixture, &Bench::with_a_computer_between(Access::Public));
    let owner = model.owner();
    let is_computers = |model: &ModelTable<'_>| on_turn(model.state()) == 1;
    let play_to_computer = |model: &mut ModelTable<'_>| {
        while !is_computers(model) {
            let guest = on_turn(model.state()).min(1);
            let action = play(model.state());
            act(model, guest, action);
        }
    };
    play_to_computer(&mut model);
    let version = model.state().version;
    pass(&mut model, &[1 - owner], 4_500);
    assert_eq!(model.state().version, version, "it is for the owner to do");
    pass(&mut model, &[owner, 1 - owner], 500);
    assert_eq!(model.state().version, version + 1);

    play_to_computer(&mut model);
    let version = model.state().version;
    model.kill(owner);
    pass(&mut model, &[1 - owner], 4_500);
    assert_eq!(model.state().version, version);
    pass(&mut model, &[1 - owner], 2_000);
    assert!(model.state().version > version);
}

#[test]
fn what_is_said_is_heard_at_every_node_and_by_who_comes_later() {
    let fixture = ModelFixture::new();
    let mut model = apart(&fixture, &begun(Seating::TWO, ClockRule::None));
    let words = Words::Phrase(Phrase::Hello);
    let say = model.request(0, Request::Say { words }).unwrap();
    model.decide_and_append(say);
    let reaction = Reaction::Clap;
    let react = model.request(1, Request::React { reaction }).unwrap();
    model.decide_and_append(react);
    for guest in &model.guests[..2] {
        let said = |told: &&ServerMessage| matches!(told, ServerMessage::Said { .. });
        assert_eq!(guest.told.iter().filter(said).count(), 1);
        let reacted = |told: &&ServerMessage| matches!(told, ServerMessage::Reacted { .. });
        assert_eq!(guest.told.iter().filter(reacted).count(), 1);
    }
    // The node of one player restarts.
    model.kill(1);
    model.starts_at(1);
    model.settle();
    come_to(&mut model, 1, 1);
    let chat = |guest: usize| model.guests[guest].known.as_ref().unwrap().chat.clone();
    let count = |chat: &Chat| chat.lines().count();
    assert_eq!(count(&chat(1)), 1);
}

#[test]
fn a_name_that_the_host_takes_at_one_node_is_shown_at_the_other() {
    let fixture = ModelFixture::new();
    let mut model = apart(&fixture, &begun(Seating::TWO, ClockRule::None));
    let id = model.guests[0].following.as_ref().unwrap().id();
    model.decide_and_append(Step::Input(Input::Rename { id, name: "Eve" }));
    let host = model.state().seats.person_at(seat(0)).unwrap();
    assert_eq!(&*host.name, "Eve");
    model.everybody_is_up_to_date();
}

/// A table with access by link only, at which two players wait for their match.
fn waiting() -> Bench {
    let mut bench = Bench::new(*Preset::BLOCK.rules(), Access::Link, 0, 7);
    let name = "Guest".to_owned();
    bench.act(1, Action::Sit { seat: None, name }).unwrap();
    bench
}

#[test]
fn who_is_removed_follows_at_no_node_any_more() {
    let fixture = ModelFixture::new();
    let mut model = apart(&fixture, &waiting());
    act(&mut model, 0, Action::Remove(seat(1), None));
    assert!(model.guests[1].following.is_none());
}

#[test]
fn a_table_that_is_closed_at_one_node_ends_at_the_other() {
    let fixture = ModelFixture::new();
    let mut model = apart(&fixture, &waiting());
    for guest in 0..2 {
        act(&mut model, guest, Action::Leave);
    }
    assert!(model.state().closed);
    assert!(model.guests.iter().all(|guest| guest.following.is_none()));
}

#[test]
fn who_has_played_through_another_node_has_kept_nobody_waiting() {
    let fixture = ModelFixture::new();
    let mut model = apart(&fixture, &begun(Seating::TWO, ClockRule::None));
    let (late, waits) = (on_turn(model.state()), 1 - on_turn(model.state()));
    leave(&mut model, late, late);
    pass(&mut model, &[0, 1], limits::GONE_MS - 1_000);
    come_to(&mut model, late, late);
    for guest in [late, waits] {
        let action = play(model.state());
        act(&mut model, guest, action);
    }
    leave(&mut model, late, late);
    pass(&mut model, &[0, 1], limits::GONE_MS - 1_000);
    assert_eq!(told(&model, waits), None);
    pass(&mut model, &[0, 1], 2_000);
    assert!(told(&model, waits).is_some());
}
