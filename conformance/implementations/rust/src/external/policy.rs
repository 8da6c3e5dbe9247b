//! Policy and admission.

use std::collections::HashSet;

use super::{content, payload};
use crate::json::{self, Value};
use crate::refusal::{require, Judged, Refusal};
use crate::text;

/// From which size on a result is external, and how much of it a preview may show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// A body of so many bytes is external.
    pub inline_threshold: u64,
    /// The bytes that a preview may have.
    pub preview_limit: u64,
}

impl Policy {
    /// Judges a policy (`external.policy`).
    pub fn from_value(value: &Value) -> Judged<Policy> {
        let fault = Refusal::new("external.policy");
        let mut policy = Policy {
            inline_threshold: 51_200,
            preview_limit: 2_048,
        };
        for (name, value) in value.as_object().ok_or(fault)? {
            let member = match name.as_str() {
                "inline_threshold" => &mut policy.inline_threshold,
                "preview_limit" => &mut policy.preview_limit,
                _ => return Err(fault),
            };
            *member = json::unsigned(value).map_err(|_| fault)?;
        }
        let Policy {
            inline_threshold,
            preview_limit,
        } = policy;
        let right = 1 <= preview_limit
            && preview_limit <= inline_threshold
            && inline_threshold <= u64::from(u32::MAX);
        require(right, fault.rule)?;
        Ok(policy)
    }
}

/// What becomes of an admitted batch.
#[derive(Clone, Debug)]
pub struct Admission {
    /// How many results there are.
    pub accepted: usize,
    /// The calls that are left without one (`external.admit.missing`).
    pub missing: Vec<String>,
    /// What is added for them (`external.fatal`).
    pub added: Vec<Value>,
}

/// Admits a batch as a whole (`external.admit.*`).
pub fn admit(policy: &Policy, dispatched: &[&str], results: &[Value]) -> Judged<Admission> {
    let known: HashSet<&str> = dispatched.iter().copied().collect();
    let mut answered = HashSet::new();
    let mut fatal = false;
    for result in results {
        payload::judge(result)?;
        let call_id = result.text("call_id");
        require(known.contains(call_id), "external.admit.known")?;
        require(answered.insert(call_id), "external.admit.once")?;
        judge_size(policy, result)?;
        fatal |= payload::ending(result).text("disposition") == "fatal";
    }
    let missing = dispatched.iter().filter(|id| !answered.contains(**id));
    let missing: Vec<String> = missing.map(|id| (*id).to_owned()).collect();
    let not_run = |id: &String| {
        let output = "not run: an earlier tool call stopped the batch";
        payload::inline(id, output, true, "recoverable")
    };
    Ok(Admission {
        accepted: results.len(),
        added: if fatal {
            missing.iter().map(not_run).collect()
        } else {
            Vec::new()
        },
        missing,
    })
}

/// The rules of size (`external.admit.inline`, `external.admit.external`, `external.admit.preview`).
fn judge_size(policy: &Policy, result: &Value) -> Judged<()> {
    if let Some(inline) = result.get("result") {
        let content = inline.get("durable_content").map(content::written);
        let content = content.map_or(0, |text| text.len());
        let bytes = inline.text("output").len().max(content) as u64;
        return require(bytes < policy.inline_threshold, "external.admit.inline");
    }
    let size = text::canonical_decimal(result.text("original_size")).unwrap_or(0);
    require(size >= policy.inline_threshold, "external.admit.external")?;
    let preview = result.text("preview").len() as u64;
    require(preview <= policy.preview_limit, "external.admit.preview")
}
