/*
 * Channel is a channel to a room with an echo: what is sent there comes back. The setting greetings says how many
 * messages wait in the room at first.
 */
#include <parley/parley.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define GREETINGS_MAX 1000

static parley_app_t *app;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool connected;
static int sent;

static int refuse(char **error, const char *reason) {
  *error = strdup(reason);
  return -1;
}

/* It never waits: a room that nobody listens to fills up, and then refuses. */
static int hear(parley_channel_message_t message) {
  char timestamp[32];
  struct tm parts;
  const time_t now = time(NULL);
  strftime(timestamp, sizeof timestamp, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &parts));
  message.channel_id = "echo:room";
  message.timestamp = timestamp;
  return parley_channel_push(app, &message);
}

static int greet(long greetings) {
  char id[40], text[40];
  for (long i = 1; i <= greetings; i++) {
    snprintf(id, sizeof id, "greeting-%ld", i);
    snprintf(text, sizeof text, "hello %ld", i);
    if (hear((parley_channel_message_t){.message_id = id, .text = text}) != 0) {
      return -1;
    }
  }
  return 0;
}

static int on_connect(const parley_map_t *config, char **error) {
  const char *token = parley_map_get(config, "token");
  const char *greetings = parley_map_get(config, "greetings");
  char *end = NULL;
  const long count = greetings == NULL ? 0 : strtol(greetings, &end, 10);
  if (token == NULL || *token == '\0') {
    return refuse(error, "token is required");
  }
  if ((end != NULL && *end != '\0') || count < 0 || count > GREETINGS_MAX) {
    return refuse(error, "greetings is a number from 0 to 1000");
  }
  pthread_mutex_lock(&lock);
  connected = true;
  const int full = greet(count);
  pthread_mutex_unlock(&lock);
  return full == 0 ? 0 : refuse(error, "the room is full");
}

static int on_disconnect(char **error) {
  (void)error;
  pthread_mutex_lock(&lock);
  connected = false;
  pthread_mutex_unlock(&lock);
  return 0;
}

static int echo(const parley_channel_message_t *message, char **message_id, char **error) {
  char id[40];
  if (!connected) {
    return refuse(error, "not connected");
  }
  snprintf(id, sizeof id, "echo-%d", sent + 1);
  parley_channel_message_t back = *message;
  back.message_id = id;
  back.reply_to = message->message_id;
  if (hear(back) != 0) {
    return refuse(error, "the room is full");
  }
  sent++;
  *message_id = strdup(id);
  return *message_id == NULL ? -1 : 0;
}

static int on_send(const parley_channel_message_t *message, char **message_id, char **error) {
  pthread_mutex_lock(&lock);
  const int failed = echo(message, message_id, error);
  pthread_mutex_unlock(&lock);
  return failed;
}

int main(void) {
  const parley_channel_handler_t channel = {
      .id = "echo", .connect = on_connect, .disconnect = on_disconnect, .send = on_send};
  app = parley_app_new();
  if (app == NULL) {
    fprintf(stderr, "no memory\n");
    return 1;
  }
  parley_app_register_channel(app, &channel);
  const int result = parley_app_run(app);
  parley_app_free(app);
  return result;
}
