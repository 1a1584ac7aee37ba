//! Computer players, and the hints that they give.

pub use boneyard_bot::line::HintReason;
pub use boneyard_bot::{Hint, Level};
