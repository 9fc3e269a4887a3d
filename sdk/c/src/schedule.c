#include <string.h>

#include "services.h"

#define ANSWERS_MAX 1000

/* Copies live in the arena of the work. */
struct parley_schedules {
  struct arena *arena;
  parley_schedule_t *schedules;
  parley_schedule_run_t *runs;
  size_t count, run_count;
  int64_t total;
};

/* A copy of all texts and maps that the table of the struct names. */
static bool copy_texts(struct arena *arena, const struct message *message, void *value) {
  for (size_t i = 0; i < message->count; i++) {
    void *at = (char *)value + message->fields[i].offset;
    if (message->fields[i].kind == KIND_TEXT) {
      const char *text;
      memcpy(&text, at, sizeof text);
      text = arena_copy(arena, text);
      if (text == NULL) {
        return false;
      }
      memcpy(at, &text, sizeof text);
    } else if (message->fields[i].kind == KIND_MAP) {
      parley_map_t *map = at;
      parley_entry_t *entries = map->count > ANSWERS_MAX ? NULL : arena_get(arena, (map->count + 1) * sizeof *entries);
      for (size_t each = 0; entries != NULL && each < map->count; each++) {
        entries[each].key = arena_copy(arena, map->items[each].key);
        entries[each].value = arena_copy(arena, map->items[each].value);
      }
      if (entries == NULL) {
        return false;
      }
      map->items = entries;
    }
  }
  return true;
}

/* The list is as long as it may get from the first on. */
static void *place(struct arena *arena, void **items, size_t count, size_t size) {
  if (*items == NULL) {
    *items = arena_get(arena, size * ANSWERS_MAX);
  }
  return *items == NULL || count >= ANSWERS_MAX ? NULL : (char *)*items + count * size;
}

int parley_schedules_add(parley_schedules_t *list, const parley_schedule_t *schedule) {
  void *items = list->schedules;
  parley_schedule_t *copy = place(list->arena, &items, list->count, sizeof *copy);
  list->schedules = items;
  if (copy == NULL) {
    return -1;
  }
  *copy = *schedule;
  if (!copy_texts(list->arena, SCHEDULES_ANSWER.fields[0].of, copy)) {
    return -1;
  }
  list->count++;
  return 0;
}

int parley_schedules_add_run(parley_schedules_t *list, const parley_schedule_run_t *run) {
  void *items = list->runs;
  parley_schedule_run_t *copy = place(list->arena, &items, list->run_count, sizeof *copy);
  list->runs = items;
  if (copy == NULL) {
    return -1;
  }
  *copy = *run;
  if (!copy_texts(list->arena, HISTORY_ANSWER.fields[0].of, copy)) {
    return -1;
  }
  list->run_count++;
  return 0;
}

void parley_schedules_total(parley_schedules_t *list, int64_t total) { list->total = total; }

static int64_t total(const parley_schedules_t *list, size_t count) {
  return list->total > (int64_t)count ? list->total : (int64_t)count;
}

static int one(struct work *work, const parley_schedules_t *list, int failed, char *error) {
  struct schedule_answer *answer = work->answer;
  answer->error = failure(work, failed, error);
  answer->schedule = failed == 0 && list->count > 0 ? list->schedules : NULL;
  return GRPC_OK;
}

static int change(struct work *work, const void *schedule,
                  int (*call)(const parley_schedule_t *, parley_schedules_t *, char **)) {
  parley_schedules_t list = {.arena = &work->arena};
  char *error = NULL;
  const int failed = call(schedule, &list, &error);
  return one(work, &list, failed, error);
}

static int by_name(struct work *work, const void *request, int (*call)(const char *, parley_schedules_t *, char **)) {
  parley_schedules_t list = {.arena = &work->arena};
  char *error = NULL;
  const int failed = call(((const struct text_message *)request)->text, &list, &error);
  return one(work, &list, failed, error);
}

int schedule_create(struct work *work, const void *request) { return change(work, request, work->app->schedule->create); }
int schedule_update(struct work *work, const void *request) { return change(work, request, work->app->schedule->update); }
int schedule_get(struct work *work, const void *request) { return by_name(work, request, work->app->schedule->get); }
int schedule_enable(struct work *work, const void *request) { return by_name(work, request, work->app->schedule->enable); }
int schedule_disable(struct work *work, const void *request) {
  return by_name(work, request, work->app->schedule->disable);
}

int schedule_delete(struct work *work, const void *request) {
  char *error = NULL;
  const int failed = work->app->schedule->remove(((const struct text_message *)request)->text, &error);
  *(struct done *)work->answer = (struct done){failed == 0, "", failure(work, failed, error)};
  return GRPC_OK;
}

int schedule_trigger(struct work *work, const void *request) {
  char *output = NULL, *error = NULL;
  const int failed = work->app->schedule->trigger(((const struct text_message *)request)->text, &output, &error);
  *(struct done *)work->answer =
      (struct done){failed == 0, arena_adopt(&work->arena, output), failure(work, failed, error)};
  return GRPC_OK;
}

/* These answers have no place for an error: they are empty then. */
int schedule_list(struct work *work, const void *request) {
  const struct schedule_list *which = request;
  parley_schedules_t list = {.arena = &work->arena};
  if (work->app->schedule->list(which->limit, which->offset, which->enabled_only, &list) == 0) {
    *(struct schedules_answer *)work->answer =
        (struct schedules_answer){list.schedules, list.count, total(&list, list.count)};
  }
  return GRPC_OK;
}

int schedule_history(struct work *work, const void *request) {
  const struct history_request *which = request;
  parley_schedules_t list = {.arena = &work->arena};
  if (work->app->schedule->history(which->name, which->limit, which->offset, &list) == 0) {
    *(struct history_answer *)work->answer =
        (struct history_answer){list.runs, list.run_count, total(&list, list.run_count)};
  }
  return GRPC_OK;
}
