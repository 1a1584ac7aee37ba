//! The options of a game, and which of them go together (rules.md, Options).

use serde::{Deserialize, Serialize};

use crate::checks::checks;
use crate::seat::Seating;
use crate::tile::Tile;
use crate::tile_set::TileSet;

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

        impl Default for $name {
            /// The first.
            fn default() -> Self {
                Self::ALL[0]
            }
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
    /// The tiles that are played with.
    DominoSet {
        /// 28 tiles, 0-0 to 6-6.
        DoubleSix,
        /// The 27 tiles of the double-six set without 0-0.
        NoDoubleBlank,
        /// 55 tiles, 0-0 to 9-9.
        DoubleNine,
    }
}

impl DominoSet {
    /// How many tiles it has: 28, 27 or 55.
    #[must_use]
    #[expect(
        clippy::len_without_is_empty,
        reason = "a set without tiles doesn't exist"
    )]
    pub const fn len(self) -> usize {
        match self {
            Self::DoubleSix => 28,
            Self::NoDoubleBlank => 27,
            Self::DoubleNine => Tile::COUNT,
        }
    }

    /// The index of its lowest tile; all higher ones follow without a gap.
    pub(crate) const fn first_index(self) -> usize {
        matches!(self, Self::NoDoubleBlank) as usize
    }

    /// Its tiles.
    #[must_use]
    pub const fn tiles(self) -> TileSet {
        let below = TileSet::first(self.first_index());
        TileSet::first(self.first_index() + self.len()).difference(below)
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
        /// The holder of the lowest double, who must lead it.
        LowestDouble,
        /// The holder of 1-1, or of 2-2, 3-3 and so on, and of 0-0 last of all, who must lead it.
        DoubleOne,
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
        /// The next seat in turn order from the last leader.
        Rotate,
        /// As in the first round.
        Opening,
        /// The winner of the last round, who may give the lead to its partner.
        WinningSide,
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

choice! {
    /// On which side the next seat is drawn; nothing else.
    Turns {
        /// To the left.
        Clockwise,
        /// To the right.
        CounterClockwise,
    }
}

choice! {
    /// Whose pips the winner of a round scores.
    Hands {
        /// All opponents'.
        Opponents,
        /// Everybody's, the winner's own and its partner's included.
        All,
        /// Nobody's: pips only decide who wins a block.
        None,
    }
}

choice! {
    /// Who wins a blocked round.
    BlockedWinner {
        /// The side with the fewest pips.
        Side,
        /// The seat with the fewest pips, for its side.
        LightestSeat,
        /// Of the blocker and the next seat the one with fewer pips, for its side.
        Blocker,
    }
}

choice! {
    /// What a tied block does.
    BlockedTie {
        /// Nobody wins the round.
        Nobody,
        /// The leader's side wins it.
        Leader,
        /// The blocker's side wins it.
        Blocker,
        /// Nobody wins it, and the points of the next won round count twice.
        Doubles,
    }
}

choice! {
    /// Whether all sides fall back to no points once each has won.
    Love {
        /// They don't.
        No,
        /// When no side is left with no points, all scores go back to 0.
        Yes,
        /// The same, but where every side has just one point the next round decides who keeps it.
        OneAll,
    }
}

choice! {
    /// When it is looked at whether a side has reached the target.
    MatchEnd {
        /// After each score.
        AtOnce,
        /// When a round has ended: then the most points win, and equal ones play another round.
        AfterRound,
    }
}

choice! {
    /// When the spinner takes tiles on its other two sides. Sides that carry no tile are equal, and one
    /// of them is offered: so the same tiles can be played either way, on arms of the same names.
    SpinnerEnds {
        /// Once both sides along the line carry a tile.
        AfterBothSides,
        /// As soon as the spinner lies.
        FromStart,
    }
}

choice! {
    /// Whose side scores when a seat goes out.
    DominoWinner {
        /// Its own.
        Out,
        /// The side with the fewest pips; its own if both have as few.
        LightestSide,
    }
}

choice! {
    /// Who may call "Muggins!".
    Callers {
        /// The opponents of who played.
        Opponents,
        /// Everybody but who played: the partner too, for the side's own points.
        Everyone,
    }
}

/// Points for how a round was won, 0 to 100 each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finish {
    /// With a last tile that is neither of the others.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub plain: u8,
    /// With a double.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub double: u8,
    /// With a tile after which all open ends are equal.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub both: u8,
    /// With a double after which all open ends are equal.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub double_both: u8,
    /// By a block.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub blocked: u8,
}

impl Finish {
    /// From the five numbers, in the order of the fields.
    #[must_use]
    pub const fn of([plain, double, both, double_both, blocked]: [u8; 5]) -> Self {
        Self {
            plain,
            double,
            both,
            double_both,
            blocked,
        }
    }

    /// The five numbers, in the order of the fields.
    #[must_use]
    pub const fn list(self) -> [u8; 5] {
        [
            self.plain,
            self.double,
            self.both,
            self.double_both,
            self.blocked,
        ]
    }
}

/// Points for making others pass, 0 to 100 each, for the side of who played the tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Passes {
    /// The lead was a double, and just the next seat passed.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub lead_double: u8,
    /// The lead was no double, and just the next seat passed.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub lead_other: u8,
    /// After a later tile the next seat passed, and not everybody did.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub next: u8,
    /// Everybody else passed.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub all: u8,
}

impl Passes {
    /// From the four numbers, in the order of the fields.
    #[must_use]
    pub const fn of([lead_double, lead_other, next, all]: [u8; 4]) -> Self {
        Self {
            lead_double,
            lead_other,
            next,
            all,
        }
    }

    /// The four numbers, in the order of the fields.
    #[must_use]
    pub const fn list(self) -> [u8; 4] {
        [self.lead_double, self.lead_other, self.next, self.all]
    }
}

pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A choice of every option, possible or not; [`Rules`] is the checked form.
///
/// The options from `tile_set` on are left out of JSON where they have their first value, which is
/// what a game without them does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Options {
    /// The game.
    pub variant: Variant,
    /// How many play, and who with whom.
    pub seating: Seating,
    /// Tiles dealt to each seat, 3 to 14; all seats together at most the tiles of the set.
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
    /// The tiles that are played with; others than double-six only in Block and Draw.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tile_set: DominoSet,
    /// On which side the next seat is drawn.
    #[serde(default, skip_serializing_if = "is_default")]
    pub turns: Turns,
    /// The tiles are dealt again if a hand has so many doubles or more: 4 to 7, to 10 of
    /// double-nine; 0 for never.
    #[serde(
        default,
        skip_serializing_if = "is_default",
        deserialize_with = "crate::whole::option_u8"
    )]
    pub redeal_doubles: u8,
    /// Whose pips the winner of a round scores.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hands: Hands,
    /// Who wins a blocked round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub blocked_winner: BlockedWinner,
    /// What a tied block does.
    #[serde(default, skip_serializing_if = "is_default")]
    pub blocked_tie: BlockedTie,
    /// Points for how a round was won.
    #[serde(default, skip_serializing_if = "is_default")]
    pub finish: Finish,
    /// Points for going out with 0-0, 0 to 200.
    #[serde(
        default,
        skip_serializing_if = "is_default",
        deserialize_with = "crate::whole::option_u8"
    )]
    pub double_blank: u8,
    /// Points for winning the first, second, third and fourth won round of the match, 0 to 200
    /// each.
    #[serde(
        default,
        skip_serializing_if = "is_default",
        deserialize_with = "crate::whole::option_list"
    )]
    pub round_bonus: [u8; 4],
    /// Points for making others pass.
    #[serde(default, skip_serializing_if = "is_default")]
    pub passes: Passes,
    /// What a side without points must make at once in a round, 0 to 50.
    #[serde(
        default,
        skip_serializing_if = "is_default",
        deserialize_with = "crate::whole::option_u8"
    )]
    pub entry: u8,
    /// Whether all sides fall back to no points once each has won.
    #[serde(default, skip_serializing_if = "is_default")]
    pub love: Love,
    /// When it is looked at whether a side has reached the target.
    #[serde(default, skip_serializing_if = "is_default")]
    pub match_end: MatchEnd,
    /// When the spinner takes tiles on its other two sides.
    #[serde(default, skip_serializing_if = "is_default")]
    pub spinner_ends: SpinnerEnds,
    /// Whose side scores when a seat goes out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub domino_winner: DominoWinner,
    /// Who may call "Muggins!".
    #[serde(default, skip_serializing_if = "is_default")]
    pub callers: Callers,
}

impl Options {
    /// Block for two to 100, with the first value of all else.
    pub(crate) const DEFAULTS: Self = Self {
        variant: Variant::Block,
        seating: Seating::Two,
        hand_size: 7,
        target: 100,
        spinner: false,
        point_unit: PointUnit::Pips,
        opening: Opening::HighestDouble,
        no_double: NoDouble::HeaviestTile,
        next_lead: NextLead::Winner,
        after_block: AfterBlock::Same,
        reserve: 0,
        blocked_score: BlockedScore::OpponentsTotal,
        exact_target: false,
        going_out_point: false,
        calls: Calls::Automatic,
        tile_set: DominoSet::DoubleSix,
        turns: Turns::Clockwise,
        redeal_doubles: 0,
        hands: Hands::Opponents,
        blocked_winner: BlockedWinner::Side,
        blocked_tie: BlockedTie::Nobody,
        finish: Finish::of([0; 5]),
        double_blank: 0,
        round_bonus: [0; 4],
        passes: Passes::of([0; 4]),
        entry: 0,
        love: Love::No,
        match_end: MatchEnd::AtOnce,
        spinner_ends: SpinnerEnds::AfterBothSides,
        domino_winner: DominoWinner::Out,
        callers: Callers::Opponents,
    };

    /// The tiles that the hands of all seats need.
    pub(crate) const fn dealt(&self) -> usize {
        self.seating.seat_count() * self.hand_size as usize
    }
}

/// The most points that a match can be played to.
pub const TARGET_MAX: u16 = 1000;
/// The fewest tiles that can be dealt to a seat.
pub const HAND_SIZE_MIN: u8 = 3;
/// The most tiles that can be dealt to a seat.
pub const HAND_SIZE_MAX: u8 = 14;
/// The most tiles of the boneyard that can be kept from being drawn.
pub const RESERVE_MAX: u8 = 2;
/// The fewest doubles in a hand that can be a reason to deal again.
pub const REDEAL_DOUBLES_MIN: u8 = 4;
/// The largest hands that can be dealt again for their doubles. Of 14 tiles each for two, somebody
/// would always have four doubles.
pub const REDEAL_HAND_SIZE_MAX: u8 = 10;
/// The most points for a finish, or for making others pass.
pub const FINISH_MAX: u8 = 100;
/// The most points for the double blank, or for winning an early round.
pub const BONUS_MAX: u8 = 200;
/// The most that the entry can ask for.
pub const ENTRY_MAX: u8 = 50;
/// The highest target that goes with love.
pub const LOVE_TARGET_MAX: u16 = 20;

/// An impossible combination of options: which of them must change, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{option}: {reason}")]
pub struct RulesError {
    option: &'static str,
    reason: &'static str,
}

impl RulesError {
    /// The option that must change, by its field name in [`Options`].
    #[must_use]
    pub const fn option(self) -> &'static str {
        self.option
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
/// options.hand_size = 15;
/// assert_eq!(Rules::try_from(options).unwrap_err().option(), "hand_size");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Options", into = "Options")]
pub struct Rules {
    options: Options,
}

impl Rules {
    /// Wraps options that are known to be possible; the presets' tests check theirs.
    pub(crate) const fn trusted(options: Options) -> Self {
        Self { options }
    }

    /// The options, to be changed.
    pub(crate) const fn into_options(self) -> Options {
        self.options
    }

    /// Tiles that are dealt out, 6 to 55.
    #[must_use]
    pub const fn dealt(&self) -> usize {
        self.options.dealt()
    }

    /// A side's score after it made points; `None` if they would pass an exact target, and so
    /// don't count (rules.md, Scoring).
    #[must_use]
    pub const fn score_after(&self, score: u16, points: u16) -> Option<u16> {
        let score = score + points;
        if self.options.exact_target && score > self.options.target {
            None
        } else {
            Some(score)
        }
    }
}

impl std::ops::Deref for Rules {
    type Target = Options;

    fn deref(&self) -> &Options {
        &self.options
    }
}

impl From<Rules> for Options {
    fn from(rules: Rules) -> Self {
        rules.options
    }
}

impl TryFrom<Options> for Rules {
    type Error = RulesError;

    fn try_from(options: Options) -> Result<Self, RulesError> {
        for (option, is_possible, reason) in checks(&options) {
            if !is_possible {
                return Err(RulesError { option, reason });
            }
        }
        Ok(Self::trusted(options))
    }
}
