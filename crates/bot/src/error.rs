//! Why a computer player can't answer.

/// The view shows no decision: it isn't that of a seat on turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the view is not that of a seat on turn")]
pub struct NotOnTurn;
