//! Tests of the records of matches that weren't played to their end: how they ended, and that replay, proof
//! and analysis work.

use boneyard_protocol::record::{Record, Replay};
use boneyard_protocol::{ClockRule, Ending, Request, Status};
use boneyard_rules::line::view::VisibleEvent;
use boneyard_rules::line::{Move, Preset, Rules, Step};
use boneyard_rules::{Seat, Seating, Side};

use super::{analysis_of, get, matches_of, play, record_of, short, verify};
use crate::client::Client;
use crate::world::{Table, World, dice, public};

/// The number of plays before the match ends.
const PLAYS: usize = 9;

/// Creates a table, and plays some moves of a match there.
async fn begun(world: &World, rules: &Rules, seed: u64) -> Table {
    let mut table = world.table(&public(*rules)).await;
    table.start().await;
    let mut dice = dice(seed);
    for _ in 0..PLAYS {
        table.step(&mut dice).await;
    }
    table
}

/// Waits until all players are shown that the match is over. Returns the record.
async fn record(world: &World, table: &mut Table) -> Record {
    let id = table.id;
    for player in &mut table.players {
        let over = |player: &Client| player.table(id).room.status == Status::Over;
        player.until(over).await;
    }
    let record = record_of(table).unwrap();
    get(world, &format!("/api/m/{record}")).await.read()
}

/// Checks a record, independent of how its match ended: the match can be replayed, proved and analysed up to
/// its end.
async fn check(world: &World, record: &Record) {
    verify(record);
    assert!(record.transcript.contains(" plays "));
    assert!(
        !record.transcript.contains(" wins"),
        "nobody reached the target"
    );
    let replay: Replay = get(world, &format!("/api/m/{}/steps", record.id))
        .await
        .read();
    let plays = record.transcript.matches(" plays ").count();
    let positions = replay.lengths.iter().sum::<u32>() as usize;
    assert_eq!(positions, plays + replay.lengths.len());

    let analysed = analysis_of(world, record).await;
    assert_eq!(analysed.len(), plays, "every play is looked at");
    for moved in &analysed {
        let steps = &replay.rounds[usize::from(moved.round) - 1].steps;
        let position = &steps[usize::from(moved.step)].position;
        let position = <&Step>::try_from(position).unwrap();
        let Move::Play(played) = moved.played.try_into().unwrap() else {
            panic!("{moved:?}")
        };
        let laid = position.events.iter().any(|event| {
            matches!(*event, VisibleEvent::Played { seat, tile, .. }
                if (seat, tile) == (moved.seat, played.tile))
        });
        assert!(laid, "{moved:?}");
    }
}

#[tokio::test]
async fn a_match_that_is_given_up_is_kept_as_far_as_it_went() {
    let world = World::new().await;
    let mut table = begun(&world, Preset::DRAW.rules(), 12).await;
    let resign = Request::Resign.at(table.id);
    table.players[1].send(&resign).await;
    let record = record(&world, &mut table).await;
    let ending = Ending::Resigned {
        seat: Seat::new(1).unwrap(),
        winner: Side::new(0),
    };
    assert_eq!((record.ending, record.winner), (ending, Side::new(0)));
    let won = matches_of(&world, &table.people[0], "?result=won").await;
    assert_eq!(won.matches.len(), 1);
    check(&world, &record).await;
}

#[tokio::test]
async fn a_match_that_ends_by_agreement_is_kept_without_a_winner() {
    let world = World::new().await;
    let mut table = begun(&world, Preset::ALL_FIVES.rules(), 13).await;
    let id = table.id;
    for player in &mut table.players {
        let agree = Request::Agree { agree: true }.at(id);
        player.send(&agree).await;
    }
    let record = record(&world, &mut table).await;
    assert_eq!((record.ending, record.winner), (Ending::Agreed, None));
    let undecided = matches_of(&world, &table.people[0], "?result=undecided").await;
    assert_eq!(undecided.matches[0].ending, Ending::Agreed);
    check(&world, &record).await;
}

/// Of three players, one resigns, and a computer player continues in that seat. The player who resigned must
/// not count as the winner, even if the seat wins.
#[tokio::test]
async fn a_player_who_resigned_has_not_won_even_if_the_computer_player_in_that_seat_did() {
    let world = World::new().await;
    let mut resigned_seat_won = false;
    // The seed decides which seat wins. The record must be right in both cases.
    for seed in 0..20 {
        let rules = short(&Preset::BLOCK.for_seating(Seating::THREE), 1);
        let mut table = world.table(&public(rules)).await;
        table.start().await;
        let id = table.id;
        table.players[1].send(&Request::Resign.at(id)).await;
        let standing_in = |player: &Client| {
            player.table(id).room.seats[Seat::new(1).unwrap()]
                .as_ref()
                .unwrap()
                .care
                .resigned
        };
        table.players[1].until(standing_in).await;
        let mut dice = dice(seed);
        loop {
            table.sync().await;
            if table.players[0].table(id).room.status == Status::Over {
                break;
            }
            match table.players[0].standing(id).turn {
                Some(turn) if turn.index() != 1 => {
                    table.step(&mut dice).await;
                }
                Some(_) => {
                    let before = table.players[0].v(id);
                    table.players[0].until(|player| player.v(id) > before).await;
                }
                None => {
                    let round = table.players[0].standing(id).round;
                    for seat in [0, 2] {
                        table.players[seat].send(&Request::Next.at(id)).await;
                    }
                    let dealt = |player: &Client| player.standing(id).round > round;
                    table.players[0].until(dealt).await;
                }
            }
        }
        let record = record(&world, &mut table).await;
        verify(&record);
        assert_eq!(record.seats[1].resigned, Some(1));
        assert!(record.seats[0].resigned.is_none() && record.seats[2].resigned.is_none());
        let won = matches_of(&world, &table.people[1], "?result=won").await;
        assert!(won.matches.is_empty(), "who resigned has not won");
        let lost = matches_of(&world, &table.people[1], "?result=lost").await;
        assert_eq!(lost.matches.len(), 1);
        assert_eq!(lost.matches[0].seats[1].resigned, Some(1));
        if let Some(winner) = record.winner
            && winner != Side::new(1).unwrap()
        {
            let winner = &table.people[winner.index()];
            assert_eq!(
                matches_of(&world, winner, "?result=won")
                    .await
                    .matches
                    .len(),
                1
            );
        }
        resigned_seat_won |= record.winner == Side::new(1);
        if resigned_seat_won {
            break;
        }
    }
    assert!(resigned_seat_won, "one in three of these matches");
}

#[tokio::test]
async fn a_record_tells_how_long_each_move_took_and_under_which_clock() {
    let world = World::new().await;
    let mut wanted = public(short(Preset::FIVE_UP.rules(), 30));
    wanted.clock = ClockRule::PerMove { seconds: 15 };
    let mut table = world.table(&wanted).await;
    let id = play(&mut table, 5).await;
    let record: Record = get(&world, &format!("/api/m/{id}")).await.read();
    assert_eq!(record.clock, wanted.clock);
    let times = record.times;
    let moves =
        record.transcript.matches(" plays ").count() + record.transcript.matches(" calls").count();
    assert_eq!(times.ms.len(), moves);
    assert!(times.forced.is_empty());
    let all: i64 = times.ms.iter().map(|&ms| i64::from(ms)).sum();
    assert!(all <= record.ended_ms - record.began_ms);
}
