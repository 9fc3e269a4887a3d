//! The messages of the protocol, as structs that prost encodes. What handlers see is public.

mod channel;
mod network;
mod schedule;

use std::collections::BTreeMap;

pub use channel::*;
pub use network::*;
pub use schedule::*;

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct Empty {}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct HealthCheckResponse {
    #[prost(bool, tag = "1")]
    pub healthy: bool,
    #[prost(string, tag = "2")]
    pub version: String,
    #[prost(string, tag = "3")]
    pub name: String,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct SettingsMap {
    #[prost(btree_map = "string, string", tag = "1")]
    pub values: BTreeMap<String, String>,
}

/// Every message whose only field is a text: a name, an id, a topic, or what went wrong.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct TextMessage {
    #[prost(string, tag = "1")]
    pub text: String,
}

/// Every answer whose only field is a boolean.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct FlagMessage {
    #[prost(bool, tag = "1")]
    pub flag: bool,
}

/// A schema, or the input of a tool.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct BytesMessage {
    #[prost(bytes = "vec", tag = "1")]
    #[cfg_attr(test, serde(with = "crate::messages::hex"))]
    pub bytes: Vec<u8>,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct ExecuteResponse {
    #[prost(string, tag = "1")]
    pub content: String,
    #[prost(bool, tag = "2")]
    pub is_error: bool,
}

/// What a page of the app asks. The path is as it came, with its escapes.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct HttpRequest {
    #[prost(string, tag = "1")]
    pub method: String,
    #[prost(string, tag = "2")]
    pub path: String,
    #[prost(string, tag = "3")]
    pub query: String,
    #[prost(btree_map = "string, string", tag = "4")]
    pub headers: BTreeMap<String, String>,
    #[prost(bytes = "vec", tag = "5")]
    #[cfg_attr(test, serde(with = "crate::messages::hex"))]
    pub body: Vec<u8>,
}

/// What it is answered.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct HttpResponse {
    #[prost(int32, tag = "1")]
    pub status_code: i32,
    #[prost(btree_map = "string, string", tag = "2")]
    pub headers: BTreeMap<String, String>,
    #[prost(bytes = "vec", tag = "3")]
    #[cfg_attr(test, serde(with = "crate::messages::hex"))]
    pub body: Vec<u8>,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct HookRequest {
    #[prost(string, tag = "1")]
    pub hook: String,
    #[prost(bytes = "vec", tag = "2")]
    #[cfg_attr(test, serde(with = "crate::messages::hex"))]
    pub payload: Vec<u8>,
    #[prost(int64, tag = "3")]
    pub timestamp_ms: i64,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct HookResponse {
    #[prost(bytes = "vec", tag = "1")]
    #[cfg_attr(test, serde(with = "crate::messages::hex"))]
    pub payload: Vec<u8>,
    #[prost(bool, tag = "2")]
    pub handled: bool,
    #[prost(string, tag = "3")]
    pub error: String,
}

/// Subscribes to a hook. `kind` is action or filter; lower priorities run first, and 0 means 10.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct HookRegistration {
    #[prost(string, tag = "1")]
    pub hook: String,
    #[prost(string, tag = "2")]
    #[cfg_attr(test, serde(rename = "type"))]
    pub kind: String,
    #[prost(int32, tag = "3")]
    pub priority: i32,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct HookList {
    #[prost(message, repeated, tag = "1")]
    pub hooks: Vec<HookRegistration>,
}

/// In the shared vectors, bytes are hex.
#[cfg(test)]
pub(crate) mod hex {
    use serde::{de::Error, Deserialize, Deserializer};

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        decode(&String::deserialize(from)?).map_err(D::Error::custom)
    }

    pub fn decode(text: &str) -> Result<Vec<u8>, std::num::ParseIntError> {
        (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16)).collect()
    }
}
