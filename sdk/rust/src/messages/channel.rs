//! Messages of channels, and what they share with networks of agents.

use std::collections::BTreeMap;

/// Connect of channels and of comm.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct ConnectRequest {
    #[prost(btree_map = "string, string", tag = "1")]
    pub config: BTreeMap<String, String>,
}

/// Who speaks. The hub fills it in for what goes out.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct MessageSender {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(string, tag = "2")]
    pub role: String,
    #[prost(string, tag = "3")]
    pub bot_id: String,
}

/// An image, file, audio or video, as `kind` says.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Attachment {
    #[prost(string, tag = "1")]
    #[cfg_attr(test, serde(rename = "type"))]
    pub kind: String,
    #[prost(string, tag = "2")]
    pub url: String,
    #[prost(string, tag = "3")]
    pub filename: String,
    #[prost(int64, tag = "4")]
    pub size: i64,
}

/// A button.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct MessageAction {
    #[prost(string, tag = "1")]
    pub label: String,
    #[prost(string, tag = "2")]
    pub callback_id: String,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct ChannelSendRequest {
    #[prost(string, tag = "1")]
    pub channel_id: String,
    #[prost(string, tag = "2")]
    pub text: String,
    #[prost(string, tag = "3")]
    pub message_id: String,
    #[prost(message, optional, tag = "4")]
    pub sender: Option<MessageSender>,
    #[prost(message, repeated, tag = "5")]
    pub attachments: Vec<Attachment>,
    #[prost(string, tag = "6")]
    pub reply_to: String,
    #[prost(message, repeated, tag = "7")]
    pub actions: Vec<MessageAction>,
    #[prost(bytes = "vec", tag = "8")]
    #[cfg_attr(test, serde(with = "crate::messages::hex"))]
    pub platform_data: Vec<u8>,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct ChannelSendResponse {
    #[prost(string, tag = "1")]
    pub error: String,
    #[prost(string, tag = "2")]
    pub message_id: String,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct InboundMessage {
    #[prost(string, tag = "1")]
    pub channel_id: String,
    #[prost(string, tag = "2")]
    pub user_id: String,
    #[prost(string, tag = "3")]
    pub text: String,
    #[prost(string, tag = "4")]
    pub metadata: String,
    #[prost(string, tag = "5")]
    pub message_id: String,
    #[prost(message, optional, tag = "6")]
    pub sender: Option<MessageSender>,
    #[prost(message, repeated, tag = "7")]
    pub attachments: Vec<Attachment>,
    #[prost(string, tag = "8")]
    pub reply_to: String,
    #[prost(message, repeated, tag = "9")]
    pub actions: Vec<MessageAction>,
    #[prost(bytes = "vec", tag = "10")]
    #[cfg_attr(test, serde(with = "crate::messages::hex"))]
    pub platform_data: Vec<u8>,
    #[prost(string, tag = "11")]
    pub timestamp: String,
}
