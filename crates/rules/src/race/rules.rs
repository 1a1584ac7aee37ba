//! What is fixed before a match (RULES-RINGWAY.md, Options).

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::{GamePreset, GameRules, ParseRulesError, RulesError, SEPARATOR};
use crate::seat::Seating;

/// The lowest target.
pub const TARGET_MIN: u16 = 25;
/// The highest target: the last space of the track.
pub const TARGET_MAX: u16 = 100;

/// The possible seatings: each seat is alone.
pub const SEATINGS: [Seating; 3] = [Seating::TWO, Seating::THREE, Seating::FOUR];

/// The targets that clients should offer.
const TARGETS: [u16; 3] = [50, 75, TARGET_MAX];

/// Where the tile after a double must touch it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AfterDouble {
    /// At a half that touched nothing when the double was placed.
    FarEnd,
    /// At either half.
    EitherEnd,
}

impl AfterDouble {
    /// All values, the usual one first.
    pub const ALL: [Self; 2] = [Self::FarEnd, Self::EitherEnd];
}

/// The options, which need not be possible together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "RaceOptions"))]
pub struct Options {
    /// The number of players.
    pub seating: Seating,
    /// The points that end the game at once, 25 to 100; `null` if it is played to the last tile.
    #[cfg_attr(feature = "schema", schemars(schema_with = "target_schema"))]
    pub target: Option<u16>,
    /// Where the tile after a double must touch it.
    pub after_double: AfterDouble,
}

/// The option is always there, and `null` is one of its values.
#[cfg(feature = "schema")]
fn target_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({
        "type": ["integer", "null"],
        "minimum": TARGET_MIN,
        "maximum": TARGET_MAX,
    })
}

/// A checked combination of options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Options", into = "Options")]
pub struct Rules(Options);

impl Rules {
    /// The preset whose name begins the line of these rules.
    #[must_use]
    pub const fn preset(&self) -> &'static Preset {
        match self.0.target {
            Some(_) => &Preset::RINGWAY,
            None => &Preset::RINGWAY_LONG,
        }
    }

    /// The points that end the game at once; `None` if it is played to the last tile.
    #[must_use]
    pub const fn target(&self) -> Option<u16> {
        self.0.target
    }

    /// Where the tile after a double must touch it.
    #[must_use]
    pub const fn after_double(&self) -> AfterDouble {
        self.0.after_double
    }
}

impl GameRules for Rules {
    type Options = Options;

    fn seating(&self) -> Seating {
        self.0.seating
    }

    /// A match is one game of one deal: one board, which is played to the last tile.
    fn of_boards(&self, count: u8) -> Option<Self> {
        let target = None;
        (count == 1).then_some(Self(Options { target, ..self.0 }))
    }

    fn variant(&self) -> &'static str {
        "ringway"
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
        if !SEATINGS.contains(&options.seating) {
            return Err(RulesError {
                option: "seating",
                reason: "two to four players play, each alone",
            });
        }
        let is_possible = |target: u16| (TARGET_MIN..=TARGET_MAX).contains(&target);
        if !options.target.is_none_or(is_possible) {
            return Err(RulesError {
                option: "target",
                reason: "it must be between 25 and 100",
            });
        }
        Ok(Self(options))
    }
}

/// The words of short notation.
const EITHER_END: &str = "either end";
const SEATS: &str = " seats";

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options {
            seating,
            target,
            after_double,
        } = self.0;
        f.write_str(self.preset().name)?;
        if let Some(target) = target {
            write!(f, " {target}")?;
        }
        if seating != Seating::TWO {
            write!(f, "{SEPARATOR}{}{SEATS}", seating.seat_count())?;
        }
        if after_double == AfterDouble::EitherEnd {
            write!(f, "{SEPARATOR}{EITHER_END}")?;
        }
        Ok(())
    }
}

impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(line: &str) -> Result<Self, ParseRulesError> {
        let mut parts = line.split(SEPARATOR);
        let head = parts.next().unwrap_or_default();
        let mut options = if head == Preset::RINGWAY_LONG.name {
            Preset::RINGWAY_LONG.rules.0
        } else {
            let target = head.strip_prefix(Preset::RINGWAY.name);
            let target = target.and_then(|target| target.strip_prefix(' '));
            let target = target.and_then(crate::text::number);
            Options {
                target: Some(target.ok_or(ParseRulesError::Head)?),
                ..Preset::RINGWAY.rules.0
            }
        };
        for part in parts {
            let option = || ParseRulesError::Option(part.to_owned());
            let before = options;
            if part == EITHER_END {
                options.after_double = AfterDouble::EitherEnd;
            } else {
                let count = part.strip_suffix(SEATS).and_then(crate::text::number);
                let count = count.ok_or_else(option)?;
                options.seating = Seating::new(count, false).ok_or_else(option)?;
            }
            if options == before {
                return Err(ParseRulesError::Redundant(part.to_owned()));
            }
        }
        let rules = Self::try_from(options)?;
        // Rules have one line only: the parts in their order, and none of them twice.
        if rules.to_string() == line {
            Ok(rules)
        } else {
            Err(ParseRulesError::Redundant(line.to_owned()))
        }
    }
}

/// A complete choice of options, under the name that players know.
#[derive(PartialEq, Eq, Debug)]
pub struct Preset {
    name: &'static str,
    rules: Rules,
    targets: &'static [u16],
}

impl Preset {
    /// The race to space 100, or to another one.
    pub const RINGWAY: Self = Self {
        name: "Ringway",
        rules: Rules(Options {
            seating: Seating::TWO,
            target: Some(TARGET_MAX),
            after_double: AfterDouble::FarEnd,
        }),
        targets: &TARGETS,
    };

    /// The race to the last tile.
    pub const RINGWAY_LONG: Self = Self {
        name: "Ringway Long",
        rules: Rules(Options {
            target: None,
            ..Self::RINGWAY.rules.0
        }),
        targets: &[],
    };

    /// The targets that clients should offer; none if the preset has no target.
    #[must_use]
    pub const fn targets(&self) -> &'static [u16] {
        self.targets
    }
}

impl GamePreset for Preset {
    type Rules = Rules;

    const ALL: &'static [Self] = &[Self::RINGWAY, Self::RINGWAY_LONG];

    fn name(&self) -> &'static str {
        self.name
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn seatings(&self) -> &'static [Seating] {
        &SEATINGS
    }

    fn for_seating(&self, seating: Seating) -> Rules {
        let options = Options {
            seating,
            ..self.rules.0
        };
        // Of more than four players the nearest number is four.
        let four = Seating::FOUR;
        Rules::try_from(options).unwrap_or(Rules(Options {
            seating: four,
            ..options
        }))
    }
}
