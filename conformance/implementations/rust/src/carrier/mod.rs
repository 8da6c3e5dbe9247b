//! Carriers: which messages hold a tool result, and what they declare (chapter *Carriers*).
//!
//! Attachments come from the declared position and from nothing else (`carrier.position.only`), and every role and
//! content has an answer, in time linear in their length (`carrier.total`).

pub mod native;
pub mod prompt;
pub mod write;

use crate::json::Value;

/// What kind of thing an attachment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `image`
    Image,
    /// `audio`
    Audio,
    /// `video`
    Video,
    /// `document`
    Document,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Image, Kind::Audio, Kind::Video, Kind::Document];

    /// The name in envelopes.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Image => "image",
            Kind::Audio => "audio",
            Kind::Video => "video",
            Kind::Document => "document",
        }
    }

    /// The name in marker lines.
    pub fn marker(self) -> &'static str {
        match self {
            Kind::Image => "IMAGE",
            Kind::Audio => "AUDIO",
            Kind::Video => "VIDEO",
            Kind::Document => "DOCUMENT",
        }
    }

    /// The kind of exactly this name.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The kind of exactly this name in a marker line.
    pub fn marked(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.marker() == name)
    }
}

/// Something that a tool declared to be shown to the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// What it is.
    pub kind: Kind,
    /// Where it is; opaque (`carrier.marker.opaque-target`).
    pub target: String,
}

impl Attachment {
    /// The attachment as a JSON value.
    pub fn to_value(&self) -> Value {
        Value::object([
            ("kind", Value::string(self.kind.name())),
            ("target", Value::string(&*self.target)),
        ])
    }
}

/// The shape of a carrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A message of role `tool`.
    Native,
    /// A message of role `user`.
    Prompt,
}

/// What a carrier holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Its shape.
    pub shape: Shape,
    /// Why it is legacy; none for a declared one.
    pub reason: Option<Reason>,
    /// How many items of a declared native carrier are no attachments (`carrier.native.skipped`).
    pub skipped: usize,
    /// Its attachments; none for a legacy carrier (`carrier.legacy.empty`).
    pub attachments: Vec<Attachment>,
    /// Its text.
    pub text: String,
}

impl Parts {
    fn legacy(shape: Shape, reason: Reason, text: &str) -> Parts {
        Parts {
            shape,
            reason: Some(reason),
            skipped: 0,
            attachments: Vec::new(),
            text: text.to_owned(),
        }
    }

    /// Whether the position holds a declaration.
    pub fn declared(&self) -> bool {
        self.reason.is_none()
    }

    /// The parts as a JSON value.
    pub fn to_value(&self) -> Value {
        let shape = match self.shape {
            Shape::Native => "native",
            Shape::Prompt => "prompt",
        };
        let attachments = self.attachments.iter().map(Attachment::to_value);
        Value::object([
            ("kind", Value::string(shape)),
            ("declared", Value::Bool(self.declared())),
            ("attachments", Value::Array(attachments.collect())),
            ("text", Value::string(&*self.text)),
        ])
    }
}

/// Why a carrier is legacy (`carrier.legacy.reason`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Line 1 or the beginning of line 2 is missing.
    NoHeader,
    /// Line 2 is no header.
    BadHeader,
    /// A counted line does not exist.
    Short,
    /// A counted line is no marker line.
    BadMarker,
    /// The content is no JSON text.
    NotJson,
    /// The JSON text is no envelope.
    NotEnvelope,
    /// The envelope has no `attachments`.
    NoAttachments,
    /// The envelope's `attachments` are no array.
    AttachmentsNotArray,
}

impl Reason {
    /// The name of the tables.
    pub fn name(self) -> &'static str {
        match self {
            Reason::NoHeader => "no-header",
            Reason::BadHeader => "bad-header",
            Reason::Short => "short",
            Reason::BadMarker => "bad-marker",
            Reason::NotJson => "not-json",
            Reason::NotEnvelope => "not-envelope",
            Reason::NoAttachments => "no-attachments",
            Reason::AttachmentsNotArray => "attachments-not-array",
        }
    }
}

/// Classifies a message (`carrier.role.tool`, `carrier.role.user`, `carrier.role.other`); none is no carrier.
pub fn classify(role: &str, content: &str) -> Option<Parts> {
    match role {
        "tool" => Some(native::parse(content)),
        "user" if prompt::is_prompt_carrier(content) => Some(prompt::parse(content)),
        _ => None,
    }
}

/// Whether a message is a carrier (`carrier.is-carrier`), without reading its parts.
pub fn is_carrier(role: &str, content: &str) -> bool {
    role == "tool" || role == "user" && prompt::is_prompt_carrier(content)
}

/// The targets of the declared images of a message (`carrier.image-refs`).
pub fn image_refs(role: &str, content: &str) -> Vec<String> {
    let attachments = classify(role, content).map_or_else(Vec::new, |parts| parts.attachments);
    let images = attachments.into_iter().filter(|a| a.kind == Kind::Image);
    images.map(|a| a.target).collect()
}

/// The diagnosis of a message as a JSON value, null for no carrier.
pub fn diagnose(role: &str, content: &str) -> Value {
    let Some(parts) = classify(role, content) else {
        return Value::Null;
    };
    Value::object([
        ("declared", Value::Bool(parts.declared())),
        ("reason", Value::optional(parts.reason.map(Reason::name))),
        ("skipped", Value::integer(parts.skipped as i128)),
    ])
}
