//! The losses of single decisions, compared with the best play.
//!
//! The results of matches depend so much on chance that a small difference between players shows only
//! after thousands of matches. Here every possible play is tried in the same supposed deals, so that
//! players can be compared by single decisions. Only the seat on turn calls "Muggins!".

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use boneyard_bot::Chance;
use boneyard_bot::line::{MatchState, OpponentModel, Player, Seen};
use boneyard_rules::Game as _;
use boneyard_rules::line::{self, Play, Rules};
use boneyard_rules::{Match, Move, Need, Seat, Side, Viewer};

use crate::Failure;
use crate::args::Args;
use crate::contestant::{Contestant, of_the_line};
use crate::duel::{ROUNDS_MAX, on_threads};
use crate::statistics::ratio;

/// The share of A's decisions that are examined. Decisions of one round are similar, so examining
/// all of them adds little.
const EXAMINED_SHARE: f32 = 0.15;

/// One decision, examined for each compared player. The loss is how much lower the value of the player's
/// choice is than the value of the best play, as a share of a match. The time is how long the player
/// took.
struct Decision {
    losses: Vec<f64>,
    times: Vec<Duration>,
}

/// Plays a match for each deal, and returns the losses as JSON or as a table.
pub(crate) fn run(args: &Args) -> Result<String, Failure> {
    let next = AtomicU64::new(0);
    let decisions = Mutex::new(Vec::new());
    on_threads(args.threads, || work(args, &next, &decisions))?;
    eprintln!("\r{:60}", "");
    let decisions = decisions
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    print(args, &decisions)
}

fn work(args: &Args, next: &AtomicU64, decisions: &Mutex<Vec<Decision>>) -> Result<(), Failure> {
    let seat = |spec| Contestant::new(spec, &args.rules);
    let compared = args.losses.iter().map(|(_, spec)| seat(spec));
    let rules = of_the_line(args.rules)?;
    let mut table = Table {
        args,
        rules,
        player: Player::new(&rules),
        opponents: OpponentModel::default(),
        players: [seat(&args.specs[0])?, seat(&args.specs[1])?],
        compared: compared.collect::<Result<_, _>>()?,
    };
    loop {
        let deal = next.fetch_add(1, Ordering::Relaxed);
        if deal >= args.deals {
            return Ok(());
        }
        let seed = Chance::new(args.seed ^ deal << 20).bits();
        table.play_match(deal, seed, |decision| {
            let mut decisions = decisions.lock().unwrap_or_else(PoisonError::into_inner);
            decisions.push(decision);
            let (done, deals) = (decisions.len(), args.deals);
            eprint!("\r{done} decisions, deal {deal} of {deals}   ");
        })?;
    }
}

struct Table<'a> {
    args: &'a Args,
    rules: Rules,
    /// The computer player that provides the odds and the suppositions.
    player: Player,
    opponents: OpponentModel,
    /// The players A and B.
    players: [Contestant; 2],
    compared: Vec<Contestant>,
}

impl Table<'_> {
    /// Plays one match. The number of the deal determines A's side.
    fn play_match(
        &mut self,
        deal: u64,
        seed: u64,
        mut report: impl FnMut(Decision),
    ) -> Result<(), Failure> {
        let rules = self.rules;
        let sides: Vec<Side> = rules.seating.sides().collect();
        let side_a = sides[deal as usize % sides.len()];
        let mut chance = Chance::new(seed);
        let mut game = Match::new(&rules.into());
        self.start_match();
        while game.round_number() < ROUNDS_MAX {
            match game.needs() {
                Need::Chance(_) => {
                    self.learn(&game);
                    drop(game.deal(&chance.order(rules.tile_set.len()))?);
                }
                Need::Move(seat) => {
                    let line: &line::Match = of_the_line(&game)?;
                    let has_choice = line.placements().nth(1).is_some() && !line.may_call(seat);
                    let is_a = rules.seating.side(seat) == side_a;
                    let player = usize::from(!is_a);
                    if is_a && has_choice && chance.happens(EXAMINED_SHARE) {
                        report(self.compare(&game, seat, &mut chance)?);
                    }
                    let chosen = choose(&mut self.players[player], &game, seat, &mut chance)?;
                    drop(game.take(seat, chosen)?);
                }
                Need::Nothing => break,
            }
        }
        Ok(())
    }

    fn start_match(&mut self) {
        self.opponents = OpponentModel::default();
        let contestants = self.players.iter_mut().chain(&mut self.compared);
        contestants.for_each(|contestant| contestant.start_match(&self.args.rules));
    }

    fn learn(&mut self, game: &Match) {
        if let Match::Line(game) = game {
            self.opponents.learn(game);
        }
        let contestants = self.players.iter_mut().chain(&mut self.compared);
        contestants.for_each(|contestant| contestant.learn(game));
    }

    fn compare(
        &mut self,
        game: &Match,
        seat: Seat,
        chance: &mut Chance,
    ) -> Result<Decision, Failure> {
        let values = self.try_out(game, seat, chance)?;
        let most = values.iter().map(|value| value.1).fold(0.0, f64::max);
        let mut decision = Decision {
            losses: Vec::new(),
            times: Vec::new(),
        };
        let seed = chance.bits();
        for player in &mut self.compared {
            let begun = Instant::now();
            let chosen = player.choose(game, seat, seed)?;
            decision.times.push(begun.elapsed());
            let same = |play: &Play| {
                matches!(chosen, Some(Move::Line(line::Move::Play(chosen)))
                    if (play.tile, play.arm) == (chosen.tile, chosen.arm))
            };
            let value = values.iter().find(|(play, _)| same(play));
            let (_, value) = value.ok_or("a player chose what isn't offered")?;
            decision.losses.push(most - value);
        }
        Ok(decision)
    }

    /// Values each play: the probability that the side on turn wins the match after this play. All plays are
    /// tried over the same supposed deals.
    fn try_out(
        &mut self,
        game: &Match,
        seat: Seat,
        chance: &mut Chance,
    ) -> Result<Vec<(Play, f64)>, Failure> {
        let game: &line::Match = of_the_line(game)?;
        let seating = self.rules.seating;
        let side = seating.side(seat);
        let view = game.view(Viewer::Seat(seat));
        let supposed = self.player.suppose(
            Seen::new(&game.standing(), &view, self.opponents),
            self.args.tries,
            chance.bits(),
        )?;
        let plays = game.placements().map(|placement| {
            let points = game.round().map(|round| round.points(placement));
            let play = Play {
                announced: points,
                ..placement.into()
            };
            (play, 0.0)
        });
        let mut values: Vec<(Play, f64)> = plays.collect();
        for round in &supposed {
            for (play, value) in &mut values {
                let mut game = game
                    .supposing(round.hands(), round.boneyard())
                    .ok_or("a supposed deal doesn't fit the round")?;
                drop(game.take(seat, line::Move::Play(*play))?);
                let mut game = Match::Line(game);
                while let Need::Move(turn) = game.needs() {
                    let player = usize::from(seating.side(turn) != side);
                    let next = choose(&mut self.players[player], &game, turn, chance)?;
                    drop(game.take(turn, next)?);
                }
                let shares = MatchState::of(of_the_line(&game)?);
                let shares = self.player.odds().shares(&shares);
                *value += f64::from(shares[side.index()]) / supposed.len() as f64;
            }
        }
        Ok(values)
    }
}

/// The move that a player makes on its turn.
fn choose(
    player: &mut Contestant,
    game: &Match,
    seat: Seat,
    chance: &mut Chance,
) -> Result<Move, Failure> {
    let chosen = player.choose(game, seat, chance.bits())?;
    Ok(chosen.ok_or("a seat on turn makes no move")?)
}

fn print(args: &Args, decisions: &[Decision]) -> Result<String, Failure> {
    let mut rows = Vec::new();
    for (place, (name, _)) in args.losses.iter().enumerate() {
        let losses: Vec<_> = decisions
            .iter()
            .map(|decision| (decision.losses[place], 1.0))
            .collect();
        let time: Duration = decisions.iter().map(|decision| decision.times[place]).sum();
        let ms = time.as_secs_f64() * 1_000.0 / decisions.len().max(1) as f64;
        rows.push((name, ratio(&losses), ms));
    }
    if args.json {
        let rows: Vec<_> = rows
            .iter()
            .map(|(name, loss, ms)| serde_json::json!({ "player": name, "loss": loss, "ms": ms }))
            .collect();
        let decisions = decisions.len();
        return Ok(serde_json::json!({ "decisions": decisions, "players": rows }).to_string());
    }
    let mut text = format!("{}: {} decisions\n", args.rules, decisions.len());
    for (name, loss, ms) in rows {
        let [value, low, high] = [loss.value, loss.low, loss.high].map(|part| part * 100.0);
        writeln!(
            text,
            "{name:<20} loses {value:>6.3} % of a match   95 % in {low:.3} to {high:.3} {ms:>8.2} ms"
        )?;
    }
    Ok(text)
}
