//! Refusals: a requirement that is broken, and the phase in which that shows.

/// In which phase of reading an input was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The input is no text or no JSON text.
    Malformed,
    /// It can be read, and says what it must not.
    Invalid,
    /// It is of a version that is not read.
    Unsupported,
    /// It is larger or deeper than allowed.
    Limit,
}

impl Phase {
    /// The name of the phase in answers.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Malformed => "malformed",
            Phase::Invalid => "invalid",
            Phase::Unsupported => "unsupported",
            Phase::Limit => "limit",
        }
    }
}

/// The judgement that a named requirement is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The permanent name of the requirement.
    pub rule: &'static str,
}

/// A value, or a refusal.
pub type Judged<T> = Result<T, Refusal>;

impl Refusal {
    /// A refusal by this requirement.
    pub fn new(rule: &'static str) -> Self {
        Refusal { rule }
    }

    /// The phase, which follows from the requirement.
    pub fn phase(&self) -> Phase {
        match self.rule {
            "json.syntax" | "json.white-space" | "json.single-text" => Phase::Malformed,
            "json.string.control" | "json.string.surrogate" => Phase::Malformed,
            "json.depth" | "file.line.limit" => Phase::Limit,
            "file.header.version" | "file.legacy.bare" => Phase::Unsupported,
            rule if rule.starts_with("text.") => Phase::Malformed,
            _ => Phase::Invalid,
        }
    }

    /// Whether a JSON or text rule is broken that reading alone shows: any but `json.integer.`.
    pub fn is_of_profile(&self) -> bool {
        self.rule.starts_with("text.")
            || self.rule.starts_with("json.") && !self.rule.starts_with("json.integer.")
    }
}

/// Refuses by the requirement unless the condition holds.
pub fn require(condition: bool, rule: &'static str) -> Judged<()> {
    if condition {
        Ok(())
    } else {
        Err(Refusal::new(rule))
    }
}
