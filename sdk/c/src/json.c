/* A reader of JSON for handlers, and what writes texts. */
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "parley/parley.h"

#define DEPTH_MAX 64
#define VALUES_MAX 100000

enum type { OBJECT, ARRAY, STRING, NUMBER, TRUE, FALSE, NOTHING };

struct parley_json {
  enum type type;
  const char *key, *text; /* text of a string; digits of a number */
  struct parley_json *first, *next;
  struct arena *arena; /* of the outermost value only */
};

struct parser {
  const char *at;
  struct arena *arena;
  size_t values;
};

static bool read_value(struct parser *parser, struct parley_json *into, int depth);

static void skip_blanks(struct parser *parser) { parser->at += strspn(parser->at, " \t\r\n"); }

static bool take(struct parser *parser, const char *word) {
  const size_t size = strlen(word);
  if (strncmp(parser->at, word, size) != 0) {
    return false;
  }
  parser->at += size;
  return true;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool read_hex(const char *digits, unsigned *into) {
  *into = 0;
  for (int i = 0; i < 4; i++) {
    const char c = digits[i];
    unsigned value;
    if (is_digit(c)) {
      value = (unsigned)(c - '0');
    } else if ((c | 32) >= 'a' && (c | 32) <= 'f') {
      value = (unsigned)((c | 32) - 'a' + 10);
    } else {
      return false;
    }
    *into = *into << 4 | value;
  }
  return true;
}

/* After \u. A pair of halves is one character; \u0000 would end the text and is refused, as is a lone half. */
static bool read_unicode(struct parser *parser, char **out) {
  unsigned point, low;
  if (!read_hex(parser->at, &point) || point == 0) {
    return false;
  }
  parser->at += 4;
  if (point >= 0xd800 && point < 0xe000) {
    if (point >= 0xdc00 || parser->at[0] != '\\' || parser->at[1] != 'u' || !read_hex(parser->at + 2, &low) ||
        low < 0xdc00 || low >= 0xe000) {
      return false;
    }
    parser->at += 6;
    point = 0x10000 + ((point - 0xd800) << 10 | (low - 0xdc00));
  }
  char *to = *out;
  if (point < 0x80) {
    *to++ = (char)point;
  } else if (point < 0x800) {
    *to++ = (char)(0xc0 | point >> 6);
    *to++ = (char)(0x80 | (point & 0x3f));
  } else if (point < 0x10000) {
    *to++ = (char)(0xe0 | point >> 12);
    *to++ = (char)(0x80 | (point >> 6 & 0x3f));
    *to++ = (char)(0x80 | (point & 0x3f));
  } else {
    *to++ = (char)(0xf0 | point >> 18);
    *to++ = (char)(0x80 | (point >> 12 & 0x3f));
    *to++ = (char)(0x80 | (point >> 6 & 0x3f));
    *to++ = (char)(0x80 | (point & 0x3f));
  }
  *out = to;
  return true;
}

/* After the quotation mark. Nothing gets longer by being read, so there is room for what it takes at most. */
static const char *read_string(struct parser *parser) {
  const char *end = parser->at;
  while (*end != '"') {
    if ((unsigned char)*end < 0x20) {
      return NULL; /* also at the end of the text */
    }
    end += *end == '\\' && end[1] != '\0' ? 2 : 1;
  }
  char *text = arena_get(parser->arena, (size_t)(end - parser->at) + 1);
  if (text == NULL) {
    return NULL;
  }
  char *to = text;
  while (parser->at < end) {
    const char c = *parser->at++;
    if (c != '\\') {
      *to++ = c;
      continue;
    }
    const char escaped = *parser->at++;
    const char *known = "\"\"\\\\//b\bf\fn\nr\rt\t";
    if (escaped == 'u') {
      if (!read_unicode(parser, &to)) {
        return NULL;
      }
      continue;
    }
    while (*known != '\0' && *known != escaped) {
      known += 2;
    }
    if (*known == '\0') {
      return NULL;
    }
    *to++ = known[1];
  }
  parser->at = end + 1;
  return text;
}

static const char *read_number(struct parser *parser) {
  const char *at = parser->at;
  at += *at == '-';
  if (!is_digit(*at)) {
    return NULL;
  }
  at += *at == '0' ? 1 : strspn(at, "0123456789");
  if (*at == '.') {
    if (!is_digit(*++at)) {
      return NULL;
    }
    at += strspn(at, "0123456789");
  }
  if (*at == 'e' || *at == 'E') {
    at++;
    at += *at == '+' || *at == '-';
    if (!is_digit(*at)) {
      return NULL;
    }
    at += strspn(at, "0123456789");
  }
  const size_t size = (size_t)(at - parser->at);
  char *digits = arena_get(parser->arena, size + 1);
  if (digits != NULL) {
    memcpy(digits, parser->at, size);
  }
  parser->at = at;
  return digits;
}

/* After the bracket, of an object if it has keys. */
static bool read_items(struct parser *parser, struct parley_json *into, char end, int depth) {
  struct parley_json **place = &into->first;
  skip_blanks(parser);
  if (*parser->at == end) {
    parser->at++;
    return true;
  }
  while (true) {
    struct parley_json *item = arena_get(parser->arena, sizeof *item);
    if (item == NULL || ++parser->values > VALUES_MAX) {
      return false;
    }
    skip_blanks(parser);
    if (end == '}') {
      item->key = take(parser, "\"") ? read_string(parser) : NULL;
      skip_blanks(parser);
      if (item->key == NULL || !take(parser, ":")) {
        return false;
      }
    }
    if (!read_value(parser, item, depth + 1)) {
      return false;
    }
    *place = item;
    place = &item->next;
    skip_blanks(parser);
    if (*parser->at == end) {
      parser->at++;
      return true;
    }
    if (!take(parser, ",")) {
      return false;
    }
  }
}

static bool read_value(struct parser *parser, struct parley_json *into, int depth) {
  if (depth > DEPTH_MAX) {
    return false;
  }
  skip_blanks(parser);
  if (take(parser, "{")) {
    into->type = OBJECT;
    return read_items(parser, into, '}', depth);
  }
  if (take(parser, "[")) {
    into->type = ARRAY;
    return read_items(parser, into, ']', depth);
  }
  if (take(parser, "\"")) {
    into->type = STRING;
    into->text = read_string(parser);
    return into->text != NULL;
  }
  if (take(parser, "true")) {
    into->type = TRUE;
    return true;
  }
  if (take(parser, "false")) {
    into->type = FALSE;
    return true;
  }
  if (take(parser, "null")) {
    into->type = NOTHING;
    return true;
  }
  into->type = NUMBER;
  into->text = read_number(parser);
  return into->text != NULL;
}

parley_json_t *parley_json_parse(const char *text) {
  if (text == NULL || !utf8_valid((const unsigned char *)text, strlen(text))) {
    return NULL;
  }
  struct parley_json *json = calloc(1, sizeof *json);
  struct arena *arena = calloc(1, sizeof *arena);
  if (json == NULL || arena == NULL) {
    free(json);
    free(arena);
    return NULL;
  }
  arena->limit = 64 << 20;
  json->arena = arena;
  struct parser parser = {text, arena, 0};
  const bool is_value = read_value(&parser, json, 0);
  skip_blanks(&parser);
  if (!is_value || *parser.at != '\0') {
    parley_json_free(json);
    return NULL;
  }
  return json;
}

void parley_json_free(parley_json_t *json) {
  if (json != NULL && json->arena != NULL) {
    arena_free(json->arena);
    free(json->arena);
    free(json);
  }
}

/* Of a key that comes twice, the last counts. */
const parley_json_t *parley_json_get(const parley_json_t *object, const char *key) {
  const parley_json_t *found = NULL;
  if (object != NULL && object->type == OBJECT) {
    for (const parley_json_t *member = object->first; member != NULL; member = member->next) {
      found = strcmp(member->key, key) == 0 ? member : found;
    }
  }
  return found;
}

const parley_json_t *parley_json_first(const parley_json_t *json) { return json == NULL ? NULL : json->first; }

const parley_json_t *parley_json_next(const parley_json_t *item) { return item == NULL ? NULL : item->next; }

const char *parley_json_key(const parley_json_t *member) { return member == NULL ? NULL : member->key; }

const char *parley_json_text(const parley_json_t *json) {
  return json != NULL && json->type == STRING ? json->text : NULL;
}

const char *parley_json_digits(const parley_json_t *json) {
  return json != NULL && json->type == NUMBER ? json->text : NULL;
}

bool parley_json_number(const parley_json_t *json, double *into) {
  if (json == NULL || json->type != NUMBER) {
    return false;
  }
  *into = strtod(json->text, NULL);
  return true;
}

bool parley_json_true(const parley_json_t *json) { return json != NULL && json->type == TRUE; }

bool parley_json_is_object(const parley_json_t *json) { return json != NULL && json->type == OBJECT; }

char *parley_json_quote(const char *text) {
  static const char digits[] = "0123456789abcdef";
  struct buffer quoted = {.limit = 64 << 20};
  buffer_text(&quoted, "\"");
  for (const unsigned char *at = (const unsigned char *)text; *at != '\0';) {
    const size_t length = utf8_length(at, strnlen((const char *)at, 4));
    if (*at == '"' || *at == '\\') {
      buffer_add(&quoted, (char[]){'\\', (char)*at}, 2);
    } else if (*at == '\n') {
      buffer_text(&quoted, "\\n");
    } else if (*at < 0x20) {
      buffer_add(&quoted, (char[]){'\\', 'u', '0', '0', digits[*at >> 4], digits[*at & 15]}, 6);
    } else if (length == 0) {
      buffer_text(&quoted, "\xef\xbf\xbd");
    } else {
      buffer_add(&quoted, at, length);
    }
    at += length == 0 ? 1 : length;
  }
  buffer_text(&quoted, "\"");
  return buffer_take(&quoted);
}
