//! The vectors that the tests of all SDKs share.

use std::fmt::Debug;

use prost::Message;
use serde::{de::DeserializeOwned, Deserialize};
use serde_json::{Map, Value};

use crate::messages::*;

#[derive(Deserialize)]
struct Vectors {
    encoded: Vec<Vector>,
    decoded: Vec<Vector>,
    refused: Vec<Vector>,
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Vector {
    message: String,
    value: Map<String, Value>,
    hex: String,
    why: String,
}

trait Case: Message + Default + PartialEq + Debug + DeserializeOwned {}

impl<M: Message + Default + PartialEq + Debug + DeserializeOwned> Case for M {}

/// What a test does with a vector as the message that it names.
trait Check {
    fn check<M: Case>(&self, vector: &Vector, only: Option<&str>);
}

fn read() -> Vectors {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors/messages.json");
    let vectors: Vectors = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert!(vectors.encoded.len() >= 50 && vectors.decoded.len() >= 10 && vectors.refused.len() >= 15);
    vectors
}

/// Messages with one field of a kind share a struct, whose field has the name `only`.
fn value<M: DeserializeOwned>(vector: &Vector, only: Option<&str>) -> M {
    let mut value = vector.value.clone();
    if let Some(name) = only {
        value = value.into_iter().map(|(_, each)| (name.to_owned(), each)).collect();
    }
    serde_json::from_value(Value::Object(value)).unwrap_or_else(|error| panic!("{}: {error}", vector.message))
}

fn each(vectors: &[Vector], check: &impl Check) {
    for vector in vectors {
        match vector.message.as_str() {
            "Empty" | "HealthCheckRequest" => check.check::<Empty>(vector, None),
            "HealthCheckResponse" => check.check::<HealthCheckResponse>(vector, None),
            "SettingsMap" => check.check::<SettingsMap>(vector, None),
            "NameResponse"
            | "DescriptionResponse"
            | "IDResponse"
            | "ChannelConnectResponse"
            | "CommSubscribeRequest"
            | "CancelRequest"
            | "GetScheduleRequest" => check.check::<TextMessage>(vector, Some("text")),
            "ApprovalResponse" | "CommIsConnectedResponse" | "CancelResponse" => {
                check.check::<FlagMessage>(vector, Some("flag"))
            }
            "SchemaResponse" | "ExecuteRequest" => check.check::<BytesMessage>(vector, Some("bytes")),
            "ExecuteResponse" => check.check::<ExecuteResponse>(vector, None),
            "ChannelConnectRequest" => check.check::<ConnectRequest>(vector, None),
            "ChannelSendRequest" => check.check::<ChannelSendRequest>(vector, None),
            "ChannelSendResponse" => check.check::<ChannelSendResponse>(vector, None),
            "InboundMessage" => check.check::<InboundMessage>(vector, None),
            "CommMessage" => check.check::<CommMessage>(vector, None),
            "CommSendRequest" => check.check::<CommSendRequest>(vector, None),
            "CommRegisterRequest" => check.check::<CommRegisterRequest>(vector, None),
            "GatewayRequest" => check.check::<GatewayRequest>(vector, None),
            "GatewayEvent" => check.check::<GatewayEvent>(vector, None),
            "PollResponse" => check.check::<PollResponse>(vector, None),
            "HttpRequest" => check.check::<HttpRequest>(vector, None),
            "HttpResponse" => check.check::<HttpResponse>(vector, None),
            "CreateScheduleRequest" => check.check::<ScheduleRequest>(vector, None),
            "ListSchedulesRequest" => check.check::<ListSchedulesRequest>(vector, None),
            "ListSchedulesResponse" => check.check::<ListSchedulesResponse>(vector, None),
            "ScheduleResponse" => check.check::<ScheduleResponse>(vector, None),
            "DeleteScheduleResponse" => check.check::<DeleteScheduleResponse>(vector, None),
            "TriggerResponse" => check.check::<TriggerResponse>(vector, None),
            "ScheduleHistoryRequest" => check.check::<ScheduleHistoryRequest>(vector, None),
            "ScheduleHistoryResponse" => check.check::<ScheduleHistoryResponse>(vector, None),
            "ScheduleTrigger" => check.check::<ScheduleTrigger>(vector, None),
            "HookRequest" => check.check::<HookRequest>(vector, None),
            "HookResponse" => check.check::<HookResponse>(vector, None),
            "HookList" => check.check::<HookList>(vector, None),
            other => panic!("the SDK has no message {other}"),
        }
    }
}

struct Encodes;

impl Check for Encodes {
    fn check<M: Case>(&self, vector: &Vector, only: Option<&str>) {
        let encoded = value::<M>(vector, only).encode_to_vec();
        assert_eq!(encoded, hex::decode(&vector.hex).unwrap(), "{} {:?}", vector.message, vector.value);
    }
}

struct Decodes;

impl Check for Decodes {
    fn check<M: Case>(&self, vector: &Vector, only: Option<&str>) {
        let decoded = M::decode(hex::decode(&vector.hex).unwrap().as_slice());
        assert_eq!(decoded.as_ref(), Ok(&value::<M>(vector, only)), "{} {}", vector.message, vector.why);
    }
}

struct Refuses;

impl Check for Refuses {
    fn check<M: Case>(&self, vector: &Vector, _only: Option<&str>) {
        let decoded = M::decode(hex::decode(&vector.hex).unwrap().as_slice());
        assert!(decoded.is_err(), "{} {} is taken: {}", vector.message, vector.hex, vector.why);
    }
}

#[test]
fn messages_have_the_bytes_of_the_vectors() {
    each(&read().encoded, &Encodes);
}

#[test]
fn bytes_of_the_vectors_have_their_values() {
    let vectors = read();
    each(&vectors.encoded, &Decodes);
    each(&vectors.decoded, &Decodes);
}

#[test]
fn what_is_no_message_is_refused() {
    each(&read().refused, &Refuses);
}
