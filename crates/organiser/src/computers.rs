//! Matches between computer players. Nobody watches them, so they are played without a table.

use std::sync::Arc;

use boneyard_base::limits;
use boneyard_bot::{Budget, Chance, Level, OpponentModel, Player};
use boneyard_fair::{Chain, Deal, Hash, Purpose, Seed};
use boneyard_rules::rules::DominoSet;
use boneyard_rules::{Match, Need, Order, Play, Rules, Viewer};
use boneyard_table::margins;
use boneyard_tournaments::{Decision, MatchOutcome, PairingId, Winner};
use futures_util::FutureExt as _;

use crate::Organiser;
use crate::event::{Event, Source};
use crate::live::Live;
use crate::seats::computers;
use crate::state::{self, State};

/// The number of passes for a decision. The computer players at tables of people have many more; here a match
/// must cost little, and both sides have the same.
const PASSES: u32 = 8;

impl Organiser {
    /// Has a thread play the matches that only computer players play: with the deals of a section, or each with its
    /// own.
    pub(crate) fn play_computers(
        &self,
        live: &Arc<Live>,
        known: &Arc<State>,
        undecided: &[state::Match],
        section: Option<SectionDeals>,
    ) {
        let first = |one: &state::Match| Some((one.id, computers(known, one)?));
        let all: Vec<_> = undecided.iter().filter_map(first).collect();
        if all.is_empty() {
            return;
        }
        let rules = known.settings.match_rules();
        let seeds: Vec<u64> = all.iter().map(|_| rand::random()).collect();
        let known = Arc::clone(known);
        let play_all = move || {
            let both = all.into_iter().zip(seeds);
            let each = both.map(|((id, level), seed)| {
                let is_knockout = known.is_knockout(id.round);
                let (outcome, margins) = play(&rules, level, seed, is_knockout, section.as_ref());
                (id, outcome, margins)
            });
            each.collect()
        };
        self.work(live, play_all, |organiser, live, played| {
            async move { organiser.report_computers(&live, played).await }.boxed()
        });
    }

    async fn report_computers(
        &self,
        live: &Live,
        played: Vec<(PairingId, MatchOutcome, Vec<i32>)>,
    ) {
        let reported = self.decide(live, |state, _| {
            let undecided = state.undecided();
            let open = |id: &PairingId| undecided.iter().any(|one| one.id == *id);
            let results = played.iter().filter(|(id, ..)| open(id));
            let results = results.flat_map(|(pairing, outcome, margins)| {
                let reported = Event::Reported {
                    pairing: *pairing,
                    outcome: *outcome,
                    source: Source::Computers,
                };
                let boards = state.is_duplicate().then(|| Event::Boards {
                    pairing: *pairing,
                    margins: margins.clone(),
                });
                [reported].into_iter().chain(boards)
            });
            Ok(results.collect())
        });
        if let Err(refusal) = reported.await {
            tracing::warn!(tournament = %live.id, %refusal, "matches of computer players can't be stored");
        }
    }
}

/// The deals of a section, whose seeds are all revealed.
#[derive(Clone, Debug)]
pub(crate) struct SectionDeals {
    pub(crate) chain: Chain,
    pub(crate) terms: Hash,
    /// The seeds, in the order of the section.
    pub(crate) seeds: Vec<Seed>,
    /// How many rounds each match has.
    pub(crate) boards: u8,
}

impl SectionDeals {
    fn order(&self, round: u32, purpose: Purpose, attempt: u32, set: DominoSet) -> Option<Order> {
        let deal = Deal {
            terms: self.terms,
            round,
            purpose,
            attempt,
            seeds: &self.seeds,
        };
        let secret = self.chain.secret(round)?;
        Some(boneyard_fair::order(&secret, &deal, set))
    }
}

/// Plays a match between computer players of one level. Its choices follow from the seed, and so do its deals, unless
/// they are those of a section. Returns the outcome, and the points of the first side less those of the second for
/// each round.
pub(crate) fn play(
    rules: &Rules,
    level: Level,
    seed: u64,
    is_knockout: bool,
    section: Option<&SectionDeals>,
) -> (MatchOutcome, Vec<i32>) {
    let mut chance = Chance::new(seed);
    let player = Player::new(rules);
    let mut game = Match::new(rules);
    let mut opponents = OpponentModel::default();
    let rounds_max = section.map_or(limits::ROUNDS_MAX, |section| section.boards.into());
    // How often the next round was dealt already.
    let mut attempts = (0, 0);
    while u32::from(game.round_number()) <= rounds_max {
        let round = u32::from(game.round_number()) + 1;
        if attempts.0 != round {
            attempts = (round, 0);
        }
        let mut order = |purpose, attempt| match section {
            Some(section) => section.order(round, purpose, attempt, rules.tile_set),
            None => Some(chance.order(rules.tile_set)),
        };
        let done = match game.needs() {
            Need::Lots | Need::Deal if round > rounds_max => break,
            Need::Lots => {
                let order = order(Purpose::Lots, 0);
                order.is_some_and(|order| game.lots(order.lots(rules.seating)).is_ok())
            }
            Need::Deal => {
                opponents.learn(&game);
                let order = order(Purpose::Deal, attempts.1);
                attempts.1 += 1;
                order.is_some_and(|order| game.deal(&order).is_ok())
            }
            Need::Play(seat) => {
                let view = game.view(Viewer::Seat(seat));
                let budget = Budget::passes(level.budget().passes.min(PASSES));
                let choice = player.choose(&view, opponents, level, budget, chance.bits());
                let play = choice.ok().map(|choice| choice.play);
                let first = game.placements().next().map(Play::from);
                let play = play.or(first);
                play.is_some_and(|play| game.play(seat, play).is_ok())
            }
            Need::Nothing => break,
        };
        if !done {
            tracing::error!(%rules, "a match between computer players can't go on");
            break;
        }
    }
    let mut points = game.scores().iter().map(|(_, &points)| points);
    let points = [(); 2].map(|()| points.next().unwrap_or(0));
    let ahead = if points[1] > points[0] {
        Winner::Second
    } else {
        Winner::First
    };
    let won = game.winner().map(|side| {
        if side.index() == 0 {
            Winner::First
        } else {
            Winner::Second
        }
    });
    // No points win a match of boards before its end.
    let most = (points[0] != points[1] && section.is_some()).then_some(ahead);
    let winner = won.or(most).or(is_knockout.then_some(ahead));
    let outcome = MatchOutcome {
        decision: winner.map_or(Decision::Tie, Decision::Won),
        points: Some(points),
    };
    (outcome, margins(&game))
}

#[cfg(test)]
mod tests {
    use boneyard_rules::Preset;

    use super::*;

    #[test]
    fn a_match_of_every_preset_for_two_sides_is_played_to_its_end() {
        for preset in Preset::ALL {
            let rules = preset.rules();
            if rules.seating.side_count() != 2 {
                continue;
            }
            let (outcome, margins) = play(rules, Level::Casual, 7, true, None);
            assert_eq!(outcome, play(rules, Level::Casual, 7, true, None).0);
            assert!(outcome.winner().is_some(), "{rules}");
            assert!(!margins.is_empty(), "{rules}");
        }
    }
}
