/* Memory with limits: buffers that grow, and arenas whose pieces are freed together. */
#ifndef PARLEY_MEMORY_H
#define PARLEY_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

struct buffer {
  unsigned char *data;
  size_t size, room, limit;
  bool failed; /* there was no memory or no room; what is added later is dropped */
};

void buffer_add(struct buffer *buffer, const void *data, size_t size);
void buffer_text(struct buffer *buffer, const char *text);
/* Ends it with a zero and hands it over; NULL if it failed. */
char *buffer_take(struct buffer *buffer);
void buffer_free(struct buffer *buffer);

struct arena {
  struct piece *pieces;
  size_t size, limit;
};

/* Zeroed; NULL if there is no memory or no room. */
void *arena_get(struct arena *arena, size_t size);
/* Frees text, which may be NULL, with the rest; "" for NULL and when there is no memory. */
const char *arena_adopt(struct arena *arena, char *text);
const char *arena_copy(struct arena *arena, const char *text);
void arena_free(struct arena *arena);

/* Length of the UTF-8 character at the start of data, 0 if there is none. */
size_t utf8_length(const unsigned char *data, size_t size);
bool utf8_valid(const unsigned char *data, size_t size);

#endif
