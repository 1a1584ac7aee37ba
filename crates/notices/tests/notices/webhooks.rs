//! Tests of webhooks: a chat is told of each turn once, and nobody uses one to reach what isn't theirs.

use boneyard_base::{PlayerId, TableId, limits};
use boneyard_notices::{AboutTable, NoticeError, TableAnswer};
use boneyard_protocol::push::{PutWebhook, WebhookForm, WebhookScore};
use boneyard_testing::{PushAnswer, here};
use serde_json::{Value, json};

use super::attacks::{REFUSED_URLS, led_astray};
use super::world::{HOST, World, about};

const ORIGIN: &str = "https://dominoes.example";

fn wanted(form: WebhookForm, url: &str) -> PutWebhook {
    PutWebhook {
        form,
        url: url.to_owned(),
        language: "en".to_owned(),
    }
}

/// A table over days with a webhook, whose host is the player of the world.
struct Hooked {
    world: World,
    table: TableId,
}

impl Hooked {
    async fn told_as(form: WebhookForm) -> Self {
        let world = World::new().await;
        let table = TableId::random();
        let hooked = Self { world, table };
        hooked
            .set(form, &format!("https://{HOST}/hooks/secret"))
            .await;
        hooked
    }

    async fn set(&self, form: WebhookForm, url: &str) {
        let requester = here(self.world.player);
        let wanted = wanted(form, url);
        let set = self
            .world
            .notices
            .put_webhook(requester, self.table, ORIGIN, &wanted);
        let body = set.await.unwrap();
        assert_eq!(body.webhook.as_ref().unwrap().form, form);
        assert!(!serde_json::to_string(&body).unwrap().contains("secret"));
    }

    /// Somebody without a browser is on turn, and does not come.
    fn turn(&self, position: u32) {
        assert!(
            self.world
                .notices
                .turn(PlayerId::random(), self.table, position)
        );
        self.world.pass_ms(limits::PUSH_TURN_AFTER_MS);
    }

    /// What the service is told next.
    async fn next(&mut self) -> Value {
        let request = self.world.service.next().await;
        assert_eq!(request.path, "/hooks/secret");
        assert_eq!(request.header("content-type"), "application/json");
        serde_json::from_slice(&request.body).unwrap()
    }

    async fn is_set(&self) -> bool {
        let shown = self.world.notices.webhook(self.world.player, self.table);
        let webhook = shown.await.unwrap().webhook;
        assert!(webhook.iter().all(|webhook| webhook.host == HOST));
        webhook.is_some()
    }

    async fn until_removed(&self) {
        while self.is_set().await {
            tokio::task::yield_now().await;
        }
    }
}

fn ended() -> AboutTable {
    let side = |name: &str, points| WebhookScore {
        names: vec![name.to_owned()],
        points,
    };
    AboutTable {
        player: None,
        scores: vec![side("Ana", 105), side("Computer", 80)],
        ..about()
    }
}

#[tokio::test]
async fn each_form_is_told_turns_and_ends_once_over_a_restart() {
    let page = |hooked: &Hooked| format!("{ORIGIN}/t/{}", hooked.table);
    for form in [
        WebhookForm::Discord,
        WebhookForm::Slack,
        WebhookForm::Matrix,
        WebhookForm::Json,
    ] {
        let mut hooked = Hooked::told_as(form).await;
        let link = page(&hooked);
        let bodies = |json: Value, text: &str| match form {
            WebhookForm::Discord => json!({
                "content": format!("{}\n<{link}>", text.replace(':', "\\:")),
                "allowed_mentions": { "parse": [] },
                "flags": 4,
            }),
            WebhookForm::Slack => json!({
                "text": format!("{}\n<{link}>", text.replace(':', "꞉")),
                "unfurl_links": false,
                "unfurl_media": false,
            }),
            WebhookForm::Matrix => json!({
                "text": format!("{}\n\n{link}", text.replace(':', "\\:")),
            }),
            WebhookForm::Json => json,
        };
        hooked.turn(3);
        let text = "Ben to play: Draw";
        let event = json!({
            "event": "turn", "table": hooked.table, "url": link, "game": "Draw",
            "player": "Ben", "text": text,
        });
        assert_eq!(hooked.next().await, bodies(event, text));
        hooked.turn(3);
        hooked.world.nothing_more().await;

        hooked
            .world
            .tables
            .stand(None, TableAnswer::Awaited(ended()));
        assert!(hooked.world.notices.over(hooked.table, 1));
        let text = "Match over: Draw · Ana 105, Computer 80";
        let event = json!({
            "event": "over", "table": hooked.table, "url": link, "game": "Draw", "text": text,
            "scores": [
                { "names": ["Ana"], "points": 105 }, { "names": ["Computer"], "points": 80 },
            ],
        });
        assert_eq!(hooked.next().await, bodies(event, text));
        // The table offers it again when it comes into memory.
        hooked.world = hooked.world.restarted().await;
        assert!(hooked.world.notices.over(hooked.table, 1));
        hooked.world.nothing_more().await;
    }
}

#[tokio::test]
async fn names_are_no_markup_no_mention_and_no_link() {
    let evil = "# @everyone |x| <!here> [x](http://evil.example) **b** `c` ~~d~~ \u{7}";
    let told = AboutTable {
        player: Some(evil.to_owned()),
        ..about()
    };
    for form in [
        WebhookForm::Discord,
        WebhookForm::Slack,
        WebhookForm::Matrix,
    ] {
        let mut hooked = Hooked::told_as(form).await;
        hooked
            .world
            .tables
            .stand(None, TableAnswer::Awaited(told.clone()));
        hooked.turn(1);
        let body = hooked.next().await;
        let text = body["text"].as_str().or(body["content"].as_str()).unwrap();
        let line = text.lines().next().unwrap();
        assert!(!line.contains("http:") && !line.contains('\u{7}'), "{line}");
        let mut before = ' ';
        for c in line.chars() {
            let is_plain = match form {
                WebhookForm::Slack => !"<>*_~`@[]()#|".contains(c),
                _ => before == '\\' || !"<>*_~`@[]()#|".contains(c),
            };
            assert!(is_plain, "{c} in {line}");
            before = c;
        }
    }
}

#[tokio::test]
async fn nothing_is_told_of_a_player_who_has_come_or_played() {
    let mut hooked = Hooked::told_as(WebhookForm::Json).await;
    for (position, standing) in [(1, TableAnswer::Here), (2, TableAnswer::Over)] {
        hooked.world.tables.stand(None, standing);
        hooked.turn(position);
        hooked.world.nothing_more().await;
    }
}

#[tokio::test]
async fn a_webhook_that_is_gone_is_forgotten_and_one_that_fails_is_told_later() {
    for status in [404, 410] {
        let mut hooked = Hooked::told_as(WebhookForm::Slack).await;
        hooked.world.service.answers_status(status);
        hooked.turn(1);
        hooked.next().await;
        hooked.until_removed().await;
    }
    // What leads elsewhere is refused and not followed, and forgotten after some turns.
    let mut hooked = Hooked::told_as(WebhookForm::Discord).await;
    for position in 1..=limits::PUSH_FAILURES_MAX {
        let away = "location: https://push.example/elsewhere\r\n".to_owned();
        hooked.world.service.answers(PushAnswer::Status(307, away));
        hooked.turn(u32::try_from(position).unwrap());
        hooked.next().await;
        hooked.world.failed(position.unsigned_abs()).await;
    }
    hooked.until_removed().await;

    let mut hooked = Hooked::told_as(WebhookForm::Discord).await;
    let wait = "retry-after: 300\r\n".to_owned();
    hooked.world.service.answers(PushAnswer::Status(429, wait));
    hooked.turn(1);
    hooked.next().await;
    hooked.world.failed(1).await;
    hooked.world.pass_ms(200_000);
    hooked.world.nothing_more().await;
    hooked.world.pass_ms(100_000);
    hooked.next().await;
    assert!(hooked.is_set().await);
}

#[tokio::test]
async fn urls_of_inner_networks_are_refused_and_names_that_lead_there_are_not_followed() {
    let hooked = Hooked::told_as(WebhookForm::Json).await;
    let push = &hooked.world.notices;
    let requester = here(hooked.world.player);
    for url in REFUSED_URLS {
        let wanted = wanted(WebhookForm::Json, url);
        let refused = push
            .put_webhook(requester, hooked.table, ORIGIN, &wanted)
            .await;
        assert!(
            matches!(refused, Err(NoticeError::WrongField("url"))),
            "{url}"
        );
    }
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let world = led_astray(listener.local_addr().unwrap()).await;
    let hooked = Hooked {
        table: TableId::random(),
        world,
    };
    hooked
        .set(WebhookForm::Json, "https://inner.example/admin?secret")
        .await;
    for position in 1..=limits::PUSH_FAILURES_MAX {
        hooked.turn(u32::try_from(position).unwrap());
        hooked.world.failed(position.unsigned_abs()).await;
    }
    let connected = tokio::time::timeout(std::time::Duration::ZERO, listener.accept()).await;
    assert!(connected.is_err(), "nobody has connected");
}

#[tokio::test]
async fn the_host_alone_sets_a_webhook_and_not_many() {
    let hooked = Hooked::told_as(WebhookForm::Json).await;
    let (push, table) = (&hooked.world.notices, hooked.table);
    let stranger = PlayerId::random();
    hooked.world.tables.stand(Some(stranger), TableAnswer::Over);
    let wanted = wanted(WebhookForm::Json, "https://push.example/mine");
    let set = push
        .put_webhook(here(stranger), table, ORIGIN, &wanted)
        .await;
    assert!(matches!(set, Err(NoticeError::NotHost)));
    let seen = push.webhook(stranger, table).await;
    assert!(matches!(seen, Err(NoticeError::NotHost)));
    let removed = push.remove_webhook(stranger, table).await;
    assert!(matches!(removed, Err(NoticeError::NotHost)));
    assert!(hooked.is_set().await);

    let host = hooked.world.player;
    let store = &hooked.world.store;
    let one = store.webhooks().of(table).await.unwrap().unwrap();
    for _ in 1..limits::WEBHOOKS_PER_PLAYER_MAX {
        let mut next = one.clone();
        (next.id, next.table) = (boneyard_base::RecipientId::random(), TableId::random());
        assert!(store.webhooks().set(next).await.unwrap());
    }
    let refused = push
        .put_webhook(here(host), TableId::random(), ORIGIN, &wanted)
        .await;
    assert!(matches!(refused, Err(NoticeError::TooMany)));
    push.remove_webhook(host, table).await.unwrap();
    assert!(!hooked.is_set().await);
    push.put_webhook(here(host), TableId::random(), ORIGIN, &wanted)
        .await
        .unwrap();
}
