/* Protobuf messages from and to structs, along tables that say what stands where. */
#ifndef PARLEY_WIRE_H
#define PARLEY_WIRE_H

#include <stdint.h>

#include "memory.h"

enum kind {
  KIND_TEXT,     /* const char *, "" if it did not come */
  KIND_BYTES,    /* parley_bytes_t, with a zero behind it */
  KIND_BOOL,     /* bool */
  KIND_INT32,    /* int32_t */
  KIND_INT64,    /* int64_t */
  KIND_DOUBLE,   /* double */
  KIND_MESSAGE,  /* pointer to a struct, NULL if it did not come */
  KIND_TEXTS,    /* pointer to texts and their number */
  KIND_MESSAGES, /* pointer to structs and their number */
  KIND_MAP       /* parley_map_t */
};

struct field {
  uint32_t number;
  enum kind kind;
  size_t offset;
  const struct message *of; /* of a message and of messages */
  const char *name;
};

/* Fields stand in the order of their numbers. */
struct message {
  const char *name;
  size_t size;
  const struct field *fields;
  size_t count;
};

/* How every list looks, whatever is in it. */
struct list {
  void *items;
  size_t count;
};

/* A list that is longer is not read. */
#define LIST_MAX 10000

/* Adds the message in value; texts that are not UTF-8 are mended. */
void wire_write(struct buffer *to, const struct message *message, const void *value);

/* Fills value, which is zeroed, with copies in arena. False if it is no such message, too long, or memory is short. */
bool wire_read(const struct message *message, const unsigned char *data, size_t size, void *value, struct arena *arena);

#endif
