//! The options of a game, and the checked combinations of them (RULES.md, Options).

mod checks;

use serde::{Deserialize, Serialize};

use self::checks::checks;
use crate::game::{GameRules, RulesError};
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
            /// The first value of the option.
            fn default() -> Self {
                Self::ALL[0]
            }
        }
    };
}

choice! {
    /// The four games that the rules know.
    Variant {
        /// No seat draws; points are given at the end of the round.
        Block,
        /// A seat that can't play draws; points are given at the end of the round.
        Draw,
        /// As in Draw. In addition, a play scores if the count is a multiple of five.
        AllFives,
        /// As in Draw. In addition, a play scores one point for each five in the count if the count is a
        /// multiple of five, and one point for each three if it is a multiple of three.
        FivesAndThrees,
    }
}

impl Variant {
    /// The name of the variant in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Block => "block",
            Self::Draw => "draw",
            Self::AllFives => "all_fives",
            Self::FivesAndThrees => "fives_and_threes",
        }
    }

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
            Self::DoubleNine => Tile::DOUBLE_NINE,
        }
    }

    /// The index of the set's lowest tile. The indexes of the other tiles follow it without gaps.
    pub(crate) const fn first_index(self) -> usize {
        matches!(self, Self::NoDoubleBlank) as usize
    }

    /// The tiles of this set.
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
        /// The seat with the highest double leads, and must lead that double.
        HighestDouble,
        /// The seat that draws the heaviest lot leads. It may lead any tile.
        Lot,
        /// The seat with the lowest double leads, and must lead that double.
        LowestDouble,
        /// The seat with 1-1 leads, and must lead it. If no seat has 1-1, the double is 2-2, 3-3 and so
        /// on, and last 0-0.
        DoubleOne,
    }
}

choice! {
    /// What happens if the opening requires a double but no seat was dealt one.
    NoDouble {
        /// The seat with the heaviest tile leads, and must lead that tile.
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
        /// The seat that leads by the option `opening`, as in the first round.
        Opening,
        /// The winner of the previous round. This seat may give the lead to its partner.
        WinningSide,
    }
}

choice! {
    /// Which seat leads after a blocked round.
    AfterBlock {
        /// The same seat as after a round that wasn't blocked.
        Same,
        /// The seat that leads by the option `opening`, as in the first round.
        Opening,
    }
}

choice! {
    /// The points of a blocked round, for the side with the fewest pips.
    BlockedScore {
        /// The pips of all opponents.
        OpponentsTotal,
        /// The pips of all opponents minus the side's own.
        Difference,
    }
}

choice! {
    /// How a player gets the points that a play scores by the count.
    Calls {
        /// The player gets the points automatically.
        Automatic,
        /// The player gets the points only by announcing them. Otherwise an opponent may call "Muggins!"
        /// and take the points.
        Muggins,
    }
}

choice! {
    /// The direction of turns on the screen. It has no effect on the rules, because seats are numbered in
    /// turn order.
    Turns {
        /// To the left.
        Clockwise,
        /// To the right.
        CounterClockwise,
    }
}

choice! {
    /// Which seats' pips score for the winner of a round.
    Hands {
        /// The pips of all opponents score.
        Opponents,
        /// The pips of all seats score, including the winner's and the partner's.
        All,
        /// No pips score. They only decide which side wins a block.
        None,
    }
}

choice! {
    /// Which side wins a blocked round.
    BlockedWinner {
        /// The side with the fewest pips in all its hands.
        Side,
        /// The side of the seat with the fewest pips in its hand.
        LightestSeat,
        /// The blocker and the seat after the blocker are compared. The side of the seat with fewer pips
        /// wins.
        Blocker,
    }
}

choice! {
    /// What happens after a tied block.
    BlockedTie {
        /// No side wins the round.
        Nobody,
        /// The leader's side wins the round.
        Leader,
        /// The blocker's side wins the round.
        Blocker,
        /// No side wins the round, and the points of the next won round are doubled.
        Doubles,
    }
}

choice! {
    /// Whether the scores of all sides go back to 0 after each side has won a round
    /// (RULES.md, Love).
    Love {
        /// The scores never go back to 0.
        No,
        /// All scores go back to 0 when every side has points.
        Yes,
        /// As `Yes`, except that when every side has exactly one point, the next round decides
        /// which side keeps its points.
        OneAll,
    }
}

choice! {
    /// When the rules check whether a side has reached the target and won.
    MatchEnd {
        /// After each score. The match can end in the middle of a round.
        AtOnce,
        /// At the end of each round. The side with the most points wins. If two sides have the most
        /// points, another round is played.
        AfterRound,
    }
}

choice! {
    /// Which side gets the points when a seat goes out.
    DominoWinner {
        /// The side of the seat that went out.
        Out,
        /// The side with the fewest pips. If sides have equally few, the side of the seat that went out.
        LightestSide,
    }
}

choice! {
    /// Which seats may call "Muggins!".
    Callers {
        /// The opponents of the seat that made the play.
        Opponents,
        /// All other seats. The partner of the seat that made the play may call too, and gets the points
        /// for their side.
        Everyone,
    }
}

/// The points for each way to win a round, 0 to 100 each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finish {
    /// Points for going out with any other tile.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub plain: u8,
    /// Points for going out with a double.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub double: u8,
    /// Points for going out with a tile that makes all open ends equal.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub both: u8,
    /// Points for going out with a double that makes all open ends equal.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub double_both: u8,
    /// Points for winning a block.
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

/// The points of a side that played a tile which made other seats pass, 0 to 100 each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Passes {
    /// Points if the tile was the lead and a double, and only the next seat passed.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub lead_double: u8,
    /// Points if the tile was the lead but not a double, and only the next seat passed.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub lead_other: u8,
    /// Points if the tile was not the lead, and the next seat passed but not all other seats did.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub next: u8,
    /// Points if all other seats passed.
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

/// A value for every option. The combination may be impossible; [`Rules`] is the checked form.
///
/// In JSON, `tile_set` and each option after it are left out if they have their first value. An option that
/// is left out has its first value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "LineOptions"))]
pub struct Options {
    /// Which of the four games is played.
    pub variant: Variant,
    /// The number of players, and whether they are partners.
    pub seating: Seating,
    /// The number of tiles dealt to each seat, 3 to 14. The set must have enough tiles for all seats.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub hand_size: u8,
    /// The points that win the match, 1 to 1000.
    #[serde(deserialize_with = "crate::whole::option_u16")]
    pub target: u16,
    /// Whether the first double of a round is a spinner, which takes arms on all four sides.
    pub spinner: bool,
    /// What a point is worth. `fives` is only possible in All Fives.
    pub point_unit: PointUnit,
    /// Which seat leads the first round.
    pub opening: Opening,
    /// What happens if no seat was dealt a double; used only if the opening requires one.
    pub no_double: NoDouble,
    /// Which seat leads later rounds.
    pub next_lead: NextLead,
    /// Which seat leads after a blocked round.
    pub after_block: AfterBlock,
    /// The number of tiles of the boneyard that may never be drawn, 0 to 2.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub reserve: u8,
    /// The points of a blocked round; used only without the going-out point.
    pub blocked_score: BlockedScore,
    /// Whether a side must reach the target exactly. If true, points that would bring its score above the
    /// target don't count.
    pub exact_target: bool,
    /// Whether going out scores one point instead of the pips in hands.
    pub going_out_point: bool,
    /// How a player gets the points that a play scores by the count. `muggins` is only possible in All
    /// Fives, and Fives and Threes.
    pub calls: Calls,
    /// The set of tiles. Sets other than double-six are only possible in Block and Draw.
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
    /// Which seats' pips score for the winner of a round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub hands: Hands,
    /// Which side wins a blocked round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub blocked_winner: BlockedWinner,
    /// What happens after a tied block.
    #[serde(default, skip_serializing_if = "is_default")]
    pub blocked_tie: BlockedTie,
    /// The points for each way to win a round.
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
    /// The entry: the fewest points, 0 to 50, that a side without points gets from a won round. If the
    /// round is worth less, the side gets nothing.
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
        seating: Seating::TWO,
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
        domino_winner: DominoWinner::Out,
        callers: Callers::Opponents,
    };

    /// The tiles that the hands of all seats need.
    pub(crate) const fn dealt(&self) -> usize {
        self.seating.seat_count() * self.hand_size as usize
    }
}

/// The seatings for which there are games of the line.
pub const SEATINGS: [Seating; 4] = [
    Seating::TWO,
    Seating::THREE,
    Seating::FOUR,
    Seating::PARTNERS,
];
/// The highest target of a match.
pub const TARGET_MAX: u16 = 1000;
/// The smallest hand that can be dealt.
pub const HAND_SIZE_MIN: u8 = 3;
/// The largest hand that can be dealt.
pub const HAND_SIZE_MAX: u8 = 14;
/// The highest value of `reserve`, the number of tiles that may never be drawn.
pub const RESERVE_MAX: u8 = 2;
/// The smallest value of `redeal_doubles` other than 0.
pub const REDEAL_DOUBLES_MIN: u8 = 4;
/// The largest hand size that can be combined with `redeal_doubles`. Up to this size at most 37 of 100
/// deals are repeated. With two hands of 14 tiles, every deal would be repeated at a limit of four
/// doubles, because one hand always has at least four.
pub const REDEAL_HAND_SIZE_MAX: u8 = 10;
/// The highest points for a way to win a round, or for making other seats pass.
pub const FINISH_MAX: u8 = 100;
/// The highest extra points for going out with 0-0, or for one of the first won rounds.
pub const BONUS_MAX: u8 = 200;
/// The highest value of the entry.
pub const ENTRY_MAX: u8 = 50;
/// The highest target that can be combined with love.
pub const LOVE_TARGET_MAX: u16 = 20;

/// A checked combination of options. A match is played by these rules.
///
/// ```
/// use boneyard_rules::line::{Options, Preset, Rules};
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
    /// Makes rules from options without checking them. The caller must know that the options are possible
    /// together; for the presets a test checks this.
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

    /// A side's score after it gained points; `None` if the points would exceed an exact target, and
    /// therefore don't count (RULES.md, The match).
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

impl GameRules for Rules {
    type Options = Options;

    fn seating(&self) -> Seating {
        self.seating
    }

    fn of_boards(&self, _: u8) -> Option<Self> {
        let options = Options {
            target: TARGET_MAX,
            next_lead: NextLead::Opening,
            ..self.options
        };
        options.try_into().ok()
    }

    fn variant(&self) -> &'static str {
        self.variant.name()
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
