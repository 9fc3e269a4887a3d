/*
 * Parley app SDK for C. A program becomes an app of a Parley hub: make an app, register what it offers, run it.
 *
 * Handlers are called from threads of the SDK, several at a time, so what they share needs a lock. Texts that handlers
 * are given are UTF-8, never NULL, and theirs until they return. Texts that handlers give back come from malloc and are
 * freed by the SDK. Handlers that return int return 0, or something else for failure, with a reason in *error if they
 * know one. Structs and texts that are registered must last as long as the app.
 */
#ifndef PARLEY_PARLEY_H
#define PARLEY_PARLEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct parley_app parley_app_t;

/* NULL only when there is no memory. */
parley_app_t *parley_app_new(void);

/* Serves the hub until SIGTERM, an interrupt or parley_app_stop; 0 then, 1 with a line on stderr if it could not start. */
int parley_app_run(parley_app_t *app);

/* May be called from any thread and from handlers of signals. */
void parley_app_stop(parley_app_t *app);

/* Leaves an app alone whose handlers still run: the process is about to end then. */
void parley_app_free(parley_app_t *app);

/* From manifest.json and the environment; "" if the hub did not say. */
const char *parley_app_id(const parley_app_t *app);
const char *parley_app_name(const parley_app_t *app);
const char *parley_app_version(const parley_app_t *app);
const char *parley_app_dir(const parley_app_t *app);
const char *parley_app_data_dir(const parley_app_t *app);

/* What several things are made of. */
typedef struct {
  const char *key, *value;
} parley_entry_t;

typedef struct {
  const parley_entry_t *items;
  size_t count;
} parley_map_t;

typedef struct {
  const unsigned char *data;
  size_t size;
} parley_bytes_t;

typedef struct {
  const char *const *items;
  size_t count;
} parley_texts_t;

/* NULL if the key is not there. */
const char *parley_map_get(const parley_map_t *map, const char *key);

/* Called with all settings after the start and after every change; one call after the other. */
void parley_app_on_configure(parley_app_t *app, void (*configure)(const parley_map_t *settings));

/* Makes the schema of a tool that is told by `action` what to do. Lists of texts end with NULL. */
typedef struct parley_schema_builder parley_schema_builder_t;

parley_schema_builder_t *parley_schema_new(const char *const *actions);
void parley_schema_string(parley_schema_builder_t *schema, const char *name, const char *description, int required);
void parley_schema_number(parley_schema_builder_t *schema, const char *name, const char *description, int required);
void parley_schema_bool(parley_schema_builder_t *schema, const char *name, const char *description, int required);
void parley_schema_object(parley_schema_builder_t *schema, const char *name, const char *description, int required);
void parley_schema_enum(parley_schema_builder_t *schema, const char *name, const char *description, int required,
                        const char *const *values);
/* The JSON with sorted keys, to be freed; NULL if at any time there was no memory or no room: 1,000 parameters. */
char *parley_schema_build(const parley_schema_builder_t *schema);
void parley_schema_free(parley_schema_builder_t *schema);

/* A tool for models. A failure's *output is what the model reads. */
typedef struct {
  const char *name, *description, *schema;
  int (*execute)(const char *input_json, char **output, int *is_error);
  bool (*requires_approval)(void); /* optional */
} parley_tool_handler_t;

void parley_app_register_tool(parley_app_t *app, const parley_tool_handler_t *tool);

/* A channel to people elsewhere. */
typedef struct {
  const char *name, *role, *bot_id;
} parley_sender_t;

typedef struct {
  const char *type, *url, *filename; /* type: image, file, audio or video */
  int64_t size;
} parley_attachment_t;

typedef struct {
  const char *label, *callback_id;
} parley_action_t;

/* A message in or out. user_id, metadata (JSON) and timestamp (RFC 3339) go with messages that come in. */
typedef struct {
  const char *message_id, *channel_id, *user_id, *text, *reply_to, *metadata, *timestamp;
  const parley_sender_t *sender; /* may be NULL */
  struct {
    const parley_attachment_t *items;
    size_t count;
  } attachments;
  struct {
    const parley_action_t *items;
    size_t count;
  } actions;
  parley_bytes_t platform_data;
} parley_channel_message_t;

typedef struct {
  const char *id;
  int (*connect)(const parley_map_t *config, char **error);
  int (*disconnect)(char **error);
  int (*send)(const parley_channel_message_t *message, char **message_id, char **error);
} parley_channel_handler_t;

void parley_app_register_channel(parley_app_t *app, const parley_channel_handler_t *channel);

/*
 * Hands the hub a message that came in. It waits until the hub takes it: 1,000 of them and 16 MiB in all at most. -1 if
 * there is no room or no memory.
 */
int parley_channel_push(parley_app_t *app, const parley_channel_message_t *message);

/* A network of agents beyond the hub. timestamp is in Unix seconds. */
typedef struct {
  const char *id, *from, *to, *topic, *conversation_id, *type, *content, *human_id;
  parley_map_t metadata;
  int64_t timestamp;
  bool human_injected;
} parley_comm_message_t;

typedef struct {
  const char *name, *version;
  int (*connect)(const parley_map_t *config, char **error);
  int (*disconnect)(char **error);
  bool (*is_connected)(void);
  int (*send)(const parley_comm_message_t *message, char **error);
  int (*subscribe)(const char *topic, char **error);
  int (*unsubscribe)(const char *topic, char **error);
  int (*register_agent)(const char *agent_id, const parley_texts_t *capabilities, char **error);
  int (*deregister)(char **error);
} parley_comm_handler_t;

void parley_app_register_comm(parley_app_t *app, const parley_comm_handler_t *comm);
int parley_comm_push(parley_app_t *app, const parley_comm_message_t *message);

/* Models for agents. */
typedef struct {
  const char *role, *content, *tool_call_id, *tool_calls;
} parley_gateway_message_t;

typedef struct {
  const char *name, *description;
  parley_bytes_t input_schema;
} parley_gateway_tool_t;

typedef struct {
  const char *token, *user_id, *plan;
} parley_user_t;

typedef struct {
  const char *request_id, *system;
  struct {
    const parley_gateway_message_t *items;
    size_t count;
  } messages;
  struct {
    const parley_gateway_tool_t *items;
    size_t count;
  } tools;
  int32_t max_tokens;
  double temperature;
  const parley_user_t *user; /* may be NULL */
} parley_gateway_request_t;

/* type is text, thinking, tool_call, error or done. */
typedef struct {
  const char *type, *content, *model, *request_id;
} parley_gateway_event_t;

typedef struct parley_stream parley_stream_t;

typedef struct {
  int (*stream)(const parley_gateway_request_t *request, parley_stream_t *events, char **error);
  int (*cancel)(const char *request_id);
} parley_gateway_handler_t;

void parley_app_register_gateway(parley_app_t *app, const parley_gateway_handler_t *gateway);

/* Waits while the hub reads slowly. -1 when nobody listens any more: return then. */
int parley_gateway_emit(parley_stream_t *events, const parley_gateway_event_t *event);

/* Waits so long, or until nobody listens any more: true then. */
bool parley_stream_wait(parley_stream_t *events, int milliseconds);

/* What the pages of the app ask. path is as it came, with its escapes. */
typedef struct {
  const char *method, *path, *query;
  parley_map_t headers;
  parley_bytes_t body;
} parley_http_request_t;

typedef struct parley_http_response parley_http_response_t;

typedef struct {
  /* What is not answered with 0 is not found. */
  int (*handle)(const parley_http_request_t *request, parley_http_response_t *response);
} parley_ui_handler_t;

void parley_app_register_ui(parley_app_t *app, const parley_ui_handler_t *ui);

void parley_http_status(parley_http_response_t *response, int status); /* 200 otherwise */
void parley_http_header(parley_http_response_t *response, const char *name, const char *value); /* 64 at most */
void parley_http_body(parley_http_response_t *response, const void *data, size_t size);         /* adds to it */
/* Name in any case; NULL if it is not there. */
const char *parley_http_request_header(const parley_http_request_t *request, const char *name);
/* The value of a name in the query without its escapes, or a piece of the path; to be freed. NULL if there is none. */
char *parley_http_query(const parley_http_request_t *request, const char *name);
char *parley_http_unescape(const char *text);

/* Schedules in place of the hub's own. */
typedef struct {
  const char *id, *name, *expression, *task_type, *command, *message, *deliver;
  const char *last_run, *next_run, *last_error, *created_at;
  int64_t run_count;
  bool enabled;
  parley_map_t metadata;
} parley_schedule_t;

typedef struct {
  const char *schedule_id, *name, *task_type, *command, *message, *deliver, *fired_at;
  parley_map_t metadata;
} parley_schedule_trigger_t;

typedef struct {
  const char *id, *schedule_name, *started_at, *finished_at, *output, *error;
  bool success;
} parley_schedule_run_t;

/*
 * Where handlers put what they answer: copies are made. -1 when there is no memory, or too much: 1,000 of each at most.
 */
typedef struct parley_schedules parley_schedules_t;
int parley_schedules_add(parley_schedules_t *list, const parley_schedule_t *schedule);
int parley_schedules_add_run(parley_schedules_t *list, const parley_schedule_run_t *run);
/* How many there are beyond those in the list. */
void parley_schedules_total(parley_schedules_t *list, int64_t total);

/* create, update, get, enable and disable add the schedule as it is then. */
typedef struct {
  int (*create)(const parley_schedule_t *schedule, parley_schedules_t *answer, char **error);
  int (*update)(const parley_schedule_t *schedule, parley_schedules_t *answer, char **error);
  int (*get)(const char *name, parley_schedules_t *answer, char **error);
  int (*enable)(const char *name, parley_schedules_t *answer, char **error);
  int (*disable)(const char *name, parley_schedules_t *answer, char **error);
  int (*remove)(const char *name, char **error);
  int (*trigger)(const char *name, char **output, char **error);
  int (*list)(int limit, int offset, bool enabled_only, parley_schedules_t *answer);
  int (*history)(const char *name, int limit, int offset, parley_schedules_t *answer);
} parley_schedule_handler_t;

void parley_app_register_schedule(parley_app_t *app, const parley_schedule_handler_t *schedule);
int parley_schedule_push(parley_app_t *app, const parley_schedule_trigger_t *trigger);

/* Hooks into what the hub does, which waits for 500 ms. Lower priorities run first, and 0 means 10. */
typedef struct {
  const char *hook, *type; /* type: action or filter */
  int32_t priority;
} parley_hook_registration_t;

typedef struct {
  const parley_hook_registration_t *hooks;
  size_t count;
  /* Leaves *changed NULL to change nothing; *handled says that it takes the place of what the hub would have done. */
  int (*apply_filter)(const char *hook, const char *payload, char **changed, int *handled, char **error);
  int (*do_action)(const char *hook, const char *payload, char **error);
} parley_hook_handler_t;

void parley_app_register_hooks(parley_app_t *app, const parley_hook_handler_t *hooks);

/* JSON, for handlers that have no library of their own: 64 levels and 100,000 values at most. */
typedef struct parley_json parley_json_t;

parley_json_t *parley_json_parse(const char *text); /* NULL if it is none; to be freed */
void parley_json_free(parley_json_t *json);
/* All of these take NULL, and give NULL for what is not there or of another kind. */
const parley_json_t *parley_json_get(const parley_json_t *object, const char *key);
const parley_json_t *parley_json_first(const parley_json_t *object_or_array);
const parley_json_t *parley_json_next(const parley_json_t *item);
const char *parley_json_key(const parley_json_t *member);
const char *parley_json_text(const parley_json_t *string);
const char *parley_json_digits(const parley_json_t *number); /* as they stand there */
bool parley_json_number(const parley_json_t *number, double *into);
bool parley_json_true(const parley_json_t *boolean);
bool parley_json_is_object(const parley_json_t *json);
char *parley_json_quote(const char *text); /* with quotation marks; to be freed; NULL without memory */

#ifdef __cplusplus
}
#endif

#endif
