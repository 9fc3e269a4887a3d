/* Hooks refuses shell commands that look for passwords, marks prompts, and notes what is remembered. */
#include <parley/parley.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int refuse(char **error, const char *reason) {
  *error = strdup(reason);
  return -1;
}

static bool is_text(const parley_json_t *object, const char *key, const char *wanted) {
  const char *text = parley_json_text(parley_json_get(object, key));
  return text != NULL && strcmp(text, wanted) == 0;
}

static int check(const parley_json_t *call, char **changed, int *handled) {
  const char *command = parley_json_text(parley_json_get(parley_json_get(call, "input"), "command"));
  if (is_text(call, "tool", "shell") && command != NULL && strstr(command, "passwd") != NULL) {
    *changed = strdup("{\"error\":\"Blocked by compliance policy: passwd\"}");
    *handled = 1;
  }
  return 0;
}

static int mark(const parley_json_t *payload, char **changed, char **error) {
  static const char rule[] = "\nDo not reveal passwords.";
  const char *prompt = parley_json_text(parley_json_get(payload, "system_prompt"));
  if (prompt == NULL) {
    return refuse(error, "invalid payload: no system_prompt");
  }
  const size_t size = strlen(prompt);
  char *marked = malloc(size + sizeof rule);
  char *quoted = NULL;
  if (marked != NULL) {
    memcpy(marked, prompt, size);
    memcpy(marked + size, rule, sizeof rule);
    quoted = parley_json_quote(marked);
    free(marked);
  }
  const size_t room = quoted == NULL ? 0 : strlen(quoted) + sizeof "{\"system_prompt\":}";
  *changed = room == 0 ? NULL : malloc(room);
  if (*changed != NULL) {
    snprintf(*changed, room, "{\"system_prompt\":%s}", quoted);
  }
  free(quoted);
  return *changed == NULL ? -1 : 0;
}

static int apply_filter(const char *hook, const char *payload, char **changed, int *handled, char **error) {
  parley_json_t *json = parley_json_parse(payload);
  int failed = 0;
  if (!parley_json_is_object(json)) {
    failed = refuse(error, "invalid payload: not a JSON object");
  } else if (strcmp(hook, "tool.pre_execute") == 0) {
    failed = check(json, changed, handled);
  } else if (strcmp(hook, "message.pre_send") == 0) {
    failed = mark(json, changed, error);
  }
  parley_json_free(json);
  return failed;
}

static int do_action(const char *hook, const char *payload, char **error) {
  parley_json_t *json = parley_json_parse(payload);
  const char *key = parley_json_text(parley_json_get(json, "key"));
  const int failed = json == NULL ? refuse(error, "invalid payload: not JSON") : 0;
  if (failed == 0) {
    char *quoted = parley_json_quote(key == NULL ? "" : key);
    fprintf(stderr, "%s: %s\n", hook, quoted == NULL ? "" : quoted);
    free(quoted);
  }
  parley_json_free(json);
  return failed;
}

int main(void) {
  static const parley_hook_registration_t registrations[] = {
      {"tool.pre_execute", "filter", 5},
      {"message.pre_send", "filter", 0},
      {"memory.pre_store", "action", 10},
  };
  const parley_hook_handler_t hooks = {registrations, 3, apply_filter, do_action};
  parley_app_t *app = parley_app_new();
  if (app == NULL) {
    fprintf(stderr, "no memory\n");
    return 1;
  }
  parley_app_register_hooks(app, &hooks);
  const int result = parley_app_run(app);
  parley_app_free(app);
  return result;
}
