//! Structured content.

use super::{closed, id, required, required_text};
use crate::base64;
use crate::json::{self, Numbers, Value};
use crate::refusal::{require, Judged, Refusal};

const MEDIA: [&str; 4] = ["type", "source", "media_type", "provider_options"];

/// Judges `durable_content` (`external.block`, `external.base64`).
pub fn judge(content: &Value) -> Judged<()> {
    closed(content, &["blocks"])?;
    let blocks = required(content, "blocks")?.as_array();
    for block in blocks.ok_or(Refusal::new("external.type"))? {
        judge_block(block)?;
    }
    Ok(())
}

fn judge_block(block: &Value) -> Judged<()> {
    require(block.as_object().is_some(), "external.type")?;
    match block.get("type").and_then(Value::as_str) {
        Some("text") => {
            closed(block, &["type", "text"])?;
            required_text(block, "text")?;
        }
        Some("image" | "audio" | "video" | "file") => {
            closed(block, &MEDIA)?;
            judge_source(required(block, "source")?)?;
            if block.get("media_type").is_some() {
                named_text(block, "media_type")?;
            }
            let options = block.get("provider_options");
            require(
                options.is_none_or(|o| o.as_object().is_some()),
                "external.type",
            )?;
        }
        _ => return Err(Refusal::new("external.block")),
    }
    Ok(())
}

/// A text of at least one character.
fn named_text(value: &Value, name: &str) -> Judged<()> {
    require(!required_text(value, name)?.is_empty(), "external.block")
}

fn judge_source(source: &Value) -> Judged<()> {
    require(source.as_object().is_some(), "external.type")?;
    match source.get("kind").and_then(Value::as_str) {
        Some("url") => {
            closed(source, &["kind", "url"])?;
            named_text(source, "url")
        }
        Some("base64") => {
            closed(source, &["kind", "data"])?;
            let data = required_text(source, "data")?;
            let right = !data.is_empty() && base64::decode(data).is_some();
            require(right, "external.base64")
        }
        Some("file_id") => {
            closed(source, &["kind", "id", "affinity"])?;
            named_text(source, "id")?;
            let affinity = required(source, "affinity")?;
            closed(affinity, &["provider_id", "endpoint_id"])?;
            named_text(affinity, "provider_id")?;
            named_text(affinity, "endpoint_id")
        }
        Some("object") => {
            closed(source, &["kind", "handle", "owner", "payload_ref"])?;
            named_text(source, "handle")?;
            named_text(source, "owner")?;
            id(required(source, "payload_ref")?, "external.locator.form")?;
            Ok(())
        }
        _ => Err(Refusal::new("external.block")),
    }
}

/// The members of a value in the order of a table.
pub(super) fn ordered(value: &Value, names: &[&str]) -> Value {
    let members = names
        .iter()
        .filter_map(|n| value.get(n).map(|v| ((*n).to_owned(), v.clone())));
    Value::Object(members.collect())
}

/// Content as a writer orders it (`external.write.form`).
pub(super) fn in_order(content: &Value) -> Value {
    let blocks = content.list("blocks").iter().map(|block| {
        let names = if block.text("type") == "text" {
            &["type", "text"][..]
        } else {
            &MEDIA
        };
        let mut block = ordered(block, names);
        if let Value::Object(members) = &mut block {
            for (_, value) in members.iter_mut().filter(|(name, _)| name == "source") {
                *value = source_in_order(value);
            }
        }
        block
    });
    Value::object([("blocks", Value::Array(blocks.collect()))])
}

fn source_in_order(source: &Value) -> Value {
    let mut source = ordered(
        source,
        &[
            "kind",
            "url",
            "data",
            "id",
            "affinity",
            "handle",
            "owner",
            "payload_ref",
        ],
    );
    if let Value::Object(members) = &mut source {
        for (_, value) in members.iter_mut().filter(|(name, _)| name == "affinity") {
            *value = ordered(value, &["provider_id", "endpoint_id"]);
        }
    }
    source
}

/// Content as a writer writes it.
pub fn written(content: &Value) -> String {
    let mut out = String::new();
    json::write(&in_order(content), Numbers::Canonical, &mut out);
    out
}
