/* Schemas, and the reader of JSON. */
#include <string.h>

#include "parley/parley.h"
#include "test.h"

static void expect_schema(parley_schema_builder_t *schema, const char *want) {
  char *got = parley_schema_build(schema);
  CHECK(got != NULL && strcmp(got, want) == 0, "%s", got == NULL ? "NULL" : got);
  free(got);
  parley_schema_free(schema);
}

static void schemas(void) {
  static const char *const actions[] = {"add", "subtract", "multiply", "divide", NULL}, *const go[] = {"go", NULL},
                           *const values[] = {"x", "y", NULL};
  parley_schema_builder_t *schema = parley_schema_new(actions);
  parley_schema_number(schema, "a", "First operand", 1);
  parley_schema_number(schema, "b", "Second operand", 1);
  expect_schema(schema,
                "{\"properties\":{\"a\":{\"description\":\"First operand\",\"type\":\"number\"},"
                "\"action\":{\"description\":\"Action to perform: add, subtract, multiply, divide\","
                "\"enum\":[\"add\",\"subtract\",\"multiply\",\"divide\"],\"type\":\"string\"},"
                "\"b\":{\"description\":\"Second operand\",\"type\":\"number\"}},"
                "\"required\":[\"action\",\"a\",\"b\"],\"type\":\"object\"}");
  schema = parley_schema_new(go);
  parley_schema_string(schema, "s", "s\n", 0);
  parley_schema_bool(schema, "f", "f", 0);
  parley_schema_object(schema, "o", "o", 0);
  parley_schema_enum(schema, "e", "<e> & \"f\"", 1, values);
  expect_schema(schema,
                "{\"properties\":{\"action\":{\"description\":\"Action to perform: go\",\"enum\":[\"go\"],"
                "\"type\":\"string\"},\"e\":{\"description\":\"<e> & \\\"f\\\"\",\"enum\":[\"x\",\"y\"],"
                "\"type\":\"string\"},\"f\":{\"description\":\"f\",\"type\":\"boolean\"},"
                "\"o\":{\"description\":\"o\",\"type\":\"object\"},\"s\":{\"description\":\"s\\n\",\"type\":\"string\"}},"
                "\"required\":[\"action\",\"e\"],\"type\":\"object\"}");
  expect_schema(parley_schema_new(NULL),
                "{\"properties\":{\"action\":{\"description\":\"Action to perform: \",\"enum\":null,"
                "\"type\":\"string\"}},\"required\":[\"action\"],\"type\":\"object\"}");
  schema = parley_schema_new(go);
  parley_schema_string(schema, "action", "mine", 1);
  expect_schema(schema,
                "{\"properties\":{\"action\":{\"description\":\"mine\",\"type\":\"string\"}},"
                "\"required\":[\"action\"],\"type\":\"object\"}");
}

static void good(void) {
  static const char text[] =
      " { \"a\" : -1.5e+2, \"b\" : [ true , false, null, \"\\u00e9\\ud83d\\ude42\\n\\/\" ], \"a\" : 0, \"\" : { } } ";
  parley_json_t *json = parley_json_parse(text);
  double number = 1;
  CHECK(parley_json_number(parley_json_get(json, "a"), &number) && number == 0, "the last of a key counts: %f", number);
  CHECK(strcmp(parley_json_digits(parley_json_first(json)), "-1.5e+2") == 0, "digits");
  const parley_json_t *item = parley_json_first(parley_json_get(json, "b"));
  CHECK(parley_json_true(item) && !parley_json_true(parley_json_next(item)), "true and false");
  item = parley_json_next(parley_json_next(parley_json_next(item)));
  CHECK(strcmp(parley_json_text(item), "\xc3\xa9\xf0\x9f\x99\x82\n/") == 0, "%s", parley_json_text(item));
  CHECK(parley_json_next(item) == NULL, "the end");
  CHECK(parley_json_is_object(parley_json_get(json, "")), "an empty key");
  CHECK(parley_json_get(item, "x") == NULL && parley_json_get(NULL, "x") == NULL && !parley_json_number(NULL, &number),
        "what is not there");
  parley_json_free(json);
  parley_json_free(NULL);
  char *quoted = parley_json_quote("\"\\\n\t\x01\xff\xc3\xa9");
  CHECK(strcmp(quoted, "\"\\\"\\\\\\n\\u0009\\u0001\xef\xbf\xbd\xc3\xa9\"") == 0, "%s", quoted);
  free(quoted);
}

static void bad(void) {
  static const char *const texts[] = {
      "", " ", "{", "}", "[", "[1", "[1,", "[1,]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{a:1}", "{1:1}",
      "\"", "\"\\", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u0000\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"",
      "\"\n\"", "\"\xff\"", "01", "-", "+1", "1.", ".5", "1e", "1e+", "0x1", "tru", "nul", "truee", "1 2", "[1]]", "NaN",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    /* A copy without room behind it, so that the sanitizer sees whoever reads beyond the end. */
    char *copy = strdup(texts[i]);
    CHECK(parley_json_parse(copy) == NULL, "%s", copy);
    free(copy);
  }
  CHECK(parley_json_parse(NULL) == NULL, "nothing");
  static char deep[201];
  memset(deep, '[', 100);
  memset(deep + 100, ']', 100);
  CHECK(parley_json_parse(deep) == NULL, "a hundred levels");
  static char wide[400003];
  memset(wide, '0', sizeof wide - 1);
  for (size_t i = 0; i < sizeof wide - 1; i += 2) {
    wide[i] = i == 0 ? '[' : ',';
  }
  wide[sizeof wide - 3] = '0';
  wide[sizeof wide - 2] = ']';
  CHECK(parley_json_parse(wide) == NULL, "two hundred thousand values");
}

int main(void) {
  schemas();
  good();
  bad();
  puts("json: ok");
  return 0;
}
