//! What one seat, or a watcher, may know of a match, and nothing else.

use serde::{Deserialize, Serialize};

use crate::counting::Count;
use crate::event::{Event, Outcome, Reason};
use crate::game::{Match, Need};
use crate::layout::{ArmId, End, Joint, Laid, Layout};
use crate::play::Placement;
use crate::round::Round;
use crate::rules::Calls;
use crate::seat::{BySeat, BySide, Seat, Side};
use crate::tile::{Pips, Tile};

/// For whose eyes a view is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// A player.
    Seat(Seat),
    /// Somebody who only watches.
    Watcher,
}

/// All that a viewer may know of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// How the match stands; the same for everybody.
    pub board: Board,
    /// The tiles on the table, in the order of play; the same for everybody.
    pub layout: Vec<Laid>,
    /// What happened in this round; the same for everybody.
    pub history: Vec<Seen>,
    /// What only this seat may know; `None` for a watcher.
    pub own: Option<Own>,
}

/// How the match stands, as everybody may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Board {
    /// The number of the round, from 1; 0 before the first deal.
    pub round: u16,
    /// How many deals, plays and calls there were in this match.
    pub ply: u32,
    /// Who led or leads the round; `None` before the deal.
    pub leader: Option<Seat>,
    /// The points of each side.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u16>"))]
    pub scores: BySide<u16>,
    /// What the match waits for.
    pub phase: Phase,
    /// The open ends, by arm.
    pub ends: Vec<End>,
    /// The spinner, once it lies.
    pub spinner: Option<Tile>,
    /// The count; `None` before the lead, and while an announcement isn't settled.
    pub count: Option<CountSeen>,
    /// How many tiles each seat holds.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<u8>"))]
    pub hand_sizes: BySeat<u8>,
    /// Tiles left in the boneyard, the reserve included.
    pub boneyard: u8,
    /// Tiles of the boneyard that may never be drawn.
    pub reserve: u8,
    /// The pips that each seat is known to lack by its draws and passes, leaving aside the tile
    /// that it has just drawn and must play.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<Pips>>"))]
    pub lacks: BySeat<Vec<Pips>>,
    /// Whether an opponent of the last player may call "Muggins!" now.
    pub claim: bool,
}

/// What the match waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Phase {
    /// For lots or a deal, before the first round.
    Dealing,
    /// For a placement.
    Playing {
        /// Whose turn it is.
        turn: Seat,
    },
    /// For the next deal; the hands lie open.
    RoundOver {
        /// How the round ended.
        outcome: Outcome,
        /// What each seat still held.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<Tile>>"))]
        hands: BySeat<Vec<Tile>>,
    },
    /// For nothing; the hands lie open.
    MatchOver {
        /// The side that reached the target.
        winner: Side,
        /// How the last round ended; `None` if the target was reached in the middle of it.
        outcome: Option<Outcome>,
        /// What each seat still held.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<Tile>>"))]
        hands: BySeat<Vec<Tile>>,
    },
}

/// The count with its breakdown, end by end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountSeen {
    /// The sum of the terms.
    pub total: u16,
    /// What each outermost tile adds, by arm.
    pub terms: Vec<crate::counting::Term>,
}

impl From<Count> for CountSeen {
    fn from(count: Count) -> Self {
        Self {
            total: count.total(),
            terms: count.terms().collect(),
        }
    }
}

/// What only the seat itself may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Own {
    /// The seat.
    pub seat: Seat,
    /// Its tiles.
    pub hand: Vec<Tile>,
    /// Where each of them may go now; empty while it is another seat's turn.
    pub placements: Vec<Offer>,
    /// Whether this seat may call "Muggins!" now.
    pub may_call: bool,
}

/// A placement that the rules allow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Offer {
    /// The tile.
    pub tile: Tile,
    /// The arm that it would lengthen; `None` for the lead.
    pub arm: Option<ArmId>,
    /// The points that it would score; `None` under muggins calls, where finding them is the
    /// player's task.
    pub points: Option<u16>,
}

/// An event, as everybody at the table may see it while the round is being played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Seen {
    /// Each seat drew a lot; the heaviest leads.
    Lots {
        /// The lots by seat.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<Tile>"))]
        tiles: BySeat<Tile>,
        /// Who leads.
        leader: Seat,
    },
    /// Nobody was dealt a double: the tiles are dealt again.
    Redeal,
    /// The tiles were dealt.
    Dealt {
        /// Who leads.
        leader: Seat,
    },
    /// A tile was played.
    Played {
        /// By whom.
        seat: Seat,
        /// Which.
        tile: Tile,
        /// Where; `None` for the lead.
        joint: Option<Joint>,
        /// The points that the player announced, under muggins calls.
        announced: Option<u16>,
    },
    /// A side scored.
    Scored {
        /// Which side.
        side: Side,
        /// How many points.
        points: u16,
        /// For what.
        reason: Reason,
    },
    /// A side would have passed the exact target, and scored nothing.
    Overshot {
        /// Which side.
        side: Side,
        /// The points that weren't given.
        points: u16,
        /// For what.
        reason: Reason,
    },
    /// A seat called "Muggins!" and takes the points of the last play.
    Called {
        /// Who called.
        seat: Seat,
    },
    /// A seat drew one tile.
    Drew {
        /// Who drew.
        seat: Seat,
    },
    /// A seat passed.
    Passed {
        /// Who passed.
        seat: Seat,
    },
    /// The round ended: a seat played its last tile.
    Domino {
        /// Who went out.
        seat: Seat,
    },
    /// The round ended: nobody could play.
    Blocked {
        /// The side with the fewest pips; `None` for a tie.
        winner: Option<Side>,
    },
    /// The match ended.
    MatchOver {
        /// The side that won.
        winner: Side,
    },
}

impl Event {
    /// The event without what only one seat may know.
    #[must_use]
    pub fn seen(&self) -> Seen {
        match *self {
            Self::Lots { lots, leader } => Seen::Lots {
                tiles: lots,
                leader,
            },
            Self::Deal { leader: None, .. } => Seen::Redeal,
            Self::Deal {
                leader: Some(leader),
                ..
            } => Seen::Dealt { leader },
            Self::Played {
                seat,
                tile,
                joint,
                announced,
            } => Seen::Played {
                seat,
                tile,
                joint,
                announced,
            },
            Self::Called { seat } => Seen::Called { seat },
            Self::Scored {
                side,
                points,
                reason,
            } => Seen::Scored {
                side,
                points,
                reason,
            },
            Self::Overshot {
                side,
                points,
                reason,
            } => Seen::Overshot {
                side,
                points,
                reason,
            },
            Self::Drew { seat, .. } => Seen::Drew { seat },
            Self::Passed { seat } => Seen::Passed { seat },
            Self::RoundOver(Outcome::Domino { by, .. }) => Seen::Domino { seat: by },
            Self::RoundOver(Outcome::Blocked { winner, .. }) => Seen::Blocked { winner },
            Self::MatchOver { winner } => Seen::MatchOver { winner },
        }
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
                Viewer::Watcher => None,
            },
        }
    }

    /// The tiles on the table, in the order of play.
    pub fn laid(&self) -> impl Iterator<Item = Laid> + '_ {
        self.history().iter().filter_map(|event| match *event {
            Event::Played {
                seat, tile, joint, ..
            } => Some(Laid { tile, seat, joint }),
            _ => None,
        })
    }

    /// What everybody may know of how the match stands.
    #[must_use]
    pub fn board(&self) -> Board {
        let seating = self.rules().seating;
        let round = self.round();
        let layout = round.map(Round::layout);
        let led = layout.is_some_and(|layout| layout.first().is_some());
        Board {
            round: self.round_number(),
            ply: self.ply(),
            leader: round.map(Round::leader),
            scores: *self.scores(),
            phase: self.phase(),
            ends: layout.into_iter().flat_map(Layout::ends).collect(),
            spinner: layout.and_then(Layout::spinner),
            count: layout
                .filter(|_| led && !self.is_unsettled())
                .map(|layout| layout.count().into()),
            hand_sizes: BySeat::from_fn(seating, |seat| {
                round.map_or(0, |round| round.hand(seat).len() as u8)
            }),
            boneyard: round.map_or(0, |round| round.boneyard().len() as u8),
            reserve: self.rules().reserve,
            lacks: BySeat::from_fn(seating, |seat| {
                round
                    .into_iter()
                    .flat_map(|round| round.lacks(seat))
                    .collect()
            }),
            claim: self.is_unsettled(),
        }
    }

    fn phase(&self) -> Phase {
        let Some(round) = self.round() else {
            return Phase::Dealing;
        };
        let hands = || round.hands().map(|hand| hand.iter().collect());
        match (self.winner(), round.outcome()) {
            (Some(winner), outcome) => Phase::MatchOver {
                winner,
                outcome,
                hands: hands(),
            },
            (None, Some(outcome)) => Phase::RoundOver {
                outcome,
                hands: hands(),
            },
            (None, None) => Phase::Playing { turn: round.turn() },
        }
    }

    /// What only this seat may know.
    #[must_use]
    pub fn own(&self, seat: Seat) -> Own {
        let round = self.round();
        let on_turn = round.filter(|_| self.needs() == Need::Play(seat));
        let automatic = self.rules().calls == Calls::Automatic;
        let offer = |round: &Round, placement: Placement| Offer {
            tile: placement.tile(),
            arm: placement.arm(),
            points: automatic.then(|| round.points(placement)),
        };
        Own {
            seat,
            hand: round
                .into_iter()
                .flat_map(|round| round.hand(seat))
                .collect(),
            placements: on_turn
                .into_iter()
                .flat_map(|round| {
                    round
                        .placements()
                        .map(move |placement| offer(round, placement))
                })
                .collect(),
            may_call: self.may_call(seat),
        }
    }
}
