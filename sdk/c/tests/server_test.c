/* The server as a broken or hostile peer meets it: bytes are written by hand, so that they can be wrong. */
#define _GNU_SOURCE /* memmem */

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"
#include "test.h"

#define PATIENCE 20000 /* milliseconds; only a test that fails waits so long */

static char folder[] = "/tmp/parley-c-XXXXXX";
static char path[64];
static parley_app_t *app;
static sem_t listener_gone;

static int execute(const char *input, char **output, int *is_error) {
  *is_error = 0;
  *output = strdup(strcmp(input, "ping") == 0 ? "pong" : "other");
  return *output == NULL;
}

static int flood(const parley_gateway_request_t *request, parley_stream_t *events, char **error) {
  (void)error;
  static char much[10000];
  memset(much, 'x', sizeof much - 1);
  const parley_gateway_event_t event = {"text", much, "m", request->request_id};
  while (parley_gateway_emit(events, &event) == 0) {
  }
  CHECK(parley_stream_wait(events, 0), "a stream that took nothing more");
  sem_post(&listener_gone);
  return 0;
}

static int cancel(const char *id) { return strcmp(id, "known"); }

static int open_client(void) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strcpy(address.sun_path, path);
  const int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  const struct timespec pause = {0, 5000000};
  for (int tries = 0; connect(fd, (struct sockaddr *)&address, sizeof address) != 0; tries++) {
    CHECK(tries < PATIENCE / 5, "%s: %s", path, strerror(errno));
    nanosleep(&pause, NULL);
  }
  return fd;
}

struct bytes {
  unsigned char data[4096];
  size_t size;
};

static void add(struct bytes *to, const void *data, size_t size) {
  memcpy(to->data + to->size, data, size);
  to->size += size;
}

static void add_frame(struct bytes *to, unsigned char type, unsigned char flags, unsigned char stream,
                      const struct bytes *payload) {
  const unsigned char head[9] = {0, (unsigned char)(payload->size >> 8), (unsigned char)payload->size, type, flags, 0, 0, 0,
                                 stream};
  add(to, head, sizeof head);
  add(to, payload->data, payload->size);
}

static void add_header(struct bytes *to, const char *name, const char *value) {
  add(to, (unsigned char[]){0, (unsigned char)strlen(name)}, 2);
  add(to, name, strlen(name));
  add(to, (unsigned char[]){(unsigned char)strlen(value)}, 1);
  add(to, value, strlen(value));
}

/* A whole connection with one call; message is protobuf. */
static struct bytes conversation(const char *call, const char *type, const char *message, size_t size) {
  static const char preface[] = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  struct bytes all = {.size = 0}, settings = {.size = 0}, headers = {.size = 0}, body = {.size = 0};
  add_header(&headers, ":method", "POST");
  add_header(&headers, ":scheme", "http");
  add_header(&headers, ":path", call);
  add_header(&headers, ":authority", "localhost");
  add_header(&headers, "content-type", type);
  add_header(&headers, "te", "trailers");
  add(&body, (unsigned char[]){0, 0, 0, 0, (unsigned char)size}, 5);
  add(&body, message, size);
  add(&all, preface, sizeof preface - 1);
  add_frame(&all, 4, 0, 0, &settings);
  add_frame(&all, 1, 4, 1, &headers);
  add_frame(&all, 0, 1, 1, &body);
  return all;
}

static void send_all(int fd, const unsigned char *data, size_t size) {
  while (size > 0) {
    const ssize_t sent = send(fd, data, size, MSG_NOSIGNAL);
    if (sent <= 0) {
      return; /* the server has hung up, as it may */
    }
    data += sent;
    size -= (size_t)sent;
  }
}

/* Whether the text comes before the server hangs up. */
static bool hears(int fd, const char *text, size_t size) {
  static unsigned char heard[1 << 16];
  size_t have = 0;
  struct pollfd ready = {.fd = fd, .events = POLLIN};
  while (have < sizeof heard && poll(&ready, 1, PATIENCE) > 0) {
    const ssize_t got = read(fd, heard + have, sizeof heard - have);
    if (got <= 0) {
      return false;
    }
    have += (size_t)got;
    if (memmem(heard, have, text, size) != NULL) {
      return true;
    }
  }
  return false;
}

static struct bytes ping(void) {
  return conversation("/apps.v0.ToolService/Execute", "application/grpc", "\x0a\x04ping", 6);
}

static void expect(struct bytes said, const char *text, size_t size, const char *why) {
  const int fd = open_client();
  send_all(fd, said.data, said.size);
  CHECK(hears(fd, text, size), "%s", why);
  close(fd);
}

static void works(const char *why) { expect(ping(), "\x0a\x04pong", 6, why); }

/* Statuses stand in trailers without Huffman's code when they are one digit or two. */
static void answers(void) {
  works("a call");
  struct bytes other = conversation("/apps.v0.ToolService/Other", "application/grpc", "", 0);
  expect(other, "12", 2, "a call that there is not");
  other = conversation("/apps.v0.HookService/ListHooks", "application/grpc+proto", "", 0);
  expect(other, "12", 2, "a service that is not registered");
  other = conversation("/apps.v0.ToolService/Execute", "application/grpc", "\x0a\x05ping", 6);
  expect(other, "13", 2, "a message that is none");
  other = ping();
  other.data[other.size - 7] = 200;
  expect(other, "13", 2, "a length that is too long");
  other = ping();
  other.data[other.size - 11] = 1;
  expect(other, "13", 2, "a message that is compressed");
  other = conversation("/", "text/html", "", 0);
  expect(other, "415", 3, "what is not gRPC");
}

static void noise(void) {
  unsigned chance = 7;
  for (int round = 0; round < 400; round++) {
    struct bytes said = ping();
    /* The preface stays in most, or nothing would be read beyond it. */
    const size_t from = round % 8 == 0 ? 0 : 24;
    for (int change = 0; change <= round % 5; change++) {
      chance = chance * 1103515245 + 12345;
      said.data[from + chance / 65536 % (said.size - from)] = (unsigned char)(chance >> 8);
    }
    const int fd = open_client();
    send_all(fd, said.data, round % 3 == 0 ? said.size / 2 + chance % 40 : said.size);
    close(fd);
  }
  works("a call after noise");
}

static void crowd(void) {
  int fds[3 * CONNECTIONS_MAX];
  for (int i = 0; i < 3 * CONNECTIONS_MAX; i++) {
    fds[i] = open_client();
  }
  char byte;
  /* Whoever is one too many is sent away: nothing comes but the end. */
  CHECK(read(fds[3 * CONNECTIONS_MAX - 1], &byte, 1) == 0, "the end");
  for (int i = 0; i < 3 * CONNECTIONS_MAX; i++) {
    close(fds[i]);
  }
  works("a call after the crowd");
}

static void wait_for_flood_to_end(const char *why) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += PATIENCE / 1000;
  CHECK(sem_timedwait(&listener_gone, &until) == 0, "%s", why);
}

static void whoever_goes(void) {
  const struct bytes said = conversation("/apps.v0.GatewayService/Stream", "application/grpc", "\x0a\x01r", 3);
  const int fd = open_client();
  send_all(fd, said.data, said.size);
  CHECK(hears(fd, "xxxx", 4), "events");
  works("a call beside a stream that nobody reads");
  close(fd);
  wait_for_flood_to_end("the listener is gone");
}

static void queues(void) {
  const parley_comm_message_t message = {.content = "x"};
  for (int i = 0; i < QUEUE_MESSAGES_MAX; i++) {
    CHECK(parley_comm_push(app, &message) == 0, "room for %d", i);
  }
  CHECK(parley_comm_push(app, &message) == -1, "no room");
}

static void *serve(void *result) {
  *(int *)result = parley_app_run(app);
  return result;
}

static void refusals(void) {
  parley_app_t *none = parley_app_new();
  CHECK(parley_app_run(none) == 1, "nothing registered");
  parley_app_free(none);
  setenv("NEBO_APP_SOCK", "", 1);
  none = parley_app_new();
  const parley_tool_handler_t tool = {.execute = execute};
  parley_app_register_tool(none, &tool);
  CHECK(parley_app_run(none) == 1, "no path");
  parley_app_free(none);
  setenv("NEBO_APP_SOCK", path, 1);
  FILE *file = fopen(path, "w");
  CHECK(file != NULL && fclose(file) == 0, "%s", path);
  none = parley_app_new();
  parley_app_register_tool(none, &tool);
  CHECK(parley_app_run(none) == 1, "a file is in the way");
  CHECK(unlink(path) == 0, "the file is still there");
  parley_app_free(none);
}

int main(void) {
  CHECK(mkdtemp(folder) != NULL, "%s", folder);
  snprintf(path, sizeof path, "%s/app.sock", folder);
  refusals();
  const parley_tool_handler_t tool = {.name = "t", .description = "d", .schema = "{}", .execute = execute};
  const parley_gateway_handler_t gateway = {flood, cancel};
  sem_init(&listener_gone, 0, 0);
  app = parley_app_new();
  parley_app_register_tool(app, &tool);
  parley_app_register_gateway(app, &gateway);
  int result = -1;
  pthread_t server;
  CHECK(pthread_create(&server, NULL, serve, &result) == 0, "a thread");
  answers();
  struct stat there;
  CHECK(stat(path, &there) == 0 && (there.st_mode & 0777) == 0600, "%o", (unsigned)there.st_mode);
  noise();
  crowd();
  whoever_goes();
  queues();

  const struct bytes said = conversation("/apps.v0.GatewayService/Stream", "application/grpc", "\x0a\x01r", 3);
  const int fd = open_client();
  send_all(fd, said.data, said.size);
  CHECK(hears(fd, "xxxx", 4), "events");
  parley_app_stop(app);
  wait_for_flood_to_end("the app stops");
  pthread_join(server, NULL);
  close(fd);
  CHECK(result == 0, "%d", result);
  CHECK(stat(path, &there) != 0 && errno == ENOENT, "the socket is still there");
  parley_app_free(app);
  rmdir(folder);
  puts("server: ok");
  return 0;
}
