//! Transcripts: the durable log of a session.

pub mod check;
pub mod context;
pub mod entries;
pub mod file;
pub mod fork;
pub mod projection;
pub mod recovery;
pub mod request_rules;
pub mod requests;
pub mod session;
pub mod tables;
pub mod timestamp;
pub mod write;
