//! Who may sit down, and where.

use boneyard_protocol::Status;
use boneyard_rules::Seat;

use crate::id::PlayerId;
use crate::table::state::State;
use crate::table::state::command::Command;
use crate::table::state::refusal::Refusal;

impl State {
    /// The seat that somebody gets who wants to sit down.
    pub(crate) fn seat_to_take(
        &self,
        command: &Command,
        wanted: Option<Seat>,
    ) -> Result<Seat, Refusal> {
        let Command {
            player, invited, ..
        } = *command;
        self.may_sit(player)?;
        if self.status == Status::Playing {
            return Err(Refusal::MatchRunning);
        }
        if let Some(seat) = wanted {
            self.must_be_free(seat)?;
        }
        let free = self.free_seats().next().ok_or(Refusal::Full)?;
        if !invited && self.open_seats() == 0 {
            return Err(Refusal::Kept);
        }
        Ok(wanted.unwrap_or(free))
    }

    /// Whether somebody may have a seat here at all, if there is one.
    pub(crate) fn may_sit(&self, player: PlayerId) -> Result<(), Refusal> {
        if self.seat_of(player).is_some() {
            return Err(Refusal::AlreadySeated);
        }
        if self.removed.contains(&player) {
            return Err(Refusal::Removed);
        }
        if player.is_bot() && !self.bots {
            return Err(Refusal::NoBots);
        }
        Ok(())
    }

    /// Whether a seat can be taken.
    pub(crate) fn must_be_free(&self, seat: Seat) -> Result<(), Refusal> {
        match self.seats.get(seat) {
            Some(None) => Ok(()),
            Some(Some(_)) => Err(Refusal::Taken(seat)),
            None => Err(Refusal::NoSuchSeat(seat)),
        }
    }
}
