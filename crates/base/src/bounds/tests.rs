//! Tests of the bounds: attackers with one address, with a network, and with several networks.

use std::net::IpAddr;
use std::time::Duration;

use proptest::prelude::*;

use super::*;

/// The number of networks of an attacker, and the number of actions that a visitor from another network is
/// allowed beside them.
const NETWORKS: u32 = 10;
const FIRST: u32 = 3;

/// The number of an attacker's networks beside which a visitor still gets a code by email to their mailbox.
const NETWORKS_OF_MAILBOX: u32 = 5;

const TABLES: u32 = 1_000;

fn address(text: &str) -> Address {
    text.parse::<IpAddr>().unwrap().into()
}

fn visitor(from: Address) -> Requester {
    let player = PlayerId::random();
    Requester { player, from }
}

/// One of the addresses of an attacker who has several IPv6 networks of 48 bits.
fn attacker(network: u32, address: u32) -> Address {
    let address: IpAddr = format!("2001:db8:{network:x}:{:x}::1", address & 0xffff)
        .parse()
        .unwrap();
    address.into()
}

fn allowed(bounds: &Bounds, bound: &Bound, by: impl Fn(u32) -> Requester, now: Instant) -> u32 {
    let allow = |&number: &u32| bounds.allow(bound.clone(), by(number), now);
    u32::try_from((0..20_000).filter(allow).count()).unwrap()
}

/// The number of actions that are allowed from a network that has used nothing, beside so many others: what the
/// documentation of the module says.
fn left(allowance: Allowance, networks: u32) -> u32 {
    let [network, all] = [allowance.network, allowance.all].map(f64::from);
    let wanted = limits::SHARE * network;
    let left = wanted * (all / (all + wanted)).powf(f64::from(networks) + 1.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number between 0 and the allowance"
    )]
    let left = left.min(network) as u32;
    left
}

/// The attacker's networks that a bound withstands, and the first actions of another network that it keeps.
fn kept(bound: &Bound) -> (u32, u32) {
    match bound {
        Bound::MailsTo(_) => (NETWORKS_OF_MAILBOX, 1),
        _ => (NETWORKS, FIRST),
    }
}

#[test]
fn every_bound_has_tiers_and_keeps_the_first_actions_of_another_network() {
    for bound in Bound::all() {
        let tiers = bound.allowance(TABLES);
        assert!(
            tiers.visitor > 0 && tiers.visitor <= tiers.address,
            "{bound:?}"
        );
        assert!(2 * tiers.address <= tiers.network, "{bound:?}");
        assert!(4 * tiers.network <= tiers.all, "{bound:?}");
        let (networks, first) = kept(&bound);
        assert!(left(tiers, networks) >= first, "{bound:?}");
    }
}

#[test]
fn a_visitor_an_address_and_a_network_have_their_allowances_and_others_theirs() {
    let now = Instant::now();
    for bound in Bound::all() {
        let tiers = bound.allowance(20);
        let bounds = Bounds::new(20);
        let one = visitor(address("192.0.2.1"));
        assert_eq!(allowed(&bounds, &bound, |_| one, now), tiers.visitor);
        let crowd = |_| visitor(address("192.0.2.1"));
        let others = allowed(&bounds, &bound, crowd, now);
        assert_eq!(tiers.visitor + others, tiers.address, "{bound:?}");
        let neighbour = visitor(address("192.0.2.2"));
        let got = allowed(&bounds, &bound, |_| neighbour, now);
        assert!(got * 2 >= tiers.visitor, "{bound:?}: {got}");

        let bounds = Bounds::new(20);
        let crowd = |number| visitor(attacker(1, number));
        let all = allowed(&bounds, &bound, crowd, now);
        assert!(all <= tiers.network, "{bound:?}: {all}");
        assert!(all * 10 >= tiers.network * 8, "{bound:?}: {all}");
        let other = visitor(attacker(2, 1));
        let got = allowed(&bounds, &bound, |_| other, now);
        assert_eq!(got, tiers.visitor, "beside a whole network: {bound:?}");
    }
}

#[test]
fn neighbours_in_a_network_keep_their_first_actions_beside_an_attackers_addresses() {
    let now = Instant::now();
    for bound in Bound::all() {
        if matches!(bound, Bound::MailsTo(_)) {
            continue;
        }
        let bounds = Bounds::new(TABLES);
        for number in 1..=4 {
            let crowd = |_| visitor(address(&format!("192.0.2.{number}")));
            allowed(&bounds, &bound, crowd, now);
        }
        let neighbour = visitor(address("192.0.2.77"));
        let got = allowed(&bounds, &bound, |_| neighbour, now);
        assert!(got >= FIRST, "{bound:?}: {got}");
    }
}

#[test]
fn what_is_put_back_counts_no_longer_and_a_refusal_counts_for_nothing() {
    let now = Instant::now();
    let bounds = Bounds::new(TABLES);
    let one = visitor(address("192.0.2.1"));
    let both = [
        Bound::Mails,
        Bound::MailsTo("ada@dominoes.example".to_owned()),
    ];
    for _ in 0..100 {
        bounds.take(&both, one, now).unwrap().put_back();
    }
    let sent = (0..100).filter(|_| bounds.take(&both, one, now).is_some());
    assert_eq!(sent.count(), 3, "to the mailbox");
    assert_eq!(
        allowed(&bounds, &Bound::Mails, |_| one, now),
        2,
        "to others"
    );
}

#[test]
fn counts_fade_and_are_forgotten() {
    let now = Instant::now();
    let bounds = Bounds::new(TABLES);
    let one = visitor(address("192.0.2.1"));
    assert_eq!(allowed(&bounds, &Bound::WrongCodes, |_| one, now), 5);
    let later = now + Duration::from_mins(1);
    assert_eq!(allowed(&bounds, &Bound::WrongCodes, |_| one, later), 1);
    let later = later + Duration::from_mins(30);
    assert_eq!(allowed(&bounds, &Bound::WrongCodes, |_| one, later), 5);

    for network in 1..=8 {
        let crowd = |number| visitor(attacker(network, number));
        allowed(&bounds, &Bound::Requests, crowd, later);
    }
    let mut counts = bounds.inner.counts.lock();
    assert!(counts.of.len() > 2 * limits::COUNTS_MANY);
    bounds.forget(&mut counts, later + Duration::from_secs(5));
    assert!(counts.of.len() > 2 * limits::COUNTS_MANY, "still counted");
    bounds.forget(&mut counts, later + Duration::from_mins(2));
    assert!(counts.of.len() < 10, "{}", counts.of.len());
}

#[test]
fn a_held_action_counts_until_it_ends() {
    let now = Instant::now();
    let bounds = Bounds::new(TABLES);
    let one = visitor(address("192.0.2.1"));
    let hold = |now| bounds.hold(Bound::HeldSearches, one, now);
    let mut lasting: Vec<_> = std::iter::from_fn(|| hold(now)).collect();
    let most = Bound::HeldSearches.allowance(TABLES).address;
    assert_eq!(lasting.len(), most as usize);
    let later = now + Duration::from_hours(8);
    assert!(hold(later).is_none());
    lasting.pop();
    lasting.extend(hold(later));
    assert_eq!(lasting.len(), most as usize);
    lasting.clear();
    assert!(bounds.inner.counts.lock().of.is_empty());
}

/// The limits of what all visitors share and one of them could use up, each with the bound that leaves others their part.
/// Connections have tiers of their own, at the gate.
const SHARED: [(&str, Bound); 10] = [
    ("MAILS_QUEUED_MAX", Bound::Mails),
    ("APPEND_QUEUE_MAX", Bound::Requests),
    ("OTHER_WRITES_MAX", Bound::Requests),
    ("READ_QUEUE_MAX", Bound::Requests),
    ("COMPUTER_JOBS_MAX", Bound::Tables),
    ("PUSH_STORED_QUEUE_MAX", Bound::PushBrowsers),
    ("LOBBY_TABLES_MAX", Bound::Tables),
    ("LISTED_SEEKERS_MAX", Bound::HeldSearches),
    ("LISTED_TOURNAMENTS_MAX", Bound::Tournaments),
    ("LISTED_ENDED_TOURNAMENTS_MAX", Bound::Tournaments),
];

/// The limits of one visitor, table, tournament, message or text, of what only nodes cause, and of caches, which drop the
/// oldest and refuse nobody.
const OF_ONE: &str = "
    COMPUTER_ROUNDS_MAX CONNECTIONS_MAX LOGGED_HEADER_BYTES_MAX PROXY_ADDRESSES_MAX BUDGETS_MAX HEADER_BYTES_MAX HTTP_BODY_BYTES_MAX
    HOST_BYTES_MAX FRAME_BYTES_MAX MESSAGE_BYTES_MAX SOCKET_QUEUE_MAX CLOSING_FRAMES_MAX TOLD_SEEKERS_MAX
    SEEK_ABSENCES_MAX ABSENCES_MAX SEEK_PRESETS_MAX BEAT_AGE_MAX NODE_ANSWERS_MAX GONE_NODES_MAX NODE_NEWS_MAX
    BUS_QUEUE_MAX BUS_TAKEN_MAX BUS_CLIENT_QUEUE_MAX BUS_SUBSCRIPTION_MAX BUS_TABLE_QUEUE_MAX BUS_JOINS_MAX
    BUS_EVENTS_MAX BUS_MESSAGE_BYTES_MAX BUS_SENDERS_MAX NAME_CHARS_MAX NAME_COLUMNS_MAX MARKS_PER_LETTER_MAX
    DIRECTING_MARKS_MAX TEXT_BYTES_PER_CHARACTER_MAX DEVICES_PER_ACCOUNT_MAX EXPORT_ROWS_MAX
    TABLES_PER_VISITOR_MAX BOTS_PER_VISITOR_MAX PASSKEYS_PER_ACCOUNT_MAX CREDENTIAL_ID_BYTES_MAX EMAIL_BYTES_MAX
    SOCKETS_PER_VISITOR_MAX TABLES_PER_SOCKET_MAX BLOCKS_MAX FRIENDS_MAX FRIENDS_ASKING_MAX PEOPLE_RATES_MAX
    REPORT_CHARS_MAX MUTE_MINUTES_MAX ROOM_LINES_MAX PUSH_BROWSERS_PER_PLAYER_MAX PUSH_ENDPOINT_BYTES_MAX
    WEBHOOKS_PER_PLAYER_MAX TIME_ZONE_BYTES_MAX PUSH_RETRY_MS_MAX PUSH_RETRY_AFTER_MS_MAX PUSH_FAILURES_MAX
    PUSH_ANSWER_BYTES_MAX KEEP_RECORDS_DAYS_MAX DIFFERENCES_TOLD_MAX CURVE_POINTS_MAX PERSON_MATCHES_MAX
    PERSON_BEST_MAX PERSON_OPPONENTS_MAX ANALYSED_MOVES_MAX TRANSCRIPT_BYTES_MAX REPLAY_BODY_BYTES_MAX
    PICTURES_BYTES_MAX ENTRIES_OF_TABLE_MAX APPEND_BATCH_MAX READ_CONNECTIONS_MAX LOG_ENDS_MAX TABLE_NUMBERS_MAX
    LOG_LINES_MAX ROUNDS_MAX DEALS_MAX REVEAL_MS_MAX PROMISE_MS_MAX MISSED_SEEDS_MAX NEXT_ROUND_MS_MAX
    REMOVED_PER_TABLE_MAX APPEND_TRIES_MAX TOLD_ROW_BYTES_MAX CHECKED_SESSIONS_MAX TOLD_TABLES_MAX
    CHECKED_TABLES_MAX TABLE_SLEEP_MAX OWN_TABLES_MAX WAITING_TABLE_MS_MAX BEGUN_TABLE_MS_MAX COUNTED_HOSTS_MAX
    OVER_DAYS_DUE_MS_MAX DUE_TABLES_MAX MISSED_MAX HISTORY_BYTES_MAX CLOSED_TABLES_MAX ABANDONED_TABLES_MAX
    BOT_DELAY_MS_MAX THINKING_TIME_MAX COMPUTER_THREADS_MAX CHAT_CHARS_MAX TASK_REST_MAX RESTING_PIECES_MAX
    TOURNAMENT_NAME_CHARS_MAX TOURNAMENT_NOTE_CHARS_MAX REPORTED_TEXTS_MAX TOURNAMENT_PASSWORD_CHARS_MAX
    TOURNAMENT_PLAYERS_MAX ROUND_ROBIN_PLAYERS_MAX INDIVIDUAL_PLAYERS_MAX ROUND_ROBIN_PAIR_PLAYERS_MAX
    REPEAT_DAYS_MAX REPEATS_MAX ARENA_MINUTES_MAX TOURNAMENT_ROUNDS_MAX TOURNAMENT_CUT_MAX
    TOURNAMENT_COMPUTERS_MAX COME_MINUTES_MAX ENDED_TOURNAMENTS_MAX ENDED_TOURNAMENTS_READ_MAX TOURNAMENT_MISSES_MAX
    WATCH_DELAY_MINUTES_MAX BOARDS_MAX DUPLICATE_PLAYERS_MAX
";

const LIMITS: [&str; 12] = [
    include_str!("../limits/bounds.rs"),
    include_str!("../limits/connections.rs"),
    include_str!("../limits/matching.rs"),
    include_str!("../limits/nodes.rs"),
    include_str!("../limits/people.rs"),
    include_str!("../limits/push.rs"),
    include_str!("../limits/records.rs"),
    include_str!("../limits/storage.rs"),
    include_str!("../limits/tables.rs"),
    include_str!("../limits/tasks.rs"),
    include_str!("../limits/time.rs"),
    include_str!("../limits/tournaments.rs"),
];

/// The names of the constants in [`LIMITS`] whose line has this text behind the name.
fn constants(rest: &str) -> Vec<&'static str> {
    let lines = LIMITS.iter().flat_map(|file| file.lines());
    let constants = lines.filter_map(|line| line.strip_prefix("pub const ")?.split_once(':'));
    let constants = constants.filter(|(name, of)| format!("{name}:{of}").contains(rest));
    constants.map(|(name, _)| name).collect()
}

#[test]
fn each_limit_that_visitors_share_has_tiers() {
    let all = constants("_MAX: ");
    for name in &all {
        let is_shared = SHARED.iter().any(|(shared, _)| shared == name);
        let is_of_one = OF_ONE.split_whitespace().any(|of_one| of_one == *name);
        assert!(
            is_shared != is_of_one,
            "{name}: who shares it, and what leaves others their part?"
        );
    }
    let listed = SHARED.len() + OF_ONE.split_whitespace().count();
    assert_eq!(listed, all.len(), "a name that is no limit any more");
    for (name, bound) in SHARED {
        assert!(Bound::all().contains(&bound), "{name}");
    }
}

/// What is stored and lasts: networks that take all they can leave the first ones to a network that has none.
#[test]
fn each_open_limit_keeps_the_first_ones_of_another_network() {
    let limits = [limits::OPEN_TOURNAMENTS, limits::OPEN_REPORTS];
    assert_eq!(constants(": OpenMax ").len(), limits.len());
    for most in limits {
        assert!(2 * most.visitor <= most.network && 4 * most.network <= most.all);
        let mut all = 0;
        let mut take = |wanted| {
            let allows = |&network: &u32| {
                most.allows(limits::OpenMax {
                    visitor: 0,
                    network,
                    all: all + network,
                })
            };
            let taken = (0..wanted).take_while(allows).count() as u32;
            all += taken;
            taken
        };
        assert!(take(most.all) <= most.network);
        for _ in 1..NETWORKS {
            take(most.all);
        }
        assert_eq!(take(FIRST), FIRST, "{most:?}");
        let own = limits::OpenMax {
            visitor: most.visitor,
            network: most.visitor,
            all: most.visitor,
        };
        assert!(!most.allows(own));
    }
}

/// A number as the manual writes it.
fn written(number: u32) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
    groups.join(",")
}

/// A time as the manual writes it; nothing for actions that count until they end.
fn written_time(within: Duration) -> String {
    match within.as_secs() {
        _ if within == limits::WHILE_HELD => String::new(),
        seconds @ 0..60 => format!(", {seconds} s"),
        seconds @ 60..3_600 => format!(", {} min", seconds / 60),
        seconds => format!(", {} h", seconds / 3_600),
    }
}

#[test]
fn the_manual_on_security_lists_all_bounds() {
    let manual = include_str!("../../../../docs/security.md");
    let head = "visitor | address | network | all\n--- | --- | --- | --- | ---\n";
    let (_, rows) = manual.split_once(head).unwrap();
    let rows: Vec<&str> = rows.lines().take_while(|line| !line.is_empty()).collect();
    assert_eq!(rows.len(), Bound::all().len());
    for (row, bound) in rows.into_iter().zip(Bound::all()) {
        let tiers = bound.allowance(limits::TABLES_PER_ADDRESS);
        let (what, numbers) = row.split_once(" | ").unwrap();
        let time = written_time(tiers.within);
        assert!(what.contains(&time), "{bound:?}: {row}");
        let listed: Vec<&str> = numbers.split(" | ").collect();
        let all = [tiers.visitor, tiers.address, tiers.network, tiers.all].map(written);
        // What a visitor may do alone is left out where it is all that the address may do.
        let [visitor, rest @ ..] = &listed[..] else {
            panic!("{row}")
        };
        assert!(
            *visitor == all[0] || *visitor == "–" && all[0] == all[1],
            "{row}"
        );
        assert_eq!(rest, &all[1..], "{bound:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn ten_networks_keep_no_other_from_its_first_actions(
        which in 0..Bound::all().len(),
        waves in prop::collection::vec((0..NETWORKS, 1..600_u32, 0.0..2.0_f64), 1..60),
    ) {
        let bound = Bound::all()[which].clone();
        let bounds = Bounds::new(20);
        let tiers = bound.allowance(20);
        let (networks, first) = kept(&bound);
        let mut now = Instant::now();
        for (network, actions, pause) in waves {
            now += tiers.within.mul_f64(pause * pause / 8.0);
            for number in 0..actions {
                let by = visitor(attacker(network % networks, number));
                bounds.allow(bound.clone(), by, now);
            }
            let honest = visitor(address("198.51.100.1"));
            let taken: Vec<_> = (0..first)
                .map(|_| bounds.take(std::slice::from_ref(&bound), honest, now))
                .collect();
            for taken in taken {
                prop_assert!(taken.is_some(), "{bound:?}");
                taken.unwrap().put_back();
            }
        }
    }
}
