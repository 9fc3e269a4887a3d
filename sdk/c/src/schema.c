#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "parley/parley.h"

#define PARAMETERS_MAX 1000

struct parameter {
  char *name, *json;
};

struct parley_schema_builder {
  struct parameter *parameters;
  size_t count;
  struct buffer required; /* names with commas between them */
  bool failed;
};

static void add_quoted(struct buffer *to, const char *text) {
  char *quoted = parley_json_quote(text);
  if (quoted == NULL) {
    to->failed = true;
    return;
  }
  buffer_text(to, quoted);
  free(quoted);
}

/* A parameter of the same name is replaced. */
static void put(parley_schema_builder_t *schema, const char *name, const char *type, const char *description,
                const char *const *values, bool is_enum) {
  struct buffer json = {.limit = 1 << 20};
  buffer_text(&json, "{\"description\":");
  add_quoted(&json, description);
  if (is_enum) {
    buffer_text(&json, values == NULL || values[0] == NULL ? ",\"enum\":null" : ",\"enum\":[");
    for (size_t i = 0; values != NULL && values[i] != NULL; i++) {
      buffer_text(&json, i == 0 ? "" : ",");
      add_quoted(&json, values[i]);
    }
    buffer_text(&json, values == NULL || values[0] == NULL ? "" : "]");
  }
  buffer_text(&json, ",\"type\":\"");
  buffer_text(&json, type);
  buffer_text(&json, "\"}");
  char *text = buffer_take(&json);
  for (size_t i = 0; i < schema->count; i++) {
    if (text != NULL && strcmp(schema->parameters[i].name, name) == 0) {
      free(schema->parameters[i].json);
      schema->parameters[i].json = text;
      return;
    }
  }
  char *copy = strdup(name);
  if (text == NULL || copy == NULL || schema->count >= PARAMETERS_MAX) {
    free(text);
    free(copy);
    schema->failed = true;
    return;
  }
  schema->parameters[schema->count++] = (struct parameter){copy, text};
}

parley_schema_builder_t *parley_schema_new(const char *const *actions) {
  parley_schema_builder_t *schema = calloc(1, sizeof *schema);
  if (schema == NULL) {
    return NULL;
  }
  schema->required.limit = 1 << 20;
  schema->parameters = calloc(PARAMETERS_MAX, sizeof *schema->parameters);
  if (schema->parameters == NULL) {
    free(schema);
    return NULL;
  }
  struct buffer description = {.limit = 1 << 20};
  buffer_text(&description, "Action to perform: ");
  for (size_t i = 0; actions != NULL && actions[i] != NULL; i++) {
    buffer_text(&description, i == 0 ? "" : ", ");
    buffer_text(&description, actions[i]);
  }
  char *text = buffer_take(&description);
  schema->failed = text == NULL;
  if (text != NULL) {
    put(schema, "action", "string", text, actions, true);
    free(text);
  }
  return schema;
}

static void add(parley_schema_builder_t *schema, const char *name, const char *type, const char *description,
                int required, const char *const *values, bool is_enum) {
  if (schema == NULL) {
    return;
  }
  put(schema, name, type, description, values, is_enum);
  /* One called action takes the place of the built-in one, which is required already. */
  if (required && strcmp(name, "action") != 0) {
    buffer_text(&schema->required, ",");
    add_quoted(&schema->required, name);
  }
}

void parley_schema_string(parley_schema_builder_t *schema, const char *name, const char *description, int required) {
  add(schema, name, "string", description, required, NULL, false);
}

void parley_schema_number(parley_schema_builder_t *schema, const char *name, const char *description, int required) {
  add(schema, name, "number", description, required, NULL, false);
}

void parley_schema_bool(parley_schema_builder_t *schema, const char *name, const char *description, int required) {
  add(schema, name, "boolean", description, required, NULL, false);
}

void parley_schema_object(parley_schema_builder_t *schema, const char *name, const char *description, int required) {
  add(schema, name, "object", description, required, NULL, false);
}

void parley_schema_enum(parley_schema_builder_t *schema, const char *name, const char *description, int required,
                        const char *const *values) {
  add(schema, name, "string", description, required, values, true);
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const struct parameter *)a)->name, ((const struct parameter *)b)->name);
}

char *parley_schema_build(const parley_schema_builder_t *schema) {
  if (schema == NULL || schema->failed || schema->required.failed) {
    return NULL;
  }
  qsort(schema->parameters, schema->count, sizeof *schema->parameters, by_name);
  struct buffer json = {.limit = 4 << 20};
  buffer_text(&json, "{\"properties\":{");
  for (size_t i = 0; i < schema->count; i++) {
    buffer_text(&json, i == 0 ? "" : ",");
    add_quoted(&json, schema->parameters[i].name);
    buffer_text(&json, ":");
    buffer_text(&json, schema->parameters[i].json);
  }
  buffer_text(&json, "},\"required\":[\"action\"");
  buffer_add(&json, schema->required.data, schema->required.size);
  buffer_text(&json, "],\"type\":\"object\"}");
  return buffer_take(&json);
}

void parley_schema_free(parley_schema_builder_t *schema) {
  if (schema == NULL) {
    return;
  }
  for (size_t i = 0; i < schema->count; i++) {
    free(schema->parameters[i].name);
    free(schema->parameters[i].json);
  }
  free(schema->parameters);
  buffer_free(&schema->required);
  free(schema);
}
