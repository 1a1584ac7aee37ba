//! All presets and options: the answer of `GET /api/presets`. With it a client can build a dialog for new
//! tables without knowing the rules (crates/rules/RULES.md, Options and Presets).

use boneyard_rules::line::rules::{
    AfterBlock, BONUS_MAX, BlockedScore, BlockedTie, BlockedWinner, Callers, Calls, DominoSet,
    DominoWinner, ENTRY_MAX, FINISH_MAX, HAND_SIZE_MAX, HAND_SIZE_MIN, Hands, Love, MatchEnd,
    NextLead, NoDouble, Opening, PointUnit, RESERVE_MAX, SEATINGS, TARGET_MAX, Turns, Variant,
};
use boneyard_rules::line::{Preset, Rules};
use boneyard_rules::{GamePreset as _, Seating, race, trains};
use serde::{Deserialize, Serialize};

/// What a host can choose from for a new table, by game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Catalogue {
    /// The games of the line.
    pub line: LineCatalogue,
    /// Ringway.
    pub race: RaceCatalogue,
    /// Mexican Train and Chickenfoot.
    pub trains: TrainsCatalogue,
}

/// The presets, options, seatings and tile sets of the games of the line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineCatalogue {
    /// The presets, in the order in which clients should offer them.
    pub presets: Vec<PresetBody>,
    /// Every option, in the order of the fields of `Options`.
    pub options: Vec<OptionBody>,
    /// The number of seats and the largest hand for each seating.
    pub seatings: Vec<SeatingBody>,
    /// The tile sets. A set must have enough tiles for the hands of all seats.
    pub tile_sets: Vec<TileSetBody>,
}

/// Makes the types for the presets and options of a game whose rules are always sent with all options. `targets`: the
/// method of a preset that lists the targets, or what stands in their place.
macro_rules! catalogue {
    (
        $game:literal: $module:ident, $options:literal, $targets:ident,
        $catalogue:ident, $preset:ident, $seating:ident, [$($option:expr,)+]
    ) => {
        #[doc = concat!("The presets and options of ", $game, ".")]
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct $catalogue {
            /// The presets, in the order in which clients should offer them.
            pub presets: Vec<$preset>,
            /// Every option, in the order of the fields of the options.
            pub options: Vec<OptionBody>,
        }

        #[doc = concat!("A complete choice of options of ", $game, ", under the name that players know.")]
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct $preset {
            /// The name.
            pub name: String,
            /// The options on one line, for the preset's usual seating.
            pub notation: String,
            /// The options for the usual seating.
            #[cfg_attr(feature = "schema", schemars(with = $options))]
            pub rules: $module::Rules,
            /// The targets that clients should offer, or the numbers of rounds in a game of rounds; none if a match is
            /// one game that is played to its end.
            pub targets: Vec<u16>,
            /// For each seating, the options of the preset with this seating.
            pub seatings: Vec<$seating>,
        }

        #[doc = concat!("The options of a preset of ", $game, " for one seating.")]
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub struct $seating {
            /// The seating.
            pub seating: Seating,
            /// Whether clients should offer it.
            pub offered: bool,
            /// All options for this seating; for one that isn't offered, those of the nearest seating that is.
            #[cfg_attr(feature = "schema", schemars(with = $options))]
            pub rules: $module::Rules,
        }

        impl Default for $catalogue {
            fn default() -> Self {
                Self {
                    presets: $module::Preset::ALL.iter().map($preset::from).collect(),
                    options: vec![$($option,)+],
                }
            }
        }

        impl From<&$module::Preset> for $preset {
            fn from(preset: &$module::Preset) -> Self {
                let seating = |seating| $seating {
                    seating,
                    offered: preset.seatings().contains(&seating),
                    rules: preset.for_seating(seating),
                };
                Self {
                    name: preset.name().to_owned(),
                    notation: preset.rules().to_string(),
                    rules: preset.rules(),
                    targets: preset.$targets().iter().map(|&target| target.into()).collect(),
                    seatings: $module::SEATINGS.into_iter().map(seating).collect(),
                }
            }
        }
    };
}

fn if_mexican_train() -> Applies {
    if_one_of("game", [trains::Variant::MexicanTrain])
}

catalogue! {
    "Ringway": race, "race::Options", targets,
    RaceCatalogue, RacePreset, RaceSeating,
    [
        choice("seating", &race::SEATINGS),
        number("target", race::TARGET_MIN, race::TARGET_MAX),
        choice("after_double", &race::AfterDouble::ALL),
    ]
}

catalogue! {
    "Mexican Train and Chickenfoot": trains, "trains::Options", rounds,
    TrainsCatalogue, TrainsPreset, TrainsSeating,
    [
        choice("game", trains::Variant::ALL),
        choice("seating", &trains::SEATINGS),
        choice("tile_set", trains::DominoSet::ALL),
        number("hand_size", u16::from(*trains::HAND_SIZES.start()), u16::from(*trains::HAND_SIZES.end())),
        number("rounds", 1, trains::DominoSet::DoubleTwelve.double_count().into()),
        number("double_blank", 0, trains::DOUBLE_BLANK_MAX.into()),
        choice("first_turn", trains::FirstTurn::ALL).applies(if_mexican_train()),
        choice("own_first", trains::OwnFirst::ALL).applies(if_mexican_train()),
        choice("double_turn", trains::DoubleTurn::ALL).applies(if_mexican_train()),
        choice("last_double", trains::LastDouble::ALL)
            .applies(if_mexican_train())
            .applies(if_one_of("double_turn", [trains::DoubleTurn::Cover, trains::DoubleTurn::FreeSecond])),
        number("arms", trains::ARMS[0].into(), trains::ARMS[2].into())
            .applies(if_one_of("game", [trains::Variant::Chickenfoot])),
    ]
}

/// A tile set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TileSetBody {
    /// The set.
    pub tile_set: DominoSet,
    /// The number of tiles in the set.
    pub tiles: u8,
}

/// A complete choice of options, under the name that players know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PresetBody {
    /// The name.
    pub name: String,
    /// The options on one line, for the preset's usual seating.
    pub notation: String,
    /// The options for the usual seating.
    #[cfg_attr(feature = "schema", schemars(with = "boneyard_rules::line::Options"))]
    pub rules: Rules,
    /// The targets that clients should offer.
    pub targets: Vec<u16>,
    /// The hand sizes that clients should offer for the usual seating.
    pub hand_sizes: Vec<u8>,
    /// For each seating, the options of the preset with this seating.
    pub seatings: Vec<PresetSeating>,
    /// Whether clients should offer the option `love`, which is off in the preset.
    pub love_offered: bool,
}

/// A preset's options for one seating.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PresetSeating {
    /// The seating.
    pub seating: Seating,
    /// Whether the preset is usually played with this seating. All other seatings are possible too.
    pub offered: bool,
    /// The number of tiles dealt to each seat.
    pub hand_size: u8,
    /// The number of tiles of the boneyard that may never be drawn.
    pub reserve: u8,
    /// The hand sizes that clients should offer.
    pub hand_sizes: Vec<u8>,
    /// All options for this seating.
    #[cfg_attr(feature = "schema", schemars(with = "boneyard_rules::line::Options"))]
    pub rules: Rules,
}

/// The number of seats and the largest hand for a seating.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatingBody {
    /// The seating.
    pub seating: Seating,
    /// The number of seats.
    pub seats: u8,
    /// The most tiles that can be dealt to each seat from the double-six set.
    pub hand_size_max: u8,
}

/// An option of the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionBody {
    /// The option's name: the name of a field of `Options`.
    pub name: String,
    /// The values that the option can have.
    pub kind: OptionKind,
    /// The option has a meaning only while all these conditions hold; absent if it always has a meaning.
    /// While the option has no meaning, the server always accepts its first or least value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub applies: Vec<Applies>,
}

/// The values that an option can have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OptionKind {
    /// One of several choices.
    Choice {
        /// The choices.
        values: Vec<String>,
    },
    /// A whole number.
    Number {
        /// The least value.
        min: u16,
        /// The largest value.
        max: u16,
    },
    /// Several whole numbers from 0, each with a name.
    Numbers {
        /// The names of the numbers.
        fields: Vec<String>,
        /// The largest value that each number can have.
        max: u16,
    },
    /// A list of whole numbers from 0.
    List {
        /// The number of values.
        length: u8,
        /// The largest value that each number can have.
        max: u16,
    },
    /// Yes or no.
    Flag,
}

/// A condition: an option has a meaning only while another option has certain values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Applies {
    /// The other option.
    pub option: String,
    /// The values of the other option for which the condition holds.
    pub values: Vec<OptionValue>,
}

/// A value of the option that a condition refers to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum OptionValue {
    /// The value of a flag.
    Flag(bool),
    /// The value of a choice.
    Choice(String),
}

impl LineCatalogue {
    /// All presets and options of the rules.
    #[must_use]
    pub fn new() -> Self {
        Self {
            presets: Preset::ALL.iter().map(PresetBody::from).collect(),
            options: options(),
            seatings: SEATINGS.into_iter().map(SeatingBody::from).collect(),
            tile_sets: DominoSet::ALL
                .iter()
                .map(|&set| TileSetBody::from(set))
                .collect(),
        }
    }
}

impl Default for LineCatalogue {
    fn default() -> Self {
        Self::new()
    }
}

impl From<&Preset> for PresetBody {
    fn from(preset: &Preset) -> Self {
        let seating = |seating| {
            let rules = preset.for_seating(seating);
            PresetSeating {
                seating,
                offered: preset.seatings().contains(&seating),
                hand_size: rules.hand_size,
                reserve: rules.reserve,
                hand_sizes: preset.hand_sizes(seating).collect(),
                rules,
            }
        };
        Self {
            name: preset.name().to_owned(),
            notation: preset.rules().to_string(),
            rules: *preset.rules(),
            targets: preset.targets().to_vec(),
            hand_sizes: preset.hand_sizes(preset.rules().seating).collect(),
            seatings: SEATINGS.into_iter().map(seating).collect(),
            love_offered: preset.offers_love(),
        }
    }
}

impl From<DominoSet> for TileSetBody {
    fn from(tile_set: DominoSet) -> Self {
        Self {
            tile_set,
            tiles: tile_set.len() as u8,
        }
    }
}

impl From<Seating> for SeatingBody {
    fn from(seating: Seating) -> Self {
        let seats = seating.seat_count() as u8;
        Self {
            seating,
            seats,
            hand_size_max: HAND_SIZE_MAX.min(DominoSet::DoubleSix.len() as u8 / seats),
        }
    }
}

fn options() -> Vec<OptionBody> {
    let counting = || if_one_of("variant", [Variant::AllFives, Variant::FivesAndThrees]);
    let drawing = || {
        if_one_of(
            "variant",
            Variant::ALL.iter().filter(|variant| variant.draws()),
        )
    };
    vec![
        choice("variant", Variant::ALL),
        choice("seating", &SEATINGS),
        number("hand_size", HAND_SIZE_MIN.into(), HAND_SIZE_MAX.into()),
        number("target", 1, TARGET_MAX),
        flag("spinner"),
        choice("point_unit", PointUnit::ALL).applies(if_one_of("variant", [Variant::AllFives])),
        choice("opening", Opening::ALL),
        choice("no_double", NoDouble::ALL).applies(if_one_of(
            "opening",
            [
                Opening::HighestDouble,
                Opening::LowestDouble,
                Opening::DoubleOne,
            ],
        )),
        choice("next_lead", NextLead::ALL),
        choice("after_block", AfterBlock::ALL),
        number("reserve", 0, RESERVE_MAX.into()).applies(drawing()),
        choice("blocked_score", BlockedScore::ALL)
            .applies(without("going_out_point"))
            .applies(if_one_of("hands", [Hands::Opponents]))
            .applies(if_one_of("blocked_winner", [BlockedWinner::Side])),
        flag("exact_target"),
        flag("going_out_point"),
        choice("calls", Calls::ALL).applies(counting()),
        choice("tile_set", DominoSet::ALL).applies(by_round()),
        choice("turns", Turns::ALL),
        number("redeal_doubles", 0, 10),
    ]
    .into_iter()
    .chain(round_options())
    .chain([
        choice("match_end", MatchEnd::ALL),
        choice("domino_winner", DominoWinner::ALL)
            .applies(if_one_of("seating", [Seating::PARTNERS]))
            .applies(without("going_out_point")),
        choice("callers", Callers::ALL)
            .applies(if_one_of("seating", [Seating::PARTNERS]))
            .applies(if_one_of("calls", [Calls::Muggins])),
    ])
    .collect()
}

/// The condition of options that have a meaning only in games whose points all come from finished rounds.
fn by_round() -> Applies {
    if_one_of("variant", [Variant::Block, Variant::Draw])
}

/// The options about the points of a round and its winner.
fn round_options() -> impl Iterator<Item = OptionBody> {
    let hands_score = if_one_of("hands", [Hands::Opponents, Hands::All]);
    let has_double_blank = if_one_of("tile_set", [DominoSet::DoubleSix, DominoSet::DoubleNine]);
    let three_or_more = if_one_of(
        "seating",
        [Seating::THREE, Seating::FOUR, Seating::PARTNERS],
    );
    let options = [
        choice("hands", Hands::ALL),
        choice("blocked_winner", BlockedWinner::ALL),
        choice("blocked_tie", BlockedTie::ALL),
        numbers(
            "finish",
            &["plain", "double", "both", "double_both", "blocked"],
        ),
        number("double_blank", 0, BONUS_MAX.into()).applies(has_double_blank),
        option(
            "round_bonus",
            OptionKind::List {
                length: 4,
                max: BONUS_MAX.into(),
            },
        ),
        numbers("passes", &["lead_double", "lead_other", "next", "all"]).applies(three_or_more),
        number("entry", 0, ENTRY_MAX.into()).applies(hands_score),
        choice("love", Love::ALL).applies(if_one_of("hands", [Hands::None])),
    ];
    options.into_iter().map(|option| {
        option
            .applies(by_round())
            .applies(without("going_out_point"))
    })
}

fn choice<T: Serialize>(name: &str, values: &[T]) -> OptionBody {
    let values = values.iter().map(wire_name).collect();
    option(name, OptionKind::Choice { values })
}

fn number(name: &str, min: u16, max: u16) -> OptionBody {
    option(name, OptionKind::Number { min, max })
}

fn numbers(name: &str, fields: &[&str]) -> OptionBody {
    let kind = OptionKind::Numbers {
        fields: fields.iter().map(|&field| field.to_owned()).collect(),
        max: FINISH_MAX.into(),
    };
    option(name, kind)
}

fn flag(name: &str) -> OptionBody {
    option(name, OptionKind::Flag)
}

fn option(name: &str, kind: OptionKind) -> OptionBody {
    OptionBody {
        name: name.to_owned(),
        kind,
        applies: Vec::new(),
    }
}

impl OptionBody {
    fn applies(mut self, applies: Applies) -> Self {
        self.applies.push(applies);
        self
    }
}

fn if_one_of<T: Serialize>(option: &str, values: impl IntoIterator<Item = T>) -> Applies {
    let values = values
        .into_iter()
        .map(|value| OptionValue::Choice(wire_name(&value)))
        .collect();
    Applies {
        option: option.to_owned(),
        values,
    }
}

fn without(flag: &str) -> Applies {
    Applies {
        option: flag.to_owned(),
        values: vec![OptionValue::Flag(false)],
    }
}

/// The name of a choice in JSON.
fn wire_name(choice: &impl Serialize) -> String {
    crate::encode(choice).trim_matches('"').to_owned()
}
