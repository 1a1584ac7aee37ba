//! Small tournaments with known ends: the rules of scoring, byes, forfeits, late entries and withdrawals.

use boneyard_tournaments::{
    Cut, Decision, EntrantId, Event, Format, MatchOutcome, Pairing, PairingId, Refusal, Side,
    Standing, Tournament, Winner,
};

/// A tournament with as many entrants, each rated lower than the one before.
fn with(format: Format, entrants: i32) -> Tournament {
    let mut tournament = Tournament::new(format);
    for entrant in 0..entrants {
        let rating = 2000 - entrant;
        tournament.apply(&Event::Entered { rating }).expect("open");
    }
    tournament
}

const fn one(first: u32, second: u32) -> Pairing {
    Pairing::Match([Side::one(EntrantId(first)), Side::one(EntrantId(second))])
}

const fn bye(entrant: u32) -> Pairing {
    Pairing::Bye(EntrantId(entrant))
}

/// Pairs the next round.
fn pair(tournament: &mut Tournament) -> Vec<Pairing> {
    let pairings = tournament.pair(0).expect("a round");
    let event = Event::Paired {
        pairings: pairings.clone(),
    };
    tournament.apply(&event).expect("a round");
    pairings
}

const fn won(points: [u16; 2]) -> MatchOutcome {
    let winner = if points[0] > points[1] {
        Winner::First
    } else {
        Winner::Second
    };
    MatchOutcome {
        decision: Decision::Won(winner),
        points: Some(points),
    }
}

/// The outcome of a match whose tiles were not dealt.
const fn unplayed(decision: Decision) -> MatchOutcome {
    MatchOutcome {
        decision,
        points: None,
    }
}

fn report(tournament: &mut Tournament, number: usize, outcome: MatchOutcome) {
    let round = tournament.rounds().count() - 1;
    let pairing = PairingId { round, number };
    tournament
        .apply(&Event::Reported { pairing, outcome })
        .expect("a match");
}

fn of(tournament: &Tournament, entrant: u32) -> Standing {
    let mut standings = tournament.standings().into_iter();
    standings
        .find(|of| of.entrant == EntrantId(entrant))
        .expect("an entrant")
}

/// The entrants in the order of the standings, with their places.
fn places(tournament: &Tournament) -> Vec<(u32, usize)> {
    let standings = tournament.standings().into_iter();
    standings.map(|of| (of.entrant.0, of.place)).collect()
}

fn withdraw(tournament: &mut Tournament, entrant: u32) {
    let entrant = EntrantId(entrant);
    tournament
        .apply(&Event::Withdrawn { entrant })
        .expect("an entrant");
}

#[test]
fn a_swiss_with_bye_forfeit_late_entry_and_withdrawal() {
    let mut swiss = with(
        Format::Swiss {
            rounds: 3,
            cut: None,
        },
        5,
    );
    assert_eq!(pair(&mut swiss), [one(0, 1), one(2, 3), bye(4)]);
    assert_eq!(swiss.pair(0), Err(Refusal::RoundRunning));
    report(&mut swiss, 0, won([100, 40]));
    report(&mut swiss, 1, unplayed(Decision::Won(Winner::First)));
    let [first, third, last] = [0, 2, 4].map(|entrant| of(&swiss, entrant));
    assert_eq!((first.points, first.difference, first.buchholz), (2, 60, 0));
    assert_eq!((third.points, third.difference, third.buchholz), (2, 0, 2));
    assert_eq!((last.points, last.difference, last.buchholz), (2, 0, 2));
    assert_eq!(of(&swiss, 3).points, 0);

    swiss.apply(&Event::Entered { rating: 1500 }).unwrap();
    withdraw(&mut swiss, 1);
    assert_eq!(of(&swiss, 5).points, 0);
    // Entrant 4 has had a bye. A match to which a side did not come is no meeting.
    let second = pair(&mut swiss);
    // Entrant 0 has gone first, and entrant 2 has met nobody.
    assert_eq!(second, [one(2, 0), one(4, 3), bye(5)]);
    report(&mut swiss, 0, won([100, 30]));
    report(
        &mut swiss,
        1,
        MatchOutcome {
            decision: Decision::Tie,
            points: Some([50, 50]),
        },
    );
    assert_eq!(of(&swiss, 3).points, 1);
    assert_eq!(of(&swiss, 2).points, 4);

    pair(&mut swiss);
    let entered = Event::Entered { rating: 0 };
    assert_eq!(swiss.apply(&entered), Err(Refusal::EntryClosed));
    assert!(swiss.is_over(0));
    assert_eq!(swiss.pair(0), Err(Refusal::Over));
}

#[test]
fn who_did_not_come_stands_below_who_came_and_lost() {
    for neither in [true, false] {
        let mut swiss = with(
            Format::Swiss {
                rounds: 1,
                cut: None,
            },
            4,
        );
        assert_eq!(pair(&mut swiss), [one(0, 1), one(2, 3)]);
        report(&mut swiss, 0, won([0, 13]));
        if neither {
            report(&mut swiss, 1, unplayed(Decision::Neither));
            assert_eq!(places(&swiss), [(1, 1), (0, 2), (2, 3), (3, 3)]);
        } else {
            report(&mut swiss, 1, unplayed(Decision::Won(Winner::First)));
            assert_eq!(places(&swiss), [(1, 1), (2, 2), (0, 3), (3, 4)]);
            assert_eq!(of(&swiss, 3).missed, 1);
        }
    }
}

/// A match without a winner that was not played is a tie for both, or lost by both.
#[test]
fn a_tie_and_no_winner_are_not_the_same() {
    for (decision, points, missed) in [(Decision::Tie, 1, 0), (Decision::Neither, 0, 1)] {
        let mut swiss = with(
            Format::Swiss {
                rounds: 1,
                cut: None,
            },
            2,
        );
        pair(&mut swiss);
        report(&mut swiss, 0, unplayed(decision));
        for entrant in 0..2 {
            let of = of(&swiss, entrant);
            assert_eq!((of.points, of.missed, of.buchholz), (points, missed, 0));
        }
    }
}

#[test]
fn the_difference_is_0_if_the_side_that_won_is_behind() {
    for (decision, most_win, fewest_win) in [
        (Decision::Won(Winner::First), 0, 30),
        (Decision::Won(Winner::Second), -30, 0),
        (Decision::Neither, -30, 30),
        (Decision::Tie, -30, 30),
    ] {
        let outcome = MatchOutcome {
            decision,
            points: Some([20, 50]),
        };
        assert!(outcome.is_meeting());
        assert_eq!(outcome.difference(false), most_win);
        assert_eq!(outcome.difference(true), fewest_win);
    }
}

#[test]
fn of_a_game_in_which_fewer_points_are_better_the_lower_points_decide() {
    let format = Format::Swiss {
        rounds: 1,
        cut: None,
    };
    let mut swiss = with(format, 4).of_game(true);
    pair(&mut swiss);
    for (number, points) in [[10, 90], [20, 60]].into_iter().enumerate() {
        let outcome = MatchOutcome {
            decision: Decision::Won(Winner::First),
            points: Some(points),
        };
        report(&mut swiss, number, outcome);
    }
    let differences: Vec<i32> = swiss.standings().iter().map(|of| of.difference).collect();
    assert_eq!(differences, [80, 40, -40, -80]);
}

/// Nobody has come to the first round. All who play again get others, and may still meet those later.
#[test]
fn a_pair_to_whose_match_nobody_came_is_not_paired_again_while_others_are_free() {
    let mut swiss = with(
        Format::Swiss {
            rounds: 9,
            cut: None,
        },
        8,
    );
    let first = pair(&mut swiss);
    for number in 0..4 {
        report(&mut swiss, number, unplayed(Decision::Neither));
    }
    let second = pair(&mut swiss);
    let both = |pairing: &Pairing| {
        let mut both: Vec<EntrantId> = pairing.entrants().collect();
        both.sort_unstable();
        both
    };
    let again = |pairing: &&Pairing| first.iter().any(|of| both(of) == both(pairing));
    assert_eq!(second.iter().find(again), None);
    // With two players there is nobody else.
    let mut two = with(
        Format::Swiss {
            rounds: 2,
            cut: None,
        },
        2,
    );
    pair(&mut two);
    report(&mut two, 0, unplayed(Decision::Neither));
    assert_eq!(pair(&mut two), [one(0, 1)]);
}

/// Entrants 2 and 3 don't come to their semifinal: nobody plays for the third place, and both stand below who lost the
/// other semifinal.
#[test]
fn nobody_is_third_by_not_coming() {
    let mut knockout = with(Format::Knockout { third_place: true }, 8);
    pair(&mut knockout);
    (0..4).for_each(|number| report(&mut knockout, number, won([100, 0])));
    assert_eq!(pair(&mut knockout), [one(0, 3), one(1, 2)]);
    report(&mut knockout, 0, won([100, 0]));
    report(&mut knockout, 1, unplayed(Decision::Neither));
    assert_eq!(pair(&mut knockout), [bye(0)]);
    assert!(knockout.is_over(0));
    let places = places(&knockout);
    assert_eq!(places[..4], [(0, 1), (3, 2), (1, 3), (2, 3)]);
}

#[test]
fn a_swiss_cuts_to_a_knockout_of_the_best() {
    let cut = Some(Cut {
        size: 2,
        third_place: false,
    });
    let mut swiss = with(Format::Swiss { rounds: 1, cut }, 6);
    assert_eq!(pair(&mut swiss), [one(0, 1), one(2, 3), one(4, 5)]);
    report(&mut swiss, 0, won([100, 90]));
    report(&mut swiss, 1, won([100, 0]));
    report(&mut swiss, 2, won([0, 100]));
    // Entrants 2 and 5 are equal, and entrant 0 won by less.
    withdraw(&mut swiss, 5);
    assert_eq!(pair(&mut swiss), [one(2, 0)]);
    assert!(!swiss.is_over(0));
    report(&mut swiss, 0, won([10, 100]));
    assert!(swiss.is_over(0));
    assert_eq!(places(&swiss)[..3], [(0, 1), (2, 2), (5, 2)]);
    assert_eq!(of(&swiss, 0).difference, 10, "the knockout adds no points");
}

#[test]
fn an_arena_pays_double_from_the_third_win_in_a_row() {
    let mut arena = with(Format::Arena { ends: 100 }, 2);
    let mut points = Vec::new();
    for winner in [0, 0, 0, 0, 1, 0] {
        let first = pair(&mut arena)[0].sides().expect("a match")[0].first;
        assert_eq!(arena.pair(0), Err(Refusal::NobodyFree));
        let wins_first = first == EntrantId(winner);
        report(
            &mut arena,
            0,
            won(if wins_first { [100, 0] } else { [0, 100] }),
        );
        points.push(of(&arena, 0).points);
    }
    assert_eq!(points, [2, 4, 8, 12, 12, 14]);
    assert!(!arena.is_over(99));
    assert_eq!(arena.pair(100), Err(Refusal::Over));
}

#[test]
fn in_an_arena_last_opponents_wait_for_others() {
    let mut arena = with(Format::Arena { ends: 100 }, 4);
    assert_eq!(pair(&mut arena), [one(0, 1), one(2, 3)]);
    report(&mut arena, 0, won([100, 0]));
    assert_eq!(
        arena.pair(0),
        Err(Refusal::NobodyFree),
        "2 and 3 still play"
    );
    report(&mut arena, 1, won([100, 0]));
    assert_eq!(pair(&mut arena), [one(0, 2), one(1, 3)]);
}

#[test]
fn a_knockout_of_six_with_a_match_for_the_third_place() {
    let mut knockout = with(Format::Knockout { third_place: true }, 6);
    assert_eq!(pair(&mut knockout), [bye(0), one(3, 4), bye(1), one(2, 5)]);
    let tie = MatchOutcome {
        decision: Decision::Tie,
        points: Some([1, 1]),
    };
    let pairing = PairingId {
        round: 0,
        number: 1,
    };
    let refused = knockout.apply(&Event::Reported {
        pairing,
        outcome: tie,
    });
    assert_eq!(refused, Err(Refusal::NeedsWinner));
    report(&mut knockout, 1, won([0, 100]));
    report(&mut knockout, 3, won([100, 0]));
    let entered = Event::Entered { rating: 0 };
    assert_eq!(knockout.apply(&entered), Err(Refusal::EntryClosed));
    assert_eq!(pair(&mut knockout), [one(0, 4), one(1, 2)]);
    report(&mut knockout, 0, won([100, 0]));
    report(&mut knockout, 1, won([0, 100]));
    let third = Pairing::ThirdPlace([Side::one(EntrantId(4)), Side::one(EntrantId(1))]);
    assert_eq!(pair(&mut knockout), [one(0, 2), third]);
    report(&mut knockout, 0, won([0, 100]));
    report(&mut knockout, 1, won([100, 0]));
    assert!(knockout.is_over(0));
    assert_eq!(
        places(&knockout),
        [(2, 1), (0, 2), (4, 3), (1, 4), (3, 5), (5, 5)]
    );
}

#[test]
fn in_a_knockout_the_opponent_of_who_withdrew_has_a_bye() {
    let mut knockout = with(Format::Knockout { third_place: true }, 4);
    assert_eq!(pair(&mut knockout), [one(0, 3), one(1, 2)]);
    report(&mut knockout, 0, won([100, 0]));
    report(&mut knockout, 1, unplayed(Decision::Neither));
    assert_eq!(pair(&mut knockout), [bye(0)]);
    assert!(knockout.is_over(0));
    assert_eq!(places(&knockout)[0], (0, 1));
}

#[test]
fn a_round_robin_gives_byes_for_who_withdrew() {
    let mut robin = with(Format::RoundRobin, 4);
    assert_eq!(pair(&mut robin), [one(0, 3), one(1, 2)]);
    report(&mut robin, 0, won([100, 0]));
    report(&mut robin, 1, won([100, 0]));
    withdraw(&mut robin, 3);
    assert_eq!(pair(&mut robin), [bye(1), one(2, 0)]);
    report(&mut robin, 1, won([100, 0]));
    pair(&mut robin);
    assert!(robin.is_over(0));
}

#[test]
fn partners_score_together() {
    let mut individual = with(Format::Individual { rounds: 9 }, 4);
    let [own, others] = pair(&mut individual)[0].sides().unwrap();
    report(&mut individual, 0, won([100, 30]));
    for entrant in own.entrants() {
        let standing = of(&individual, entrant.0);
        assert_eq!(
            (standing.points, standing.difference, standing.place),
            (2, 70, 1)
        );
    }
    for entrant in others.entrants() {
        let standing = of(&individual, entrant.0);
        assert_eq!(
            (standing.points, standing.buchholz, standing.place),
            (0, 4, 3)
        );
    }
}

#[test]
fn events_that_cant_happen_are_refused() {
    let mut swiss = with(
        Format::Swiss {
            rounds: 3,
            cut: None,
        },
        3,
    );
    let paired = |pairings: &[Pairing]| Event::Paired {
        pairings: pairings.to_vec(),
    };
    assert_eq!(
        swiss.apply(&paired(&[one(0, 3)])),
        Err(Refusal::NoSuchEntrant)
    );
    assert_eq!(swiss.apply(&paired(&[one(0, 0)])), Err(Refusal::Playing));
    assert_eq!(
        swiss.apply(&paired(&[one(0, 1), bye(1)])),
        Err(Refusal::Playing)
    );
    withdraw(&mut swiss, 2);
    assert_eq!(swiss.apply(&paired(&[bye(2)])), Err(Refusal::Withdrawn));
    let twice = Event::Withdrawn {
        entrant: EntrantId(2),
    };
    assert_eq!(swiss.apply(&twice), Err(Refusal::Withdrawn));
    swiss.apply(&Event::Entered { rating: 0 }).unwrap();
    swiss.apply(&paired(&[one(0, 1), bye(3)])).unwrap();
    let reported = |round, number| Event::Reported {
        pairing: PairingId { round, number },
        outcome: won([1, 0]),
    };
    assert_eq!(swiss.apply(&reported(1, 0)), Err(Refusal::NoSuchMatch));
    assert_eq!(
        swiss.apply(&reported(0, 1)),
        Err(Refusal::NoSuchMatch),
        "a bye"
    );
    swiss.apply(&reported(0, 0)).unwrap();
    assert_eq!(swiss.apply(&reported(0, 0)), Err(Refusal::Reported));
}
