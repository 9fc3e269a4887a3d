/* Messages have the bytes of ../vectors, and the bytes have these values. */
#include <inttypes.h>
#include <string.h>

#include "messages.h"
#include "test.h"

static const struct {
  const char *name;
  const struct message *message;
} MESSAGES[] = {
    {"Empty", &EMPTY}, {"HealthCheckRequest", &EMPTY}, {"HealthCheckResponse", &HEALTH}, {"SettingsMap", &MAP},
    {"ExecuteRequest", &BYTES}, {"ExecuteResponse", &EXECUTED}, {"NameResponse", &TEXT}, {"DescriptionResponse", &TEXT},
    {"SchemaResponse", &BYTES}, {"ApprovalResponse", &FLAG}, {"IDResponse", &TEXT}, {"ChannelConnectRequest", &MAP},
    {"ChannelConnectResponse", &TEXT}, {"ChannelSendRequest", &CHANNEL_SEND}, {"ChannelSendResponse", &SENT},
    {"InboundMessage", &INBOUND}, {"CommSendRequest", &COMM_SEND}, {"CommMessage", &COMM_MESSAGE},
    {"CommIsConnectedResponse", &FLAG}, {"CommRegisterRequest", &COMM_REGISTER}, {"CommSubscribeRequest", &TEXT},
    {"GatewayRequest", &GATEWAY_REQUEST}, {"GatewayEvent", &GATEWAY_EVENT}, {"PollResponse", &POLLED},
    {"CancelRequest", &TEXT}, {"CancelResponse", &FLAG}, {"HttpRequest", &HTTP_REQUEST}, {"HttpResponse", &HTTP_ANSWER},
    {"CreateScheduleRequest", &SCHEDULE_REQUEST}, {"GetScheduleRequest", &TEXT},
    {"ListSchedulesRequest", &SCHEDULE_LIST}, {"ListSchedulesResponse", &SCHEDULES_ANSWER},
    {"ScheduleResponse", &SCHEDULE_ANSWER}, {"DeleteScheduleResponse", &DELETED}, {"TriggerResponse", &TRIGGERED},
    {"ScheduleHistoryRequest", &HISTORY_REQUEST}, {"ScheduleHistoryResponse", &HISTORY_ANSWER},
    {"ScheduleTrigger", &SCHEDULE_TRIGGER}, {"HookRequest", &HOOK_REQUEST}, {"HookResponse", &HOOK_ANSWER},
    {"HookList", &HOOK_LIST},
};

static const struct message *message_of(const char *name) {
  for (size_t i = 0; i < sizeof MESSAGES / sizeof *MESSAGES; i++) {
    if (strcmp(MESSAGES[i].name, name) == 0) {
      return MESSAGES[i].message;
    }
  }
  CHECK(false, "no message %s", name);
  return NULL;
}

static size_t from_hex(const char *hex, unsigned char *into) {
  const size_t size = strlen(hex) / 2;
  for (size_t i = 0; i < size; i++) {
    unsigned byte;
    CHECK(sscanf(hex + 2 * i, "%2x", &byte) == 1, "%s", hex);
    into[i] = (unsigned char)byte;
  }
  return size;
}

static size_t length_of(const parley_json_t *items) {
  size_t count = 0;
  for (const parley_json_t *item = parley_json_first(items); item != NULL; item = parley_json_next(item)) {
    count++;
  }
  return count;
}

static void fill(const struct message *message, const parley_json_t *value, void *into, struct arena *arena);

static void set(const struct field *field, const parley_json_t *value, void *at, struct arena *arena) {
  const size_t count = length_of(value);
  struct list list = {NULL, count};
  size_t place = 0;
  switch (field->kind) {
    case KIND_TEXT: *(const char **)at = parley_json_text(value); break;
    case KIND_BYTES: {
      unsigned char *bytes = arena_get(arena, strlen(parley_json_text(value)) + 1);
      *(parley_bytes_t *)at = (parley_bytes_t){bytes, from_hex(parley_json_text(value), bytes)};
      break;
    }
    case KIND_BOOL: *(bool *)at = parley_json_true(value); break;
    case KIND_INT32: *(int32_t *)at = (int32_t)strtol(parley_json_digits(value), NULL, 10); break;
    case KIND_INT64: *(int64_t *)at = strtoll(parley_json_digits(value), NULL, 10); break;
    case KIND_DOUBLE: CHECK(parley_json_number(value, at), "a number"); break;
    case KIND_MESSAGE: {
      void *inner = arena_get(arena, field->of->size);
      fill(field->of, value, inner, arena);
      memcpy(at, &inner, sizeof inner);
      break;
    }
    case KIND_TEXTS:
      list.items = arena_get(arena, (count + 1) * sizeof(char *));
      for (const parley_json_t *item = parley_json_first(value); item != NULL; item = parley_json_next(item)) {
        ((const char **)list.items)[place++] = parley_json_text(item);
      }
      memcpy(at, &list, sizeof list);
      break;
    case KIND_MESSAGES:
      list.items = arena_get(arena, (count + 1) * field->of->size);
      for (const parley_json_t *item = parley_json_first(value); item != NULL; item = parley_json_next(item)) {
        fill(field->of, item, (char *)list.items + field->of->size * place++, arena);
      }
      memcpy(at, &list, sizeof list);
      break;
    case KIND_MAP:
      list.items = arena_get(arena, (count + 1) * sizeof(parley_entry_t));
      for (const parley_json_t *item = parley_json_first(value); item != NULL; item = parley_json_next(item)) {
        ((parley_entry_t *)list.items)[place++] = (parley_entry_t){parley_json_key(item), parley_json_text(item)};
      }
      memcpy(at, &list, sizeof list);
      break;
  }
}

/* Messages with one field share a struct, whatever its name is. */
static void fill(const struct message *message, const parley_json_t *value, void *into, struct arena *arena) {
  for (const parley_json_t *item = parley_json_first(value); item != NULL; item = parley_json_next(item)) {
    bool found = false;
    for (size_t i = 0; i < message->count && !found; i++) {
      found = message->count == 1 || strcmp(message->fields[i].name, parley_json_key(item)) == 0;
      if (found) {
        set(&message->fields[i], item, (char *)into + message->fields[i].offset, arena);
      }
    }
    CHECK(found, "%s has no field %s", message->name, parley_json_key(item));
  }
}

static void check_bytes(const struct buffer *got, const unsigned char *want, size_t size, const char *name) {
  if (got->size != size || (size > 0 && memcmp(got->data, want, size) != 0)) {
    for (size_t i = 0; i < got->size; i++) {
      fprintf(stderr, "%02x", got->data[i]);
    }
    CHECK(false, " is what %s became", name);
  }
}

/* What was read, written again, has the bytes of the value. */
static void replay(const parley_json_t *vector, bool encoded) {
  static unsigned char raw[1 << 16];
  const char *name = parley_json_text(parley_json_get(vector, "message"));
  const struct message *message = message_of(name);
  const size_t size = from_hex(parley_json_text(parley_json_get(vector, "hex")), raw);
  struct arena arena = {.limit = 1 << 20};
  struct buffer written = {.limit = 1 << 20}, again = {.limit = 1 << 20};
  void *value = arena_get(&arena, message->size + 1);
  fill(message, parley_json_get(vector, "value"), value, &arena);
  wire_write(&written, message, value);
  if (encoded) {
    check_bytes(&written, raw, size, name);
  }
  /* An exact copy, so that the sanitizer sees whoever reads beyond the end. */
  unsigned char *exact = malloc(size + 1);
  CHECK(exact != NULL, "memory");
  memcpy(exact, raw, size);
  unsigned char *tight = realloc(exact, size == 0 ? 1 : size);
  void *read = arena_get(&arena, message->size + 1);
  CHECK(wire_read(message, tight, size, read, &arena), "%s", name);
  wire_write(&again, message, read);
  check_bytes(&again, written.data, written.size, name);
  free(tight);
  buffer_free(&written);
  buffer_free(&again);
  arena_free(&arena);
}

static bool reads(const struct message *message, const unsigned char *raw, size_t size) {
  struct arena arena = {.limit = 1 << 20};
  unsigned char *exact = malloc(size == 0 ? 1 : size);
  CHECK(exact != NULL, "memory");
  memcpy(exact, raw, size);
  const bool is_read = wire_read(message, exact, size, arena_get(&arena, message->size + 1), &arena);
  free(exact);
  arena_free(&arena);
  return is_read;
}

/* Bytes changed, cut and doubled by chance, which comes from a fixed seed: nothing is read out of place. */
static void mangle(const parley_json_t *vectors) {
  static unsigned char raw[1 << 16];
  unsigned chance = 1;
  for (const parley_json_t *vector = parley_json_first(vectors); vector != NULL; vector = parley_json_next(vector)) {
    const struct message *message = message_of(parley_json_text(parley_json_get(vector, "message")));
    for (int round = 0; round < 300; round++) {
      size_t size = from_hex(parley_json_text(parley_json_get(vector, "hex")), raw);
      for (int change = 0; change < 3 && size > 0; change++) {
        chance = chance * 1103515245 + 12345;
        raw[chance / 65536 % size] = (unsigned char)(chance >> 8);
      }
      (void)reads(message, raw, chance / 7 % 4 == 0 ? size / 2 : size);
    }
  }
}

static void limits(void) {
  static unsigned char raw[2 * (LIST_MAX + 1)];
  for (size_t i = 0; i < sizeof raw; i += 2) {
    raw[i] = 0x12;
  }
  CHECK(reads(&COMM_REGISTER, raw, 2 * LIST_MAX), "as many as there may be");
  CHECK(!reads(&COMM_REGISTER, raw, sizeof raw), "one too many");
  CHECK(!reads(&TEXT, (const unsigned char *)"\x0a\x03"
                                             "a\0b", 5), "a zero in a text");
  struct buffer small = {.limit = 10};
  struct text_message text = {"more than ten bytes"};
  wire_write(&small, &TEXT, &text);
  CHECK(small.failed, "a buffer that is full");
  buffer_free(&small);
  struct buffer mended = {.limit = 100};
  text.text = "a\xff"
              "b";
  wire_write(&mended, &TEXT, &text);
  check_bytes(&mended, (const unsigned char *)"\x0a\x05"
                                              "a\xef\xbf\xbd"
                                              "b", 7, "a text that is not UTF-8");
  buffer_free(&mended);
}

int main(int count, char **arguments) {
  static char text[1 << 20];
  CHECK(count == 2, "the file with the vectors");
  FILE *file = fopen(arguments[1], "r");
  CHECK(file != NULL, "%s", arguments[1]);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  parley_json_t *vectors = parley_json_parse(text);
  const parley_json_t *encoded = parley_json_get(vectors, "encoded");
  const parley_json_t *decoded = parley_json_get(vectors, "decoded");
  const parley_json_t *refused = parley_json_get(vectors, "refused");
  CHECK(length_of(encoded) >= 50 && length_of(decoded) >= 10 && length_of(refused) >= 15, "enough vectors");
  for (const parley_json_t *vector = parley_json_first(encoded); vector != NULL; vector = parley_json_next(vector)) {
    replay(vector, true);
  }
  for (const parley_json_t *vector = parley_json_first(decoded); vector != NULL; vector = parley_json_next(vector)) {
    replay(vector, false);
  }
  for (const parley_json_t *vector = parley_json_first(refused); vector != NULL; vector = parley_json_next(vector)) {
    unsigned char raw[64];
    const size_t size = from_hex(parley_json_text(parley_json_get(vector, "hex")), raw);
    CHECK(!reads(message_of(parley_json_text(parley_json_get(vector, "message"))), raw, size), "%s",
          parley_json_text(parley_json_get(vector, "why")));
  }
  mangle(encoded);
  parley_json_free(vectors);
  limits();
  puts("wire: ok");
  return 0;
}
