//! The rules of a table, read from their line by the page's table of presets (RULES-TRAINS.md, Presets and Short notation).

use crate::common::document::TRAINS;

/// What a seat may do before its own train has begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OwnFirst {
    No,
    ForMexican,
    ForAll,
}

/// What a double asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DoubleTurn {
    Cover,
    FreeSecond,
    Nothing,
}

/// The rules of a table.
#[derive(Clone, Debug)]
pub(crate) struct Law {
    pub(crate) is_chickenfoot: bool,
    pub(crate) seats: usize,
    /// The highest number of pips.
    pub(crate) highest: u8,
    pub(crate) hand_size: usize,
    pub(crate) rounds: usize,
    pub(crate) double_blank: u32,
    pub(crate) whole_train: bool,
    pub(crate) own_first: OwnFirst,
    pub(crate) double_turn: DoubleTurn,
    pub(crate) must_cover: bool,
    pub(crate) arms: usize,
}

impl Law {
    /// Reads the rules from their line.
    pub(crate) fn read(line: &str) -> Self {
        let mut words = line.split(" · ");
        let head = words.next().expect("a head");
        let words: Vec<&str> = words.collect();
        let (name, rounds) = head.rsplit_once(' ').expect("a number of rounds");
        let rows = TRAINS.table("Presets");
        let row = rows.iter().find(|row| row[0] == name).expect(name);
        let numbers = |word: &&str| word.strip_suffix(" players")?.parse().ok();
        let seats: usize = words.iter().find_map(numbers).unwrap_or(4);
        let set = match row[1].split_once("; for 7 and 8 seats ") {
            Some((_, large)) if seats > 6 => large,
            Some((small, _)) => small,
            None => row[1],
        };
        // The parts of the column after a – are no numbers.
        let tiles = row[2].split(", ").filter_map(|tiles| tiles.parse().ok());
        let mut law = Self {
            is_chickenfoot: name.contains("Chickenfoot"),
            seats,
            highest: 12,
            hand_size: tiles.take(seats - 1).last().expect("a hand size"),
            rounds: rounds.parse().expect("a number of rounds"),
            double_blank: 50,
            whole_train: false,
            own_first: OwnFirst::No,
            double_turn: DoubleTurn::Cover,
            must_cover: false,
            arms: 4,
        };
        law.apply(set);
        for word in row[4].split(", ").chain(words) {
            law.apply(word);
        }
        law
    }

    fn apply(&mut self, word: &str) {
        let number = |word: &str| word.parse().expect("a number");
        match word {
            "" => {}
            "double-twelve" => self.highest = 12,
            "double-nine" => self.highest = 9,
            "one tile first" => self.whole_train = false,
            "whole train first" => self.whole_train = true,
            "any train first" => self.own_first = OwnFirst::No,
            "own train before the Mexican" => self.own_first = OwnFirst::ForMexican,
            "own train first" => self.own_first = OwnFirst::ForAll,
            "cover doubles" => self.double_turn = DoubleTurn::Cover,
            "free second tile" => self.double_turn = DoubleTurn::FreeSecond,
            "plain doubles" => self.double_turn = DoubleTurn::Nothing,
            "out with a double" => self.must_cover = false,
            "cover the last double" => self.must_cover = true,
            _ => match word.rsplit_once(' ').expect(word) {
                (_, "players") => {}
                (tiles, "tiles") => self.hand_size = number(tiles),
                (arms, "arms") => self.arms = number(arms),
                ("double blank", points) => self.double_blank = number(points) as u32,
                _ => panic!("{word:?} is no word of short notation"),
            },
        }
    }
}
