//! What one seat, or a watcher, may know of a match.

use serde::{Deserialize, Serialize};

use crate::game::{GameView, Need, Viewer};
use crate::line::BySeat;
use crate::line::change::{Change, OwnChange};
use crate::line::counting::Count;
use crate::line::event::{Event, Outcome};
use crate::line::game::Match;
use crate::line::layout::{ArmId, End, Laid, Layout};
use crate::line::play::{Move, Placement, Play};
use crate::line::round::Round;
use crate::line::rules::Calls;
pub use crate::line::seen::VisibleEvent;
use crate::seat::Seat;
use crate::tile::{Pips, Tile};

/// All that a viewer may know of a match.
///
/// ```
/// use boneyard_rules::line::{Match, Preset};
/// use boneyard_rules::{Order, Seat, Viewer};
///
/// let mut game = Match::new(Preset::QUICK_DRAW.rules());
/// game.deal(&Order::sorted(28))?;
/// let player = game.view(Viewer::Seat(Seat::default()));
/// let watcher = game.view(Viewer::Watcher);
/// assert!(player.own.is_some(), "a player sees their own tiles");
/// assert_eq!(watcher.own, None, "a watcher sees nobody's");
/// assert_eq!(player.board, watcher.board);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LineView"))]
pub struct View {
    /// The state of the match that all players and watchers may know.
    pub board: Board,
    /// The tiles on the table, in the order of play. All players and watchers may know them.
    pub layout: Vec<Laid>,
    /// The events of this round, in the form that all players and watchers may know.
    pub history: Vec<VisibleEvent>,
    /// What only this seat may know; `None` for a watcher.
    pub own: Option<Own>,
}

/// The state of a match that everybody at the table may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// The seat that led or will lead the round; `None` before the deal.
    pub leader: Option<Seat>,
    /// What the match waits for.
    pub phase: Phase,
    /// The open ends, by arm.
    pub ends: Vec<End>,
    /// The spinner; `None` before it is played.
    pub spinner: Option<Tile>,
    /// The count; `None` in games without a count, before the lead, and while a call of "Muggins!" can
    /// still take the points of the last play.
    pub count: Option<CountSeen>,
    /// How many tiles each seat holds.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub hand_sizes: BySeat<u8>,
    /// Tiles left in the boneyard, the reserve included.
    pub boneyard: u8,
    /// Tiles of the boneyard that may never be drawn.
    pub reserve: u8,
    /// The pips that each seat is known not to have, because of its draws and passes. While a seat must
    /// play a tile that it has just drawn, this tile can have pips that are listed here.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<Pips>>"))]
    pub lacks: BySeat<Vec<Pips>>,
    /// Whether a seat may call "Muggins!" for the last play now.
    pub claim: bool,
    /// How many rounds of this match were won, by any side.
    pub won_rounds: u16,
    /// Extra points for the winner of this round, in one of the first won rounds of the match.
    pub bonus: u16,
    /// Whether the points of this round are doubled.
    pub twice: bool,
}

/// What the match waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Phase {
    /// The match waits for lots or a deal, before the first round.
    Dealing,
    /// The match waits for a play.
    Playing,
    /// The match waits for the next deal. Everybody sees the hands.
    RoundOver {
        /// How the round ended.
        outcome: Outcome,
        /// The tiles that each seat had left.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<Tile>>"))]
        hands: BySeat<Vec<Tile>>,
    },
    /// The match waits for nothing, because it is over. Everybody sees the hands.
    MatchOver {
        /// How the last round ended; `None` if the match ended in the middle of a round.
        outcome: Option<Outcome>,
        /// The tiles that each seat had left.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<Tile>>"))]
        hands: BySeat<Vec<Tile>>,
    },
}

/// The count, with what each outermost tile adds to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountSeen {
    /// The sum of the terms.
    pub total: u16,
    /// What each outermost tile adds, in the order of the arms.
    pub terms: Vec<crate::line::counting::Term>,
}

impl From<Count> for CountSeen {
    fn from(count: Count) -> Self {
        Self {
            total: count.total(),
            terms: count.terms().collect(),
        }
    }
}

/// What only this seat may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Own {
    /// The seat.
    pub seat: Seat,
    /// The seat's tiles.
    pub hand: Vec<Tile>,
    /// The plays that the rules allow the seat now; empty while another seat is on turn.
    pub placements: Vec<Offer>,
    /// Whether this seat may call "Muggins!" now.
    pub may_call: bool,
    /// Whether this seat may give the lead to its partner now.
    pub may_give_lead: bool,
}

/// A play that the rules allow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Offer {
    /// The tile.
    pub tile: Tile,
    /// The arm that the tile lengthens; `None` for the lead.
    pub arm: Option<ArmId>,
    /// The points that the play scores. Absent if it scores no points, and in games with muggins calls,
    /// where the player must find the points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u16>,
}

impl From<&Offer> for Move {
    /// The offered play, without an announcement.
    fn from(offer: &Offer) -> Self {
        Self::Play(Play {
            tile: offer.tile,
            arm: offer.arm,
            announced: None,
        })
    }
}

impl Match {
    /// What a viewer may know of the match now.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> View {
        View {
            board: self.board(),
            layout: self.laid().collect(),
            history: self.history().iter().map(Event::seen).collect(),
            own: match viewer {
                Viewer::Seat(seat) => Some(self.own(seat)),
                Viewer::Absent(seat) => Some(Own {
                    hand: self.held(seat),
                    ..Own::unknown(seat)
                }),
                Viewer::Watcher => None,
            },
        }
    }

    /// The tiles on the table, in the order of play.
    pub fn laid(&self) -> impl Iterator<Item = Laid> + '_ {
        self.history()
            .iter()
            .filter_map(|event| event.seen().laid())
    }

    /// The state of the match that all players and watchers may know.
    #[must_use]
    pub fn board(&self) -> Board {
        let round = self.round();
        let layout = round.map(Round::layout);
        Board {
            leader: round.map(Round::leader),
            phase: self.phase(),
            ends: layout.into_iter().flat_map(Layout::ends).collect(),
            spinner: layout.and_then(Layout::spinner),
            count: self.shown_count(),
            hand_sizes: self.hand_sizes(),
            boneyard: self.boneyard_size(),
            reserve: self.rules().reserve,
            lacks: self.all_lacks(),
            claim: self.is_unsettled(),
            won_rounds: self.won_rounds(),
            bonus: self.stakes().bonus,
            twice: self.stakes().twice,
        }
    }

    pub(crate) fn hand_sizes(&self) -> BySeat<u8> {
        BySeat::from_fn(self.rules().seating, |seat| {
            self.round().map_or(0, |round| round.hand(seat).len() as u8)
        })
    }

    pub(crate) fn boneyard_size(&self) -> u8 {
        self.round().map_or(0, |round| round.boneyard().len() as u8)
    }

    pub(crate) fn lacks(&self, seat: Seat) -> impl Iterator<Item = Pips> {
        self.round()
            .into_iter()
            .flat_map(move |round| round.lacks(seat))
    }

    pub(crate) fn all_lacks(&self) -> BySeat<Vec<Pips>> {
        BySeat::from_fn(self.rules().seating, |seat| self.lacks(seat).collect())
    }

    /// Whether there is a count that everybody may know.
    pub(crate) fn is_count_shown(&self) -> bool {
        let is_led = self
            .round()
            .is_some_and(|round| round.layout().first().is_some());
        self.rules().variant.counts() && is_led && !self.is_unsettled()
    }

    pub(crate) fn shown_count(&self) -> Option<CountSeen> {
        let round = self.round().filter(|_| self.is_count_shown())?;
        Some(round.layout().count().into())
    }

    pub(crate) fn phase(&self) -> Phase {
        let Some(round) = self.round() else {
            return Phase::Dealing;
        };
        let hands = || round.hands().map(|hand| hand.iter().collect());
        match (self.winner(), round.outcome()) {
            (Some(_), outcome) => Phase::MatchOver {
                outcome,
                hands: hands(),
            },
            (None, Some(outcome)) => Phase::RoundOver {
                outcome,
                hands: hands(),
            },
            (None, None) => Phase::Playing,
        }
    }

    /// The tiles that a seat holds.
    pub(crate) fn held(&self, seat: Seat) -> Vec<Tile> {
        let hand = self.round().map(|round| round.hand(seat));
        hand.into_iter().flatten().collect()
    }

    /// What only this seat may know.
    #[must_use]
    pub fn own(&self, seat: Seat) -> Own {
        Own {
            seat,
            hand: self.held(seat),
            placements: self.offers(seat),
            may_call: self.may_call(seat),
            may_give_lead: self.may_give_lead(seat),
        }
    }

    /// The plays that the rules allow a seat now; empty if it isn't on turn.
    pub(crate) fn offers(&self, seat: Seat) -> Vec<Offer> {
        let round = self.round().filter(|_| self.needs() == Need::Move(seat));
        let offers = round.into_iter().flat_map(|round| {
            round.placements().map(move |placement| Offer {
                tile: placement.tile(),
                arm: placement.arm(),
                points: self.offered_points(round, placement),
            })
        });
        offers.collect()
    }

    /// The points that a placement would score; `None` if it would score none, and in games with muggins
    /// calls. With an exact target, points that would bring the score above the target don't count.
    fn offered_points(&self, round: &Round, placement: Placement) -> Option<u16> {
        let rules = self.rules();
        let score = self.scores()[rules.seating.side(round.turn())];
        let points = Some(round.points(placement)).filter(|_| rules.calls == Calls::Automatic)?;
        rules
            .score_after(score, points)
            .map(|_| points)
            .filter(|&points| points > 0)
    }
}

/// A position of a replay: everybody's tiles, and the events that led to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LineStep"))]
pub struct Step {
    /// The events since the previous position. For the first position of a round they include lots and
    /// redeals.
    pub events: Vec<VisibleEvent>,
    /// The board.
    pub board: Board,
    /// The hand of each seat.
    pub hands: Vec<Vec<Tile>>,
}

impl GameView for View {
    type Move = Move;
    type Change = Change;
    type OwnChange = OwnChange;

    /// A call is offered as long as it may have points to take: whether it has, nobody may know.
    fn offers(&self) -> Vec<Move> {
        let Some(own) = &self.own else {
            return Vec::new();
        };
        let plays = own.placements.iter().map(Move::from);
        let gives = own.may_give_lead.then_some(Move::GiveLead);
        let calls = own.may_call.then_some(Move::Call);
        plays.chain(gives).chain(calls).collect()
    }

    fn fold(&mut self, change: Change) {
        Self::fold(self, change);
    }

    fn fold_own(&mut self, seat: Option<Seat>, change: Option<OwnChange>) {
        let known = self.own.take();
        self.own = seat.map(|seat| {
            let known = known.filter(|own| own.seat == seat);
            let mut own = known.unwrap_or_else(|| Own::unknown(seat));
            if let Some(change) = change {
                own.fold(change);
            }
            own
        });
    }
}
