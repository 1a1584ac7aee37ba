//! The similarity of two orders.

/// Kendall's τ-b, from -1 (reversed) to 1 (equal), in O(n log n) (Knight 1966).
pub(crate) fn tau_b(values: &[(f64, f64)]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(|one, other| {
        let firsts = one.0.total_cmp(&other.0);
        firsts.then(one.1.total_cmp(&other.1))
    });
    let tied_both = tied_pairs(&values);
    let tied_firsts = tied_pairs(&values.iter().map(|value| value.0).collect::<Vec<_>>());
    let mut seconds: Vec<f64> = values.iter().map(|value| value.1).collect();
    let swaps = sort(&mut seconds);
    let tied_seconds = tied_pairs(&seconds);
    let all = pairs(values.len());
    let difference = all + tied_both - tied_firsts - tied_seconds - 2.0 * swaps;
    difference / ((all - tied_firsts) * (all - tied_seconds)).sqrt()
}

/// The number of pairs among this number of values.
fn pairs(count: usize) -> f64 {
    let count = count as f64;
    count * (count - 1.0) / 2.0
}

/// The number of pairs of equal values in a sorted list.
fn tied_pairs<T: PartialEq>(sorted: &[T]) -> f64 {
    sorted
        .chunk_by(|one, other| one == other)
        .map(|run| pairs(run.len()))
        .sum()
}

/// Sorts the values, and returns the number of pairs that were in the wrong order.
fn sort(values: &mut [f64]) -> f64 {
    if values.len() < 2 {
        return 0.0;
    }
    let (left, right) = values.split_at_mut(values.len() / 2);
    let mut swaps = sort(left) + sort(right);
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (&left[..], &right[..]);
    while let ([least, rest @ ..], [other, others @ ..]) = (left, right) {
        if least <= other {
            merged.push(*least);
            left = rest;
        } else {
            swaps += left.len() as f64;
            merged.push(*other);
            right = others;
        }
    }
    merged.extend(left.iter().chain(right));
    values.copy_from_slice(&merged);
    swaps
}

#[cfg(test)]
mod tests {
    use super::*;
    use boneyard_bot::Chance;

    /// Kendall's τ-b by its definition: compares every pair.
    fn by_definition(values: &[(f64, f64)]) -> f64 {
        let (mut sum, mut firsts, mut seconds) = (0.0, 0.0, 0.0);
        for (index, one) in values.iter().enumerate() {
            for other in &values[..index] {
                let first = f64::from(one.0.total_cmp(&other.0) as i8);
                let second = f64::from(one.1.total_cmp(&other.1) as i8);
                sum += first * second;
                firsts += first.abs();
                seconds += second.abs();
            }
        }
        sum / f64::sqrt(firsts * seconds)
    }

    #[test]
    fn it_is_what_looking_at_each_pair_gives() {
        let mut chance = Chance::new(1);
        for bound in [3, 10, 1_000] {
            let mut value = || f64::from(chance.below(bound) as u32);
            let values: Vec<_> = (0..100).map(|_| (value(), value())).collect();
            assert!((tau_b(&values) - by_definition(&values)).abs() < 1e-12);
        }
    }

    #[test]
    fn the_same_order_is_one() {
        let values = [(1.0, 10.0), (3.0, 30.0), (2.0, 20.0)];
        assert!((tau_b(&values) - 1.0).abs() < 1e-12);
    }
}
