//! One round, from the deal until a seat goes out or the round is blocked (RULES.md, A round).

use crate::line::BySeat;
use crate::line::counting::{hand_points, play_points};
use crate::line::deal::{Lead, TileOrder, leader_by_tile};
use crate::line::error::Illegal;
use crate::line::event::{Event, Outcome, Parts};
use crate::line::layout::{ArmId, Joint, Layout};
use crate::line::play::Placement;
use crate::line::rules::{BlockedScore, BlockedTie, BlockedWinner, DominoWinner, Hands, Rules};
use crate::order::Order;
use crate::seat::{Seat, Side};
use crate::tile::{Pips, Tile};
use crate::tile_set::TileSet;

/// A set of pips, stored as ten bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct PipSet(u16);

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

/// What earlier rounds add to the points of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stakes {
    /// Extra points for the winner, in one of the first won rounds of the match.
    pub bonus: u16,
    /// Whether the points are doubled because an earlier block was tied.
    pub twice: bool,
}

/// A round that is being played or has just ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    pub(crate) rules: Rules,
    pub(crate) order: TileOrder,
    /// The number of tiles that have left the boneyard, dealt or drawn.
    pub(crate) taken: usize,
    pub(crate) hands: BySeat<TileSet>,
    pub(crate) layout: Layout,
    pub(crate) leader: Seat,
    /// The tile that the leader must play first.
    pub(crate) must_lead: Option<Tile>,
    pub(crate) turn: Seat,
    /// The pips that each seat is known not to have. A seat that draws keeps drawing until a tile fits,
    /// and must then play this tile. Until it has played, the tile can have pips that are listed here.
    pub(crate) lacks: BySeat<PipSet>,
    pub(crate) stakes: Stakes,
    /// Whether the leader may still give the lead to its partner.
    pub(crate) may_give_lead: bool,
    /// The seat that played the last tile; before the lead, the leader.
    pub(crate) last: Seat,
    pub(crate) last_tile: Option<Tile>,
    /// The number of seats that have passed since the last tile was played.
    pub(crate) passed: u8,
    pub(crate) outcome: Option<Outcome>,
}

impl Round {
    /// Deals the first round of a match. The dealt tiles decide which seat leads. `None` if the rules require
    /// another deal, because no seat has a double or a hand has too many doubles, and for an order of another set.
    #[must_use]
    #[inline]
    pub fn deal(rules: &Rules, order: &Order) -> Option<Self> {
        let order = &TileOrder::new(rules.tile_set, order)?;
        let stakes = Stakes {
            bonus: rules.round_bonus[0].into(),
            twice: false,
        };
        Self::deal_for(rules, order, Lead::Tile, stakes)
    }

    // This function is inlined, so that the round is built in its final place and not copied.
    #[inline]
    pub(crate) fn deal_for(
        rules: &Rules,
        order: &TileOrder,
        lead: Lead,
        stakes: Stakes,
    ) -> Option<Self> {
        let hands = order.hands(rules);
        let doubles = |hand: &TileSet| hand.intersection(TileSet::DOUBLES).len();
        let redeal_at = usize::from(rules.redeal_doubles);
        if redeal_at > 0
            && hands
                .as_slice()
                .iter()
                .map(doubles)
                .any(|held| held >= redeal_at)
        {
            return None;
        }
        let (leader, must_lead) = match lead {
            Lead::By(leader) | Lead::BySideOf(leader) => (leader, None),
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
            stakes,
            may_give_lead: matches!(lead, Lead::BySideOf(_)),
            last: leader,
            last_tile: None,
            passed: 0,
            outcome: None,
        })
    }

    /// The seat on turn; after the round, the seat that played last.
    #[must_use]
    pub const fn turn(&self) -> Seat {
        self.turn
    }

    /// The seat that led or will lead.
    #[must_use]
    pub const fn leader(&self) -> Seat {
        self.leader
    }

    /// What earlier rounds add to the points of this round.
    #[must_use]
    pub const fn stakes(&self) -> Stakes {
        self.stakes
    }

    /// Whether the seat on turn may give the lead to its partner.
    #[must_use]
    pub const fn may_give_lead(&self) -> bool {
        self.may_give_lead
    }

    /// Gives the lead of the seat on turn to its partner, who can't give it back. Does nothing if the
    /// seat may not give the lead.
    pub fn give_lead(&mut self) {
        if !self.may_give_lead {
            return;
        }
        let seating = self.rules.seating;
        self.leader = seating.next(seating.next(self.leader));
        self.turn = self.leader;
        self.last = self.leader;
        self.may_give_lead = false;
    }

    /// All tiles of the set.
    pub(crate) fn tiles(&self) -> TileSet {
        self.rules.tile_set.tiles()
    }

    /// The tiles that a seat holds.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> TileSet {
        self.hands[seat]
    }

    /// The hands of all seats.
    #[must_use]
    pub const fn hands(&self) -> &BySeat<TileSet> {
        &self.hands
    }

    /// The tiles left in the boneyard, in the order of drawing. In Block no seat draws them.
    #[must_use]
    pub fn boneyard(&self) -> &[Tile] {
        &self.order.tiles()[self.taken..]
    }

    /// The tiles in hands and in the boneyard.
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

    /// The pips that a seat is known not to have, because of its draws and passes. While the seat must
    /// play a tile that it has just drawn, this tile can have pips that are listed here.
    pub fn lacks(&self, seat: Seat) -> impl Iterator<Item = Pips> {
        self.lacks[seat].iter()
    }

    /// Whether a seat is known not to have these pips.
    #[must_use]
    pub fn is_known_to_lack(&self, seat: Seat, pips: Pips) -> bool {
        self.lacks[seat].contains(pips)
    }

    /// How the round ended; `None` while it is being played.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The plays that the rules allow the seat on turn, ordered by arm and then by tile.
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

    /// Checks whether a seat may play a tile on an arm.
    pub fn placement(
        &self,
        seat: Seat,
        tile: Tile,
        arm: Option<ArmId>,
    ) -> Result<Placement, Illegal> {
        if self.outcome.is_some() {
            return Err(Illegal::NoRound);
        }
        if seat != self.turn {
            return Err(Illegal::NotYourTurn { turn: self.turn });
        }
        if !self.hands[seat].contains(tile) {
            return Err(Illegal::NotInHand { tile });
        }
        let fits = match (self.layout.first(), arm) {
            (None, None) => match self.must_lead {
                Some(lead) if lead != tile => return Err(Illegal::MustLead { tile: lead }),
                _ => true,
            },
            (Some(_), Some(arm)) => self.layout.end(arm).is_some_and(|pips| tile.has(pips)),
            (None, Some(_)) | (Some(_), None) => false,
        };
        if fits {
            Ok(Placement { tile, arm })
        } else {
            Err(Illegal::DoesNotFit { tile })
        }
    }

    /// The points that a placement scores by the count.
    #[must_use]
    pub fn points(&self, placement: Placement) -> u16 {
        let mut layout = self.layout;
        lay_on(&mut layout, placement);
        play_points(&self.rules, layout.count().total())
    }

    /// Plays a tile, and then makes the draws and passes that follow from the play. Adds all these events to
    /// `events`. Returns the points that the play scores by the count.
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

    /// Puts the tile on the table. Makes no draws and passes, and gives no points.
    pub(crate) fn lay(&mut self, placement: Placement) -> Option<Joint> {
        self.hands[self.turn].remove(placement.tile);
        self.may_give_lead = false;
        self.last_tile = Some(placement.tile);
        lay_on(&mut self.layout, placement)
    }

    /// The points that the layout scores for the seat that played last.
    pub(crate) fn count_points(&self) -> u16 {
        if self.rules.variant.counts() {
            play_points(&self.rules, self.layout.count().total())
        } else {
            0
        }
    }

    /// Moves the turn to the next seat that can play. Seats that can't play draw or pass; the round may
    /// end.
    pub(crate) fn settle(&mut self, events: &mut Vec<Event>) {
        (self.last, self.passed) = (self.turn, 0);
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
                self.passed += 1;
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
        self.rules.variant.draws()
            && self.order.tiles().len() - self.taken > usize::from(self.rules.reserve)
    }

    fn is_blocked(&self, fitting: TileSet) -> bool {
        !self.may_draw()
            && !self
                .rules
                .seating
                .seats()
                .any(|seat| self.can_play(seat, fitting))
    }

    /// The seat on turn draws until a drawn tile fits an open end. Returns whether a drawn tile fits.
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
            // A drawn tile that doesn't fit stays in the hand, so the seat may now have pips that it
            // lacked before. It still lacks the pips of the open ends.
            self.lacks[seat] = PipSet::default();
        }
        false
    }

    /// Records that a seat has no tile for any open end, because it drew or passed.
    #[inline]
    fn learn_lacks(&mut self, seat: Seat) {
        for end in self.layout.ends() {
            self.lacks[seat].insert(end.pips);
        }
    }

    /// The points for the passes after the last played tile, for the side that played the tile
    /// (RULES.md, Passes). The side gets them before the next seat plays.
    #[must_use]
    pub fn pass_points(&self) -> u16 {
        let worth = self.rules.passes;
        let others = self.rules.seating.seat_count() - 1;
        let is_lead = ArmId::ALL
            .into_iter()
            .all(|arm| self.layout.tip(arm).is_none());
        let points = match self.passed {
            0 => 0,
            _ if self.outcome.is_some() => 0,
            passed if usize::from(passed) == others => worth.all,
            1 if is_lead && self.layout.first().is_some_and(Tile::is_double) => worth.lead_double,
            1 if is_lead => worth.lead_other,
            _ if is_lead => 0,
            _ => worth.next,
        };
        points.into()
    }

    /// The seat that played the last tile; before the lead, the leader. In a blocked round this seat is
    /// the blocker.
    #[must_use]
    pub const fn last(&self) -> Seat {
        self.last
    }

    fn end_with_domino(&mut self, events: &mut Vec<Event>) {
        let by = self.turn;
        let parts = Parts {
            hands: self.hands_points(self.domino_side(by)),
            ..self.finish_parts()
        };
        let points = parts.total();
        self.end(Outcome::Domino { by, points, parts }, events);
    }

    /// All parts of the points for going out, except the points for hands.
    fn finish_parts(&self) -> Parts {
        let finish = self.rules.finish;
        let is = |what: fn(Tile) -> bool| self.last_tile.is_some_and(what);
        let points = match (self.layout.ends_are_equal(), is(Tile::is_double)) {
            (false, false) => finish.plain,
            (false, true) => finish.double,
            (true, false) => finish.both,
            (true, true) => finish.double_both,
        };
        let double_blank = if is(|tile| tile.weight() == 0) {
            self.rules.double_blank
        } else {
            0
        };
        Parts {
            finish: points.into(),
            double_blank: double_blank.into(),
            ..self.stakes_parts()
        }
    }

    /// The side that scores when this seat goes out.
    pub(crate) fn domino_side(&self, by: Seat) -> Side {
        let seating = self.rules.seating;
        let own = seating.side(by);
        match self.rules.domino_winner {
            DominoWinner::Out => own,
            DominoWinner::LightestSide => {
                let lightest = seating.sides().min_by_key(|&side| self.side_pips(side));
                lightest
                    .filter(|&side| self.side_pips(side) < self.side_pips(own))
                    .unwrap_or(own)
            }
        }
    }

    fn end_with_block(&mut self, events: &mut Vec<Event>) {
        let winner = self.block().map(|(side, _)| side);
        let (points, parts) = winner.map_or_else(Default::default, |side| {
            let parts = Parts {
                hands: self.blocked_hands_points(side),
                finish: self.rules.finish.blocked.into(),
                ..self.stakes_parts()
            };
            (parts.total(), parts)
        });
        let outcome = Outcome::Blocked {
            winner,
            points,
            parts,
        };
        self.end(outcome, events);
    }

    /// The side that wins the block, and the seat of this side that leads the next round if the rules let the
    /// winner lead; `None` if no side wins.
    fn block(&self) -> Option<(Side, Seat)> {
        let seating = self.rules.seating;
        let weight = |seat: Seat| self.hands[seat].weight();
        let compared = [self.last, seating.next(self.last)];
        // The pips of each seat that is compared; `None` for a seat that isn't compared.
        let measures: BySeat<_> =
            BySeat::from_fn(seating, |seat| match self.rules.blocked_winner {
                BlockedWinner::Side => Some(self.side_pips(seating.side(seat))),
                BlockedWinner::LightestSeat => Some(weight(seat)),
                BlockedWinner::Blocker => compared.contains(&seat).then(|| weight(seat)),
            });
        let fewest = measures.as_slice().iter().copied().flatten().min();
        let decisive = |first| {
            let seats = seating.from(first);
            seats.filter(|&seat| measures[seat] == fewest)
        };
        let side_of = |seat| seating.side(seat);
        // Returns the side of `seat` if no side has fewer pips. Otherwise returns the side with the fewest
        // pips; of several such sides, the first in turn order from `seat`.
        let lowest = |seat| {
            let sides = decisive(seat).map(side_of);
            sides.min_by_key(|&side| side != side_of(seat))
        };
        let side = lowest(self.leader)?;
        let is_tied = decisive(self.leader).any(|seat| side_of(seat) != side);
        let side = match self.rules.blocked_tie {
            _ if !is_tied => side,
            BlockedTie::Nobody | BlockedTie::Doubles => return None,
            BlockedTie::Leader => side,
            BlockedTie::Blocker => lowest(self.last)?,
        };
        let deciding = decisive(self.leader).filter(|&seat| side_of(seat) == side);
        Some((side, deciding.min_by_key(|&seat| weight(seat))?))
    }

    /// The parts of the points that come from earlier rounds. They don't depend on the side that wins.
    fn stakes_parts(&self) -> Parts {
        Parts {
            round: self.stakes.bonus,
            twice: self.stakes.twice,
            ..Parts::default()
        }
    }

    fn end(&mut self, outcome: Outcome, events: &mut Vec<Event>) {
        self.outcome = Some(outcome);
        events.push(Event::RoundOver(outcome));
    }

    /// The points for hands if this side wins by going out.
    fn hands_points(&self, side: Side) -> u16 {
        if self.rules.going_out_point {
            return 1;
        }
        let pips = match self.rules.hands {
            Hands::Opponents => self.opponents_pips(side),
            Hands::All => self.pips_where(|_| true),
            Hands::None => 0,
        };
        hand_points(&self.rules, pips)
    }

    /// The points for hands if this side wins a block.
    fn blocked_hands_points(&self, side: Side) -> u16 {
        match (self.rules.going_out_point, self.rules.blocked_score) {
            (true, _) => 0,
            (false, BlockedScore::OpponentsTotal) => self.hands_points(side),
            (false, BlockedScore::Difference) => hand_points(
                &self.rules,
                self.opponents_pips(side) - self.side_pips(side),
            ),
        }
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

    /// The side that won the round; `None` during the round, and after a tied block that no side
    /// wins.
    #[must_use]
    pub fn winning_side(&self) -> Option<Side> {
        match self.outcome? {
            Outcome::Domino { by, .. } => Some(self.domino_side(by)),
            Outcome::Blocked { winner, .. } => winner,
        }
    }

    /// The seat that leads the next round if the rules let the winner lead. After a domino, it is the seat
    /// that went out. After a block, it is a seat of the winning side whose pips decided the block: of
    /// several such seats, the one with the lightest hand; of several equally light hands, the first in turn
    /// order, beginning with the seat that led the round.
    pub(crate) fn winner(&self) -> Option<Seat> {
        match self.outcome? {
            Outcome::Domino { by, .. } => Some(by),
            Outcome::Blocked { .. } => self.block().map(|(_, seat)| seat),
        }
    }
}

/// Puts a tile on a layout. The tile must fit.
fn lay_on(layout: &mut Layout, Placement { tile, arm }: Placement) -> Option<Joint> {
    if let Some(arm) = arm {
        layout.join(tile, arm)
    } else {
        layout.lead(tile);
        None
    }
}
