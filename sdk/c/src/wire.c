#include "wire.h"

#include <string.h>

#include "parley/parley.h"

enum { VARINT = 0, FIXED64 = 1, SIZED = 2, FIXED32 = 5 };

/* Messages of the protocol are four deep at most. */
#define DEPTH_MAX 8

static const struct field ENTRY_FIELDS[] = {
    {1, KIND_TEXT, offsetof(parley_entry_t, key), NULL, "key"},
    {2, KIND_TEXT, offsetof(parley_entry_t, value), NULL, "value"},
};
static const struct message ENTRY = {"Entry", sizeof(parley_entry_t), ENTRY_FIELDS, 2};

static void write_varint(struct buffer *to, uint64_t number) {
  unsigned char bytes[10];
  size_t size = 0;
  do {
    bytes[size++] = (unsigned char)((number & 0x7f) | (number > 0x7f ? 0x80 : 0));
    number >>= 7;
  } while (number != 0);
  buffer_add(to, bytes, size);
}

static void write_tag(struct buffer *to, uint32_t number, unsigned type) {
  write_varint(to, (uint64_t)number << 3 | type);
}

static void write_bytes(struct buffer *to, uint32_t number, const void *data, size_t size) {
  write_tag(to, number, SIZED);
  write_varint(to, size);
  buffer_add(to, data, size);
}

/* The hub would refuse a whole message for one text that is not UTF-8. */
static void write_text(struct buffer *to, uint32_t number, const char *text) {
  const size_t size = strlen(text);
  const unsigned char *data = (const unsigned char *)text;
  if (utf8_valid(data, size)) {
    write_bytes(to, number, text, size);
    return;
  }
  struct buffer mended = {.limit = to->limit};
  for (size_t at = 0; at < size;) {
    const size_t length = utf8_length(data + at, size - at);
    if (length == 0) {
      buffer_text(&mended, "\xef\xbf\xbd");
      at++;
    } else {
      buffer_add(&mended, data + at, length);
      at += length;
    }
  }
  to->failed = to->failed || mended.failed;
  write_bytes(to, number, mended.data, mended.size);
  buffer_free(&mended);
}

static void write_inner(struct buffer *to, uint32_t number, const struct message *message, const void *value) {
  struct buffer inner = {.limit = to->limit};
  wire_write(&inner, message, value);
  to->failed = to->failed || inner.failed;
  write_bytes(to, number, inner.data, inner.size);
  buffer_free(&inner);
}

/* Entries go in the order of their keys, as in the other SDKs, by bytes; keys are few. */
static void write_map(struct buffer *to, uint32_t number, const parley_map_t *map) {
  const char *before = NULL;
  for (size_t done = 0; done < map->count; done++) {
    const parley_entry_t *least = NULL;
    for (size_t i = 0; i < map->count; i++) {
      const parley_entry_t *entry = &map->items[i];
      const bool is_later = entry->key != NULL && (before == NULL || strcmp(entry->key, before) > 0);
      if (is_later && (least == NULL || strcmp(entry->key, least->key) <= 0)) {
        least = entry;
      }
    }
    if (least == NULL) {
      return; /* the rest came twice or have no key */
    }
    before = least->key;
    struct buffer inner = {.limit = to->limit};
    write_text(&inner, 1, least->key);
    write_text(&inner, 2, least->value == NULL ? "" : least->value);
    to->failed = to->failed || inner.failed;
    write_bytes(to, number, inner.data, inner.size);
    buffer_free(&inner);
  }
}

static void write_double(struct buffer *to, uint32_t number, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  if (bits == 0) {
    return;
  }
  unsigned char bytes[8];
  for (int i = 0; i < 8; i++) {
    bytes[i] = (unsigned char)(bits >> 8 * i);
  }
  write_tag(to, number, FIXED64);
  buffer_add(to, bytes, sizeof bytes);
}

static void write_number(struct buffer *to, uint32_t number, int64_t value) {
  if (value != 0) {
    write_tag(to, number, VARINT);
    write_varint(to, (uint64_t)value);
  }
}

static void write_field(struct buffer *to, const struct field *field, const void *at) {
  struct list list;
  switch (field->kind) {
    case KIND_TEXT: {
      const char *text;
      memcpy(&text, at, sizeof text);
      if (text != NULL && *text != '\0') {
        write_text(to, field->number, text);
      }
      break;
    }
    case KIND_BYTES: {
      const parley_bytes_t *bytes = at;
      if (bytes->size > 0) {
        write_bytes(to, field->number, bytes->data, bytes->size);
      }
      break;
    }
    case KIND_BOOL: write_number(to, field->number, *(const bool *)at); break;
    case KIND_INT32: write_number(to, field->number, *(const int32_t *)at); break;
    case KIND_INT64: write_number(to, field->number, *(const int64_t *)at); break;
    case KIND_DOUBLE: write_double(to, field->number, *(const double *)at); break;
    case KIND_MESSAGE: {
      const void *inner;
      memcpy(&inner, at, sizeof inner);
      if (inner != NULL) {
        write_inner(to, field->number, field->of, inner);
      }
      break;
    }
    case KIND_TEXTS:
      memcpy(&list, at, sizeof list);
      for (size_t i = 0; i < list.count; i++) {
        const char *text = ((const char *const *)list.items)[i];
        write_text(to, field->number, text == NULL ? "" : text);
      }
      break;
    case KIND_MESSAGES:
      memcpy(&list, at, sizeof list);
      for (size_t i = 0; i < list.count; i++) {
        write_inner(to, field->number, field->of, (const char *)list.items + i * field->of->size);
      }
      break;
    case KIND_MAP: write_map(to, field->number, at); break;
  }
}

void wire_write(struct buffer *to, const struct message *message, const void *value) {
  for (size_t i = 0; i < message->count; i++) {
    write_field(to, &message->fields[i], (const char *)value + message->fields[i].offset);
  }
}

struct reader {
  const unsigned char *at, *end;
};

static bool read_varint(struct reader *reader, uint64_t *into) {
  *into = 0;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    if (reader->at == reader->end) {
      return false;
    }
    const unsigned char byte = *reader->at++;
    if (shift == 63 && byte > 1) {
      return false;
    }
    *into |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80) {
      return true;
    }
  }
  return false;
}

static bool read_message(const struct message *message, struct reader reader, void *value, struct arena *arena,
                         int depth);

static bool read_text(struct reader from, const char **into, struct arena *arena) {
  const size_t size = (size_t)(from.end - from.at);
  /* A zero would end the text early for whoever reads it. */
  if (!utf8_valid(from.at, size) || (size > 0 && memchr(from.at, 0, size) != NULL)) {
    return false;
  }
  char *text = arena_get(arena, size + 1);
  if (text == NULL) {
    return false;
  }
  if (size > 0) {
    memcpy(text, from.at, size);
  }
  *into = text;
  return true;
}

/* Room for one more at the end of a list. A list doubles whenever it is as long as a power of two. */
static void *grow(struct list *list, size_t size, struct arena *arena) {
  if (list->count >= LIST_MAX) {
    return NULL;
  }
  if ((list->count & (list->count - 1)) == 0) {
    void *items = arena_get(arena, size * (list->count == 0 ? 1 : list->count * 2));
    if (items == NULL) {
      return NULL;
    }
    if (list->count > 0) {
      memcpy(items, list->items, size * list->count);
    }
    list->items = items;
  }
  return (char *)list->items + size * list->count++;
}

/* Texts that do not come are empty, and not NULL. */
static void begin(const struct message *message, void *value) {
  static const char *const none = "";
  for (size_t i = 0; i < message->count; i++) {
    if (message->fields[i].kind == KIND_TEXT) {
      memcpy((char *)value + message->fields[i].offset, &none, sizeof none);
    }
  }
}

static bool read_entry(struct reader from, parley_map_t *map, struct arena *arena) {
  parley_entry_t entry;
  begin(&ENTRY, &entry);
  if (!read_message(&ENTRY, from, &entry, arena, DEPTH_MAX)) {
    return false;
  }
  for (size_t i = 0; i < map->count; i++) {
    if (strcmp(map->items[i].key, entry.key) == 0) {
      memcpy((parley_entry_t *)(uintptr_t)&map->items[i], &entry, sizeof entry);
      return true;
    }
  }
  struct list list;
  memcpy(&list, map, sizeof list);
  parley_entry_t *place = list.count < 1000 ? grow(&list, sizeof entry, arena) : NULL;
  if (place == NULL) {
    return false;
  }
  *place = entry;
  memcpy(map, &list, sizeof list);
  return true;
}

static bool read_sized(const struct field *field, struct reader from, void *at, struct arena *arena, int depth) {
  struct list list;
  switch (field->kind) {
    case KIND_TEXT: return read_text(from, at, arena);
    case KIND_BYTES: {
      parley_bytes_t *bytes = at;
      bytes->size = (size_t)(from.end - from.at);
      unsigned char *copy = arena_get(arena, bytes->size + 1);
      bytes->data = copy;
      if (copy != NULL && bytes->size > 0) {
        memcpy(copy, from.at, bytes->size);
      }
      return copy != NULL;
    }
    case KIND_MESSAGE: {
      void *inner;
      memcpy(&inner, at, sizeof inner);
      if (inner == NULL) {
        inner = arena_get(arena, field->of->size > 0 ? field->of->size : 1);
        if (inner == NULL) {
          return false;
        }
        begin(field->of, inner);
        memcpy(at, &inner, sizeof inner);
      }
      return read_message(field->of, from, inner, arena, depth + 1);
    }
    case KIND_TEXTS: {
      memcpy(&list, at, sizeof list);
      const char **text = grow(&list, sizeof *text, arena);
      if (text == NULL) {
        return false;
      }
      memcpy(at, &list, sizeof list);
      return read_text(from, text, arena);
    }
    case KIND_MESSAGES: {
      memcpy(&list, at, sizeof list);
      void *inner = grow(&list, field->of->size, arena);
      if (inner == NULL) {
        return false;
      }
      memcpy(at, &list, sizeof list);
      begin(field->of, inner);
      return read_message(field->of, from, inner, arena, depth + 1);
    }
    case KIND_MAP: return read_entry(from, at, arena);
    case KIND_BOOL:
    case KIND_INT32:
    case KIND_INT64:
    case KIND_DOUBLE: break;
  }
  return true; /* in another form than the field has: as if it were not known */
}

static void read_number(const struct field *field, uint64_t number, void *at) {
  if (field->kind == KIND_BOOL) {
    *(bool *)at = number != 0;
  } else if (field->kind == KIND_INT32) {
    *(int32_t *)at = (int32_t)(uint32_t)number;
  } else if (field->kind == KIND_INT64) {
    *(int64_t *)at = (int64_t)number;
  }
}

static const struct field *find(const struct message *message, uint64_t number) {
  for (size_t i = 0; i < message->count; i++) {
    if (message->fields[i].number == number) {
      return &message->fields[i];
    }
  }
  return NULL;
}

static bool read_message(const struct message *message, struct reader reader, void *value, struct arena *arena,
                         int depth) {
  if (depth > DEPTH_MAX) {
    return false;
  }
  while (reader.at < reader.end) {
    uint64_t tag, number;
    if (!read_varint(&reader, &tag) || tag >> 3 == 0 || tag >> 3 > 0x1fffffff) {
      return false;
    }
    const struct field *field = find(message, tag >> 3);
    void *at = field == NULL ? NULL : (char *)value + field->offset;
    const unsigned type = tag & 7;
    if (type == VARINT) {
      if (!read_varint(&reader, &number)) {
        return false;
      }
      if (field != NULL) {
        read_number(field, number, at);
      }
      continue;
    }
    uint64_t size;
    if (type == FIXED64 || type == FIXED32) {
      size = type == FIXED64 ? 8 : 4;
    } else if (type != SIZED || !read_varint(&reader, &size)) {
      return false; /* groups are not in proto3 */
    }
    if (size > (uint64_t)(reader.end - reader.at)) {
      return false;
    }
    const struct reader inner = {reader.at, reader.at + size};
    reader.at = inner.end;
    if (type == SIZED && field != NULL && !read_sized(field, inner, at, arena, depth)) {
      return false;
    }
    if (type == FIXED64 && field != NULL && field->kind == KIND_DOUBLE) {
      uint64_t bits = 0;
      for (int i = 7; i >= 0; i--) {
        bits = bits << 8 | inner.at[i];
      }
      memcpy(at, &bits, sizeof bits);
    }
  }
  return true;
}

bool wire_read(const struct message *message, const unsigned char *data, size_t size, void *value,
               struct arena *arena) {
  begin(message, value);
  return read_message(message, (struct reader){data, data + size}, value, arena, 0);
}
