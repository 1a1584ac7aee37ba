//! What is fixed before a match (RULES-TRAINS.md, Options).

use std::ops::{Deref, RangeInclusive};

use serde::{Deserialize, Serialize};

use crate::game::{GamePreset as _, GameRules, RulesError};
use crate::seat::{SEATS_MAX, Seating};
use crate::tile::{Pips, Tile};
use crate::tile_set::LargeTileSet;

/// The possible seatings, from two seats on: each seat is alone.
pub const SEATINGS: [Seating; SEATS_MAX - 1] = {
    let [two, three, four, five, six, seven, eight, ..] = Seating::ALL;
    [two, three, four, five, six, seven, eight]
};

/// The possible numbers of tiles in a hand.
pub const HAND_SIZES: RangeInclusive<u8> = 4..=16;

/// The most points of 0-0 in a hand.
pub const DOUBLE_BLANK_MAX: u8 = 50;

/// The possible numbers of tiles that the hub of Chickenfoot needs first; the first is the usual one.
pub const ARMS: [u8; 3] = [4, 6, 8];

macro_rules! option {
    ($(#[$doc:meta])* $name:ident, $schema:literal { $($(#[$value_doc:meta])* $value:ident,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[cfg_attr(feature = "schema", schemars(rename = $schema))]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$value_doc])* $value,)+
        }

        impl $name {
            /// All values, the usual one first.
            pub const ALL: &[Self] = &[$(Self::$value,)+];
        }
    };
}

option! {
    /// The game: how the tiles are laid.
    Variant, "TrainsVariant" {
        /// A train for each seat, and the Mexican train.
        MexicanTrain,
        /// A tree, in which a double asks for three tiles.
        Chickenfoot,
    }
}

option! {
    /// The set of tiles.
    DominoSet, "TrainsDominoSet" {
        /// 91 tiles, up to 12-12.
        DoubleTwelve,
        /// 55 tiles, up to 9-9.
        DoubleNine,
    }
}

option! {
    /// The first turn of each seat in a round of Mexican Train.
    FirstTurn, "TrainsFirstTurn" {
        /// It is like the others.
        OneTile,
        /// The seat lays as many tiles on its own train as it likes.
        WholeTrain,
    }
}

option! {
    /// What a seat may not do before its own train has begun.
    OwnFirst, "TrainsOwnFirst" {
        /// It may do all.
        No,
        /// It may not play on the Mexican train, unless to cover a double.
        ForMexican,
        /// It may play on its own train only.
        ForAll,
    }
}

option! {
    /// What a double on a train asks for.
    DoubleTurn, "TrainsDoubleTurn" {
        /// A cover: the seat goes on with it.
        Cover,
        /// The seat plays a second tile anywhere, and the double must be covered later.
        FreeSecond,
        /// Nothing.
        None,
    }
}

option! {
    /// What happens if a double is the last tile of a hand.
    LastDouble, "TrainsLastDouble" {
        /// It ends the round.
        Ends,
        /// It must be covered, as long as a tile can be drawn for it.
        MustCover,
    }
}

impl DominoSet {
    /// The number of doubles, and so of rounds that can be played.
    #[must_use]
    pub const fn double_count(self) -> u8 {
        match self {
            Self::DoubleTwelve => 13,
            Self::DoubleNine => 10,
        }
    }

    /// All tiles.
    #[must_use]
    pub const fn tiles(self) -> LargeTileSet {
        LargeTileSet::first(match self {
            Self::DoubleTwelve => Tile::COUNT,
            Self::DoubleNine => Tile::DOUBLE_NINE,
        })
    }

    /// The number of tiles that are dealt: all but the engine.
    #[must_use]
    pub const fn dealt(self) -> usize {
        self.tiles().len() - 1
    }
}

/// The options, which need not be possible together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "TrainsOptions"))]
pub struct Options {
    /// The game: how the tiles are laid.
    pub game: Variant,
    /// The number of players; each is alone.
    pub seating: Seating,
    /// The set of tiles.
    pub tile_set: DominoSet,
    /// The tiles of each hand, 4 to 16.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub hand_size: u8,
    /// The rounds of the match, 1 to 13, with double-nine to 10. The engines go down from the highest double.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub rounds: u8,
    /// The points of 0-0 in a hand, 0 to 50.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub double_blank: u8,
    /// Mexican Train: the first turn of each seat in a round.
    pub first_turn: FirstTurn,
    /// Mexican Train: what a seat may not do before its own train has begun.
    pub own_first: OwnFirst,
    /// Mexican Train: what a double asks for.
    pub double_turn: DoubleTurn,
    /// Mexican Train: what happens if a double is the last tile of a hand.
    pub last_double: LastDouble,
    /// Chickenfoot: how many tiles the hub needs first, 4, 6 or 8.
    #[serde(deserialize_with = "crate::whole::option_u8")]
    pub arms: u8,
}

/// A checked combination of options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "Options", into = "Options")]
pub struct Rules(pub(super) Options);

impl Rules {
    /// The engine of a round, by the round's number from 1 on; `None` if the set has too few doubles.
    #[must_use]
    pub fn engine(&self, round: u8) -> Option<Tile> {
        let above = round.checked_sub(1)?;
        let pips = (self.tile_set.double_count() - 1).checked_sub(above)?;
        Pips::new(pips).map(Tile::double)
    }

    /// The points of a tile in a hand when the round is over.
    #[must_use]
    pub fn points(&self, tile: Tile) -> u8 {
        match tile.weight() {
            0 => self.double_blank,
            weight => weight,
        }
    }

    /// The points of a hand.
    #[must_use]
    pub fn hand_points(&self, hand: LargeTileSet) -> u16 {
        hand.iter().map(|tile| u16::from(self.points(tile))).sum()
    }
}

impl Deref for Rules {
    type Target = Options;

    fn deref(&self) -> &Options {
        &self.0
    }
}

impl GameRules for Rules {
    type Options = Options;

    fn seating(&self) -> Seating {
        self.seating
    }

    /// A match of so many rounds, if the set has so many doubles.
    fn of_boards(&self, rounds: u8) -> Option<Self> {
        Self::try_from(Options { rounds, ..self.0 }).ok()
    }

    /// With the set and the hands of the preset for so many seats, if these rules have those of their own number.
    fn for_players(&self, players: usize) -> Option<Self> {
        let to = Seating::new(u8::try_from(players).ok()?, false)?;
        let preset = self.preset();
        let (own, other) = (preset.for_seating(self.seating), preset.for_seating(to));
        if other.seating != to {
            return None;
        }
        let mut options = Options {
            seating: to,
            ..self.0
        };
        if (self.tile_set, self.hand_size) == (own.tile_set, own.hand_size) {
            (options.tile_set, options.hand_size) = (other.tile_set, other.hand_size);
        }
        options.try_into().ok()
    }

    fn fewest_win(&self) -> bool {
        true
    }

    fn variant(&self) -> &'static str {
        match self.game {
            Variant::MexicanTrain => "mexican_train",
            Variant::Chickenfoot => "chickenfoot",
        }
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
        const OF_TRAINS: &str = "it is an option of Mexican Train";
        let held = options.seating.seat_count() * usize::from(options.hand_size);
        let can_be_dealt = held <= options.tile_set.dealt();
        let is_mexican = options.game == Variant::MexicanTrain;
        let checks = [
            (
                !options.seating.has_partners(),
                "seating",
                "two to eight players play, each alone",
            ),
            (
                HAND_SIZES.contains(&options.hand_size) && can_be_dealt,
                "hand_size",
                "it must be 4 to 16 tiles, and all hands together at most the set without the engine",
            ),
            (
                (1..=options.tile_set.double_count()).contains(&options.rounds),
                "rounds",
                "it must be at least one, and at most the number of doubles of the set",
            ),
            (
                options.double_blank <= DOUBLE_BLANK_MAX,
                "double_blank",
                "it must be at most 50 points",
            ),
            (
                is_mexican || options.first_turn == FirstTurn::OneTile,
                "first_turn",
                OF_TRAINS,
            ),
            (
                is_mexican || options.own_first == OwnFirst::No,
                "own_first",
                OF_TRAINS,
            ),
            (
                is_mexican || options.double_turn == DoubleTurn::Cover,
                "double_turn",
                OF_TRAINS,
            ),
            (
                is_mexican || options.last_double == LastDouble::Ends,
                "last_double",
                OF_TRAINS,
            ),
            (
                options.last_double == LastDouble::Ends || options.double_turn != DoubleTurn::None,
                "last_double",
                "a plain double asks for no cover",
            ),
            (
                !is_mexican || options.arms == ARMS[0],
                "arms",
                "it is an option of Chickenfoot",
            ),
            (
                ARMS.contains(&options.arms),
                "arms",
                "it must be 4, 6 or 8 arms",
            ),
        ];
        match checks.into_iter().find(|(holds, ..)| !holds) {
            Some((_, option, reason)) => Err(RulesError { option, reason }),
            None => Ok(Self(options)),
        }
    }
}
