//! The difference between what a viewer knows at two moments of a match, and how to apply it to a
//! [`View`].
//!
//! Most of the difference follows from the events. A played tile leaves its hand, gives its arm a new end
//! and makes the old count invalid; a drawn tile makes a hand larger. A change holds only the parts that
//! don't follow from the events. The tests check this law: a view with the events and the change applied
//! is equal to a new view of the later moment.

use std::mem::discriminant;

use serde::{Deserialize, Serialize};

use crate::line::BySeat;
use crate::line::event::Event;
use crate::line::game::Match;
use crate::line::layout::{ArmId, End, Joint};
use crate::line::round::Round;
use crate::line::view::{Board, CountSeen, Offer, Own, Phase, View, VisibleEvent};
use crate::seat::Seat;
use crate::tile::{Pips, Tile};

/// What has changed on the board and doesn't follow from the events. An absent field has the value
/// that follows from the events. At the beginning of a round every field is present, except those
/// that are `null` in a [`Board`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardChange {
    /// The seat that led or will lead the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<Seat>,
    /// What the match waits for now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// The open ends, by arm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<Vec<End>>,
    /// The spinner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spinner: Option<Tile>,
    /// The count of the layout. A play makes the old count invalid. If this field is absent after a play, the
    /// rules don't show the viewer a new count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<CountSeen>,
    /// How many tiles each seat holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<u8>>"))]
    pub hand_sizes: Option<BySeat<u8>>,
    /// Tiles left in the boneyard, the reserve included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boneyard: Option<u8>,
    /// Tiles of the boneyard that may never be drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserve: Option<u8>,
    /// The pips that each seat is known not to have, because of its draws and passes.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Vec<Pips>>>"))]
    pub lacks: Option<BySeat<Vec<Pips>>>,
    /// Whether a seat may call "Muggins!" for the last play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<bool>,
    /// How many rounds of this match were won, by any side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub won_rounds: Option<u16>,
    /// The extra points for the winner of this round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus: Option<u16>,
    /// Whether the points of this round count twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twice: Option<bool>,
}

impl BoardChange {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The changes of what only one seat may know.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LineOwnChange"))]
pub struct OwnChange {
    /// The seat's tiles. If absent, the seat holds the same tiles as before, without the tile that it has
    /// played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Vec<Tile>>,
    /// The plays that the rules allow the seat now; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub placements: Vec<Offer>,
    /// Whether this seat may call "Muggins!" now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_call: bool,
    /// Whether this seat may give the lead to its partner now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_give_lead: bool,
}

/// The part of a board that can be computed from the events.
#[derive(Clone, Copy, PartialEq, Eq)]
struct DerivedBoard {
    hand_sizes: BySeat<u8>,
    /// The pips of each open end, by arm.
    ends: [Option<Pips>; ArmId::ALL.len()],
    /// Whether the count of the board is valid. A play makes it invalid.
    count_is_valid: bool,
}

/// The changes of what everybody at the table may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LineChange"))]
pub struct Change {
    /// Whether a new round begins. The client then empties history and layout before it adds the events, and `board`
    /// is complete.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub clear: bool,
    /// The events of the match. The client adds them at the end of the history, and each `played` at the end of the
    /// layout. What follows from the events is not repeated in `board` and `own`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<VisibleEvent>,
    /// The changes of the board that don't follow from the events; absent if there are none.
    #[serde(default, skip_serializing_if = "BoardChange::is_empty")]
    pub board: BoardChange,
}

impl Match {
    /// The changes since an earlier moment of the match. Without an earlier moment, the change contains
    /// the whole state.
    #[must_use]
    pub fn change_since(&self, before: Option<&Self>) -> Change {
        let before = before.filter(|before| self.is_round_of(before));
        let events = self.events_since(before);
        Change {
            clear: before.is_none(),
            board: self.board_change(before, &events),
            events,
        }
    }

    /// The changes for one seat since an earlier moment of the match. Without an earlier moment, the
    /// change contains all that the seat may know.
    #[must_use]
    pub fn own_change_since(
        &self,
        before: Option<&Self>,
        seat: Seat,
        is_absent: bool,
    ) -> OwnChange {
        let before = before.filter(|before| self.is_round_of(before));
        let hand = |game: &Self| game.round().map(|round| round.hand(seat));
        let left = before.and_then(hand).map(|mut left| {
            for event in self.history_since(before) {
                if let Event::Played { seat: by, tile, .. } = *event
                    && by == seat
                {
                    left.remove(tile);
                }
            }
            left
        });
        let follows_from_events = left.is_some() && left == hand(self);
        let hand = (!follows_from_events).then(|| self.held(seat));
        if is_absent {
            return OwnChange {
                hand,
                ..OwnChange::default()
            };
        }
        OwnChange {
            hand,
            placements: self.offers(seat),
            may_call: self.may_call(seat),
            may_give_lead: self.may_give_lead(seat),
        }
    }

    fn history_since(&self, before: Option<&Self>) -> &[Event] {
        let known = before.map_or(0, |before| before.history().len());
        self.history().get(known..).unwrap_or_default()
    }

    fn events_since(&self, before: Option<&Self>) -> Vec<VisibleEvent> {
        self.history_since(before).iter().map(Event::seen).collect()
    }

    fn board_change(&self, before: Option<&Self>, events: &[VisibleEvent]) -> BoardChange {
        let derived = before.map(|before| {
            let mut derived = DerivedBoard::of_match(before);
            derived.apply(events);
            derived
        });
        let now = DerivedBoard::of_match(self);
        let spinner = |game: &Self| game.round()?.layout().spinner();
        BoardChange {
            leader: changed(before, self, |game| game.round().map(Round::leader)).flatten(),
            phase: self.phase_change(before),
            ends: derived
                .is_none_or(|derived| derived.ends != now.ends)
                .then(|| now.ends()),
            spinner: changed(before, self, spinner).flatten(),
            count: self
                .shown_count()
                .filter(|_| derived.is_none_or(|derived| !derived.count_is_valid)),
            hand_sizes: derived
                .is_none_or(|derived| derived.hand_sizes != now.hand_sizes)
                .then_some(now.hand_sizes),
            boneyard: changed(before, self, Self::boneyard_size),
            reserve: before.is_none().then_some(self.rules().reserve),
            lacks: self.lacks_change(before),
            claim: changed(before, self, Self::is_unsettled),
            won_rounds: changed(before, self, Self::won_rounds),
            bonus: changed(before, self, |game| game.stakes().bonus),
            twice: changed(before, self, |game| game.stakes().twice),
        }
    }

    /// The phase, if it is another than at the earlier moment.
    fn phase_change(&self, before: Option<&Self>) -> Option<Phase> {
        let phase = |game: &Self| (discriminant(&game.needs()), game.round().is_some());
        let is_same = before.is_some_and(|before| phase(before) == phase(self));
        (!is_same).then(|| self.phase())
    }

    fn lacks_change(&self, before: Option<&Self>) -> Option<BySeat<Vec<Pips>>> {
        let seating = self.rules().seating;
        let same = before.is_some_and(|before| {
            seating
                .seats()
                .all(|seat| self.lacks(seat).eq(before.lacks(seat)))
        });
        (!same).then(|| self.all_lacks())
    }
}

/// The value of a part of the match, if it differs from the value at the earlier moment.
fn changed<T: PartialEq>(
    before: Option<&Match>,
    now: &Match,
    part: impl Fn(&Match) -> T,
) -> Option<T> {
    let (before, now) = (before.map(&part), part(now));
    (before.as_ref() != Some(&now)).then_some(now)
}

impl DerivedBoard {
    fn of_match(game: &Match) -> Self {
        let layout = game.round().map(Round::layout);
        Self {
            hand_sizes: game.hand_sizes(),
            ends: ArmId::ALL.map(|arm| layout.and_then(|layout| layout.end(arm))),
            count_is_valid: game.is_count_shown(),
        }
    }

    fn of_board(board: &Board) -> Self {
        let mut ends = [None; ArmId::ALL.len()];
        for end in &board.ends {
            ends[end.arm as usize] = Some(end.pips);
        }
        Self {
            hand_sizes: board.hand_sizes,
            ends,
            count_is_valid: board.count.is_some(),
        }
    }

    fn ends(&self) -> Vec<End> {
        let by_arm = ArmId::ALL.into_iter().zip(self.ends);
        by_arm
            .filter_map(|(arm, pips)| Some(End { arm, pips: pips? }))
            .collect()
    }

    /// Applies events to the derived part of the board.
    fn apply(&mut self, events: &[VisibleEvent]) {
        for event in events {
            match *event {
                VisibleEvent::Played { seat, joint, .. } => {
                    let size = &mut self.hand_sizes[seat];
                    *size = size.saturating_sub(1);
                    if let Some(Joint { arm, outer }) = joint {
                        self.ends[arm as usize] = Some(outer);
                    }
                    self.count_is_valid = false;
                }
                VisibleEvent::Drew { seat } => {
                    let size = &mut self.hand_sizes[seat];
                    *size = size.saturating_add(1);
                }
                _ => {}
            }
        }
    }
}

impl View {
    /// Applies a change to the part of the view that everybody at the table may know.
    pub fn fold(&mut self, change: Change) {
        let Change {
            clear,
            events,
            board,
        } = change;
        if clear {
            self.layout.clear();
            self.history.clear();
        }
        self.board.fold(clear, &events, board);
        if let Some(own) = &mut self.own {
            own.apply(&events);
        }
        self.layout
            .extend(events.iter().filter_map(VisibleEvent::laid));
        self.history.extend(events);
    }
}

impl Board {
    fn fold(&mut self, clear: bool, events: &[VisibleEvent], change: BoardChange) {
        if clear {
            (self.leader, self.spinner, self.count) = (None, None, None);
        }
        let mut derived = DerivedBoard::of_board(self);
        derived.apply(events);
        self.leader = change.leader.or(self.leader);
        if let Some(phase) = change.phase {
            self.phase = phase;
        }
        self.ends = change.ends.unwrap_or_else(|| derived.ends());
        self.spinner = change.spinner.or(self.spinner);
        self.count = change
            .count
            .or(self.count.take().filter(|_| derived.count_is_valid));
        self.hand_sizes = change.hand_sizes.unwrap_or(derived.hand_sizes);
        self.boneyard = change.boneyard.unwrap_or(self.boneyard);
        self.reserve = change.reserve.unwrap_or(self.reserve);
        if let Some(lacks) = change.lacks {
            self.lacks = lacks;
        }
        self.claim = change.claim.unwrap_or(self.claim);
        self.won_rounds = change.won_rounds.unwrap_or(self.won_rounds);
        self.bonus = change.bonus.unwrap_or(self.bonus);
        self.twice = change.twice.unwrap_or(self.twice);
    }
}

impl Own {
    /// An empty state of a seat, to which the seat's first change is applied.
    #[must_use]
    pub const fn unknown(seat: Seat) -> Self {
        Self {
            seat,
            hand: Vec::new(),
            placements: Vec::new(),
            may_call: false,
            may_give_lead: false,
        }
    }

    /// Applies events to what the seat knows. The placements and calls that were possible before are no
    /// longer valid.
    fn apply(&mut self, events: &[VisibleEvent]) {
        for event in events {
            if let VisibleEvent::Played { seat, tile, .. } = event
                && *seat == self.seat
            {
                self.hand.retain(|held| held != tile);
            }
        }
        self.placements.clear();
        self.may_call = false;
        self.may_give_lead = false;
    }

    /// Applies a change for this seat.
    pub fn fold(&mut self, change: OwnChange) {
        if let Some(hand) = change.hand {
            self.hand = hand;
        }
        self.placements = change.placements;
        self.may_call = change.may_call;
        self.may_give_lead = change.may_give_lead;
    }
}
