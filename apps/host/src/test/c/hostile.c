// An app that means harm. What it tries stands in the file "attack" of its folder, a word and arguments; what it could
// do it writes into data/result, and it never listens.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static FILE *result;

static int attack_is(const char *attack, const char *word) { return strcmp(attack, word) == 0; }

static void told(const char *what, int worked) {
  fprintf(result, "%s: %s\n", what, worked ? "worked" : "failed");
  fflush(result);
}

static void reading(const char *path) {
  int file = open(path, O_RDONLY);
  char byte;
  told("read", file >= 0 && read(file, &byte, 1) >= 0);
  if (file >= 0) close(file);
}

static void writing(const char *path) {
  int file = open(path, O_WRONLY | O_CREAT, 0644);
  told("write", file >= 0 && write(file, "x", 1) == 1);
  if (file >= 0) close(file);
}

static void listing(const char *path) {
  DIR *folder = opendir(path);
  int found = 0;
  struct dirent *each;
  while (folder && (each = readdir(folder))) {
    if (each->d_name[0] != '.') found++;
  }
  fprintf(result, "entries: %d\n", found);
}

static void calling(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int called = socket(AF_UNIX, SOCK_STREAM, 0);
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  told("call", connect(called, (struct sockaddr *)&address, sizeof address) == 0);
}

static void connecting(const char *port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(port))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int called = socket(AF_INET, SOCK_STREAM, 0);
  told("connect", called >= 0 && connect(called, (struct sockaddr *)&address, sizeof address) == 0);
}

static void seeing(const char *pid) {
  char path[256];
  snprintf(path, sizeof path, "/proc/%s/environ", pid);
  // Another process may have that number here: it must not be the hub's.
  FILE *file = fopen(path, "r");
  static char variables[1 << 16];
  size_t got = file ? fread(variables, 1, sizeof variables - 1, file) : 0;
  told("environment", memmem(variables, got, "SECRET_TOKEN", 12) != NULL);
  int seen = 0;
  DIR *folder = opendir("/proc");
  struct dirent *each;
  while (folder && (each = readdir(folder))) {
    if (atoi(each->d_name) > 0) seen++;
  }
  fprintf(result, "processes: %d\n", seen);
}

static void signalling(const char *pid) {
  signal(SIGTERM, SIG_IGN);
  told("signal", kill(atoi(pid), SIGKILL) == 0);
}

static void forking(void) {
  int started = 0;
  for (; started < 500; started++) {
    pid_t child = fork();
    if (child < 0) break;
    if (child == 0) {
      for (;;) pause();
    }
  }
  fprintf(result, "started: %d\n", started);
}

static void growing(void) {
  for (int mib = 1; mib <= 512; mib++) {
    char *memory = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) break;
    memset(memory, 1, 1 << 20);
    rewind(result);
    fprintf(result, "mebibytes: %03d\n", mib);
    fflush(result);
  }
}

static void filling(const char *path) {
  signal(SIGXFSZ, SIG_IGN);
  static char block[1 << 16];
  int file = open(path, O_WRONLY | O_CREAT, 0644);
  long long written = 0;
  for (int i = 0; file >= 0 && i < 1024; i++) {
    ssize_t some = write(file, block, sizeof block);
    if (some <= 0) break;
    written += some;
  }
  fprintf(result, "written: %lld\n", written);
}

int main(void) {
  static char line[8192];
  FILE *attacks = fopen("attack", "r");
  if (!attacks) return 2;
  if (chdir(getenv("NEBO_APP_DATA")) < 0 || !(result = fopen("result.draft", "w"))) return 2;
  while (fgets(line, sizeof line, attacks)) {
    char *attack = strtok(line, " \n"), *argument = strtok(NULL, "\n");
    if (!attack) continue;
    if (attack_is(attack, "read")) reading(argument);
    if (attack_is(attack, "write")) writing(argument);
    if (attack_is(attack, "list")) listing(argument);
    if (attack_is(attack, "call")) calling(argument);
    if (attack_is(attack, "connect")) connecting(argument);
    if (attack_is(attack, "see")) seeing(argument);
    if (attack_is(attack, "signal")) signalling(argument);
    if (attack_is(attack, "fork")) forking();
    if (attack_is(attack, "grow")) growing();
    if (attack_is(attack, "fill")) filling(argument);
  }
  fclose(result);
  return rename("result.draft", "result") < 0;
}
