//! Stories: short matches, written as transcripts, that show what the rules require in special cases.

mod common;

use boneyard_rules::game::ROUND_SCORES_MAX;
use boneyard_rules::line::{Event, Match, Rules};
use boneyard_rules::line::{Illegal, Move, TileOrder};
use boneyard_rules::{Need, Purpose, Seat, Side, Transcript};
use common::RandomMatch;

/// Completes a `deal` line: `…` stands for all tiles that the line doesn't name, ordered by their index.
fn full_deal(line: &str) -> String {
    let Some((named, last)) = line.split_once(" …") else {
        return line.to_owned();
    };
    let all = TileOrder::SORTED
        .tiles()
        .iter()
        .copied()
        .map(|tile| tile.to_string());
    let rest: Vec<_> = all.filter(|tile| !line.contains(tile.as_str())).collect();
    format!("{named} {}{last}", rest.join(" "))
}

/// Parses a story and replays it. Panics if a line is not what the rules require there.
fn tell(story: &str) -> Match {
    let text: Vec<_> = story
        .trim()
        .lines()
        .map(|line| full_deal(line.trim()))
        .collect();
    let transcript: Transcript = text.join("\n").parse().expect("a story is a transcript");
    match transcript.replay() {
        Ok(game) => game.try_into().expect("a game of the line"),
        Err(error) => panic!("{error}: {:?}", transcript.events.get(error.line - 2)),
    }
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

fn score(game: &Match, side: u8) -> u16 {
    game.scores()[Side::new(side).expect("a side")]
}

#[test]
fn without_a_double_the_heaviest_tile_leads() {
    // 6-2 and 5-3 have the same weight, so the higher single end decides who leads.
    let game = tell(
        "rules Draw 100 · 3 tiles
         deal leads 1: 5-3 3-0 1-0 6-2 2-0 2-1 …
         1 plays 6-2
         0 draws 0-0
         0 draws 1-1
         0 draws 2-2",
    );
    assert_eq!(game.needs(), Need::Move(seat(0)));
}

#[test]
fn without_a_double_a_quick_game_is_dealt_again() {
    let game = tell(
        "rules Quick Draw 50 · 3 tiles
         deal again: 5-3 3-0 1-0 6-2 2-0 2-1 …
         deal leads 1: 5-3 3-0 1-0 6-2 0-0 2-1 …",
    );
    let must = boneyard_rules::line::Play {
        tile: "6-2".parse().expect("a tile"),
        arm: None,
        announced: None,
    };
    let lead = "0-0".parse().expect("a tile");
    assert_eq!(
        game.clone().take(seat(1), must.into()),
        Err(Illegal::MustLead { tile: lead })
    );
    assert_eq!(game.round_number(), 1, "a redeal is no round");
}

#[test]
fn the_heaviest_lot_leads_any_tile() {
    let game = tell(
        "rules Party Block 100 · 3 players
         lots leads 2: 5-3 4-4 6-2
         deal leads 2: 6-6 6-5 6-4 6-3 6-2 …
         2 plays 2-2",
    );
    assert_eq!(game.needs(), Need::Move(seat(0)));
}

#[test]
fn draws_go_on_until_a_tile_fits_and_the_reserve_stays() {
    let game = tell(
        "rules Draw 100 · 3 tiles · reserve 2
         deal leads 0: 6-6 5-5 4-4 3-3 2-2 1-1 0-0 1-0 6-1 …
         0 plays 6-6
         1 draws 0-0
         1 draws 1-0
         1 draws 6-1
         1 plays 6-1 on a to 1
         0 draws 2-0
         0 draws 2-1",
    );
    let round = game.round().expect("a round");
    let lacks: Vec<_> = round
        .lacks(seat(1))
        .map(boneyard_rules::Pips::get)
        .collect();
    assert_eq!(lacks, [6], "its draws showed that it held no six");
}

#[test]
fn a_round_is_blocked_the_moment_nobody_can_play() {
    // Seat 1 has no six, and in Block there is nothing to draw. Seat 0 can still play, so seat 1 passes.
    let game = tell(
        "rules Block 100 · 3 tiles
         deal leads 0: 6-6 6-5 6-4 3-3 2-2 1-1 …
         0 plays 6-6
         1 passes
         0 plays 6-5 on a to 5
         1 passes
         0 plays 6-4 on b to 4
         0 goes out for 12 (hands 12)
         side 0 scores 12 for domino",
    );
    assert!(matches!(game.needs(), Need::Chance(chance) if chance.purpose == Purpose::Deal));
    // No seat can play, so the round ends at once, without passes.
    tell(
        "rules Block 100 · 3 tiles
         deal leads 0: 6-6 5-4 3-2 1-0 2-0 3-0 …
         0 plays 6-6
         blocked 1 for 8 (hands 8)
         side 1 scores 8 for blocked",
    );
}

#[test]
fn equal_hands_tie_a_blocked_round_and_nobody_scores() {
    let game = tell(
        "rules Block, winner leads 100 · 3 tiles
         deal leads 0: 6-6 4-0 3-2 5-0 3-1 0-0 …
         0 plays 6-6
         blocked tie
         deal leads 1: 0-0 1-0 2-0 6-6 5-0 4-0 …
         1 plays 6-6
         blocked 0 for 9 (hands 9)
         side 0 scores 9 for blocked",
    );
    assert_eq!([score(&game, 0), score(&game, 1)], [9, 0]);
}

#[test]
fn partners_score_together_and_the_lighter_winner_leads() {
    // Seats 1 and 3 hold 9 pips, the other side holds 24. Of seats 1 and 3, seat 3 holds fewer pips.
    let game = tell(
        "rules Block, winner leads 100 · partners · 3 tiles
         deal leads 0: 6-6 5-5 5-1 4-1 1-0 1-1 5-4 5-2 5-0 0-0 2-0 2-1 …
         0 plays 6-6
         blocked 1 for 37 (hands 37)
         side 1 scores 37 for blocked
         deal leads 3: 6-6 5-5 5-1 4-1 1-0 1-1 5-4 5-2 5-0 0-0 2-0 2-1 …
         3 plays 2-1",
    );
    assert_eq!(score(&game, 1), 37);
}

#[test]
fn an_announced_score_counts_and_another_may_be_taken() {
    let mut game = tell(
        "rules Muggins 61 · highest double · muggins calls · 3 tiles
         deal leads 0: 5-5 5-0 2-1 4-4 5-1 4-1 …
         0 plays 5-5 says 2
         side 0 scores 2 for count
         1 plays 5-1 on a to 1
         0 plays 5-0 on b to 0",
    );
    assert_eq!(
        game.take(seat(1), Move::Call),
        Err(Illegal::NothingToTake),
        "the count is 1"
    );
    let mut missed = tell(
        "rules Muggins 61 · highest double · muggins calls · 3 tiles
         deal leads 0: 5-5 5-0 2-1 4-4 5-1 4-1 …
         0 plays 5-5 says 3",
    );
    assert!(missed.is_unsettled());
    assert_eq!(
        missed.take(seat(0), Move::Call),
        Err(Illegal::NothingToTake),
        "one's own points can't be called"
    );
    let events = missed
        .take(seat(1), Move::Call)
        .expect("the announcement was wrong");
    assert!(matches!(
        events[..],
        [Event::Called { .. }, Event::Scored { points: 2, .. }]
    ));
    assert_eq!(
        missed.take(seat(1), Move::Call),
        Err(Illegal::NothingToTake),
        "only the first call takes them"
    );
}

#[test]
fn an_announced_zero_settles_a_play_that_is_worth_nothing() {
    let played = |says: &str| {
        tell(&format!(
            "rules Muggins 61 · highest double · muggins calls · 3 tiles
             deal leads 0: 5-5 5-0 2-1 4-4 5-1 4-1 …
             0 plays 5-5 says 2
             side 0 scores 2 for count
             1 plays 5-1 on a to 1{says}"
        ))
    };
    let silent = played("");
    assert!(
        silent.board().claim,
        "nobody is told that it is worth nothing"
    );
    assert_eq!(silent.board().count, None);
    let settled = played(" says 0");
    assert!(!settled.board().claim);
    assert_eq!(settled.board().count.map(|count| count.total), Some(11));
}

#[test]
fn a_long_match_keeps_the_scores_of_its_last_hundred_rounds() {
    let rules: Rules = "Block 1000 · going-out point".parse().expect("a notation");
    let mut random = RandomMatch::new(&rules, 1);
    let mut all = Vec::new();
    while all.len() < ROUND_SCORES_MAX + 2 {
        let events = random.step();
        let ends = events
            .iter()
            .any(|event| matches!(event, Event::RoundOver(_)));
        all.extend(ends.then(|| *random.game.scores()));
    }
    assert_eq!(random.game.round_scores(), &all[2..]);
}

#[test]
fn the_target_ends_the_match_in_the_middle_of_a_round() {
    let game = tell(
        "rules All Fives 10
         deal leads 0: 5-5 5-0 4-1 4-2 4-3 3-2 3-1 …
         0 plays 5-5
         side 0 scores 10 for count
         side 0 wins",
    );
    assert_eq!(game.needs(), Need::Nothing);
}

#[test]
fn a_tied_block_goes_to_the_leaders_own_side_if_it_is_tied() {
    // Seats 0 and 3 hold 8 pips each. Seat 2 leads; in turn order from seat 2, seat 3 comes before seat
    // 0.
    let game = tell(
        "rules Block, winner leads 100 · partners · 3 tiles · lot · lightest seat · tie to leader
         lots leads 2: 6-4 6-5 6-6 6-3
         deal leads 2: 5-5 6-2 6-1 6-3 5-1 1-1 3-3 4-3 5-4 4-0 6-4 3-1 …
         2 plays 5-4
         3 plays 6-4 on b to 6
         0 plays 6-1 on b to 1
         1 plays 5-1 on b to 5
         2 passes
         3 passes
         0 plays 5-5 on b to 5
         blocked 0 for 19 (hands 19)
         side 0 scores 19 for blocked",
    );
    assert_eq!(score(&game, 0), 19);
}

#[test]
fn love_leaves_the_scores_of_a_match_that_is_over() {
    let game = tell(
        "rules Block, winner leads 2 · 3 tiles · no hands · finish 1/1/1/1/1 · love one-all · match ends after a round
         deal leads 0: 6-6 1-0 2-0 5-4 3-2 3-1 …
         0 plays 6-6
         blocked 0 for 1 (finish 1)
         side 0 scores 1 for blocked
         deal leads 0: 6-6 5-4 3-2 1-0 2-0 3-0 …
         0 plays 6-6
         blocked 1 for 1 (finish 1)
         side 1 scores 1 for blocked
         deal leads 1: 5-4 3-2 3-1 6-6 1-0 2-0 …
         1 plays 6-6
         blocked 1 for 1 (finish 1)
         side 1 scores 1 for blocked
         side 1 wins",
    );
    assert_eq!([score(&game, 0), score(&game, 1)], [1, 2]);
}

/// The open ends after a story, each as `arm pips`.
fn ends(story: &str) -> Vec<String> {
    let game = tell(story);
    let round = game.round().expect("a round");
    let ends = round.layout().ends();
    ends.map(|end| format!("{} {}", end.arm, end.pips))
        .collect()
}

#[test]
fn of_a_spinners_bare_sides_one_is_offered() {
    let led = "rules Fives 150 · 3 tiles
         deal leads 0: 5-5 5-1 5-2 5-0 5-3 4-0 …
         0 plays 5-5
         side 0 scores 10 for count
         1 plays 5-0 on a to 0
         side 1 scores 10 for count";
    assert_eq!(ends(led), ["a 0", "b 5"]);
    let two = format!("{led}\n0 plays 5-1 on b to 1");
    assert_eq!(ends(&two), ["a 0", "b 1", "c 5"]);
    let three = format!("{two}\n1 plays 5-3 on c to 3");
    assert_eq!(ends(&three), ["a 0", "b 1", "c 3", "d 5"]);

    let later = "rules Fives 150 · 3 tiles · lot
         lots leads 0: 6-6 1-0
         deal leads 0: 6-5 5-1 5-2 5-5 5-3 4-0 …
         0 plays 6-5
         1 plays 5-5 on b to 5";
    assert_eq!(ends(later), ["a 6", "b 5"]);
    let next = format!("{later}\n0 plays 5-2 on b to 2");
    assert_eq!(ends(&next), ["a 6", "b 2", "c 5"]);
}

/// A story: seat 0 goes out, seats 1 and 3 hold 9 pips together, and seat 2 holds `third_hand`.
fn out_of_partners(third_hand: &str, end: &str) -> Match {
    tell(&format!(
        "rules Block, winner leads 100 · partners · 3 tiles · lightest side scores
         deal leads 0: 6-6 4-3 1-0 6-4 3-0 4-0 {third_hand} 6-3 3-1 5-0 …
         0 plays 6-6
         1 plays 6-4 on a to 4
         2 passes
         3 plays 6-3 on b to 3
         0 plays 4-3 on a to 3
         1 plays 3-0 on a to 0
         2 passes
         3 plays 3-1 on b to 1
         0 plays 1-0 on a to 1
         {end}"
    ))
}

#[test]
fn a_domino_goes_to_the_lightest_side_and_of_equal_ones_to_who_went_out() {
    let lighter = out_of_partners(
        "1-1 2-1 5-5",
        "0 goes out for 15 (hands 15)
         side 1 scores 15 for domino",
    );
    assert_eq!([score(&lighter, 0), score(&lighter, 1)], [0, 15]);
    let equal = out_of_partners(
        "1-1 2-1 2-2",
        "0 goes out for 9 (hands 9)
         side 0 scores 9 for domino
         deal leads 0: 0-0 …",
    );
    assert_eq!([score(&equal, 0), score(&equal, 1)], [9, 0]);
}

#[test]
fn where_everyone_calls_the_partner_may_for_its_own_side() {
    let led = |callers: &str| {
        tell(&format!(
            "{callers}
             deal leads 0: 5-5 5-1 5-2 5-0 5-3 5-4 …
             0 plays 5-5"
        ))
    };
    let mut everyone = led(
        "rules Muggins 61 · partners · 3 tiles · highest double · muggins calls · anyone calls",
    );
    assert_eq!(
        everyone.take(seat(0), Move::Call),
        Err(Illegal::NothingToTake)
    );
    everyone.take(seat(2), Move::Call).expect("the partner may");
    assert_eq!([score(&everyone, 0), score(&everyone, 1)], [2, 0]);

    let mut opponents =
        led("rules Muggins 61 · partners · 3 tiles · highest double · muggins calls");
    assert_eq!(
        opponents.take(seat(2), Move::Call),
        Err(Illegal::NothingToTake)
    );
    opponents
        .take(seat(3), Move::Call)
        .expect("an opponent may");
    assert_eq!([score(&opponents, 0), score(&opponents, 1)], [0, 2]);
}
