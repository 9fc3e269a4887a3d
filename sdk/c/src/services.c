/* What each call of each service does with its handler. */
#include <string.h>

#include "services.h"

static bool text_ok(const char *text, size_t size) { return utf8_valid((const unsigned char *)text, size); }

const char *failure(struct work *work, int failed, char *error) {
  const char *text = arena_adopt(&work->arena, error);
  return failed == 0 ? "" : *text == '\0' ? "failed without a reason" : text;
}

/* Answers whose only field is a text: what went wrong, or nothing. */
static int told(struct work *work, int failed, char *error) {
  ((struct text_message *)work->answer)->text = failure(work, failed, error);
  return GRPC_OK;
}

static int text(struct work *work, const char *text) {
  ((struct text_message *)work->answer)->text = text;
  return GRPC_OK;
}

static int health(struct work *work, const void *request) {
  (void)request;
  *(struct health *)work->answer = (struct health){true, work->app->version, work->app->name};
  return GRPC_OK;
}

static int configure(struct work *work, const void *request) {
  parley_app_t *app = work->app;
  pthread_mutex_lock(&app->configuring);
  if (app->configure != NULL) {
    app->configure(&((const struct map_message *)request)->map);
  }
  pthread_mutex_unlock(&app->configuring);
  return GRPC_OK;
}

/* Tools. */
static int tool_name(struct work *work, const void *request) {
  (void)request;
  return text(work, work->app->tool->name);
}

static int tool_description(struct work *work, const void *request) {
  (void)request;
  return text(work, work->app->tool->description);
}

static int tool_schema(struct work *work, const void *request) {
  (void)request;
  const char *schema = work->app->tool->schema;
  const size_t size = schema == NULL ? 0 : strlen(schema);
  ((struct bytes_message *)work->answer)->bytes = (parley_bytes_t){(const unsigned char *)schema, size};
  return GRPC_OK;
}

static int tool_approval(struct work *work, const void *request) {
  (void)request;
  const parley_tool_handler_t *tool = work->app->tool;
  ((struct flag_message *)work->answer)->flag = tool->requires_approval != NULL && tool->requires_approval();
  return GRPC_OK;
}

static int tool_execute(struct work *work, const void *request) {
  const parley_bytes_t *input = &((const struct bytes_message *)request)->bytes;
  struct executed *answer = work->answer;
  const char *json = input->data == NULL ? "" : (const char *)input->data;
  if (strlen(json) != input->size || !text_ok(json, input->size)) {
    *answer = (struct executed){"invalid input: it is not UTF-8 text", true};
    return GRPC_OK;
  }
  char *output = NULL;
  int is_error = 0;
  const int failed = work->app->tool->execute(json, &output, &is_error);
  answer->is_error = failed != 0 || is_error != 0;
  answer->content = answer->is_error ? failure(work, 1, output) : arena_adopt(&work->arena, output);
  return GRPC_OK;
}

/* Channels. */
static int channel_id(struct work *work, const void *request) {
  (void)request;
  return text(work, work->app->channel->id);
}

static int channel_connect(struct work *work, const void *request) {
  char *error = NULL;
  const int failed = work->app->channel->connect(&((const struct map_message *)request)->map, &error);
  return told(work, failed, error);
}

static int channel_disconnect(struct work *work, const void *request) {
  (void)request;
  char *error = NULL;
  const int failed = work->app->channel->disconnect(&error);
  return told(work, failed, error);
}

static int channel_send(struct work *work, const void *request) {
  char *id = NULL, *error = NULL;
  const int failed = work->app->channel->send(request, &id, &error);
  struct sent *answer = work->answer;
  answer->error = failure(work, failed, error);
  answer->message_id = arena_adopt(&work->arena, id);
  return GRPC_OK;
}

/* Networks of agents. */
static int comm_name(struct work *work, const void *request) {
  (void)request;
  return text(work, work->app->comm->name);
}

static int comm_version(struct work *work, const void *request) {
  (void)request;
  return text(work, work->app->comm->version);
}

static int comm_connect(struct work *work, const void *request) {
  char *error = NULL;
  const int failed = work->app->comm->connect(&((const struct map_message *)request)->map, &error);
  return told(work, failed, error);
}

static int comm_disconnect(struct work *work, const void *request) {
  (void)request;
  char *error = NULL;
  const int failed = work->app->comm->disconnect(&error);
  return told(work, failed, error);
}

static int comm_is_connected(struct work *work, const void *request) {
  (void)request;
  ((struct flag_message *)work->answer)->flag = work->app->comm->is_connected();
  return GRPC_OK;
}

static int comm_send(struct work *work, const void *request) {
  static const parley_comm_message_t nothing = {"", "", "", "", "", "", "", "", {NULL, 0}, 0, false};
  const parley_comm_message_t *message = ((const struct comm_send *)request)->message;
  char *error = NULL;
  const int failed = work->app->comm->send(message == NULL ? &nothing : message, &error);
  return told(work, failed, error);
}

static int comm_subscribe(struct work *work, const void *request) {
  char *error = NULL;
  const int failed = work->app->comm->subscribe(((const struct text_message *)request)->text, &error);
  return told(work, failed, error);
}

static int comm_unsubscribe(struct work *work, const void *request) {
  char *error = NULL;
  const int failed = work->app->comm->unsubscribe(((const struct text_message *)request)->text, &error);
  return told(work, failed, error);
}

static int comm_register(struct work *work, const void *request) {
  const struct comm_register *agent = request;
  char *error = NULL;
  const int failed = work->app->comm->register_agent(agent->agent_id, &agent->capabilities, &error);
  return told(work, failed, error);
}

static int comm_deregister(struct work *work, const void *request) {
  (void)request;
  char *error = NULL;
  const int failed = work->app->comm->deregister(&error);
  return told(work, failed, error);
}

/* Models. */
static int gateway_stream(struct work *work, const void *request) {
  char *error = NULL;
  const int failed = work->app->gateway->stream(request, (parley_stream_t *)work->call, &error);
  const char *reason = failure(work, failed, error);
  if (failed != 0) {
    const parley_gateway_event_t event = {"error", reason, "", ((const parley_gateway_request_t *)request)->request_id};
    (void)parley_gateway_emit((parley_stream_t *)work->call, &event);
  }
  return GRPC_OK;
}

static int gateway_poll(struct work *work, const void *request) {
  (void)work, (void)request;
  return GRPC_OK;
}

static int gateway_cancel(struct work *work, const void *request) {
  const char *id = ((const struct text_message *)request)->text;
  ((struct flag_message *)work->answer)->flag = work->app->gateway->cancel(id) == 0;
  return GRPC_OK;
}

/* Hooks. */
static int hooks_list(struct work *work, const void *request) {
  (void)request;
  const parley_hook_handler_t *hooks = work->app->hooks;
  *(struct hook_list *)work->answer = (struct hook_list){hooks->hooks, hooks->count};
  return GRPC_OK;
}

static const char *payload(const struct hook_request *request) {
  const char *json = request->payload.data == NULL ? "" : (const char *)request->payload.data;
  return strlen(json) == request->payload.size && text_ok(json, request->payload.size) ? json : NULL;
}

static int hooks_filter(struct work *work, const void *request) {
  const struct hook_request *hook = request;
  struct hook_answer *answer = work->answer;
  const char *json = payload(hook);
  char *changed = NULL, *error = NULL;
  int handled = 0;
  if (json == NULL) {
    answer->error = "invalid payload: it is not UTF-8 text";
    return GRPC_OK;
  }
  const int failed = work->app->hooks->apply_filter(hook->hook, json, &changed, &handled, &error);
  const char *text = arena_adopt(&work->arena, changed);
  answer->error = failure(work, failed, error);
  if (failed == 0) {
    answer->handled = handled != 0;
    answer->payload = (parley_bytes_t){(const unsigned char *)text, strlen(text)};
  }
  return GRPC_OK;
}

/* Empty has no place for an error, so an action that fails fails the call. */
static int hooks_action(struct work *work, const void *request) {
  const struct hook_request *hook = request;
  const char *json = payload(hook);
  char *error = NULL;
  const int failed = json == NULL || work->app->hooks->do_action(hook->hook, json, &error) != 0;
  arena_adopt(&work->arena, error);
  return failed ? GRPC_INTERNAL : GRPC_OK;
}

#define HEALTH_OF(service) {"/apps.v0." service "/HealthCheck", &EMPTY, &HEALTH, health, 0, false}
#define CONFIGURE_OF(service) {"/apps.v0." service "/Configure", &MAP, &EMPTY, configure, 0, false}
#define CALL(path, request, answer, run) {"/apps.v0." path, &request, &answer, run, 0, false}

static const struct method tool_methods[] = {
    HEALTH_OF("ToolService"),
    CONFIGURE_OF("ToolService"),
    CALL("ToolService/Name", EMPTY, TEXT, tool_name),
    CALL("ToolService/Description", EMPTY, TEXT, tool_description),
    CALL("ToolService/Schema", EMPTY, BYTES, tool_schema),
    CALL("ToolService/RequiresApproval", EMPTY, FLAG, tool_approval),
    CALL("ToolService/Execute", BYTES, EXECUTED, tool_execute),
};

static const struct method channel_methods[] = {
    HEALTH_OF("ChannelService"),
    CONFIGURE_OF("ChannelService"),
    CALL("ChannelService/ID", EMPTY, TEXT, channel_id),
    CALL("ChannelService/Connect", MAP, TEXT, channel_connect),
    CALL("ChannelService/Disconnect", EMPTY, TEXT, channel_disconnect),
    CALL("ChannelService/Send", CHANNEL_SEND, SENT, channel_send),
    {"/apps.v0.ChannelService/Receive", &EMPTY, &INBOUND, NULL, CHANNEL, true},
};

static const struct method comm_methods[] = {
    HEALTH_OF("CommService"),
    CONFIGURE_OF("CommService"),
    CALL("CommService/Name", EMPTY, TEXT, comm_name),
    CALL("CommService/Version", EMPTY, TEXT, comm_version),
    CALL("CommService/Connect", MAP, TEXT, comm_connect),
    CALL("CommService/Disconnect", EMPTY, TEXT, comm_disconnect),
    CALL("CommService/IsConnected", EMPTY, FLAG, comm_is_connected),
    CALL("CommService/Send", COMM_SEND, TEXT, comm_send),
    CALL("CommService/Subscribe", TEXT, TEXT, comm_subscribe),
    CALL("CommService/Unsubscribe", TEXT, TEXT, comm_unsubscribe),
    CALL("CommService/Register", COMM_REGISTER, TEXT, comm_register),
    CALL("CommService/Deregister", EMPTY, TEXT, comm_deregister),
    {"/apps.v0.CommService/Receive", &EMPTY, &COMM_MESSAGE, NULL, COMM, true},
};

static const struct method gateway_methods[] = {
    HEALTH_OF("GatewayService"),
    CONFIGURE_OF("GatewayService"),
    {"/apps.v0.GatewayService/Stream", &GATEWAY_REQUEST, &GATEWAY_EVENT, gateway_stream, 0, true},
    CALL("GatewayService/Poll", TEXT, POLLED, gateway_poll),
    CALL("GatewayService/Cancel", TEXT, FLAG, gateway_cancel),
};

static const struct method ui_methods[] = {
    HEALTH_OF("UIService"),
    CONFIGURE_OF("UIService"),
    CALL("UIService/HandleRequest", HTTP_REQUEST, HTTP_ANSWER, ui_handle),
};

static const struct method schedule_methods[] = {
    HEALTH_OF("ScheduleService"),
    CONFIGURE_OF("ScheduleService"),
    CALL("ScheduleService/Create", SCHEDULE_REQUEST, SCHEDULE_ANSWER, schedule_create),
    CALL("ScheduleService/Update", SCHEDULE_REQUEST, SCHEDULE_ANSWER, schedule_update),
    CALL("ScheduleService/Get", TEXT, SCHEDULE_ANSWER, schedule_get),
    CALL("ScheduleService/Enable", TEXT, SCHEDULE_ANSWER, schedule_enable),
    CALL("ScheduleService/Disable", TEXT, SCHEDULE_ANSWER, schedule_disable),
    CALL("ScheduleService/Delete", TEXT, DELETED, schedule_delete),
    CALL("ScheduleService/Trigger", TEXT, TRIGGERED, schedule_trigger),
    CALL("ScheduleService/List", SCHEDULE_LIST, SCHEDULES_ANSWER, schedule_list),
    CALL("ScheduleService/History", HISTORY_REQUEST, HISTORY_ANSWER, schedule_history),
    {"/apps.v0.ScheduleService/Triggers", &EMPTY, &SCHEDULE_TRIGGER, NULL, SCHEDULE, true},
};

/* No Configure here: the protocol has none. */
static const struct method hook_methods[] = {
    HEALTH_OF("HookService"),
    CALL("HookService/ListHooks", EMPTY, HOOK_LIST, hooks_list),
    CALL("HookService/ApplyFilter", HOOK_REQUEST, HOOK_ANSWER, hooks_filter),
    CALL("HookService/DoAction", HOOK_REQUEST, EMPTY, hooks_action),
};

static const struct method *find(const void *handler, const struct method *methods, size_t count, const char *path,
                                 size_t size) {
  for (size_t i = 0; handler != NULL && i < count; i++) {
    if (strlen(methods[i].path) == size && memcmp(methods[i].path, path, size) == 0) {
      return &methods[i];
    }
  }
  return NULL;
}

#define FIND(handler, methods) \
  if (found == NULL) {         \
    found = find(app->handler, methods, sizeof methods / sizeof *methods, path, size); \
  }

const struct method *method_of(const parley_app_t *app, const char *path, size_t size) {
  const struct method *found = NULL;
  FIND(tool, tool_methods)
  FIND(channel, channel_methods)
  FIND(comm, comm_methods)
  FIND(gateway, gateway_methods)
  FIND(ui, ui_methods)
  FIND(schedule, schedule_methods)
  FIND(hooks, hook_methods)
  return found;
}

bool offers_anything(const parley_app_t *app) {
  return app->tool != NULL || app->channel != NULL || app->comm != NULL || app->gateway != NULL || app->ui != NULL ||
         app->schedule != NULL || app->hooks != NULL;
}

void parley_app_register_tool(parley_app_t *app, const parley_tool_handler_t *tool) { app->tool = tool; }
void parley_app_register_channel(parley_app_t *app, const parley_channel_handler_t *channel) { app->channel = channel; }
void parley_app_register_comm(parley_app_t *app, const parley_comm_handler_t *comm) { app->comm = comm; }
void parley_app_register_gateway(parley_app_t *app, const parley_gateway_handler_t *gateway) { app->gateway = gateway; }
void parley_app_register_ui(parley_app_t *app, const parley_ui_handler_t *ui) { app->ui = ui; }
void parley_app_register_schedule(parley_app_t *app, const parley_schedule_handler_t *schedule) {
  app->schedule = schedule;
}
void parley_app_register_hooks(parley_app_t *app, const parley_hook_handler_t *hooks) { app->hooks = hooks; }

int parley_channel_push(parley_app_t *app, const parley_channel_message_t *message) {
  return queue_push(app, CHANNEL, &INBOUND, message);
}

int parley_comm_push(parley_app_t *app, const parley_comm_message_t *message) {
  return queue_push(app, COMM, &COMM_MESSAGE, message);
}

int parley_schedule_push(parley_app_t *app, const parley_schedule_trigger_t *trigger) {
  return queue_push(app, SCHEDULE, &SCHEDULE_TRIGGER, trigger);
}

int parley_gateway_emit(parley_stream_t *events, const parley_gateway_event_t *event) {
  return stream_send((struct call *)events, &GATEWAY_EVENT, event);
}

const char *parley_map_get(const parley_map_t *map, const char *key) {
  for (size_t i = 0; map != NULL && i < map->count; i++) {
    if (strcmp(map->items[i].key, key) == 0) {
      return map->items[i].value;
    }
  }
  return NULL;
}
