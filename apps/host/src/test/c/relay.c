// An app whose answers come from somewhere else: what is sent to its socket it hands on to data/backend.sock, where a
// test answers. How it behaves beside that stands in the file "behaviour" of its folder, one word a line.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

extern char **environ;
static char behaviour[4096];

static int does(const char *word) { return strstr(behaviour, word) != NULL; }

static void failed(const char *what) {
  perror(what);
  exit(2);
}

static char *in(const char *folder, const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

// Like the apps of the SDK, which end with 1 after they were asked to.
static void asked(int signal) { (void)signal, _exit(1); }

static struct sockaddr_un named(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= 100) {
    fprintf(stderr, "the name is too long: %s\n", path);
    exit(2);
  }
  strcpy(address.sun_path, path);
  return address;
}

static void relay(int from) {
  int to = socket(AF_UNIX, SOCK_STREAM, 0);
  struct sockaddr_un backend = named(in(getenv("NEBO_APP_DATA"), "backend.sock"));
  if (connect(to, (struct sockaddr *)&backend, sizeof backend) < 0) failed("backend");
  struct pollfd both[2] = {{.fd = from, .events = POLLIN}, {.fd = to, .events = POLLIN}};
  static char bytes[65536];
  for (;;) {
    if (poll(both, 2, -1) < 0) exit(0);
    for (int i = 0; i < 2; i++) {
      if (!both[i].revents) continue;
      ssize_t got = read(both[i].fd, bytes, sizeof bytes);
      if (got <= 0) exit(0);
      for (ssize_t put = 0; put < got;) {
        ssize_t some = write(both[1 - i].fd, bytes + put, got - put);
        if (some <= 0) exit(0);
        put += some;
      }
    }
  }
}

int main(void) {
  FILE *file = fopen("behaviour", "r");
  if (file) {
    behaviour[fread(behaviour, 1, sizeof behaviour - 1, file)] = 0;
    fclose(file);
  }
  file = fopen(in(getenv("NEBO_APP_DATA"), "starts"), "a");
  if (!file) failed("data");
  fprintf(file, "%s\n", getenv("NEBO_APP_VERSION"));
  fclose(file);
  if (does("environment")) {
    char draft[4096], *name = in(getenv("NEBO_APP_DATA"), "environment");
    snprintf(draft, sizeof draft, "%s.draft", name);
    file = fopen(draft, "w");
    for (char **each = environ; *each; each++) fprintf(file, "%s\n", *each);
    char folder[4096];
    fprintf(file, "cwd=%s\n", getcwd(folder, sizeof folder));
    fclose(file);
    rename(draft, name);
  }
  if (does("quits")) {
    fprintf(stderr, "I cannot go on\n");
    return 3;
  }
  if (does("silent")) {
    for (;;) pause();
  }
  if (does("deaf")) {
    signal(SIGTERM, SIG_IGN);
  } else {
    signal(SIGTERM, asked);
  }
  if (does("floods")) {
    static char line[8192];
    memset(line, 'x', sizeof line);
    for (int i = 0; i < 4096; i++) {
      if (write(1, line, sizeof line) < 0 || write(2, line, sizeof line) < 0) failed("log");
    }
  }
  if (does("reads")) {
    char byte;
    printf("read %zd\n", read(0, &byte, 1));
    fflush(stdout);
  }
  const char *path = getenv("NEBO_APP_SOCK");
  if (does("leads")) {
    FILE *leads = fopen("leads", "r");
    char where[4096] = "";
    if (leads && fgets(where, sizeof where, leads) && symlink(where, path) < 0) failed("link");
    for (;;) pause();
  }
  if (does("fakes")) {
    close(open(path, O_CREAT | O_WRONLY, 0644));
    for (;;) pause();
  }
  signal(SIGCHLD, SIG_IGN);
  int listening = socket(AF_UNIX, SOCK_STREAM, 0);
  struct sockaddr_un own = named(path);
  umask(0);
  if (bind(listening, (struct sockaddr *)&own, sizeof own) < 0) failed("bind");
  if (listen(listening, 16) < 0) failed("listen");
  fprintf(stderr, "[app] listening on %s\n", path);
  for (;;) {
    int accepted = accept(listening, NULL, NULL);
    if (accepted < 0) {
      if (errno == EINTR) continue;
      failed("accept");
    }
    if (fork() == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      relay(accepted);
    }
    close(accepted);
  }
}
