//! The best division into pairs.

use integer_blossom::min_weight_perfect_matching;

/// The cost of pairing two items. The first number counts most: a matching with a smaller sum of first
/// numbers is better, whatever the sums of the other numbers are, and so on.
pub(crate) type Cost<const LEN: usize> = [u32; LEN];

/// Costs below this number can be searched with 64 bits: the search adds up a few of them.
const NARROW_MAX: i128 = (i64::MAX / 64) as i128;

/// Divides `0..count` into pairs with the smallest cost. `count` is even. In each pair, the smaller index is
/// the first, and the pairs are sorted.
pub(crate) fn best_pairs<const LEN: usize>(
    count: usize,
    cost: impl Fn(usize, usize) -> Cost<LEN>,
) -> Vec<[usize; 2]> {
    let pairs =
        || (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
    let mut highest = [0; LEN];
    let costs: Vec<Cost<LEN>> = pairs().map(|(first, second)| cost(first, second)).collect();
    for cost in &costs {
        for (highest, &of) in highest.iter_mut().zip(cost) {
            *highest = of.max(*highest);
        }
    }
    // One unit of a number is more than the sum of all smaller numbers of a matching can be.
    let mut units = [1_i128; LEN];
    for index in (1..LEN).rev() {
        units[index - 1] = units[index] * (i128::from(highest[index]) * (count as i128 / 2) + 1);
    }
    let sums = costs.iter().map(|cost| {
        let each = cost.iter().zip(units);
        each.map(|(&of, unit)| i128::from(of) * unit).sum::<i128>()
    });
    let sums: Vec<i128> = sums.collect();
    let most = sums.iter().copied().max().unwrap_or(0);
    let pairs = pairs().zip(sums);
    // Numbers of 64 bits take half the memory, through which the search goes again and again.
    let partners = if most < NARROW_MAX {
        let mut table = vec![0_i64; count * count];
        for ((first, second), sum) in pairs {
            table[first * count + second] = sum as i64;
        }
        min_weight_perfect_matching(&table, count)
    } else {
        let mut table = vec![0_i128; count * count];
        for ((first, second), sum) in pairs {
            table[first * count + second] = sum;
        }
        min_weight_perfect_matching(&table, count)
    };
    let pairs = partners.into_iter().enumerate();
    pairs
        .filter(|(first, second)| first < second)
        .map(|(first, second)| [first, second])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The smallest cost, found by trying all matchings.
    fn smallest(open: &[usize], cost: &impl Fn(usize, usize) -> Cost<2>) -> [u64; 2] {
        let Some((&first, rest)) = open.split_first() else {
            return [0, 0];
        };
        let all = rest.iter().map(|&second| {
            let others: Vec<usize> = rest.iter().copied().filter(|&of| of != second).collect();
            let (own, others) = (cost(first, second), smallest(&others, cost));
            sum(others, own)
        });
        all.min().expect("an even number of items")
    }

    fn sum(all: [u64; 2], one: Cost<2>) -> [u64; 2] {
        [all[0] + u64::from(one[0]), all[1] + u64::from(one[1])]
    }

    proptest! {
        #[test]
        fn no_matching_is_better(
            half in 0_usize..=4,
            costs in prop::collection::vec([0_u32..4, 0_u32..100], 64),
            // With the factor the numbers need more than 64 bits.
            factor in prop::sample::select(vec![1, 1 << 25]),
        ) {
            let count = 2 * half;
            let cost = |first: usize, second: usize| costs[first * 8 + second].map(|of| of * factor);
            let pairs = best_pairs(count, cost);
            let mut items: Vec<usize> = pairs.iter().flatten().copied().collect();
            items.sort_unstable();
            prop_assert_eq!(&items, &(0..count).collect::<Vec<_>>());
            let all = pairs.iter().map(|pair| cost(pair[0], pair[1]));
            prop_assert_eq!(all.fold([0, 0], sum), smallest(&items, &cost));
        }
    }
}
