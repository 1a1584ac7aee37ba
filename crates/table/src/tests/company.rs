//! Tables of more than two sides to which not all players come.

use boneyard_base::{PlayerId, Timestamp, limits};
use boneyard_fair::{LogHead, Promise, TableSeed};
use boneyard_protocol::{Access, ClockRule, Invite, Seed, Status, TableId};
use boneyard_rules::{BySeat, Rules, Seat};

use crate::state::State;
use crate::state::command::{Action, Command, PairedPerson};
use crate::state::event::TableEvent;
use crate::state::participation::STAND_IN;

const OPENED: Timestamp = Timestamp(1_000_000);

fn seed(player: usize) -> Seed {
    Seed::from([player as u8; 32])
}

/// A quick match.
struct Company {
    state: State,
    players: Vec<PlayerId>,
}

impl Company {
    fn new(rules: &str) -> Self {
        let rules: Rules = rules.parse().unwrap();
        let players: Vec<_> = rules
            .seating()
            .seats()
            .map(|_| PlayerId::random())
            .collect();
        let created = TableEvent::Created {
            table: TableId::from_bits(1),
            host: players[0],
            name: "Ann".to_owned(),
            rules,
            access: Access::Link,
            kept_seats: 0,
            invite: Invite::random(),
            hints: false,
            clock: ClockRule::PerMove { seconds: 30 },
            time_cap: None,
            bots: false,
            rated: false,
            quick: true,
            seed: TableSeed::from([1; 32]),
        };
        let others = players[1..].iter().map(|&player| PairedPerson {
            player,
            name: "Guest".to_owned(),
            met: Vec::new(),
        });
        let others: Vec<_> = others.collect();
        let opened = State::open_paired(created, &others, OPENED).unwrap();
        Self {
            state: *opened.next,
            players,
        }
    }

    fn act(&mut self, player: usize, action: Action) {
        let command = Command {
            player: self.players[player],
            invited: false,
            action,
        };
        let gone = BySeat::from_fn(self.state.rules().seating(), |_| None);
        let decided = self.state.decide(&command, &gone, OPENED);
        self.state = *decided.unwrap().next;
    }

    /// Goes to the time at which all must have come. Returns what happens then.
    fn wait(&mut self) -> Vec<TableEvent> {
        let now = OPENED.plus_ms(limits::PAIRED_COME_MS);
        let decided = self.state.on_deadline(now).unwrap();
        self.state = *decided.next;
        decided.events
    }

    /// By seat, whether a computer player stands in.
    fn stand_ins(&self) -> Vec<bool> {
        let seats = self.state.seats.all();
        let stands_in = seats.map(|seat| self.state.participation.stand_in(seat));
        stands_in.map(|level| level == Some(STAND_IN)).collect()
    }
}

#[test]
fn computer_players_stand_in_for_those_who_have_not_come_until_they_come() {
    let mut company = Company::new("High Tile 5 · four");
    company.act(0, Action::Ready(true));
    company.act(3, Action::Ready(true));
    assert_eq!(company.state.status(), Status::Open);
    company.wait();
    assert_eq!(company.state.status(), Status::Playing);
    assert_eq!(company.stand_ins(), [false, true, true, false]);
    let back = company.state.welcome_back(company.players[1], OPENED);
    let back = back.unwrap();
    let seat = Seat::new(1).unwrap();
    assert_eq!(back.events, [TableEvent::Returned { seat }]);
    company.state = *back.next;
    assert_eq!(company.stand_ins(), [false, false, true, false]);
}

#[test]
fn one_player_alone_and_two_sides_wait_for_the_others_in_vain() {
    let mut company = Company::new("High Tile 5 · eight");
    company.act(2, Action::Ready(true));
    assert_eq!(company.wait(), [TableEvent::Closed]);
    for rules in ["High Tile 5", "High Tile 5 · partners"] {
        let mut company = Company::new(rules);
        for player in 1..company.players.len() {
            company.act(player, Action::Ready(true));
        }
        assert_eq!(company.wait(), [TableEvent::Closed]);
    }
}

#[test]
fn the_promised_seeds_of_those_who_came_are_waited_for() {
    let mut company = Company::new("High Tile 5 · three");
    for player in [0, 1] {
        let promise = Promise {
            commitment: seed(player).commitment(),
            head: LogHead::default(),
        };
        let match_number = company.state.deals.match_to_promise();
        let commit = Action::Commit {
            match_number,
            promise,
        };
        company.act(player, commit);
    }
    assert_eq!(company.wait(), [TableEvent::Began]);
    for player in [0, 1] {
        let match_number = company.state.deals.begun();
        let seed = seed(player);
        company.act(player, Action::Reveal { match_number, seed });
    }
    assert_eq!(company.state.status(), Status::Playing);
    assert_eq!(company.stand_ins(), [false, false, true]);
}
