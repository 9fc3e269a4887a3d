#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "internal.h"

#define READ_BYTES 16384

#define HEADER(name, value, size) \
  {(uint8_t *)(uintptr_t)(name), (uint8_t *)(uintptr_t)(value), sizeof(name) - 1, size, NGHTTP2_NV_FLAG_NONE}

static ssize_t on_send(nghttp2_session *session, const uint8_t *data, size_t size, int flags, void *user) {
  (void)session, (void)flags;
  const struct connection *connection = user;
  const ssize_t sent = send(connection->fd, data, size, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent < 0) {
    return errno == EAGAIN || errno == EINTR ? NGHTTP2_ERR_WOULDBLOCK : NGHTTP2_ERR_CALLBACK_FAILURE;
  }
  return sent;
}

static int on_begin(nghttp2_session *session, const nghttp2_frame *frame, void *user) {
  struct connection *connection = user;
  if (frame->hd.type != NGHTTP2_HEADERS || frame->headers.cat != NGHTTP2_HCAT_REQUEST) {
    return 0;
  }
  struct call *call = call_new(connection, frame->hd.stream_id);
  if (call == NULL) {
    return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
  }
  call->next = connection->calls;
  connection->calls = call;
  return nghttp2_session_set_stream_user_data(session, frame->hd.stream_id, call);
}

static int on_header(nghttp2_session *session, const nghttp2_frame *frame, const uint8_t *name, size_t name_size,
                     const uint8_t *value, size_t value_size, uint8_t flags, void *user) {
  (void)user, (void)flags;
  static const char grpc[] = "application/grpc";
  struct call *call = nghttp2_session_get_stream_user_data(session, frame->hd.stream_id);
  if (call == NULL || frame->headers.cat != NGHTTP2_HCAT_REQUEST) {
    return 0;
  }
  if (name_size == 5 && memcmp(name, ":path", 5) == 0) {
    call->method = method_of(call->app, (const char *)value, value_size);
  } else if (name_size == 12 && memcmp(name, "content-type", 12) == 0) {
    call->is_grpc = value_size >= sizeof grpc - 1 && memcmp(value, grpc, sizeof grpc - 1) == 0;
  }
  return 0;
}

static int on_data(nghttp2_session *session, uint8_t flags, int32_t stream_id, const uint8_t *data, size_t size,
                   void *user) {
  (void)flags, (void)user;
  struct call *call = nghttp2_session_get_stream_user_data(session, stream_id);
  if (call != NULL) {
    call_body(call, data, size);
  }
  return 0;
}

static int add_trailers(nghttp2_session *session, const struct call *call) {
  char status[12];
  const int size = snprintf(status, sizeof status, "%d", call->status);
  nghttp2_nv trailers[] = {
      HEADER("grpc-status", status, (size_t)size),
      HEADER("grpc-message", call->reason, strlen(call->reason)),
  };
  return nghttp2_submit_trailer(session, call->stream_id, trailers, *call->reason == '\0' ? 1 : 2);
}

static ssize_t on_read_answer(nghttp2_session *session, int32_t stream_id, uint8_t *into, size_t size, uint32_t *flags,
                              nghttp2_data_source *source, void *user) {
  (void)stream_id, (void)user;
  struct call *call = source->ptr;
  bool end;
  const size_t taken = call_read(call, into, size, &end);
  if (end) {
    *flags |= NGHTTP2_DATA_FLAG_EOF | NGHTTP2_DATA_FLAG_NO_END_STREAM;
    if (add_trailers(session, call) != 0) {
      return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE;
    }
  } else if (taken == 0) {
    call->deferred = true;
    return NGHTTP2_ERR_DEFERRED;
  }
  return (ssize_t)taken;
}

static int answer(nghttp2_session *session, struct call *call) {
  call->answered = true;
  if (!call->is_grpc) {
    nghttp2_nv refused[] = {HEADER(":status", "415", 3)};
    return nghttp2_submit_response(session, call->stream_id, refused, 1, NULL);
  }
  call_start(call);
  nghttp2_nv headers[] = {
      HEADER(":status", "200", 3),
      HEADER("content-type", "application/grpc", 16),
  };
  const nghttp2_data_provider body = {{.ptr = call}, on_read_answer};
  return nghttp2_submit_response(session, call->stream_id, headers, 2, &body);
}

static int on_frame(nghttp2_session *session, const nghttp2_frame *frame, void *user) {
  (void)user;
  const bool can_end = frame->hd.type == NGHTTP2_HEADERS || frame->hd.type == NGHTTP2_DATA;
  if (!can_end || (frame->hd.flags & NGHTTP2_FLAG_END_STREAM) == 0) {
    return 0;
  }
  struct call *call = nghttp2_session_get_stream_user_data(session, frame->hd.stream_id);
  return call == NULL || call->answered ? 0 : answer(session, call);
}

static int on_close(nghttp2_session *session, int32_t stream_id, uint32_t code, void *user) {
  (void)code;
  struct connection *connection = user;
  struct call *call = nghttp2_session_get_stream_user_data(session, stream_id);
  for (struct call **at = &connection->calls; *at != NULL; at = &(*at)->next) {
    if (*at == call) {
      *at = call->next;
      call_detach(call);
      break;
    }
  }
  return 0;
}

static nghttp2_session *new_session(struct connection *connection) {
  nghttp2_session_callbacks *callbacks;
  nghttp2_session *session = NULL;
  if (nghttp2_session_callbacks_new(&callbacks) != 0) {
    return NULL;
  }
  nghttp2_session_callbacks_set_send_callback(callbacks, on_send);
  nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, on_begin);
  nghttp2_session_callbacks_set_on_header_callback(callbacks, on_header);
  nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, on_data);
  nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, on_frame);
  nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, on_close);
  const int failed = nghttp2_session_server_new(&session, callbacks, connection);
  nghttp2_session_callbacks_del(callbacks);
  return failed == 0 ? session : NULL;
}

struct connection *connection_new(parley_app_t *app, int fd) {
  struct connection *connection = calloc(1, sizeof *connection);
  if (connection == NULL) {
    close(fd);
    return NULL;
  }
  connection->app = app;
  connection->fd = fd;
  connection->session = new_session(connection);
  const nghttp2_settings_entry settings[] = {{NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, STREAMS_MAX}};
  if (connection->session == NULL ||
      nghttp2_submit_settings(connection->session, NGHTTP2_FLAG_NONE, settings, 1) != 0) {
    connection_free(connection);
    return NULL;
  }
  return connection;
}

void connection_free(struct connection *connection) {
  nghttp2_session_del(connection->session);
  while (connection->calls != NULL) {
    struct call *call = connection->calls;
    connection->calls = call->next;
    call_detach(call);
  }
  close(connection->fd);
  free(connection);
}

bool connection_read(struct connection *connection) {
  uint8_t bytes[READ_BYTES];
  const ssize_t size = recv(connection->fd, bytes, sizeof bytes, MSG_DONTWAIT);
  if (size < 0) {
    return errno == EAGAIN || errno == EINTR;
  }
  if (size == 0 || nghttp2_session_mem_recv(connection->session, bytes, (size_t)size) < 0) {
    return false;
  }
  return connection_write(connection);
}

bool connection_write(struct connection *connection) {
  return nghttp2_session_send(connection->session) == 0 && (nghttp2_session_want_read(connection->session) != 0 ||
                                                            nghttp2_session_want_write(connection->session) != 0);
}

void connection_news(struct connection *connection) {
  for (struct call *call = connection->calls; call != NULL; call = call->next) {
    if (call->deferred && call_has_news(call)) {
      call->deferred = false;
      /* It fails for a stream that is about to end, which needs nothing more. */
      (void)nghttp2_session_resume_data(connection->session, call->stream_id);
    }
  }
}

void connection_goodbye(struct connection *connection) {
  pthread_mutex_lock(&connection->app->lock);
  for (struct call *call = connection->calls; call != NULL; call = call->next) {
    pthread_cond_broadcast(&call->change);
  }
  pthread_mutex_unlock(&connection->app->lock);
  (void)nghttp2_submit_goaway(connection->session, NGHTTP2_FLAG_NONE,
                              nghttp2_session_get_last_proc_stream_id(connection->session), NGHTTP2_NO_ERROR, NULL, 0);
}
