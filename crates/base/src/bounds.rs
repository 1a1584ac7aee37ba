//! Counts what visitors use of that which all of them share, and refuses first those who have used most.
//!
//! A count fades: in the time `within` of its allowance it falls to a part of 1/e. The counts of a server and of
//! its networks fade alike, so the server's count is always the sum of those of the networks. With `n` the
//! allowance of a network, `s` that of the server and g = [`limits::SHARE`], it follows: whatever `k` networks
//! do, and in whatever order and time, they leave at least the part (s / (s + g n))^k of the server's allowance;
//! so a network that has used nothing is allowed at least min(n, g n (s / (s + g n))^(k + 1)) actions at once,
//! rounded down. The same holds for the addresses of a network.
//!
//! What is stored and lasts is counted in the database, by the same rule ([`OpenMax`](limits::OpenMax)): no restart
//! forgets it.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::time::Instant;

use crate::PlayerId;
use crate::address::Address;
use crate::limits::{self, Allowance, Bound};
use crate::requester::Requester;

/// The counts of all bounds. Clones share them.
#[derive(Clone, Debug)]
pub struct Bounds {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// The number of tables that may be created from one address in an hour.
    tables: u32,
    counts: Mutex<Counts>,
}

#[derive(Debug)]
struct Counts {
    of: HashMap<(Bound, Counted), Count>,
    /// When so many counts are in memory, those without effect are forgotten.
    many: usize,
}

/// For which actions a count is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Counted {
    All,
    Network(Address),
    Address(Address),
    Visitor(PlayerId),
}

/// A number of actions, which fades.
#[derive(Clone, Copy, Debug)]
struct Count {
    number: f64,
    at: Instant,
}

/// The source of an action: a visitor at an address, or an address alone.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    visitor: Option<PlayerId>,
    from: Address,
}

/// Counted actions.
#[derive(Debug)]
pub struct Taken {
    bounds: Bounds,
    keys: Vec<(Bound, Counted)>,
}

/// An action that goes on. It counts until this value is dropped.
#[derive(Debug)]
pub struct Held(Option<Taken>);

impl From<Requester> for Source {
    fn from(Requester { player, from }: Requester) -> Self {
        let visitor = Some(player);
        Self { visitor, from }
    }
}

impl From<Address> for Source {
    fn from(from: Address) -> Self {
        let visitor = None;
        Self { visitor, from }
    }
}

impl Count {
    fn at(self, now: Instant, allowance: Allowance) -> f64 {
        let passed = now.saturating_duration_since(self.at);
        self.number * (-passed.div_duration_f64(allowance.within)).exp()
    }
}

/// Whether the tiers of a count allow one more. `used` has the used part of each tier's allowance, from that of all
/// visitors down.
fn leaves_others_theirs(used: impl IntoIterator<Item = f64>) -> bool {
    let mut share = f64::INFINITY;
    used.into_iter().all(|used| {
        let fair = used <= share;
        share = limits::SHARE * (1.0 - used);
        used <= 1.0 && fair
    })
}

/// The part of an allowance that is used by this number of actions and half of the next one. With half an action, a
/// count that has nearly faded leaves room for a whole action, and actions are allowed at the average rate when all is
/// used up.
fn used(number: f64, most: f64) -> f64 {
    (number + 0.5) / most
}

impl limits::OpenMax {
    /// Whether one more may be open beside those that are: of the visitor, of the network and in all.
    #[must_use]
    pub fn allows(self, open: Self) -> bool {
        let tiers = [(open.all, self.all), (open.network, self.network)];
        let used = tiers.map(|(number, most)| used(f64::from(number), f64::from(most)));
        open.visitor < self.visitor && leaves_others_theirs(used)
    }
}

impl Counted {
    /// The counts of an action from this source, the largest first.
    fn of(source: Source) -> impl Iterator<Item = Self> {
        let Source { visitor, from } = source;
        let others = [
            Self::All,
            Self::Network(from.surroundings()),
            Self::Address(from),
        ];
        others.into_iter().chain(visitor.map(Self::Visitor))
    }

    fn most(self, allowance: Allowance) -> f64 {
        f64::from(match self {
            Self::All => allowance.all,
            Self::Network(_) => allowance.network,
            Self::Address(_) => allowance.address,
            Self::Visitor(_) => allowance.visitor,
        })
    }
}

impl Bounds {
    /// Makes the counts, all of which are zero. From one address, `tables` tables may be created in an hour.
    pub fn new(tables: u32) -> Self {
        let counts = Counts {
            of: HashMap::new(),
            many: limits::COUNTS_MANY,
        };
        let counts = Mutex::new(counts);
        Self {
            inner: Arc::new(Inner { tables, counts }),
        }
    }

    /// Whether an action is allowed. If it is, it is counted.
    pub fn allow(&self, bound: Bound, by: impl Into<Source>, now: Instant) -> bool {
        self.take(&[bound], by, now).is_some()
    }

    /// Counts an action that uses all of these bounds. `None` if one of them doesn't allow the action. Then
    /// nothing is counted.
    pub fn take(&self, bounds: &[Bound], by: impl Into<Source>, now: Instant) -> Option<Taken> {
        let by = by.into();
        let mut counts = self.inner.counts.lock();
        let allowed = |bound| counts.allow(bound, self.allowance(bound), by, now);
        bounds.iter().all(allowed).then_some(())?;
        let each = bounds.iter();
        let keys = each.flat_map(|bound| Counted::of(by).map(|counted| (bound.clone(), counted)));
        let keys: Vec<_> = keys.collect();
        for key in &keys {
            let number = counts.number(key, self.allowance(&key.0), now) + 1.0;
            counts.of.insert(key.clone(), Count { number, at: now });
        }
        if counts.of.len() >= counts.many {
            self.forget(&mut counts, now);
        }
        drop(counts);
        let bounds = self.clone();
        Some(Taken { bounds, keys })
    }

    /// Counts an action until it ends. `None` if the action isn't allowed.
    pub fn hold(&self, bound: Bound, by: impl Into<Source>, now: Instant) -> Option<Held> {
        self.take(&[bound], by, now).map(|taken| Held(Some(taken)))
    }

    fn allowance(&self, bound: &Bound) -> Allowance {
        bound.allowance(self.inner.tables)
    }

    /// Forgets the counts that have no effect any more.
    fn forget(&self, counts: &mut Counts, now: Instant) {
        counts.of.retain(|(bound, counted), count| {
            let allowance = self.allowance(bound);
            // A count that was added to lately stays, however small. Otherwise an attacker who causes that
            // counts are forgotten could add to a small count for ever.
            now.saturating_duration_since(count.at) < allowance.within
                || count.at(now, allowance) >= counted.most(allowance) * limits::FORGOTTEN_SHARE
        });
        counts.many = limits::COUNTS_MANY.max(2 * counts.of.len());
    }
}

impl Counts {
    fn number(&self, key: &(Bound, Counted), allowance: Allowance, now: Instant) -> f64 {
        self.of
            .get(key)
            .map_or(0.0, |count| count.at(now, allowance))
    }

    /// Whether a bound allows one more action.
    fn allow(&self, bound: &Bound, allowance: Allowance, by: Source, now: Instant) -> bool {
        let part = |counted: Counted| {
            let key = (bound.clone(), counted);
            used(self.number(&key, allowance, now), counted.most(allowance))
        };
        // New visitors cost nothing, so a share of the address would not protect one from another.
        let is_shared = |counted: &Counted| !matches!(counted, Counted::Visitor(_));
        let own = by.visitor.map(|visitor| part(Counted::Visitor(visitor)));
        own.is_none_or(|part| part <= 1.0)
            && leaves_others_theirs(Counted::of(by).filter(is_shared).map(part))
    }
}

impl Taken {
    /// Counts the actions no longer, because they did not take place or were not of the bounded kind.
    pub fn put_back(self) {
        let mut counts = self.bounds.inner.counts.lock();
        for key in &self.keys {
            if let Some(count) = counts.of.get_mut(key) {
                count.number -= 1.0;
                if count.number <= 0.0 {
                    counts.of.remove(key);
                }
            }
        }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(taken) = self.0.take() {
            taken.put_back();
        }
    }
}

#[cfg(test)]
mod tests;
