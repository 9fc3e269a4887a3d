#include "messages.h"

#define FIELD(number, kind, type, member, name) {number, KIND_##kind, offsetof(type, member), NULL, name}
#define INNER(number, kind, type, member, of, name) {number, KIND_##kind, offsetof(type, member), &of, name}
#define MESSAGE(variable, type, fields) \
  const struct message variable = {#variable, sizeof(type), fields, sizeof fields / sizeof *fields}

const struct message EMPTY = {"EMPTY", 0, NULL, 0};

static const struct field text[] = {FIELD(1, TEXT, struct text_message, text, "text")};
MESSAGE(TEXT, struct text_message, text);

static const struct field flag[] = {FIELD(1, BOOL, struct flag_message, flag, "flag")};
MESSAGE(FLAG, struct flag_message, flag);

static const struct field bytes[] = {FIELD(1, BYTES, struct bytes_message, bytes, "bytes")};
MESSAGE(BYTES, struct bytes_message, bytes);

static const struct field map[] = {FIELD(1, MAP, struct map_message, map, "map")};
MESSAGE(MAP, struct map_message, map);

static const struct field health[] = {
    FIELD(1, BOOL, struct health, healthy, "healthy"),
    FIELD(2, TEXT, struct health, version, "version"),
    FIELD(3, TEXT, struct health, name, "name"),
};
MESSAGE(HEALTH, struct health, health);

static const struct field executed[] = {
    FIELD(1, TEXT, struct executed, content, "content"),
    FIELD(2, BOOL, struct executed, is_error, "is_error"),
};
MESSAGE(EXECUTED, struct executed, executed);

static const struct field sender[] = {
    FIELD(1, TEXT, parley_sender_t, name, "name"),
    FIELD(2, TEXT, parley_sender_t, role, "role"),
    FIELD(3, TEXT, parley_sender_t, bot_id, "bot_id"),
};
static MESSAGE(SENDER, parley_sender_t, sender);

static const struct field attachment[] = {
    FIELD(1, TEXT, parley_attachment_t, type, "type"),
    FIELD(2, TEXT, parley_attachment_t, url, "url"),
    FIELD(3, TEXT, parley_attachment_t, filename, "filename"),
    FIELD(4, INT64, parley_attachment_t, size, "size"),
};
static MESSAGE(ATTACHMENT, parley_attachment_t, attachment);

static const struct field action[] = {
    FIELD(1, TEXT, parley_action_t, label, "label"),
    FIELD(2, TEXT, parley_action_t, callback_id, "callback_id"),
};
static MESSAGE(ACTION, parley_action_t, action);

/* The same message has other numbers on its way out and in. */
static const struct field channel_send[] = {
    FIELD(1, TEXT, parley_channel_message_t, channel_id, "channel_id"),
    FIELD(2, TEXT, parley_channel_message_t, text, "text"),
    FIELD(3, TEXT, parley_channel_message_t, message_id, "message_id"),
    INNER(4, MESSAGE, parley_channel_message_t, sender, SENDER, "sender"),
    INNER(5, MESSAGES, parley_channel_message_t, attachments, ATTACHMENT, "attachments"),
    FIELD(6, TEXT, parley_channel_message_t, reply_to, "reply_to"),
    INNER(7, MESSAGES, parley_channel_message_t, actions, ACTION, "actions"),
    FIELD(8, BYTES, parley_channel_message_t, platform_data, "platform_data"),
};
MESSAGE(CHANNEL_SEND, parley_channel_message_t, channel_send);

static const struct field inbound[] = {
    FIELD(1, TEXT, parley_channel_message_t, channel_id, "channel_id"),
    FIELD(2, TEXT, parley_channel_message_t, user_id, "user_id"),
    FIELD(3, TEXT, parley_channel_message_t, text, "text"),
    FIELD(4, TEXT, parley_channel_message_t, metadata, "metadata"),
    FIELD(5, TEXT, parley_channel_message_t, message_id, "message_id"),
    INNER(6, MESSAGE, parley_channel_message_t, sender, SENDER, "sender"),
    INNER(7, MESSAGES, parley_channel_message_t, attachments, ATTACHMENT, "attachments"),
    FIELD(8, TEXT, parley_channel_message_t, reply_to, "reply_to"),
    INNER(9, MESSAGES, parley_channel_message_t, actions, ACTION, "actions"),
    FIELD(10, BYTES, parley_channel_message_t, platform_data, "platform_data"),
    FIELD(11, TEXT, parley_channel_message_t, timestamp, "timestamp"),
};
MESSAGE(INBOUND, parley_channel_message_t, inbound);

static const struct field sent[] = {
    FIELD(1, TEXT, struct sent, error, "error"),
    FIELD(2, TEXT, struct sent, message_id, "message_id"),
};
MESSAGE(SENT, struct sent, sent);

static const struct field comm_message[] = {
    FIELD(1, TEXT, parley_comm_message_t, id, "id"),
    FIELD(2, TEXT, parley_comm_message_t, from, "from"),
    FIELD(3, TEXT, parley_comm_message_t, to, "to"),
    FIELD(4, TEXT, parley_comm_message_t, topic, "topic"),
    FIELD(5, TEXT, parley_comm_message_t, conversation_id, "conversation_id"),
    FIELD(6, TEXT, parley_comm_message_t, type, "type"),
    FIELD(7, TEXT, parley_comm_message_t, content, "content"),
    FIELD(8, MAP, parley_comm_message_t, metadata, "metadata"),
    FIELD(9, INT64, parley_comm_message_t, timestamp, "timestamp"),
    FIELD(10, BOOL, parley_comm_message_t, human_injected, "human_injected"),
    FIELD(11, TEXT, parley_comm_message_t, human_id, "human_id"),
};
MESSAGE(COMM_MESSAGE, parley_comm_message_t, comm_message);

static const struct field comm_send[] = {INNER(1, MESSAGE, struct comm_send, message, COMM_MESSAGE, "message")};
MESSAGE(COMM_SEND, struct comm_send, comm_send);

static const struct field comm_register[] = {
    FIELD(1, TEXT, struct comm_register, agent_id, "agent_id"),
    FIELD(2, TEXTS, struct comm_register, capabilities, "capabilities"),
};
MESSAGE(COMM_REGISTER, struct comm_register, comm_register);

static const struct field gateway_message[] = {
    FIELD(1, TEXT, parley_gateway_message_t, role, "role"),
    FIELD(2, TEXT, parley_gateway_message_t, content, "content"),
    FIELD(3, TEXT, parley_gateway_message_t, tool_call_id, "tool_call_id"),
    FIELD(4, TEXT, parley_gateway_message_t, tool_calls, "tool_calls"),
};
static MESSAGE(GATEWAY_MESSAGE, parley_gateway_message_t, gateway_message);

static const struct field gateway_tool[] = {
    FIELD(1, TEXT, parley_gateway_tool_t, name, "name"),
    FIELD(2, TEXT, parley_gateway_tool_t, description, "description"),
    FIELD(3, BYTES, parley_gateway_tool_t, input_schema, "input_schema"),
};
static MESSAGE(GATEWAY_TOOL, parley_gateway_tool_t, gateway_tool);

static const struct field user[] = {
    FIELD(1, TEXT, parley_user_t, token, "token"),
    FIELD(2, TEXT, parley_user_t, user_id, "user_id"),
    FIELD(3, TEXT, parley_user_t, plan, "plan"),
};
static MESSAGE(USER, parley_user_t, user);

static const struct field gateway_request[] = {
    FIELD(1, TEXT, parley_gateway_request_t, request_id, "request_id"),
    INNER(2, MESSAGES, parley_gateway_request_t, messages, GATEWAY_MESSAGE, "messages"),
    INNER(3, MESSAGES, parley_gateway_request_t, tools, GATEWAY_TOOL, "tools"),
    FIELD(4, INT32, parley_gateway_request_t, max_tokens, "max_tokens"),
    FIELD(5, DOUBLE, parley_gateway_request_t, temperature, "temperature"),
    FIELD(6, TEXT, parley_gateway_request_t, system, "system"),
    INNER(7, MESSAGE, parley_gateway_request_t, user, USER, "user"),
};
MESSAGE(GATEWAY_REQUEST, parley_gateway_request_t, gateway_request);

static const struct field gateway_event[] = {
    FIELD(1, TEXT, parley_gateway_event_t, type, "type"),
    FIELD(2, TEXT, parley_gateway_event_t, content, "content"),
    FIELD(3, TEXT, parley_gateway_event_t, model, "model"),
    FIELD(4, TEXT, parley_gateway_event_t, request_id, "request_id"),
};
MESSAGE(GATEWAY_EVENT, parley_gateway_event_t, gateway_event);

/* Its events are never sent: the hub listens to the stream. */
static const struct field polled[] = {FIELD(2, BOOL, struct polled, complete, "complete")};
MESSAGE(POLLED, struct polled, polled);

static const struct field http_request[] = {
    FIELD(1, TEXT, parley_http_request_t, method, "method"),
    FIELD(2, TEXT, parley_http_request_t, path, "path"),
    FIELD(3, TEXT, parley_http_request_t, query, "query"),
    FIELD(4, MAP, parley_http_request_t, headers, "headers"),
    FIELD(5, BYTES, parley_http_request_t, body, "body"),
};
MESSAGE(HTTP_REQUEST, parley_http_request_t, http_request);

static const struct field http_answer[] = {
    FIELD(1, INT32, struct http_answer, status, "status_code"),
    FIELD(2, MAP, struct http_answer, headers, "headers"),
    FIELD(3, BYTES, struct http_answer, body, "body"),
};
MESSAGE(HTTP_ANSWER, struct http_answer, http_answer);

static const struct field schedule[] = {
    FIELD(1, TEXT, parley_schedule_t, id, "id"),
    FIELD(2, TEXT, parley_schedule_t, name, "name"),
    FIELD(3, TEXT, parley_schedule_t, expression, "expression"),
    FIELD(4, TEXT, parley_schedule_t, task_type, "task_type"),
    FIELD(5, TEXT, parley_schedule_t, command, "command"),
    FIELD(6, TEXT, parley_schedule_t, message, "message"),
    FIELD(7, TEXT, parley_schedule_t, deliver, "deliver"),
    FIELD(8, BOOL, parley_schedule_t, enabled, "enabled"),
    FIELD(9, TEXT, parley_schedule_t, last_run, "last_run"),
    FIELD(10, TEXT, parley_schedule_t, next_run, "next_run"),
    FIELD(11, INT64, parley_schedule_t, run_count, "run_count"),
    FIELD(12, TEXT, parley_schedule_t, last_error, "last_error"),
    FIELD(13, TEXT, parley_schedule_t, created_at, "created_at"),
    FIELD(14, MAP, parley_schedule_t, metadata, "metadata"),
};
static MESSAGE(SCHEDULE, parley_schedule_t, schedule);

static const struct field schedule_request[] = {
    FIELD(1, TEXT, parley_schedule_t, name, "name"),
    FIELD(2, TEXT, parley_schedule_t, expression, "expression"),
    FIELD(3, TEXT, parley_schedule_t, task_type, "task_type"),
    FIELD(4, TEXT, parley_schedule_t, command, "command"),
    FIELD(5, TEXT, parley_schedule_t, message, "message"),
    FIELD(6, TEXT, parley_schedule_t, deliver, "deliver"),
    FIELD(7, MAP, parley_schedule_t, metadata, "metadata"),
};
MESSAGE(SCHEDULE_REQUEST, parley_schedule_t, schedule_request);

static const struct field schedule_list[] = {
    FIELD(1, INT32, struct schedule_list, limit, "limit"),
    FIELD(2, INT32, struct schedule_list, offset, "offset"),
    FIELD(3, BOOL, struct schedule_list, enabled_only, "enabled_only"),
};
MESSAGE(SCHEDULE_LIST, struct schedule_list, schedule_list);

static const struct field schedules_answer[] = {
    INNER(1, MESSAGES, struct schedules_answer, items, SCHEDULE, "schedules"),
    FIELD(2, INT64, struct schedules_answer, total, "total"),
};
MESSAGE(SCHEDULES_ANSWER, struct schedules_answer, schedules_answer);

static const struct field schedule_answer[] = {
    INNER(1, MESSAGE, struct schedule_answer, schedule, SCHEDULE, "schedule"),
    FIELD(2, TEXT, struct schedule_answer, error, "error"),
};
MESSAGE(SCHEDULE_ANSWER, struct schedule_answer, schedule_answer);

static const struct field deleted[] = {
    FIELD(1, BOOL, struct done, success, "success"),
    FIELD(2, TEXT, struct done, error, "error"),
};
MESSAGE(DELETED, struct done, deleted);

static const struct field triggered[] = {
    FIELD(1, BOOL, struct done, success, "success"),
    FIELD(2, TEXT, struct done, output, "output"),
    FIELD(3, TEXT, struct done, error, "error"),
};
MESSAGE(TRIGGERED, struct done, triggered);

static const struct field history_request[] = {
    FIELD(1, TEXT, struct history_request, name, "name"),
    FIELD(2, INT32, struct history_request, limit, "limit"),
    FIELD(3, INT32, struct history_request, offset, "offset"),
};
MESSAGE(HISTORY_REQUEST, struct history_request, history_request);

static const struct field run[] = {
    FIELD(1, TEXT, parley_schedule_run_t, id, "id"),
    FIELD(2, TEXT, parley_schedule_run_t, schedule_name, "schedule_name"),
    FIELD(3, TEXT, parley_schedule_run_t, started_at, "started_at"),
    FIELD(4, TEXT, parley_schedule_run_t, finished_at, "finished_at"),
    FIELD(5, BOOL, parley_schedule_run_t, success, "success"),
    FIELD(6, TEXT, parley_schedule_run_t, output, "output"),
    FIELD(7, TEXT, parley_schedule_run_t, error, "error"),
};
static MESSAGE(RUN, parley_schedule_run_t, run);

static const struct field history_answer[] = {
    INNER(1, MESSAGES, struct history_answer, items, RUN, "entries"),
    FIELD(2, INT64, struct history_answer, total, "total"),
};
MESSAGE(HISTORY_ANSWER, struct history_answer, history_answer);

static const struct field schedule_trigger[] = {
    FIELD(1, TEXT, parley_schedule_trigger_t, schedule_id, "schedule_id"),
    FIELD(2, TEXT, parley_schedule_trigger_t, name, "name"),
    FIELD(3, TEXT, parley_schedule_trigger_t, task_type, "task_type"),
    FIELD(4, TEXT, parley_schedule_trigger_t, command, "command"),
    FIELD(5, TEXT, parley_schedule_trigger_t, message, "message"),
    FIELD(6, TEXT, parley_schedule_trigger_t, deliver, "deliver"),
    FIELD(7, TEXT, parley_schedule_trigger_t, fired_at, "fired_at"),
    FIELD(8, MAP, parley_schedule_trigger_t, metadata, "metadata"),
};
MESSAGE(SCHEDULE_TRIGGER, parley_schedule_trigger_t, schedule_trigger);

static const struct field hook_request[] = {
    FIELD(1, TEXT, struct hook_request, hook, "hook"),
    FIELD(2, BYTES, struct hook_request, payload, "payload"),
    FIELD(3, INT64, struct hook_request, timestamp_ms, "timestamp_ms"),
};
MESSAGE(HOOK_REQUEST, struct hook_request, hook_request);

static const struct field hook_answer[] = {
    FIELD(1, BYTES, struct hook_answer, payload, "payload"),
    FIELD(2, BOOL, struct hook_answer, handled, "handled"),
    FIELD(3, TEXT, struct hook_answer, error, "error"),
};
MESSAGE(HOOK_ANSWER, struct hook_answer, hook_answer);

static const struct field registration[] = {
    FIELD(1, TEXT, parley_hook_registration_t, hook, "hook"),
    FIELD(2, TEXT, parley_hook_registration_t, type, "type"),
    FIELD(3, INT32, parley_hook_registration_t, priority, "priority"),
};
static MESSAGE(REGISTRATION, parley_hook_registration_t, registration);

static const struct field hook_list[] = {INNER(1, MESSAGES, struct hook_list, items, REGISTRATION, "hooks")};
MESSAGE(HOOK_LIST, struct hook_list, hook_list);
