//! What changes of what a viewer knows from one moment of a match to the next, and how it is
//! folded into a [`View`].
//!
//! Most of it is said by the events: a tile that was played leaves its hand, gives its arm a new end
//! and undoes the count; a tile that was drawn makes a hand larger. A change holds what is left to
//! say. The law: folding the events and the change gives the view as it would be made anew.

use serde::{Deserialize, Serialize};

use crate::event::Event;
use crate::game::{Match, Need};
use crate::layout::{ArmId, End, Joint};
use crate::round::Round;
use crate::seat::{BySeat, BySide, Seat};
use crate::tile::{Pips, Tile};
use crate::view::{Board, CountSeen, Offer, Own, Phase, Seen, View};

/// What has changed of a board beside what the events say. A field that is absent is as the events
/// leave it. Where a round begins, all are there but those that are `null`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardChange {
    /// How many lots, deals, redeals, plays and calls there were at the table.
    pub ply: u32,
    /// The number of the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u16>,
    /// Who led or leads the round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<Seat>,
    /// Whose turn it is; short for the phase `playing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<Seat>,
    /// What the match waits for, if not for a placement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// The points of each side.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<u16>>"))]
    pub scores: Option<BySide<u16>>,
    /// The open ends, by arm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<Vec<End>>,
    /// The spinner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spinner: Option<Tile>,
    /// The count. A play takes it away: if it isn't there then, nobody is to know it.
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
    /// The pips that each seat is known to lack.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<Vec<Pips>>>"))]
    pub lacks: Option<BySeat<Vec<Pips>>>,
    /// Whether the last play may be called "Muggins!".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<bool>,
    /// Rounds won in this match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub won_rounds: Option<u16>,
    /// Points more for who wins this round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bonus: Option<u16>,
    /// Whether the points of this round count twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub twice: Option<bool>,
}

/// What only the seat itself may know of a change.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnChange {
    /// Its tiles; absent if they are as before, less the tile that it has played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Vec<Tile>>,
    /// Where each of them may go now; absent if nowhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub placements: Vec<Offer>,
    /// Whether this seat may call "Muggins!" now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_call: bool,
    /// Whether this seat may give the lead to its partner now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_give_lead: bool,
}

/// The part of a board that follows from the events.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Told {
    hand_sizes: BySeat<u8>,
    /// By arm.
    ends: [Option<Pips>; ArmId::ALL.len()],
    /// Whether the count is known.
    counted: bool,
}

/// What has changed of a match, as everybody may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Whether a round begins, of which nothing was known before.
    pub clear: bool,
    /// What has happened.
    pub events: Vec<Seen>,
    /// What it has changed beside what the events say.
    pub board: BoardChange,
    /// The points of each side after each finished round, if a round has ended or the match is new.
    pub round_scores: Option<Vec<BySide<u16>>>,
}

impl Match {
    /// What has changed since an earlier moment of the match; without one, all that there is.
    #[must_use]
    pub fn change_since(&self, before: Option<&Self>) -> Change {
        let is_kept = before.is_some_and(|before| before.round_scores() == self.round_scores());
        let before = before.filter(|before| self.is_round_of(before));
        let events = self.events_since(before);
        Change {
            clear: before.is_none(),
            board: self.board_change(before, &events),
            events,
            round_scores: (!is_kept).then(|| self.round_scores().to_vec()),
        }
    }

    /// What has changed since then for one seat.
    #[must_use]
    pub fn own_change_since(&self, before: Option<&Self>, seat: Seat) -> OwnChange {
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
        let held = hand(self);
        let is_told = left.is_some() && left == held;
        OwnChange {
            hand: (!is_told).then(|| held.into_iter().flatten().collect()),
            placements: self.offers(seat),
            may_call: self.may_call(seat),
            may_give_lead: self.may_give_lead(seat),
        }
    }

    fn history_since(&self, before: Option<&Self>) -> &[Event] {
        let known = before.map_or(0, |before| before.history().len());
        self.history().get(known..).unwrap_or_default()
    }

    fn events_since(&self, before: Option<&Self>) -> Vec<Seen> {
        self.history_since(before).iter().map(Event::seen).collect()
    }

    fn board_change(&self, before: Option<&Self>, events: &[Seen]) -> BoardChange {
        let told = before.map(|before| {
            let mut told = Told::of(before);
            told.hear(events);
            told
        });
        let now = Told::of(self);
        let (turn, phase) = self.stage_change(before);
        let spinner = |game: &Self| game.round()?.layout().spinner();
        BoardChange {
            ply: self.ply(),
            round: changed(before, self, Self::round_number),
            leader: changed(before, self, |game| game.round().map(Round::leader)).flatten(),
            turn,
            phase,
            scores: changed(before, self, |game| *game.scores()),
            ends: told
                .is_none_or(|told| told.ends != now.ends)
                .then(|| now.ends()),
            spinner: changed(before, self, spinner).flatten(),
            count: self
                .shown_count()
                .filter(|_| told.is_none_or(|told| !told.counted)),
            hand_sizes: told
                .is_none_or(|told| told.hand_sizes != now.hand_sizes)
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

    /// Whose turn it is now, or else the phase, if that has changed.
    fn stage_change(&self, before: Option<&Self>) -> (Option<Seat>, Option<Phase>) {
        let waits = |game: &Self| (game.needs(), game.round().is_some());
        match self.needs() {
            _ if before.is_some_and(|before| waits(before) == waits(self)) => (None, None),
            Need::Play(turn) => (Some(turn), None),
            Need::Lots | Need::Deal | Need::Nothing => (None, Some(self.phase())),
        }
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

/// What a part of a match is now, if it was otherwise before.
fn changed<T: PartialEq>(
    before: Option<&Match>,
    now: &Match,
    part: impl Fn(&Match) -> T,
) -> Option<T> {
    let (before, now) = (before.map(&part), part(now));
    (before.as_ref() != Some(&now)).then_some(now)
}

impl Told {
    fn of(game: &Match) -> Self {
        let layout = game.round().map(Round::layout);
        Self {
            hand_sizes: game.hand_sizes(),
            ends: ArmId::ALL.map(|arm| layout.and_then(|layout| layout.end(arm))),
            counted: game.is_count_shown(),
        }
    }

    fn on(board: &Board) -> Self {
        let mut ends = [None; ArmId::ALL.len()];
        for end in &board.ends {
            ends[end.arm as usize] = Some(end.pips);
        }
        Self {
            hand_sizes: board.hand_sizes,
            ends,
            counted: board.count.is_some(),
        }
    }

    fn ends(&self) -> Vec<End> {
        let by_arm = ArmId::ALL.into_iter().zip(self.ends);
        by_arm
            .filter_map(|(arm, pips)| Some(End { arm, pips: pips? }))
            .collect()
    }

    /// Takes in what events say.
    fn hear(&mut self, events: &[Seen]) {
        for event in events {
            match *event {
                Seen::Played { seat, joint, .. } => {
                    let size = &mut self.hand_sizes[seat];
                    *size = size.saturating_sub(1);
                    if let Some(Joint { arm, outer }) = joint {
                        self.ends[arm as usize] = Some(outer);
                    }
                    self.counted = false;
                }
                Seen::Drew { seat } => {
                    let size = &mut self.hand_sizes[seat];
                    *size = size.saturating_add(1);
                }
                _ => {}
            }
        }
    }
}

impl View {
    /// Folds in what has changed for everybody.
    pub fn fold(&mut self, change: Change) {
        let Change {
            clear,
            events,
            board,
            round_scores,
        } = change;
        if clear {
            self.layout.clear();
            self.history.clear();
        }
        self.board.fold(clear, &events, board);
        if let Some(round_scores) = round_scores {
            self.round_scores = round_scores;
        }
        if let Some(own) = &mut self.own {
            own.hear(&events);
        }
        self.layout.extend(events.iter().filter_map(Seen::laid));
        self.history.extend(events);
    }
}

impl Board {
    fn fold(&mut self, clear: bool, events: &[Seen], change: BoardChange) {
        if clear {
            (self.leader, self.spinner, self.count) = (None, None, None);
        }
        let mut told = Told::on(self);
        told.hear(events);
        self.ply = change.ply;
        self.round = change.round.unwrap_or(self.round);
        self.leader = change.leader.or(self.leader);
        self.scores = change.scores.unwrap_or(self.scores);
        let turn = change.turn.map(|turn| Phase::Playing { turn });
        if let Some(phase) = turn.or(change.phase) {
            self.phase = phase;
        }
        self.ends = change.ends.unwrap_or_else(|| told.ends());
        self.spinner = change.spinner.or(self.spinner);
        self.count = change.count.or(self.count.take().filter(|_| told.counted));
        self.hand_sizes = change.hand_sizes.unwrap_or(told.hand_sizes);
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
    /// What is known of a seat of which nothing is.
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

    /// Takes in what events say: nothing that could be done before can be done any more.
    fn hear(&mut self, events: &[Seen]) {
        for event in events {
            if let Seen::Played { seat, tile, .. } = event
                && *seat == self.seat
            {
                self.hand.retain(|held| held != tile);
            }
        }
        self.placements.clear();
        self.may_call = false;
        self.may_give_lead = false;
    }

    /// Folds in what has changed for this seat alone.
    pub fn fold(&mut self, change: OwnChange) {
        if let Some(hand) = change.hand {
            self.hand = hand;
        }
        self.placements = change.placements;
        self.may_call = change.may_call;
        self.may_give_lead = change.may_give_lead;
    }
}
