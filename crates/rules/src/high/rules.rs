//! What is fixed before a match.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::game::{GamePreset, GameRules, ParseRulesError, RulesError, SEPARATOR};
use crate::seat::Seating;

/// The tricks of a round, and the tiles that each seat is dealt.
pub(super) const TRICKS: usize = 3;

/// The highest target.
const TARGET_MAX: u16 = 50;

/// The options, which need not be possible together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Options {
    /// The number of seats, and which of them score together.
    pub seating: Seating,
    /// The points that win the match.
    pub target: u16,
}

/// A checked combination of options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Options", into = "Options")]
pub struct Rules(Options);

impl Rules {
    /// The preset whose name begins the line of these rules.
    #[must_use]
    pub const fn preset(&self) -> &'static Preset {
        &Preset::HIGH_TILE
    }

    /// The points that win the match.
    #[must_use]
    pub const fn target(&self) -> u16 {
        self.0.target
    }
}

impl GameRules for Rules {
    type Options = Options;

    fn seating(&self) -> Seating {
        self.0.seating
    }

    fn of_boards(&self, _: u8) -> Option<Self> {
        let target = TARGET_MAX;
        Some(Self(Options { target, ..self.0 }))
    }

    fn for_players(&self, players: usize) -> Option<Self> {
        let seating = Seating::new(u8::try_from(players).ok()?, false)?;
        Some(Self(Options { seating, ..self.0 }))
    }

    fn variant(&self) -> &'static str {
        "high"
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
        if (1..=TARGET_MAX).contains(&options.target) {
            Ok(Self(options))
        } else {
            Err(RulesError {
                option: "target",
                reason: "it must be between 1 and 50",
            })
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.preset().name(), self.0.target)?;
        if self.0.seating == Preset::HIGH_TILE.rules.0.seating {
            return Ok(());
        }
        write!(f, "{SEPARATOR}{}", self.0.seating.name())
    }
}

impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(line: &str) -> Result<Self, ParseRulesError> {
        let (head, seating) = match line.split_once(SEPARATOR) {
            Some((head, name)) => (head, Some(name)),
            None => (line, None),
        };
        let preset = &Preset::HIGH_TILE;
        let target = head.strip_prefix(preset.name).map(str::trim_start);
        let target = target.and_then(crate::text::number);
        let target = target.ok_or(ParseRulesError::Head)?;
        let mut options = Options {
            target,
            ..preset.rules.0
        };
        if let Some(name) = seating {
            let option = || ParseRulesError::Option(name.to_owned());
            let seating = name.parse().map_err(|_| option())?;
            if seating == options.seating {
                return Err(ParseRulesError::Redundant(name.to_owned()));
            }
            options.seating = seating;
        }
        Ok(options.try_into()?)
    }
}

/// The only preset.
#[derive(PartialEq, Eq, Debug)]
pub struct Preset {
    name: &'static str,
    rules: Rules,
}

impl Preset {
    /// A short match of two players.
    pub const HIGH_TILE: Self = Self {
        name: "High Tile",
        rules: Rules(Options {
            seating: Seating::TWO,
            target: 5,
        }),
    };
}

impl GamePreset for Preset {
    type Rules = Rules;

    const ALL: &'static [Self] = &[Self::HIGH_TILE];

    fn name(&self) -> &'static str {
        self.name
    }

    fn rules(&self) -> Rules {
        self.rules
    }

    fn seatings(&self) -> &'static [Seating] {
        &Seating::ALL
    }

    fn for_seating(&self, seating: Seating) -> Rules {
        let target = self.rules.target();
        Rules(Options { seating, target })
    }
}
