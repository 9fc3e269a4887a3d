/* Messages that only the calls use, and the tables of all. What handlers see stands in parley.h. */
#ifndef PARLEY_MESSAGES_H
#define PARLEY_MESSAGES_H

#include "parley/parley.h"
#include "wire.h"

/* Every answer whose only field is a text, a flag, or bytes. */
struct text_message {
  const char *text;
};
struct flag_message {
  bool flag;
};
struct bytes_message {
  parley_bytes_t bytes;
};
struct map_message {
  parley_map_t map;
};

struct health {
  bool healthy;
  const char *version, *name;
};
struct executed {
  const char *content;
  bool is_error;
};
struct sent {
  const char *error, *message_id;
};
struct comm_send {
  const parley_comm_message_t *message;
};
struct comm_register {
  const char *agent_id;
  parley_texts_t capabilities;
};
struct polled {
  bool complete;
};
struct http_answer {
  int32_t status;
  parley_map_t headers;
  parley_bytes_t body;
};
struct schedule_list {
  int32_t limit, offset;
  bool enabled_only;
};
struct schedules_answer {
  const parley_schedule_t *items;
  size_t count;
  int64_t total;
};
struct schedule_answer {
  const parley_schedule_t *schedule;
  const char *error;
};
/* DeleteScheduleResponse and TriggerResponse. */
struct done {
  bool success;
  const char *output, *error;
};
struct history_request {
  const char *name;
  int32_t limit, offset;
};
struct history_answer {
  const parley_schedule_run_t *items;
  size_t count;
  int64_t total;
};
struct hook_request {
  const char *hook;
  parley_bytes_t payload;
  int64_t timestamp_ms;
};
struct hook_answer {
  parley_bytes_t payload;
  bool handled;
  const char *error;
};
struct hook_list {
  const parley_hook_registration_t *items;
  size_t count;
};

extern const struct message EMPTY, TEXT, FLAG, BYTES, MAP, HEALTH, EXECUTED, CHANNEL_SEND, SENT, INBOUND, COMM_SEND,
    COMM_MESSAGE, COMM_REGISTER, GATEWAY_REQUEST, GATEWAY_EVENT, POLLED, HTTP_REQUEST, HTTP_ANSWER, SCHEDULE_REQUEST,
    SCHEDULE_LIST, SCHEDULES_ANSWER, SCHEDULE_ANSWER, DELETED, TRIGGERED, HISTORY_REQUEST, HISTORY_ANSWER,
    SCHEDULE_TRIGGER, HOOK_REQUEST, HOOK_ANSWER, HOOK_LIST;

#endif
