//! Provider requests: what exactly the model was asked (chapter *Provider requests*).

use std::collections::HashMap;

use super::context::{self, user_message};
use super::entries::{self, payload, seq};
use super::request_rules::{self, PROTOCOLS};
use super::session::validate;
use super::tables::OPTIONS;
use crate::json::{self, Value};
use crate::refusal::{require, Judged, Refusal};

fn push(members: &mut Vec<(String, Value)>, name: &str, value: Value) {
    members.push((name.to_owned(), value));
}

/// Captures stream options as those of a request header (`request.capture.*`).
pub fn capture_options(protocol: &str, tools: &[Value], options: &Value) -> Judged<Value> {
    require(!options.is_true("rewritesBody"), "request.capture.rewrite")?;
    let mut kept = Vec::new();
    if let Some(temperature) = options.get("temperature") {
        push(&mut kept, "temperature", temperature.clone());
    }
    match options.get("maxTokens") {
        Some(most) if json::signed(most) != Ok(0) => push(&mut kept, "maxTokens", most.clone()),
        _ => {}
    }
    if let Some(extension) = options.get("extension") {
        let of = extension.get("protocol").and_then(Value::as_str);
        let right = of == Some(protocol) && PROTOCOLS.contains(&protocol);
        require(right, "request.capture.protocol")?;
        push(
            &mut kept,
            "protocolOptions",
            protocol_options(extension, protocol)?,
        );
    }
    let kept = Value::Object(kept);
    entries::judge_members(&OPTIONS, &kept)?;
    request_rules::judge_options(&kept, protocol, tools)?;
    Ok(kept)
}

/// The options of a protocol (`request.capture.extension`).
fn protocol_options(extension: &Value, protocol: &str) -> Judged<Value> {
    let mut kept = Vec::new();
    match extension.get("thinkingDisplay") {
        Some(display) if display.as_str() != Some("") => {
            push(&mut kept, "thinkingDisplay", display.clone());
        }
        _ => {}
    }
    if let Some(choice) = extension.get("toolChoice") {
        let choice = captured_choice(choice, protocol);
        let choice = choice.ok_or(Refusal::new("request.capture.choice"))?;
        push(&mut kept, "toolChoice", choice);
    }
    Ok(Value::Object(kept))
}

/// A tool choice in the form of a header (`request.capture.choice`).
fn captured_choice(choice: &Value, protocol: &str) -> Option<Value> {
    let mode = |mode: &str| Some(Value::object([("mode", Value::string(mode))]));
    let name = |name: &str| Some(Value::object([("name", Value::string(name))]));
    let text = |value: &Value, member: &str| value.get(member)?.as_str().map(str::to_owned);
    if protocol != "anthropic-messages" {
        if let Some(text) = choice.as_str() {
            return mode(text);
        }
    }
    let count = choice.as_object()?.len();
    let kind = text(choice, "type")?;
    match (protocol, count) {
        ("anthropic-messages", 1) => mode(&kind),
        ("anthropic-messages", 2) if kind == "tool" => name(&text(choice, "name")?),
        ("openai-responses", 2) if kind == "function" => name(&text(choice, "name")?),
        ("openai-completions", 2) if kind == "function" => {
            let function = choice.get("function")?;
            let alone = function.as_object()?.len() == 1;
            alone
                .then(|| text(function, "name"))?
                .and_then(|n| name(&n))
        }
        _ => None,
    }
}

/// A tool choice in the form of its protocol (`request.options`).
fn restored_choice(choice: &Value, protocol: &str) -> Value {
    let mode = choice.text("mode");
    let name = Value::string(choice.text("name"));
    let kind = |kind: &str| ("type", Value::string(kind));
    match (protocol, mode) {
        ("anthropic-messages", "") => Value::object([kind("tool"), ("name", name)]),
        ("anthropic-messages", mode) => Value::object([kind(mode)]),
        ("openai-responses", "") => Value::object([kind("function"), ("name", name)]),
        (_, "") => {
            let function = Value::object([("name", name)]);
            Value::object([kind("function"), ("function", function)])
        }
        (_, mode) => Value::string(mode),
    }
}

/// The stream options that a header says (`request.view`, `request.options`).
fn stream_options(header: &Value) -> Value {
    let mut out = Vec::new();
    let options = header.get("options").unwrap_or(&Value::Null);
    if let Some(temperature) = options.get("temperature") {
        push(&mut out, "temperature", temperature.clone());
    }
    match options.get("maxTokens") {
        Some(most) if json::signed(most) != Ok(0) => push(&mut out, "maxTokens", most.clone()),
        _ => {}
    }
    if !header.text("thinkingLevel").is_empty() {
        push(
            &mut out,
            "reasoning",
            Value::string(header.text("thinkingLevel")),
        );
    }
    if let Some(options) = options.get("protocolOptions") {
        let protocol = header.text("protocol");
        let mut extension = Vec::new();
        push(&mut extension, "protocol", Value::string(protocol));
        let display = options.text("thinkingDisplay");
        if !display.is_empty() {
            push(&mut extension, "thinkingDisplay", Value::string(display));
        }
        if let Some(choice) = options.get("toolChoice") {
            push(
                &mut extension,
                "toolChoice",
                restored_choice(choice, protocol),
            );
        }
        push(&mut out, "extension", Value::Object(extension));
    }
    Value::Object(out)
}

/// Places attachments among the messages of a context (`request.attachment.place`, `request.attachment.gap`,
/// `request.attachment.unnamed`).
fn place(
    messages: Vec<Value>,
    header: &Value,
    rendered: &HashMap<&str, &str>,
) -> Judged<Vec<Value>> {
    let mut context = messages.into_iter();
    let mut out = Vec::new();
    for attachment in header.list("attachments") {
        let index = attachment.get("messageIndex").map_or(Ok(0), json::signed)?;
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        out.extend(context.by_ref().take(index.saturating_sub(out.len())));
        require(out.len() == index, "request.attachment.gap")?;
        let id = attachment.text("attachmentId");
        out.push(user_message(rendered.get(id).copied().unwrap_or("")));
    }
    out.extend(context);
    Ok(out)
}

/// Reconstructs a request (`request.valid`, `request.found`, `request.context`, `request.view`, `request.later`).
pub fn reconstruct(bytes: &[u8], provider_request_id: &str) -> Judged<Value> {
    let (log, _) = validate(bytes)?;
    let is_asked = |entry: &Value| {
        entry.text("type") == "request/header"
            && payload(entry).text("providerRequestId") == provider_request_id
    };
    let position = log.entries.iter().position(|e| is_asked(&e.value));
    let position = position.ok_or(Refusal::new("request.found"))?;
    let entry = &log.entries[position].value;
    let header = payload(entry);
    // `inputSeq` is the `seq` of the entry before the header
    let before = log.entries[..position].iter().map(|entry| &entry.value);
    let rendered = before
        .clone()
        .filter(|entry| entry.text("type") == "context")
        .map(|entry| {
            let context = payload(entry);
            (context.text("attachmentId"), context.text("rendered"))
        })
        .collect();
    let messages = place(context::build(before).messages, header, &rendered)?;
    let mut input = vec![("messages".to_owned(), Value::Array(messages))];
    if !header.text("systemPrompt").is_empty() {
        push(
            &mut input,
            "systemPrompt",
            Value::string(header.text("systemPrompt")),
        );
    }
    match header.get("tools") {
        Some(tools) if !header.list("tools").is_empty() => push(&mut input, "tools", tools.clone()),
        _ => {}
    }
    Ok(Value::object([
        ("headerEntryId", Value::string(entry.text("id"))),
        ("headerSeq", Value::integer(seq(entry))),
        ("header", header.clone()),
        ("input", Value::Object(input)),
        ("options", stream_options(header)),
    ]))
}
