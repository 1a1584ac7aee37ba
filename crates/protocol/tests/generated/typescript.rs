//! TypeScript declarations, printed from the JSON Schema: the same types, the same comments, in
//! the shape that a formatter would give them.

use serde_json::{Map, Value};

const WIDTH: usize = 100;

type Schema = Map<String, Value>;

/// The whole file.
pub(crate) fn declarations(document: &Value) -> String {
    let mut file = format!(
        "// {}. Generated from the types of crates/protocol, and not to be edited:\n// {}\n",
        text(&document["title"]),
        crate::COMMAND
    );
    for (name, schema) in object(&document["$defs"]) {
        file.push('\n');
        file.push_str(&declaration(name, object(schema)));
    }
    file
}

fn declaration(name: &str, schema: &Schema) -> String {
    let comment = comment(schema, "");
    let body = of(schema, "");
    if schema.contains_key("properties") && !schema.contains_key("oneOf") {
        format!("{comment}export interface {name} {body}\n")
    } else if body.starts_with('\n') {
        format!("{comment}export type {name} ={body};\n")
    } else {
        format!("{comment}export type {name} = {body};\n")
    }
}

/// The type that a schema describes. `indent` is that of the line on which it begins; a type that
/// begins with a line break is a union, one member after the other.
fn of(schema: &Schema, indent: &str) -> String {
    if let Some(reference) = schema.get("$ref") {
        let name = text(reference).trim_start_matches("#/$defs/").to_owned();
        return match schema.get("properties") {
            Some(tag) => format!("({{ type: {} }} & {name})", tag["type"]["const"]),
            None => name,
        };
    }
    if let Some(constant) = schema.get("const") {
        return constant.to_string();
    }
    if let Some(Value::Array(constants)) = schema.get("enum") {
        let member = |constant| format!("\n{indent}  | {constant}");
        return constants.iter().map(member).collect::<Vec<_>>().concat();
    }
    if let Some(Value::Array(members)) = schema.get("oneOf").or(schema.get("anyOf")) {
        let members = union(members.iter().map(object), indent);
        return match schema.get("properties") {
            // An object that has these fields, and one of several others.
            Some(_) => format!("{} & ({members}\n{indent})", fields(schema, indent)),
            None => members,
        };
    }
    match schema.get("type") {
        // Any value at all.
        None => "unknown".into(),
        Some(Value::Array(names)) => {
            let members: Vec<_> = names
                .iter()
                .map(|name| named(text(name), schema, indent))
                .collect();
            members.join(" | ")
        }
        Some(name) => named(text(name), schema, indent),
    }
}

/// The type that `type` names.
fn named(name: &str, schema: &Schema, indent: &str) -> String {
    match name {
        "integer" | "number" => "number".into(),
        "array" => match of(object(&schema["items"]), indent) {
            item if item.contains(" | ") => format!("({item})[]"),
            item => format!("{item}[]"),
        },
        "object" => fields(schema, indent),
        "string" | "boolean" | "null" => name.into(),
        other => panic!("a schema of type {other}"),
    }
}

fn fields(schema: &Schema, indent: &str) -> String {
    let inner = format!("{indent}  ");
    let required = schema
        .get("required")
        .and_then(Value::as_array)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let field = |(name, property): (&String, &Value)| {
        let property = object(property);
        let mark = if required.iter().any(|required| required == name) {
            ""
        } else {
            "?"
        };
        format!(
            "{}{inner}{name}{mark}: {};\n",
            comment(property, &inner),
            of(property, &inner)
        )
    };
    let fields: Vec<_> = object(&schema["properties"]).iter().map(field).collect();
    format!("{{\n{}{indent}}}", fields.concat())
}

fn union<'a>(members: impl Iterator<Item = &'a Schema> + Clone, indent: &str) -> String {
    if !members
        .clone()
        .any(|member| member.contains_key("description"))
    {
        return members
            .map(|member| of(member, indent))
            .collect::<Vec<_>>()
            .join(" | ");
    }
    let inner = format!("{indent}  ");
    let member = |member| {
        let deeper = format!("{inner}  ");
        format!(
            "\n{}{inner}| {}",
            comment(member, &inner),
            of(member, &deeper)
        )
    };
    members.map(member).collect()
}

/// The description as a doc comment, with its line break; nothing if there is none.
fn comment(schema: &Schema, indent: &str) -> String {
    let Some(description) = schema.get("description") else {
        return String::new();
    };
    let description = text(description);
    let one_line = format!("{indent}/** {description} */\n");
    if !description.contains('\n') && one_line.chars().count() <= WIDTH {
        return one_line;
    }
    let width = WIDTH - indent.len() - " * ".len();
    let paragraphs: Vec<_> = description
        .split("\n\n")
        .map(|paragraph| wrapped(paragraph, width))
        .map(|lines| {
            lines
                .iter()
                .map(|line| format!("{indent} * {line}\n"))
                .collect::<Vec<_>>()
                .concat()
        })
        .collect();
    let between = format!("{indent} *\n");
    format!("{indent}/**\n{}{indent} */\n", paragraphs.join(&between))
}

fn wrapped(paragraph: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in paragraph.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn object(value: &Value) -> &Schema {
    value
        .as_object()
        .unwrap_or_else(|| panic!("an object, not {value}"))
}

fn text(value: &Value) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("a text, not {value}"))
}
