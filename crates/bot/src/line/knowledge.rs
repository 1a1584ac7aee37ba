//! The knowledge of a seat: its own tiles, and what draws, passes and plays reveal about the other hands.

use boneyard_rules::line::BySeat;
use boneyard_rules::line::counting::play_points;
use boneyard_rules::line::rules::{Love, NextLead, Opening};
use boneyard_rules::line::view::{Own, VisibleEvent};
use boneyard_rules::line::{ArmId, Layout, Round, Rules, View};
use boneyard_rules::{BySide, Seat, Tile, TileSet};

use crate::computer::NotOnTurn;
use crate::line::Seen;
use crate::line::heuristic::layout_after;
use crate::line::match_state::MatchState;
use crate::line::opponent_model::OpponentModel;

/// An event of the round that reveals something about a hidden hand.
#[derive(Clone, Debug)]
pub(crate) enum Observation {
    /// A seat played a tile.
    Played {
        seat: Seat,
        tile: Tile,
        arm: Option<ArmId>,
        /// The layout before the play.
        before: Layout,
        /// Whether the seat played the tile directly after drawing it.
        drawn: bool,
        /// The points of the seat's side before the play.
        score: u16,
        /// Whether the seat could choose a tile. If `false`, the rules said which tile must be led.
        had_choice: bool,
    },
    /// A seat had no tile for any open end. It then drew `drawn` tiles that didn't fit either.
    CouldNotPlay {
        seat: Seat,
        drawn: usize,
        fitting: TileSet,
    },
}

/// Everything that the seat on turn knows.
#[derive(Clone, Debug)]
pub(crate) struct Knowledge {
    pub(crate) rules: Rules,
    pub(crate) seat: Seat,
    pub(crate) hand: TileSet,
    pub(crate) match_state: MatchState,
    pub(crate) layout: Layout,
    /// Tiles in the other hands and in the boneyard.
    pub(crate) unseen: TileSet,
    pub(crate) hand_sizes: BySeat<u8>,
    pub(crate) boneyard: usize,
    pub(crate) observations: Vec<Observation>,
    /// Tiles that can't have been dealt to any seat, because the dealt tiles decided who leads.
    pub(crate) not_dealt: TileSet,
    /// The round with an arbitrary arrangement of the unseen tiles.
    pub(crate) sample: Round,
    /// What finished rounds have shown about the other seats.
    pub(crate) opponents: OpponentModel,
}

impl Knowledge {
    /// Collects the knowledge of the seat on turn.
    pub(crate) fn new(rules: &Rules, seen: Seen<'_>) -> Result<Self, NotOnTurn> {
        let Seen {
            standing,
            view,
            memory: opponents,
        } = seen;
        let own = view.own.as_ref().ok_or(NotOnTurn)?;
        if standing.turn != Some(own.seat) {
            return Err(NotOnTurn);
        }
        let is_first_round = standing.round == 1;
        let begun = Begun::new(rules, view, standing.scores, is_first_round);
        let hand: TileSet = own.hand.iter().copied().collect();
        let laid: TileSet = view.layout.iter().map(|laid| laid.tile).collect();
        let unseen = rules.tile_set.tiles().difference(hand).difference(laid);
        let (observations, layout) = observations(rules, view, begun);
        Ok(Self {
            rules: *rules,
            seat: own.seat,
            hand,
            match_state: MatchState {
                scores: standing.scores,
                won_rounds: view.board.won_rounds,
                is_doubled: view.board.twice,
            },
            layout,
            unseen,
            hand_sizes: view.board.hand_sizes,
            boneyard: usize::from(view.board.boneyard),
            observations,
            not_dealt: not_dealt(rules, view, own, begun),
            sample: any_arrangement(rules, view, own, unseen).ok_or(NotOnTurn)?,
            opponents,
        })
    }

    /// The seats whose hands are hidden, with the size of each hand.
    pub(crate) fn others(&self) -> impl Iterator<Item = (Seat, usize)> + '_ {
        let sizes = self.hand_sizes.iter();
        sizes
            .filter(|&(seat, _)| seat != self.seat)
            .map(|(seat, &size)| (seat, usize::from(size)))
    }

    /// The points of the seat's own side.
    pub(crate) fn score(&self) -> u16 {
        self.match_state.scores[self.rules.seating.side(self.seat)]
    }

    /// The layout after the seat has made this play.
    pub(crate) fn layout_after(&self, tile: Tile, arm: Option<ArmId>) -> Layout {
        layout_after(self.layout, tile, arm)
    }

    /// The points that a play scores by the count.
    pub(crate) fn points(&self, tile: Tile, arm: Option<ArmId>) -> u16 {
        play_points(&self.rules, self.layout_after(tile, arm).count().total())
    }

    /// The round with supposed hands and a supposed boneyard.
    pub(crate) fn suppose(&self, hands: &BySeat<TileSet>, boneyard: &[Tile]) -> Option<Round> {
        self.sample.rearranged(hands, boneyard)
    }
}

/// The round with an arbitrary arrangement: the unseen tiles are dealt in the order of their indexes.
fn any_arrangement(rules: &Rules, view: &View, own: &Own, unseen: TileSet) -> Option<Round> {
    let mut left = unseen.iter();
    let hands = BySeat::from_fn(rules.seating, |seat| {
        if seat == own.seat {
            own.hand.iter().copied().collect()
        } else {
            let size = view.board.hand_sizes.get(seat).copied().unwrap_or(0);
            left.by_ref().take(usize::from(size)).collect()
        }
    });
    let boneyard: Vec<Tile> = left.collect();
    Round::supposed(rules, view, own.seat, &hands, &boneyard)
}

/// All observations in the history of the round, and the layout after the last event.
pub(crate) fn observations(rules: &Rules, view: &View, begun: Begun) -> (Vec<Observation>, Layout) {
    let mut layout = Layout::new(rules.spinner);
    let mut observations = Vec::new();
    let mut drawn = 0;
    let mut scores = begun.scores;
    for seen in &view.history {
        match *seen {
            VisibleEvent::Drew { .. } => drawn += 1,
            VisibleEvent::Passed { seat } => {
                observations.push(Observation::CouldNotPlay {
                    seat,
                    drawn,
                    fitting: layout.fitting(),
                });
                drawn = 0;
            }
            VisibleEvent::Played {
                seat, tile, joint, ..
            } => {
                let just_drawn = drawn > 0;
                if just_drawn {
                    observations.push(Observation::CouldNotPlay {
                        seat,
                        drawn: drawn - 1,
                        fitting: layout.fitting(),
                    });
                }
                drawn = 0;
                observations.push(Observation::Played {
                    seat,
                    tile,
                    arm: joint.map(|joint| joint.arm),
                    before: layout,
                    score: scores[rules.seating.side(seat)],
                    drawn: just_drawn,
                    had_choice: joint.is_some() || !begun.led_by_tile,
                });
                match joint {
                    None => layout.lead(tile),
                    Some(joint) => {
                        let _ = layout.join(tile, joint.arm);
                    }
                }
            }
            VisibleEvent::Scored { side, points, .. } => scores[side] += points,
            _ => {}
        }
    }
    (observations, layout)
}

/// How the round began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Begun {
    /// The points of each side.
    scores: BySide<u16>,
    /// Whether the view shows that the dealt tiles decided who leads. After a blocked round the dealt tiles can decide
    /// too, but the view doesn't show this; the value is then `false`.
    led_by_tile: bool,
}

impl Begun {
    /// How the round of a view began, from the scores now.
    pub(crate) fn new(rules: &Rules, view: &View, now: BySide<u16>, is_first_round: bool) -> Self {
        let scores = scores_before(view, now);
        Self {
            scores,
            led_by_tile: led_by_tile(rules, view, scores, is_first_round),
        }
    }
}

/// The points of each side at the beginning of the round.
fn scores_before(view: &View, mut scores: BySide<u16>) -> BySide<u16> {
    for seen in &view.history {
        if let VisibleEvent::Scored { side, points, .. } = *seen {
            scores[side] = scores[side].saturating_sub(points);
        }
    }
    scores
}

fn led_by_tile(rules: &Rules, view: &View, scores: BySide<u16>, is_first_round: bool) -> bool {
    let no_points = || scores.as_slice().iter().all(|&score| score == 0);
    let set_back = rules.love != Love::No && rules.next_lead != NextLead::Rotate && no_points();
    let by_opening = is_first_round || rules.next_lead == NextLead::Opening || set_back;
    // With `redeal_doubles`, the tiles may also have been dealt again because a hand had too many
    // doubles. So a redeal proves nothing about the lead.
    let redealt = rules.redeal_doubles == 0 && view.history.contains(&VisibleEvent::Redeal);
    (rules.opening != Opening::Lot && by_opening) || redealt
}

/// The tiles that can't have been dealt to any seat if the dealt tiles decided who leads: each of them would
/// have been led instead of the tile that was led.
fn not_dealt(rules: &Rules, view: &View, own: &Own, begun: Begun) -> TileSet {
    let must_lead = match own.placements.as_slice() {
        [only] if view.layout.is_empty() => Some(only.tile),
        _ => None,
    };
    let played = view.layout.first().map(|laid| laid.tile);
    let lead = match (played, must_lead) {
        (Some(tile), _) if begun.led_by_tile => tile,
        (None, Some(tile)) => tile,
        _ => return TileSet::EMPTY,
    };
    // With the opening by 1-1, the double 0-0 leads only if no other double was dealt.
    let rank = |double: Tile| match rules.opening {
        Opening::DoubleOne if double.weight() == 0 => u8::MAX,
        _ => double.weight(),
    };
    let goes_before = |other: &Tile| match (lead.is_double(), rules.opening) {
        (true, Opening::HighestDouble | Opening::Lot) => rank(*other) > rank(lead),
        (true, Opening::LowestDouble | Opening::DoubleOne) => rank(*other) < rank(lead),
        (false, _) => true,
    };
    let goes_before = |other: &Tile| {
        if other.is_double() {
            goes_before(other)
        } else {
            !lead.is_double() && other.heaviness() > lead.heaviness()
        }
    };
    rules.tile_set.tiles().iter().filter(goes_before).collect()
}
