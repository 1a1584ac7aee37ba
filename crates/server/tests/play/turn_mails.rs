//! Tests of mails about turns: a player whose turn it has been for long gets one, and ends them by one request.

use boneyard_base::{Clock, ManualClock, limits};
use boneyard_protocol::push::TurnMailBody;
use boneyard_rules::Seat;
use boneyard_rules::line::Preset;
use boneyard_testing::{Mail, MailSink};
use serde_json::json;

use crate::person::{Answer, Person};
use crate::push::play_until_turn;
use crate::ratings::sit_down_at;
use crate::safety::{Kept, get};
use crate::world::{Table, World, public};

const HOUR_MS: i64 = 60 * 60 * 1_000;
const SITE: &str = "https://dominoes.example";

/// A server that sends mails.
struct Mailing {
    world: World,
    sink: MailSink,
    time: ManualClock,
}

impl Mailing {
    async fn start() -> Self {
        let sink = MailSink::start().await;
        let (clock, time) = Clock::manual(Clock::system().now());
        let url = sink.url();
        let flags = [
            "--smtp",
            &url,
            "--mail-from",
            "Boneyard <boneyard@dominoes.example>",
            "--public-url",
            SITE,
        ];
        let world = World::by(clock, &flags).await;
        Self { world, sink, time }
    }

    async fn ask(&self, who: &Person, method: &str, path: &str, body: &str) -> Answer {
        who.request(self.world.address, method, path, body).await
    }

    /// Gives an account this address, by the code that is sent there.
    async fn confirm(&mut self, who: &Person, email: &str) {
        let body = json!({ "email": email }).to_string();
        let asked = self.ask(who, "POST", "/api/account/email", &body).await;
        assert_eq!(asked.status, 202, "{}", asked.body);
        let mut code: serde_json::Value = serde_json::from_str(&asked.body).unwrap();
        code["code"] = json!(self.sink.next().await.code());
        let path = "/api/account/email/confirm";
        let confirmed = self.ask(who, "POST", path, &code.to_string()).await;
        assert_eq!(confirmed.status, 200, "{}", confirmed.body);
    }

    /// A table at which it is the turn of the second player, who isn't there and wants to be told after six hours.
    async fn kept_waiting(&mut self) -> (Table, Kept) {
        let absent = Kept::at(&self.world, "Piet").await;
        self.confirm(&absent.person, "piet@a.example").await;
        let body = json!({ "after_hours": 6, "language": "en" }).to_string();
        let put = self
            .ask(&absent.person, "PUT", "/api/push/mail", &body)
            .await;
        assert_eq!(put.status, 200, "{}", put.body);
        let host = Person::arrive(self.world.address).await;
        let people = vec![host, absent.person.clone()];
        let wanted = public(*Preset::DRAW.rules());
        let mut table = sit_down_at(self.world.address, &wanted, people).await;
        table.start().await;
        play_until_turn(&mut table, Seat::new(1).unwrap()).await;
        drop(table.players.remove(1));
        self.until_stored(1).await;
        (table, absent)
    }

    /// Waits until so many mails wait in the database.
    async fn until_stored(&self, count: i64) {
        let stored = self.world.database();
        let sql = "SELECT count(*) FROM notices WHERE due_ms IS NOT NULL";
        let waiting = || {
            stored
                .query_row(sql, [], |row| row.get::<_, i64>(0))
                .unwrap()
        };
        while waiting() != count {
            tokio::task::yield_now().await;
        }
    }
}

/// The path of the link that ends the mails, without the encoding of the mail.
fn end_path(mail: &Mail) -> String {
    let text = mail.text.replace("=\n", "");
    let (_, rest) = text.split_once("List-Unsubscribe: <").unwrap();
    let url: String = rest.chars().take_while(|&one| one != '>').collect();
    url.strip_prefix(SITE).unwrap().to_owned()
}

#[tokio::test]
async fn a_turn_is_told_by_mail_once_and_one_request_ends_the_mails() {
    let mut mailing = Mailing::start().await;
    let (table, absent) = mailing.kept_waiting().await;
    mailing.time.advance_ms(6 * HOUR_MS);
    let mail = mailing.sink.next().await;
    assert!(mail.envelope.contains("RCPT TO:<piet@a.example>"));
    assert!(
        mail.text
            .contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click")
    );
    let text = mail.text.replace("=\n", "");
    assert!(text.contains(&format!("{SITE}/t/{}", table.id)), "{text}");
    // It is noted as sent, so it isn't sent again.
    mailing.until_stored(0).await;

    // A program that looks at the link ends nothing, and its reader needs no account.
    let path = end_path(&mail);
    let stranger = Person::arrive(mailing.world.address).await;
    let page = mailing.ask(&stranger, "GET", &path, "").await;
    assert_eq!(page.status, 200);
    assert!(
        page.body.contains("<form method=\"post\">"),
        "{}",
        page.body
    );
    let known: TurnMailBody = get(&mailing.world, &absent.person, "/api/push/mail").await;
    assert_eq!(known.after_hours, Some(6));
    let ended = mailing.ask(&stranger, "POST", &path, "").await;
    assert_eq!(ended.status, 200, "{}", ended.body);
    let known: TurnMailBody = get(&mailing.world, &absent.person, "/api/push/mail").await;
    assert_eq!((known.offered, known.after_hours), (true, None));
    // The link tells nobody whether it was good.
    for path in [path.as_str(), "/mails/end/00", "/mails/end/x"] {
        let again = mailing.ask(&stranger, "POST", path, "").await;
        assert_eq!((again.status, &again.body), (200, &ended.body));
    }
}

#[tokio::test]
async fn mails_of_many_tables_to_one_player_are_one_in_six_hours() {
    let mut mailing = Mailing::start().await;
    let (first, absent) = mailing.kept_waiting().await;
    let host = Person::arrive(mailing.world.address).await;
    let people = vec![host, absent.person.clone()];
    let wanted = public(*Preset::DRAW.rules());
    let mut second = sit_down_at(mailing.world.address, &wanted, people).await;
    second.start().await;
    play_until_turn(&mut second, Seat::new(1).unwrap()).await;
    drop(second.players.remove(1));
    mailing.until_stored(2).await;
    mailing.time.advance_ms(6 * HOUR_MS);
    mailing.sink.next().await;
    mailing.until_stored(1).await;
    mailing.time.advance_ms(limits::TURN_MAIL_INTERVAL_MS);
    let mail = mailing.sink.next().await;
    mailing.until_stored(0).await;
    let text = mail.text.replace("=\n", "");
    let names = [first.id, second.id].map(|id| text.contains(&id.to_string()));
    assert!(names[0] != names[1], "{text}");
}

#[tokio::test]
async fn only_an_account_with_an_address_is_told_by_mail() {
    let mut mailing = Mailing::start().await;
    let guest = Person::arrive(mailing.world.address).await;
    let ana = Kept::at(&mailing.world, "Ana").await;
    let put = |hours: u16| json!({ "after_hours": hours, "language": "en" }).to_string();
    for who in [&guest, &ana.person] {
        let refused = mailing.ask(who, "PUT", "/api/push/mail", &put(24)).await;
        assert_eq!(refused.status, 403, "{}", refused.body);
    }
    mailing.confirm(&ana.person, "ana@a.example").await;
    for (hours, status) in [(1, 422), (24, 200)] {
        let body = put(hours);
        let answer = mailing.ask(&ana.person, "PUT", "/api/push/mail", &body);
        assert_eq!(answer.await.status, status, "{hours}");
    }
    let gone = mailing.ask(&ana.person, "DELETE", "/api/push/mail", "");
    assert_eq!(gone.await.status, 204);
}
