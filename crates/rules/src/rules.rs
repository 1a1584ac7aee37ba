//! The options of a game, and the checked combinations of them (rules.md, Options).

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
            /// All values of the option.
            pub const ALL: &[Self] = &[$(Self::$variant),*];
        }

        impl Default for $name {
            /// The first value.
            fn default() -> Self {
                Self::ALL[0]
            }
        }
    };
}

choice! {
    /// The four games.
    Variant {
        /// No seat draws; points are given at the end of the round.
        Block,
        /// A seat that can't play draws; points are given at the end of the round.
        Draw,
        /// As in Draw, and a play scores if the count is a multiple of five.
        AllFives,
        /// As in Draw, and a play scores one point for each five in the count if it is a multiple of
        /// five, and one point for each three if it is a multiple of three.
        FivesAndThrees,
    }
}

impl Variant {
    /// Whether a seat that can't play draws from the boneyard.
    #[must_use]
    pub const fn draws(self) -> bool {
        !matches!(self, Self::Block)
    }

    /// Whether plays score by the count.
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(self, Self::AllFives | Self::FivesAndThrees)
    }
}

choice! {
    /// The set of tiles.
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
    /// The number of tiles in the set: 28, 27 or 55.
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

    /// The index of the set's lowest tile. The indexes of the other tiles follow it without gaps.
    pub(crate) const fn first_index(self) -> usize {
        matches!(self, Self::NoDoubleBlank) as usize
    }

    /// The tiles of the set.
    #[must_use]
    pub const fn tiles(self) -> TileSet {
        let below = TileSet::first(self.first_index());
        TileSet::first(self.first_index() + self.len()).difference(below)
    }
}

choice! {
    /// What a point is worth in All Fives.
    PointUnit {
        /// The points are the count itself; points for hands are their pips rounded to the nearest
        /// five.
        Pips,
        /// One point for each five (15 scores 3).
        Fives,
    }
}

choice! {
    /// Which seat leads the first round.
    Opening {
        /// The holder of the highest double, who must lead it.
        HighestDouble,
        /// The seat that draws the heaviest lot, which may lead any tile.
        Lot,
        /// The holder of the lowest double, who must lead it.
        LowestDouble,
        /// The holder of 1-1, otherwise of 2-2, 3-3 and so on, and last of 0-0, who must lead it.
        DoubleOne,
    }
}

choice! {
    /// What happens if the opening requires a double and no seat was dealt one.
    NoDouble {
        /// The holder of the heaviest tile must lead it.
        HeaviestTile,
        /// The tiles are shuffled and dealt again.
        Redeal,
    }
}

choice! {
    /// Which seat leads later rounds.
    NextLead {
        /// The winner of the previous round.
        Winner,
        /// The seat after the leader of the previous round, in turn order.
        Rotate,
        /// The seat that the opening names, as in the first round.
        Opening,
        /// The winner of the previous round, who may give the lead to its partner.
        WinningSide,
    }
}

choice! {
    /// Which seat leads after a blocked round.
    AfterBlock {
        /// The same seat as after any other round.
        Same,
        /// The seat that the opening names, as in the first round.
        Opening,
    }
}

choice! {
    /// The points of a blocked round for the side with the fewest pips.
    BlockedScore {
        /// The pips of all opponents.
        OpponentsTotal,
        /// The pips of all opponents minus the side's own.
        Difference,
    }
}

choice! {
    /// How a play gets the points of the count.
    Calls {
        /// Automatically.
        Automatic,
        /// Only if the player announces them; otherwise an opponent may call "Muggins!" and take
        /// them.
        Muggins,
    }
}

choice! {
    /// The direction of turns on the screen. It changes nothing in the rules, which number the
    /// seats in turn order.
    Turns {
        /// To the left.
        Clockwise,
        /// To the right.
        CounterClockwise,
    }
}

choice! {
    /// Whose pips give the points for hands to the winner of a round.
    Hands {
        /// The pips of all opponents.
        Opponents,
        /// The pips of all seats, including the winner and its partner.
        All,
        /// None: pips only decide which side wins a block.
        None,
    }
}

choice! {
    /// Which side wins a blocked round.
    BlockedWinner {
        /// The side with the fewest pips.
        Side,
        /// The side of the seat with the fewest pips.
        LightestSeat,
        /// Only the blocker and the next seat are compared; the side of the seat with fewer pips
        /// wins.
        Blocker,
    }
}

choice! {
    /// What happens after a tied block.
    BlockedTie {
        /// No side wins the round.
        Nobody,
        /// The leader's side wins it.
        Leader,
        /// The blocker's side wins it.
        Blocker,
        /// No side wins the round, and the points of the next won round are doubled.
        Doubles,
    }
}

choice! {
    /// Whether the scores of all sides go back to 0 after each side has won a round
    /// (rules-world.md, Love).
    Love {
        /// The scores never go back to 0.
        No,
        /// All scores go back to 0 when no side has 0 points.
        Yes,
        /// As `Yes`, except that when every side has exactly one point, the next round decides
        /// which side keeps its points.
        OneAll,
    }
}

choice! {
    /// When the rules check whether a side has reached the target.
    MatchEnd {
        /// After each score; the match can end in the middle of a round.
        AtOnce,
        /// At the end of each round. The side with the most points wins; if sides are equal,
        /// another round is played.
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
    /// Which side gets the points when a seat goes out.
    DominoWinner {
        /// The side of the seat that went out.
        Out,
        /// The side with the fewest pips; if sides are equal, the side of the seat that went out.
        LightestSide,
    }
}

choice! {
    /// Which seats may call "Muggins!".
    Callers {
        /// The opponents of the seat that played.
        Opponents,
        /// All other seats. The partner of the seat that played may call too, and gets the points for
        /// the side of both.
        Everyone,
    }
}

/// Points for each way to win a round, 0 to 100 each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finish {
    /// For going out with any other tile.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub plain: u8,
    /// For going out with a double.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub double: u8,
    /// For going out with a tile that makes all open ends equal.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub both: u8,
    /// For going out with a double that makes all open ends equal.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub double_both: u8,
    /// For winning a block.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub blocked: u8,
}

impl Finish {
    /// Makes the value from its five numbers, in the order of the fields.
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

/// Points for the side that played a tile and made other seats pass, 0 to 100 each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Passes {
    /// The tile was the lead and a double, and only the next seat passed.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub lead_double: u8,
    /// The tile was the lead and no double, and only the next seat passed.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub lead_other: u8,
    /// The tile was played later, and the next seat passed but not all other seats did.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub next: u8,
    /// All other seats passed.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub all: u8,
}

impl Passes {
    /// Makes the value from its four numbers, in the order of the fields.
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

/// A value for every option, in any combination; [`Rules`] is the checked form.
///
/// In JSON the options from `tile_set` on are left out if they have their first value, the value
/// that games without the option have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Options {
    /// Which of the four games is played.
    pub variant: Variant,
    /// The number of players, and whether they are partners.
    pub seating: Seating,
    /// Tiles dealt to each seat, 3 to 14; the set must have enough for all seats.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub hand_size: u8,
    /// The points that win the match, 1 to 1000.
    #[serde(deserialize_with = "crate::whole::option_u16")]
    pub target: u16,
    /// Whether the first double of a round is a spinner, which takes arms on all four sides.
    pub spinner: bool,
    /// What a point is worth; fives are only possible in All Fives.
    pub point_unit: PointUnit,
    /// Which seat leads the first round.
    pub opening: Opening,
    /// What happens if no seat was dealt a double; used if the opening requires one.
    pub no_double: NoDouble,
    /// Which seat leads later rounds.
    pub next_lead: NextLead,
    /// Which seat leads after a blocked round.
    pub after_block: AfterBlock,
    /// Tiles of the boneyard that may never be drawn, 0 to 2.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub reserve: u8,
    /// The points of a blocked round; used without the going-out point.
    pub blocked_score: BlockedScore,
    /// Whether points that would exceed the target are not given.
    pub exact_target: bool,
    /// Whether going out scores one point instead of the pips in hands.
    pub going_out_point: bool,
    /// How a play gets the points of the count; muggins calls are only possible in All Fives, and
    /// Fives and Threes.
    pub calls: Calls,
    /// The set of tiles; sets other than double-six are only possible in Block and Draw.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tile_set: DominoSet,
    /// The direction of turns on the screen.
    #[serde(default, skip_serializing_if = "is_default")]
    pub turns: Turns,
    /// The tiles are dealt again if a hand has this number of doubles or more: 4 to 7, with
    /// double-nine 4 to 10; 0 for never.
    #[serde(
        default,
        skip_serializing_if = "is_default",
        deserialize_with = "crate::whole::option_u8"
    )]
    pub redeal_doubles: u8,
    /// Whose pips give the points for hands to the winner of a round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hands: Hands,
    /// Which side wins a blocked round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub blocked_winner: BlockedWinner,
    /// What happens after a tied block.
    #[serde(default, skip_serializing_if = "is_default")]
    pub blocked_tie: BlockedTie,
    /// Points for each way to win a round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub finish: Finish,
    /// Points for going out with 0-0, 0 to 200.
    #[serde(
        default,
        skip_serializing_if = "is_default",
        deserialize_with = "crate::whole::option_u8"
    )]
    pub double_blank: u8,
    /// Extra points for the first, second, third and fourth won round of the match, 0 to 200 each.
    #[serde(
        default,
        skip_serializing_if = "is_default",
        deserialize_with = "crate::whole::option_list"
    )]
    pub round_bonus: [u8; 4],
    /// Points for making other seats pass.
    #[serde(default, skip_serializing_if = "is_default")]
    pub passes: Passes,
    /// The points that a side without points must win in one round to get them, 0 to 50.
    #[serde(
        default,
        skip_serializing_if = "is_default",
        deserialize_with = "crate::whole::option_u8"
    )]
    pub entry: u8,
    /// Whether the scores of all sides go back to 0 after each side has won a round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub love: Love,
    /// When the rules check whether a side has reached the target.
    #[serde(default, skip_serializing_if = "is_default")]
    pub match_end: MatchEnd,
    /// When the spinner takes tiles on its other two sides.
    #[serde(default, skip_serializing_if = "is_default")]
    pub spinner_ends: SpinnerEnds,
    /// Which side gets the points when a seat goes out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub domino_winner: DominoWinner,
    /// Which seats may call "Muggins!".
    #[serde(default, skip_serializing_if = "is_default")]
    pub callers: Callers,
}

impl Options {
    /// Block for two players to 100 points, with all other options at their first value.
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

/// The highest target of a match.
pub const TARGET_MAX: u16 = 1000;
/// The smallest hand that can be dealt.
pub const HAND_SIZE_MIN: u8 = 3;
/// The largest hand that can be dealt.
pub const HAND_SIZE_MAX: u8 = 14;
/// The most tiles of the boneyard that can be kept from being drawn.
pub const RESERVE_MAX: u8 = 2;
/// The smallest number of doubles in a hand that the rules can answer with another deal.
pub const REDEAL_DOUBLES_MIN: u8 = 4;
/// The largest hand for which a number of doubles can cause another deal. With two hands of 14
/// tiles there would always be a hand with four doubles.
pub const REDEAL_HAND_SIZE_MAX: u8 = 10;
/// The highest points for a way to win a round, or for making other seats pass.
pub const FINISH_MAX: u8 = 100;
/// The highest extra points for 0-0, or for one of the first won rounds.
pub const BONUS_MAX: u8 = 200;
/// The highest entry.
pub const ENTRY_MAX: u8 = 50;
/// The highest target that can be combined with love.
pub const LOVE_TARGET_MAX: u16 = 20;

/// A combination of options that isn't possible: the option that must change, and the reason.
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

/// A checked combination of options, by which a match is played.
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
    /// Makes rules from options that are known to be possible. For the presets a test checks that
    /// they are.
    pub(crate) const fn trusted(options: Options) -> Self {
        Self { options }
    }

    /// The options, so that a caller can change them.
    pub(crate) const fn into_options(self) -> Options {
        self.options
    }

    /// The number of tiles in all hands after the deal, 6 to 55.
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
