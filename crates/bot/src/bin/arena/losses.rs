//! What single decisions lose.
//!
//! Whole matches are won by chance for the greater part, and a small difference between two
//! players shows only after thousands. Here each play that was possible is tried in the same
//! supposed deals, so that players can be compared decision by decision. Nobody calls "Muggins!" here.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use boneyard_bot::{Chance, OpponentModel, Player, Standing};
use boneyard_rules::{Match, Need, Play, Seat, Side, Viewer};

use crate::args::Args;
use crate::contestant::Contestant;
use crate::duel::{Failure, ROUNDS_MAX, on_threads};
use crate::statistics::ratio;

/// The part of A's decisions that is looked at: those of one round are much alike.
const LOOKED_AT: f32 = 0.15;

/// One decision: what each player's choice was worth less than the best play, as a part of the
/// match, and how long they took.
struct Decision {
    losses: Vec<f64>,
    times: Vec<Duration>,
}

/// Plays a match for each deal, and gives the losses as JSON or as a table.
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
    let seat = |entrant| Contestant::new(entrant, &args.rules);
    let judged = args.losses.iter().map(|(_, entrant)| seat(entrant));
    let mut table = Table {
        args,
        player: Player::new(&args.rules),
        opponents: OpponentModel::default(),
        players: [seat(&args.entrants[0])?, seat(&args.entrants[1])?],
        judged: judged.collect::<Result<_, _>>()?,
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
    /// Lends its odds and suppositions.
    player: Player,
    opponents: OpponentModel,
    /// A and B.
    players: [Contestant; 2],
    judged: Vec<Contestant>,
}

impl Table<'_> {
    /// One match, with A on another side in every deal.
    fn play_match(
        &mut self,
        deal: u64,
        seed: u64,
        mut tell: impl FnMut(Decision),
    ) -> Result<(), Failure> {
        let rules = self.args.rules;
        let sides: Vec<Side> = rules.seating.sides().collect();
        let side_a = sides[deal as usize % sides.len()];
        let mut chance = Chance::new(seed);
        let mut game = Match::new(&rules);
        self.sit_down();
        while game.round_number() < ROUNDS_MAX {
            match game.needs() {
                Need::Lots => drop(game.lots(chance.order(rules.tile_set).lots(rules.seating))?),
                Need::Deal => {
                    self.look_back(&game);
                    drop(game.deal(&chance.order(rules.tile_set))?);
                }
                Need::Play(seat) => {
                    let has_choice = game.placements().nth(1).is_some();
                    let is_a = rules.seating.side(seat) == side_a;
                    let who = usize::from(!is_a);
                    if self.players[who].gives_lead(&game, seat) {
                        game.give_lead(seat)?;
                        continue;
                    }
                    if is_a && has_choice && chance.happens(LOOKED_AT) {
                        tell(self.judge(&game, seat, &mut chance)?);
                    }
                    let play = self.players[who].choose(&game, seat, chance.bits())?;
                    drop(game.play(seat, play)?);
                }
                Need::Nothing => break,
            }
        }
        Ok(())
    }

    fn sit_down(&mut self) {
        self.opponents = OpponentModel::default();
        let contestants = self.players.iter_mut().chain(&mut self.judged);
        contestants.for_each(Contestant::sit_down);
    }

    fn look_back(&mut self, game: &Match) {
        self.opponents.learn(game);
        let contestants = self.players.iter_mut().chain(&mut self.judged);
        contestants.for_each(|contestant| contestant.look_back(game));
    }

    fn judge(
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
        for player in &mut self.judged {
            let begun = Instant::now();
            let chosen = player.choose(game, seat, seed)?;
            decision.times.push(begun.elapsed());
            let same = |play: &Play| (play.tile, play.arm) == (chosen.tile, chosen.arm);
            let value = values.iter().find(|(play, _)| same(play));
            let (_, value) = value.ok_or("a player chose what isn't offered")?;
            decision.losses.push(most - value);
        }
        Ok(decision)
    }

    /// Each play with its side's chance to win after it, over the same supposed deals.
    fn try_out(
        &mut self,
        game: &Match,
        seat: Seat,
        chance: &mut Chance,
    ) -> Result<Vec<(Play, f64)>, Failure> {
        let seating = self.args.rules.seating;
        let side = seating.side(seat);
        let view = game.view(Viewer::Seat(seat));
        let supposed =
            self.player
                .suppose(&view, self.opponents, self.args.tries, chance.bits())?;
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
                drop(game.play(seat, *play)?);
                while let Need::Play(turn) = game.needs() {
                    let who = usize::from(seating.side(turn) != side);
                    let next = self.players[who].choose(&game, turn, chance.bits())?;
                    drop(game.play(turn, next)?);
                }
                let shares = self.player.odds().shares(&Standing::of(&game));
                *value += f64::from(shares[side.index()]) / supposed.len() as f64;
            }
        }
        Ok(values)
    }
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
