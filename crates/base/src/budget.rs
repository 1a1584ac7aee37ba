//! Write budgets: how many rows in a minute, and how many bytes in a day, may be written for each visitor,
//! network address and table.

use std::sync::Arc;
use std::time::Duration;

use foldhash::HashMap;
use parking_lot::Mutex;
use tokio::time::Instant;

use crate::PlayerId;
use crate::Rate;
use crate::address::Address;
use crate::limits;
use crate::requester::Requester;

/// The size of a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amount {
    /// The number of database rows.
    pub rows: u32,
    /// The number of bytes in these rows.
    pub bytes: usize,
}

impl Amount {
    /// The number of bytes that the database needs for the rows, including its overhead for each row.
    fn stored_bytes(self) -> u32 {
        let bytes = self.bytes + self.rows as usize * limits::ROW_BYTES;
        u32::try_from(bytes).unwrap_or(u32::MAX)
    }
}

/// The error if the budget of the visitor, the network address or the table is too small for a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("Too much is being changed, by you or from your address; wait a moment.")]
pub struct BudgetSpent;

/// How much may still be written for one visitor, one network address or one table.
#[derive(Debug)]
pub struct Budget {
    rows: Rate,
    bytes: Rate,
}

/// The budgets of all visitors and network addresses for which something was written recently. Clones share
/// the budgets.
#[derive(Clone, Debug)]
pub struct Budgets {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// The number of rows that may be written for one network address in a minute.
    rows_per_address: u32,
    known: Mutex<HashMap<Owner, Budget>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Owner {
    Visitor(PlayerId),
    Address(Address),
    /// The network of 24 bits (IPv4) or 48 bits (IPv6) that contains the address.
    Network(Address),
}

impl Budget {
    fn new(rows_per_minute: u32, now: Instant) -> Self {
        let rows = rows_per_minute.max(1);
        let minute = Duration::from_mins(1);
        let day = Duration::from_hours(24);
        let bytes = u64::from(rows) * limits::WRITTEN_BYTES_PER_ROW;
        let nanos = day.as_nanos() / u128::from(bytes);
        let per_byte = Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX));
        Self {
            rows: Rate::new(minute / rows, minute, now),
            bytes: Rate::new(per_byte, day, now),
        }
    }

    /// Takes the amount, and returns whether the budget was large enough for it. If not, takes nothing.
    fn spend(&mut self, amount: Amount, now: Instant) -> bool {
        let after = self
            .rows
            .after(amount.rows, now)
            .zip(self.bytes.after(amount.stored_bytes(), now));
        if let Some((rows, bytes)) = after {
            self.rows.set_full_at(rows);
            self.bytes.set_full_at(bytes);
        }
        after.is_some()
    }

    fn put_back(&mut self, amount: Amount) {
        self.rows.put_back(amount.rows);
        self.bytes.put_back(amount.stored_bytes());
    }

    fn is_full(&self, now: Instant) -> bool {
        self.rows.is_full(now) && self.bytes.is_full(now)
    }
}

impl Budgets {
    /// Makes full budgets. For one network address, `rows_per_address` rows may be written in a minute.
    /// Visitors and tables may use fixed parts of that number.
    pub fn new(rows_per_address: u32) -> Self {
        let inner = Inner {
            rows_per_address,
            known: Mutex::default(),
        };
        Self {
            inner: Arc::new(inner),
        }
    }

    /// Makes the budget of one table.
    pub fn of_table(&self) -> Budget {
        let rows = self.inner.rows_per_address / limits::TABLE_SHARE_OF_ROWS;
        Budget::new(rows, Instant::now())
    }

    /// Takes an amount from the budgets of a requester before the write, and from the budget of the table if
    /// one is given. If any of these budgets is too small, nothing is taken.
    pub fn spend(
        &self,
        requester: Requester,
        table: Option<&mut Budget>,
        amount: Amount,
    ) -> Result<(), BudgetSpent> {
        let now = Instant::now();
        let mut known = self.inner.known.lock();
        if known.len() >= limits::BUDGETS_MAX {
            known.retain(|_, budget| !budget.is_full(now));
            if known.len() >= limits::BUDGETS_MAX {
                // Too many budgets are in use: a flood from many addresses. The budgets of visitors are
                // dropped, since there are more visitors than addresses.
                known.retain(|owner, _| !matches!(owner, Owner::Visitor(_)));
            }
        }
        let owners = self.owners(requester);
        let mut spends = |&(owner, rows): &(Owner, u32)| {
            let budget = known.entry(owner).or_insert_with(|| Budget::new(rows, now));
            budget.spend(amount, now)
        };
        let spent = owners.iter().take_while(|&owner| spends(owner)).count();
        if spent == owners.len() && table.is_none_or(|table| table.spend(amount, now)) {
            return Ok(());
        }
        for (owner, _) in &owners[..spent] {
            if let Some(budget) = known.get_mut(owner) {
                budget.put_back(amount);
            }
        }
        Err(BudgetSpent)
    }

    /// Gives an amount back to the budgets, after a write that failed.
    pub fn put_back(&self, requester: Requester, table: Option<&mut Budget>, amount: Amount) {
        let mut known = self.inner.known.lock();
        for (owner, _) in self.owners(requester) {
            if let Some(budget) = known.get_mut(&owner) {
                budget.put_back(amount);
            }
        }
        if let Some(table) = table {
            table.put_back(amount);
        }
    }

    /// The owners of the budgets that a requester uses, each with its number of rows in a minute.
    fn owners(&self, requester: Requester) -> [(Owner, u32); 3] {
        let rows = self.inner.rows_per_address;
        let Requester { player, from } = requester;
        [
            (Owner::Visitor(player), rows / limits::VISITOR_SHARE_OF_ROWS),
            (Owner::Address(from), rows),
            (
                Owner::Network(from.surroundings()),
                rows.saturating_mul(limits::ADDRESSES_OF_NETWORK),
            ),
        ]
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    fn from(number: u32) -> Address {
        IpAddr::from(Ipv4Addr::from_bits(number)).into()
    }

    const ROW: Amount = Amount { rows: 1, bytes: 20 };

    fn spent(budgets: &Budgets, requester: Requester, amount: Amount) -> usize {
        let spends = || budgets.spend(requester, None, amount).is_ok();
        (0..10_000).take_while(|_| spends()).count()
    }

    #[tokio::test(start_paused = true)]
    async fn a_visitor_an_address_and_a_table_write_so_much_and_no_more() {
        let budgets = Budgets::new(500);
        let requester = |number| Requester {
            player: PlayerId::random(),
            from: from(number),
        };
        let one = requester(1);
        assert_eq!(spent(&budgets, one, ROW), 20, "a visitor's share");
        let others = (0..100).map(|_| spent(&budgets, requester(1), ROW));
        assert_eq!(others.sum::<usize>(), 480, "an address, whoever writes");
        assert_eq!(
            spent(&budgets, requester(2), ROW),
            20,
            "not another address"
        );
        tokio::time::advance(Duration::from_secs(30)).await;
        assert_eq!(spent(&budgets, one, ROW), 10);

        let mut table = budgets.of_table();
        let mut at_table = || budgets.spend(requester(3), Some(&mut table), ROW).is_ok();
        let rows = (0..100).map(|_| at_table()).filter(|&spent| spent);
        assert_eq!(rows.count(), 50);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_put_back_may_be_spent_again() {
        let budgets = Budgets::new(500);
        let requester = Requester {
            player: PlayerId::random(),
            from: from(1),
        };
        let mut table = budgets.of_table();
        for _ in 0..10_000 {
            let spent = budgets.spend(requester, Some(&mut table), ROW);
            assert_eq!(spent, Ok(()));
            budgets.put_back(requester, Some(&mut table), ROW);
        }
        assert_eq!(spent(&budgets, requester, ROW), 20);
    }

    #[tokio::test(start_paused = true)]
    async fn a_network_has_a_budget_beside_those_of_its_addresses() {
        let budgets = Budgets::new(500);
        let written = (1..=20).map(|number| {
            let from: IpAddr = format!("2001:db8:1:{number:x}::1").parse().unwrap();
            let from = Address::from(from);
            let visitors = (0..100).map(|_| Requester {
                player: PlayerId::random(),
                from,
            });
            visitors.map(|one| spent(&budgets, one, ROW)).sum::<usize>()
        });
        let all: usize = written.sum();
        assert_eq!(all, 500 * limits::ADDRESSES_OF_NETWORK as usize);
    }

    #[tokio::test(start_paused = true)]
    async fn a_days_bytes_are_bounded_too() {
        let budgets = Budgets::new(500);
        let requester = Requester {
            player: PlayerId::random(),
            from: from(1),
        };
        let day = 20 * limits::WRITTEN_BYTES_PER_ROW;
        let large = Amount {
            rows: 1,
            bytes: usize::try_from(day / 4).unwrap() - limits::ROW_BYTES,
        };
        assert_eq!(spent(&budgets, requester, large), 4);
        tokio::time::advance(Duration::from_mins(1)).await;
        assert_eq!(spent(&budgets, requester, large), 0);
        tokio::time::advance(Duration::from_hours(6)).await;
        assert_eq!(spent(&budgets, requester, large), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_refused_visitor_has_spent_nothing_and_a_flood_is_forgotten() {
        let budgets = Budgets::new(500);
        let crowd = || Requester {
            player: PlayerId::random(),
            from: from(7),
        };
        for _ in 0..2 * limits::BUDGETS_MAX {
            let _ = budgets.spend(crowd(), None, ROW);
        }
        assert!(budgets.inner.known.lock().len() <= limits::BUDGETS_MAX + 1);
        assert!(
            budgets.spend(crowd(), None, ROW).is_err(),
            "the address stays known"
        );
        let other = Requester {
            player: PlayerId::random(),
            from: from(8),
        };
        let too_much = Amount { rows: 21, bytes: 0 };
        assert!(budgets.spend(other, None, too_much).is_err());
        assert_eq!(spent(&budgets, other, ROW), 20);
    }
}
