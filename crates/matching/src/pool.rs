//! Chooses which players play together. All functions are pure; the time is an argument.
//!
//! A ticket is a player, or two partners, who search. Two tickets may meet if the gap between their ratings
//! is allowed for the longer of their two waits. So a ticket that has waited long may meet a ticket that
//! has just come.
//!
//! A new ticket is grouped at once in two cases: with tickets of similar rating, or with tickets that have
//! waited so long that any gap is allowed. All other groups are formed in waves. In a wave, the tickets
//! that have waited long choose first among all tickets, the longest wait first. Then groups are formed in
//! the order of their gaps, the smallest first, among the nearest tickets of each ticket. Opponents of the
//! last match don't meet again while other tickets wait.
//!
//! Tickets with absences are put together last. A ticket meets one that has more absences only in a wave, and
//! after [`limits::SEEK_ABSENCE_WAIT_MS`] for each absence that the other has more.
//!
//! For each waiting ticket and each preset that it wants, a wave examines [`limits::SEEK_LOOKS`] other
//! tickets, up to [`limits::SEEK_ROUNDS`] times. For the [`limits::SEEK_WHOLE_LOOKS`] tickets with the
//! longest waits it examines all other tickets. It does so once for each number of absences that occurs.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_rules::{Preset, Rules, Seating};

/// A player who searches for a match, or two partners who search together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ticket {
    /// One player, or the two partners.
    pub players: Vec<PlayerId>,
    /// The wanted presets, without duplicates.
    pub wants: Vec<Want>,
    /// Whether the players have accounts.
    pub kind: TicketKind,
    /// Whether the players accept matches in which accounts and guests play together.
    pub mixed: bool,
    /// When the search began.
    pub since: Timestamp,
    /// The opponents of the players' last matches.
    pub met: Vec<PlayerId>,
    /// A player whom this player has chosen. They meet whatever their ratings are.
    pub with: Option<PlayerId>,
    /// How often the players, or others from their addresses, did not come to a table.
    pub absences: u32,
}

/// A wanted preset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Want {
    /// The index of the preset in the catalogue.
    pub preset: u8,
    /// The player's rating for the preset; for two partners, the mean of their ratings.
    pub rating: i32,
}

/// Whether the players of a ticket have accounts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TicketKind {
    /// All players of the ticket have an account.
    Accounts,
    /// All players of the ticket are guests.
    Guests,
    /// The ticket has two partners; one has an account and the other is a guest.
    Both,
}

/// The sizes of the tables of a preset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// The preset's own seating.
    usual: Seating,
    /// The fewest players and the most. Both are those of the usual seating if all tables have that.
    fewest: usize,
    most: usize,
}

impl Sizes {
    /// All tables have this seating.
    #[must_use]
    pub const fn only(usual: Seating) -> Self {
        let seats = usual.seat_count();
        Self {
            usual,
            fewest: seats,
            most: seats,
        }
    }

    /// A preset that is offered to more than four single players is a game for companies, of as many as come. Its tables
    /// have any number of players that it is offered to. All other tables have the preset's own seating.
    #[must_use]
    pub fn of(preset: Preset) -> Self {
        let usual = preset.rules().seating();
        let alone = preset.seatings().iter();
        let counts = alone
            .filter(|seating| !seating.has_partners())
            .map(|seating| seating.seat_count());
        match (counts.clone().min(), counts.max()) {
            (Some(fewest), Some(most)) if most > COMPANY_ABOVE && !usual.has_partners() => Self {
                usual,
                fewest,
                most,
            },
            _ => Self::only(usual),
        }
    }

    /// The rules of a preset for so many players; `None` if no table of the preset has so many.
    #[must_use]
    pub fn rules(self, preset: Preset, players: usize) -> Option<Rules> {
        if players == self.usual.seat_count() {
            return Some(preset.rules());
        }
        let is_possible = (self.fewest..=self.most).contains(&players);
        let seating = Seating::new(u8::try_from(players).ok()?, false)?;
        is_possible.then(|| preset.for_seating(seating))
    }

    /// The rules of a preset for all sizes of its tables.
    pub(crate) fn all_rules(self, preset: Preset) -> impl Iterator<Item = Rules> {
        (self.fewest..=self.most).filter_map(move |players| self.rules(preset, players))
    }

    const fn is_range(self) -> bool {
        self.fewest < self.most
    }

    /// How many players begin a table of which one has waited so long.
    const fn needed(self, waited_ms: i64) -> usize {
        if waited_ms >= limits::SEEK_FEWEST_MS {
            self.fewest
        } else if waited_ms >= limits::SEEK_USUAL_MS && self.is_range() {
            self.usual.seat_count()
        } else {
            self.most
        }
    }

    /// The size of the tables if so many players are divided evenly; at least the usual one.
    fn even(self, players: usize) -> usize {
        let tables = players.div_ceil(self.most).max(1);
        players
            .div_ceil(tables)
            .clamp(self.usual.seat_count(), self.most)
    }
}

/// A preset that is offered to more single players than this is a game for companies.
const COMPANY_ABOVE: usize = 4;

/// The players of one new table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The index of the preset in the catalogue.
    pub preset: u8,
    /// The players in the order of seats, from seat 0.
    pub seats: Vec<PlayerId>,
    /// The largest gap between the ratings of two tickets of the group.
    pub gap: i32,
    /// The largest number of absences of a ticket of the group.
    pub absences: u32,
}

/// All tickets that wait at one time.
#[derive(Clone, Copy, Debug)]
pub struct Pool<'a> {
    /// The tickets. No player is in two tickets.
    pub tickets: &'a [Ticket],
    /// The sizes of the tables of each preset, in the order of the catalogue.
    pub sizes: &'a [Sizes],
    /// Pairs of players who must not meet, in either order.
    pub apart: &'a HashSet<(PlayerId, PlayerId)>,
    /// The current time.
    pub now: Timestamp,
}

/// The situation for which the allowed rating gap of two tickets is determined.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// One of the tickets is new.
    Arrival,
    Wave,
    /// One of the tickets has waited so long that any gap is allowed.
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

/// The rating gap that is allowed after a wait of this many milliseconds; `None` if any gap is allowed.
#[must_use]
pub fn allowed_gap(waited_ms: i64) -> Option<i32> {
    let seconds = i32::try_from(waited_ms / 1_000).unwrap_or(i32::MAX);
    let gap = limits::SEEK_GAP.saturating_add(seconds.saturating_mul(limits::SEEK_GAP_PER_SECOND));
    (waited_ms < limits::SEEK_ANY_GAP_MS).then_some(gap)
}

/// A possible group, with the indexes of its tickets.
struct Found {
    preset: u8,
    tickets: Vec<usize>,
    gap: i32,
    since: Timestamp,
}

/// The groups that a wave has formed so far.
struct Taken {
    groups: Vec<Group>,
    /// For each ticket, whether it is in no group.
    is_free: Vec<bool>,
}

impl Taken {
    /// Adds a group, and removes its tickets from the lists.
    fn add(&mut self, pool: &Pool<'_>, found: &Found, lists: &mut Lists) {
        self.mark(pool, found);
        keep(lists, &self.is_free);
    }

    fn mark(&mut self, pool: &Pool<'_>, found: &Found) {
        for &ticket in &found.tickets {
            self.is_free[ticket] = false;
        }
        self.groups.push(pool.group(found));
    }
}

impl Pool<'_> {
    /// The group for a new ticket, if there is one. `new` is the index of the ticket.
    #[must_use]
    pub fn arrive(&self, new: usize) -> Option<Group> {
        let alike = |other: usize| self.absences(other) == self.absences(new);
        let lists = self.lists(alike);
        let found = self.best(new, &lists, usize::MAX, (Moment::Arrival, Company::Fresh))?;
        Some(self.group(&found))
    }

    /// The groups that are formed in a wave now, in the order in which they were chosen. First, groups are
    /// formed among the tickets without absences. Then, tickets with more and more absences join those that
    /// are left.
    #[must_use]
    pub fn wave(&self) -> Vec<Group> {
        let mut by_wait: Vec<usize> = (0..self.tickets.len()).collect();
        by_wait.sort_by_key(|&ticket| self.tickets[ticket].since);
        let mut taken = Taken {
            groups: Vec::new(),
            is_free: vec![true; self.tickets.len()],
        };
        let levels: BTreeSet<u32> = self.tickets.iter().map(|ticket| ticket.absences).collect();
        for most in levels {
            let among = by_wait.iter().copied();
            let among =
                among.filter(|&ticket| self.absences(ticket) <= most && taken.is_free[ticket]);
            let among: Vec<usize> = among.collect();
            self.form(&among, &mut taken);
        }
        taken.groups
    }

    /// Forms groups among these tickets, the longest wait first.
    fn form(&self, by_wait: &[usize], taken: &mut Taken) {
        let among: HashSet<usize> = by_wait.iter().copied().collect();
        let mut lists = self.lists(|ticket| among.contains(&ticket));
        let has_waited = |&&ticket: &&usize| self.has_waited(ticket);
        let first: Vec<usize> = by_wait.iter().take_while(has_waited).copied().collect();
        let fresh = (Moment::Wave, Company::Fresh);
        for &ticket in first.iter().take(limits::SEEK_WHOLE_LOOKS) {
            if taken.is_free[ticket]
                && let Some(found) = self.best(ticket, &lists, usize::MAX, fresh)
            {
                taken.add(self, &found, &mut lists);
            }
        }
        for _ in 0..limits::SEEK_ROUNDS {
            let free = by_wait.iter().filter(|&&ticket| taken.is_free[ticket]);
            let found = free.filter_map(|&seed| self.best(seed, &lists, limits::SEEK_LOOKS, fresh));
            let mut found: Vec<Found> = found.collect();
            if found.is_empty() {
                break;
            }
            found.sort_by_key(|found| (found.gap, found.since));
            for found in found {
                if found.tickets.iter().all(|&ticket| taken.is_free[ticket]) {
                    taken.mark(self, &found);
                }
            }
            keep(&mut lists, &taken.is_free);
        }
        let left = by_wait.iter().filter(|&&seed| taken.is_free[seed]);
        let left: Vec<usize> = left.copied().take(limits::SEEK_WHOLE_LOOKS).collect();
        for seed in left {
            if taken.is_free[seed] && (self.has_waited(seed) || !self.others_wait(seed, &lists)) {
                let again = (Moment::Wave, Company::Any);
                let found = self.best(seed, &lists, usize::MAX, again);
                let found = found.filter(|found| {
                    let mut tickets = found.tickets.iter();
                    self.has_waited(seed)
                        || tickets.all(|&ticket| !self.others_wait(ticket, &lists))
                });
                if let Some(found) = found {
                    taken.add(self, &found, &mut lists);
                }
            }
        }
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

    /// The best group for a ticket: the one with the smallest rating gap.
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
        found.min_by_key(|found| {
            let mut tickets = found.tickets.iter();
            let has_chosen = tickets.any(|&other| self.has_chosen(seed, other));
            (!has_chosen, found.gap, found.since)
        })
    }

    fn best_of_preset(
        &self,
        seed: usize,
        want: Want,
        list: &[(i32, usize)],
        looks: usize,
        (moment, company): (Moment, Company),
    ) -> Option<Found> {
        let sizes = *self.sizes.get(usize::from(want.preset))?;
        let has_partners = sizes.usual.has_partners();
        if self.size(seed) > 1 && !has_partners {
            return None;
        }
        // A company plays again together.
        let company = if sizes.is_range() {
            Company::Any
        } else {
            company
        };
        let seats = if self.waited_ms(seed) < limits::SEEK_USUAL_MS {
            sizes.most
        } else {
            sizes.even(list.len())
        };
        let mut others: Vec<(i32, usize)> = near(list, want.rating, looks)
            .filter(|&(_, other)| other != seed)
            .collect();
        if moment == Moment::Arrival {
            others.sort_by_key(|&(rating, other)| {
                let gap = gap(rating, want.rating);
                (!self.has_chosen(seed, other), !self.has_waited(other), gap)
            });
        }
        // At a table for partners a ticket of two players needs two seats. If single tickets and tickets of
        // two together can't fill the table, tickets of only one size may fill it.
        let of_tickets: &[&[usize]] = if has_partners {
            &[&[1, 2], &[1], &[2]]
        } else {
            &[&[1]]
        };
        of_tickets.iter().find_map(|of_tickets| {
            let mut chosen = vec![(want.rating, seed)];
            let mut taken = self.size(seed);
            for &(rating, other) in &others {
                let size = self.size(other);
                if !of_tickets.contains(&size) || taken + size > seats {
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
                    break;
                }
            }
            let waits = chosen.iter().map(|&(_, ticket)| self.waited_ms(ticket));
            let needed = sizes.needed(waits.max().unwrap_or(0));
            (taken >= needed).then(|| self.found(want.preset, &chosen))
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

    /// Assigns the seats. Partners of one ticket stay partners. Single players are paired so that both
    /// pairs are about equally strong: the strongest player plays with the weakest.
    fn group(&self, found: &Found) -> Group {
        let of_preset = |ticket: &Ticket| {
            let want = ticket.wants.iter().find(|w| w.preset == found.preset);
            want.map_or(0, |want| want.rating)
        };
        let mut tickets: Vec<&Ticket> = found.tickets.iter().map(|&t| &self.tickets[t]).collect();
        let has_partners = self.sizes[usize::from(found.preset)].usual.has_partners();
        if has_partners {
            tickets.sort_by_key(|ticket| (Reverse(ticket.players.len()), of_preset(ticket)));
        }
        let absences = tickets.iter().map(|ticket| ticket.absences);
        let players = tickets.iter().flat_map(|ticket| &ticket.players);
        let mut seats: Vec<PlayerId> = players.copied().collect();
        if has_partners {
            let together = tickets.iter().filter(|ticket| ticket.players.len() > 1);
            let single = seats.split_off(2 * together.count());
            let weakest_first = single.iter().take(single.len() / 2);
            let paired = weakest_first
                .zip(single.iter().rev())
                .flat_map(|(&one, &other)| [one, other]);
            seats.extend(paired);
            // Now partners are side by side in the list. At the table they are opposite each other.
            let (first, second) = (seats.iter().step_by(2), seats.iter().skip(1).step_by(2));
            seats = first.chain(second).copied().collect();
        }
        Group {
            preset: found.preset,
            seats,
            gap: found.gap,
            absences: absences.max().unwrap_or_default(),
        }
    }

    /// Whether two tickets may meet at all, regardless of the gap between their ratings.
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
        // The ticket with fewer absences waits for a ticket that also has few.
        let more = i64::from(self.absences(one)) - i64::from(self.absences(other));
        let fewer = if more > 0 { other } else { one };
        let is_early = self.waited_ms(fewer) < more.abs() * limits::SEEK_ABSENCE_WAIT_MS;
        if is_early && moment != Moment::Eventually {
            return false;
        }
        if self.has_chosen(one, other) || self.has_chosen(other, one) {
            return true;
        }
        let longer = self.waited_ms(one).max(self.waited_ms(other));
        match (allowed_gap(longer), moment) {
            (None, _) | (_, Moment::Eventually) => true,
            (Some(_), Moment::Arrival) => gap <= limits::SEEK_GAP,
            (Some(allowed), Moment::Wave) => gap <= allowed,
        }
    }

    /// Whether this ticket and other waiting tickets could form a group in which no opponents of a last match
    /// meet again. The rating gaps don't matter here.
    fn others_wait(&self, seed: usize, lists: &Lists) -> bool {
        let fresh = (Moment::Eventually, Company::Fresh);
        self.best(seed, lists, usize::MAX, fresh).is_some()
    }

    /// Whether the player of the ticket `one` has chosen a player of the ticket `other`.
    fn has_chosen(&self, one: usize, other: usize) -> bool {
        let with = self.tickets[one].with;
        with.is_some_and(|player| self.tickets[other].players.contains(&player))
    }

    fn absences(&self, ticket: usize) -> u32 {
        self.tickets[ticket].absences
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

/// Removes from the lists all tickets that are already in a group.
fn keep(lists: &mut Lists, is_free: &[bool]) {
    for list in lists.values_mut() {
        list.retain(|&(_, ticket)| is_free[ticket]);
    }
}

/// The `looks` entries of a list with the ratings nearest to `rating`, the nearest first.
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
