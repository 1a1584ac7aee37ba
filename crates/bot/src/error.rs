//! The error of a computer player.

/// The view doesn't belong to the seat on turn, so there is nothing to decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the view is not that of a seat on turn")]
pub struct NotOnTurn;
