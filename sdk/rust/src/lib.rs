//! Makes a program an app of a Parley hub: a process of its own that the hub starts and calls over gRPC on a Unix
//! socket. Make a [`ParleyApp`], register what it offers, and run it:
//!
//! ```no_run
//! # use parley_sdk::{async_trait, ParleyApp, ParleyError, SchemaBuilder, ToolHandler, Value};
//! struct Shout;
//!
//! #[async_trait]
//! impl ToolHandler for Shout {
//!     fn name(&self) -> &str { "shout" }
//!     fn description(&self) -> &str { "Says it louder." }
//!     fn schema(&self) -> Value { SchemaBuilder::new(&["shout"]).string("text", "What to say", true).build() }
//!     async fn execute(&self, input: Value) -> Result<String, ParleyError> {
//!         Ok(input["text"].as_str().unwrap_or_default().to_uppercase())
//!     }
//! }
//!
//! # async fn run() -> Result<(), ParleyError> {
//! ParleyApp::new()?.register_tool(Shout).run().await
//! # }
//! ```
//!
//! Handlers are called at the same time from several tasks. One that panics fails its call and nothing else. When the
//! hub gives a call up, its future is dropped.

mod app;
mod channel;
mod comm;
mod error;
mod gateway;
mod hooks;
mod messages;
mod schedule;
mod schema;
mod server;
mod service;
mod tool;
mod ui;

#[cfg(test)]
mod vectors;

pub use app::ParleyApp;
pub use async_trait::async_trait;
pub use channel::{ChannelEnvelope, ChannelHandler};
pub use comm::CommHandler;
pub use error::ParleyError;
pub use gateway::GatewayHandler;
pub use hooks::{Filtered, HookHandler};
pub use messages::{
    Attachment, CommMessage, GatewayEvent, GatewayMessage, GatewayRequest, GatewayToolDef, HookRegistration,
    HttpRequest, HttpResponse, MessageAction, MessageSender, Schedule, ScheduleHistoryEntry, ScheduleRequest,
    ScheduleTrigger, UserContext,
};
pub use schedule::ScheduleHandler;
pub use schema::SchemaBuilder;
pub use serde_json::Value;
pub use service::{Closed, Sink, Slot};
pub use tool::ToolHandler;
pub use ui::{unescape, UiHandler};
