#ifndef PARLEY_TEST_H
#define PARLEY_TEST_H

#include <stdio.h>
#include <stdlib.h>

/* Ends the program with what was expected and where. */
#define CHECK(condition, ...)                                          \
  do {                                                                 \
    if (!(condition)) {                                                \
      fprintf(stderr, "%s:%d: not %s: ", __FILE__, __LINE__, #condition); \
      fprintf(stderr, __VA_ARGS__);                                    \
      fputc('\n', stderr);                                             \
      exit(1);                                                         \
    }                                                                  \
  } while (0)

#endif
