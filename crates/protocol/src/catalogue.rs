//! Every preset and every option: the answer of `GET /api/presets`, from which a dialog for new
//! tables can be made without knowing a rule (rules.md, Options and Presets).

use boneyard_rules::rules::{
    AfterBlock, BlockedScore, Calls, HAND_SIZE_MAX, HAND_SIZE_MIN, NextLead, NoDouble, Opening,
    PointUnit, RESERVE_MAX, TARGET_MAX, Variant,
};
use boneyard_rules::{Preset, Rules, Seating, Tile};
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
}

/// A full choice of options under the name that players know it by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PresetBody {
    /// Its name.
    pub name: String,
    /// Its options for two players, on one line.
    pub notation: String,
    /// Its options for two players.
    #[cfg_attr(feature = "schema", schemars(with = "boneyard_rules::Options"))]
    pub rules: Rules,
    /// The targets that it is offered with.
    pub targets: Vec<u16>,
    /// The hand sizes that it is offered with for two players.
    pub hand_sizes: Vec<u8>,
    /// What changes with the seating.
    pub seatings: Vec<PresetSeating>,
}

/// A preset's options for one seating, where they depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
}

/// What a seating allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatingBody {
    /// The seating.
    pub seating: Seating,
    /// How many seats.
    pub seats: u8,
    /// The most tiles that can be dealt to each of them.
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
    /// When it means anything; absent if always. While it means nothing, the first of its values
    /// or the least is always accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub applies: Option<Applies>,
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
            }
        };
        Self {
            name: preset.name().to_owned(),
            notation: preset.rules().to_string(),
            rules: *preset.rules(),
            targets: preset.targets().to_vec(),
            hand_sizes: preset.hand_sizes().to_vec(),
            seatings: Seating::ALL.into_iter().map(seating).collect(),
        }
    }
}

impl From<Seating> for SeatingBody {
    fn from(seating: Seating) -> Self {
        let seats = seating.seat_count() as u8;
        Self {
            seating,
            seats,
            hand_size_max: HAND_SIZE_MAX.min(Tile::COUNT as u8 / seats),
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
        choice("no_double", NoDouble::ALL).applies(with("opening", [Opening::HighestDouble])),
        choice("next_lead", NextLead::ALL),
        choice("after_block", AfterBlock::ALL),
        number("reserve", 0, RESERVE_MAX.into()).applies(drawing()),
        choice("blocked_score", BlockedScore::ALL).applies(without("going_out_point")),
        flag("exact_target"),
        flag("going_out_point"),
        choice("calls", Calls::ALL).applies(counting()),
    ]
}

fn choice<T: Serialize>(name: &str, values: &[T]) -> OptionBody {
    let values = values.iter().map(wire_name).collect();
    option(name, OptionKind::Choice { values })
}

fn number(name: &str, min: u16, max: u16) -> OptionBody {
    option(name, OptionKind::Number { min, max })
}

fn flag(name: &str) -> OptionBody {
    option(name, OptionKind::Flag)
}

fn option(name: &str, kind: OptionKind) -> OptionBody {
    OptionBody {
        name: name.to_owned(),
        kind,
        applies: None,
    }
}

impl OptionBody {
    fn applies(self, applies: Applies) -> Self {
        Self {
            applies: Some(applies),
            ..self
        }
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
    Applies {
        option: flag.to_owned(),
        values: vec![OptionValue::Flag(false)],
    }
}

/// The name of a choice as the wire has it.
fn wire_name(choice: &impl Serialize) -> String {
    crate::encode(choice).trim_matches('"').to_owned()
}
