//! One round, from the deal to someone going out or a block (rules.md, A round).

use crate::counting::{hand_points, play_points};
use crate::deal::{Lead, Order, leader_by_tile};
use crate::error::PlayError;
use crate::event::{Event, Outcome};
use crate::layout::{ArmId, Joint, Layout};
use crate::play::Placement;
use crate::rules::{BlockedScore, Rules};
use crate::seat::{BySeat, Seat, Side};
use crate::tile::{Pips, Tile};
use crate::tile_set::TileSet;

/// A set of pips: seven bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct PipSet(u8);

impl PipSet {
    pub(crate) fn insert(&mut self, pips: Pips) {
        self.0 |= 1 << pips.get();
    }

    fn contains(self, pips: Pips) -> bool {
        self.0 >> pips.get() & 1 == 1
    }

    fn iter(self) -> impl Iterator<Item = Pips> {
        Pips::ALL
            .into_iter()
            .filter(move |&pips| self.contains(pips))
    }
}

/// A round that is being played, or has just ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    pub(crate) rules: Rules,
    pub(crate) order: Order,
    /// How many tiles of the order have left the boneyard: dealt or drawn.
    pub(crate) taken: usize,
    pub(crate) hands: BySeat<TileSet>,
    pub(crate) layout: Layout,
    pub(crate) leader: Seat,
    /// The tile that must be led.
    pub(crate) must_lead: Option<Tile>,
    pub(crate) turn: Seat,
    /// The pips that each seat is known to lack, but for a tile that it has just drawn to play.
    pub(crate) lacks: BySeat<PipSet>,
    pub(crate) outcome: Option<Outcome>,
}

impl Round {
    /// Deals a first round, whose leader is found by the tiles; `None` if by these rules the
    /// tiles must be dealt again, because nobody holds a double.
    #[must_use]
    pub fn deal(rules: &Rules, order: &Order) -> Option<Self> {
        Self::deal_for(rules, order, Lead::Tile)
    }

    pub(crate) fn deal_for(rules: &Rules, order: &Order, lead: Lead) -> Option<Self> {
        let hands = order.hands(rules);
        let (leader, must_lead) = match lead {
            Lead::By(leader) => (leader, None),
            Lead::Tile | Lead::Lot => {
                let (leader, tile) = leader_by_tile(rules, &hands)?;
                (leader, Some(tile))
            }
        };
        Some(Self {
            rules: *rules,
            order: *order,
            taken: rules.dealt(),
            hands,
            layout: Layout::new(rules.spinner),
            leader,
            must_lead,
            turn: leader,
            lacks: BySeat::from_fn(rules.seating, |_| PipSet::default()),
            outcome: None,
        })
    }

    /// Whose turn it is; the last player's once the round is over.
    #[must_use]
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// Who led, or will.
    #[must_use]
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// The tiles that a seat holds.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> TileSet {
        self.hands[seat]
    }

    /// All hands.
    #[must_use]
    pub const fn hands(&self) -> &BySeat<TileSet> {
        &self.hands
    }

    /// The tiles left in the boneyard, next to be drawn first; in Block they stay out of play.
    #[must_use]
    pub fn boneyard(&self) -> &[Tile] {
        &self.order.tiles()[self.taken..]
    }

    /// The tiles in hands and boneyard.
    #[must_use]
    pub fn unplayed(&self) -> TileSet {
        let hands = self.hands.as_slice().iter();
        let boneyard = self.boneyard().iter().copied().collect();
        hands.fold(boneyard, |all, &hand| all.union(hand))
    }

    /// The tiles on the table.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The pips that a seat is known to lack by its draws and passes, leaving aside the tile that
    /// it has just drawn and must play.
    pub fn lacks(&self, seat: Seat) -> impl Iterator<Item = Pips> {
        self.lacks[seat].iter()
    }

    /// Whether these pips are among them.
    #[must_use]
    pub fn is_known_to_lack(&self, seat: Seat, pips: Pips) -> bool {
        self.lacks[seat].contains(pips)
    }

    /// How the round ended; `None` while it is being played.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// All that the seat on turn may play: arm by arm, and by tile.
    pub fn placements(&self) -> impl Iterator<Item = Placement> + '_ {
        let hand = if self.outcome.is_some() {
            TileSet::EMPTY
        } else {
            self.hands[self.turn]
        };
        let leads = match (self.layout.first(), self.must_lead) {
            (Some(_), _) => TileSet::EMPTY,
            (None, Some(tile)) => hand.intersection(TileSet::only(tile)),
            (None, None) => hand,
        };
        let joins = self.layout.ends().flat_map(move |end| {
            let fitting = hand.intersection(TileSet::with(end.pips));
            fitting.iter().map(move |tile| Placement {
                tile,
                arm: Some(end.arm),
            })
        });
        leads
            .iter()
            .map(|tile| Placement { tile, arm: None })
            .chain(joins)
    }

    /// Asks whether a seat may play a tile on an arm.
    ///
    /// # Errors
    ///
    /// Why it may not.
    pub fn placement(
        &self,
        seat: Seat,
        tile: Tile,
        arm: Option<ArmId>,
    ) -> Result<Placement, PlayError> {
        if self.outcome.is_some() {
            return Err(PlayError::NoRound);
        }
        if seat != self.turn {
            return Err(PlayError::NotYourTurn { turn: self.turn });
        }
        if !self.hands[seat].contains(tile) {
            return Err(PlayError::NotInHand { tile });
        }
        let fits = match (self.layout.first(), arm) {
            (None, None) => match self.must_lead {
                Some(lead) if lead != tile => return Err(PlayError::MustLead { tile: lead }),
                _ => true,
            },
            (Some(_), Some(arm)) => self.layout.end(arm).is_some_and(|pips| tile.has(pips)),
            (None, Some(_)) | (Some(_), None) => false,
        };
        if fits {
            Ok(Placement { tile, arm })
        } else {
            Err(PlayError::DoesNotFit { tile })
        }
    }

    /// The points that a placement would score by the count.
    #[must_use]
    pub fn points(&self, placement: Placement) -> u16 {
        let mut layout = self.layout;
        lay_on(&mut layout, placement);
        play_points(&self.rules, layout.count().total())
    }

    /// Plays a tile, and lets the draws and passes happen that follow from it. The events say
    /// what happened; the points that the play scores by the count come back.
    pub fn play(&mut self, placement: Placement, events: &mut Vec<Event>) -> u16 {
        let seat = self.turn;
        let joint = self.lay(placement);
        events.push(Event::Played {
            seat,
            tile: placement.tile,
            joint,
            announced: None,
        });
        let points = self.count_points();
        self.settle(events);
        points
    }

    /// Puts the tile on the table, and nothing more.
    pub(crate) fn lay(&mut self, placement: Placement) -> Option<Joint> {
        self.hands[self.turn].remove(placement.tile);
        lay_on(&mut self.layout, placement)
    }

    /// The points that the layout scores, as it lies, for who played last.
    pub(crate) fn count_points(&self) -> u16 {
        if self.rules.variant.counts() {
            play_points(&self.rules, self.layout.count().total())
        } else {
            0
        }
    }

    /// Goes on to the next seat that can play, through draws and passes, or ends the round.
    pub(crate) fn settle(&mut self, events: &mut Vec<Event>) {
        if self.hands[self.turn].is_empty() {
            return self.end_with_domino(events);
        }
        let fitting = self.layout.fitting();
        let mut stuck = None;
        loop {
            if self.is_blocked(fitting) {
                return self.end_with_block(events);
            }
            if let Some(seat) = stuck {
                events.push(Event::Passed { seat });
            }
            self.turn = self.rules.seating.next(self.turn);
            if self.can_play(self.turn, fitting) || self.draw(fitting, events) {
                return;
            }
            self.learn_lacks(self.turn);
            stuck = Some(self.turn);
        }
    }

    pub(crate) fn can_play(&self, seat: Seat, fitting: TileSet) -> bool {
        !self.hands[seat].intersection(fitting).is_empty()
    }

    fn may_draw(&self) -> bool {
        self.rules.variant.draws() && Tile::COUNT - self.taken > usize::from(self.rules.reserve)
    }

    fn is_blocked(&self, fitting: TileSet) -> bool {
        !self.may_draw()
            && !self
                .rules
                .seating
                .seats()
                .any(|seat| self.can_play(seat, fitting))
    }

    /// Draws for the seat on turn until a tile fits; whether one came.
    fn draw(&mut self, fitting: TileSet, events: &mut Vec<Event>) -> bool {
        let seat = self.turn;
        while self.may_draw() {
            let tile = self.order.tiles()[self.taken];
            self.taken += 1;
            self.hands[seat].insert(tile);
            events.push(Event::Drew { seat, tile });
            if fitting.contains(tile) {
                self.learn_lacks(seat);
                return true;
            }
            // The tile stays in the hand, and only the open ends are known not to be on it.
            self.lacks[seat] = PipSet::default();
        }
        false
    }

    /// A seat that draws or passes shows that it lacks every open end.
    fn learn_lacks(&mut self, seat: Seat) {
        for end in self.layout.ends() {
            self.lacks[seat].insert(end.pips);
        }
    }

    fn end_with_domino(&mut self, events: &mut Vec<Event>) {
        let by = self.turn;
        let points = if self.rules.going_out_point {
            1
        } else {
            hand_points(
                &self.rules,
                self.opponents_pips(self.rules.seating.side(by)),
            )
        };
        self.end(Outcome::Domino { by, points }, events);
    }

    fn end_with_block(&mut self, events: &mut Vec<Event>) {
        let seating = self.rules.seating;
        let fewest = seating.sides().map(|side| self.side_pips(side)).min();
        let mut lightest = seating
            .sides()
            .filter(|&side| Some(self.side_pips(side)) == fewest);
        let winner = lightest.next().filter(|_| lightest.next().is_none());
        let points = match winner {
            Some(side) if !self.rules.going_out_point => {
                let opponents = self.opponents_pips(side);
                hand_points(
                    &self.rules,
                    match self.rules.blocked_score {
                        BlockedScore::OpponentsTotal => opponents,
                        BlockedScore::Difference => opponents - self.side_pips(side),
                    },
                )
            }
            _ => 0,
        };
        self.end(Outcome::Blocked { winner, points }, events);
    }

    fn end(&mut self, outcome: Outcome, events: &mut Vec<Event>) {
        self.outcome = Some(outcome);
        events.push(Event::RoundOver(outcome));
    }

    fn side_pips(&self, side: Side) -> u16 {
        self.pips_where(|owner| owner == side)
    }

    fn opponents_pips(&self, side: Side) -> u16 {
        self.pips_where(|owner| owner != side)
    }

    fn pips_where(&self, counts: impl Fn(Side) -> bool) -> u16 {
        let seating = self.rules.seating;
        let hands = self
            .hands
            .iter()
            .filter(|&(seat, _)| counts(seating.side(seat)));
        hands.map(|(_, hand)| hand.weight()).sum()
    }

    /// The seat that won the round, for who leads the next: who went out, or in a block the seat
    /// of the winning side with the lightest hand; of equal ones the first clockwise from the leader,
    /// who counts as the first.
    pub(crate) fn winner(&self) -> Option<Seat> {
        let seating = self.rules.seating;
        match self.outcome? {
            Outcome::Domino { by, .. } => Some(by),
            Outcome::Blocked { winner, .. } => {
                let side = winner?;
                let seats = seating
                    .from(self.leader)
                    .filter(|&seat| seating.side(seat) == side);
                seats.min_by_key(|&seat| self.hands[seat].weight())
            }
        }
    }
}

/// Puts a tile on a layout on which it is known to fit.
fn lay_on(layout: &mut Layout, Placement { tile, arm }: Placement) -> Option<Joint> {
    if let Some(arm) = arm {
        layout.join(tile, arm)
    } else {
        layout.lead(tile);
        None
    }
}
