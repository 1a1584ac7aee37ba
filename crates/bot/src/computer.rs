//! What the house asks of a game's computer player.

use std::fmt::Debug;

use boneyard_rules::{Game, Seat, Standing};

use crate::level::{Budget, Level};

/// The view doesn't belong to the seat on turn, so there is nothing to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the view is not that of a seat on turn")]
pub struct NotOnTurn;

/// What a computer player knows when it decides: what its seat may know, and what finished rounds have shown.
#[derive(Debug)]
pub struct Seen<'a, V, M> {
    /// How the match stands.
    pub standing: &'a Standing,
    /// The view of the player's seat.
    pub view: &'a V,
    /// What finished rounds have shown of the other seats.
    pub memory: M,
}

impl<'a, V, M> Seen<'a, V, M> {
    /// What a player knows who has this view and this memory.
    pub const fn new(standing: &'a Standing, view: &'a V, memory: M) -> Self {
        Self {
            standing,
            view,
            memory,
        }
    }
}

// A derived `Copy` would ask that the view be `Copy` too, which is only borrowed.
impl<V, M: Copy> Clone for Seen<'_, V, M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V, M: Copy> Copy for Seen<'_, V, M> {}

/// An expert's judgement of a move that was made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judgement<M> {
    /// The move that the expert would make.
    pub best: M,
    /// The probability, 0 to 1, that the player's side wins the match after the best move.
    pub chance: f32,
    /// How much lower that probability is after the move that was made. A difference smaller than the error of the
    /// judgement counts as 0.
    pub cost: f32,
    /// How much lower it is after the worst move.
    pub stake: f32,
}

/// A computer player of a game. It can play at any seat and any level.
pub trait Computer: Sized {
    /// The match of the game.
    type Game: Game;
    /// What finished rounds have shown of each seat.
    type Memory: Copy + Eq + Debug + Default;
    /// A hint for a person: the move that an expert would make, and why.
    type Hint;

    /// A player for these rules.
    fn new(rules: &<Self::Game as Game>::Rules) -> Self;

    /// Chooses a move for the seat of the view, on turn or not; `None` if it makes none now. The same knowledge, level,
    /// seed and budget (without a time limit) always give the same move.
    fn choose_move(
        &self,
        known: Seen<'_, <Self::Game as Game>::View, Self::Memory>,
        level: Level,
        budget: Budget,
        seed: u64,
    ) -> Option<<Self::Game as Game>::Move>;

    /// Learns from a round that has ended. What it learns must follow from what all seats may know.
    fn learn(memory: &mut Self::Memory, game: &Self::Game) {
        let _ = (memory, game);
    }

    /// Forgets what was learned about a seat, because another player takes it.
    fn forget(memory: &mut Self::Memory, seat: Seat) {
        let _ = (memory, seat);
    }

    /// A hint for the seat on turn; `None` if the game has no hints.
    fn hint(
        &self,
        known: Seen<'_, <Self::Game as Game>::View, Self::Memory>,
        budget: Budget,
        seed: u64,
    ) -> Option<Self::Hint> {
        let _ = (known, budget, seed);
        None
    }

    /// Whether an expert can judge such a move.
    fn is_judged(made: <Self::Game as Game>::Move) -> bool {
        let _ = made;
        false
    }

    /// The number of moves of the kind that an expert judges, from which the seat on turn can choose.
    fn choices(view: &<Self::Game as Game>::View) -> usize {
        let _ = view;
        0
    }

    /// Judges the move that the seat on turn made; `None` if it can't.
    fn judge(
        &self,
        known: Seen<'_, <Self::Game as Game>::View, Self::Memory>,
        made: <Self::Game as Game>::Move,
        budget: Budget,
        seed: u64,
    ) -> Option<Judgement<<Self::Game as Game>::Move>> {
        let _ = (known, made, budget, seed);
        None
    }
}
