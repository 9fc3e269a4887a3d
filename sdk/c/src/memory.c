#include "memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BUFFER_FIRST 256

void buffer_add(struct buffer *buffer, const void *data, size_t size) {
  if (buffer->failed || size == 0) {
    return;
  }
  if (size > buffer->limit || buffer->size > buffer->limit - size) {
    buffer->failed = true;
    return;
  }
  if (buffer->size + size > buffer->room) {
    size_t room = buffer->room == 0 ? BUFFER_FIRST : buffer->room;
    while (room < buffer->size + size) {
      room *= 2;
    }
    unsigned char *grown = realloc(buffer->data, room);
    if (grown == NULL) {
      buffer->failed = true;
      return;
    }
    buffer->data = grown;
    buffer->room = room;
  }
  memcpy(buffer->data + buffer->size, data, size);
  buffer->size += size;
}

void buffer_text(struct buffer *buffer, const char *text) { buffer_add(buffer, text, strlen(text)); }

char *buffer_take(struct buffer *buffer) {
  buffer_add(buffer, "", 1);
  if (buffer->failed) {
    buffer_free(buffer);
    return NULL;
  }
  char *text = (char *)buffer->data;
  *buffer = (struct buffer){.limit = buffer->limit};
  return text;
}

void buffer_free(struct buffer *buffer) {
  free(buffer->data);
  *buffer = (struct buffer){.limit = buffer->limit};
}

struct piece {
  struct piece *next;
  char *adopted;
  max_align_t data[];
};

static struct piece *new_piece(struct arena *arena, size_t size) {
  const size_t with_head = sizeof(struct piece) + size;
  if (with_head < size || with_head > arena->limit || arena->size > arena->limit - with_head) {
    return NULL;
  }
  struct piece *piece = calloc(1, with_head);
  if (piece == NULL) {
    return NULL;
  }
  arena->size += with_head;
  piece->next = arena->pieces;
  arena->pieces = piece;
  return piece;
}

void *arena_get(struct arena *arena, size_t size) {
  struct piece *piece = new_piece(arena, size);
  return piece == NULL ? NULL : piece->data;
}

const char *arena_adopt(struct arena *arena, char *text) {
  if (text == NULL) {
    return "";
  }
  struct piece *piece = new_piece(arena, 0);
  if (piece == NULL) {
    free(text);
    return "";
  }
  piece->adopted = text;
  return text;
}

const char *arena_copy(struct arena *arena, const char *text) {
  const size_t size = text == NULL ? 0 : strlen(text);
  if (size == 0) {
    return "";
  }
  char *copy = arena_get(arena, size + 1);
  return copy == NULL ? NULL : memcpy(copy, text, size);
}

void arena_free(struct arena *arena) {
  while (arena->pieces != NULL) {
    struct piece *piece = arena->pieces;
    arena->pieces = piece->next;
    free(piece->adopted);
    free(piece);
  }
  arena->size = 0;
}

size_t utf8_length(const unsigned char *data, size_t size) {
  if (size == 0) {
    return 0;
  }
  const unsigned char first = data[0];
  if (first < 0x80) {
    return 1;
  }
  size_t length;
  uint32_t point, least;
  if (first >= 0xc2 && first < 0xe0) {
    length = 2, point = first & 0x1f, least = 0x80;
  } else if (first >= 0xe0 && first < 0xf0) {
    length = 3, point = first & 0x0f, least = 0x800;
  } else if (first >= 0xf0 && first < 0xf5) {
    length = 4, point = first & 0x07, least = 0x10000;
  } else {
    return 0;
  }
  if (size < length) {
    return 0;
  }
  for (size_t i = 1; i < length; i++) {
    if ((data[i] & 0xc0) != 0x80) {
      return 0;
    }
    point = point << 6 | (data[i] & 0x3f);
  }
  const bool is_half = point >= 0xd800 && point < 0xe000;
  return point < least || point > 0x10ffff || is_half ? 0 : length;
}

bool utf8_valid(const unsigned char *data, size_t size) {
  while (size > 0) {
    const size_t length = utf8_length(data, size);
    if (length == 0) {
      return false;
    }
    data += length;
    size -= length;
  }
  return true;
}
