//! The tournaments of a run.

use boneyard_protocol::ClockRule;
use boneyard_protocol::tournament::{CreateTournament, TournamentEntries, TournamentFormat};
use boneyard_rules::line::{Options, Preset};

use super::TournamentArgs;
use super::chance::{Chance, Plan};

/// How many minutes a program has to come to a match.
const COME_MINUTES: u8 = 3;

/// A tournament of a run.
pub(super) struct PlannedTournament {
    pub(super) name: String,
    pub(super) wanted: CreateTournament,
    pub(super) plans: Vec<Plan>,
}

/// The tournaments that the arguments describe.
pub(super) fn kinds(args: &TournamentArgs) -> Vec<PlannedTournament> {
    if args.random {
        return at_random(args);
    }
    let format = args.format;
    let has_rounds = matches!(
        format,
        TournamentFormat::Swiss | TournamentFormat::Individual
    );
    let wanted = CreateTournament {
        rounds: has_rounds.then_some(args.rounds),
        minutes: (format == TournamentFormat::Arena).then_some(args.minutes),
        boards: args.boards,
        ..of(format, args.players)
    };
    let plan = Plan {
        has_account: false,
        enters_in: 0,
        fate: None,
    };
    vec![PlannedTournament {
        name: format!("{format:?}").to_lowercase(),
        wanted,
        plans: vec![plan; args.players],
    }]
}

/// Tournaments of all formats, in which everything happens at random; in a quick run three small ones.
fn at_random(args: &TournamentArgs) -> Vec<PlannedTournament> {
    let kind = |(number, (name, wanted)): (usize, (&str, CreateTournament))| {
        let chance = Chance {
            seed: args.seed.wrapping_mul(1_000) + number as u64,
            programs: wanted.players_max.into(),
            matches: wanted.rounds.map_or(4, u32::from),
            rated: wanted.rated,
            is_quick: args.quick,
        };
        PlannedTournament {
            name: name.to_owned(),
            plans: chance.plans(),
            wanted,
        }
    };
    wanted_at_random(args)
        .into_iter()
        .enumerate()
        .map(kind)
        .collect()
}

/// The settings of these tournaments, each with a name.
fn wanted_at_random(args: &TournamentArgs) -> Vec<(&'static str, CreateTournament)> {
    use TournamentFormat::{Arena, Individual, Knockout, RoundRobin, Swiss};
    let with = |format, players, rounds: u8| CreateTournament {
        rounds: (rounds > 0).then_some(rounds),
        clock: ClockRule::PerMove { seconds: 15 },
        come_minutes: 1,
        ..of(format, players)
    };
    let swiss = |players, rounds| with(Swiss, players, rounds);
    let in_pairs = |wanted: CreateTournament| CreateTournament {
        pairs: true,
        rules: partners().into(),
        ..wanted
    };
    let rated = |wanted: CreateTournament| CreateTournament {
        rated: true,
        rules: Options::from(*Preset::QUICK_DRAW.rules()).into(),
        ..wanted
    };
    let with_cut = |wanted: CreateTournament, size| CreateTournament {
        cut: Some(size),
        third_place: true,
        ..wanted
    };
    let on_boards = |wanted: CreateTournament| CreateTournament {
        boards: Some(2),
        watch_delay_minutes: None,
        ..wanted
    };
    if args.quick {
        return vec![
            ("swiss-odd", swiss(17, 3)),
            ("swiss-pairs-cut", in_pairs(with_cut(swiss(24, 2), 4))),
            ("individual-boards", on_boards(with(Individual, 18, 2))),
        ];
    }
    let arena = CreateTournament {
        minutes: Some(args.minutes),
        ..with(Arena, 64, 0)
    };
    vec![
        ("swiss-even", swiss(64, 6)),
        ("swiss-odd-rated", rated(swiss(63, 5))),
        ("swiss-cut", with_cut(swiss(64, 4), 8)),
        ("swiss-pairs", in_pairs(swiss(64, 5))),
        ("swiss-boards", on_boards(swiss(64, 4))),
        ("knockout-rated", rated(with(Knockout, 61, 0))),
        ("knockout-pairs", in_pairs(with(Knockout, 64, 0))),
        ("round-robin", with(RoundRobin, 12, 0)),
        ("individual", with(Individual, 41, 6)),
        ("individual-boards", on_boards(with(Individual, 38, 4))),
        ("arena", arena),
    ]
}

/// A tournament of this format, of matches of one round.
fn of(format: TournamentFormat, players: usize) -> CreateTournament {
    let rules = match format {
        TournamentFormat::Individual => partners(),
        _ => Options {
            target: 1,
            ..Options::from(*Preset::BLOCK.rules())
        },
    };
    CreateTournament {
        format,
        rounds: None,
        rules: rules.into(),
        ..swiss(u16::try_from(players).unwrap_or(u16::MAX))
    }
}

fn partners() -> Options {
    Options {
        target: 1,
        ..Options::from(*Preset::LATIN_PAIRS.rules())
    }
}

/// A Swiss of seven rounds, each of one round of Block, that begins in an hour.
pub(crate) fn swiss(players_max: u16) -> CreateTournament {
    CreateTournament {
        name: "Programs".to_owned(),
        format: TournamentFormat::Swiss,
        rounds: Some(7),
        minutes: None,
        pairs: false,
        repeat: None,
        cut: None,
        third_place: false,
        rules: Options {
            target: 1,
            ..Options::from(*Preset::BLOCK.rules())
        }
        .into(),
        clock: ClockRule::PerMove { seconds: 30 },
        time_cap: None,
        boards: None,
        watch_delay_minutes: None,
        starts_ms: boneyard_base::Clock::system().now().0 + 3_600_000,
        players_max,
        come_minutes: COME_MINUTES,
        check_in: false,
        listed: true,
        entries: TournamentEntries::Open,
        password: None,
        rated: false,
        computers: None,
        fill_to: None,
    }
}
