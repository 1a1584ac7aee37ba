//! How opponents are found.

use crate::truth::shuffle;
use boneyard_bot::Chance;

/// The way in which opponents are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pairing {
    /// By rating, as in quick match.
    Quick,
    Random,
}

/// The time between two seekers: ten arrive each minute.
const ARRIVAL_S: f64 = 6.0;

/// The allowed gap in shown points at first, its growth each second, and the time after which any
/// gap is allowed.
const GAP: f64 = 100.0;
const GAP_PER_SECOND: f64 = 12.0;
const ANY_AFTER_S: f64 = 30.0;

struct Seeker {
    player: usize,
    shown: f64,
    since_s: f64,
}

/// Makes groups of `size` players; fewer than `size` may be left over. `last` has the last opponent
/// of each player.
pub(crate) fn groups(
    pairing: Pairing,
    mut players: Vec<usize>,
    size: usize,
    shown: impl Fn(usize) -> i32,
    last: &mut [Option<usize>],
    chance: &mut Chance,
) -> Vec<Vec<usize>> {
    shuffle(&mut players, chance);
    if pairing == Pairing::Random {
        return players.chunks_exact(size).map(<[usize]>::to_vec).collect();
    }
    let mut groups = Vec::new();
    let mut waiting: Vec<Seeker> = Vec::new();
    let mut now_s = 0.0;
    let mut arriving = players.into_iter();
    loop {
        match arriving.next() {
            Some(player) => waiting.push(Seeker {
                player,
                shown: f64::from(shown(player)),
                since_s: now_s,
            }),
            None if waiting.len() < size => return groups,
            None => {}
        }
        while let Some(mut group) = next_group(&mut waiting, size, now_s, last) {
            for &player in &group {
                last[player] = group.iter().copied().find(|&other| other != player);
            }
            shuffle(&mut group, chance);
            groups.push(group);
        }
        now_s += ARRIVAL_S;
    }
}

/// Groups the player who has waited longest with the players of the nearest ratings.
fn next_group(
    waiting: &mut Vec<Seeker>,
    size: usize,
    now_s: f64,
    last: &[Option<usize>],
) -> Option<Vec<usize>> {
    let found = waiting.iter().enumerate().find_map(|(first, seeker)| {
        let waited_s = now_s - seeker.since_s;
        let gap = |other: &Seeker| (other.shown - seeker.shown).abs();
        let mut others: Vec<usize> = (0..waiting.len())
            .filter(|&other| other != first)
            .filter(|&other| {
                waited_s >= ANY_AFTER_S
                    || gap(&waiting[other]) <= GAP + GAP_PER_SECOND * waited_s
                        && last[seeker.player] != Some(waiting[other].player)
            })
            .collect();
        others.sort_by(|&one, &other| gap(&waiting[one]).total_cmp(&gap(&waiting[other])));
        others.truncate(size - 1);
        others.push(first);
        (others.len() == size).then_some(others)
    })?;
    let group = found.iter().map(|&index| waiting[index].player).collect();
    let mut index = 0..;
    waiting.retain(|_| !index.next().is_some_and(|index| found.contains(&index)));
    Some(group)
}
