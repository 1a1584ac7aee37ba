//! What a seat knows of a round, and the rounds that agree with it.

use boneyard_rules::trains::{
    DoubleTurn, Event, FirstTurn, Place, Played, Position, Round, Rules, Seen as Shown, Variant,
    View,
};
use boneyard_rules::{BoxBySeat, BySeat, LargeTileSet, Seat, Tile};

use crate::chance::Chance;
use crate::computer::{NotOnTurn, Seen};

/// What everybody saw of the tiles of another seat.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// It drew one.
    Drew(Seat),
    /// It played this one.
    Played(Seat, Tile),
    /// It could play none, so it held none of these.
    HeldNone(Seat, LargeTileSet),
}

impl Step {
    const fn seat(self) -> Seat {
        match self {
            Self::Drew(seat) | Self::Played(seat, _) | Self::HeldNone(seat, _) => seat,
        }
    }
}

/// What the seat on turn knows.
#[derive(Debug)]
pub(crate) struct Knowledge {
    pub(crate) seat: Seat,
    /// The tiles that it doesn't see.
    hidden: LargeTileSet,
    steps: Vec<Step>,
    /// How many tiles each other seat had at the deal.
    dealt: BySeat<usize>,
    /// The round as it could be.
    pub(crate) round: Round,
}

impl Knowledge {
    pub(crate) fn new<M>(rules: &Rules, known: &Seen<'_, View, M>) -> Result<Self, NotOnTurn> {
        let view = known.view;
        let own = view.own.as_ref().ok_or(NotOnTurn)?;
        let seat = known.standing.turn.ok_or(NotOnTurn)?;
        let engine = view.table.engine.ok_or(NotOnTurn)?;
        let hand: LargeTileSet = own.hand.iter().copied().collect();
        let played = view.played.iter().map(|played| played.tile);
        let seen: LargeTileSet = played.chain(hand).chain([engine]).collect();
        let hidden = rules.tile_set.tiles().difference(seen);
        let mut rest = hidden.iter();
        let hands = BySeat::from_fn(rules.seating, |other| {
            let size = usize::from(view.table.hand_sizes[other]);
            if other == seat {
                hand
            } else {
                rest.by_ref().take(size).collect()
            }
        });
        let boneyard: Vec<Tile> = rest.collect();
        let round = Round::supposed(rules, view, seat, &hands, &boneyard).ok_or(NotOnTurn)?;
        let steps = Table::new(rules, engine).read(&view.history, seat);
        let dealt = view.table.hand_sizes.map(|&size| usize::from(size));
        let mut knowledge = Self {
            seat,
            hidden,
            steps,
            dealt,
            round,
        };
        for step in &knowledge.steps {
            let dealt = &mut knowledge.dealt[step.seat()];
            match step {
                Step::Drew(_) => *dealt = dealt.saturating_sub(1),
                Step::Played(..) => *dealt += 1,
                Step::HeldNone(..) => {}
            }
        }
        Ok(knowledge)
    }

    /// Supposes where the hidden tiles are. What the others' tiles can't be is kept to; which tile of a hand a seat drew
    /// when isn't known, and is supposed too.
    pub(crate) fn suppose(&self, chance: &mut Chance) -> Option<Round> {
        let seating = self.round.rules().seating;
        // For each tile of the others the tiles that it can't be.
        let mut excluded: BoxBySeat<Vec<LargeTileSet>> = BoxBySeat::from_fn(seating, |seat| {
            let count = if seat == self.seat {
                0
            } else {
                self.dealt[seat]
            };
            vec![LargeTileSet::EMPTY; count]
        });
        for &step in &self.steps {
            match step {
                Step::Drew(seat) => excluded[seat].push(LargeTileSet::EMPTY),
                Step::Played(seat, tile) => take(&mut excluded[seat], tile, chance),
                Step::HeldNone(seat, tiles) => {
                    for place in &mut excluded[seat] {
                        *place = place.union(tiles);
                    }
                }
            }
        }
        let mut places: Vec<(Seat, LargeTileSet)> = excluded
            .iter()
            .flat_map(|(seat, all)| all.iter().map(move |&excluded| (seat, excluded)))
            .collect();
        // Those of which most is known come first.
        let known = |excluded: LargeTileSet| excluded.intersection(self.hidden).len();
        places.sort_by_cached_key(|&(_, excluded)| std::cmp::Reverse(known(excluded)));
        let mut hidden: Vec<Tile> = self.hidden.iter().collect();
        chance.shuffle(&mut hidden);
        let mut hands: BySeat<LargeTileSet> = BySeat::from_fn(seating, |_| LargeTileSet::EMPTY);
        hands[self.seat] = self.round.hands()[self.seat];
        for (seat, excluded) in places {
            let at = hidden.iter().position(|&tile| !excluded.contains(tile));
            let at = at.unwrap_or(0);
            if at < hidden.len() {
                hands[seat].insert(hidden.swap_remove(at));
            }
        }
        self.round.rearranged(&hands, &hidden)
    }
}

/// Takes out one of the tiles that can be this one; any if none can.
fn take(excluded: &mut Vec<LargeTileSet>, tile: Tile, chance: &mut Chance) {
    let can_be = |place: &&LargeTileSet| !place.contains(tile);
    let count = excluded.iter().filter(can_be).count();
    let nth = chance.below(count);
    let mut fitting = excluded
        .iter()
        .enumerate()
        .filter(|(_, place)| can_be(place));
    let at = fitting.nth(nth).map_or(0, |(at, _)| at);
    if at < excluded.len() {
        excluded.swap_remove(at);
    }
}

/// The table while the events of a round are read.
struct Table<'a> {
    rules: &'a Rules,
    engine: Tile,
    /// The tiles that don't lie on the table.
    unplayed: LargeTileSet,
    laid: Vec<(Tile, Place)>,
    markers: Vec<Seat>,
    /// The trains that end with a double, the oldest first; those whose pips are dead too.
    doubles: Vec<Place>,
    first_turns: Vec<Seat>,
    /// The seat that acted last.
    turn: Option<Seat>,
    /// Whether it may play a second tile wherever it likes.
    more: bool,
}

impl<'a> Table<'a> {
    fn new(rules: &'a Rules, engine: Tile) -> Self {
        let has_first_turns = rules.first_turn == FirstTurn::WholeTrain;
        let seats = rules.seating.seats().filter(|_| has_first_turns);
        Self {
            rules,
            engine,
            unplayed: rules
                .tile_set
                .tiles()
                .difference(LargeTileSet::only(engine)),
            laid: Vec::new(),
            markers: Vec::new(),
            doubles: Vec::new(),
            first_turns: seats.collect(),
            turn: None,
            more: false,
        }
    }

    /// What the events say of the tiles of all seats but this one.
    fn read(mut self, history: &[Shown], own: Seat) -> Vec<Step> {
        let mut steps = Vec::new();
        for event in history {
            match *event {
                Event::Played(played) => {
                    self.acts(played.seat);
                    self.lay(played);
                    steps.push(Step::Played(played.seat, played.tile));
                }
                Event::Drew { seat, .. } => {
                    self.acts(seat);
                    steps.extend(self.held_none(seat, own));
                    steps.push(Step::Drew(seat));
                }
                Event::Passed { seat } => {
                    self.acts(seat);
                    steps.extend(self.held_none(seat, own));
                }
                Event::Opened { seat } => self.markers.push(seat),
                Event::Closed { seat } => self.markers.retain(|&one| one != seat),
                _ => {}
            }
        }
        steps.retain(|step| step.seat() != own);
        steps
    }

    /// A seat acts: if it is another one than before, a turn is over.
    fn acts(&mut self, seat: Seat) {
        if self.turn != Some(seat) {
            self.first_turns.retain(|&one| Some(one) != self.turn);
            self.turn = Some(seat);
            self.more = false;
        }
    }

    fn lay(&mut self, Played { seat, tile, on, .. }: Played) {
        self.unplayed.remove(tile);
        self.laid.push((tile, on));
        self.doubles.retain(|&open| open != on);
        let asks = tile.is_double().then_some(self.rules.double_turn);
        if asks.is_some_and(|asks| asks != DoubleTurn::None)
            && self.rules.game == Variant::MexicanTrain
        {
            self.doubles.push(on);
        }
        self.more = asks == Some(DoubleTurn::FreeSecond) && !self.first_turns.contains(&seat);
    }

    /// The tiles of which the seat on turn holds none, since it can't play. They follow from the ends on which it could
    /// play if it held all tiles.
    fn held_none(&self, seat: Seat, own: Seat) -> Option<Step> {
        if seat == own || self.more {
            return None;
        }
        let hands = BoxBySeat::from_fn(self.rules.seating, |other| {
            let is_all = other == seat;
            self.unplayed.iter().filter(|_| is_all).collect()
        });
        let position = Position {
            engine: self.engine,
            turn: seat,
            hands,
            laid: self.laid.clone(),
            markers: self.markers.clone(),
            doubles: self.doubles.clone(),
            first_turns: self.first_turns.clone(),
            boneyard: Vec::new(),
        };
        let (round, events) = Round::from_position(self.rules, &position).ok()?;
        // With all tiles it can play, unless all these ends are dead.
        events
            .is_empty()
            .then(|| Step::HeldNone(seat, round.playable()))
    }
}

#[cfg(test)]
mod tests {
    use boneyard_rules::game::GamePreset as _;
    use boneyard_rules::trains::{Match, Move, Preset};
    use boneyard_rules::{Game as _, Need, Viewer};

    use super::*;

    /// Rounds that the seat on turn supposes.
    fn suppose(game: &Match) -> Vec<Round> {
        let seat = game.turn().expect("a seat is on turn");
        let (standing, view) = (game.standing(), game.view(Viewer::Seat(seat)));
        let known = Seen::new(&standing, &view, ());
        let knowledge = Knowledge::new(game.rules(), &known).expect("on turn");
        let mut chance = Chance::new(5);
        let rounds = (0..20).map(|_| knowledge.suppose(&mut chance));
        let rounds = rounds.map(|round| round.expect("it agrees with the view"));
        rounds.collect()
    }

    /// Plays the first round at random. Calls the function before each move, and returns what happened.
    fn play(game: &mut Match, seed: u64, mut before: impl FnMut(&Match)) -> Vec<Event> {
        let mut chance = Chance::new(seed);
        let mut events = Vec::new();
        while game.round_scores().is_empty() {
            let Need::Move(seat) = game.needs() else {
                let order = chance.order(game.rules().tile_set.dealt());
                events.extend(game.deal(&order).expect("a deal is needed"));
                continue;
            };
            before(game);
            let offered = game.moves(seat);
            let made = offered[chance.below(offered.len())];
            events.extend(game.take(seat, made).expect("it is listed"));
        }
        events
    }

    #[test]
    fn every_supposed_round_offers_what_the_view_offers() {
        for (seed, preset) in (0..).zip(Preset::ALL) {
            play(&mut Match::new(&preset.rules()), seed, |game| {
                let offered = game.turn().map(|seat| game.moves(seat));
                for round in suppose(game) {
                    assert_eq!(Some(round.moves()), offered, "{}", preset.name());
                }
            });
        }
    }

    #[test]
    fn no_seat_held_what_the_events_exclude() {
        for (seed, preset) in (0..).zip(Preset::ALL) {
            let rules = preset.rules();
            let mut game = Match::new(&rules);
            let events = play(&mut game, seed, |_| {});
            let dealt = events.iter().find_map(|event| match event {
                Event::Dealt(deal) => Some(deal.tiles.chunks(rules.hand_size.into())),
                _ => None,
            });
            let mut dealt = dealt.expect("a round was dealt");
            let mut hands: BySeat<LargeTileSet> = BySeat::from_fn(rules.seating, |_| {
                dealt.next().into_iter().flatten().copied().collect()
            });
            let own = Seat::default();
            let mut drawn = events.iter().filter_map(|event| match *event {
                Event::Drew { seat, tile } => Some(tile).filter(|_| seat != own),
                _ => None,
            });
            let engine = rules.engine(1).expect("a first round");
            let history = game.view(Viewer::Watcher).history;
            let mut excluded = 0;
            for step in Table::new(&rules, engine).read(&history, own) {
                match step {
                    Step::Drew(seat) => hands[seat].insert(drawn.next().expect("a draw")),
                    Step::Played(seat, tile) => assert!(hands[seat].remove(tile), "{rules}"),
                    Step::HeldNone(seat, tiles) => {
                        let held = hands[seat].intersection(tiles);
                        assert!(held.is_empty(), "{rules}: {seat} held {held:?}");
                        excluded += tiles.len();
                    }
                }
            }
            assert!(excluded > 20, "{rules}: {excluded}");
        }
    }

    #[test]
    fn a_seat_that_passed_is_supposed_to_hold_no_such_tile() {
        let rules: Rules = "Chickenfoot 10 · 2 players".parse().expect("rules");
        let seats: Vec<Seat> = rules.seating.seats().collect();
        let tiles = |text: &str| -> Vec<Tile> {
            let tiles = text.split_whitespace();
            tiles.map(|tile| tile.parse().expect("a tile")).collect()
        };
        let engine: Tile = "9-9".parse().expect("a tile");
        let hands = ["9-8 9-7 9-6 9-5 4-3", "5-4 4-2 1-0 7-6"].map(tiles);
        let mut boneyard = tiles("2-1");
        let named = hands.concat().into_iter().chain(boneyard.clone());
        let named: LargeTileSet = named.chain([engine]).collect();
        boneyard.extend(rules.tile_set.tiles().difference(named));
        let position = Position {
            engine,
            turn: seats[0],
            hands: BoxBySeat::from_list(hands.to_vec()).expect("two hands"),
            laid: Vec::new(),
            markers: Vec::new(),
            doubles: Vec::new(),
            first_turns: Vec::new(),
            boneyard,
        };
        let (mut game, _) = Match::from_position(&rules, &position).expect("a position");
        let tile = "9-8".parse().expect("a tile");
        let on = Place::HUB;
        let first = Move::Play { tile, on };
        game.take(seats[0], first).expect("it is on offer");
        assert_eq!(game.turn(), Some(seats[0]), "the other seat passed");
        for round in suppose(&game) {
            let hand = round.hands()[seats[1]];
            let nines = hand.intersection(LargeTileSet::with(engine.high()));
            assert!(nines.is_empty(), "{hand:?}");
        }
    }
}
