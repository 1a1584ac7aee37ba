//! Matches or rounds of two players on duplicate deals: each deal is played once for each way to
//! seat them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use boneyard_bot::Chance;
use boneyard_rules::line::Move;
use boneyard_rules::line::{Event, Match, Rules};
use boneyard_rules::{Need, Seat, Seating, Side};

use crate::Failure;
use crate::args::{Args, Games};
use crate::contestant::Contestant;

/// A match that isn't over after this number of rounds counts as a draw. It may never end, because an
/// exact target may never be reached.
pub(crate) const ROUNDS_MAX: u16 = 400;

/// The results on one deal, added up over all ways to seat player A.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DealResult {
    pub(crate) played: u32,
    /// The number of games that A won. A draw counts as A's share of the sides, for example as half a game if
    /// there are two sides.
    pub(crate) won: f64,
    /// The points of A, and the points of all other seats.
    pub(crate) points: [u64; 2],
    pub(crate) rounds: u32,
}

/// The number of decisions, and the time that they took, for A and then for B.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effort {
    pub(crate) decisions: [u64; 2],
    pub(crate) time: [Duration; 2],
}

#[derive(Debug, Default)]
pub(crate) struct Results {
    /// The results by the number of the deal.
    pub(crate) outcomes: BTreeMap<u64, DealResult>,
    pub(crate) effort: Effort,
}

/// Plays all deals.
pub(crate) fn run(args: &Args) -> Result<Results, Failure> {
    let next = AtomicU64::new(0);
    let results = Mutex::new(Results::default());
    on_threads(args.threads, || work(args, &next, &results))?;
    eprintln!("\r{:60}", "");
    Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Runs `work` on several threads and waits for all of them.
pub(crate) fn on_threads(
    threads: usize,
    work: impl Fn() -> Result<(), Failure> + Sync,
) -> Result<(), Failure> {
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(&work)).collect();
        threads.into_iter().try_for_each(|thread| {
            thread
                .join()
                .unwrap_or_else(|_| Err("a thread panicked".into()))
        })
    })
}

/// The work of one thread: takes deals and plays them until no deals are left.
fn work(args: &Args, next: &AtomicU64, results: &Mutex<Results>) -> Result<(), Failure> {
    let mut table = Table {
        rules: args.rules,
        players: [
            Contestant::new(&args.specs[0], &args.rules)?,
            Contestant::new(&args.specs[1], &args.rules)?,
        ],
        single_rounds: args.games == Games::Rounds,
        effort: Effort::default(),
    };
    loop {
        let deal = next.fetch_add(1, Ordering::Relaxed);
        if deal >= args.deals {
            break;
        }
        let outcome = table.play_deal(Chance::new(args.seed ^ deal << 20).bits())?;
        let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
        results.outcomes.insert(deal, outcome);
        show_progress(&results, args.deals);
    }
    let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
    for player in 0..2 {
        results.effort.decisions[player] += table.effort.decisions[player];
        results.effort.time[player] += table.effort.time[player];
    }
    Ok(())
}

fn show_progress(results: &Results, deals: u64) {
    let done = results.outcomes.len();
    if !(done * 100).is_multiple_of(deals as usize) && !done.is_multiple_of(50) {
        return;
    }
    let won: f64 = results.outcomes.values().map(|outcome| outcome.won).sum();
    let played: u32 = results
        .outcomes
        .values()
        .map(|outcome| outcome.played)
        .sum();
    let rate = 100.0 * won / f64::from(played);
    eprint!("\r{done} of {deals} deals, A has won {rate:.1} %   ");
}

struct Table {
    rules: Rules,
    /// The players A and B.
    players: [Contestant; 2],
    single_rounds: bool,
    effort: Effort,
}

impl Table {
    fn play_deal(&mut self, seed: u64) -> Result<DealResult, Failure> {
        let mut outcome = DealResult::default();
        for side in self.rules.seating.sides() {
            self.play_game(side, seed, &mut outcome)?;
        }
        Ok(outcome)
    }

    /// Plays a match or a round, with A on one side and B on all other sides.
    fn play_game(
        &mut self,
        side_a: Side,
        seed: u64,
        outcome: &mut DealResult,
    ) -> Result<(), Failure> {
        let mut game = Match::new(&self.rules);
        self.players.iter_mut().for_each(Contestant::start_match);
        // The tiles depend only on the number of the deal, so that they are the same for every way to
        // seat A.
        let mut deals = 0;
        let mut points = [0; 2];
        while !self.is_over(&game) {
            let events = match game.needs() {
                Need::Chance(_) => {
                    self.players
                        .iter_mut()
                        .for_each(|player| player.learn(&game));
                    deals += 1;
                    let order =
                        Chance::new(seed.wrapping_add(deals)).order(self.rules.tile_set.len());
                    game.deal(&order)?
                }
                Need::Move(seat) => self.play(&mut game, seat, side_a, seed)?,
                Need::Nothing => break,
            };
            for event in events {
                if let Event::Scored {
                    side, points: made, ..
                } = event
                {
                    points[usize::from(side != side_a)] += u64::from(made);
                }
            }
        }
        outcome.played += 1;
        outcome.rounds += u32::from(game.round_number());
        outcome.points[0] += points[0];
        outcome.points[1] += points[1];
        outcome.won += self.won(&game, side_a, points);
        Ok(())
    }

    fn is_over(&self, game: &Match) -> bool {
        let round_over = !matches!(game.needs(), Need::Move(_));
        let rounds = if self.single_rounds { 1 } else { ROUNDS_MAX };
        game.needs() == Need::Nothing || (round_over && game.round_number() >= rounds)
    }

    fn won(&self, game: &Match, side_a: Side, points: [u64; 2]) -> f64 {
        let draw = 1.0 / f64::from(self.rules.seating.side_count() as u8);
        match game.winner() {
            Some(winner) => f64::from(u8::from(winner == side_a)),
            None if !self.single_rounds || points[0] == points[1] => draw,
            None => f64::from(u8::from(points[0] > points[1])),
        }
    }

    /// Makes one decision, and the calls of "Muggins!" after it.
    fn play(
        &mut self,
        game: &mut Match,
        seat: Seat,
        side_a: Side,
        seed: u64,
    ) -> Result<Vec<Event>, Failure> {
        let seating = self.rules.seating;
        let player_of = |seat: Seat| usize::from(seating.side(seat) != side_a);
        let player = player_of(seat);
        if self.players[player].gives_lead(game, seat) {
            return Ok(game.take(seat, Move::GiveLead)?);
        }
        let begun = Instant::now();
        let seed = Chance::new(seed ^ u64::from(game.ply()) << 32).bits();
        let play = self.players[player].choose(game, seat, seed)?;
        if game.placements().nth(1).is_some() {
            self.effort.decisions[player] += 1;
            self.effort.time[player] += begun.elapsed();
        }
        let mut events = game.take(seat, play.into())?;
        for caller in callers(seating, seat) {
            if game.may_call(caller)
                && self.players[player_of(caller)].calls(game, caller, seed)
                && let Ok(called) = game.take(caller, Move::Call)
            {
                events.extend(called);
            }
        }
        Ok(events)
    }
}

/// All seats, in the order in which they are asked whether they call "Muggins!" after a play of `seat`.
fn callers(seating: Seating, seat: Seat) -> impl Iterator<Item = Seat> {
    seating.from(seating.next(seat))
}
