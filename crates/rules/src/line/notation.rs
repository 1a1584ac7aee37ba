//! Short notation: the rules of a table on one line that regular players understand at a glance
//! (RULES.md, Short notation).
//!
//! A line begins with the name of the most similar preset and the target. Then come the differences
//! from that preset, each after ` · `.
//!
//! ```
//! use boneyard_rules::line::{Preset, Rules};
//!
//! let rules: Rules = "All Fives 200 · 9 tiles · rotate".parse()?;
//! assert_eq!(rules.hand_size, 9);
//! assert_eq!(rules.to_string(), "All Fives 200 · 9 tiles · rotate");
//! assert_eq!(Preset::FIVE_UP.rules().to_string(), "Five-Up 150");
//! # Ok::<(), boneyard_rules::ParseRulesError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use crate::game::{ParseRulesError, SEPARATOR};
use crate::line::preset::Preset;
use crate::line::rules::{
    AfterBlock, BlockedScore, BlockedTie, BlockedWinner, Callers, Calls, DominoSet, DominoWinner,
    Finish, Hands, Love, MatchEnd, NextLead, NoDouble, Opening, Options, Passes, PointUnit, Rules,
    Turns,
};
use crate::seat::Seating;
use crate::text::number;

/// A fixed phrase for one value of an option, and a function that sets the option to this value.
type Phrase = (&'static str, fn(&mut Options));

/// All phrases, in the order in which they are printed.
const WORDS: &[Phrase] = &[
    ("spinner", |o| o.spinner = true),
    ("no spinner", |o| o.spinner = false),
    ("pips", |o| o.point_unit = PointUnit::Pips),
    ("fives", |o| o.point_unit = PointUnit::Fives),
    ("highest double", |o| o.opening = Opening::HighestDouble),
    ("lot", |o| o.opening = Opening::Lot),
    ("lowest double", |o| o.opening = Opening::LowestDouble),
    ("double one", |o| o.opening = Opening::DoubleOne),
    ("heaviest tile", |o| o.no_double = NoDouble::HeaviestTile),
    ("redeal", |o| o.no_double = NoDouble::Redeal),
    ("winner leads", |o| o.next_lead = NextLead::Winner),
    ("rotate", |o| o.next_lead = NextLead::Rotate),
    ("opening", |o| o.next_lead = NextLead::Opening),
    ("winning side leads", |o| {
        o.next_lead = NextLead::WinningSide;
    }),
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
    ("double-six", |o| o.tile_set = DominoSet::DoubleSix),
    ("no double blank", |o| o.tile_set = DominoSet::NoDoubleBlank),
    ("double-nine", |o| o.tile_set = DominoSet::DoubleNine),
    ("clockwise", |o| o.turns = Turns::Clockwise),
    ("counter-clockwise", |o| o.turns = Turns::CounterClockwise),
    ("opponents' hands", |o| o.hands = Hands::Opponents),
    ("all hands", |o| o.hands = Hands::All),
    ("no hands", |o| o.hands = Hands::None),
    ("lightest side", |o| o.blocked_winner = BlockedWinner::Side),
    ("lightest seat", |o| {
        o.blocked_winner = BlockedWinner::LightestSeat;
    }),
    ("blocker", |o| o.blocked_winner = BlockedWinner::Blocker),
    ("tie to nobody", |o| o.blocked_tie = BlockedTie::Nobody),
    ("tie to leader", |o| o.blocked_tie = BlockedTie::Leader),
    ("tie to blocker", |o| o.blocked_tie = BlockedTie::Blocker),
    ("tie doubles", |o| o.blocked_tie = BlockedTie::Doubles),
    ("no love", |o| o.love = Love::No),
    ("love", |o| o.love = Love::Yes),
    ("love one-all", |o| o.love = Love::OneAll),
    ("match ends at once", |o| o.match_end = MatchEnd::AtOnce),
    ("match ends after a round", |o| {
        o.match_end = MatchEnd::AfterRound;
    }),
    ("who goes out scores", |o| {
        o.domino_winner = DominoWinner::Out;
    }),
    ("lightest side scores", |o| {
        o.domino_winner = DominoWinner::LightestSide;
    }),
    ("opponents call", |o| o.callers = Callers::Opponents),
    ("anyone calls", |o| o.callers = Callers::Everyone),
];

/// An option with one or more numbers, written between two fixed texts, with `/` between the
/// numbers.
struct Numbers {
    before: &'static str,
    after: &'static str,
    get: fn(&Options) -> Vec<u8>,
    /// Sets the option; `None` if the number of values is wrong.
    set: fn(&mut Options, &[u8]) -> Option<()>,
}

/// All options with numbers. They are printed in this order, after the phrases.
const NUMBERS: &[Numbers] = &[
    Numbers {
        before: "redeal at ",
        after: " doubles",
        get: |o| vec![o.redeal_doubles],
        set: |o, numbers| one(&mut o.redeal_doubles, numbers),
    },
    Numbers {
        before: "finish ",
        after: "",
        get: |o| o.finish.list().into(),
        set: |o, numbers| {
            o.finish = Finish::of(<[u8; 5]>::try_from(numbers).ok()?);
            Some(())
        },
    },
    Numbers {
        before: "double blank ",
        after: "",
        get: |o| vec![o.double_blank],
        set: |o, numbers| one(&mut o.double_blank, numbers),
    },
    Numbers {
        before: "rounds ",
        after: "",
        get: |o| o.round_bonus.into(),
        set: |o, numbers| {
            o.round_bonus = numbers.try_into().ok()?;
            Some(())
        },
    },
    Numbers {
        before: "passes ",
        after: "",
        get: |o| o.passes.list().into(),
        set: |o, numbers| {
            o.passes = Passes::of(<[u8; 4]>::try_from(numbers).ok()?);
            Some(())
        },
    },
    Numbers {
        before: "entry ",
        after: "",
        get: |o| vec![o.entry],
        set: |o, numbers| one(&mut o.entry, numbers),
    },
];

fn one(option: &mut u8, numbers: &[u8]) -> Option<()> {
    let &[number] = numbers else { return None };
    *option = number;
    Some(())
}

impl Numbers {
    fn print(&self, options: &Options) -> String {
        let numbers: Vec<_> = (self.get)(options).iter().map(u8::to_string).collect();
        format!("{}{}{}", self.before, numbers.join("/"), self.after)
    }

    /// Sets the option from a part of a line; `None` if the part is not a valid text of this option.
    fn apply(&self, text: &str, options: &mut Options) -> Option<()> {
        let numbers = text.strip_prefix(self.before)?.strip_suffix(self.after)?;
        let numbers: Vec<u8> = numbers.split('/').map(number).collect::<Option<_>>()?;
        (self.set)(options, &numbers)
    }
}

const SEATINGS: [(&str, Seating); 4] = [
    ("2 players", Seating::TWO),
    ("3 players", Seating::THREE),
    ("4 players", Seating::FOUR),
    ("partners", Seating::PARTNERS),
];

/// The parts of a line: one for each option that differs from the preset's value. The target is not
/// compared, because every line names it.
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
        // A phrase is needed if the options have the phrase's value and the preset has another value.
        let (mut same, mut changed) = (*options, base);
        set(&mut same);
        set(&mut changed);
        if same == *options && changed != base {
            parts.push((*word).to_owned());
        }
    }
    let different = |numbers: &&Numbers| (numbers.get)(options) != (numbers.get)(&base);
    parts.extend(
        NUMBERS
            .iter()
            .filter(different)
            .map(|numbers| numbers.print(options)),
    );
    parts
}

/// The most similar preset, and the differences from it. `None` if no preset has the variant.
fn described(rules: &Rules) -> Option<(&'static Preset, Vec<String>)> {
    let presets = Preset::ALL.iter();
    presets
        .filter(|preset| preset.rules().variant == rules.variant)
        .map(|preset| (preset, differences(rules, preset)))
        .min_by_key(|(_, parts)| parts.len())
}

impl Rules {
    /// The preset whose name begins the line of these rules.
    #[must_use]
    pub fn preset(&self) -> &'static Preset {
        described(self).map_or(&Preset::DRAW, |(preset, _)| preset)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (preset, parts) = described(self).ok_or(fmt::Error)?;
        write!(f, "{} {}", preset.name(), self.target)?;
        parts
            .iter()
            .try_for_each(|part| write!(f, "{SEPARATOR}{part}"))
    }
}

/// The seating that a part of a line names.
fn seating_of(part: &str) -> Option<Seating> {
    let named = SEATINGS.iter().find(|(word, _)| *word == part);
    named.map(|&(_, seating)| seating)
}

/// Applies one part of a line to the options; `None` if the part is unknown.
fn apply(part: &str, options: &mut Options) -> Option<()> {
    if let Some(count) = part.strip_suffix(" tiles") {
        options.hand_size = number(count)?;
    } else if let Some(count) = part.strip_prefix("reserve ") {
        options.reserve = number(count)?;
    } else if let Some(seating) = seating_of(part) {
        options.seating = seating;
    } else if let Some((_, set)) = WORDS.iter().find(|(word, _)| *word == part) {
        set(options);
    } else {
        return NUMBERS
            .iter()
            .find_map(|numbers| numbers.apply(part, options));
    }
    Some(())
}

impl FromStr for Rules {
    type Err = ParseRulesError;

    /// Reads the options in any order.
    fn from_str(line: &str) -> Result<Self, ParseRulesError> {
        let mut parts = line.split(SEPARATOR);
        let head = parts.next().and_then(|head| head.rsplit_once(' '));
        let (preset, target) = head
            .and_then(|(name, target)| Some((Preset::by_name(name)?, number(target)?)))
            .ok_or(ParseRulesError::Head)?;
        let parts: Vec<&str> = parts.collect();
        // The preset's hand size, tile set and reserve depend on the seating. So the seating is read first,
        // even if it is not the first part of the line.
        let own = preset.rules().seating;
        let seating = parts.iter().find_map(|part| seating_of(part));
        let base = Options {
            seating: own,
            target,
            ..preset.for_seating(seating.unwrap_or(own)).into()
        };
        let saying = |part: &str, mut options: Options| {
            let known = apply(part, &mut options);
            known.ok_or_else(|| ParseRulesError::Option(part.to_owned()))?;
            Ok::<_, ParseRulesError>(options)
        };
        let redundant = |part: &str| Err(ParseRulesError::Redundant(part.to_owned()));
        let mut options = base;
        for part in &parts {
            let before = options;
            options = saying(part, before)?;
            if options == before || saying(part, base)? == base {
                return redundant(part);
            }
        }
        // A part has no effect if a later part sets the same option to another value.
        for part in &parts {
            if saying(part, options)? != options {
                return redundant(part);
            }
        }
        Ok(Self::try_from(options)?)
    }
}
