//! What a seat knows of a match, and the positions that agree with it.

use boneyard_rules::race::{Board, Event, Rules, View};
use boneyard_rules::{BySeat, GameRules as _, Seat, Tile};

use crate::chance::Chance;
use crate::computer::{NotOnTurn, Seen};
use crate::race::position::{Hand, Phase, Position};

/// The kinds of tiles: the double-six set.
const KINDS: usize = 28;

/// A set of kinds: one bit each, by their index.
type Kinds = u32;

const fn bit(tile: Tile) -> Kinds {
    1 << tile.index()
}

/// The kinds that are lighter than this one.
fn lighter_than(tile: Tile) -> Kinds {
    let lighter = |other: &Tile| other.heaviness() < tile.heaviness();
    Tile::all().take(KINDS).filter(lighter).map(bit).sum()
}

/// What everybody saw of the tiles of another seat.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// It drew one.
    Drew(Seat),
    /// It placed this one.
    Placed(Seat, Tile),
    /// It put one into the pit.
    Pitted(Seat),
    /// It could place none, so it held none of these kinds.
    HeldNone(Seat, Kinds),
}

impl Step {
    const fn seat(self) -> Seat {
        match self {
            Self::Drew(seat)
            | Self::Placed(seat, _)
            | Self::Pitted(seat)
            | Self::HeldNone(seat, _) => seat,
        }
    }
}

/// What the seat on turn knows.
#[derive(Debug)]
pub(crate) struct Knowledge {
    /// The position as the seat sees it. It has no hands but the own, and an empty boneyard.
    pub(crate) position: Position<'static>,
    /// The tiles that it doesn't see.
    hidden: Vec<Tile>,
    /// The seat that led, and the lightest tile of the deal, which that seat held.
    lightest: Option<(Seat, Tile)>,
    steps: Vec<Step>,
    /// How many tiles each other seat held at the deal, and had in the pit.
    begun_with: BySeat<(usize, usize)>,
}

/// A hidden tile that a seat holds, or has put into the pit.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    /// The kinds that it can't be.
    excluded: Kinds,
    /// The tile, if the seat showed it.
    tile: Option<Tile>,
}

impl Knowledge {
    pub(crate) fn new<M>(rules: Rules, known: &Seen<'_, View, M>) -> Result<Self, NotOnTurn> {
        let view = known.view;
        let own = view.own.as_ref().ok_or(NotOnTurn)?;
        let seat = known.standing.turn.ok_or(NotOnTurn)?;
        let phase = match (own.places.is_empty(), own.pits.is_empty()) {
            (true, true) => return Err(NotOnTurn),
            (true, false) => Phase::Pit,
            (false, _) if view.more => Phase::More,
            (false, _) => Phase::Place,
        };
        let mut knowledge = Self {
            position: Position {
                rules,
                board: Board::default(),
                hands: BySeat::from_fn(rules.seating(), |_| Hand::default()),
                boneyard: &[],
                scores: known.standing.scores,
                turn: seat,
                phase,
                ends_before: view.leader.filter(|_| known.standing.last_round),
            },
            hidden: Tile::all().take(KINDS).flat_map(|tile| [tile; 2]).collect(),
            lightest: None,
            steps: Vec::new(),
            begun_with: view.hand_sizes.map(|_| (0, 0)),
        };
        knowledge.position.hands[seat] = own.hand.iter().copied().collect();
        let placed = view.board.iter().map(|place| place.tile);
        for tile in placed.chain(own.hand.iter().chain(&own.pit).copied()) {
            let at = knowledge.hidden.iter().position(|&one| one == tile);
            at.map(|at| knowledge.hidden.swap_remove(at));
        }
        knowledge.remember(view);
        Ok(knowledge)
    }

    /// Goes through the game, and notes what each event says of the others' tiles.
    fn remember(&mut self, view: &View) {
        let placed = |event: &&Event<_, _>| matches!(event, Event::Placed { .. });
        let told = view.history.iter().filter(placed).count();
        // A position that is played on has tiles on the board of which no event tells.
        for &place in &view.board[..view.board.len().saturating_sub(told)] {
            self.position.board.add(place);
        }
        // A seat that placed a double, and the kinds that it could have placed at it.
        let mut doubled: Option<(Seat, Kinds)> = None;
        for event in &view.history {
            match *event {
                Event::Scored { .. } | Event::TimeCalled => continue,
                Event::Stopped { seat } | Event::Placed { seat, .. } => {
                    doubled.take_if(|(double, _)| *double == seat);
                }
                _ => {}
            }
            self.steps.extend(
                doubled
                    .take()
                    .map(|(seat, kinds)| Step::HeldNone(seat, kinds)),
            );
            match *event {
                Event::Dealt { leader, tiles } => self.lightest = Some((leader, tiles)),
                Event::Drew { seat, .. } => self.steps.push(Step::Drew(seat)),
                Event::Pitted { seat, .. } => {
                    self.steps
                        .push(Step::HeldNone(seat, self.kinds(Phase::Place)));
                    self.steps.push(Step::Pitted(seat));
                }
                Event::Placed { seat, place } => {
                    self.steps.push(Step::Placed(seat, place.tile));
                    self.position.board.add(place);
                    if place.tile.is_double() {
                        doubled = Some((seat, self.kinds(Phase::More)));
                    }
                }
                _ => {}
            }
        }
        let ended = doubled.filter(|_| !view.more);
        self.steps
            .extend(ended.map(|(seat, kinds)| Step::HeldNone(seat, kinds)));
        let own = self.position.turn;
        self.steps.retain(|step| step.seat() != own);
        for (seat, &held) in view.hand_sizes.iter().filter(|&(seat, _)| seat != own) {
            let count = |is: fn(&Step) -> bool| {
                let own = self.steps.iter().filter(|step| step.seat() == seat);
                own.filter(|step| is(step)).count()
            };
            let placed = count(|step| matches!(step, Step::Placed(..)));
            let pitted = count(|step| matches!(step, Step::Pitted(_)));
            let drew = count(|step| matches!(step, Step::Drew(_)));
            self.begun_with[seat] = (
                (usize::from(held) + placed + pitted).saturating_sub(drew),
                usize::from(view.pits[seat]).saturating_sub(pitted),
            );
        }
    }

    /// The kinds that can be placed: anywhere, or after a double.
    fn kinds(&self, phase: Phase) -> Kinds {
        let mut kinds = 0;
        self.position.each_slot(phase, |slot| {
            let all = Tile::all().take(KINDS);
            let fitting = all.filter(|&tile| kinds & bit(tile) == 0 && slot.takes(tile));
            kinds |= fitting.map(bit).sum::<Kinds>();
        });
        kinds
    }

    /// Supposes where the hidden tiles are. What the others' tiles can't be is kept to; which tile of a hand a seat
    /// drew when isn't known, and is supposed too.
    pub(crate) fn suppose(&self, chance: &mut Chance) -> World {
        let seating = self.position.rules.seating();
        let own = self.position.turn;
        let mut places: Vec<Place> = Vec::with_capacity(self.hidden.len());
        let mut hands: BySeat<Held> = BySeat::from_fn(seating, |_| Held::default());
        let mut pits: BySeat<Held> = hands.map(|_| Held::default());
        for seat in seating.seats().filter(|&seat| seat != own) {
            let (held, pitted) = self.begun_with[seat];
            for nth in 0..held + pitted {
                let hand = if nth < held { &mut hands } else { &mut pits };
                hand[seat].0.push(places.len());
                places.push(
                    self.lightest
                        .map_or_else(Place::default, |(leader, lightest)| {
                            let is_leader = seat == leader;
                            let mut excluded = lighter_than(lightest);
                            if !is_leader {
                                excluded |= bit(lightest);
                            }
                            let tile = (is_leader && nth == 0).then_some(lightest);
                            Place { excluded, tile }
                        }),
                );
            }
        }
        for &step in &self.steps {
            match step {
                Step::Drew(seat) => {
                    hands[seat].0.push(places.len());
                    places.push(Place::default());
                }
                Step::Placed(seat, tile) => {
                    hands[seat].take(chance, |place| places[place].suits(tile));
                }
                Step::Pitted(seat) => {
                    let pitted = hands[seat].take(chance, |_| 1);
                    pits[seat].0.extend(pitted);
                }
                Step::HeldNone(seat, kinds) => {
                    for &place in &hands[seat].0 {
                        let shown = places[place].tile.filter(|&tile| kinds & bit(tile) != 0);
                        places[place].excluded |= kinds;
                        // The tile that the seat showed must be one that it has put into the pit.
                        if let (Some(tile), Some(&pitted)) = (shown, pits[seat].0.first()) {
                            places[place].tile = None;
                            places[pitted].tile = Some(tile);
                        }
                    }
                }
            }
        }
        let held = hands.iter().flat_map(|(_, held)| &held.0);
        let pitted = pits.iter().flat_map(|(_, held)| &held.0);
        let mut unknown: Vec<usize> = held.chain(pitted).copied().collect();
        let mut hidden = self.hidden.clone();
        chance.shuffle(&mut hidden);
        // The tiles that are known come first, then those of which most is known.
        let freedom = |place: &Place| match place.tile {
            Some(_) => 0,
            None => 1 + place.excluded.count_zeros(),
        };
        unknown.sort_by_key(|&place| freedom(&places[place]));
        for place in unknown {
            let place = &mut places[place];
            let may_be = |tile: &Tile| match place.tile {
                Some(known) => *tile == known,
                None => place.excluded & bit(*tile) == 0,
            };
            let at = hidden.iter().position(may_be).unwrap_or(0);
            if at < hidden.len() {
                place.tile = Some(hidden.swap_remove(at));
            }
        }
        let mut supposed = self.position.hands;
        for (seat, held) in hands.iter().filter(|&(seat, _)| seat != own) {
            supposed[seat] = held
                .0
                .iter()
                .filter_map(|&place| places[place].tile)
                .collect();
        }
        World {
            hands: supposed,
            boneyard: hidden,
        }
    }

    /// How many tiles the seat doesn't see.
    pub(crate) const fn hidden(&self) -> usize {
        self.hidden.len()
    }

    /// The position in a supposed world.
    pub(crate) fn position<'a>(&self, world: &'a World) -> Position<'a> {
        Position {
            hands: world.hands,
            boneyard: &world.boneyard,
            ..self.position.clone()
        }
    }
}

/// A supposition of where the hidden tiles are.
#[derive(Debug)]
pub(crate) struct World {
    hands: BySeat<Hand>,
    /// In the order of drawing.
    boneyard: Vec<Tile>,
}

impl Place {
    /// How surely a tile that a seat has placed was this one: 0 if it wasn't.
    fn suits(self, tile: Tile) -> usize {
        match self.tile {
            Some(known) => usize::from(known == tile) * 1_000,
            None => usize::from(self.excluded & bit(tile) == 0),
        }
    }
}

/// The places of the tiles that a seat holds, or has put into the pit.
#[derive(Clone, Debug, Default)]
struct Held(Vec<usize>);

impl Held {
    /// Takes out one of the places, each as probably as its weight; any if all have none.
    fn take(&mut self, chance: &mut Chance, weight: impl Fn(usize) -> usize) -> Option<usize> {
        let total: usize = self.0.iter().map(|&place| weight(place)).sum();
        let mut left = chance.below(total);
        let at = self.0.iter().position(|&place| {
            let weight = weight(place);
            let is_it = left < weight;
            left = left.saturating_sub(weight);
            is_it
        });
        (!self.0.is_empty()).then(|| self.0.swap_remove(at.unwrap_or(0)))
    }
}

#[cfg(test)]
mod tests {
    use boneyard_rules::race::{Match, Move, Position as Start};
    use boneyard_rules::{BoxBySeat, BySide, Game as _, Need, Viewer};

    use super::*;

    /// What a seat knows, and worlds that it supposes.
    fn suppose(game: &Match, seat: Seat) -> Option<(Knowledge, Vec<World>)> {
        let view = game.view(Viewer::Seat(seat));
        let standing = game.standing();
        let known = Seen::new(&standing, &view, ());
        let knowledge = Knowledge::new(*game.rules(), &known).ok()?;
        let mut chance = Chance::new(5);
        let worlds = (0..20).map(|_| knowledge.suppose(&mut chance)).collect();
        Some((knowledge, worlds))
    }

    fn tiles(text: &str) -> Vec<Tile> {
        let tiles = text.split_whitespace();
        tiles.map(|tile| tile.parse().expect("a tile")).collect()
    }

    fn place(text: &str) -> Move {
        Move::Place(text.parse().expect("a placement"))
    }

    /// A position in which two seats play on from 6-3 on 8H left. Seat 0 begins.
    fn start(hands: [&str; 2], boneyard: &str) -> Match {
        let rules: Rules = "Ringway 100".parse().expect("rules");
        let position = Start {
            board: vec!["6-3 on 8H left".parse().expect("a placement")],
            hands: BoxBySeat::from_list(hands.map(tiles).to_vec()).expect("two hands"),
            boneyard: tiles(boneyard),
            scores: BySide::from_fn(rules.seating(), |_| 0),
            leader: Seat::default(),
            turn: Seat::default(),
            is_time_called: false,
        };
        Match::from_position(&rules, position).expect("two seats").0
    }

    #[test]
    fn every_hidden_tile_has_a_place_and_what_everybody_saw_is_kept_to() {
        for (notation, seed) in [
            ("Ringway 100", 1),
            ("Ringway Long · 4 seats", 2),
            ("Ringway 100 · 3 seats", 3),
        ] {
            let rules: Rules = notation.parse().expect("rules");
            let mut chance = Chance::new(seed);
            let mut game = Match::new(&rules);
            while game.needs() != Need::Nothing {
                let Need::Move(seat) = game.needs() else {
                    game.deal(&chance.order(56)).expect("a deal is needed");
                    continue;
                };
                let (knowledge, worlds) = suppose(&game, seat).expect("on turn");
                let view = game.view(Viewer::Seat(seat));
                let (leader, lightest) = knowledge.lightest.expect("the tiles were dealt");
                let has_led = view.board.iter().any(|place| place.tile == lightest);
                let is_pitted = view.pits[leader] > 0;
                for world in &worlds {
                    for (other, hand) in world.hands.iter() {
                        assert_eq!(hand.tiles().len(), usize::from(view.hand_sizes[other]));
                        let draws = knowledge
                            .steps
                            .iter()
                            .any(|step| matches!(step, Step::Drew(who) if *who == other));
                        if other != seat && !draws {
                            let lighter = hand
                                .tiles()
                                .iter()
                                .filter(|tile| tile.heaviness() < lightest.heaviness());
                            assert_eq!(lighter.count(), 0, "{other} was dealt nothing lighter");
                        }
                    }
                    assert_eq!(world.boneyard.len(), usize::from(view.boneyard));
                    if leader != seat && !has_led && !is_pitted {
                        assert!(world.hands[leader].tiles().contains(&lightest));
                    }
                }
                let moves = game.moves(seat);
                game.take(seat, moves[chance.below(moves.len())])
                    .expect("it is listed");
            }
        }
    }

    #[test]
    fn who_put_a_tile_into_the_pit_could_place_none() {
        let mut game = start(["1-0 1-1 2-0", "6-1 6-2 5-5"], "4-4 0-0 2-1");
        let seats: Vec<Seat> = game.rules().seating().seats().collect();
        game.take(seats[0], Move::Pit(tiles("1-1")[0]))
            .expect("it may");
        let (_, worlds) = suppose(&game, seats[1]).expect("on turn");
        for world in worlds {
            let fits = |tile: &&Tile| ["6", "3"].iter().any(|end| tile.to_string().contains(end));
            let fitting = world.hands[seats[0]].tiles().iter().filter(fits).count();
            assert!(fitting <= 1, "only the tile that it drew then: {world:?}");
        }
    }

    #[test]
    fn who_could_not_go_on_after_a_double_had_no_tile_for_it() {
        let mut game = start(
            ["3-3 4-2 5-1", "6-1 1-1 2-0"],
            "6-5 0-0 2-1 5-5 4-4 3-2 3-1 3-0",
        );
        let seats: Vec<Seat> = game.rules().seating().seats().collect();
        game.take(seats[0], place("3-3 on 8E right"))
            .expect("it may");
        let (_, worlds) = suppose(&game, seats[1]).expect("on turn");
        for world in &worlds {
            let threes = world.hands[seats[0]].tiles().iter();
            let threes = threes.filter(|tile| tile.to_string().contains('3'));
            assert_eq!(threes.count(), 0, "{world:?}");
        }
    }
}
