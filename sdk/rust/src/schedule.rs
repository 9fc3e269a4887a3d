use async_trait::async_trait;
use prost::Message;
use tokio::sync::mpsc;

use crate::messages::{
    DeleteScheduleResponse, Empty, ListSchedulesRequest, ListSchedulesResponse, Schedule, ScheduleHistoryEntry,
    ScheduleHistoryRequest, ScheduleHistoryResponse, ScheduleRequest, ScheduleResponse, ScheduleTrigger, TextMessage,
    TriggerResponse,
};
use crate::service::{answer, decode, Service, Sink, Status, UNAVAILABLE};
use crate::ParleyError;

/// Takes the place of the hub's own schedules (schedule), which are addressed by name. `list` and `history` return how
/// many there are, too. `triggers` sends schedules when they fire, for as long as it runs.
#[async_trait]
pub trait ScheduleHandler: Send + Sync + 'static {
    async fn create(&self, request: ScheduleRequest) -> Result<Schedule, ParleyError>;
    async fn get(&self, name: &str) -> Result<Schedule, ParleyError>;
    async fn list(&self, limit: i32, offset: i32, enabled_only: bool) -> Result<(Vec<Schedule>, i64), ParleyError>;
    async fn update(&self, request: ScheduleRequest) -> Result<Schedule, ParleyError>;
    async fn delete(&self, name: &str) -> Result<(), ParleyError>;
    async fn enable(&self, name: &str) -> Result<Schedule, ParleyError>;
    async fn disable(&self, name: &str) -> Result<Schedule, ParleyError>;
    async fn trigger(&self, name: &str) -> Result<String, ParleyError>;
    async fn history(
        &self,
        name: &str,
        limit: i32,
        offset: i32,
    ) -> Result<(Vec<ScheduleHistoryEntry>, i64), ParleyError>;
    async fn triggers(&self, fired: Sink<ScheduleTrigger>) -> Result<(), ParleyError>;
}

pub(crate) struct ScheduleService<T>(pub T);

impl<T: ScheduleHandler> ScheduleService<T> {
    async fn one(&self, method: &str, request: &[u8]) -> Result<Result<Schedule, ParleyError>, Status> {
        let schedules = &self.0;
        Ok(match method {
            "Create" => schedules.create(decode(request)?).await,
            "Update" => schedules.update(decode(request)?).await,
            "Get" => schedules.get(&decode::<TextMessage>(request)?.text).await,
            "Enable" => schedules.enable(&decode::<TextMessage>(request)?.text).await,
            "Disable" => schedules.disable(&decode::<TextMessage>(request)?.text).await,
            _ => return Err(Status::no_such_call()),
        })
    }

    async fn delete(&self, name: TextMessage) -> DeleteScheduleResponse {
        let deleted = self.0.delete(&name.text).await;
        DeleteScheduleResponse { success: deleted.is_ok(), error: ParleyError::text(deleted) }
    }

    async fn trigger(&self, name: TextMessage) -> TriggerResponse {
        match self.0.trigger(&name.text).await {
            Ok(output) => TriggerResponse { success: true, output, error: String::new() },
            Err(error) => TriggerResponse { success: false, output: String::new(), error: error.to_string() },
        }
    }

    // The answers of these two have no place for an error: they are empty then.
    async fn list(&self, request: ListSchedulesRequest) -> ListSchedulesResponse {
        let listed = self.0.list(request.limit, request.offset, request.enabled_only).await;
        let (schedules, total) = listed.unwrap_or_default();
        ListSchedulesResponse { schedules, total }
    }

    async fn history(&self, request: ScheduleHistoryRequest) -> ScheduleHistoryResponse {
        let runs = self.0.history(&request.name, request.limit, request.offset).await;
        let (entries, total) = runs.unwrap_or_default();
        ScheduleHistoryResponse { entries, total }
    }
}

#[async_trait]
impl<T: ScheduleHandler> Service for ScheduleService<T> {
    fn name(&self) -> &'static str {
        "ScheduleService"
    }

    async fn unary(&self, method: &str, request: &[u8]) -> Result<Vec<u8>, Status> {
        match method {
            "Delete" => answer(request, |name| self.delete(name)).await,
            "Trigger" => answer(request, |name| self.trigger(name)).await,
            "List" => answer(request, |message| self.list(message)).await,
            "History" => answer(request, |message| self.history(message)).await,
            _ => Ok(match self.one(method, request).await? {
                Ok(schedule) => ScheduleResponse { schedule: Some(schedule), error: String::new() },
                Err(error) => ScheduleResponse { schedule: None, error: error.to_string() },
            }
            .encode_to_vec()),
        }
    }

    fn is_stream(&self, method: &str) -> bool {
        method == "Triggers"
    }

    async fn stream(&self, _method: &str, request: &[u8], to: mpsc::Sender<Vec<u8>>) -> Result<(), Status> {
        decode::<Empty>(request)?;
        let sink = Sink::new(to, |trigger: ScheduleTrigger| trigger.encode_to_vec());
        self.0.triggers(sink).await.map_err(|error| Status::new(UNAVAILABLE, error.to_string()))
    }
}
