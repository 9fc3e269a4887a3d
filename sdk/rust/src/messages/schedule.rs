//! Messages of schedules.

use std::collections::BTreeMap;

/// A schedule with a cron expression of six fields, seconds first. `task_type` is bash or agent, `deliver` the text of a JSON object; times are in RFC 3339.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct Schedule {
    #[prost(string, tag = "1")]
    pub id: String,
    #[prost(string, tag = "2")]
    pub name: String,
    #[prost(string, tag = "3")]
    pub expression: String,
    #[prost(string, tag = "4")]
    pub task_type: String,
    #[prost(string, tag = "5")]
    pub command: String,
    #[prost(string, tag = "6")]
    pub message: String,
    #[prost(string, tag = "7")]
    pub deliver: String,
    #[prost(bool, tag = "8")]
    pub enabled: bool,
    #[prost(string, tag = "9")]
    pub last_run: String,
    #[prost(string, tag = "10")]
    pub next_run: String,
    #[prost(int64, tag = "11")]
    pub run_count: i64,
    #[prost(string, tag = "12")]
    pub last_error: String,
    #[prost(string, tag = "13")]
    pub created_at: String,
    #[prost(btree_map = "string, string", tag = "14")]
    pub metadata: BTreeMap<String, String>,
}

/// A schedule that fires, with everything the hub needs to do the task.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct ScheduleTrigger {
    #[prost(string, tag = "1")]
    pub schedule_id: String,
    #[prost(string, tag = "2")]
    pub name: String,
    #[prost(string, tag = "3")]
    pub task_type: String,
    #[prost(string, tag = "4")]
    pub command: String,
    #[prost(string, tag = "5")]
    pub message: String,
    #[prost(string, tag = "6")]
    pub deliver: String,
    #[prost(string, tag = "7")]
    pub fired_at: String,
    #[prost(btree_map = "string, string", tag = "8")]
    pub metadata: BTreeMap<String, String>,
}

/// A schedule to be created or updated.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct ScheduleRequest {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(string, tag = "2")]
    pub expression: String,
    #[prost(string, tag = "3")]
    pub task_type: String,
    #[prost(string, tag = "4")]
    pub command: String,
    #[prost(string, tag = "5")]
    pub message: String,
    #[prost(string, tag = "6")]
    pub deliver: String,
    #[prost(btree_map = "string, string", tag = "7")]
    pub metadata: BTreeMap<String, String>,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct ListSchedulesRequest {
    #[prost(int32, tag = "1")]
    pub limit: i32,
    #[prost(int32, tag = "2")]
    pub offset: i32,
    #[prost(bool, tag = "3")]
    pub enabled_only: bool,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct ListSchedulesResponse {
    #[prost(message, repeated, tag = "1")]
    pub schedules: Vec<Schedule>,
    #[prost(int64, tag = "2")]
    pub total: i64,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct ScheduleResponse {
    #[prost(message, optional, tag = "1")]
    pub schedule: Option<Schedule>,
    #[prost(string, tag = "2")]
    pub error: String,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct DeleteScheduleResponse {
    #[prost(bool, tag = "1")]
    pub success: bool,
    #[prost(string, tag = "2")]
    pub error: String,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct TriggerResponse {
    #[prost(bool, tag = "1")]
    pub success: bool,
    #[prost(string, tag = "2")]
    pub output: String,
    #[prost(string, tag = "3")]
    pub error: String,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct ScheduleHistoryRequest {
    #[prost(string, tag = "1")]
    pub name: String,
    #[prost(int32, tag = "2")]
    pub limit: i32,
    #[prost(int32, tag = "3")]
    pub offset: i32,
}

/// One run of a schedule.
#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct ScheduleHistoryEntry {
    #[prost(string, tag = "1")]
    pub id: String,
    #[prost(string, tag = "2")]
    pub schedule_name: String,
    #[prost(string, tag = "3")]
    pub started_at: String,
    #[prost(string, tag = "4")]
    pub finished_at: String,
    #[prost(bool, tag = "5")]
    pub success: bool,
    #[prost(string, tag = "6")]
    pub output: String,
    #[prost(string, tag = "7")]
    pub error: String,
}

#[derive(Clone, PartialEq, prost::Message)]
#[cfg_attr(test, derive(serde::Deserialize), serde(default, deny_unknown_fields))]
pub(crate) struct ScheduleHistoryResponse {
    #[prost(message, repeated, tag = "1")]
    pub entries: Vec<ScheduleHistoryEntry>,
    #[prost(int64, tag = "2")]
    pub total: i64,
}
