//! TypeScript declarations, made from the JSON Schema: the same types and comments, formatted as a
//! formatter would do it.

use serde_json::{Map, Value};

const WIDTH: usize = 100;

type Schema = Map<String, Value>;

/// The content of the whole declaration file.
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

/// The TypeScript type that a schema describes. `indent` is the indentation of the type's first line. If
/// the result begins with a line break, the type is a union with one member on each line.
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
            // An object with the fields of `properties`, combined with one of several other objects.
            Some(_) => format!("{} & ({members}\n{indent})", fields(schema, indent)),
            None => members,
        };
    }
    match schema.get("type") {
        // A schema without a type allows any value.
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

/// The TypeScript type for a `type` of the schema.
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

/// The description as a doc comment that ends with a line break; empty if there is no description.
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
