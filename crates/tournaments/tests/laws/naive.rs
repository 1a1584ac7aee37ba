//! A second implementation of the standings: it reads the log once for each question, and sorts nothing.

use boneyard_tournaments::{
    Decision, EntrantId, Event, Format, MatchOutcome, Pairing, Standing, Winner,
};

/// What happened to an entrant in one place of a round.
enum Result<'a> {
    Bye,
    ThirdPlace {
        own: usize,
        outcome: MatchOutcome,
    },
    Match {
        own: usize,
        pairing: &'a Pairing,
        outcome: MatchOutcome,
    },
}

/// The results of an entrant with the numbers of their rounds, in the order of the rounds.
fn results(log: &[Event], entrant: EntrantId) -> Vec<(usize, Result<'_>)> {
    let rounds = log.iter().filter_map(|event| match event {
        Event::Paired { pairings } => Some(pairings),
        _ => None,
    });
    let mut results = Vec::new();
    for (round, pairings) in rounds.enumerate() {
        for (number, pairing) in pairings.iter().enumerate() {
            if !pairing.entrants().any(|of| of == entrant) {
                continue;
            }
            let Some(sides) = pairing.sides() else {
                results.push((round, Result::Bye));
                continue;
            };
            let own = usize::from(!sides[0].entrants().any(|of| of == entrant));
            let reported = log.iter().find_map(|event| match event {
                Event::Reported { pairing, outcome }
                    if pairing.round == round && pairing.number == number =>
                {
                    Some(*outcome)
                }
                _ => None,
            });
            let Some(outcome) = reported.filter(|of| of.decision != Decision::Void) else {
                continue;
            };
            results.push((
                round,
                match pairing {
                    Pairing::ThirdPlace(_) => Result::ThirdPlace { own, outcome },
                    _ => Result::Match {
                        own,
                        pairing,
                        outcome,
                    },
                },
            ));
        }
    }
    results
}

/// The results before the knockout, and those in it.
fn parts(format: Format, log: &[Event], entrant: EntrantId) -> [Vec<Result<'_>>; 2] {
    let before = match format {
        Format::Swiss { rounds, .. } => usize::from(rounds),
        Format::Knockout { .. } => 0,
        _ => usize::MAX,
    };
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (round, result) in results(log, entrant) {
        if round < before {
            first.push(result);
        } else {
            second.push(result);
        }
    }
    [first, second]
}

fn won(result: &Result) -> bool {
    match result {
        Result::Bye => true,
        Result::ThirdPlace { own, outcome } | Result::Match { own, outcome, .. } => {
            outcome.winner().map(Winner::index) == Some(*own)
        }
    }
}

fn knockout(format: Format, log: &[Event], entrant: EntrantId) -> u32 {
    let [_, results] = parts(format, log, entrant);
    let wins = results.iter().filter(|result| won(result));
    wins.map(|result| {
        if matches!(result, Result::ThirdPlace { .. }) {
            1
        } else {
            2
        }
    })
    .sum()
}

fn points(format: Format, log: &[Event], entrant: EntrantId) -> u32 {
    let [results, _] = parts(format, log, entrant);
    let arena = matches!(format, Format::Arena { .. });
    let of = |(index, result): (usize, &Result)| match result {
        Result::Match {
            outcome:
                MatchOutcome {
                    decision: Decision::Tie,
                    ..
                },
            ..
        } => 1,
        _ if !won(result) => 0,
        _ if arena && index >= 2 && results[index - 2..index].iter().all(won) => 4,
        _ => 2,
    };
    results.iter().enumerate().map(of).sum()
}

fn missed(format: Format, log: &[Event], entrant: EntrantId) -> u32 {
    let results = parts(format, log, entrant).into_iter().flatten();
    let missed = results.filter(|result| match result {
        Result::Bye => false,
        Result::ThirdPlace { own, outcome } | Result::Match { own, outcome, .. } => {
            let lost = match outcome.decision {
                Decision::Won(winner) => winner.index() != *own,
                Decision::Tie | Decision::Void | Decision::Placed => false,
                Decision::Neither => true,
            };
            lost && outcome.points.is_none()
        }
    });
    missed.count() as u32
}

fn difference(format: Format, log: &[Event], entrant: EntrantId) -> i32 {
    let [results, _] = parts(format, log, entrant);
    results
        .iter()
        .map(|result| match result {
            Result::Match {
                own,
                outcome:
                    MatchOutcome {
                        decision,
                        points: Some(points),
                    },
                ..
            } => {
                let difference = i32::from(points[*own]) - i32::from(points[1 - own]);
                match decision {
                    // The side that won has fewer points.
                    Decision::Won(winner) if (winner.index() == *own) == (difference < 0) => 0,
                    _ => difference,
                }
            }
            _ => 0,
        })
        .sum()
}

fn buchholz(format: Format, log: &[Event], entrant: EntrantId) -> u32 {
    let [results, _] = parts(format, log, entrant);
    results
        .iter()
        .map(|result| match result {
            Result::Match {
                own,
                pairing,
                outcome: MatchOutcome {
                    points: Some(_), ..
                },
            } => {
                let others = pairing.sides().expect("a match")[1 - own].entrants();
                others.map(|other| points(format, log, other)).sum()
            }
            _ if won(result) => points(format, log, entrant),
            _ => 0,
        })
        .sum()
}

/// The standings, from the log alone.
pub(crate) fn standings(format: Format, log: &[Event]) -> Vec<Standing> {
    let entered = log
        .iter()
        .filter(|event| matches!(event, Event::Entered { .. } | Event::FilledUp { .. }))
        .count();
    let all: Vec<Standing> = (0..entered as u32)
        .map(EntrantId)
        .map(|entrant| Standing {
            entrant,
            place: 0,
            knockout: knockout(format, log, entrant),
            points: points(format, log, entrant),
            missed: missed(format, log, entrant),
            difference: difference(format, log, entrant),
            buchholz: buchholz(format, log, entrant),
        })
        .collect();
    let key = |of: &Standing| {
        let missed = -i64::from(of.missed);
        (of.knockout, of.points, missed, of.difference, of.buchholz)
    };
    let placed: Vec<Standing> = all
        .iter()
        .map(|own| {
            let better = all.iter().filter(|other| key(other) > key(own)).count();
            Standing {
                place: better + 1,
                ..*own
            }
        })
        .collect();
    (1..=entered)
        .flat_map(|place| placed.iter().filter(move |of| of.place == place).copied())
        .collect()
}
