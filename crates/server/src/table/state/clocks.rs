//! The clocks of a table. Pure: all of it follows from the times at which the log's rows were
//! appended, so a clock runs on after a restart as if nothing had been.
//!
//! A placement is made for somebody only after a warning that is in the log, and that everybody was
//! therefore shown, with time left to play. What passes while the server is down, while the storage
//! fails, or while no player is there is given back by a row of its own (`Resumed`): nobody could
//! have played then. The row is needed because the log can't tell a player who thinks for a minute
//! from a server that was down for one.

use boneyard_protocol::{ClockRule, Running, Time};
use boneyard_rules::{BySeat, Play, Seat};

use crate::clock::Timestamp;
use crate::limits;
use crate::table::state::State;
use crate::table::state::command::Decision;
use crate::table::state::event::TableEvent;
use crate::table::state::refusal::Refusal;

/// How long players may think, and what each has left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Times {
    pub(crate) rule: ClockRule,
    /// What each seat has left in its bank, or has for a move; 0 without a clock.
    left_ms: BySeat<i64>,
    /// The turn of a person who plays for themselves.
    pub(crate) turn: Option<Turn>,
}

/// Somebody's turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    pub(crate) seat: Seat,
    pub(crate) since: Timestamp,
    /// What there was to think when it began; none without a clock.
    left_ms: Option<i64>,
    /// When the player was warned. Who is away isn't warned again: their turn is a short one, and
    /// counts as warned from its beginning.
    warned: Option<Timestamp>,
}

impl Turn {
    /// When the player is to be warned.
    fn warn_at(&self) -> Option<Timestamp> {
        let left_ms = self.left_ms.filter(|_| self.warned.is_none())?;
        Some(self.since.plus_ms(left_ms - warning_ms(left_ms)))
    }

    /// When the clock runs out, if the warning comes in time.
    fn out_at(&self) -> Option<Timestamp> {
        let left_ms = self.left_ms?;
        let out_at = self.since.plus_ms(left_ms);
        let after_warning = |warned: Timestamp| warned.plus_ms(warning_ms(left_ms));
        Some(
            self.warned
                .map_or(out_at, |at| out_at.max(after_warning(at))),
        )
    }

    /// When a tile is placed for the player: a little later, for what is still on its way to us.
    fn place_at(&self) -> Option<Timestamp> {
        self.warned?;
        Some(self.out_at()?.plus_ms(limits::CLOCK_LAG_MS))
    }
}

/// How long before the end of such a turn the player is warned.
fn warning_ms(left_ms: i64) -> i64 {
    (left_ms / 2).min(limits::CLOCK_WARNING_MS)
}

const fn ms(seconds: u16) -> i64 {
    seconds as i64 * 1000
}

impl Times {
    /// Nobody has thought yet.
    pub(crate) fn new(rule: ClockRule, seats: &BySeat<impl Sized>) -> Self {
        let full_ms = match rule {
            ClockRule::None => 0,
            ClockRule::PerMove { seconds } | ClockRule::Bank { seconds, .. } => ms(seconds),
        };
        Self {
            rule,
            left_ms: seats.map(|_| full_ms),
            turn: None,
        }
    }

    /// A turn ends; `moved` if its player has played.
    fn end_turn(&mut self, at: Timestamp, moved: bool) {
        if let Some(turn) = self.turn.take()
            && let ClockRule::Bank { increment, .. } = self.rule
        {
            let left_ms = &mut self.left_ms[turn.seat];
            *left_ms = (*left_ms - at.ms_since(turn.since)).max(0);
            *left_ms += if moved { ms(increment) } else { 0 };
        }
    }

    fn begin_turn(&mut self, seat: Seat, at: Timestamp, away: bool) {
        let left_ms = match self.rule {
            ClockRule::None => None,
            _ if away => Some(limits::AWAY_TURN_MS),
            _ => Some(self.left_ms[seat].max(limits::TURN_MS_MIN)),
        };
        self.turn = Some(Turn {
            seat,
            since: at,
            left_ms,
            warned: away.then_some(at),
        });
    }

    fn warn(&mut self, seat: Seat, at: Timestamp) -> Result<(), Refusal> {
        match &mut self.turn {
            Some(turn) if turn.seat == seat && turn.warned.is_none() => {
                turn.warned = Some(at);
                Ok(())
            }
            _ => Err(Refusal::OutOfOrder),
        }
    }

    /// Gives back time in which nobody could play. What is left then is at least a grace.
    fn resume(&mut self, idle_ms: i64, at: Timestamp) {
        let Some(turn) = &mut self.turn else { return };
        let since = turn.since.plus_ms(idle_ms.max(0));
        turn.since = match turn.left_ms {
            // Without a clock the turn begins anew: who comes back to it isn't late.
            None => at,
            Some(left_ms) => {
                let grace_ms = left_ms.min(limits::RESUME_GRACE_MS);
                since.max(at.plus_ms(grace_ms - left_ms)).min(at)
            }
        };
        turn.warned = turn
            .warned
            .filter(|_| turn.left_ms == Some(limits::AWAY_TURN_MS));
    }
}

impl State {
    /// Lets the clocks follow an event that has just happened.
    pub(crate) fn keep_time(&mut self, event: &TableEvent, at: Timestamp) -> Result<(), Refusal> {
        match event {
            TableEvent::Warned { seat } => return self.times.warn(*seat, at),
            TableEvent::Resumed { idle_ms } => {
                self.times.resume(*idle_ms, at);
                return Ok(());
            }
            _ => {}
        }
        let thinks = self.on_turn().filter(|&seat| self.plays_alone(seat));
        let anew = match event {
            TableEvent::Played { .. } | TableEvent::PlacedFor { .. } | TableEvent::Dealt { .. } => {
                true
            }
            TableEvent::Returned { seat } => thinks == Some(*seat),
            _ => false,
        };
        if anew || thinks != self.times.turn.map(|turn| turn.seat) {
            let turn = self.times.turn.map(|turn| turn.seat);
            let moved = matches!(event, TableEvent::Played { seat, .. } if Some(*seat) == turn);
            self.times.end_turn(at, moved);
            if let Some(seat) = thinks {
                let away = self.is_away(seat);
                self.times.begin_turn(seat, at, away);
            }
        }
        Ok(())
    }

    /// A new match: every bank is full.
    pub(crate) fn reset_clocks(&mut self) {
        self.times = Times::new(self.times.rule, &self.seats);
    }

    /// The clocks, as they are shown.
    pub(crate) fn time(&self) -> Option<Time> {
        if self.times.rule.is_none() || self.game.is_none() {
            return None;
        }
        let mut left_ms = self.times.left_ms;
        let running = self.times.turn.and_then(|turn| {
            left_ms[turn.seat] = turn.left_ms?;
            Some(Running {
                seat: turn.seat,
                since_ms: turn.since.0,
                until_ms: turn.out_at()?.0,
                warned: turn.warned.is_some(),
            })
        });
        Some(Time { running, left_ms })
    }

    /// When [`Self::on_clock`] has something to do.
    pub(crate) fn clock_deadline(&self) -> Option<Timestamp> {
        let turn = self.times.turn?;
        turn.warn_at().or_else(|| turn.place_at())
    }

    /// Does what the clock demands at this time: warns the player on turn, or places a tile for
    /// them, the first that is listed.
    ///
    /// # Errors
    ///
    /// Only when the match is not what its clock says.
    pub(crate) fn on_clock(&self, now: Timestamp) -> Result<Decision, Refusal> {
        let mut draft = self.draft(now);
        if let Some(turn) = self.times.turn {
            if turn.warn_at().is_some_and(|at| at <= now) {
                draft.add(TableEvent::Warned { seat: turn.seat })?;
            } else if turn.place_at().is_some_and(|at| at <= now) {
                draft.add(self.placement_for(turn.seat)?)?;
            }
        }
        Ok(draft.done())
    }

    /// The placement that is made for somebody on turn.
    pub(crate) fn placement_for(&self, seat: Seat) -> Result<TableEvent, Refusal> {
        let game = self.game.as_ref().ok_or(Refusal::NoMatch)?;
        let first = game.placements().next().ok_or(Refusal::NoRound)?;
        let play = Play::from(first);
        Ok(TableEvent::PlacedFor {
            seat,
            tile: play.tile,
            arm: play.arm,
        })
    }

    /// Goes on after a time in which nobody could play.
    ///
    /// # Errors
    ///
    /// Never; it is judged like everything else.
    pub(crate) fn resume(
        &self,
        idle_since: Timestamp,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        let mut draft = self.draft(now);
        if let Some(turn) = self.times.turn
            && (turn.left_ms.is_some() || self.people().count() > 1)
        {
            let idle_ms = now.ms_since(idle_since.max(turn.since));
            if idle_ms >= limits::IDLE_MS_MIN {
                draft.add(TableEvent::Resumed { idle_ms })?;
            }
        }
        Ok(draft.done())
    }
}
