//! Short notation: the rules of a table on one line (RULES-TRAINS.md, Presets).
//!
//! A line begins with the name of the most similar preset and the number of rounds. Then come the differences from that
//! preset, each after ` · `.
//!
//! ```
//! use boneyard_rules::trains::{Preset, Rules};
//!
//! let rules: Rules = "Chickenfoot 10 · 3 players · 8 arms".parse()?;
//! assert_eq!((rules.hand_size, rules.arms), (10, 8));
//! assert_eq!(rules.to_string(), "Chickenfoot 10 · 3 players · 8 arms");
//! # Ok::<(), boneyard_rules::ParseRulesError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::game::{GamePreset as _, ParseRulesError, SEPARATOR};
use crate::seat::Seating;
use crate::text::number;
use crate::trains::preset::Preset;
use crate::trains::rules::{
    DominoSet, DoubleTurn, FirstTurn, LastDouble, Options, OwnFirst, Rules,
};

/// How a difference from a preset is written.
enum Part {
    /// A fixed phrase for one value of an option, and a function that sets the option to this value.
    Phrase(&'static str, fn(&mut Options)),
    /// A number between two fixed texts, and the option that has it.
    Number(&'static str, &'static str, fn(&mut Options) -> &mut u8),
}

/// All parts of a line but the number of players, in the order in which they are printed.
const PARTS: [Part; 15] = [
    Part::Phrase("double-twelve", |o| o.tile_set = DominoSet::DoubleTwelve),
    Part::Phrase("double-nine", |o| o.tile_set = DominoSet::DoubleNine),
    Part::Number("", " tiles", |o| &mut o.hand_size),
    Part::Number("double blank ", "", |o| &mut o.double_blank),
    Part::Phrase("one tile first", |o| o.first_turn = FirstTurn::OneTile),
    Part::Phrase("whole train first", |o| {
        o.first_turn = FirstTurn::WholeTrain;
    }),
    Part::Phrase("any train first", |o| o.own_first = OwnFirst::No),
    Part::Phrase("own train before the Mexican", |o| {
        o.own_first = OwnFirst::ForMexican;
    }),
    Part::Phrase("own train first", |o| o.own_first = OwnFirst::ForAll),
    Part::Phrase("cover doubles", |o| o.double_turn = DoubleTurn::Cover),
    Part::Phrase("free second tile", |o| {
        o.double_turn = DoubleTurn::FreeSecond;
    }),
    Part::Phrase("plain doubles", |o| o.double_turn = DoubleTurn::None),
    Part::Phrase("out with a double", |o| o.last_double = LastDouble::Ends),
    Part::Phrase("cover the last double", |o| {
        o.last_double = LastDouble::MustCover;
    }),
    Part::Number("", " arms", |o| &mut o.arms),
];

const PLAYERS: &str = " players";

impl Part {
    /// The text, if the options have this value and the preset's options another.
    fn print(&self, options: Options, base: Options) -> Option<String> {
        let (mut own, mut other) = (options, base);
        match self {
            Self::Phrase(words, set) => {
                set(&mut own);
                set(&mut other);
                (own == options && other != base).then(|| (*words).to_owned())
            }
            Self::Number(before, after, field) => {
                let (own, other) = (*field(&mut own), *field(&mut other));
                (own != other).then(|| format!("{before}{own}{after}"))
            }
        }
    }

    /// Sets the option from a text; `None` if the text is of another part.
    fn read(&self, text: &str, options: &mut Options) -> Option<()> {
        match self {
            Self::Phrase(words, set) => (*words == text).then(|| set(options)),
            Self::Number(before, after, field) => {
                let text = text.strip_prefix(before)?.strip_suffix(after)?;
                *field(options) = number(text)?;
                Some(())
            }
        }
    }
}

/// The parts of a line: one for each option that differs from the preset's value. The number of rounds is not compared,
/// because every line names it.
fn differences(options: Options, preset: &Preset) -> Vec<String> {
    let base = preset.for_seating(options.seating).into();
    let is_usual = options.seating == preset.rules().seating;
    let players = (!is_usual).then(|| format!("{}{PLAYERS}", options.seating.seat_count()));
    let parts = PARTS.iter();
    let parts = parts.filter_map(|part| part.print(options, base));
    players.into_iter().chain(parts).collect()
}

/// The most similar preset, and the differences from it. `None` if no preset has the game for so many seats.
fn described(rules: &Rules) -> Option<(&'static Preset, Vec<String>)> {
    let is_possible = |preset: &&Preset| {
        preset.variant() == rules.game && preset.seatings().contains(&rules.seating)
    };
    let presets = Preset::ALL.iter().filter(is_possible);
    presets
        .map(|preset| (preset, differences((*rules).into(), preset)))
        .min_by_key(|(_, parts)| parts.len())
}

impl Rules {
    /// The preset whose name begins the line of these rules.
    #[must_use]
    pub fn preset(&self) -> &'static Preset {
        described(self).map_or(&Preset::MEXICAN_TRAIN, |(preset, _)| preset)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (preset, parts) = described(self).ok_or(fmt::Error)?;
        write!(f, "{} {}", preset.name(), self.rounds)?;
        let mut parts = parts.iter();
        parts.try_for_each(|part| write!(f, "{SEPARATOR}{part}"))
    }
}

/// The seating that a part of a line names.
fn seating_of(part: &str) -> Option<Seating> {
    Seating::new(number(part.strip_suffix(PLAYERS)?)?, false)
}

/// The options with one part of a line applied.
fn with(part: &str, mut options: Options) -> Result<Options, ParseRulesError> {
    let is_known = if let Some(seating) = seating_of(part) {
        options.seating = seating;
        true
    } else {
        let mut parts = PARTS.iter();
        parts.any(|one| one.read(part, &mut options).is_some())
    };
    if is_known {
        Ok(options)
    } else {
        Err(ParseRulesError::Option(part.to_owned()))
    }
}

impl FromStr for Rules {
    type Err = ParseRulesError;

    /// Reads the options in any order.
    fn from_str(line: &str) -> Result<Self, ParseRulesError> {
        let mut parts = line.split(SEPARATOR);
        let head = parts.next().and_then(|head| head.rsplit_once(' '));
        let (preset, rounds) = head
            .and_then(|(name, rounds)| Some((Preset::by_name(name)?, number(rounds)?)))
            .ok_or(ParseRulesError::Head)?;
        let parts: Vec<&str> = parts.collect();
        // The preset's set and hand size depend on the seating. So the seating is read first, even if it is not the
        // first part of the line.
        let own = preset.rules().seating;
        let named = parts.iter().find_map(|part| seating_of(part));
        let base = Options {
            seating: own,
            rounds,
            ..preset.for_seating(named.unwrap_or(own)).into()
        };
        let mut options = base;
        for part in &parts {
            let before = options;
            options = with(part, before)?;
            if options == before || with(part, base)? == base {
                return Err(ParseRulesError::Redundant((*part).to_owned()));
            }
        }
        // A part has no effect if a later part sets the same option to another value.
        for part in &parts {
            if with(part, options)? != options {
                return Err(ParseRulesError::Redundant((*part).to_owned()));
            }
        }
        Ok(Self::try_from(options)?)
    }
}
