//! Tests the examples in the documents with a real server. The tests send it the example messages. Example
//! responses must have the same form as the server's responses: the same fields, of the same kinds, and only
//! choices and codes that the server has sent.

mod form;
mod matches;
mod people;
mod story;
mod tables;
mod tournaments;

use std::cell::RefCell;
use std::collections::BTreeSet;

use serde_json::Value;

use self::form::Forms;
use self::story::Story;

const DOCUMENTS: [(&str, &str); 3] = [
    (
        "protocol.md",
        include_str!("../../../../../docs/protocol.md"),
    ),
    ("bots.md", include_str!("../../../../../docs/bots.md")),
    ("record.md", include_str!("../../../../../docs/record.md")),
];
const SCHEMA: &str = include_str!("../../../../../docs/protocol.schema.json");

/// The types of bodies that clients send over HTTP. All other examples are WebSocket messages, or responses.
const BODIES: [&str; 16] = [
    "CreateTable",
    "ReplayRequest",
    "HideMatch",
    "PasskeyAnswer",
    "EmailAddress",
    "PutPushBrowser",
    "PutTurnMail",
    "PutWebhook",
    "SignInCode",
    "CreateBot",
    "InviteFriend",
    "ReportPlayer",
    "ReportTournament",
    "TakeAct",
    "CreateTournament",
    "TakeOrganiserAction",
];

/// An example in the documents of a value that a client or a server sends.
struct Example {
    /// The document's name and the line number of the example.
    at: String,
    /// The type of the value. For an example in a row of a table, this is the request, after a slash.
    name: String,
    json: Value,
}

impl Example {
    fn is_sent(&self) -> bool {
        self.name == "ClientMessage"
            || self.name.starts_with('/')
            || BODIES.contains(&self.name.as_str())
    }
}

/// All examples of the documents. A story takes the examples that it sends from this list.
pub(super) struct Book {
    examples: Vec<Example>,
    taken: RefCell<BTreeSet<usize>>,
}

impl Book {
    /// Reads the documents. Every code block must be of a known kind.
    fn open() -> Self {
        let mut examples = Vec::new();
        for (document, text) in DOCUMENTS {
            let mut lines = (1..).zip(text.lines());
            while let Some((number, line)) = lines.next() {
                let at = format!("{document}:{number}");
                if let Some(kind) = line.strip_prefix("```") {
                    let block = lines.by_ref().map(|(_, line)| line);
                    let block: Vec<_> = block.take_while(|line| *line != "```").collect();
                    match kind.split_once(' ').unwrap_or((kind, "")) {
                        ("json", name) if !name.is_empty() => examples.push(Example {
                            json: serde_json::from_str(&block.join("\n"))
                                .unwrap_or_else(|error| panic!("{at}: {error}")),
                            name: name.to_owned(),
                            at,
                        }),
                        // These blocks are headers, pseudo-code, programs, commands or a transcript. Other
                        // tests run them where possible.
                        ("text" | "python" | "sh" | "transcript", "") => {}
                        other => panic!("{at}: a block of {other:?}"),
                    }
                } else if line.starts_with("| `") && line.contains("`{\"") {
                    examples.push(in_a_row(at, line));
                }
            }
        }
        Self {
            examples,
            taken: RefCell::default(),
        }
    }

    /// All examples of a type that clients send. They are marked as sent.
    pub(super) fn take(&self, name: &str) -> Vec<Value> {
        let mut found = Vec::new();
        for (number, example) in self.examples.iter().enumerate() {
            let is_it = example.name == name
                || example.name == "ClientMessage" && example.json["type"] == name;
            if is_it && example.is_sent() {
                self.taken.borrow_mut().insert(number);
                found.push(example.json.clone());
            }
        }
        assert!(!found.is_empty(), "no example of {name}");
        found
    }

    /// The requests in rows of tables, with their bodies.
    pub(super) fn rows(&self) -> Vec<(String, Value)> {
        let rows = self.examples.iter();
        rows.filter_map(|row| Some((row.name.strip_prefix('/')?.to_owned(), row.json.clone())))
            .collect()
    }
}

/// Parses a row of a table with a request and its body, such as `` | `POST /api/account` | … `{"name":
/// "Ann"}` | ``.
fn in_a_row(at: String, line: &str) -> Example {
    let code: Vec<_> = line.split('`').skip(1).step_by(2).collect();
    let body = code.iter().find(|code| code.starts_with("{\"")).unwrap();
    assert!(code[0].contains(" /api/"), "{at}: whose body is {body}?");
    Example {
        json: serde_json::from_str(body).unwrap_or_else(|error| panic!("{at}: {error}")),
        name: format!("/{}", code[0]),
        at,
    }
}

#[tokio::test]
async fn every_example_is_sent_or_was_answered_so() {
    let book = Book::open();
    let story = Story::told(&book).await;
    let mut forms = Forms::new(&serde_json::from_str(SCHEMA).unwrap());
    for (name, value) in &story.heard {
        forms.learn(name, value);
    }
    let taken = book.taken.borrow();
    let (mut sent, mut shown, mut wrong) = (0, 0, Vec::new());
    for (number, example) in book.examples.iter().enumerate() {
        if example.is_sent() {
            sent += 1;
            if !taken.contains(&number) && !example.name.starts_with('/') {
                wrong.push(format!("{}: {} was not sent", example.at, example.name));
            }
        } else {
            shown += 1;
            let differences = forms.differences(&example.name, &example.json);
            let at = |difference| format!("{}: {difference}", example.at);
            wrong.extend(differences.into_iter().map(at));
        }
    }
    eprintln!("{sent} examples were sent, {shown} compared");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
