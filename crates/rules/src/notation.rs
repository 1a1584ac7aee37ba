//! Short notation: a table's rules on one line that a regular player reads at a glance
//! (rules.md, Short notation).
//!
//! A line begins with the name of the preset that the rules are nearest to, and the target; then
//! comes only what differs from that preset, each behind ` · `.
//!
//! ```
//! use boneyard_rules::{Preset, Rules};
//!
//! let rules: Rules = "All Fives 200 · 9 tiles · rotate".parse()?;
//! assert_eq!(rules.hand_size, 9);
//! assert_eq!(rules.to_string(), "All Fives 200 · 9 tiles · rotate");
//! assert_eq!(Preset::FIVE_UP.rules().to_string(), "Five-Up 150");
//! # Ok::<(), boneyard_rules::notation::ParseRulesError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::preset::Preset;
use crate::rules::{
    AfterBlock, BlockedScore, Calls, NextLead, NoDouble, Opening, Options, PointUnit, Rules,
    RulesError,
};
use crate::seat::Seating;

const SEPARATOR: &str = " · ";

/// The text isn't short notation of possible rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ParseRulesError {
    /// It doesn't begin with a preset's name and a target.
    #[error("short notation begins with a preset's name and the target, such as Five-Up 150")]
    Head,
    /// A part of it is no option.
    #[error("{0:?} is no option")]
    Option(String),
    /// An option is given twice, or as the preset has it already.
    #[error("{0:?} says nothing new")]
    Redundant(String),
    /// The options don't go together.
    #[error(transparent)]
    Impossible(#[from] RulesError),
}

/// An option said in fixed words, and what the words do to the options.
type Phrase = (&'static str, fn(&mut Options));

/// All of them, in the order in which they are printed.
const WORDS: &[Phrase] = &[
    ("spinner", |o| o.spinner = true),
    ("no spinner", |o| o.spinner = false),
    ("pips", |o| o.point_unit = PointUnit::Pips),
    ("fives", |o| o.point_unit = PointUnit::Fives),
    ("highest double", |o| o.opening = Opening::HighestDouble),
    ("lot", |o| o.opening = Opening::Lot),
    ("heaviest tile", |o| o.no_double = NoDouble::HeaviestTile),
    ("redeal", |o| o.no_double = NoDouble::Redeal),
    ("winner leads", |o| o.next_lead = NextLead::Winner),
    ("rotate", |o| o.next_lead = NextLead::Rotate),
    ("opening", |o| o.next_lead = NextLead::Opening),
    ("same after a block", |o| o.after_block = AfterBlock::Same),
    ("opening after a block", |o| {
        o.after_block = AfterBlock::Opening;
    }),
    ("opponents' total", |o| {
        o.blocked_score = BlockedScore::OpponentsTotal;
    }),
    ("difference", |o| o.blocked_score = BlockedScore::Difference),
    ("exact target", |o| o.exact_target = true),
    ("any target", |o| o.exact_target = false),
    ("going-out point", |o| o.going_out_point = true),
    ("hands score", |o| o.going_out_point = false),
    ("muggins calls", |o| o.calls = Calls::Muggins),
    ("automatic scoring", |o| o.calls = Calls::Automatic),
];

const SEATINGS: [(&str, Seating); 4] = [
    ("2 players", Seating::Two),
    ("3 players", Seating::Three),
    ("4 players", Seating::Four),
    ("partners", Seating::Partners),
];

/// What must be said of these options beyond the preset's name and the target.
fn differences(options: &Options, preset: &Preset) -> Vec<String> {
    let mut base = Options::from(preset.for_seating(options.seating));
    base.target = options.target;
    let mut parts = Vec::new();
    if options.seating != preset.rules().seating {
        let named = SEATINGS
            .iter()
            .filter(|(_, seating)| *seating == options.seating);
        parts.extend(named.map(|(word, _)| (*word).to_owned()));
    }
    if options.hand_size != base.hand_size {
        parts.push(format!("{} tiles", options.hand_size));
    }
    if options.reserve != base.reserve {
        parts.push(format!("reserve {}", options.reserve));
    }
    for (word, set) in WORDS {
        // A word is needed if the options already have what it says and the preset doesn't.
        let (mut same, mut changed) = (*options, base);
        set(&mut same);
        set(&mut changed);
        if same == *options && changed != base {
            parts.push((*word).to_owned());
        }
    }
    parts
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let described = Preset::ALL
            .iter()
            .filter(|preset| preset.rules().variant == self.variant)
            .map(|preset| (preset.name(), differences(self, preset)));
        let Some((name, parts)) = described.min_by_key(|(_, parts)| parts.len()) else {
            return Err(fmt::Error);
        };
        write!(f, "{name} {}", self.target)?;
        parts
            .iter()
            .try_for_each(|part| write!(f, "{SEPARATOR}{part}"))
    }
}

/// Does to the options what one part of a line says; `None` if it says nothing known.
fn apply(part: &str, options: &mut Options) -> Option<()> {
    if let Some(count) = part.strip_suffix(" tiles") {
        options.hand_size = count.parse().ok()?;
    } else if let Some(count) = part.strip_prefix("reserve ") {
        options.reserve = count.parse().ok()?;
    } else {
        WORDS.iter().find(|(word, _)| *word == part)?.1(options);
    }
    Some(())
}

impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(line: &str) -> Result<Self, ParseRulesError> {
        let mut parts = line.split(SEPARATOR);
        let head = parts.next().and_then(|head| head.rsplit_once(' '));
        let (preset, target) = head
            .and_then(|(name, target)| Some((Preset::by_name(name)?, target.parse().ok()?)))
            .ok_or(ParseRulesError::Head)?;
        let mut options = Options::from(*preset.rules());
        let mut seated = false;
        for part in parts {
            let before = options;
            // The seating comes first: hand size and reserve may depend on it.
            match SEATINGS.iter().find(|(word, _)| *word == part) {
                Some(&(_, seating)) if !seated => options = preset.for_seating(seating).into(),
                Some(_) => return Err(ParseRulesError::Option(part.to_owned())),
                None => apply(part, &mut options)
                    .ok_or_else(|| ParseRulesError::Option(part.to_owned()))?,
            }
            if options == before {
                return Err(ParseRulesError::Redundant(part.to_owned()));
            }
            seated = true;
        }
        options.target = target;
        Ok(Self::try_from(options)?)
    }
}
