//! Figures of many measurements.

/// The value that this percentage of the values doesn't exceed; 0 if there are none.
pub(crate) fn percentile<T: Copy + Default + PartialOrd>(values: &[T], percent: usize) -> T {
    let mut sorted = values.to_vec();
    sorted.sort_by(|one, other| one.partial_cmp(other).unwrap_or(std::cmp::Ordering::Equal));
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted
        .get(rank.saturating_sub(1))
        .copied()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_one_of_the_values() {
        let values = [30, 10, 20, 40];
        assert_eq!(
            [0, 25, 50, 90, 100].map(|percent| percentile(&values, percent)),
            [10, 10, 20, 40, 40]
        );
        assert_eq!(percentile::<u64>(&[], 50), 0);
    }
}
