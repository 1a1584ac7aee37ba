//! Laws of a table's state, checked with random people who do random things: the log holds everything, a
//! refusal changes nothing, and a client that applies all updates knows the same as a new client.

use std::time::{Duration, Instant};

use boneyard_base::{Share, Timestamp, limits};
use boneyard_protocol::{Access, Level, Status};
use boneyard_rules::line::Preset;
use boneyard_rules::line::Rules;
use boneyard_rules::line::rules::{LOVE_TARGET_MAX, Love, SEATINGS, TARGET_MAX};
use boneyard_rules::{Move, Need, Seat, Seating, line};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand::rngs::StdRng;

use crate::computers::question::{ComputerQuestion, HintQuestion, fallback_move};
use crate::state::State;
use crate::state::command::Action;
use crate::state::computer_move::ComputerMove;
use crate::state::event::TableEvent;
use crate::state::refusal::Refusal;
use crate::tests::bench::{
    Bench, PEOPLE, line_of, play_round, play_to_a_gift, two_players, two_players_by,
};
use crate::tests::mixed::mixed;

/// A share of a thread that is so small that a decision takes almost no time.
fn small_share() -> Share {
    Share {
        until: Instant::now() + Duration::from_hours(1),
        jobs: u32::MAX,
    }
}

pub(crate) fn any_rules() -> impl Strategy<Value = Rules> {
    let mix = prop::option::of(any::<u64>());
    let presets = (0..Preset::ALL.len(), 0..4_usize, mix, 1..60_u16);
    presets.prop_map(|(preset, seating, mix, target)| {
        let rules = Preset::ALL[preset].for_seating(SEATINGS[seating]);
        if let Some(seed) = mix {
            return mixed(rules, &mut StdRng::seed_from_u64(seed));
        }
        let mut options = *rules;
        let most = match options.love {
            Love::No => TARGET_MAX,
            Love::Yes | Love::OneAll => LOVE_TARGET_MAX,
        };
        options.target = target.max(options.entry.into()).min(most);
        Rules::try_from(options).unwrap()
    })
}

/// One random step. `kind` chooses what happens, 0 to 9; `pick` chooses the details.
pub(crate) fn step(bench: &mut Bench, person: usize, kind: u8, pick: u16) -> Result<(), Refusal> {
    match kind {
        0 => bench.wait(i64::from(pick % 20_000)),
        1 => {
            let action = bench.senseless(pick);
            return bench.act(person, action);
        }
        2..=4 => bench.computer_plays(),
        _ => {
            let action = bench.sensible(person, pick);
            return bench.act(person, action);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn the_log_holds_everything_and_updates_tell_it(
        rules in any_rules(),
        by_link in any::<bool>(),
        kept_seats in 0..2_u8,
        computers in prop::collection::vec(prop::sample::select(Level::ALL), 0..4),
        seed in any::<u64>(),
        steps in prop::collection::vec((0..PEOPLE, 0..10_u8, any::<u16>()), 1..150),
    ) {
        let access = if by_link { Access::Link } else { Access::Public };
        let computers = &computers[..computers.len().min(rules.seating.seat_count() - 1)];
        let mut bench = Bench::with_computers(rules, access, kept_seats, computers, seed);
        for (person, kind, pick) in steps {
            let rows = bench.log.len();
            let result = step(&mut bench, person, kind, pick);
            if result.is_err() {
                prop_assert_eq!(bench.log.len(), rows);
            }
            prop_assert!(result != Err(Refusal::OutOfOrder));
            if bench.state.closed {
                break;
            }
        }
    }
}

#[test]
fn the_next_round_waits_for_everybody_but_not_for_ever() {
    let mut bench = two_players();
    play_round(&mut bench);
    let round = |bench: &Bench| {
        bench
            .state
            .matches
            .current()
            .as_ref()
            .unwrap()
            .round_number()
    };
    bench.wait(limits::NEXT_ROUND_MS_MAX * 10);
    assert_eq!(round(&bench), 1, "nobody has said that they are ready");

    bench.act(0, Action::Next).unwrap();
    bench.wait(limits::NEXT_ROUND_MS_MAX - 1);
    assert_eq!(round(&bench), 1);
    bench.wait(1);
    assert_eq!(round(&bench), 2);
    assert_eq!(bench.state.deadline(), None);

    play_round(&mut bench);
    bench.act(0, Action::Next).unwrap();
    bench.act(1, Action::Next).unwrap();
    assert_eq!(round(&bench), 3, "nobody has to wait when all are ready");
}

#[test]
fn the_lead_is_given_once_and_by_nobody_else() {
    let rules = *Preset::SIX_LOVE.rules();
    let computers = [Level::Beginner; 2];
    let mut bench = Bench::with_computers(rules, Access::Public, 0, &computers, 5);
    bench.act(1, bench.sensible(1, 1)).unwrap();
    for person in 0..2 {
        bench.act(person, Action::Ready(true)).unwrap();
    }
    let giver = play_to_a_gift(&mut bench);
    let leader = bench.state.matches.on_turn().unwrap();
    let ply = bench.state.ply();
    let give = |ply| Action::Move {
        ply,
        chosen: line::Move::GiveLead.into(),
    };
    assert_eq!(
        bench.act(1 - giver, give(ply)),
        Err(illegal(line::Illegal::MayNotGive))
    );
    assert_eq!(bench.act(giver, give(ply - 1)), Err(Refusal::Stale));
    bench.act(giver, give(ply)).unwrap();
    let partner = bench.state.matches.on_turn().unwrap();
    assert_eq!(partner.index(), (leader.index() + 2) % 4);
    assert_eq!(
        bench.act(giver, give(ply + 1)),
        Err(illegal(line::Illegal::MayNotGive))
    );
    play_round(&mut bench);
}

#[test]
fn a_match_that_nobody_wins_is_over_after_the_last_round() {
    // A round gives at most one point, for going out, so no side can reach the target.
    let mut options = **Preset::BLOCK.rules();
    options.going_out_point = true;
    options.target = boneyard_rules::line::rules::TARGET_MAX;
    let mut state = two_players_by(Rules::try_from(options).unwrap()).state;
    while state.status() == Status::Playing {
        let event = match state.needs() {
            Need::Move(seat) => {
                let game = state.matches.current().unwrap();
                let chosen = game.forced().unwrap();
                TableEvent::Moved { seat, chosen }
            }
            Need::Chance(chance) => TableEvent::Dealt {
                order: state.deals.next_order(&state.matches, chance).unwrap(),
            },
            Need::Nothing => unreachable!("the match goes on"),
        };
        state.add(&[event], Timestamp(0)).unwrap();
    }
    let game = state.matches.current().unwrap();
    assert_eq!(u32::from(game.round_number()), limits::ROUNDS_MAX);
    assert_eq!(game.winner(), None);
}

#[test]
fn a_log_with_a_gap_or_an_impossible_row_is_refused() {
    let mut bench = two_players();
    play_round(&mut bench);
    let whole = bench.log.clone();
    let without = |index: usize| {
        let mut log = whole.clone();
        log.remove(index);
        State::from_log(&log).unwrap_err().to_string()
    };
    assert_eq!(without(2), "row 3 of the log is missing, row 4 follows");
    assert_eq!(without(0), "row 1 of the log is missing, row 2 follows");
    let mut twice = whole.clone();
    let last = whole.len() - 1;
    twice[last].body.clone_from(&whole[last - 1].body);
    let error = State::from_log(&twice).unwrap_err().to_string();
    let expected = format!("row {} of the log can't have happened", last + 1);
    assert!(error.starts_with(&expected), "{error}");
    assert!(State::from_log(&[]).is_err());
}

fn illegal(reason: line::Illegal) -> Refusal {
    Refusal::Illegal(reason.into())
}

fn against(computers: &[Level], seating: Seating) -> Bench {
    let rules = Preset::DRAW.for_seating(seating);
    Bench::with_computers(rules, Access::Public, 0, computers, 10)
}

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

#[test]
fn against_computers_alone_the_match_begins_and_goes_on_without_waiting() {
    let mut bench = against(&[Level::Club], Seating::TWO);
    assert_eq!(bench.state.status(), Status::Playing);
    assert_eq!(bench.state.version, 1, "one append opens and deals");
    while bench.state.status() == Status::Playing {
        play_round(&mut bench);
        if bench.state.status() == Status::Playing {
            bench.act(0, Action::Next).unwrap();
        }
    }
    bench.act(0, Action::Ready(true)).unwrap();
    assert_eq!(
        bench.state.matches.count(),
        2,
        "a computer is always up for a rematch"
    );
}

#[test]
fn the_host_alone_decides_about_computers_and_only_between_matches() {
    let mut bench = against(&[Level::Expert], Seating::THREE);
    let sit = |bench: &mut Bench, person, free| {
        bench.act(person, Action::SeatComputer(seat(free), Level::Casual))
    };
    assert_eq!(bench.state.status(), Status::Open);
    assert_eq!(sit(&mut bench, 1, 2), Err(Refusal::NotSeated));
    let name = "Guest".to_owned();
    bench.act(1, Action::Sit { seat: None, name }).unwrap();
    assert_eq!(sit(&mut bench, 1, 2), Err(Refusal::NotHost));
    assert_eq!(sit(&mut bench, 0, 1), Err(Refusal::Taken(seat(1))));
    assert_eq!(sit(&mut bench, 0, 3), Err(Refusal::NoSuchSeat(seat(3))));
    bench.act(1, Action::Leave).unwrap();
    bench.act(0, Action::Ready(true)).unwrap();
    sit(&mut bench, 0, 2).unwrap();
    assert_eq!(
        bench.state.status(),
        Status::Playing,
        "nobody else is to come"
    );
    let remove = Action::Remove(seat(1), None);
    assert_eq!(bench.act(0, remove.clone()), Err(Refusal::MatchRunning));

    while bench.state.status() == Status::Playing {
        play_round(&mut bench);
        let _ = bench.act(0, Action::Next);
    }
    bench.act(0, remove).unwrap();
    assert!(
        bench.state.seats.removed().is_empty(),
        "a computer may come back"
    );
    sit(&mut bench, 0, 1).unwrap();
    bench.act(0, Action::Leave).unwrap();
    assert!(bench.state.closed, "computers don't stay among themselves");
}

#[test]
fn a_computer_acts_in_its_own_turn_and_in_no_other_position() {
    let mut bench = against(&[Level::Casual], Seating::TWO);
    while bench.state.matches.on_turn() != Some(seat(1)) {
        let action = bench.sensible(0, 0);
        bench.act(0, action).unwrap();
    }
    let (ply, action) = (bench.state.ply(), fallback_move(&bench.state).unwrap());
    let decide = |action, ply| {
        bench
            .state
            .decide_for_computer(action, ply, bench.now)
            .map(drop)
    };
    assert_eq!(decide(action, ply - 1), Err(Refusal::Stale));
    let call = ComputerMove {
        seat: seat(1),
        chosen: line::Move::Call.into(),
    };
    assert_eq!(
        decide(call, ply),
        Err(illegal(line::Illegal::NothingToTake))
    );
    assert_eq!(decide(action, ply), Ok(()));
    let player = bench.people[0];
    let hint = HintQuestion::of(&bench.state, player, ply).map(drop);
    assert_eq!(hint, Err(Refusal::NotOnTurn));
}

#[test]
fn a_computer_that_thinks_may_give_the_lead_and_no_other_does() {
    let rules = *Preset::SIX_LOVE.rules();
    let player = boneyard_bot::Player::new(&rules.into());
    let mut given = [0; 4];
    let mut kept = [0; 4];
    for seed in 0..16 {
        let computers = [Level::Casual, Level::Club, Level::Expert];
        let mut bench = Bench::with_computers(rules, Access::Public, 0, &computers, seed);
        for _ in 0..5 {
            let turn = bench.state.matches.on_turn();
            let may_give = |state: &State, seat| {
                let game = state.matches.current();
                game.is_some_and(|game| line_of(game).may_give_lead(seat))
            };
            if let Some(giver) = turn.filter(|&seat| {
                bench.state.computer_for(seat).is_some() && may_give(&bench.state, seat)
            }) {
                let leads = fallback_move(&bench.state);
                let leads = leads.unwrap();
                let is_play = matches!(leads.chosen, Move::Line(line::Move::Play(_)));
                assert!(is_play && leads.seat == giver);
                let question = ComputerQuestion::of(&bench.state).unwrap();
                let action = question.think(&player, small_share()).unwrap();
                let ply = bench.state.ply();
                let decided = bench
                    .state
                    .decide_for_computer(action, ply, bench.now)
                    .unwrap();
                bench.append(&decided.events, *decided.next);
                if action.chosen == line::Move::GiveLead.into() {
                    given[giver.index()] += 1;
                    let partner = bench.state.matches.on_turn().unwrap();
                    assert_eq!(partner.index(), (giver.index() + 2) % 4);
                    assert!(!may_give(&bench.state, partner), "it can't be given back");
                    assert_eq!(bench.state.ply(), ply + 1);
                } else {
                    kept[giver.index()] += 1;
                }
            }
            play_round(&mut bench);
            bench.act(0, Action::Next).unwrap();
        }
    }
    assert!(given[1] == 0 && kept[1] > 0, "casual: {given:?} {kept:?}");
    for thinks in [2, 3] {
        assert!(given[thinks] > 0 && kept[thinks] > 0, "{given:?} {kept:?}");
    }
}
