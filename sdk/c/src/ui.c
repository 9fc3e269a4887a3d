#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "services.h"

#define HEADERS_MAX 64

struct parley_http_response {
  int status;
  parley_entry_t headers[HEADERS_MAX];
  size_t count;
  struct buffer body;
  struct arena *arena;
};

void parley_http_status(parley_http_response_t *response, int status) { response->status = status; }

void parley_http_header(parley_http_response_t *response, const char *name, const char *value) {
  const char *copy = arena_copy(response->arena, value);
  for (size_t i = 0; i < response->count; i++) {
    if (strcasecmp(response->headers[i].key, name) == 0) {
      response->headers[i].value = copy;
      return;
    }
  }
  const char *key = arena_copy(response->arena, name);
  if (key != NULL && *key != '\0' && response->count < HEADERS_MAX) {
    response->headers[response->count++] = (parley_entry_t){key, copy};
  }
}

void parley_http_body(parley_http_response_t *response, const void *data, size_t size) {
  buffer_add(&response->body, data, size);
}

const char *parley_http_request_header(const parley_http_request_t *request, const char *name) {
  for (size_t i = 0; i < request->headers.count; i++) {
    if (strcasecmp(request->headers.items[i].key, name) == 0) {
      return request->headers.items[i].value;
    }
  }
  return NULL;
}

static int hex(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  const char lower = (char)(c | 32);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* NULL for escapes that are none or stand for a zero, which would end the text. */
static char *unescape(const char *text, size_t size, bool plus_is_blank) {
  char *plain = malloc(size + 1);
  size_t length = 0;
  for (size_t i = 0; plain != NULL && i < size; i++) {
    char c = text[i];
    if (c == '%') {
      const int high = size - i > 2 ? hex(text[i + 1]) : -1;
      const int low = high >= 0 ? hex(text[i + 2]) : -1;
      if (low < 0 || (high == 0 && low == 0)) {
        free(plain);
        return NULL;
      }
      c = (char)(high << 4 | low);
      i += 2;
    } else if (c == '+' && plus_is_blank) {
      c = ' ';
    }
    plain[length++] = c;
  }
  if (plain != NULL) {
    plain[length] = '\0';
  }
  return plain;
}

char *parley_http_unescape(const char *text) { return unescape(text, strlen(text), false); }

char *parley_http_query(const parley_http_request_t *request, const char *name) {
  const size_t size = strlen(name);
  for (const char *at = request->query; *at != '\0';) {
    const size_t pair = strcspn(at, "&");
    const size_t key = strcspn(at, "=&");
    if (key == size && memcmp(at, name, size) == 0) {
      const size_t value = key < pair ? key + 1 : pair;
      return unescape(at + value, pair - value, true);
    }
    at += pair + (at[pair] == '&' ? 1 : 0);
  }
  return NULL;
}

int ui_handle(struct work *work, const void *request) {
  struct http_answer *answer = work->answer;
  parley_http_response_t *response = arena_get(&work->arena, sizeof *response);
  if (response == NULL) {
    return GRPC_RESOURCE_EXHAUSTED;
  }
  response->status = 200;
  response->arena = &work->arena;
  response->body.limit = ANSWER_BYTES_MAX - (1 << 20);
  if (work->app->ui->handle(request, response) != 0) {
    static const char not_found[] = "not found\n";
    response->status = 404;
    response->count = 0;
    buffer_free(&response->body);
    parley_http_header(response, "Content-Type", "text/plain; charset=utf-8");
    parley_http_body(response, not_found, sizeof not_found - 1);
  }
  if (response->body.failed) {
    buffer_free(&response->body);
    return GRPC_RESOURCE_EXHAUSTED;
  }
  answer->status = response->status;
  answer->headers = (parley_map_t){response->headers, response->count};
  answer->body = (parley_bytes_t){response->body.data, response->body.size};
  /* The answer is written after this, and the body freed with the rest, or at once if there is no room to note it. */
  const char *kept = arena_adopt(&work->arena, (char *)response->body.data);
  return kept == (const char *)response->body.data || answer->body.size == 0 ? GRPC_OK : GRPC_RESOURCE_EXHAUSTED;
}
