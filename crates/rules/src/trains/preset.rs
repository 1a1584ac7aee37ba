//! Combinations of options under the names that players know (RULES-TRAINS.md, Presets).

use crate::game::GamePreset;
use crate::seat::Seating;
use crate::trains::rules::{
    ARMS, DOUBLE_BLANK_MAX, DominoSet, DoubleTurn, FirstTurn, LastDouble, Options, OwnFirst, Rules,
    SEATINGS, Variant,
};

/// A complete choice of options, under the name that players know.
#[derive(PartialEq, Eq, Debug)]
pub struct Preset {
    name: &'static str,
    /// The options with the preset's own seating. The set and the hand size follow from `deals`.
    options: Options,
    /// The set and the tiles of each hand, for two seats and more.
    deals: &'static [(DominoSet, u8)],
    rounds: [u8; 3],
}

const TWELVE: DominoSet = DominoSet::DoubleTwelve;
const NINE: DominoSet = DominoSet::DoubleNine;

const TRAINS_OF_TWELVE: [(DominoSet, u8); 7] = [
    (TWELVE, 15),
    (TWELVE, 15),
    (TWELVE, 15),
    (TWELVE, 12),
    (TWELVE, 12),
    (TWELVE, 10),
    (TWELVE, 10),
];

const FEET_OF_NINE: [(DominoSet, u8); 5] =
    [(NINE, 14), (NINE, 10), (NINE, 7), (NINE, 6), (NINE, 5)];

impl Preset {
    /// The rule sheets of RV clubs and of many apps.
    pub const MEXICAN_TRAIN: Self = Self {
        name: "Mexican Train",
        options: Options {
            game: Variant::MexicanTrain,
            seating: Seating::FOUR,
            tile_set: TWELVE,
            hand_size: 15,
            rounds: 7,
            double_blank: DOUBLE_BLANK_MAX,
            first_turn: FirstTurn::OneTile,
            own_first: OwnFirst::No,
            double_turn: DoubleTurn::Cover,
            last_double: LastDouble::Ends,
            arms: ARMS[0],
        },
        deals: &TRAINS_OF_TWELVE,
        rounds: [4, 7, 13],
    };

    /// The sheets in most boxes, and families.
    pub const LONG_START: Self = Self {
        name: "Mexican Train, long start",
        options: Options {
            first_turn: FirstTurn::WholeTrain,
            ..Self::MEXICAN_TRAIN.options
        },
        ..Self::MEXICAN_TRAIN
    };

    /// Florida, and older printed rules.
    pub const FREE_DOUBLES: Self = Self {
        name: "Mexican Train, free doubles",
        options: Options {
            double_turn: DoubleTurn::FreeSecond,
            ..Self::LONG_START.options
        },
        ..Self::MEXICAN_TRAIN
    };

    /// Small boxes.
    pub const TRAIN_OF_NINE: Self = Self {
        name: "Mexican Train, double-nine",
        options: Options {
            rounds: 10,
            ..Self::MEXICAN_TRAIN.options
        },
        deals: &[
            (NINE, 12),
            (NINE, 11),
            (NINE, 10),
            (NINE, 7),
            (NINE, 7),
            (NINE, 7),
            (NINE, 6),
        ],
        rounds: [4, 7, 10],
    };

    /// The USA's Chickenfoot, also called Chickie. Seven and eight players need the larger set.
    pub const CHICKENFOOT: Self = Self {
        name: "Chickenfoot",
        options: Options {
            game: Variant::Chickenfoot,
            ..Self::TRAIN_OF_NINE.options
        },
        deals: &{
            let [two, three, four, five, six] = FEET_OF_NINE;
            [two, three, four, five, six, (TWELVE, 7), (TWELVE, 6)]
        },
        rounds: [4, 7, 10],
    };

    /// Chickenfoot with the larger set.
    pub const CHICKENFOOT_OF_TWELVE: Self = Self {
        name: "Chickenfoot, double-twelve",
        options: Options {
            rounds: 7,
            ..Self::CHICKENFOOT.options
        },
        deals: &[
            (TWELVE, 15),
            (TWELVE, 15),
            (TWELVE, 12),
            (TWELVE, 10),
            (TWELVE, 8),
        ],
        rounds: [4, 7, 13],
    };

    /// Chickenfoot with six tiles on the hub.
    pub const DOUBLE_CHICKENFOOT: Self = Self {
        name: "Double Chickenfoot",
        options: Options {
            arms: ARMS[1],
            ..Self::CHICKENFOOT.options
        },
        deals: &FEET_OF_NINE,
        ..Self::CHICKENFOOT
    };

    /// The preset with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|preset| preset.name == name)
    }

    /// The game that is played.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.options.game
    }

    /// The numbers of rounds that clients should offer. The preset's own is one of them.
    #[must_use]
    pub const fn rounds(&self) -> &[u8] {
        &self.rounds
    }
}

impl GamePreset for Preset {
    type Rules = Rules;

    const ALL: &'static [Self] = &[
        Self::MEXICAN_TRAIN,
        Self::LONG_START,
        Self::FREE_DOUBLES,
        Self::TRAIN_OF_NINE,
        Self::CHICKENFOOT,
        Self::CHICKENFOOT_OF_TWELVE,
        Self::DOUBLE_CHICKENFOOT,
    ];

    fn name(&self) -> &'static str {
        self.name
    }

    fn rules(&self) -> Rules {
        self.for_seating(self.options.seating)
    }

    fn seatings(&self) -> &'static [Seating] {
        &SEATINGS[..self.deals.len()]
    }

    /// For more seats than the preset offers, the rules for the most that it offers.
    fn for_seating(&self, seating: Seating) -> Rules {
        let index = (seating.seat_count() - 2).min(self.deals.len() - 1);
        let (tile_set, hand_size) = self.deals[index];
        Rules(Options {
            seating: SEATINGS[index],
            tile_set,
            hand_size,
            ..self.options
        })
    }
}
