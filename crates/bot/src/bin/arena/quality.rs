//! How well a player chooses in a match, as the analysis of a record tells it: an expert judges each of its
//! decisions by what the player saw.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use boneyard_bot::{Chance, Level, Memory, Player, Seen};
use boneyard_rules::{Match, Need, Seat, Viewer};

use crate::Failure;
use crate::args::Args;
use crate::contestant::Contestant;
use crate::duel::{ROUNDS_MAX, on_threads};
use crate::statistics::ratio;

/// The decisions of one seat of A in one match.
#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
struct Judgement {
    /// The number of decisions with more than one play.
    decisions: u32,
    /// How much of the chance to win they cost in all.
    cost: f64,
    /// How much they could have cost in all.
    stake: f64,
}

impl Judgement {
    /// The share of the stake that A kept.
    fn kept(&self) -> f64 {
        if self.stake > 0.0 {
            1.0 - self.cost / self.stake
        } else {
            1.0
        }
    }
}

/// Plays a match for each deal, and returns how well A chose as JSON or as a table.
pub(crate) fn run(args: &Args) -> Result<String, Failure> {
    let next = AtomicU64::new(0);
    let judgements = Mutex::new(Vec::new());
    on_threads(args.threads, || {
        let expert = Player::new(&args.rules);
        let mut players = [
            Contestant::new(&args.specs[0], &args.rules)?,
            Contestant::new(&args.specs[1], &args.rules)?,
        ];
        loop {
            let deal = next.fetch_add(1, Ordering::Relaxed);
            if deal >= args.deals {
                return Ok(());
            }
            let judged = judge_match(args, &expert, &mut players, deal)?;
            let mut judgements = judgements.lock().unwrap_or_else(PoisonError::into_inner);
            judgements.push(judged);
            eprint!("\r{} of {} deals   ", judgements.len(), args.deals);
        }
    })?;
    eprintln!("\r{:60}", "");
    let judgements = judgements
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    print(args, judgements)
}

/// Plays one match, and judges one seat of A, which the number of the deal determines.
fn judge_match(
    args: &Args,
    expert: &Player,
    players: &mut [Contestant; 2],
    deal: u64,
) -> Result<Judgement, Failure> {
    let rules = args.rules;
    let seats: Vec<Seat> = rules.seating().seats().collect();
    let judged_seat = seats[deal as usize % seats.len()];
    let mut chance = Chance::new(args.seed ^ deal << 20);
    let mut memory = Memory::new(&rules);
    let mut judged = Judgement::default();
    let mut game = Match::new(&rules);
    for player in players.iter_mut() {
        player.start_match(&rules);
    }
    while game.round_number() < ROUNDS_MAX || matches!(game.needs(), Need::Move(_)) {
        match game.needs() {
            Need::Chance(needed) => {
                memory.learn(&game);
                for player in players.iter_mut() {
                    player.learn(&game);
                }
                drop(game.deal(&chance.order(needed.things))?);
            }
            Need::Move(seat) => {
                let is_b = rules.seating().side(seat) != rules.seating().side(judged_seat);
                let player = &mut players[usize::from(is_b)];
                let chosen = player.choose(&game, seat, chance.bits())?;
                let chosen = chosen.ok_or("a seat on turn makes no move")?;
                let view = game.view(Viewer::Seat(seat));
                let is_judged = Player::is_judged(chosen) && Player::choices(&view) > 1;
                if seat == judged_seat && is_judged {
                    let standing = game.standing();
                    let known = Seen::new(&standing, &view, memory);
                    let budget = Level::Expert.budget();
                    let judgement = expert.judge(known, chosen, budget, chance.bits());
                    let judgement = judgement.ok_or("the game has no analysis")?;
                    judged.decisions += 1;
                    judged.cost += f64::from(judgement.cost);
                    judged.stake += f64::from(judgement.stake);
                }
                drop(game.take(seat, chosen)?);
            }
            Need::Nothing => break,
        }
    }
    Ok(judged)
}

fn print(args: &Args, mut judgements: Vec<Judgement>) -> Result<String, Failure> {
    let over = |part: fn(&Judgement) -> (f64, f64)| {
        let matches: Vec<_> = judgements.iter().map(part).collect();
        ratio(&matches)
    };
    let cost = over(|one| (one.cost, f64::from(one.decisions)));
    let lost = over(|one| (one.cost, one.stake));
    if args.json {
        return Ok(serde_json::json!({
            "rules": args.rules.to_string(), "a": args.names[0], "b": args.names[1],
            "cost_a_decision": cost, "lost_of_stake": lost, "matches": judgements,
        })
        .to_string());
    }
    judgements.sort_by(|one, other| one.kept().total_cmp(&other.kept()));
    let mut text = format!(
        "{}: {} matches of {} against {}\n",
        args.rules,
        judgements.len(),
        args.names[0],
        args.names[1]
    );
    for (name, estimate) in [("a decision costs", cost), ("lost of the stake", lost)] {
        let [value, low, high] =
            [estimate.value, estimate.low, estimate.high].map(|part| part * 100.0);
        writeln!(
            text,
            "{name:<20} {value:>6.2} %   95 % in {low:.2} to {high:.2}"
        )?;
    }
    for percent in [5, 25, 50, 75, 95] {
        let at = judgements.len() * percent / 100;
        let kept = judgements.get(at).map_or(0.0, Judgement::kept) * 100.0;
        writeln!(
            text,
            "{percent:>2} of 100 matches kept less than {kept:>6.2} % of the stake"
        )?;
    }
    Ok(text)
}
