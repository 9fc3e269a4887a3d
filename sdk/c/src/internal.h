/*
 * How the SDK is put together. One thread, the one in parley_app_run, owns the sockets and HTTP/2 (app.c, http2.c). Each
 * call runs in a thread of its own (calls.c) and does what its service does (services.c). The two meet at a call's
 * answer, under the app's lock.
 */
#ifndef PARLEY_INTERNAL_H
#define PARLEY_INTERNAL_H

#include <nghttp2/nghttp2.h>
#include <pthread.h>

#include "messages.h"

#define CONNECTIONS_MAX 16
#define STREAMS_MAX 100               /* of one connection at a time */
#define CALLS_MAX 64                  /* running at a time */
#define REQUEST_BYTES_MAX (4 << 20)   /* of one request */
#define REQUESTS_BYTES_MAX (64 << 20) /* of all that are being read or worked on */
#define ANSWER_BYTES_MAX (16 << 20)   /* of one message */
#define ANSWERS_BYTES_MAX (128 << 20) /* of all that wait to be read, but for streams */
#define STREAM_BYTES_MAX (1 << 20)    /* of a stream, waiting to be read */
#define QUEUE_BYTES_MAX (16 << 20)
#define QUEUE_MESSAGES_MAX 1000
#define STOP_MILLISECONDS 1500

/* Statuses of gRPC. */
enum { GRPC_OK = 0, GRPC_RESOURCE_EXHAUSTED = 8, GRPC_UNIMPLEMENTED = 12, GRPC_INTERNAL = 13, GRPC_UNAVAILABLE = 14 };

/* Messages that wait for a stream to take them, each with its prefix. */
struct queue {
  struct queued *first, **last;
  size_t count, bytes;
};

struct queued {
  struct queued *next;
  size_t size;
  unsigned char data[];
};

enum source { CHANNEL, COMM, SCHEDULE, SOURCES };

struct parley_app {
  const char *id, *name, *version, *dir, *data_dir, *socket;
  void (*configure)(const parley_map_t *settings);
  pthread_mutex_t configuring;

  const parley_tool_handler_t *tool;
  const parley_channel_handler_t *channel;
  const parley_comm_handler_t *comm;
  const parley_gateway_handler_t *gateway;
  const parley_ui_handler_t *ui;
  const parley_schedule_handler_t *schedule;
  const parley_hook_handler_t *hooks;

  int wake[2]; /* a byte wakes the thread of the sockets; one that says STOP ends it */

  pthread_mutex_t lock; /* over all below, and over what calls say is under it */
  bool stopping;
  size_t running;        /* threads of calls */
  size_t request_bytes;  /* of requests in memory */
  size_t answer_bytes;   /* of whole answers in memory */
  struct queue queues[SOURCES];

  struct connection *connections[CONNECTIONS_MAX]; /* of the thread of the sockets alone */
};

enum { WAKE = 'w', STOP = 's' };

struct connection {
  parley_app_t *app;
  int fd;
  nghttp2_session *session;
  struct call *calls;
};

struct method;

/* A call, while its stream is open or its thread runs. */
struct call {
  struct call *next; /* of the connection's */
  struct connection *connection;
  parley_app_t *app;
  int32_t stream_id;
  const struct method *method;
  bool is_grpc;
  int refused; /* a status of gRPC: what comes is not kept, and this is the answer */
  struct buffer request;
  bool answered; /* the answer has begun */
  bool deferred; /* HTTP/2 waits for more of it */

  /* Under the app's lock. */
  int holders;           /* the connection and the thread */
  bool over;             /* nobody listens any more */
  bool ended;            /* nothing will be added */
  int status;
  const char *reason;    /* for people, fixed texts only */
  struct buffer answer;  /* messages with their prefixes */
  size_t answer_at;      /* up to here HTTP/2 has it */
  size_t answer_bytes;   /* that count among those of the app */
  pthread_cond_t change; /* there is room in answer, or it is over */
};

/* What a method does with its arena, its request and the struct for its answer: a status of gRPC. */
struct work {
  parley_app_t *app;
  struct call *call;
  struct arena arena;
  void *answer;
};

struct method {
  const char *path;
  const struct message *request, *answer;
  int (*run)(struct work *work, const void *request); /* NULL when the answer comes out of a queue */
  enum source source;
  bool is_stream; /* adds its messages by itself */
};

/* services.c; NULL if the app offers no such thing. */
const struct method *method_of(const parley_app_t *app, const char *path, size_t size);
bool offers_anything(const parley_app_t *app);

/* calls.c */
struct call *call_new(struct connection *connection, int32_t stream_id);
void call_body(struct call *call, const unsigned char *data, size_t size);
void call_start(struct call *call);   /* the request is whole */
void call_detach(struct call *call);  /* the stream is gone; call may be, too */
bool call_has_news(struct call *call);
/* Copies what there is of the answer. 0 with *end if there will be no more, or without if there is nothing now. */
size_t call_read(struct call *call, unsigned char *into, size_t size, bool *end);
/* Adds a message to a stream's answer, waiting for room. */
int stream_send(struct call *call, const struct message *message, const void *value);
int queue_push(parley_app_t *app, enum source source, const struct message *message, const void *value);
void queue_clear(struct queue *queue);
void wake(parley_app_t *app, char why);

/* http2.c */
struct connection *connection_new(parley_app_t *app, int fd);
void connection_free(struct connection *connection);
bool connection_read(struct connection *connection);  /* false: it is over */
bool connection_write(struct connection *connection); /* false: it is over */
void connection_news(struct connection *connection);
void connection_goodbye(struct connection *connection);

#endif
