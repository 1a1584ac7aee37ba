//! The options of a match, and the tiles of a set, in the types of the referee.

use std::fmt;

use serde::Deserialize;

/// The options as their JSON contains them. An option that the JSON leaves out is an empty text or 0.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Law {
    pub variant: String,
    pub seating: String,
    pub hand_size: usize,
    pub target: u32,
    pub spinner: bool,
    pub point_unit: String,
    pub opening: String,
    pub no_double: String,
    pub next_lead: String,
    pub after_block: String,
    pub reserve: usize,
    pub blocked_score: String,
    pub exact_target: bool,
    pub going_out_point: bool,
    pub calls: String,
    #[serde(default)]
    pub tile_set: String,
    #[serde(default)]
    #[expect(dead_code, reason = "it changes nothing that is written down")]
    pub turns: String,
    #[serde(default)]
    pub redeal_doubles: usize,
    #[serde(default)]
    pub hands: String,
    #[serde(default)]
    pub blocked_winner: String,
    #[serde(default)]
    pub blocked_tie: String,
    #[serde(default)]
    pub finish: Finish,
    #[serde(default)]
    pub double_blank: u32,
    #[serde(default)]
    pub round_bonus: Vec<u32>,
    #[serde(default)]
    pub passes: Passes,
    #[serde(default)]
    pub entry: u32,
    #[serde(default)]
    pub love: String,
    #[serde(default)]
    pub match_end: String,
    #[serde(default)]
    pub domino_winner: String,
    #[serde(default)]
    pub callers: String,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Finish {
    pub plain: u32,
    pub double: u32,
    pub both: u32,
    pub double_both: u32,
    pub blocked: u32,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub struct Passes {
    pub lead_double: u32,
    pub lead_other: u32,
    pub next: u32,
    pub all: u32,
}

impl Law {
    pub fn seats(&self) -> usize {
        match self.seating.as_str() {
            "two" => 2,
            "three" => 3,
            _ => 4,
        }
    }

    pub fn sides(&self) -> usize {
        if self.seating == "partners" {
            2
        } else {
            self.seats()
        }
    }

    pub fn side(&self, seat: usize) -> usize {
        seat % self.sides()
    }

    /// All seats in turn order, beginning with the seat `first`.
    pub fn seats_from(&self, first: usize) -> impl Iterator<Item = usize> + use<> {
        let count = self.seats();
        (0..count).map(move |after| (first + after) % count)
    }

    pub fn tiles(&self) -> Vec<Tile> {
        let top = if self.tile_set == "double_nine" { 9 } else { 6 };
        let all = (0..=top).flat_map(|high| (0..=high).map(move |low| Tile { high, low }));
        let absent = (self.tile_set == "no_double_blank").then(|| Tile::double(0));
        all.filter(|&tile| Some(tile) != absent).collect()
    }

    /// The points for a play after which the open ends have this count.
    pub fn count_points(&self, count: u32) -> u32 {
        match self.variant.as_str() {
            "all_fives" if count.is_multiple_of(5) && self.point_unit == "fives" => count / 5,
            "all_fives" if count.is_multiple_of(5) => count,
            "fives_and_threes" => [5, 3]
                .iter()
                .map(|&n| {
                    if count.is_multiple_of(n) {
                        count / n
                    } else {
                        0
                    }
                })
                .sum(),
            _ => 0,
        }
    }

    /// The points for this number of pips in hands.
    pub fn hand_points(&self, pips: u32) -> u32 {
        if self.variant != "all_fives" {
            return pips;
        }
        let fives = pips / 5 + u32::from(pips % 5 > 2);
        if self.point_unit == "fives" {
            fives
        } else {
            fives * 5
        }
    }

    /// The double that must be led, chosen from the dealt doubles; `None` if no double was dealt.
    pub fn opening_double(&self, doubles: impl Iterator<Item = Tile>) -> Option<Tile> {
        doubles.min_by_key(|double| match self.opening.as_str() {
            "lowest_double" => u32::from(double.high),
            "double_one" => (u32::from(double.high) + 9) % 10,
            _ => 9 - u32::from(double.high),
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Tile {
    pub high: u8,
    pub low: u8,
}

impl Tile {
    pub fn double(pips: u8) -> Self {
        Self {
            high: pips,
            low: pips,
        }
    }

    pub fn parse(text: &str) -> Result<Self, String> {
        match text.as_bytes() {
            &[high @ b'0'..=b'9', b'-', low @ b'0'..=b'9'] if high >= low => Ok(Self {
                high: high - b'0',
                low: low - b'0',
            }),
            _ => Err(format!("{text:?} is no tile")),
        }
    }

    pub fn is_double(self) -> bool {
        self.high == self.low
    }

    pub fn has(self, pips: u8) -> bool {
        self.high == pips || self.low == pips
    }

    pub fn weight(self) -> u32 {
        u32::from(self.high) + u32::from(self.low)
    }

    /// A key that orders tiles: the heavier tile has the greater key.
    pub fn heaviness(self) -> (u32, u8) {
        (self.weight(), self.high)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.high, self.low)
    }
}
