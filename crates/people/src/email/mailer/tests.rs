//! Tests of sending mails.

use super::*;
use boneyard_testing::MailSink;

fn mailer(smtp: &str, from: &str) -> Mailer {
    Mailer::start(
        &Supervisor::default(),
        &smtp.parse().unwrap(),
        from.parse().unwrap(),
    )
    .unwrap()
}

fn mail(to: &str, language: &str) -> CodeMail {
    CodeMail {
        to: to.parse().unwrap(),
        language: Language::accepted(language),
        code: "01234567".to_owned(),
    }
}

#[tokio::test]
async fn a_code_is_sent_in_the_readers_language() {
    let mut sink = MailSink::start().await;
    let from = "Boneyard <boneyard@dominoes.example>";
    let mailer = mailer(&sink.url(), from);
    mailer.send(mail("ada@a.example", "en"));
    let got = sink.next().await;
    assert_eq!(got.code(), "01234567");
    assert!(got.envelope.contains("EHLO dominoes.example\n"));
    assert!(
        got.envelope
            .contains("MAIL FROM:<boneyard@dominoes.example>")
    );
    assert!(got.envelope.contains("RCPT TO:<ada@a.example>"));
    assert!(got.text.contains("Subject: Your Boneyard code\n"));
    assert!(got.text.contains("Auto-Submitted: auto-generated\n"));
    assert!(got.text.contains("@dominoes.example>\n"), "the mail's id");
    assert!(!got.text.contains("://"), "there is no link in it");

    mailer.send(mail("ada@a.example", "es"));
    let got = sink.next().await;
    assert_eq!(got.code(), "01234567");
    // The mail breaks long lines after an equals sign.
    let text = got.text.replace("=\n", "");
    assert!(text.contains("Vale diez minutos"), "{text}");
}

#[tokio::test]
async fn a_server_that_takes_no_mail_holds_nobody_up() {
    // This server accepts connections, but never answers.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", silent.local_addr().unwrap());
    let mailer = mailer(&url, "boneyard@dominoes.example");
    for _ in 0..2 * limits::MAILS_QUEUED_MAX {
        mailer.send(mail("ada@a.example", "en"));
    }
}
