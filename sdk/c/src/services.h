/* Calls of services that have a file of their own. */
#ifndef PARLEY_SERVICES_H
#define PARLEY_SERVICES_H

#include "internal.h"

/* "" unless it failed, else the reason, which is freed with the work. */
const char *failure(struct work *work, int failed, char *error);

int ui_handle(struct work *work, const void *request);

int schedule_create(struct work *work, const void *request);
int schedule_update(struct work *work, const void *request);
int schedule_get(struct work *work, const void *request);
int schedule_enable(struct work *work, const void *request);
int schedule_disable(struct work *work, const void *request);
int schedule_delete(struct work *work, const void *request);
int schedule_trigger(struct work *work, const void *request);
int schedule_list(struct work *work, const void *request);
int schedule_history(struct work *work, const void *request);

#endif
