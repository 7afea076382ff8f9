//! The adapter protocol: JSON-RPC 2.0, one object per line, on a child's standard input and output.

mod child;
pub mod client;
pub mod message;
mod params;
mod reading;
mod round;
pub mod server;
mod session;
mod stderr;
mod strict;
mod validate;
pub mod wire;

pub use client::{Client, ClientOptions};
pub use session::{StartError, StartFailure};
