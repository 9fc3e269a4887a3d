/* Calculator is a tool that does arithmetic. */
#include <math.h>
#include <parley/parley.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * The fewest digits that are read as the same number; with an exponent of two digits at least when that is below -4 or
 * above 5.
 */
static void print_number(double number, char *into, size_t size) {
  if (isnan(number) || isinf(number)) {
    snprintf(into, size, "%s", isnan(number) ? "NaN" : number > 0 ? "+Inf" : "-Inf");
    return;
  }
  char digits[40];
  int after = 0;
  do {
    snprintf(digits, sizeof digits, "%.*e", after, number);
  } while (strtod(digits, NULL) != number && ++after < 17);
  const char *mark = strchr(digits, 'e');
  const int exponent = mark == NULL ? 0 : atoi(mark + 1);
  if (exponent < -4 || exponent >= 6) {
    snprintf(into, size, "%s", digits);
  } else {
    snprintf(into, size, "%.*f", after > exponent ? after - exponent : 0, number);
  }
}

static int answer(char **output, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int size = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  *output = malloc((size_t)size + 1);
  if (*output != NULL) {
    va_start(arguments, format);
    vsnprintf(*output, (size_t)size + 1, format, arguments);
    va_end(arguments);
  }
  return *output == NULL ? -1 : 0;
}

/* What is not there is zero. */
static bool operand(const parley_json_t *input, const char *name, double *into) {
  const parley_json_t *value = parley_json_get(input, name);
  *into = 0;
  return value == NULL || (parley_json_number(value, into) && isfinite(*into));
}

static int calculate(const parley_json_t *input, char **output, int *is_error) {
  double a, b, result;
  const parley_json_t *given = parley_json_get(input, "action");
  const char *action = given == NULL ? "" : parley_json_text(given);
  *is_error = 1;
  if (!parley_json_is_object(input)) {
    return answer(output, "invalid input: not a JSON object");
  }
  if (action == NULL) {
    return answer(output, "invalid input: action is not a text");
  }
  if (!operand(input, "a", &a) || !operand(input, "b", &b)) {
    return answer(output, "invalid input: a and b are numbers");
  }
  if (strcmp(action, "add") == 0) {
    result = a + b;
  } else if (strcmp(action, "subtract") == 0) {
    result = a - b;
  } else if (strcmp(action, "multiply") == 0) {
    result = a * b;
  } else if (strcmp(action, "divide") != 0) {
    return answer(output, "unknown action: %s", action);
  } else if (b == 0) {
    return answer(output, "division by zero");
  } else {
    result = a / b;
  }
  char left[40], right[40], value[40];
  print_number(a, left, sizeof left);
  print_number(b, right, sizeof right);
  print_number(result, value, sizeof value);
  *is_error = 0;
  return answer(output, "%s %s %s = %s", left, action, right, value);
}

static int execute(const char *input_json, char **output, int *is_error) {
  parley_json_t *input = parley_json_parse(input_json);
  const int failed = calculate(input, output, is_error);
  parley_json_free(input);
  return failed;
}

/* Shown in logs/stderr.log of the app; their number only, for a value may be a secret. */
static void configure(const parley_map_t *settings) { fprintf(stderr, "configured with %zu settings\n", settings->count); }

int main(void) {
  static const char *const actions[] = {"add", "subtract", "multiply", "divide", NULL};
  parley_schema_builder_t *builder = parley_schema_new(actions);
  parley_schema_number(builder, "a", "First operand", 1);
  parley_schema_number(builder, "b", "Second operand", 1);
  char *schema = parley_schema_build(builder);
  parley_schema_free(builder);

  const parley_tool_handler_t calculator = {
      .name = "calculator",
      .description = "Performs arithmetic calculations.",
      .schema = schema,
      .execute = execute,
  };
  parley_app_t *app = parley_app_new();
  if (schema == NULL || app == NULL) {
    fprintf(stderr, "no memory\n");
    return 1;
  }
  parley_app_register_tool(app, &calculator);
  parley_app_on_configure(app, configure);
  const int result = parley_app_run(app);
  parley_app_free(app);
  free(schema);
  return result;
}
