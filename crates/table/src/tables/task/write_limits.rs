//! What bounds the rows that visitors have written at one table.

use boneyard_base::{Amount, Budget, Budgets, Requester};
use tokio::time::Instant;

use crate::state::refusal::Refusal;
use crate::tables::task::held::{Change, HeldChanges};

/// The bounds on what visitors have written at one table: their budgets, and changes that wait.
#[derive(Debug)]
pub(crate) struct WriteLimits {
    /// The budgets of visitors and addresses, and the table's own; none without bounds.
    budgets: Option<(Budgets, Budget)>,
    held: HeldChanges,
}

impl WriteLimits {
    pub(super) fn new(budgets: Option<&Budgets>) -> Self {
        Self {
            budgets: budgets.map(|budgets| (budgets.clone(), budgets.of_table())),
            held: HeldChanges::default(),
        }
    }

    /// Spends what is to be written, of the budgets of the visitor, the address and the table. What no
    /// visitor asked for spends nothing.
    pub(super) fn spend(
        &mut self,
        requester: Option<Requester>,
        amount: Amount,
    ) -> Result<(), Refusal> {
        let (Some((budgets, own)), Some(requester)) = (&mut self.budgets, requester) else {
            return Ok(());
        };
        budgets
            .spend(requester, Some(own), amount)
            .map_err(|_| Refusal::ChangesTooMuch)
    }

    /// Puts back what was spent for a row that was not written.
    pub(super) fn put_back(&mut self, requester: Option<Requester>, amount: Amount) {
        if let (Some((budgets, own)), Some(requester)) = (&mut self.budgets, requester) {
            budgets.put_back(requester, Some(own), amount);
        }
    }

    /// Takes a change; returns it if it is to be made now, as [`HeldChanges::hold`] does.
    pub(super) fn hold(&mut self, requester: Requester, change: Change) -> Option<Change> {
        self.held.hold(requester, change, Instant::now())
    }

    /// When the next change that waits is to be made.
    pub(super) fn next_change_at(&self) -> Option<Instant> {
        self.held.due()
    }

    /// Takes a change that waited and is to be made now.
    pub(super) fn next_change(&mut self) -> Option<(Requester, Change)> {
        self.held.next_due(Instant::now())
    }
}
