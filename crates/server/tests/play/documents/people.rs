//! The part of the story about accounts, ratings and friends.

use boneyard_protocol::ServerMessage;
use boneyard_rules::line::Preset;
use serde_json::{Value, json};

use super::story::Story;
use crate::ratings::{ended, keep, resign, sit_down, until_rated};
use crate::safety::promote;
use crate::world::dice;

impl Story<'_> {
    /// Creates an account, signs in on another device, uses bots, and sends requests that are refused.
    pub(super) async fn accounts(&mut self) {
        let (guest, _) = self.arrive().await;
        for (line, body) in self.book.rows() {
            let (_, answer) = self.try_ask(&guest, &line, &body.to_string()).await;
            let code = answer["code"].as_str().unwrap_or_default();
            assert!(
                !["malformed", "wrong_fields"].contains(&code),
                "{line}: {answer}"
            );
            if line == "POST /api/account" {
                assert!(answer["account"].is_object(), "{answer}");
                self.learn("SignedIn", answer);
            }
        }
        let (zoe, _) = keep(self.world.address, "Zoe").await;
        self.ask(&zoe, "GET /api/account/devices", "", "DevicesBody")
            .await;
        for browser in self.book.take("PutPushBrowser") {
            let line = "PUT /api/push";
            self.ask(&zoe, line, &browser.to_string(), "PushBrowsersBody")
                .await;
        }
        let mut client = self.connect(&zoe).await;
        let preferences = json!({"ratings_public": true, "matches_public": true,
                                 "presence_public": true, "friends_welcome": true});
        let line = "PUT /api/account/preferences";
        self.ask(&zoe, line, &preferences.to_string(), "").await;
        while !matches!(client.receive().await, ServerMessage::AccountChanged {}) {}
        self.note(&mut client);

        let code = self.ask(&zoe, "POST /api/account/transfer", "", "").await["code"].clone();
        let (other, _) = self.arrive().await;
        let given = json!({ "code": code }).to_string();
        let attempt = self
            .ask(
                &other,
                "POST /api/sign-in/transfer",
                &given,
                "SignInAttempt",
            )
            .await;
        let attempt = attempt["attempt"].as_str().unwrap().to_owned();
        let line = format!("POST /api/sign-in/attempts/{attempt}");
        self.ask(&other, &line, "", "SignInState").await;

        for line in [
            "POST /api/account/passkeys/start",
            "POST /api/sign-in/passkey/start",
        ] {
            self.ask(&zoe, line, "", "PasskeyChallenge").await;
        }
        for (name, line, code) in [
            ("PasskeyAnswer", "POST /api/account/passkeys", "bad_code"),
            ("EmailAddress", "POST /api/sign-in/email", "not_now"),
            ("SignInCode", "POST /api/sign-in/email/confirm", "bad_code"),
            ("PutTurnMail", "PUT /api/push/mail", "not_now"),
            (
                "PutWebhook",
                "PUT /api/tables/0123456789abcdef0123456789abcdef/webhook",
                "not_host",
            ),
        ] {
            for body in self.book.take(name) {
                assert_eq!(
                    self.refused(&zoe, line, &body.to_string()).await,
                    code,
                    "{name}"
                );
            }
        }
        let bot = self.book.take("CreateBot").swap_remove(0).to_string();
        self.ask(&zoe, "POST /api/bots", &bot, "BotCreated").await;
        self.ask(&zoe, "GET /api/bots", "", "BotsBody").await;
        self.ask(&zoe, "GET /api/push/mail", "", "").await;
        self.feed().await;
        let mut wanted = self.book.take("CreateTable").swap_remove(0);
        wanted["rules"]["line"]["hand_size"] = json!(15);
        let code = self
            .refused(&zoe, "POST /api/tables", &wanted.to_string())
            .await;
        assert_eq!(code, "bad_rules");
        wanted["rules"]["line"]["finish"] = json!({"plain": "many"});
        let code = self
            .refused(&zoe, "POST /api/tables", &wanted.to_string())
            .await;
        assert_eq!(code, "wrong_fields");
    }

    /// Makes a feed of turns, and reads it by its token.
    async fn feed(&mut self) {
        let (ida, _) = keep(self.world.address, "Ida").await;
        let mut wanted = self.book.take("CreateTable").swap_remove(0);
        wanted["rated"] = json!(false);
        self.ask(&ida, "POST /api/tables", &wanted.to_string(), "")
            .await;
        let made = self.ask(&ida, "POST /api/me/feed", "", "FeedCreated").await;
        self.ask(&ida, "GET /api/me/feed", "", "FeedBody").await;
        let token = made["token"].as_str().unwrap();
        let line = format!("GET /api/me/turns?token={token}");
        self.ask(&ida, &line, "", "TurnsBody").await;
    }

    /// Plays rated matches, and requests the ratings.
    pub(super) async fn ratings(&mut self) {
        let address = self.world.address;
        let (ana, person) = keep(address, "Ana").await;
        let (leo, _) = keep(address, "Leo").await;
        let public = json!({"ratings_public": true, "matches_public": true,
                            "presence_public": true, "friends_welcome": true});
        for who in [&ana, &leo] {
            self.ask(who, "PUT /api/account/preferences", &public.to_string(), "")
                .await;
        }
        for gives_up in [true, true, false] {
            let people = vec![ana.clone(), leo.clone()];
            let mut table = sit_down(address, Preset::DRAW.rules(), people).await;
            table.start().await;
            let record = if gives_up {
                resign(&mut table, 1).await
            } else {
                table.play_to_the_end(&mut dice(5)).await;
                ended(&mut table).await
            };
            for player in &mut table.players {
                until_rated(player).await;
            }
            let line = format!("GET /api/m/{record}/ratings");
            self.ask(&ana, &line, "", "RatingChanges").await;
        }
        for who in [&ana, &leo] {
            let line = format!("GET /api/people/{person}");
            self.ask(who, &line, "", "PersonBody").await;
        }
        self.ask(&leo, "GET /api/me/conduct", "", "ConductBody")
            .await;
        // This makes ratings as certain as after a hundred matches.
        let sure = "UPDATE ratings SET deviation = 2000000";
        self.world.database().execute_batch(sure).unwrap();
        self.ask(&ana, "GET /api/leaderboards/draw", "", "LeaderboardBody")
            .await;
    }

    /// Lets friends invite each other, a visitor block a player, and a moderator act on a report.
    pub(super) async fn friends(&mut self) {
        let address = self.world.address;
        let ((ina, ina_page), (tom, tom_page)) =
            (keep(address, "Ina").await, keep(address, "Tom").await);
        let mut told = self.connect(&tom).await;
        self.ask(&ina, &format!("PUT /api/friends/{tom_page}"), "", "")
            .await;
        while !matches!(told.receive().await, ServerMessage::FriendsChanged {}) {}
        self.ask(&tom, &format!("PUT /api/friends/{ina_page}"), "", "")
            .await;
        self.ask(&ina, "GET /api/friends", "", "FriendsBody").await;
        let (id, _) = self.create(&ina, &[("computers", Value::Null)]).await;
        let mut invite = self.book.take("InviteFriend").swap_remove(0);
        invite["table"] = json!(id);
        let line = format!("POST /api/friends/{tom_page}/invite");
        self.ask(&ina, &line, &invite.to_string(), "").await;
        while !matches!(told.receive().await, ServerMessage::Invited { .. }) {}
        self.note(&mut told);

        let (_, mut guest) = self.arrive().await;
        guest.open(id, None).await;
        self.say(&mut guest, "sit", &[("table", json!(id))]).await;
        guest.until(|guest| guest.seat(id).is_some()).await;
        self.say(&mut guest, "say", &[("table", json!(id))]).await;
        guest
            .until(|guest| guest.table(id).chat.lines().count() == 1)
            .await;
        let line = format!("PUT /api/tables/{id}/seats/1/block");
        self.ask(&tom, &line, "", "").await;
        self.ask(
            &tom,
            &format!("GET /api/tables/{id}/people"),
            "",
            "TablePeople",
        )
        .await;
        self.ask(&tom, "GET /api/blocks", "", "BlocksBody").await;

        let mut report = self.book.take("ReportPlayer").swap_remove(0);
        report["table"] = json!(id);
        report["pseudonym"] = json!(guest.table(id).me.pseudonym);
        self.ask(&ina, "POST /api/reports", &report.to_string(), "")
            .await;
        let (mo, _) = keep(address, "Mo").await;
        promote(&self.world, "Mo").await;
        let reports = self
            .ask(&mo, "GET /api/moderation/reports", "", "ReportsBody")
            .await;
        let number = &reports["reports"][0]["number"];
        let act = self.book.take("TakeAct").swap_remove(0).to_string();
        let line = format!("POST /api/moderation/reports/{number}/acts");
        self.ask(&mo, &line, &act, "").await;
    }
}
