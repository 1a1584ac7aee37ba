//! Matches between computer players. Nobody watches them, so they are played without a table. Where all tables have the
//! same deals they aren't played: without a table nothing would prove that they had those deals too.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use boneyard_base::limits;
use boneyard_bot::{Budget, Chance, Level, Memory, Player, Seen};
use boneyard_rules::{Match, Need, Rules, Seat, Viewer};
use boneyard_tournaments::{Decision, MatchOutcome, Pairing, PairingId, Placed, Placing, Winner};
use futures_util::FutureExt as _;

use crate::Organiser;
use crate::event::{Event, Source};
use crate::live::Live;
use crate::refusal::Refusal;
use crate::rounds::Task;
use crate::seats::{Found, computers};
use crate::state::{self, State};

/// The number of passes for a decision. The computer players at tables of people have many more; here a match
/// must cost little, and both sides have the same.
const PASSES: u32 = 8;

impl Organiser {
    /// Has threads play the matches that only computer players play, in pieces.
    pub(crate) async fn play_computers(
        &self,
        live: &Arc<Live>,
        known: &State,
        undecided: &[state::Match],
    ) -> Result<(), Refusal> {
        let with_level = |one: &state::Match| Some((one.id, computers(known, one)?));
        let matches: Vec<_> = undecided.iter().filter_map(with_level).collect();
        let Some(&(first, _)) = matches.first() else {
            return Ok(());
        };
        if known.is_duplicate() {
            let unplayed = |&(id, _): &(PairingId, Level)| {
                let outcome = MatchOutcome {
                    decision: Decision::Tie,
                    points: None,
                };
                (id, Found::Match(outcome))
            };
            return self
                .report_computers(live, matches.iter().map(unplayed).collect())
                .await;
        }
        let is_knockout = known.is_knockout(first.round);
        let with_rules = |(id, level)| {
            let (pairing, _) = known.tournament.pairing(id)?;
            let is_table = matches!(pairing, Pairing::Table(_));
            Some((id, level, known.settings.rules_for(pairing), is_table))
        };
        let matches: Vec<_> = matches.into_iter().filter_map(with_rules).collect();
        self.work(live, Task::ComputerMatches, move |organiser, live| {
            async move {
                let mut results = Vec::with_capacity(matches.len());
                let mut players: HashMap<Rules, Arc<Player>> = HashMap::new();
                for (id, level, rules, is_table) in matches {
                    let player = players.entry(rules);
                    let player = player.or_insert_with(|| Arc::new(Player::new(&rules)));
                    let players = (Arc::clone(player), level);
                    let seed = rand::random();
                    let mut game = ComputerMatch::new(&rules, players, seed);
                    while !game.is_over {
                        if live.is_over() {
                            return;
                        }
                        let piece = move |until| game.play_until(until);
                        let done = organiser.turn(&live, Task::ComputerMatches, piece);
                        let Some(piece) = done.await else { return };
                        game = piece;
                    }
                    let found = if is_table {
                        Found::Table(game.placing())
                    } else {
                        game.outcome(is_knockout).into()
                    };
                    results.push((id, found));
                }
                if let Err(refusal) = organiser.report_computers(&live, results).await {
                    tracing::warn!(tournament = %live.id, %refusal, "matches of computer players can't be stored");
                }
            }
            .boxed()
        });
        Ok(())
    }

    async fn report_computers(
        &self,
        live: &Live,
        played: Vec<(PairingId, Found)>,
    ) -> Result<(), Refusal> {
        self.decide(live, |state, _| {
            let undecided = state.undecided();
            let open = |id: &PairingId| undecided.iter().any(|one| one.id == *id);
            let results = played.iter().filter(|(id, _)| open(id));
            let source = Source::Computers;
            let reported = results.map(|(pairing, found)| match found {
                Found::Match(outcome) => Event::Reported {
                    pairing: *pairing,
                    outcome: *outcome,
                    source: source.clone(),
                },
                Found::Table(placing) => Event::Placed {
                    pairing: *pairing,
                    placing: placing.clone(),
                    source: source.clone(),
                },
            });
            Ok(reported.collect())
        })
        .await
    }
}

/// A match between computer players of one level. Its choices and its deals follow from the seed.
struct ComputerMatch {
    game: Match,
    /// What all matches by the same rules share.
    player: Arc<Player>,
    level: Level,
    chance: Chance,
    memory: Memory,
    is_over: bool,
}

impl ComputerMatch {
    fn new(rules: &Rules, (player, level): (Arc<Player>, Level), seed: u64) -> Self {
        Self {
            game: Match::new(rules),
            player,
            level,
            chance: Chance::new(seed),
            memory: Memory::new(rules),
            is_over: false,
        }
    }

    /// Goes on until this time, or to the end of the match. Deals or plays once at least.
    fn play_until(mut self, until: Instant) -> Self {
        loop {
            self.step();
            if self.is_over || Instant::now() >= until {
                return self;
            }
        }
    }

    /// Deals, or plays a tile. Nothing of it takes long.
    fn step(&mut self) {
        let round = u32::from(self.game.round_number()) + 1;
        let done = match self.game.needs() {
            Need::Chance(_) if round > limits::COMPUTER_ROUNDS_MAX => None,
            Need::Chance(needed) => Some(self.deal(needed.things)),
            Need::Move(seat) => Some(self.play(seat)),
            Need::Nothing => None,
        };
        if done == Some(false) {
            let rules = self.game.rules();
            tracing::error!(%rules, "a match between computer players can't go on");
        }
        self.is_over = done != Some(true);
    }

    fn deal(&mut self, things: usize) -> bool {
        self.memory.learn(&self.game);
        let order = self.chance.order(things);
        self.game.deal(&order).is_ok()
    }

    fn play(&mut self, seat: Seat) -> bool {
        let view = self.game.view(Viewer::Seat(seat));
        let budget = Budget::passes(self.level.budget().passes.min(PASSES));
        let seed = self.chance.bits();
        let standing = self.game.standing();
        let known = Seen::new(&standing, &view, self.memory);
        let chosen = self.player.choose_move(known, self.level, budget, seed);
        let chosen = chosen.or_else(|| self.game.forced());
        chosen.is_some_and(|chosen| self.game.take(seat, chosen).is_ok())
    }

    /// What each has reached, in the order of the seats.
    fn placing(&self) -> Placing {
        let places = self.game.places();
        let all = self.game.scores().iter().map(|(side, &points)| Placed {
            place: places[side],
            points,
            missed: false,
        });
        Placing(all.collect())
    }

    /// The outcome: without a winner, the side with the better place has won.
    fn outcome(&self, is_knockout: bool) -> MatchOutcome {
        let mut points = self.game.scores().iter().map(|(_, &points)| points);
        let points = [(); 2].map(|()| points.next().unwrap_or(0));
        let of_side = |is_first| {
            if is_first {
                Winner::First
            } else {
                Winner::Second
            }
        };
        let won = self.game.winner().map(|side| of_side(side.index() == 0));
        let places = self.game.places();
        let (first, second) = (places.as_slice()[0], places.as_slice()[1]);
        let is_decided = is_knockout || first != second;
        let winner = won.or_else(|| is_decided.then(|| of_side(first <= second)));
        MatchOutcome {
            decision: winner.map_or(Decision::Tie, Decision::Won),
            points: Some(points),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use boneyard_rules::line::rules::{BlockedScore, Finish, Hands};
    use boneyard_rules::line::{Options, Preset};

    use super::*;

    fn begin(rules: &Rules, level: Level) -> ComputerMatch {
        let player = Arc::new(Player::new(rules));
        ComputerMatch::new(rules, (player, level), 7)
    }

    /// Plays a match in pieces that are over at once. Returns the number of pieces too.
    fn play_in_pieces(mut game: ComputerMatch) -> (ComputerMatch, usize) {
        let over = Instant::now();
        let mut pieces = 0;
        while !game.is_over {
            game = game.play_until(over);
            pieces += 1;
        }
        (game, pieces)
    }

    #[test]
    fn a_match_of_every_preset_for_two_sides_is_played_to_its_end_in_pieces_as_in_one() {
        let far = Instant::now() + Duration::from_hours(1);
        for preset in Preset::ALL {
            let rules = preset.rules();
            if rules.seating.side_count() != 2 {
                continue;
            }
            let whole = begin(&rules.into(), Level::Casual).play_until(far);
            let (game, pieces) = play_in_pieces(begin(&rules.into(), Level::Casual));
            assert_eq!(whole.game, game.game);
            assert!(pieces > 10, "{rules}: a piece is one step");
            assert!(game.outcome(true).winner().is_some(), "{rules}");
        }
    }

    #[test]
    fn the_longest_match_of_computer_players_ends_and_who_is_ahead_has_won() {
        let rules = Options {
            target: 1_000,
            hands: Hands::None,
            finish: Finish::of([1; 5]),
            blocked_score: BlockedScore::OpponentsTotal,
            ..Options::from(*Preset::BLOCK.rules())
        };
        let rules = Rules::try_from(rules).unwrap();
        let (game, _) = play_in_pieces(begin(&rules, Level::Beginner));
        let rounds = u32::from(game.game.round_number());
        assert_eq!(rounds, limits::COMPUTER_ROUNDS_MAX);
        assert_eq!(game.game.winner(), None);
        let points: Vec<_> = game
            .game
            .scores()
            .iter()
            .map(|(_, &points)| points)
            .collect();
        let ahead = (points[0] != points[1]).then_some(points[0] > points[1]);
        let won = game.outcome(false).winner();
        assert_eq!(won.map(|winner| winner == Winner::First), ahead);
    }
}
