/* Ui answers what a page asks it. */
#include <parley/parley.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int answer(parley_http_response_t *response, const char *key, const char *value) {
  char *quoted = parley_json_quote(value);
  if (quoted == NULL) {
    return -1;
  }
  parley_http_header(response, "Content-Type", "application/json");
  parley_http_body(response, "{\"", 2);
  parley_http_body(response, key, strlen(key));
  parley_http_body(response, "\":", 2);
  parley_http_body(response, quoted, strlen(quoted));
  parley_http_body(response, "}\n", 2);
  free(quoted);
  return 0;
}

static int refuse(parley_http_response_t *response, int status, const char *reason) {
  parley_http_status(response, status);
  parley_http_header(response, "Content-Type", "text/plain; charset=utf-8");
  parley_http_body(response, reason, strlen(reason));
  return 0;
}

static int echo(const parley_http_request_t *request, parley_http_response_t *response) {
  static const char *const names[] = {"Content-Type", "X-Echo"};
  for (size_t i = 0; i < 2; i++) {
    const char *value = parley_http_request_header(request, names[i]);
    parley_http_header(response, names[i], value == NULL ? "" : value);
  }
  parley_http_status(response, 201);
  parley_http_body(response, request->body.data, request->body.size);
  return 0;
}

static int handle(const parley_http_request_t *request, parley_http_response_t *response) {
  const bool is_get = strcmp(request->method, "GET") == 0 || *request->method == '\0';
  const bool is_item = strncmp(request->path, "/items/", 7) == 0 && request->path[7] != '\0';
  const bool is_echo = strcmp(request->path, "/echo") == 0;
  const bool is_status = strcmp(request->path, "/status") == 0;
  const bool is_search = strcmp(request->path, "/search") == 0;
  if (!is_item && !is_echo && !is_status && !is_search) {
    return -1;
  }
  if (is_echo ? strcmp(request->method, "POST") != 0 : !is_get) {
    return refuse(response, 405, "method not allowed\n");
  }
  if (is_echo) {
    return echo(request, response);
  }
  if (is_status) {
    return answer(response, "status", "ok");
  }
  if (is_search && strstr(request->query, "q=") == NULL) {
    return answer(response, "q", "");
  }
  char *plain = is_item ? parley_http_unescape(request->path + 7) : parley_http_query(request, "q");
  const int failed =
      plain == NULL ? refuse(response, 400, "bad escape\n") : answer(response, is_item ? "name" : "q", plain);
  free(plain);
  return failed;
}

int main(void) {
  const parley_ui_handler_t ui = {handle};
  parley_app_t *app = parley_app_new();
  if (app == NULL) {
    fprintf(stderr, "no memory\n");
    return 1;
  }
  parley_app_register_ui(app, &ui);
  const int result = parley_app_run(app);
  parley_app_free(app);
  return result;
}
