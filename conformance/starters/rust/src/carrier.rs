//! The parts of a carrier, and what follows from `classify` alone.

use crate::classify::classify;
use serde_json::{json, Value};

/// What a carrier says; `kind` is "prompt" or "native".
pub struct Parts {
    pub kind: &'static str,
    pub declared: bool,
    pub attachments: Vec<Attachment>,
    pub text: String,
}

/// What a carrier declares; `kind` is "image", "audio", "video" or "document".
pub struct Attachment {
    pub kind: &'static str,
    pub target: String,
}

impl Parts {
    pub fn json(&self) -> Value {
        let attachments: Vec<_> = self.attachments.iter().map(Attachment::json).collect();
        json!({"kind": self.kind, "declared": self.declared, "attachments": attachments, "text": self.text})
    }
}

impl Attachment {
    pub fn json(&self) -> Value {
        json!({"kind": self.kind, "target": self.target})
    }
}

/// Whether the message is a carrier.
pub fn is_carrier(role: &str, content: &str) -> bool {
    classify(role, content).is_some()
}

/// The targets of its images, in order.
pub fn image_refs(role: &str, content: &str) -> Vec<String> {
    let mut attachments = classify(role, content).map_or(vec![], |parts| parts.attachments);
    attachments.retain(|it| it.kind == "image");
    attachments.into_iter().map(|it| it.target).collect()
}

/// The attachment that a line declares: put into a carrier of no body, a marker leaves no text over.
pub fn parse_marker_line(line: &str) -> Option<Attachment> {
    let content = format!("[Tool results]\n[Tool attachments: 1]\n{line}\n");
    let mut parts = classify("user", &content).filter(|parts| parts.text.is_empty())?;
    parts.attachments.pop()
}
