//! Tests that `POST /api/tables` accepts exactly the options that `GET /api/presets` lists. So a program can
//! build a form from the list and send the choices.

use boneyard_base::limits;
use boneyard_protocol::Catalogue;
use boneyard_protocol::catalogue::{LineCatalogue, OptionBody, OptionKind, OptionValue};
use boneyard_rules::Seating;
use boneyard_rules::line::Options;
use boneyard_rules::line::rules::Love;
use serde_json::{Value, json};

use crate::person::{Person, request};
use crate::world::World;

/// Creates tables as several visitors, because each visitor may create only a few.
struct Hosts<'a> {
    world: &'a World,
    host: Option<Person>,
    opened: usize,
}

impl<'a> Hosts<'a> {
    fn of(world: &'a World) -> Self {
        Self {
            world,
            host: None,
            opened: 0,
        }
    }

    /// Requests a table for a game of the line with these options. Returns the HTTP status, and the option that the error names.
    async fn ask(&mut self, rules: &Value) -> (u16, Option<String>) {
        let address = self.world.address;
        let host = match self.host.take() {
            Some(host) if self.opened < limits::TABLES_PER_VISITOR_MAX => host,
            _ => {
                self.opened = 0;
                Person::arrive(address).await
            }
        };
        let wanted =
            json!({"rules": {"line": rules}, "access": "public", "kept_seats": 0}).to_string();
        let answer = host.request(address, "POST", "/api/tables", &wanted).await;
        self.host = Some(host);
        self.opened += usize::from(answer.status == 201);
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        (answer.status, body["option"].as_str().map(str::to_owned))
    }

    async fn accepts(&mut self, rules: &Value) {
        let answer = self.ask(rules).await;
        assert_eq!(answer, (201, None), "{rules}");
    }

    async fn refuses(&mut self, rules: &Value, option: &str) {
        let answer = self.ask(rules).await;
        assert_eq!(answer, (422, Some(option.to_owned())), "{rules}");
    }
}

async fn catalogue(world: &World) -> LineCatalogue {
    let answer = request(world.address, "GET", "/api/presets", "", "").await;
    let catalogue: Catalogue = serde_json::from_str(&answer.unwrap().body).unwrap();
    catalogue.line
}

fn json_of(options: Options) -> Value {
    serde_json::to_value(options).unwrap()
}

#[tokio::test]
async fn every_preset_is_accepted_with_all_that_is_listed_for_it() {
    let world = World::new().await;
    let mut hosts = Hosts::of(&world);
    for preset in catalogue(&world).await.presets {
        let own = preset.rules.seating;
        for seated in &preset.seatings {
            let rules = Options::from(seated.rules);
            assert_eq!(seated.seating, rules.seating);
            assert_eq!(seated.hand_sizes[0], rules.hand_size, "{}", preset.name);
            if seated.seating == own {
                assert_eq!(seated.hand_sizes, preset.hand_sizes);
                assert_eq!(seated.rules, preset.rules);
            }
            let loves = [Some(rules.love), preset.love_offered.then_some(Love::Yes)];
            for &target in &preset.targets {
                for &hand_size in &seated.hand_sizes {
                    for love in loves.into_iter().flatten() {
                        let listed = Options {
                            target,
                            hand_size,
                            love,
                            ..rules
                        };
                        hosts.accepts(&json_of(listed)).await;
                    }
                }
            }
        }
    }
}

#[tokio::test]
async fn the_most_tiles_for_each_seat_are_the_most_that_are_accepted() {
    let world = World::new().await;
    let mut hosts = Hosts::of(&world);
    let catalogue = catalogue(&world).await;
    let of_the_game = |name: &str| {
        let options = catalogue.options.iter();
        let kind = options.clone().find(|option| option.name == name);
        match kind.unwrap().kind {
            OptionKind::Number { max, .. } => max,
            _ => panic!("{name} is a number"),
        }
    };
    let block = catalogue.presets.iter().find(|it| it.name == "Block");
    for seating in &catalogue.seatings {
        for set in &catalogue.tile_sets {
            let most = of_the_game("hand_size").min((set.tiles / seating.seats).into());
            if set.tiles == 28 {
                assert_eq!(most, u16::from(seating.hand_size_max));
            }
            let mut rules = json_of(block.unwrap().rules.into());
            rules["seating"] = serde_json::to_value(seating.seating).unwrap();
            rules["tile_set"] = serde_json::to_value(set.tile_set).unwrap();
            rules["hand_size"] = json!(most);
            hosts.accepts(&rules).await;
            rules["hand_size"] = json!(most + 1);
            hosts.refuses(&rules, "hand_size").await;
        }
    }
}

/// Rules for two players to 1000 points, with the other options that are necessary so that this option
/// applies.
fn meaning(option: &OptionBody, block: &Options) -> Value {
    let mut rules = json_of(Options {
        seating: Seating::TWO,
        target: 1000,
        ..*block
    });
    for needed in &option.applies {
        rules[&needed.option] = match &needed.values[0] {
            OptionValue::Flag(flag) => json!(flag),
            OptionValue::Choice(choice) => json!(choice),
        };
    }
    if option.name == "redeal_doubles" {
        // Only the largest set of tiles has enough doubles for this option.
        rules["tile_set"] = json!("double_nine");
        rules["hand_size"] = json!(10);
    }
    rules
}

#[tokio::test]
async fn the_numbers_of_an_option_end_where_the_catalogue_says() {
    let world = World::new().await;
    let mut hosts = Hosts::of(&world);
    let catalogue = catalogue(&world).await;
    let block = catalogue.presets.iter().find(|it| it.name == "Block");
    let block = Options::from(block.unwrap().rules);
    for option in &catalogue.options {
        let named = |fields: &[String], number: u16| {
            let numbers = fields.iter().map(|field| (field.clone(), json!(number)));
            Value::Object(numbers.collect())
        };
        let listed = |length: u8, number: u16| json!(vec![number; usize::from(length)]);
        let (accepted, refused) = match &option.kind {
            OptionKind::Number { min, max } => {
                let under = min.checked_sub(1).map(|number| json!(number));
                let refused = under.into_iter().chain([json!(max + 1)]);
                (vec![json!(min), json!(max)], refused.collect())
            }
            OptionKind::Numbers { fields, max } => (
                vec![named(fields, 0), named(fields, *max)],
                vec![named(fields, max + 1)],
            ),
            OptionKind::List { length, max } => (
                vec![listed(*length, 0), listed(*length, *max)],
                vec![listed(*length, max + 1)],
            ),
            OptionKind::Choice { .. } | OptionKind::Flag => (vec![], vec![]),
        };
        let mut rules = meaning(option, &block);
        for value in accepted {
            rules[&option.name] = value;
            hosts.accepts(&rules).await;
        }
        for value in refused {
            rules[&option.name] = value;
            hosts.refuses(&rules, &option.name).await;
        }
    }
}
