//! How a seat is looked after whose player doesn't do so in time: who is away, whose seat is lent
//! to a computer player, and what the others may do about somebody who keeps them waiting.

use boneyard_protocol::{Absent, AbsentChoice, Care, Level, Status, TookOver};
use boneyard_rules::{BySeat, Seat};

use crate::clock::Timestamp;
use crate::id::PlayerId;
use crate::limits;
use crate::table::state::State;
use crate::table::state::command::{Decision, Draft};
use crate::table::state::event::TableEvent;
use crate::table::state::refusal::Refusal;

/// How strong the computer player is that stands in for somebody: about as strong as people who
/// play regularly, so that lending a seat neither throws the match away nor wins it.
pub(crate) const STAND_IN: Level = Level::Club;

/// How somebody's seat is looked after.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Attention {
    /// Placements in a row that were made for them because their time had run out.
    missed: u8,
    /// The computer player that plays for them.
    lent: Option<Level>,
    /// They have given the match up.
    pub(crate) resigned: bool,
    /// They want the match to end without a winner.
    pub(crate) offers_end: bool,
    /// They have made such an offer in this round.
    pub(crate) has_offered: bool,
    /// They sat down during this match, and took this over.
    pub(crate) took_over: Option<TookOver>,
}

impl Attention {
    const fn is_away(self) -> bool {
        self.missed >= limits::MISSED_MAX
    }

    /// A round begins: what was offered in the last one is forgotten.
    pub(crate) const fn new_round(&mut self) {
        self.offers_end = false;
        self.has_offered = false;
    }

    pub(crate) const fn give_up(&mut self) {
        self.resigned = true;
        self.offers_end = false;
        self.lent = Some(STAND_IN);
    }

    pub(crate) const fn lend(&mut self, level: Level) {
        self.lent = Some(level);
        self.offers_end = false;
    }

    pub(crate) const fn miss(&mut self) {
        self.missed = self.missed.saturating_add(1);
    }

    pub(crate) const fn come_back(&mut self) {
        self.missed = 0;
        self.lent = None;
    }

    /// Whether somebody is still at the match themselves.
    const fn takes_part(self) -> bool {
        !self.resigned && self.lent.is_none() && !self.is_away()
    }

    const fn shown(self) -> Care {
        Care {
            away: self.is_away(),
            lent: self.lent,
            resigned: self.resigned,
            offers_end: self.offers_end,
        }
    }
}

/// Since when each seat's player has been gone, as the table's task knows it; none for those who
/// are there. Not part of the log: connections come and go, only what people do about it counts.
pub(crate) type Gone = BySeat<Option<Timestamp>>;

impl State {
    fn attention(&self, seat: Seat) -> Option<Attention> {
        self.person_at(seat).map(|person| person.attention)
    }

    /// Whether the person at a seat was given up for the time being.
    pub(crate) fn is_away(&self, seat: Seat) -> bool {
        self.attention(seat).is_some_and(Attention::is_away)
    }

    /// Whether a person plays at a seat, and for themselves.
    pub(crate) fn plays_alone(&self, seat: Seat) -> bool {
        self.attention(seat).is_some_and(|now| now.lent.is_none())
    }

    /// Whether a person at a seat is still at the match: it can't be ended by agreement without.
    pub(crate) fn takes_part(&self, seat: Seat) -> bool {
        self.attention(seat).is_some_and(Attention::takes_part)
    }

    /// Whether the person at a seat may play, or will be able to.
    pub(crate) fn has_part(&self, seat: Seat) -> bool {
        self.status == Status::Playing && self.attention(seat).is_some_and(|now| !now.resigned)
    }

    /// The level of the computer player that plays at a seat: its own, or one that stands in.
    pub(crate) fn computer_for(&self, seat: Seat) -> Option<Level> {
        let stands_in = self.attention(seat).and_then(|now| now.lent);
        stands_in.or_else(|| self.computer_at(seat))
    }

    pub(crate) fn care(&self, seat: Seat) -> Care {
        self.attention(seat)
            .map(Attention::shown)
            .unwrap_or_default()
    }

    /// Whether somebody's coming back changes anything.
    pub(crate) fn is_missed(&self, player: PlayerId) -> bool {
        let seat = self.seat_of(player);
        let attention = seat.and_then(|seat| self.attention(seat));
        self.status == Status::Playing
            && attention.is_some_and(|now| !now.resigned && (now.missed > 0 || now.lent.is_some()))
    }

    /// Somebody is back before they do anything else.
    pub(crate) fn come_back(&self, seat: Seat, draft: &mut Draft) -> Result<(), Refusal> {
        match self.attention(seat) {
            Some(now) if now.resigned && self.status == Status::Playing => Err(Refusal::Resigned),
            Some(now) if now.missed > 0 || now.lent.is_some() => {
                draft.add(TableEvent::Returned { seat })
            }
            _ => Ok(()),
        }
    }

    /// From when on the others needn't wait for the player on turn. With a clock that is for the
    /// clock alone to say; without one, absence counts, and a turn that lasts beyond all measure.
    /// Never at the very beginning of a turn: whoever was gone during the others' turns may be back
    /// in a moment.
    pub(crate) fn absent_from(&self, gone: &Gone) -> Option<Timestamp> {
        let turn = self.times.turn?;
        if !self.times.rule.is_none() {
            let from = turn.since.plus_ms(limits::AWAY_CHOICE_MS);
            return self.is_away(turn.seat).then_some(from);
        }
        let others = self.rules.seating.seats().filter(|&seat| seat != turn.seat);
        if !others.clone().any(|seat| self.person_at(seat).is_some()) {
            return None;
        }
        let too_long = turn.since.plus_ms(limits::IDLE_TURN_MS);
        let too_long_gone = gone[turn.seat].map(|since| {
            let gone_for_long = since.plus_ms(limits::GONE_MS);
            gone_for_long.max(turn.since.plus_ms(limits::GONE_TURN_MS))
        });
        Some(too_long_gone.map_or(too_long, |from| from.min(too_long)))
    }

    /// Whom nobody needs to wait for any longer.
    pub(crate) fn absent(&self, gone: &Gone, now: Timestamp) -> Option<Absent> {
        let is_due = self.absent_from(gone).is_some_and(|from| from <= now);
        let seat = self.times.turn.filter(|_| is_due)?.seat;
        let seating = self.rules.seating;
        let side = seating.side(seat);
        let partner_is_there = seating.seats().any(|other| {
            other != seat
                && seating.side(other) == side
                && self.takes_part(other)
                && gone[other].is_none()
        });
        let claim = seating.sides().len() == 2 && !partner_is_there;
        Some(Absent { seat, claim })
    }

    /// Judges what somebody does about a player who keeps the others waiting.
    pub(crate) fn do_about(
        &self,
        by: Seat,
        (seat, choice): (Seat, AbsentChoice),
        gone: &Gone,
        draft: &mut Draft,
    ) -> Result<(), Refusal> {
        self.must_be_playing()?;
        let absent = self.absent(gone, draft.now());
        let absent = absent.filter(|absent| absent.seat == seat && seat != by);
        let absent = absent.ok_or(Refusal::NotAbsent)?;
        self.come_back(by, draft)?;
        draft.add(match choice {
            AbsentChoice::Place => self.placement_for(seat)?,
            AbsentChoice::Computer => TableEvent::Lent {
                seat,
                level: STAND_IN,
                by,
            },
            AbsentChoice::Claim => {
                let side = |seat| self.rules.seating.side(seat);
                if !absent.claim || side(by) == side(seat) {
                    return Err(Refusal::NoClaim);
                }
                TableEvent::Claimed { seat, by }
            }
        })
    }

    /// Somebody is here again: their seat is theirs.
    ///
    /// # Errors
    ///
    /// When they have no seat.
    pub(crate) fn welcome_back(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Decision, Refusal> {
        let mut draft = self.draft(now);
        let seat = self.seat_of(player).ok_or(Refusal::NotSeated)?;
        if self.is_missed(player) {
            self.come_back(seat, &mut draft)?;
        }
        Ok(draft.done())
    }
}
