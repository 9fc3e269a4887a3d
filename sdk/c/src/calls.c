#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

#define PREFIX 5 /* of a message: not compressed, and four bytes of length */

void wake(parley_app_t *app, char why) {
  const int before = errno;
  /* A full pipe wakes as well. */
  if (write(app->wake[1], &why, 1) < 0) {
    errno = before;
  }
}

struct call *call_new(struct connection *connection, int32_t stream_id) {
  struct call *call = calloc(1, sizeof *call);
  if (call == NULL) {
    return NULL;
  }
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&call->change, &attributes);
  pthread_condattr_destroy(&attributes);
  call->connection = connection;
  call->app = connection->app;
  call->stream_id = stream_id;
  call->request.limit = REQUEST_BYTES_MAX + PREFIX;
  call->answer.limit = ANSWER_BYTES_MAX + PREFIX;
  call->holders = 1;
  call->reason = "";
  return call;
}

static void drop_request(struct call *call) {
  call->app->request_bytes -= call->request.size;
  buffer_free(&call->request);
}

/* Under the lock. */
static void let_go(struct call *call) {
  if (--call->holders > 0) {
    return;
  }
  drop_request(call);
  call->app->answer_bytes -= call->answer_bytes;
  buffer_free(&call->answer);
  pthread_cond_destroy(&call->change);
  free(call);
}

void call_detach(struct call *call) {
  parley_app_t *app = call->app;
  pthread_mutex_lock(&app->lock);
  call->over = true;
  call->connection = NULL;
  pthread_cond_broadcast(&call->change);
  let_go(call);
  pthread_mutex_unlock(&app->lock);
}

void call_body(struct call *call, const unsigned char *data, size_t size) {
  parley_app_t *app = call->app;
  if (call->refused != 0) {
    return;
  }
  pthread_mutex_lock(&app->lock);
  const size_t before = call->request.size;
  if (app->request_bytes + size > REQUESTS_BYTES_MAX) {
    call->request.failed = true;
  }
  buffer_add(&call->request, data, size);
  app->request_bytes += call->request.size - before;
  if (call->request.failed) {
    call->refused = GRPC_RESOURCE_EXHAUSTED;
    call->reason = "the request is larger than 4 MiB, or there are too many";
    drop_request(call);
  }
  pthread_mutex_unlock(&app->lock);
}

/* Adds a message with its prefix; what does not fit leaves no trace. */
static bool add_framed(struct buffer *to, const struct message *message, const void *value) {
  const size_t start = to->size;
  buffer_add(to, (unsigned char[PREFIX]){0}, PREFIX);
  wire_write(to, message, value);
  if (to->failed) {
    to->size = start;
    to->failed = false;
    return false;
  }
  const size_t size = to->size - start - PREFIX;
  for (int i = 0; i < 4; i++) {
    to->data[start + 1 + (size_t)i] = (unsigned char)(size >> (24 - 8 * i));
  }
  return true;
}

/* Of the whole request, which is one message. */
static bool unframe(const struct buffer *request, const unsigned char **data, size_t *size) {
  if (request->size < PREFIX || request->data[0] != 0) {
    return false;
  }
  *size = 0;
  for (int i = 1; i < PREFIX; i++) {
    *size = *size << 8 | request->data[i];
  }
  *data = request->data + PREFIX;
  return *size == request->size - PREFIX;
}

static void finish(struct call *call, int status, const char *reason) {
  call->status = status;
  call->reason = reason;
  call->ended = true;
}

static int serve(struct call *call, const struct method *method, struct buffer *answer, const char **reason) {
  struct work work = {.app = call->app, .call = call, .arena = {.limit = 64 << 20}};
  const unsigned char *data;
  size_t size;
  int status = GRPC_INTERNAL;
  void *request = arena_get(&work.arena, method->request->size + 1);
  work.answer = arena_get(&work.arena, method->answer->size + 1);
  if (request == NULL || work.answer == NULL) {
    *reason = "no memory";
  } else if (!unframe(&call->request, &data, &size) ||
             !wire_read(method->request, data, size, request, &work.arena)) {
    *reason = "the request is no such message";
  } else {
    *reason = "the app failed";
    status = method->run(&work, request);
    if (status == GRPC_OK && !method->is_stream && !add_framed(answer, method->answer, work.answer)) {
      status = GRPC_RESOURCE_EXHAUSTED;
      *reason = "the app's answer is larger than 16 MiB";
    }
  }
  arena_free(&work.arena);
  return status;
}

static void *run(void *argument) {
  struct call *call = argument;
  parley_app_t *app = call->app;
  struct buffer answer = {.limit = ANSWER_BYTES_MAX + PREFIX};
  const char *reason = "";
  int status = serve(call, call->method, &answer, &reason);
  pthread_mutex_lock(&app->lock);
  if (app->answer_bytes + answer.size > ANSWERS_BYTES_MAX) {
    status = GRPC_RESOURCE_EXHAUSTED;
    reason = "too many answers wait to be read";
    buffer_free(&answer);
  }
  if (!call->method->is_stream) {
    call->answer = answer;
    call->answer_bytes = answer.size;
    app->answer_bytes += answer.size;
  }
  finish(call, status, status == GRPC_OK ? "" : reason);
  drop_request(call);
  app->running--;
  let_go(call);
  wake(app, WAKE);
  pthread_mutex_unlock(&app->lock);
  return NULL;
}

void call_start(struct call *call) {
  parley_app_t *app = call->app;
  pthread_mutex_lock(&app->lock);
  if (call->refused != 0) {
    finish(call, call->refused, call->reason);
  } else if (call->method == NULL) {
    finish(call, GRPC_UNIMPLEMENTED, "the app offers no such call");
  } else if (app->stopping) {
    finish(call, GRPC_UNAVAILABLE, "the app stops");
  } else if (call->method->run == NULL) {
    drop_request(call); /* what comes next comes out of the queue */
  } else if (app->running >= CALLS_MAX) {
    finish(call, GRPC_RESOURCE_EXHAUSTED, "the app has too many calls to do");
  } else {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    call->holders++;
    app->running++;
    if (pthread_create(&thread, &attributes, run, call) != 0) {
      call->holders--;
      app->running--;
      finish(call, GRPC_RESOURCE_EXHAUSTED, "no thread for the call");
    }
    pthread_attr_destroy(&attributes);
  }
  pthread_mutex_unlock(&app->lock);
}

/* Under the lock: the next message of a queue becomes the call's answer. */
static void take_queued(struct call *call) {
  struct queue *queue = &call->app->queues[call->method->source];
  struct queued *item = queue->first;
  if (item == NULL) {
    return;
  }
  buffer_add(&call->answer, item->data, item->size);
  if (call->answer.failed) {
    call->answer.failed = false; /* no memory now: it stays in the queue, and the stream tries again */
    return;
  }
  queue->first = item->next;
  queue->last = queue->first == NULL ? NULL : queue->last;
  queue->count--;
  queue->bytes -= item->size;
  free(item);
}

static bool is_queue(const struct call *call) {
  return call->method != NULL && call->method->run == NULL && !call->ended;
}

bool call_has_news(struct call *call) {
  parley_app_t *app = call->app;
  pthread_mutex_lock(&app->lock);
  const bool has = call->answer_at < call->answer.size || call->ended ||
                   (is_queue(call) && (app->stopping || app->queues[call->method->source].first != NULL));
  pthread_mutex_unlock(&app->lock);
  return has;
}

size_t call_read(struct call *call, unsigned char *into, size_t size, bool *end) {
  pthread_mutex_lock(&call->app->lock);
  if (call->answer_at == call->answer.size) {
    call->answer.size = call->answer_at = 0;
    if (is_queue(call)) {
      if (call->app->stopping) {
        finish(call, GRPC_OK, "");
      } else {
        take_queued(call);
      }
    }
  }
  const size_t there = call->answer.size - call->answer_at;
  const size_t taken = there < size ? there : size;
  if (taken > 0) {
    memcpy(into, call->answer.data + call->answer_at, taken);
    call->answer_at += taken;
    pthread_cond_broadcast(&call->change);
  }
  *end = call->ended && call->answer_at == call->answer.size;
  pthread_mutex_unlock(&call->app->lock);
  return taken;
}

static bool is_over(const struct call *call) { return call->over || call->app->stopping; }

int stream_send(struct call *call, const struct message *message, const void *value) {
  parley_app_t *app = call->app;
  struct buffer framed = {.limit = REQUEST_BYTES_MAX};
  const bool fits = add_framed(&framed, message, value);
  pthread_mutex_lock(&app->lock);
  while (fits && !is_over(call) && call->answer.size - call->answer_at > 0 &&
         call->answer.size - call->answer_at + framed.size > STREAM_BYTES_MAX) {
    pthread_cond_wait(&call->change, &app->lock);
  }
  bool sent = fits && !is_over(call);
  if (sent) {
    if (call->answer_at == call->answer.size) {
      call->answer.size = call->answer_at = 0;
    } else if (call->answer_at > STREAM_BYTES_MAX) {
      call->answer.size -= call->answer_at;
      memmove(call->answer.data, call->answer.data + call->answer_at, call->answer.size);
      call->answer_at = 0;
    }
    buffer_add(&call->answer, framed.data, framed.size);
    sent = !call->answer.failed;
    call->answer.failed = false;
  }
  pthread_mutex_unlock(&app->lock);
  buffer_free(&framed);
  wake(app, WAKE);
  return sent ? 0 : -1;
}

bool parley_stream_wait(parley_stream_t *events, int milliseconds) {
  struct call *call = (struct call *)events;
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  const long long nanoseconds = until.tv_nsec + (milliseconds > 0 ? milliseconds : 0) * 1000000LL;
  until.tv_sec += (time_t)(nanoseconds / 1000000000);
  until.tv_nsec = (long)(nanoseconds % 1000000000);
  pthread_mutex_lock(&call->app->lock);
  int waited = 0;
  while (!is_over(call) && waited == 0) {
    waited = pthread_cond_timedwait(&call->change, &call->app->lock, &until);
  }
  const bool over = is_over(call);
  pthread_mutex_unlock(&call->app->lock);
  return over;
}

int queue_push(parley_app_t *app, enum source source, const struct message *message, const void *value) {
  struct buffer framed = {.limit = REQUEST_BYTES_MAX};
  struct queued *item = add_framed(&framed, message, value) ? malloc(sizeof *item + framed.size) : NULL;
  if (item == NULL) {
    buffer_free(&framed);
    return -1;
  }
  item->next = NULL;
  item->size = framed.size;
  memcpy(item->data, framed.data, framed.size);
  buffer_free(&framed);
  pthread_mutex_lock(&app->lock);
  struct queue *queue = &app->queues[source];
  const bool has_room = queue->count < QUEUE_MESSAGES_MAX && queue->bytes + item->size <= QUEUE_BYTES_MAX;
  if (has_room) {
    *(queue->first == NULL ? &queue->first : queue->last) = item;
    queue->last = &item->next;
    queue->count++;
    queue->bytes += item->size;
  }
  pthread_mutex_unlock(&app->lock);
  if (!has_room) {
    free(item);
    return -1;
  }
  wake(app, WAKE);
  return 0;
}

void queue_clear(struct queue *queue) {
  while (queue->first != NULL) {
    struct queued *item = queue->first;
    queue->first = item->next;
    free(item);
  }
  *queue = (struct queue){0};
}
