//! Messages of networks of agents and of models.

use std::collections::BTreeMap;

/// A message between agents. The timestamp is in Unix seconds.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct CommMessage {
    #[prost(string, tag = "1")]
    pub id: String,
    #[prost(string, tag = "2")]
    pub from: String,
    #[prost(string, tag = "3")]
    pub to: String,
    #[prost(string, tag = "4")]
    pub topic: String,
    #[prost(string, tag = "5")]
    pub conversation_id: String,
    #[prost(string, tag = "6")]
    #[cfg_attr(test, serde(rename = "type"))]
    pub kind: String,
    #[prost(string, tag = "7")]
    pub content: String,
    #[prost(btree_map = "string, string", tag = "8")]
    pub metadata: BTreeMap<String, String>,
    #[prost(int64, tag = "9")]
    pub timestamp: i64,
    #[prost(bool, tag = "10")]
    pub human_injected: bool,
    #[prost(string, tag = "11")]
    pub human_id: String,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct CommSendRequest {
    #[prost(message, optional, tag = "1")]
    pub message: Option<CommMessage>,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct CommRegisterRequest {
    #[prost(string, tag = "1")]
    pub agent_id: String,
    #[prost(string, repeated, tag = "2")]
    pub capabilities: Vec<String>,
}

/// Asks for one completion.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct GatewayRequest {
    #[prost(string, tag = "1")]
    pub request_id: String,
    #[prost(message, repeated, tag = "2")]
    pub messages: Vec<GatewayMessage>,
    #[prost(message, repeated, tag = "3")]
    pub tools: Vec<GatewayToolDef>,
    #[prost(int32, tag = "4")]
    pub max_tokens: i32,
    #[prost(double, tag = "5")]
    pub temperature: f64,
    #[prost(string, tag = "6")]
    pub system: String,
    #[prost(message, optional, tag = "7")]
    pub user: Option<UserContext>,
}

/// What was said. `tool_calls` is the text of a JSON array.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct GatewayMessage {
    #[prost(string, tag = "1")]
    pub role: String,
    #[prost(string, tag = "2")]
    pub content: String,
    #[prost(string, tag = "3")]
    pub tool_call_id: String,
    #[prost(string, tag = "4")]
    pub tool_calls: String,
}

/// A tool that the model may use.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct GatewayToolDef {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(string, tag = "2")]
    pub description: String,
    #[prost(bytes = "vec", tag = "3")]
    #[cfg_attr(test, serde(with = "crate::messages::hex"))]
    pub input_schema: Vec<u8>,
}

/// For whom. The token is set for apps with the permission user:token.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct UserContext {
    #[prost(string, tag = "1")]
    pub token: String,
    #[prost(string, tag = "2")]
    pub user_id: String,
    #[prost(string, tag = "3")]
    pub plan: String,
}

/// A piece of an answer: `kind` is text, thinking, tool_call, error or done.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct GatewayEvent {
    #[prost(string, tag = "1")]
    #[cfg_attr(test, serde(rename = "type"))]
    pub kind: String,
    #[prost(string, tag = "2")]
    pub content: String,
    #[prost(string, tag = "3")]
    pub model: String,
    #[prost(string, tag = "4")]
    pub request_id: String,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct PollResponse {
    #[prost(message, repeated, tag = "1")]
    pub events: Vec<GatewayEvent>,
    #[prost(bool, tag = "2")]
    pub complete: bool,
}
