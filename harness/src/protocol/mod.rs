//! The adapter protocol: JSON-RPC 2.0, one object per line, on a child's standard input and output.

pub mod message;
mod params;
pub mod server;
pub mod wire;
