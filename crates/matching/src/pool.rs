//! Which players play together: pure functions, the time is an argument.
//!
//! Two tickets may meet if the gap between their ratings is at most what the longer of their two waits
//! allows: so a ticket that has waited long may meet one that has just come. A new ticket is grouped at once
//! with tickets of near ratings, or with those that have waited so long that any gap is allowed; all other
//! groups are formed in waves. In a wave the tickets that have waited long choose first, the longest wait
//! first, among all others. Then groups are formed by the smallest gap, among the nearest others of each
//! ticket. Opponents of the last match don't meet again while other tickets wait.
//!
//! For each waiting ticket and each preset that it wants, a wave examines [`limits::SEEK_LOOKS`] others, up to
//! [`limits::SEEK_ROUNDS`] times; for the [`limits::SEEK_WHOLE_LOOKS`] tickets with the longest waits it
//! examines all others.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_rules::Seating;

/// A player who searches for a match, or two who search together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ticket {
    /// One player, or two partners.
    pub players: Vec<PlayerId>,
    /// The wanted presets, each once.
    pub wants: Vec<Want>,
    /// Whether the players have accounts.
    pub kind: TicketKind,
    /// Whether accounts and guests may play together.
    pub mixed: bool,
    /// When the search began.
    pub since: Timestamp,
    /// The opponents of the players' last matches.
    pub met: Vec<PlayerId>,
}

/// A wanted preset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Want {
    /// The preset's place in the catalogue.
    pub preset: u8,
    /// The player's rating for it; the mean of two partners.
    pub rating: i32,
}

/// Whether the players of a ticket have accounts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TicketKind {
    /// All have an account.
    Accounts,
    /// All are guests.
    Guests,
    /// Two partners, of whom one has an account.
    Both,
}

/// Players who are to play together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The preset.
    pub preset: u8,
    /// The players in the order of seats, from seat 0.
    pub seats: Vec<PlayerId>,
    /// The largest gap between the ratings of two tickets of the group.
    pub gap: i32,
}

/// All tickets of the moment.
#[derive(Clone, Copy, Debug)]
pub struct Pool<'a> {
    /// The tickets. A player is in one of them at most.
    pub tickets: &'a [Ticket],
    /// The seating of each preset of the catalogue.
    pub seatings: &'a [Seating],
    /// Pairs of players who must not meet, in either order.
    pub apart: &'a HashSet<(PlayerId, PlayerId)>,
    /// The time.
    pub now: Timestamp,
}

/// The moment at which two tickets are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// One of the tickets is new.
    Arrival,
    Wave,
    /// At some time in the future, when any gap is allowed.
    Eventually,
}

/// Whether opponents of the last match may meet again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Company {
    Fresh,
    Any,
}

/// For each preset, the tickets that want it, sorted by rating.
type Lists = BTreeMap<u8, Vec<(i32, usize)>>;

/// The rating gap that is allowed after a wait; `None` if any gap is allowed.
#[must_use]
pub fn allowed_gap(waited_ms: i64) -> Option<i32> {
    let seconds = i32::try_from(waited_ms / 1_000).unwrap_or(i32::MAX);
    let gap = limits::SEEK_GAP.saturating_add(seconds.saturating_mul(limits::SEEK_GAP_PER_SECOND));
    (waited_ms < limits::SEEK_ANY_GAP_MS).then_some(gap)
}

/// A possible group. The tickets are given by their places.
struct Found {
    preset: u8,
    tickets: Vec<usize>,
    gap: i32,
    since: Timestamp,
}

impl Pool<'_> {
    /// The group for a new ticket, given by its place.
    #[must_use]
    pub fn arrive(&self, new: usize) -> Option<Group> {
        let lists = self.lists(|_| true);
        let found = self.best(new, &lists, usize::MAX, (Moment::Arrival, Company::Fresh))?;
        Some(self.group(&found))
    }

    /// The groups formed now, in the order in which they were chosen.
    #[must_use]
    pub fn wave(&self) -> Vec<Group> {
        let mut groups = Vec::new();
        let mut is_free = vec![true; self.tickets.len()];
        let mut take = |found: Found, is_free: &mut Vec<bool>| {
            if found.tickets.iter().all(|&ticket| is_free[ticket]) {
                for &ticket in &found.tickets {
                    is_free[ticket] = false;
                }
                groups.push(self.group(&found));
            }
        };
        let mut by_wait: Vec<usize> = (0..self.tickets.len()).collect();
        by_wait.sort_by_key(|&ticket| self.tickets[ticket].since);
        let has_waited = |&&ticket: &&usize| self.has_waited(ticket);
        let first: Vec<usize> = by_wait.iter().take_while(has_waited).copied().collect();
        let fresh = (Moment::Wave, Company::Fresh);
        let mut lists = self.lists(|_| true);
        for &ticket in first.iter().take(limits::SEEK_WHOLE_LOOKS) {
            if is_free[ticket]
                && let Some(found) = self.best(ticket, &lists, usize::MAX, fresh)
            {
                take(found, &mut is_free);
                keep(&mut lists, &is_free);
            }
        }
        for _ in 0..limits::SEEK_ROUNDS {
            let free = by_wait.iter().filter(|&&ticket| is_free[ticket]);
            let found = free.filter_map(|&seed| self.best(seed, &lists, limits::SEEK_LOOKS, fresh));
            let mut found: Vec<Found> = found.collect();
            if found.is_empty() {
                break;
            }
            found.sort_by_key(|found| (found.gap, found.since));
            for found in found {
                take(found, &mut is_free);
            }
            keep(&mut lists, &is_free);
        }
        let left: Vec<usize> = by_wait.into_iter().filter(|&seed| is_free[seed]).collect();
        for seed in left.into_iter().take(limits::SEEK_WHOLE_LOOKS) {
            if is_free[seed] && (self.has_waited(seed) || !self.others_wait(seed, &lists)) {
                let again = (Moment::Wave, Company::Any);
                let found = self.best(seed, &lists, usize::MAX, again);
                let found = found.filter(|found| {
                    let mut tickets = found.tickets.iter();
                    self.has_waited(seed)
                        || tickets.all(|&ticket| !self.others_wait(ticket, &lists))
                });
                if let Some(found) = found {
                    take(found, &mut is_free);
                    keep(&mut lists, &is_free);
                }
            }
        }
        groups
    }

    fn lists(&self, is_free: impl Fn(usize) -> bool) -> Lists {
        let mut lists = Lists::new();
        let free = self.tickets.iter().enumerate();
        for (place, ticket) in free.filter(|&(place, _)| is_free(place)) {
            for want in &ticket.wants {
                let list = lists.entry(want.preset).or_default();
                list.push((want.rating, place));
            }
        }
        for list in lists.values_mut() {
            list.sort_unstable();
        }
        lists
    }

    /// The best group for a ticket: the one with the smallest gap.
    fn best(
        &self,
        seed: usize,
        lists: &Lists,
        looks: usize,
        how: (Moment, Company),
    ) -> Option<Found> {
        let wants = self.tickets[seed].wants.iter();
        let found = wants.filter_map(|want| {
            let list = lists.get(&want.preset)?;
            self.best_of_preset(seed, *want, list, looks, how)
        });
        found.min_by_key(|found| (found.gap, found.since))
    }

    fn best_of_preset(
        &self,
        seed: usize,
        want: Want,
        list: &[(i32, usize)],
        looks: usize,
        (moment, company): (Moment, Company),
    ) -> Option<Found> {
        let seating = *self.seatings.get(usize::from(want.preset))?;
        let seats = seating.seat_count();
        if self.size(seed) > 1 && seating != Seating::Partners {
            return None;
        }
        let mut others: Vec<(i32, usize)> = near(list, want.rating, looks)
            .filter(|&(_, other)| other != seed)
            .collect();
        if moment == Moment::Arrival {
            others.sort_by_key(|&(rating, other)| {
                let gap = gap(rating, want.rating);
                (!self.has_waited(other), gap)
            });
        }
        // At a partners' table a ticket of two needs two seats: where tickets of one and two together
        // don't fill the table, tickets of one size may.
        let sizes: &[&[usize]] = match seating {
            Seating::Partners => &[&[1, 2], &[1], &[2]],
            _ => &[&[1]],
        };
        sizes.iter().find_map(|sizes| {
            let mut chosen = vec![(want.rating, seed)];
            let mut taken = self.size(seed);
            for &(rating, other) in &others {
                let size = self.size(other);
                if !sizes.contains(&size) || taken + size > seats {
                    continue;
                }
                let fits = |&(of, one): &(i32, usize)| {
                    self.may_meet(one, other, company)
                        && self.allows(one, other, gap(of, rating), moment)
                };
                if chosen.iter().all(fits) {
                    chosen.push((rating, other));
                    taken += size;
                }
                if taken == seats {
                    return Some(self.found(want.preset, &chosen));
                }
            }
            None
        })
    }

    fn found(&self, preset: u8, chosen: &[(i32, usize)]) -> Found {
        let ratings = || chosen.iter().map(|&(rating, _)| rating);
        let lowest = ratings().min().unwrap_or_default();
        let highest = ratings().max().unwrap_or_default();
        let tickets: Vec<usize> = chosen.iter().map(|&(_, ticket)| ticket).collect();
        let since = tickets.iter().map(|&ticket| self.tickets[ticket].since);
        Found {
            preset,
            gap: gap(lowest, highest),
            since: since.min().unwrap_or(self.now),
            tickets,
        }
    }

    /// Seats the players: partners of one ticket stay partners; single players are paired so that both
    /// pairs are about as strong, the strongest with the weakest.
    fn group(&self, found: &Found) -> Group {
        let of_preset = |ticket: &Ticket| {
            let want = ticket.wants.iter().find(|w| w.preset == found.preset);
            want.map_or(0, |want| want.rating)
        };
        let mut tickets: Vec<&Ticket> = found.tickets.iter().map(|&t| &self.tickets[t]).collect();
        let is_partners = self.seatings[usize::from(found.preset)] == Seating::Partners;
        if is_partners {
            tickets.sort_by_key(|ticket| (Reverse(ticket.players.len()), of_preset(ticket)));
        }
        let players = tickets.iter().flat_map(|ticket| &ticket.players);
        let players: Vec<PlayerId> = players.copied().collect();
        let seats = match players[..] {
            [a, b, c, d] if is_partners && tickets.len() == 4 => vec![a, b, d, c],
            [a, b, c, d] if is_partners => vec![a, c, b, d],
            _ => players,
        };
        Group {
            preset: found.preset,
            seats,
            gap: found.gap,
        }
    }

    /// Whether two tickets may meet at all, whatever the gap.
    fn may_meet(&self, one: usize, other: usize, company: Company) -> bool {
        let (one, other) = (&self.tickets[one], &self.tickets[other]);
        let alike = one.kind == other.kind && one.kind != TicketKind::Both;
        let both_mix = one.mixed && other.mixed;
        if !alike && !both_mix {
            return false;
        }
        let met = |a: &Ticket, b: &Ticket| b.players.iter().any(|player| a.met.contains(player));
        if company == Company::Fresh && (met(one, other) || met(other, one)) {
            return false;
        }
        let mut pairs = one
            .players
            .iter()
            .flat_map(|&a| other.players.iter().map(move |&b| (a, b)));
        !pairs.any(|(a, b)| self.apart.contains(&(a, b)) || self.apart.contains(&(b, a)))
    }

    fn allows(&self, one: usize, other: usize, gap: i32, moment: Moment) -> bool {
        let longer = self.waited_ms(one).max(self.waited_ms(other));
        match (allowed_gap(longer), moment) {
            (None, _) | (_, Moment::Eventually) => true,
            (Some(_), Moment::Arrival) => gap <= limits::SEEK_GAP,
            (Some(allowed), Moment::Wave) => gap <= allowed,
        }
    }

    /// Whether there are enough waiting tickets, without opponents of its last match, to form a group
    /// with this ticket, whatever the gap.
    fn others_wait(&self, seed: usize, lists: &Lists) -> bool {
        let fresh = (Moment::Eventually, Company::Fresh);
        self.best(seed, lists, usize::MAX, fresh).is_some()
    }

    fn waited_ms(&self, ticket: usize) -> i64 {
        self.now.ms_since(self.tickets[ticket].since)
    }

    fn has_waited(&self, ticket: usize) -> bool {
        self.waited_ms(ticket) >= limits::SEEK_ANY_GAP_MS
    }

    fn size(&self, ticket: usize) -> usize {
        self.tickets[ticket].players.len()
    }
}

fn gap(one: i32, other: i32) -> i32 {
    one.saturating_sub(other).saturating_abs()
}

/// Removes the tickets from the lists that are no longer free.
fn keep(lists: &mut Lists, is_free: &[bool]) {
    for list in lists.values_mut() {
        list.retain(|&(_, ticket)| is_free[ticket]);
    }
}

/// The first `looks` entries of a list, the nearest ratings first.
fn near(
    list: &[(i32, usize)],
    rating: i32,
    looks: usize,
) -> impl Iterator<Item = (i32, usize)> + '_ {
    let mut above = list.partition_point(|&(other, _)| other < rating);
    let mut below = above;
    let next = move || {
        let lower = below.checked_sub(1).map(|place| list[place]);
        let higher = list.get(above).copied();
        let take_lower = match (lower, higher) {
            (Some((lower, _)), Some((higher, _))) => gap(lower, rating) < gap(higher, rating),
            (lower, _) => lower.is_some(),
        };
        if take_lower {
            below -= 1;
            lower
        } else {
            above += 1;
            higher
        }
    };
    std::iter::from_fn(next).take(looks)
}

#[cfg(test)]
mod tests;
