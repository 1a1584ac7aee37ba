//! Confidence intervals of the arena's results.

use boneyard_bot::Chance;

/// A value with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// The number of bootstrap samples.
const RESAMPLES: usize = 2_000;

/// A ratio of two sums over deals, with its bootstrap interval. The bootstrap draws whole deals,
/// because the games on one deal aren't independent.
pub(crate) fn ratio(deals: &[(f64, f64)]) -> Estimate {
    let of = |sums: (f64, f64)| if sums.1 == 0.0 { 0.5 } else { sums.0 / sums.1 };
    let add = |sums: (f64, f64), deal: (f64, f64)| (sums.0 + deal.0, sums.1 + deal.1);
    let value = of(deals.iter().copied().fold((0.0, 0.0), add));
    let mut chance = Chance::new(deals.len() as u64);
    let mut resampled: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn = (0..deals.len()).map(|_| deals[chance.below(deals.len())]);
            of(drawn.fold((0.0, 0.0), add))
        })
        .collect();
    resampled.sort_by(f64::total_cmp);
    // One fortieth (2.5 %) of the samples is below the interval, and one fortieth is above it.
    let outside = RESAMPLES / 40;
    Estimate {
        value,
        low: resampled[outside],
        high: resampled[RESAMPLES - 1 - outside],
    }
}

/// The Wilson interval of a rate. It treats all trials as independent.
pub(crate) fn wilson(successes: f64, trials: f64) -> Estimate {
    const Z: f64 = 1.959_964;
    let rate = if trials > 0.0 {
        successes / trials
    } else {
        0.5
    };
    let trials = trials.max(1.0);
    let middle = (rate + Z * Z / (2.0 * trials)) / (1.0 + Z * Z / trials);
    let spread = Z / (1.0 + Z * Z / trials)
        * (rate * (1.0 - rate) / trials + Z * Z / (4.0 * trials * trials)).sqrt();
    Estimate {
        value: rate,
        low: middle - spread,
        high: middle + spread,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_gives_the_known_interval() {
        let estimate = wilson(8.0, 10.0);
        assert!((estimate.low - 0.490).abs() < 0.001, "{estimate:?}");
        assert!((estimate.high - 0.943).abs() < 0.001, "{estimate:?}");
    }

    #[test]
    fn the_bootstrap_is_as_wide_as_the_deals_differ() {
        let same = ratio(&[(1.0, 2.0); 50]);
        assert!((same.value - 0.5).abs() < 1e-9 && same.high - same.low < 1e-9);
        let apart: Vec<_> = (0..400).map(|i| (f64::from(i % 2), 1.0)).collect();
        let estimate = ratio(&apart);
        assert!(
            (estimate.high - estimate.low - 0.098).abs() < 0.02,
            "{estimate:?}"
        );
    }
}
