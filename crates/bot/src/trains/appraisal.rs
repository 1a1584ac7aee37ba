//! What a move is worth at first sight.

use boneyard_rules::trains::{DoubleTurn, Move, Place, Round, Variant};
use boneyard_rules::{BoxBySeat, LargeTileSet, Seat, Tile};

use crate::trains::chain::{best_chain, worth};

/// What a chain that stays in the hand is worth, as a share of laying it now: it can be laid later, if the round lasts.
const STAYS: f32 = 0.75;

/// What a double is worth for which the hand has a cover: two tiles in a turn.
const WITH_COVER: f32 = 10.0;

/// What a double costs for which it has none: a tile is drawn, and in Mexican Train the train opens.
const WITHOUT_COVER: f32 = 15.0;

/// What it is worth to take the marker off the own train.
const CLOSES: f32 = 6.0;

/// Chickenfoot: what each tile of the hand is worth that fits the new end.
const FITS: f32 = 1.0;

/// Chickenfoot: what a double is worth, which can be played on ends with its pips only.
const DOUBLE: f32 = 5.0;

/// Chickenfoot: what it is worth to keep a tile for a double that isn't laid yet.
const READY: f32 = 8.0;

/// Chickenfoot: what a double costs for which the hand has no toe, if the seats are few.
const WITHOUT_TOE: f32 = 14.0;

/// With more seats the others may lay the three toes before the seat is on turn again.
const FEW_SEATS: usize = 3;

/// What it is worth to go out.
const OUT: f32 = 1_000.0;

/// The tiles that the search of a chain may lay for a decision.
pub(crate) const TILES_MAX: u32 = 2_000;

/// The same in a supposed round.
const TILES_MAX_SUPPOSED: u32 = 60;

/// A tile that the seat on turn may play, with its place.
#[derive(Clone, Copy, Debug)]
struct Play {
    tile: Tile,
    on: Place,
}

impl From<Play> for Move {
    fn from(Play { tile, on }: Play) -> Self {
        Self::Play { tile, on }
    }
}

/// The chain that a seat can lay on its own train; none in Chickenfoot.
pub(crate) fn own_chain(round: &Round, seat: Seat, tiles_max: u32) -> Vec<Tile> {
    if round.rules().game == Variant::Chickenfoot {
        return Vec::new();
    }
    let end = round.end(Place::train(seat));
    let hand = round.hands()[seat];
    end.map_or_else(Vec::new, |end| {
        best_chain(round.rules(), hand, end, tiles_max)
    })
}

/// The seat on turn, and what is the same for all its moves.
struct Appraisal<'a> {
    round: &'a Round,
    hand: LargeTileSet,
    own: Option<Place>,
    has_marker: bool,
    /// How many tiles the seat has that holds fewest, without the seat on turn.
    turns_left: usize,
}

impl<'a> Appraisal<'a> {
    fn new(round: &'a Round, seat: Seat) -> Self {
        let is_mexican = round.rules().game == Variant::MexicanTrain;
        let others = round.hands().iter().filter(|&(other, _)| other != seat);
        let fewest = others.map(|(_, hand)| hand.len()).min();
        Self {
            round,
            hand: round.hands()[seat],
            own: is_mexican.then(|| Place::train(seat)),
            has_marker: is_mexican && round.markers().contains(&seat),
            turns_left: fewest.unwrap_or(0),
        }
    }

    /// What a chain in the hand is worth: only tiles for which there will be a turn count.
    fn stays(&self, chain: &[Tile]) -> f32 {
        let tiles = chain.iter().take(self.turns_left);
        let all: f32 = tiles.map(|&tile| worth(self.round.rules(), tile)).sum();
        all * STAYS
    }

    /// What a play is worth, if this chain stays in the hand.
    fn of(&self, Play { tile, on }: Play, chain: &[Tile]) -> f32 {
        let mut hand = self.hand;
        hand.remove(tile);
        if hand.is_empty() {
            return OUT;
        }
        let end = self.round.end(on);
        let to = end.and_then(|end| tile.opposite(end));
        let fitting = to.map_or(LargeTileSet::EMPTY, LargeTileSet::with);
        let fitting = fitting.intersection(hand).len();
        let mut value = worth(self.round.rules(), tile) + self.stays(chain);
        if self.own.is_none() {
            value += FITS * fitting as f32;
            if tile.is_double() {
                value += DOUBLE;
            }
        } else if tile.is_double() && self.round.rules().double_turn != DoubleTurn::None {
            value += if fitting > 0 {
                WITH_COVER
            } else {
                -WITHOUT_COVER
            };
        }
        if self.has_marker && self.own == Some(on) {
            value += CLOSES;
        }
        value
    }

    /// Chickenfoot: what it is worth that the hand has toes for doubles after a play. Supposed rounds are played on
    /// without: where all seats keep such tiles, the search finds worse moves.
    fn ready(&self, Play { tile, .. }: Play) -> f32 {
        if self.own.is_some() {
            return 0.0;
        }
        let mut hand = self.hand;
        hand.remove(tile);
        let has_toe = |double: Tile| {
            let mut toes = hand.intersection(LargeTileSet::with(double.high()));
            toes.remove(double);
            !toes.is_empty()
        };
        let doubles = self.round.unplayed().intersection(LargeTileSet::DOUBLES);
        let ready = doubles.iter().filter(|&double| has_toe(double)).count();
        let is_few = self.round.rules().seating.seat_count() <= FEW_SEATS;
        let is_bare = is_few && tile.is_double() && !has_toe(tile);
        READY * ready as f32 - if is_bare { WITHOUT_TOE } else { 0.0 }
    }

    /// The chain that is left in the hand after a play.
    fn chain_after(&self, Play { tile, on }: Play) -> Vec<Tile> {
        let Some(own) = self.own else {
            return Vec::new();
        };
        let mut hand = self.hand;
        hand.remove(tile);
        let end = self.round.end(own);
        let end = end.and_then(|end| {
            if on == own {
                tile.opposite(end)
            } else {
                Some(end)
            }
        });
        end.map_or_else(Vec::new, |end| {
            best_chain(self.round.rules(), hand, end, TILES_MAX)
        })
    }
}

/// What each of these moves of the seat on turn is worth. To stop is worth the chain that stays.
pub(crate) fn appraise(round: &Round, seat: Seat, moves: &[Move]) -> Vec<f32> {
    let appraisal = Appraisal::new(round, seat);
    let of = |chosen: &Move| match *chosen {
        Move::Play { tile, on } => {
            let play = Play { tile, on };
            appraisal.of(play, &appraisal.chain_after(play)) + appraisal.ready(play)
        }
        Move::Stop => appraisal.stays(&own_chain(round, seat, TILES_MAX)),
    };
    moves.iter().map(of).collect()
}

/// How all seats of a supposed round play on: each by the worth of its moves, with a chain in mind that it keeps as long
/// as it fits.
#[derive(Clone, Debug)]
pub(crate) struct Plans(BoxBySeat<Vec<Tile>>);

impl Plans {
    pub(crate) fn new(round: &Round) -> Self {
        let seating = round.rules().seating;
        Self(BoxBySeat::from_fn(seating, |seat| {
            own_chain(round, seat, TILES_MAX_SUPPOSED)
        }))
    }

    /// The move of the seat on turn; `None` if the round is over.
    pub(crate) fn choose(&mut self, round: &Round) -> Option<Move> {
        let seat = round.turn()?;
        let appraisal = Appraisal::new(round, seat);
        self.renew(round, seat);
        let chain = &self.0[seat];
        if chain.is_empty() && round.may_stop() {
            return Some(Move::Stop);
        }
        let playable = round.playable();
        let mut best: Option<(f32, Play)> = None;
        round.each_end(|on, pips| {
            for tile in playable.intersection(LargeTileSet::with(pips)) {
                let play = Play { tile, on };
                let value = appraisal.of(play, kept(chain, play, appraisal.own));
                if best.is_none_or(|(most, _)| value > most) {
                    best = Some((value, play));
                }
            }
        });
        best.map(|(_, play)| play.into())
    }

    /// Keeps a move of the seat on turn in mind.
    pub(crate) fn note(&mut self, seat: Seat, chosen: Move) {
        let Move::Play { tile, on } = chosen else {
            return;
        };
        let chain = &mut self.0[seat];
        if on == Place::train(seat) && chain.first() == Some(&tile) {
            chain.remove(0);
        } else if let Some(at) = chain.iter().position(|&one| one == tile) {
            chain.truncate(at);
        }
    }

    /// Looks for another chain if this one is at its end, or its train goes on otherwise.
    fn renew(&mut self, round: &Round, seat: Seat) {
        let end = round.end(Place::train(seat));
        let fits = |tile: &Tile| end.is_some_and(|end| tile.has(end));
        if !self.0[seat].first().is_some_and(fits) {
            self.0[seat] = own_chain(round, seat, TILES_MAX_SUPPOSED);
        }
    }
}

/// What is left of a chain after a play, without a look for another.
fn kept(chain: &[Tile], Play { tile, on }: Play, own: Option<Place>) -> &[Tile] {
    let at = chain.iter().position(|&one| one == tile);
    match (at, own == Some(on)) {
        (Some(0), true) => &chain[1..],
        (_, true) => &[],
        (Some(at), false) => &chain[..at],
        (None, false) => chain,
    }
}

#[cfg(test)]
mod tests {
    use boneyard_rules::trains::{Position, Rules};

    use super::*;

    fn tiles(text: &str) -> Vec<Tile> {
        let tiles = text.split_whitespace();
        tiles.map(|tile| tile.parse().expect("a tile")).collect()
    }

    /// The first seat is on turn. The trains are of the two seats and the Mexican one.
    fn round(notation: &str, hands: [&str; 2], trains: [&str; 3], markers: &[usize]) -> Round {
        let rules: Rules = notation.parse().expect("rules");
        let seats: Vec<Seat> = rules.seating.seats().collect();
        let places = [Place::Number(0), Place::Number(1), Place::Mexican];
        let laid = places.iter().zip(trains);
        let laid = laid.flat_map(|(&on, all)| tiles(all).into_iter().map(move |tile| (tile, on)));
        let position = Position {
            engine: "9-9".parse().expect("a tile"),
            turn: seats[0],
            hands: BoxBySeat::from_list(hands.map(tiles).to_vec()).expect("two hands"),
            laid: laid.collect(),
            markers: markers.iter().map(|&seat| seats[seat]).collect(),
            doubles: Vec::new(),
            first_turns: Vec::new(),
            boneyard: tiles("5-5 4-4 3-3 2-2 7-5 7-3 6-3 6-4 5-2 5-3"),
        };
        let (round, _) = Round::from_position(&rules, &position).expect("a position");
        round
    }

    const NINE: &str = "Mexican Train, double-nine 7 · 2 players";

    /// The move that is worth most, and the one of a supposed round.
    fn chosen(round: &Round) -> [String; 2] {
        let seat = round.turn().expect("on turn");
        let moves = round.moves();
        let values = appraise(round, seat, &moves);
        let all = moves.iter().zip(values);
        let (best, _) = all
            .max_by(|one, other| one.1.total_cmp(&other.1))
            .expect("a move");
        let quick = Plans::new(round).choose(round).expect("a move");
        [*best, quick].map(|chosen| match chosen {
            Move::Play { tile, on } => format!("{tile} on {on}"),
            Move::Stop => "stop".to_owned(),
        })
    }

    #[test]
    fn a_tile_beside_the_chain_goes_elsewhere_first() {
        let round = round(
            NINE,
            ["8-1 2-1 4-2 7-6", "8-0 5-0 3-0 6-0"],
            ["9-8", "9-5", "9-7"],
            &[],
        );
        assert_eq!(chosen(&round), ["7-6 on m", "7-6 on m"]);
    }

    #[test]
    fn a_tile_of_the_chain_stays_for_the_own_train() {
        // 8-7 begins the chain of three, and fits the Mexican train too.
        let round = round(
            NINE,
            ["8-7 7-1 4-1 6-0", "8-0 5-0 3-0 2-0"],
            ["9-8", "9-5", "9-7"],
            &[],
        );
        assert_eq!(chosen(&round), ["8-7 on 0", "8-7 on 0"]);
    }

    #[test]
    fn a_double_waits_for_its_cover() {
        let round = round(
            NINE,
            ["1-1 8-7 5-4 6-0", "8-0 5-0 3-0 2-0"],
            ["9-8", "9-5", "9-1"],
            &[],
        );
        assert_eq!(chosen(&round), ["8-7 on 0", "8-7 on 0"]);
    }

    #[test]
    fn the_own_train_is_closed() {
        let round = round(
            NINE,
            ["8-1 7-1 5-4 6-0", "8-0 5-0 3-0 2-0"],
            ["9-8", "9-5", "9-7"],
            &[0],
        );
        assert_eq!(chosen(&round), ["8-1 on 0", "8-1 on 0"]);
    }
}
