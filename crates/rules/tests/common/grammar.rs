//! Reads a grammar in the EBNF of ISO/IEC 14977, as RULES.md writes it. Checks whether a text fits
//! a rule of the grammar, and makes random texts that fit a rule.

use std::collections::{BTreeSet, HashMap};

use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use super::document;

/// The possible values of `n` where the grammar says `n *`, which repeats an expression: the numbers of tiles
/// in the sets.
const SETS: [usize; 3] = [27, 28, 55];

/// How often a random sentence repeats a repeated expression at most.
const REPEATED_MAX: usize = 3;

enum Expression {
    Text(String),
    Name(String),
    All(Vec<Self>),
    One(Vec<Self>),
    Repeated(Box<Self>),
    Times(Vec<usize>, Box<Self>),
}

impl Expression {
    /// What the grammar says between question marks.
    fn special(text: &str) -> Self {
        match text {
            "line feed, U+000A" => Self::Text("\n".into()),
            "a name in the table of presets" => {
                let rows = document::table("Presets").into_iter();
                Self::One(rows.map(|row| Self::Text(row[0].into())).collect())
            }
            "a word in the table of options, with a number for each N" => {
                let rows = document::table("Options").into_iter();
                let words = rows.flat_map(|row| document::values(row[1]));
                let words = words.filter(|(_, word)| !word.is_empty());
                Self::One(words.map(|(_, word)| Self::with_numbers(word)).collect())
            }
            _ => panic!("{text:?} has no meaning here"),
        }
    }

    /// A text with a number in the place of each N.
    fn with_numbers(text: &str) -> Self {
        let mut parts = text.split('N').map(|part| Self::Text(part.into()));
        let first = parts.next().into_iter();
        let others = parts.flat_map(|part| [Self::Name("number".into()), part]);
        Self::All(first.chain(others).collect())
    }
}

pub struct Grammar(HashMap<String, Expression>);

impl Grammar {
    /// The grammar of transcripts of the games of the line.
    pub fn of_transcripts() -> Self {
        Self::read(document::LINE.block("ebnf"))
    }

    pub fn read(text: &str) -> Self {
        let mut reader = Reader { rest: text };
        let mut rules = HashMap::new();
        while reader.peek().is_some() {
            let name = reader.name();
            assert!(reader.take('='), "a rule at {}", reader.rest);
            rules.insert(name, reader.choice());
            assert!(reader.take(';'), "the end of a rule at {}", reader.rest);
        }
        Self(rules)
    }

    /// Whether the whole text fits the rule with this name.
    pub fn has(&self, rule: &str, text: &str) -> bool {
        self.ends(&self.0[rule], text, 0).contains(&text.len())
    }

    /// The ends of all parts of the text that begin at `at` and fit the expression.
    fn ends(&self, expression: &Expression, text: &str, at: usize) -> BTreeSet<usize> {
        let after = |from: BTreeSet<usize>, next: &Expression| -> BTreeSet<usize> {
            from.into_iter()
                .flat_map(|at| self.ends(next, text, at))
                .collect()
        };
        match expression {
            Expression::Text(said) => {
                let end = text[at..].starts_with(said).then(|| at + said.len());
                end.into_iter().collect()
            }
            Expression::Name(name) => self.ends(&self.0[name], text, at),
            Expression::All(parts) => parts.iter().fold(BTreeSet::from([at]), after),
            Expression::One(choices) => {
                let ends = choices.iter().map(|choice| self.ends(choice, text, at));
                ends.flatten().collect()
            }
            Expression::Repeated(each) => {
                let mut all = BTreeSet::new();
                let mut last = BTreeSet::from([at]);
                while !last.is_empty() {
                    all.extend(&last);
                    last = after(last, each);
                }
                all
            }
            Expression::Times(counts, each) => {
                let mut all = BTreeSet::new();
                let mut last = BTreeSet::from([at]);
                for count in 1..=counts.iter().copied().max().unwrap_or(0) {
                    last = after(last, each);
                    all.extend(
                        counts
                            .contains(&count)
                            .then_some(&last)
                            .into_iter()
                            .flatten(),
                    );
                }
                all
            }
        }
    }

    /// A random text that fits the rule with this name.
    pub fn sentence(&self, rule: &str, rng: &mut StdRng) -> String {
        self.say(&self.0[rule], rng)
    }

    fn say(&self, expression: &Expression, rng: &mut StdRng) -> String {
        let several = |count: usize, each: &Expression, rng: &mut StdRng| {
            (0..count).map(|_| self.say(each, rng)).collect()
        };
        match expression {
            Expression::Text(said) => said.clone(),
            Expression::Name(name) => self.sentence(name, rng),
            Expression::All(parts) => parts.iter().map(|part| self.say(part, rng)).collect(),
            Expression::One(choices) => {
                let choice = choices.choose(rng).expect("a choice");
                self.say(choice, rng)
            }
            Expression::Repeated(each) => several(rng.random_range(0..=REPEATED_MAX), each, rng),
            Expression::Times(counts, each) => {
                let count = *counts.choose(rng).expect("a count");
                several(count, each, rng)
            }
        }
    }
}

/// Parses a grammar. `rest` is the text that is not parsed yet.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    /// The next character, after spaces and comments are skipped.
    fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start();
        while let Some(comment) = self.rest.strip_prefix("(*") {
            self.rest = comment.split_once("*)").expect("a comment ends").1;
            self.rest = self.rest.trim_start();
        }
        self.rest.chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.rest = &self.rest[wanted.len_utf8()..];
        }
        is_next
    }

    /// Reads the text up to the character `end`. Skips that character, and returns the text before it.
    fn until(&mut self, end: char) -> String {
        let (read, rest) = self.rest.split_once(end).expect("an end");
        self.rest = rest;
        read.to_owned()
    }

    fn name(&mut self) -> String {
        let is_of_name = |it: char| it.is_ascii_alphabetic() || it == ' ';
        let end = self.rest.find(|it| !is_of_name(it)).expect("an end");
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        name.trim().to_owned()
    }

    fn choice(&mut self) -> Expression {
        let mut choices = vec![self.sequence()];
        while self.take('|') {
            choices.push(self.sequence());
        }
        Expression::One(choices)
    }

    fn sequence(&mut self) -> Expression {
        let mut parts = vec![self.factor()];
        while self.take(',') {
            parts.push(self.factor());
        }
        Expression::All(parts)
    }

    fn factor(&mut self) -> Expression {
        let first = self.peek().expect("a factor");
        if let Some(rest) = self.rest.strip_prefix("n *") {
            self.rest = rest;
            return Expression::Times(SETS.into(), self.factor().into());
        }
        if first.is_ascii_digit() {
            let count = self.until('*').trim().parse().expect("a count");
            return Expression::Times(vec![count], self.factor().into());
        }
        if self.take('"') {
            return Expression::Text(self.until('"'));
        }
        if self.take('?') {
            return Expression::special(self.until('?').trim());
        }
        for (open, close) in [('(', ')'), ('[', ']'), ('{', '}')] {
            if self.take(open) {
                let inner = self.choice();
                assert!(self.take(close), "{close} at {}", self.rest);
                return match open {
                    '[' => Expression::One(vec![inner, Expression::All(vec![])]),
                    '{' => Expression::Repeated(inner.into()),
                    _ => inner,
                };
            }
        }
        Expression::Name(self.name())
    }
}

/// A line whose tiles are written with the higher end first.
pub fn with_high_ends_first(line: &str) -> String {
    let is_below = |one: &str, other: &str| {
        let numbers = one.parse::<u8>().ok().zip(other.parse::<u8>().ok());
        numbers.is_some_and(|(one, other)| one < other)
    };
    let in_order = |word: &str| match word.split_once('-') {
        Some((one, other)) if is_below(one, other) => format!("{other}-{one}"),
        _ => word.to_owned(),
    };
    let words: Vec<String> = line.split(' ').map(in_order).collect();
    words.join(" ")
}
