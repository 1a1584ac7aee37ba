//! The results of a move that a search tries again and again.

/// How often a move was tried, and what came of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Results {
    pub(crate) tries: u32,
    sum: f32,
    squares: f32,
}

impl Results {
    /// Adds the result of a try.
    pub(crate) fn add(&mut self, result: f32) {
        self.tries += 1;
        self.sum += result;
        self.squares += result * result;
    }

    /// The mean result; 0 without a try.
    pub(crate) fn mean(&self) -> f32 {
        self.sum / self.tries.max(1) as f32
    }

    /// The standard error of the mean.
    pub(crate) fn error(&self) -> f32 {
        let tries = self.tries.max(1) as f32;
        let variance = (self.squares / tries - self.mean() * self.mean()).max(0.0);
        (variance / tries).sqrt()
    }
}
