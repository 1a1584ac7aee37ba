//! The options of a game, and which of them go together (rules.md, Options).

use serde::{Deserialize, Serialize};

use crate::seat::Seating;
use crate::tile::Tile;

macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// Every choice.
            pub const ALL: &[Self] = &[$(Self::$variant),*];
        }
    };
}

choice! {
    /// The four games.
    Variant {
        /// Nothing is drawn; points come at the end of the round.
        Block,
        /// Who can't play draws; points come at the end of the round.
        Draw,
        /// Draw, and a count that is a multiple of five scores.
        AllFives,
        /// Draw, and a count scores for each five and each three in it.
        FivesAndThrees,
    }
}

impl Variant {
    /// Whether a seat that can't play draws from the boneyard.
    #[must_use]
    pub const fn draws(self) -> bool {
        !matches!(self, Self::Block)
    }

    /// Whether a play can score by the count.
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(self, Self::AllFives | Self::FivesAndThrees)
    }
}

choice! {
    /// What a point is worth in All Fives.
    PointUnit {
        /// The count scores itself; hands score their pips rounded to the nearest five.
        Pips,
        /// One point for each five (15 scores 3).
        Fives,
    }
}

choice! {
    /// Who leads the first round.
    Opening {
        /// The holder of the highest double, who must lead it.
        HighestDouble,
        /// The seat that draws the heaviest lot; it leads any tile.
        Lot,
    }
}

choice! {
    /// What happens when the opening wants a double and nobody was dealt one.
    NoDouble {
        /// The holder of the heaviest tile leads it.
        HeaviestTile,
        /// The tiles are shuffled and dealt again.
        Redeal,
    }
}

choice! {
    /// Who leads a later round.
    NextLead {
        /// The winner of the last round.
        Winner,
        /// The next seat clockwise from the last leader.
        Rotate,
        /// As in the first round.
        Opening,
    }
}

choice! {
    /// Who leads after a blocked round.
    AfterBlock {
        /// As after any other round.
        Same,
        /// As in the first round.
        Opening,
    }
}

choice! {
    /// What a blocked round scores for the side with the fewest pips.
    BlockedScore {
        /// All opponents' pips.
        OpponentsTotal,
        /// All opponents' pips less the side's own.
        Difference,
    }
}

choice! {
    /// How the points of a play are given.
    Calls {
        /// By themselves.
        Automatic,
        /// To the player who announces them, or to the opponent who calls "Muggins!" first.
        Muggins,
    }
}

/// A choice of every option, possible or not; [`Rules`] is the checked form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Options {
    /// The game.
    pub variant: Variant,
    /// How many play, and who with whom.
    pub seating: Seating,
    /// Tiles dealt to each seat, 3 to 9; all seats together at most 28.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub hand_size: u8,
    /// Points that win the match, 1 to 1000.
    #[serde(deserialize_with = "crate::whole::option_u16")]
    pub target: u16,
    /// Whether the first double of a round takes arms on all four sides.
    pub spinner: bool,
    /// What a point is worth; fives only in All Fives.
    pub point_unit: PointUnit,
    /// Who leads the first round.
    pub opening: Opening,
    /// What happens when nobody holds a double; used with the opening by highest double.
    pub no_double: NoDouble,
    /// Who leads a later round.
    pub next_lead: NextLead,
    /// Who leads after a blocked round.
    pub after_block: AfterBlock,
    /// Tiles of the boneyard that may never be drawn, 0 to 2.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub reserve: u8,
    /// What a blocked round scores; used without the going-out point.
    pub blocked_score: BlockedScore,
    /// Whether points that would pass the target don't count.
    pub exact_target: bool,
    /// Whether going out scores one point in place of the hands' pips.
    pub going_out_point: bool,
    /// How the points of a play are given; muggins only in All Fives, and Fives and Threes.
    pub calls: Calls,
}

/// The most points that a match can be played to.
pub const TARGET_MAX: u16 = 1000;
/// The fewest tiles that can be dealt to a seat.
pub const HAND_SIZE_MIN: u8 = 3;
/// The most tiles that can be dealt to a seat.
pub const HAND_SIZE_MAX: u8 = 9;
/// The most tiles of the boneyard that can be kept from being drawn.
pub const RESERVE_MAX: u8 = 2;

/// An impossible combination of options; each names the option that must change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// The hand size is outside of 3 to 9.
    #[error("hand_size: a hand has {HAND_SIZE_MIN} to {HAND_SIZE_MAX} tiles")]
    HandSize(u8),
    /// There aren't enough tiles for hands of this size.
    #[error(
        "hand_size: {seats} hands of {hand_size} need more than the {} tiles of the set",
        Tile::COUNT
    )]
    TooFewTiles {
        /// How many seats are dealt to.
        seats: usize,
        /// How many tiles each would get.
        hand_size: u8,
    },
    /// The target is outside of 1 to 1000.
    #[error("target: a match is played to 1 to {TARGET_MAX} points")]
    Target(u16),
    /// More than two tiles are kept back.
    #[error("reserve: at most {RESERVE_MAX} tiles are kept from being drawn")]
    Reserve(u8),
    /// A point for each five is for All Fives alone.
    #[error("point_unit: fives are only counted in All Fives")]
    PointUnit,
    /// Muggins calls need a variant in which plays score.
    #[error("calls: muggins needs All Fives, or Fives and Threes")]
    Calls,
}

impl RulesError {
    /// The option that must change, by its field name in [`Options`].
    #[must_use]
    pub const fn option(self) -> &'static str {
        match self {
            Self::HandSize(_) | Self::TooFewTiles { .. } => "hand_size",
            Self::Target(_) => "target",
            Self::Reserve(_) => "reserve",
            Self::PointUnit => "point_unit",
            Self::Calls => "calls",
        }
    }
}

/// A possible choice of options: what a match is played by.
///
/// ```
/// use boneyard_rules::{Options, Preset, Rules};
///
/// let mut options = Options::from(*Preset::DRAW.rules());
/// options.hand_size = 9;
/// assert!(Rules::try_from(options).is_ok());
/// options.hand_size = 10;
/// assert_eq!(Rules::try_from(options).unwrap_err().option(), "hand_size");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Options", into = "Options")]
pub struct Rules(Options);

impl Rules {
    /// Wraps options that are known to be possible; the presets' tests check theirs.
    pub(crate) const fn trusted(options: Options) -> Self {
        Self(options)
    }

    /// The options, to be changed.
    pub(crate) const fn into_options(self) -> Options {
        self.0
    }

    /// Tiles that are dealt out, 6 to 28.
    #[must_use]
    pub const fn dealt(&self) -> usize {
        self.0.seating.seat_count() * self.0.hand_size as usize
    }

    /// A side's score after it made points; `None` if they would pass an exact target, and so
    /// don't count (rules.md, Scoring).
    #[must_use]
    pub const fn score_after(&self, score: u16, points: u16) -> Option<u16> {
        let score = score + points;
        if self.0.exact_target && score > self.0.target {
            None
        } else {
            Some(score)
        }
    }
}

impl std::ops::Deref for Rules {
    type Target = Options;

    fn deref(&self) -> &Options {
        &self.0
    }
}

impl From<Rules> for Options {
    fn from(rules: Rules) -> Self {
        rules.0
    }
}

impl TryFrom<Options> for Rules {
    type Error = RulesError;

    fn try_from(options: Options) -> Result<Self, RulesError> {
        let Options {
            variant,
            seating,
            hand_size,
            target,
            reserve,
            ..
        } = options;
        if !(HAND_SIZE_MIN..=HAND_SIZE_MAX).contains(&hand_size) {
            return Err(RulesError::HandSize(hand_size));
        }
        let seats = seating.seat_count();
        if seats * usize::from(hand_size) > Tile::COUNT {
            return Err(RulesError::TooFewTiles { seats, hand_size });
        }
        if !(1..=TARGET_MAX).contains(&target) {
            return Err(RulesError::Target(target));
        }
        if reserve > RESERVE_MAX {
            return Err(RulesError::Reserve(reserve));
        }
        if options.point_unit == PointUnit::Fives && variant != Variant::AllFives {
            return Err(RulesError::PointUnit);
        }
        if options.calls == Calls::Muggins && !variant.counts() {
            return Err(RulesError::Calls);
        }
        Ok(Self(options))
    }
}
