//! Places in lists that many share.

use std::collections::HashMap;
use std::hash::Hash;

/// For each item, counts how many items of the same group come before it: a list that is sorted by these counts has one
/// item of each group before any second one.
pub fn rank<T, K: Eq + Hash>(
    items: &mut [T],
    group: impl Fn(&T) -> K,
    count: impl Fn(&mut T) -> &mut usize,
) {
    let mut counts: HashMap<K, usize> = HashMap::new();
    for item in items {
        let before = counts.entry(group(item)).or_default();
        *count(item) = *before;
        *before += 1;
    }
}
