//! Stories of time in which a player could not play: the storage was down, a node was killed or stopped. It
//! costs the player nothing, though the player's client plays again at once.

use boneyard_base::limits;
use boneyard_protocol::{AbsentChoice, ClockRule};
use boneyard_rules::Seating;

use crate::state::State;
use crate::state::command::Action;
use crate::tests::model::{ModelFixture, ModelTable, Step};
use crate::tests::stories::{FAST, begun, on_turn, placed, play, seat};

pub(super) const BANK: ClockRule = ClockRule::Bank {
    seconds: 60,
    increment: 0,
};

/// How long the player on turn thinks before the first try to play.
pub(super) const THOUGHT_MS: i64 = 4_000;

/// How far the clocks of the nodes are apart at most.
pub(super) const APART_MS: i64 = 600;

/// How long a client waits before it sends a play again.
const RETRY_MS: i64 = 500;

/// A table on some nodes. The player with the first turn is connected to node 0, the other one to the last
/// node.
pub(super) struct Story<'a> {
    pub(super) model: ModelTable<'a>,
    pub(super) thinks: usize,
    /// The nodes that do what is due.
    running: Vec<usize>,
}

impl<'a> Story<'a> {
    pub(super) fn begin(fixture: &'a ModelFixture, clock: ClockRule, nodes: usize) -> Self {
        let bench = begun(Seating::TWO, clock);
        let thinks = on_turn(&bench.state);
        let mut model = ModelTable::among(fixture, &bench, nodes);
        for node in 0..nodes {
            model.starts_at(node);
        }
        model.settle();
        model.wait(2_000);
        let mut story = Self {
            model,
            thinks,
            running: (0..nodes).collect(),
        };
        story.come(thinks, 0);
        story.come(1 - thinks, nodes - 1);
        story.pass(THOUGHT_MS);
        story
    }

    pub(super) fn come(&mut self, guest: usize, node: usize) {
        let step = self.model.follow_at(node, guest, true);
        self.model.give(node, step);
        self.model.settle();
    }

    /// The player on turn goes to a node that has just loaded the table, and plays there. Nothing but the thought is
    /// charged. `asks` says whether only another node can say what the player has lost.
    fn plays_at_a_node_that_knows_nothing(&mut self, action: Action, before_ms: i64, asks: bool) {
        self.model.starts_at(2);
        let step = self.model.follow_at(2, self.thinks, true);
        self.model.does(2, step);
        let step = self.model.act(self.thinks, action).unwrap();
        self.model.give(2, step);
        assert_eq!(self.model.requests_wait(2), asks);
        self.model.settle();
        assert_ne!(on_turn(self.model.state()), self.thinks);
        let taken_ms = before_ms - self.left_ms() - THOUGHT_MS;
        assert!(taken_ms <= APART_MS, "{taken_ms}");
    }

    /// Lets time pass. The running nodes do what is due in time.
    pub(super) fn pass(&mut self, wait_ms: i64) {
        let mut left_ms = wait_ms;
        while left_ms > 0 {
            self.model.wait(left_ms.min(RETRY_MS));
            left_ms -= RETRY_MS;
            for &node in &self.running {
                self.model.give(node, Step::Due);
            }
            self.model.settle();
        }
    }

    /// Sends the play of the player who thinks to the node to which that player is connected. Returns whether
    /// it was taken.
    pub(super) fn plays(&mut self, action: &Action) -> bool {
        let node = self.model.node_of(self.thinks).unwrap();
        let step = self.model.act(self.thinks, action.clone()).unwrap();
        self.model.give(node, step);
        self.model.settle();
        on_turn(self.model.state()) != self.thinks
    }

    pub(super) fn left_ms(&self) -> i64 {
        left_ms(self.model.state(), self.thinks)
    }
}

fn left_ms(state: &State, person: usize) -> i64 {
    state.clocks.shown().unwrap().left_ms[seat(person)]
}

/// The storage is down for a time, and the player on turn plays again and again. Returns how much of the
/// player's time was taken beyond the player's own thought, in milliseconds.
fn taken_by_an_outage(fixture: &ModelFixture, nodes: usize, down_ms: i64) -> i64 {
    let mut story = Story::begin(fixture, BANK, nodes);
    let before_ms = story.left_ms();
    let action = play(story.model.state());
    story.model.set_down(true);
    assert!(!story.plays(&action));
    for _ in 0..down_ms / RETRY_MS {
        story.pass(RETRY_MS);
        assert!(!story.plays(&action));
    }
    story.model.wait(down_ms % RETRY_MS);
    story.model.set_down(false);
    assert!(story.plays(&action), "the first try is taken");
    story.pass(2_000);
    before_ms - story.left_ms() - THOUGHT_MS
}

#[test]
fn an_outage_of_the_storage_that_is_charged_to_the_player_on_turn() {
    let fixture = ModelFixture::new();
    for nodes in 1..=3 {
        let taken = (0..24).map(|seed| taken_by_an_outage(&fixture, nodes, 12_000 + seed * 83));
        let taken: Vec<_> = taken.collect();
        let apart_ms = if nodes == 1 { 0 } else { APART_MS };
        println!("{nodes} nodes, taken in ms: {taken:?}");
        assert!(
            taken.iter().all(|&taken_ms| taken_ms <= apart_ms),
            "{taken:?}"
        );
    }
}

#[test]
fn an_append_without_answer_that_is_charged_to_the_next_player() {
    for nodes in 1..=2 {
        let fixture = ModelFixture::new();
        let mut story = Story::begin(&fixture, BANK, nodes);
        let next = 1 - story.thinks;
        let action = play(story.model.state());
        let step = story.model.act(story.thinks, action).unwrap();
        // The play is in the log, but the answer takes eight seconds.
        story.model.begins(0, Some(step));
        story.model.appends_without_answer(0);
        story.model.wait(8_000);
        story.model.settle();
        let left_ms = left_ms(story.model.state(), next);
        story.pass(3_000);
        story.thinks = next;
        let action = play(story.model.state());
        assert!(story.plays(&action));
        assert_eq!(left_ms - story.left_ms(), 3_000);
    }
}

#[test]
fn a_killed_node_that_costs_its_players_time() {
    // The player connects to the other node before or after it knows that the player's node is gone.
    for comes_after_ms in [4_000, 9_000, 20_000] {
        let fixture = ModelFixture::new();
        let mut story = Story::begin(&fixture, BANK, 2);
        let before_ms = story.left_ms();
        story.model.kill(0);
        story.running = vec![1];
        for _ in 0..comes_after_ms / 1_000 {
            story.pass(1_000);
            story.model.judge_leases(1);
            story.model.settle();
        }
        story.come(story.thinks, 1);
        let action = play(story.model.state());
        assert!(story.plays(&action));
        let taken_ms = before_ms - story.left_ms() - THOUGHT_MS;
        // A page has some time to notice that its node is gone and to connect again. The rest is its player's.
        let own_ms = comes_after_ms - limits::LOST_PLAYER_WAIT.as_millis() as i64;
        assert!(taken_ms <= own_ms.max(0) + APART_MS, "{taken_ms}");
        assert!(taken_ms >= own_ms - RETRY_MS - APART_MS, "{taken_ms}");
    }
}

#[test]
fn a_play_that_waits_for_the_answer_of_a_killed_node() {
    let fixture = ModelFixture::new();
    let mut story = Story::begin(&fixture, BANK, 3);
    story.come(1 - story.thinks, 1);
    story.model.put_away(2);
    let before_ms = story.left_ms();
    let action = play(story.model.state());
    story.model.kill(0);
    story.running = vec![1, 2];
    story.model.starts_at(2);
    story.come(story.thinks, 2);
    assert!(!story.plays(&action), "the killed node may still answer");
    story.pass(1_000);
    assert_eq!(on_turn(story.model.state()), story.thinks);
    // Then the node has missed beats, and the play is judged.
    story.pass(1_000);
    assert_ne!(on_turn(story.model.state()), story.thinks);
    let taken_ms = before_ms - story.left_ms() - THOUGHT_MS;
    assert!(taken_ms <= APART_MS, "{taken_ms}");
}

#[test]
fn a_killed_node_whose_player_comes_late_to_a_node_that_knows_nothing() {
    let fixture = ModelFixture::new();
    let mut story = Story::begin(&fixture, BANK, 3);
    story.come(1 - story.thinks, 1);
    story.model.put_away(2);
    let before_ms = story.left_ms();
    let action = play(story.model.state());
    story.model.kill(0);
    story.running = vec![1];
    for _ in 0..6 {
        story.pass(1_000);
        story.model.judge_leases(1);
        story.model.judge_leases(2);
    }
    story.plays_at_a_node_that_knows_nothing(action, before_ms, false);
}

#[test]
fn an_outage_of_the_storage_whose_player_goes_to_a_node_that_knows_nothing() {
    let fixture = ModelFixture::new();
    let mut story = Story::begin(&fixture, BANK, 3);
    story.come(1 - story.thinks, 1);
    story.model.put_away(2);
    let before_ms = story.left_ms();
    let action = play(story.model.state());
    story.model.set_down(true);
    assert!(!story.plays(&action));
    story.running = vec![0, 1];
    story.pass(9_000);
    story.model.set_down(false);
    story.plays_at_a_node_that_knows_nothing(action, before_ms, true);
}

#[test]
fn a_stopped_node_that_costs_its_players_time() {
    for nodes in 1..=2 {
        let fixture = ModelFixture::new();
        let mut story = Story::begin(&fixture, FAST, nodes);
        let action = play(story.model.state());
        story.running.retain(|&node| node != 0);
        story.model.stop(0);
        story.pass(10_000);
        story.model.goes_on(0);
        story.running.push(0);
        story.pass(4_000);
        assert_eq!(placed(&story.model), 0);
        let turn = story.model.state().clocks.turn().unwrap();
        let charged_ms = story.model.now().ms_since(turn.since);
        assert!(charged_ms <= THOUGHT_MS + 4_000, "{charged_ms}");
        assert!(story.plays(&action));
    }
}

#[test]
fn a_play_that_waits_at_a_stopped_node() {
    let fixture = ModelFixture::new();
    let mut story = Story::begin(&fixture, BANK, 1);
    let before_ms = story.left_ms();
    let action = play(story.model.state());
    story.model.stop(0);
    story.running.clear();
    story.pass(10_000);
    story.model.goes_on(0);
    assert!(story.plays(&action));
    assert_eq!(before_ms - story.left_ms(), THOUGHT_MS);
}

#[test]
fn a_restart_that_is_charged_to_the_first_play_after_it() {
    let fixture = ModelFixture::new();
    let mut story = Story::begin(&fixture, BANK, 1);
    let before_ms = story.left_ms();
    let action = play(story.model.state());
    story.model.crash();
    story.model.wait(20_000);
    story.model.starts();
    story.come(story.thinks, 0);
    assert!(story.plays(&action));
    assert!(before_ms - story.left_ms() <= THOUGHT_MS);
}

#[test]
fn a_killed_node_with_all_players_of_a_table() {
    let fixture = ModelFixture::new();
    let mut story = Story::begin(&fixture, BANK, 2);
    story.come(1 - story.thinks, 0);
    story.model.put_away(1);
    let before_ms = story.left_ms();
    let action = play(story.model.state());
    story.model.kill(0);
    story.model.wait(2_000);
    story.model.starts_at(1);
    story.come(story.thinks, 1);
    assert!(story.plays(&action));
    assert!(before_ms - story.left_ms() <= THOUGHT_MS + APART_MS);
}

#[test]
fn a_stopped_node_whose_player_goes_to_a_node_that_knows_nothing() {
    let fixture = ModelFixture::new();
    let mut story = Story::begin(&fixture, BANK, 3);
    story.come(1 - story.thinks, 1);
    story.model.put_away(2);
    let before_ms = story.left_ms();
    let action = play(story.model.state());
    story.model.stop(0);
    story.running = vec![1];
    // The node is silent, and doesn't count as gone yet.
    story.pass(2_000);
    story.model.starts_at(2);
    story.come(story.thinks, 2);
    assert!(story.plays(&action));
    assert!(before_ms - story.left_ms() - THOUGHT_MS <= APART_MS);
}

/// All players of a table are at a node that stops or dies, and come to other nodes one after the other. The second
/// one's turn begins before that player has come.
#[test]
fn a_stopped_node_with_all_players_who_come_one_after_the_other() {
    for is_killed in [false, true] {
        for (first_after_ms, second_at) in [(2_000, 1), (2_000, 2), (9_000, 1), (9_000, 2)] {
            let fixture = ModelFixture::new();
            let mut story = Story::begin(&fixture, BANK, 3);
            let (first, second) = (story.thinks, 1 - story.thinks);
            story.come(second, 0);
            for node in [1, 2] {
                story.model.put_away(node);
            }
            if is_killed {
                story.model.kill(0);
            } else {
                story.model.stop(0);
            }
            story.running.clear();
            let passes = |story: &mut Story<'_>, wait_ms| {
                for _ in 0..wait_ms / 1_000 {
                    story.pass(1_000);
                    for node in [1, 2] {
                        story.model.judge_leases(node);
                    }
                    story.model.settle();
                }
            };
            passes(&mut story, first_after_ms);
            story.model.starts_at(1);
            story.running.push(1);
            story.come(first, 1);
            let action = play(story.model.state());
            while !story.plays(&action) {
                passes(&mut story, 1_000);
            }
            story.thinks = second;
            let before_ms = story.left_ms();
            passes(&mut story, 3_000);
            if second_at == 2 {
                story.model.starts_at(2);
                story.running.push(2);
            }
            story.come(second, second_at);
            story.pass(1_000);
            let action = play(story.model.state());
            while !story.plays(&action) {
                passes(&mut story, 1_000);
            }
            let taken_ms = before_ms - story.left_ms();
            assert!(
                taken_ms <= 1_000 + APART_MS,
                "{taken_ms} after {first_after_ms}, killed: {is_killed}, at {second_at}"
            );
        }
    }
}

/// A player at a stopped node is shown as gone. Nothing may be done about it sooner than about any other player.
#[test]
fn a_claim_against_a_player_at_a_stopped_node() {
    let fixture = ModelFixture::new();
    let mut story = Story::begin(&fixture, ClockRule::None, 2);
    let here = 1 - story.thinks;
    story.model.stop(0);
    story.running = vec![1];
    let claim = Action::Absent(seat(story.thinks), AbsentChoice::Claim);
    let mut passed_ms = 0;
    while story.model.state().matches.ending().is_none() {
        story.pass(1_000);
        passed_ms += 1_000;
        story.model.judge_leases(1);
        let step = story.model.act(here, claim.clone()).unwrap();
        story.model.give(1, step);
        story.model.settle();
        assert!(passed_ms <= limits::GONE_MS * 2, "it may be claimed");
    }
    assert!(passed_ms >= limits::GONE_MS, "{passed_ms}");
}
