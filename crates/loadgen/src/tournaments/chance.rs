//! What happens by chance in a tournament. All of it follows from the seed of the run.

use boneyard_protocol::tournament::DecidedResult;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

/// The part of the programs to whom something happens.
const UNLUCKY: f64 = 0.45;

/// The part of the programs that enter after the start, if the format allows it.
const LATE: f64 = 0.1;

/// What a program does, and what happens to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) has_account: bool,
    /// The round after whose pairing the program enters; 0 for before the start.
    pub(super) enters_in: u32,
    pub(super) fate: Option<Fate>,
}

/// Something that happens to a program once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Fate {
    /// The number of the program's match, from 1; 0 for before the start.
    pub(super) in_match: u32,
    pub(super) moment: Moment,
    /// How many tiles are placed then, if it is in the middle of the match.
    pub(super) tiles: usize,
    pub(super) what: What,
}

/// When something happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Moment {
    /// Before the start, after the entry.
    Entered,
    /// When the match has a table, before the program comes there.
    Paired,
    /// In the middle of the match, when the players have placed some tiles.
    Placed,
    /// When the match has its result.
    Ended,
}

/// What happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    /// The program withdraws, and tries to enter again.
    Withdraws,
    /// The program withdraws for good.
    WithdrawsForGood,
    /// The organiser withdraws the program.
    IsWithdrawn,
    /// The program closes its account.
    ClosesAccount,
    /// The program reports an opponent, and a moderator keeps that one out.
    GetsOpponentKeptOut,
    /// The program stays away from the match.
    StaysAway,
    /// The program resigns.
    Resigns,
    /// The organiser decides the match, or corrects its result.
    Decided(DecidedResult),
    /// The organiser pauses the tournament, and lets it go on.
    Paused,
}

/// What may happen, and when: each line is as probable as each other.
const POSSIBLE: [(Moment, What); 28] = {
    use DecidedResult::{First, Neither, Second, Tie};
    use Moment::{Ended, Entered, Paired, Placed};
    use What::{
        ClosesAccount, Decided, GetsOpponentKeptOut, IsWithdrawn, Paused, Resigns, StaysAway,
        Withdraws, WithdrawsForGood,
    };
    [
        (Entered, Withdraws),
        (Entered, WithdrawsForGood),
        (Entered, IsWithdrawn),
        (Entered, ClosesAccount),
        (Paired, StaysAway),
        (Paired, StaysAway),
        (Paired, Withdraws),
        (Paired, IsWithdrawn),
        (Paired, ClosesAccount),
        (Paired, Decided(First)),
        (Paired, Decided(Neither)),
        (Placed, StaysAway),
        (Placed, StaysAway),
        (Placed, Resigns),
        (Placed, Withdraws),
        (Placed, IsWithdrawn),
        (Placed, ClosesAccount),
        (Placed, GetsOpponentKeptOut),
        (Placed, Decided(First)),
        (Placed, Decided(Second)),
        (Placed, Decided(Tie)),
        (Placed, Decided(Neither)),
        (Ended, Withdraws),
        (Ended, IsWithdrawn),
        (Ended, ClosesAccount),
        (Ended, Paused),
        (Ended, Decided(Second)),
        (Ended, Decided(Tie)),
    ]
};

impl Fate {
    /// A random fate in one of the first `matches` matches. In a quick run nobody stays away from the beginning of a
    /// match, because that takes a minute, and nobody leaves another one than the first.
    fn random(random: &mut StdRng, matches: u32, is_quick: bool) -> Self {
        let (moment, what) = loop {
            let one = POSSIBLE[random.random_range(0..POSSIBLE.len())];
            if !(is_quick && one == (Moment::Paired, What::StaysAway)) {
                break one;
            }
        };
        let in_match = random.random_range(1..=matches);
        Self {
            in_match: if moment == Moment::Entered {
                0
            } else {
                in_match
            },
            moment,
            tiles: random.random_range(1..7),
            what,
        }
    }
}

/// The plans of all programs of a tournament.
pub(super) struct Chance {
    pub(super) seed: u64,
    pub(super) programs: usize,
    /// The number of matches in which something may happen to a program.
    pub(super) matches: u32,
    /// Whether all programs need accounts.
    pub(super) rated: bool,
    pub(super) is_quick: bool,
}

impl Chance {
    pub(super) fn plans(&self) -> Vec<Plan> {
        let mut random = StdRng::seed_from_u64(self.seed);
        let plan = |_| {
            let is_unlucky = random.random_bool(UNLUCKY);
            let fate = is_unlucky.then(|| Fate::random(&mut random, self.matches, self.is_quick));
            let needs_account = fate.is_some_and(|fate| fate.what == What::ClosesAccount);
            let is_late = random.random_bool(LATE) && fate.is_none_or(|fate| fate.in_match > 0);
            let round = random.random_range(1..=self.matches);
            Plan {
                has_account: self.rated || needs_account || random.random_bool(0.5),
                enters_in: if is_late { round } else { 0 },
                fate,
            }
        };
        (0..self.programs).map(plan).collect()
    }
}
