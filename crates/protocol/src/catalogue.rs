//! Every preset and every option: the answer of `GET /api/presets`, from which a dialog for new
//! tables can be made without knowing a rule (rules.md, Options and Presets).

use boneyard_rules::rules::{
    AfterBlock, BONUS_MAX, BlockedScore, BlockedTie, BlockedWinner, Callers, Calls, DominoSet,
    DominoWinner, ENTRY_MAX, FINISH_MAX, HAND_SIZE_MAX, HAND_SIZE_MIN, Hands, Love, MatchEnd,
    NextLead, NoDouble, Opening, PointUnit, RESERVE_MAX, SpinnerEnds, TARGET_MAX, Turns, Variant,
};
use boneyard_rules::{Preset, Rules, Seating};
use serde::{Deserialize, Serialize};

/// All that a table can be made of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Catalogue {
    /// The presets, in the order in which they are to be offered.
    pub presets: Vec<PresetBody>,
    /// Every option, in the order of the fields of `Options`.
    pub options: Vec<OptionBody>,
    /// What each seating allows.
    pub seatings: Vec<SeatingBody>,
    /// How many tiles each set has: seats times hand size is at most that.
    pub tile_sets: Vec<TileSetBody>,
}

/// A set of tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TileSetBody {
    /// The set.
    pub tile_set: DominoSet,
    /// How many tiles it has.
    pub tiles: u8,
}

/// A full choice of options under the name that players know it by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PresetBody {
    /// Its name.
    pub name: String,
    /// Its options on one line, for the seating that it is best known with.
    pub notation: String,
    /// Its options for that seating.
    #[cfg_attr(feature = "schema", schemars(with = "boneyard_rules::Options"))]
    pub rules: Rules,
    /// The targets that it is offered with.
    pub targets: Vec<u16>,
    /// The hand sizes that it is offered with for that seating.
    pub hand_sizes: Vec<u8>,
    /// What changes with the seating.
    pub seatings: Vec<PresetSeating>,
    /// Whether love is offered with it, though its options are without.
    pub love_offered: bool,
}

/// A preset's options for one seating.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PresetSeating {
    /// The seating.
    pub seating: Seating,
    /// Whether the preset is known to be played so; any seating is possible.
    pub offered: bool,
    /// Tiles dealt to each seat.
    pub hand_size: u8,
    /// Tiles of the boneyard that may never be drawn.
    pub reserve: u8,
    /// The hand sizes that it is offered with.
    pub hand_sizes: Vec<u8>,
    /// All its options.
    #[cfg_attr(feature = "schema", schemars(with = "boneyard_rules::Options"))]
    pub rules: Rules,
}

/// What a seating allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatingBody {
    /// The seating.
    pub seating: Seating,
    /// How many seats.
    pub seats: u8,
    /// The most tiles that can be dealt to each of them from the double-six set.
    pub hand_size_max: u8,
}

/// An option: its name is that of a field of `Options`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionBody {
    /// Its name.
    pub name: String,
    /// What it can be.
    pub kind: OptionKind,
    /// When it means anything: all of these must hold; absent if always. While it means nothing, the
    /// first of its values or the least is always accepted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub applies: Vec<Applies>,
}

/// What an option can be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OptionKind {
    /// One of these.
    Choice {
        /// The choices.
        values: Vec<String>,
    },
    /// A whole number.
    Number {
        /// The least.
        min: u16,
        /// The most.
        max: u16,
    },
    /// Several whole numbers by name, from 0 on.
    Numbers {
        /// The names of its fields.
        fields: Vec<String>,
        /// The most for each.
        max: u16,
    },
    /// A list of whole numbers, from 0 on.
    List {
        /// How many.
        length: u8,
        /// The most for each.
        max: u16,
    },
    /// Yes or no.
    Flag,
}

/// An option means something only while another one has one of some values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Applies {
    /// The other option.
    pub option: String,
    /// The values that it must have.
    pub values: Vec<OptionValue>,
}

/// The value of an option that others depend on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum OptionValue {
    /// Of a flag.
    Flag(bool),
    /// Of a choice.
    Choice(String),
}

impl Catalogue {
    /// What the rules have to offer.
    #[must_use]
    pub fn new() -> Self {
        Self {
            presets: Preset::ALL.iter().map(PresetBody::from).collect(),
            options: options(),
            seatings: Seating::ALL.into_iter().map(SeatingBody::from).collect(),
            tile_sets: DominoSet::ALL
                .iter()
                .map(|&set| TileSetBody::from(set))
                .collect(),
        }
    }
}

impl Default for Catalogue {
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
            seatings: Seating::ALL.into_iter().map(seating).collect(),
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
    let counting = || with("variant", [Variant::AllFives, Variant::FivesAndThrees]);
    let drawing = || {
        with(
            "variant",
            Variant::ALL.iter().filter(|variant| variant.draws()),
        )
    };
    vec![
        choice("variant", Variant::ALL),
        choice("seating", &Seating::ALL),
        number("hand_size", HAND_SIZE_MIN.into(), HAND_SIZE_MAX.into()),
        number("target", 1, TARGET_MAX),
        flag("spinner"),
        choice("point_unit", PointUnit::ALL).applies(with("variant", [Variant::AllFives])),
        choice("opening", Opening::ALL),
        choice("no_double", NoDouble::ALL).applies(with(
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
            .applies(with("hands", [Hands::Opponents]))
            .applies(with("blocked_winner", [BlockedWinner::Side])),
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
        choice("spinner_ends", SpinnerEnds::ALL).applies(if_so("spinner")),
        choice("domino_winner", DominoWinner::ALL)
            .applies(with("seating", [Seating::Partners]))
            .applies(without("going_out_point")),
        choice("callers", Callers::ALL)
            .applies(with("seating", [Seating::Partners]))
            .applies(with("calls", [Calls::Muggins])),
    ])
    .collect()
}

/// The games whose points all come from rounds.
fn by_round() -> Applies {
    with("variant", [Variant::Block, Variant::Draw])
}

/// What a round is worth and who wins it.
fn round_options() -> impl Iterator<Item = OptionBody> {
    let hands_score = with("hands", [Hands::Opponents, Hands::All]);
    let has_double_blank = with("tile_set", [DominoSet::DoubleSix, DominoSet::DoubleNine]);
    let three_or_more = with(
        "seating",
        [Seating::Three, Seating::Four, Seating::Partners],
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
        choice("love", Love::ALL).applies(with("hands", [Hands::None])),
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

fn with<T: Serialize>(option: &str, values: impl IntoIterator<Item = T>) -> Applies {
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
    is(flag, false)
}

fn if_so(flag: &str) -> Applies {
    is(flag, true)
}

fn is(flag: &str, value: bool) -> Applies {
    Applies {
        option: flag.to_owned(),
        values: vec![OptionValue::Flag(value)],
    }
}

/// The name of a choice as the wire has it.
fn wire_name(choice: &impl Serialize) -> String {
    crate::encode(choice).trim_matches('"').to_owned()
}
