use std::collections::BTreeMap;

use async_trait::async_trait;
use prost::Message;
use tokio::sync::mpsc;

use crate::messages::{
    Attachment, ChannelSendRequest, ChannelSendResponse, ConnectRequest, Empty, InboundMessage, MessageAction,
    MessageSender, TextMessage,
};
use crate::service::{answer, decode, Service, Sink, Status, UNAVAILABLE};
use crate::ParleyError;

/// A channel to people elsewhere (channel:NAME). `connect` gets the settings. `send` returns the id that the platform
/// gave the message. `receive` hands over what comes in, for as long as it runs; the hub asks again when it ends.
#[async_trait]
pub trait ChannelHandler: Send + Sync + 'static {
    fn id(&self) -> &str;
    async fn connect(&self, config: BTreeMap<String, String>) -> Result<(), ParleyError>;
    async fn disconnect(&self) -> Result<(), ParleyError>;
    async fn send(&self, message: ChannelEnvelope) -> Result<String, ParleyError>;
    async fn receive(&self, messages: Sink<ChannelEnvelope>) -> Result<(), ParleyError>;
}

/// A message of a channel, in or out. `channel_id` is TYPE:ID-OF-THE-PLATFORM. `user_id` and `metadata`, the text of a
/// JSON object, go with messages that come in; `timestamp`, in RFC 3339, too, and it is the platform's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChannelEnvelope {
    pub message_id: String,
    pub channel_id: String,
    pub user_id: String,
    pub sender: Option<MessageSender>,
    pub text: String,
    pub attachments: Vec<Attachment>,
    pub reply_to: String,
    pub actions: Vec<MessageAction>,
    pub platform_data: Vec<u8>,
    pub metadata: String,
    pub timestamp: String,
}

impl From<ChannelSendRequest> for ChannelEnvelope {
    fn from(request: ChannelSendRequest) -> Self {
        Self {
            message_id: request.message_id,
            channel_id: request.channel_id,
            sender: request.sender,
            text: request.text,
            attachments: request.attachments,
            reply_to: request.reply_to,
            actions: request.actions,
            platform_data: request.platform_data,
            ..Self::default()
        }
    }
}

impl From<ChannelEnvelope> for InboundMessage {
    fn from(envelope: ChannelEnvelope) -> Self {
        Self {
            channel_id: envelope.channel_id,
            user_id: envelope.user_id,
            text: envelope.text,
            metadata: envelope.metadata,
            message_id: envelope.message_id,
            sender: envelope.sender,
            attachments: envelope.attachments,
            reply_to: envelope.reply_to,
            actions: envelope.actions,
            platform_data: envelope.platform_data,
            timestamp: envelope.timestamp,
        }
    }
}

pub(crate) struct ChannelService<T>(pub T);

impl<T: ChannelHandler> ChannelService<T> {
    async fn send(&self, request: ChannelSendRequest) -> ChannelSendResponse {
        match self.0.send(request.into()).await {
            Ok(message_id) => ChannelSendResponse { error: String::new(), message_id },
            Err(error) => ChannelSendResponse { error: error.to_string(), message_id: String::new() },
        }
    }
}

#[async_trait]
impl<T: ChannelHandler> Service for ChannelService<T> {
    fn name(&self) -> &'static str {
        "ChannelService"
    }

    async fn unary(&self, method: &str, request: &[u8]) -> Result<Vec<u8>, Status> {
        let channel = &self.0;
        match method {
            "ID" => answer(request, |_: Empty| async { TextMessage { text: channel.id().to_owned() } }).await,
            "Connect" => {
                let connect = |message: ConnectRequest| async {
                    TextMessage { text: ParleyError::text(channel.connect(message.config).await) }
                };
                answer(request, connect).await
            }
            "Disconnect" => {
                let disconnect =
                    |_: Empty| async { TextMessage { text: ParleyError::text(channel.disconnect().await) } };
                answer(request, disconnect).await
            }
            "Send" => answer(request, |message| self.send(message)).await,
            _ => Err(Status::no_such_call()),
        }
    }

    fn is_stream(&self, method: &str) -> bool {
        method == "Receive"
    }

    async fn stream(&self, _method: &str, request: &[u8], to: mpsc::Sender<Vec<u8>>) -> Result<(), Status> {
        decode::<Empty>(request)?;
        let sink = Sink::new(to, |envelope| InboundMessage::from(envelope).encode_to_vec());
        self.0.receive(sink).await.map_err(|error| Status::new(UNAVAILABLE, error.to_string()))
    }
}
