//! The limits on how much visitors can make the server write for one table.

use boneyard_base::{Amount, Budget, Budgets, Requester};
use tokio::time::Instant;

use crate::state::refusal::Refusal;
use crate::tables::task::held::{Change, HeldChanges};

/// The limits on how much visitors can make the server write for one table: the budgets, and the changes that
/// are held back.
#[derive(Debug)]
pub(crate) struct WriteLimits {
    /// The budgets of visitors and addresses, and the budget of this table; `None` for no limit.
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

    /// Takes the amount of a write from the budgets of the visitor, the address and the table. A write
    /// without a `requester` costs nothing.
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

    /// Gives back to the budgets what was taken for a row that was not written.
    pub(super) fn put_back(&mut self, requester: Option<Requester>, amount: Amount) {
        if let (Some((budgets, own)), Some(requester)) = (&mut self.budgets, requester) {
            budgets.put_back(requester, Some(own), amount);
        }
    }

    /// Takes a change. Returns it if it must be made now, as [`HeldChanges::hold`] does.
    pub(super) fn hold(&mut self, requester: Requester, change: Change) -> Option<Change> {
        self.held.hold(requester, change, Instant::now())
    }

    /// When the next change that is held back must be made.
    pub(super) fn next_change_at(&self) -> Option<Instant> {
        self.held.due()
    }

    /// Removes and returns a change that was held back and must be made now.
    pub(super) fn next_change(&mut self) -> Option<(Requester, Change)> {
        self.held.next_due(Instant::now())
    }
}
