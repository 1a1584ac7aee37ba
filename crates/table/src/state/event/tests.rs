use boneyard_base::Timestamp;
use boneyard_protocol::TableId;
use boneyard_protocol::fairness::{SeatFairness, SectionMatch};
use boneyard_rules::line::rules::DominoSet;
use boneyard_rules::line::{ArmId, Play, Preset};
use boneyard_rules::{BySeat, Seating, Tile, line};
use boneyard_store::LogRow;

use crate::state::State;
use crate::state::event::*;
use crate::state::stop::Stop;

fn seat(number: u8) -> Seat {
    Seat::new(number).unwrap()
}

fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

fn hex_of(bytes: &[u8]) -> String {
    let add = |hex, byte: &u8| format!("{hex}{byte:02x}");
    bytes.iter().fold(String::new(), add)
}

/// One event of each variant, in the order of the variants, with its bytes in hex.
#[expect(clippy::too_many_lines, reason = "some lines for each variant")]
fn every_variant() -> Vec<(TableEvent, String)> {
    let (table, id, bytes) = ("ab".repeat(16), "07".repeat(16), "09".repeat(32));
    let player = PlayerId::from_bytes([7; 16]);
    let level = Level::Expert;
    let invite: Invite = id.parse().unwrap();
    let name = "Ann".to_owned();
    let order = hex_of(&std::array::from_fn::<u8, 28, _>(|index| index as u8));
    let hex = |text: &str| text.to_owned();
    vec![
        (
            TableEvent::Created {
                table: TableId::from_bits(u128::from_be_bytes([0xab; 16])),
                host: player,
                name: name.clone(),
                rules: Preset::DRAW.rules().into(),
                access: Access::Link,
                kept_seats: 1,
                invite,
                hints: true,
                clock: ClockRule::Bank {
                    seconds: 300,
                    increment: 5,
                },
                time_cap: Some(30),
                bots: false,
                rated: true,
                quick: false,
                seed: TableSeed::from([9; 32]),
            },
            format!("00{table}{id}03416e6e084472617720313030 0101{id}0102ac0205011e000100{bytes}"),
        ),
        (
            TableEvent::Sat {
                seat: seat(1),
                player,
                name: name.clone(),
                invited: true,
            },
            format!("0101{id}03416e6e01"),
        ),
        (
            TableEvent::ComputerSat {
                seat: seat(2),
                level,
                entrant: None,
            },
            hex("02020300"),
        ),
        (TableEvent::Left { seat: seat(3) }, hex("0303")),
        (TableEvent::Removed { seat: seat(3) }, hex("0403")),
        (
            TableEvent::Renamed {
                seat: seat(0),
                name: name.clone(),
            },
            hex("050003416e6e"),
        ),
        (
            TableEvent::Readied {
                seat: seat(1),
                ready: true,
            },
            hex("060101"),
        ),
        (
            TableEvent::Committed {
                seat: seat(1),
                commitment: Commitment::from([9; 32]),
                head: LogHead {
                    size: 300,
                    root: [9; 32].into(),
                },
            },
            format!("0701{bytes}ac02{bytes}"),
        ),
        (TableEvent::Began, hex("08")),
        (
            TableEvent::Revealed {
                seat: seat(1),
                seed: Seed::from([9; 32]),
            },
            format!("0901{bytes}"),
        ),
        (
            TableEvent::Dealt {
                order: Order::sorted(28),
            },
            format!("0a1c{order}"),
        ),
        (
            TableEvent::Moved {
                seat: seat(1),
                chosen: line::Move::Play(Play {
                    tile: tile("6-4"),
                    arm: Some(ArmId::B),
                    announced: Some(300),
                })
                .into(),
            },
            hex("0b010000190101 01ac02"),
        ),
        (TableEvent::Continued { seat: seat(1) }, hex("0c01")),
        (TableEvent::Closed, hex("0d")),
        (TableEvent::Warned { seat: seat(1) }, hex("0e01")),
        (
            TableEvent::MovedFor {
                seat: seat(1),
                chosen: line::Move::Call.into(),
            },
            hex("0f010002"),
        ),
        (
            TableEvent::Resumed {
                from: Timestamp(1000),
            },
            hex("10d00f"),
        ),
        (TableEvent::Returned { seat: seat(1) }, hex("1101")),
        (
            TableEvent::Lent {
                seat: seat(1),
                level,
                by: seat(0),
            },
            hex("12010300"),
        ),
        (TableEvent::Resigned { seat: seat(1) }, hex("1301")),
        (TableEvent::OfferedEnd { seat: seat(1) }, hex("1401")),
        (TableEvent::DeclinedEnd { seat: seat(1) }, hex("1501")),
        (
            TableEvent::Claimed {
                seat: seat(1),
                by: seat(0),
            },
            hex("160100"),
        ),
        (TableEvent::Abandoned, hex("17")),
        (
            TableEvent::TookOver {
                seat: seat(2),
                player,
                name,
                invited: false,
            },
            format!("1802{id}03416e6e00"),
        ),
        (TableEvent::CalledOff, hex("19")),
        (
            TableEvent::Arranged {
                tournament: TournamentId::from_bits(0x0707_0707_0707_0707_0707_0707_0707_0707),
                come_by: Timestamp(1000),
                name: "Ann".to_owned(),
                round: Some(2),
                rounds: Some(5),
            },
            format!("1a{id}d00f03416e6e01020105"),
        ),
        (TableEvent::TimeCalled, hex("1b")),
        (TableEvent::TookHoliday { seat: seat(1) }, hex("1c01")),
        (TableEvent::InSection { boards: 4 }, hex("1d04")),
        (TableEvent::Held, hex("1e")),
        (
            TableEvent::BeganInSection {
                seed: TableSeed::from([9; 32]),
                others: vec![Hash::from([9; 32])],
            },
            format!("1f{bytes}01{bytes}"),
        ),
        (
            TableEvent::SectionRevealed {
                others: vec![SectionMatch {
                    table: TableId::from_bits(u128::from_be_bytes([0xab; 16])),
                    match_number: 3,
                    agreed: Hash::from([9; 32]),
                    seats: BySeat::from_fn(Seating::TWO, |seat| SeatFairness {
                        promise: None,
                        seed: (seat.index() == 1).then_some(Seed::from([9; 32])),
                    }),
                }],
            },
            format!("2001{table}03{bytes}0200000001{bytes}"),
        ),
        (TableEvent::SectionEnded, hex("21")),
        (TableEvent::Watchable { delay_minutes: 5 }, hex("2205")),
        (
            TableEvent::Stopped {
                stop: Stop::Withdrawn { seat: seat(1) },
            },
            hex("230001"),
        ),
        (TableEvent::ClockStepped { by_ms: -3 }, hex("2405")),
    ]
}

#[test]
fn the_bytes_of_every_variant_stay_as_they_are() {
    let all = every_variant();
    for (number, (event, hex)) in all.iter().enumerate() {
        let body = TableEvent::to_body(std::slice::from_ref(event));
        assert_eq!(hex_of(&body), hex.replace(' ', ""), "{event:?}");
        assert_eq!(usize::from(body[0]), number);
        assert_eq!(
            TableEvent::from_body(&body).unwrap(),
            std::slice::from_ref(event)
        );
    }
    // Decoding fails for the number after the last variant, so the list above misses no variant.
    assert!(TableEvent::from_body(&[all.len() as u8]).is_err());
    let events: Vec<_> = all.into_iter().map(|(event, _)| event).collect();
    let body = TableEvent::to_body(&events);
    assert_eq!(TableEvent::from_body(&body).unwrap(), events);
}

#[test]
fn a_play_is_a_few_bytes() {
    let played = TableEvent::Moved {
        seat: seat(0),
        chosen: line::Move::Play(Play {
            tile: tile("6-4"),
            arm: None,
            announced: None,
        })
        .into(),
    };
    assert_eq!(TableEvent::to_body(&[played]).len(), 7);
}

#[test]
fn every_preset_is_read_back_as_it_was_written() {
    for preset in Preset::ALL {
        let (created, _) = every_variant().swap_remove(0);
        let TableEvent::Created {
            table,
            host,
            name,
            invite,
            seed,
            ..
        } = created
        else {
            panic!("the first variant is another");
        };
        let created = TableEvent::Created {
            table,
            host,
            name,
            rules: preset.rules().into(),
            access: Access::Public,
            kept_seats: 0,
            invite,
            hints: false,
            clock: ClockRule::None,
            time_cap: None,
            bots: true,
            rated: false,
            quick: true,
            seed,
        };
        let body = TableEvent::to_body(std::slice::from_ref(&created));
        assert_eq!(TableEvent::from_body(&body).unwrap(), [created]);
    }
}

#[test]
fn the_tiles_of_every_set_are_read_as_they_were_written() {
    for &set in DominoSet::ALL {
        let dealt = TableEvent::Dealt {
            order: Order::sorted(set.len()),
        };
        let body = TableEvent::to_body(std::slice::from_ref(&dealt));
        assert_eq!(body.len(), 2 + set.len());
        assert_eq!(TableEvent::from_body(&body).unwrap(), [dealt]);
    }
}

#[test]
fn a_body_that_was_never_written_is_an_error() {
    let body = TableEvent::to_body(&[TableEvent::Dealt {
        order: Order::sorted(28),
    }]);
    let mut twice = body.clone();
    twice[3] = twice[2];
    let no_tile = [&body[..2], &[55; 28]].concat();
    let from_one: Vec<u8> = (1..=28).collect();
    let no_order = [&body[..2], &from_one].concat();
    let broken = [&body[..body.len() - 1], &twice, &no_tile, &no_order, b"[]"];
    for broken in broken.into_iter().chain([&[][..]]) {
        assert!(TableEvent::from_body(broken).is_err(), "{broken:?}");
    }
}

/// The log fuzzer starts from stored inputs. They are useful only if they are valid logs.
#[test]
fn the_first_inputs_of_the_fuzzer_are_logs() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/log");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let data = std::fs::read(&path).unwrap();
        let (mut rest, mut seq) = (data.as_slice(), 0);
        let mut rows = Vec::new();
        while let Some((length, after)) = rest.split_first_chunk() {
            let (body, after) = after.split_at(usize::from(u16::from_be_bytes(*length)));
            seq += 1;
            rows.push(LogRow {
                seq,
                at: Timestamp(seq),
                body: body.to_vec(),
            });
            rest = after;
        }
        let state = State::from_log(&rows).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        assert_eq!(state.version, seq);
    }
}
