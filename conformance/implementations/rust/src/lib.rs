//! An implementation of the Toolwire specification: carriers, retained results, external results and transcripts.
//!
//! The modules are named after the chapters. Whatever is refused is refused by the permanent name of a requirement
//! ([`Refusal`]); doc comments name the requirements that an item implements.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod base64;
pub mod carrier;
pub mod external;
pub mod json;
pub mod number;
pub mod protocol;
pub mod refusal;
pub mod retained;
pub mod sha256;
pub mod text;
pub mod transcript;

pub use json::Value;
pub use refusal::{Judged, Phase, Refusal};
