#include <parley/parley.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int answer(char **output, int *is_error, int failed, const char *text, const char *who) {
  const size_t size = strlen(text) + strlen(who) + 1;
  *is_error = failed;
  *output = malloc(size);
  if (*output == NULL) {
    return -1;
  }
  snprintf(*output, size, "%s%s", text, who);
  return 0;
}

static int execute(const char *input_json, char **output, int *is_error) {
  parley_json_t *input = parley_json_parse(input_json);
  const char *action = parley_json_text(parley_json_get(input, "action"));
  const char *who = parley_json_text(parley_json_get(input, "who"));
  int result;
  if (action == NULL || who == NULL) {
    result = answer(output, is_error, 1, "action or who is missing", "");
  } else if (strcmp(action, "greet") == 0) {
    result = answer(output, is_error, 0, "Hello, ", who);
  } else if (strcmp(action, "shout") == 0) {
    result = answer(output, is_error, 0, "HELLO, ", who);
  } else {
    result = answer(output, is_error, 1, "unknown action: ", action);
  }
  parley_json_free(input);
  return result;
}

int main(void) {
  static const char *const actions[] = {"greet", "shout", NULL};
  parley_schema_builder_t *builder = parley_schema_new(actions);
  parley_schema_string(builder, "who", "Whom to greet", 1);
  char *schema = parley_schema_build(builder);
  parley_schema_free(builder);

  const parley_tool_handler_t tool = {
      .name = "{{tool}}",
      .description = "Greets somebody by name.",
      .schema = schema,
      .execute = execute,
  };
  parley_app_t *app = parley_app_new();
  if (schema == NULL || app == NULL) {
    fprintf(stderr, "no memory\n");
    return 1;
  }
  parley_app_register_tool(app, &tool);
  const int result = parley_app_run(app);
  parley_app_free(app);
  free(schema);
  return result;
}
