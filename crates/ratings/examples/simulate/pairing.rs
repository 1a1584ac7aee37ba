//! Chooses the opponents for each match.

use crate::truth::shuffle;
use boneyard_bot::Chance;

/// The way in which opponents are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pairing {
    /// By similar ratings, as in quick match.
    Quick,
    Random,
}

/// The number of seconds after which the next player begins to search: ten players begin each minute.
const ARRIVAL_S: f64 = 6.0;

/// The largest allowed gap between ratings, in shown points, at the beginning of a search. The allowed
/// gap grows by `GAP_PER_SECOND` each second, and after `ANY_AFTER_S` seconds any gap is allowed.
const GAP: f64 = 100.0;
const GAP_PER_SECOND: f64 = 12.0;
const ANY_AFTER_S: f64 = 30.0;

struct Seeker {
    player: usize,
    shown: f64,
    since_s: f64,
}

/// Makes groups of `size` players. Up to `size - 1` players can be left without a group. `last` stores
/// the last opponent of each player.
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

/// Makes a group of the player who has waited longest and the players with the nearest ratings.
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
