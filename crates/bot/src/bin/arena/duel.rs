//! Matches or rounds of two players on duplicate deals: each deal is played once for each way to
//! seat them.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use boneyard_bot::Chance;
use boneyard_rules::game::Noted;
use boneyard_rules::{Event, Match, Need, Rules, Seat, Side};

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
    /// The places of A, added up.
    pub(crate) places: u32,
    /// The points of A, and the points of all other seats.
    pub(crate) points: [u64; 2],
    pub(crate) rounds: u32,
}

/// The time of each decision with more than one move, of A and then of B.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effort([Vec<Duration>; 2]);

impl Effort {
    /// The time within which this share of the decisions of A or B was made, in milliseconds.
    pub(crate) fn ms(&self, player: usize, percent: usize) -> f64 {
        let mut times = self.0[player].clone();
        times.sort_unstable();
        let last = times.len().saturating_sub(1);
        let time = times.get((times.len() * percent / 100).min(last));
        time.map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
    }

    pub(crate) fn decisions(&self, player: usize) -> usize {
        self.0[player].len()
    }
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
        let times = std::mem::take(&mut table.effort.0[player]);
        results.effort.0[player].extend(times);
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
        for side in self.rules.seating().sides() {
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
        for player in &mut self.players {
            player.start_match(&self.rules);
        }
        // The tiles depend only on the number of the deal, so that they are the same for every way to
        // seat A.
        let mut deals = 0;
        let mut points = [0; 2];
        while !self.is_over(&game) {
            let events = match game.needs() {
                Need::Chance(needed) => {
                    self.players
                        .iter_mut()
                        .for_each(|player| player.learn(&game));
                    deals += 1;
                    let order = Chance::new(seed.wrapping_add(deals)).order(needed.things);
                    game.deal(&order)?
                }
                Need::Move(seat) => self.play(&mut game, seat, side_a, seed)?,
                Need::Nothing => break,
            };
            for event in events {
                if let Some(Noted::Points {
                    side, points: made, ..
                }) = event.noted()
                {
                    points[usize::from(side != side_a)] += u64::from(made);
                }
            }
        }
        if points == [0; 2] {
            // The game tells its points by the totals alone.
            for (side, &total) in game.scores().iter() {
                points[usize::from(side != side_a)] += u64::from(total);
            }
        }
        outcome.played += 1;
        outcome.rounds += u32::from(game.round_number());
        outcome.points[0] += points[0];
        outcome.points[1] += points[1];
        outcome.won += self.won(&game, side_a);
        outcome.places += u32::from(game.places()[side_a]);
        Ok(())
    }

    fn is_over(&self, game: &Match) -> bool {
        let round_over = !matches!(game.needs(), Need::Move(_));
        let rounds = if self.single_rounds { 1 } else { ROUNDS_MAX };
        game.needs() == Need::Nothing || (round_over && game.round_number() >= rounds)
    }

    fn won(&self, game: &Match, side_a: Side) -> f64 {
        let draw = 1.0 / f64::from(self.rules.seating().side_count() as u8);
        match game.winner() {
            Some(winner) => f64::from(u8::from(winner == side_a)),
            None if self.single_rounds || game.needs() == Need::Nothing => shared(game, side_a),
            None => draw,
        }
    }

    /// Makes one decision, and what other seats do before the next one.
    fn play(
        &mut self,
        game: &mut Match,
        seat: Seat,
        side_a: Side,
        seed: u64,
    ) -> Result<Vec<Event>, Failure> {
        let seating = self.rules.seating();
        let player_of = |seat: Seat| usize::from(seating.side(seat) != side_a);
        let player = player_of(seat);
        let seed = Chance::new(seed ^ u64::from(game.ply()) << 32).bits();
        let has_choice = game.moves(seat).len() > 1;
        let begun = Instant::now();
        let chosen = self.players[player].choose(game, seat, seed)?;
        if has_choice {
            self.effort.0[player].push(begun.elapsed());
        }
        let mut events = game.take(seat, chosen.ok_or("a seat on turn makes no move")?)?;
        for other in seating.from(seating.next(seat)) {
            if game.needs() != Need::Move(other)
                && game.may_move(other)
                && let Some(call) = self.players[player_of(other)].choose(game, other, seed)?
                && let Ok(called) = game.take(other, call)
            {
                events.extend(called);
            }
        }
        Ok(events)
    }
}

/// The share of a win that several sides may share.
fn shared(game: &Match, side: Side) -> f64 {
    let places = game.places();
    let first = places.iter().filter(|&(_, &place)| place == 1).count();
    if places[side] == 1 {
        1.0 / first as f64
    } else {
        0.0
    }
}
