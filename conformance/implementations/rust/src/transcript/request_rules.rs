//! The rules about several members of a request header.

use std::collections::HashSet;

use crate::json::{self, Value};
use crate::refusal::{require, Judged};

/// The protocols that have options of their own.
pub const PROTOCOLS: [&str; 3] = [
    "anthropic-messages",
    "openai-completions",
    "openai-responses",
];

/// Judges a header whose members are right by themselves, in an entry of this `seq` (`entry.request.input-seq`,
/// `entry.request.tool-unique`, and what follows them).
pub fn judge(header: &Value, seq: i64) -> Judged<()> {
    let input_seq = header.get("inputSeq").map(json::signed).transpose()?;
    require(input_seq == Some(seq - 1), "entry.request.input-seq")?;
    let tools = header.list("tools");
    let mut names = HashSet::new();
    require(
        tools.iter().all(|tool| names.insert(tool.text("name"))),
        "entry.request.tool-unique",
    )?;
    if let Some(options) = header.get("options") {
        judge_options(options, header.text("protocol"), tools)?;
    }
    let mut ids = HashSet::new();
    let mut last = -1;
    for attachment in header.list("attachments") {
        let id = attachment.text("attachmentId");
        require(ids.insert(id), "entry.request.attachment-unique")?;
        let index = attachment
            .get("messageIndex")
            .map_or(Ok(-1), json::signed)?;
        require(index > last, "entry.request.attachment-order")?;
        last = index;
    }
    Ok(())
}

/// Judges the options of a request of this protocol with these tools (`entry.request.protocol`,
/// `entry.request.display-protocol`, `entry.request.choice-one`, `entry.request.display`,
/// `entry.request.choice-tools`, `entry.request.choice-mode`, `entry.request.choice-name`).
pub fn judge_options(options: &Value, protocol: &str, tools: &[Value]) -> Judged<()> {
    let Some(options) = options.get("protocolOptions") else {
        return Ok(());
    };
    require(PROTOCOLS.contains(&protocol), "entry.request.protocol")?;
    let display = options.text("thinkingDisplay");
    require(
        protocol != "openai-completions" || display.is_empty(),
        "entry.request.display-protocol",
    )?;
    let choice = options.get("toolChoice");
    let mode = choice.map_or("", |choice| choice.text("mode"));
    let name = choice.map_or("", |choice| choice.text("name"));
    require(
        choice.is_none() || mode.is_empty() != name.is_empty(),
        "entry.request.choice-one",
    )?;
    require(
        matches!(display, "" | "summarized" | "omitted"),
        "entry.request.display",
    )?;
    require(
        choice.is_none() || !tools.is_empty(),
        "entry.request.choice-tools",
    )?;
    let mode_known = match mode {
        "" | "auto" | "none" => true,
        "any" => protocol == "anthropic-messages",
        "required" => protocol != "anthropic-messages",
        _ => false,
    };
    require(mode_known, "entry.request.choice-mode")?;
    require(
        name.is_empty() || tools.iter().any(|tool| tool.text("name") == name),
        "entry.request.choice-name",
    )
}
