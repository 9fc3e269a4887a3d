#define _GNU_SOURCE /* accept4, pipe2 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

#define ACCEPT_PAUSE 100 /* milliseconds without accepting, when files run out */

/* The app that a signal stops. */
static parley_app_t *volatile running_app;

static const char *from_environment(const char *name) {
  const char *value = getenv(name);
  return value == NULL ? "" : value;
}

parley_app_t *parley_app_new(void) {
  parley_app_t *app = calloc(1, sizeof *app);
  if (app == NULL) {
    return NULL;
  }
  app->id = from_environment("NEBO_APP_ID");
  app->name = from_environment("NEBO_APP_NAME");
  app->version = from_environment("NEBO_APP_VERSION");
  app->dir = from_environment("NEBO_APP_DIR");
  app->data_dir = from_environment("NEBO_APP_DATA");
  app->socket = from_environment("NEBO_APP_SOCK");
  pthread_mutex_init(&app->lock, NULL);
  pthread_mutex_init(&app->configuring, NULL);
  if (pipe2(app->wake, O_CLOEXEC | O_NONBLOCK) != 0) {
    free(app);
    return NULL;
  }
  return app;
}

const char *parley_app_id(const parley_app_t *app) { return app->id; }
const char *parley_app_name(const parley_app_t *app) { return app->name; }
const char *parley_app_version(const parley_app_t *app) { return app->version; }
const char *parley_app_dir(const parley_app_t *app) { return app->dir; }
const char *parley_app_data_dir(const parley_app_t *app) { return app->data_dir; }

void parley_app_on_configure(parley_app_t *app, void (*configure)(const parley_map_t *settings)) {
  app->configure = configure;
}

void parley_app_stop(parley_app_t *app) { wake(app, STOP); }

void parley_app_free(parley_app_t *app) {
  if (app == NULL) {
    return;
  }
  pthread_mutex_lock(&app->lock);
  const bool busy = app->running > 0;
  pthread_mutex_unlock(&app->lock);
  if (busy) {
    return;
  }
  for (int i = 0; i < SOURCES; i++) {
    queue_clear(&app->queues[i]);
  }
  close(app->wake[0]);
  close(app->wake[1]);
  pthread_mutex_destroy(&app->lock);
  pthread_mutex_destroy(&app->configuring);
  free(app);
}

static int fail(const char *what, const char *why) {
  fprintf(stderr, "%s: %s\n", what, why);
  return -1;
}

/* Takes the place of a socket that an earlier process left; anything else at the path is not the app's to delete. */
static int open_socket(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  struct stat there;
  if (*path == '\0') {
    return fail("NEBO_APP_SOCK is not set", "this program is an app, which the hub starts");
  }
  if (strlen(path) >= sizeof address.sun_path) {
    return fail("NEBO_APP_SOCK", "the path is too long");
  }
  strcpy(address.sun_path, path);
  if (lstat(path, &there) == 0 && S_ISSOCK(there.st_mode)) {
    unlink(path);
  }
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) {
    return fail("socket", strerror(errno));
  }
  if (bind(fd, (struct sockaddr *)&address, sizeof address) != 0) {
    const int why = errno;
    close(fd);
    return fail(path, strerror(why));
  }
  if (chmod(path, 0600) != 0 || listen(fd, CONNECTIONS_MAX) != 0) {
    const int why = errno;
    close(fd);
    unlink(path);
    return fail(path, strerror(why));
  }
  return fd;
}

static void on_signal(int number) {
  (void)number;
  if (running_app != NULL) {
    parley_app_stop(running_app);
  }
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

struct loop {
  parley_app_t *app;
  int listener;           /* -1 once the app stops */
  long long accept_after; /* the moment, when files ran out */
  long long stop_at;      /* the moment, once the app stops */
};

static void accept_one(struct loop *loop) {
  const int fd = accept4(loop->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd < 0) {
    if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      loop->accept_after = now() + ACCEPT_PAUSE;
    }
    return;
  }
  for (int i = 0; i < CONNECTIONS_MAX; i++) {
    if (loop->app->connections[i] == NULL) {
      loop->app->connections[i] = connection_new(loop->app, fd);
      return;
    }
  }
  close(fd); /* the hub needs one; whoever wants more than there are waits in vain */
}

static void begin_to_stop(struct loop *loop) {
  parley_app_t *app = loop->app;
  if (loop->listener < 0) {
    return;
  }
  close(loop->listener);
  loop->listener = -1;
  loop->stop_at = now() + STOP_MILLISECONDS;
  unlink(app->socket);
  pthread_mutex_lock(&app->lock);
  app->stopping = true;
  pthread_mutex_unlock(&app->lock);
  for (int i = 0; i < CONNECTIONS_MAX; i++) {
    if (app->connections[i] != NULL) {
      connection_goodbye(app->connections[i]);
    }
  }
}

static void hear_wakes(struct loop *loop) {
  char why[64];
  ssize_t size;
  while ((size = read(loop->app->wake[0], why, sizeof why)) > 0) {
    if (memchr(why, STOP, (size_t)size) != NULL) {
      begin_to_stop(loop);
    }
  }
}

static bool is_done(const struct loop *loop) {
  if (loop->listener >= 0) {
    return false;
  }
  if (now() >= loop->stop_at) {
    return true;
  }
  for (int i = 0; i < CONNECTIONS_MAX; i++) {
    if (loop->app->connections[i] != NULL) {
      return false;
    }
  }
  pthread_mutex_lock(&loop->app->lock);
  const bool idle = loop->app->running == 0;
  pthread_mutex_unlock(&loop->app->lock);
  return idle;
}

static void turn(struct loop *loop) {
  parley_app_t *app = loop->app;
  struct pollfd fds[CONNECTIONS_MAX + 2] = {{.fd = app->wake[0], .events = POLLIN}};
  const bool pausing = loop->accept_after > now();
  fds[1] = (struct pollfd){.fd = pausing ? -1 : loop->listener, .events = POLLIN};
  for (int i = 0; i < CONNECTIONS_MAX; i++) {
    const struct connection *connection = app->connections[i];
    fds[i + 2].fd = connection == NULL ? -1 : connection->fd;
    fds[i + 2].events = POLLIN;
    if (connection != NULL && nghttp2_session_want_write(connection->session)) {
      fds[i + 2].events |= POLLOUT;
    }
  }
  if (poll(fds, CONNECTIONS_MAX + 2, pausing || loop->listener < 0 ? ACCEPT_PAUSE : -1) < 0) {
    return; /* a signal, which wakes by itself */
  }
  for (int i = 0; i < CONNECTIONS_MAX; i++) {
    struct connection *connection = app->connections[i];
    if (connection != NULL && fds[i + 2].revents != 0 && !connection_read(connection)) {
      connection_free(connection);
      app->connections[i] = NULL;
    }
  }
  if (fds[1].revents != 0) {
    accept_one(loop);
  }
  hear_wakes(loop);
  for (int i = 0; i < CONNECTIONS_MAX; i++) {
    struct connection *connection = app->connections[i];
    if (connection == NULL) {
      continue;
    }
    connection_news(connection);
    if (!connection_write(connection)) {
      connection_free(connection);
      app->connections[i] = NULL;
    }
  }
}

int parley_app_run(parley_app_t *app) {
  if (app == NULL || !offers_anything(app)) {
    fail("no capability is registered", "call parley_app_register_tool or another before parley_app_run");
    return 1;
  }
  struct loop loop = {.app = app, .listener = open_socket(app->socket)};
  if (loop.listener < 0) {
    return 1;
  }
  struct sigaction action = {.sa_handler = on_signal}, old_term, old_int;
  running_app = app;
  sigaction(SIGTERM, &action, &old_term);
  sigaction(SIGINT, &action, &old_int);
  fprintf(stderr, "[%s] listening on %s\n", app->name, app->socket);
  while (!is_done(&loop)) {
    turn(&loop);
  }
  sigaction(SIGTERM, &old_term, NULL);
  sigaction(SIGINT, &old_int, NULL);
  running_app = NULL;
  for (int i = 0; i < CONNECTIONS_MAX; i++) {
    if (app->connections[i] != NULL) {
      connection_free(app->connections[i]);
      app->connections[i] = NULL;
    }
  }
  return 0;
}
