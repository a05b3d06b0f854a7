/* What the tests share: a call that must succeed, a call that must not. */
#ifndef CHECK_H
#define CHECK_H

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinstep.h"

#define CHECK(condition)                                                     \
  do {                                                                       \
    if (!(condition)) {                                                      \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);        \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

/* The call succeeds. */
#define OK(call)                                                             \
  do {                                                                       \
    KinstepStatus status_ = (call);                                          \
    if (status_ != KINSTEP_STATUS_OK) {                                      \
      fprintf(stderr, "%s:%d: status %d: %s\n", __FILE__, __LINE__,          \
              (int)status_, kinstep_last_error());                           \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

/* The call fails with this status, and says why in these words. */
#define FAILS(call, expected, words)                                         \
  do {                                                                       \
    KinstepStatus status_ = (call);                                          \
    if (status_ != (expected) || !strstr(kinstep_last_error(), (words))) {   \
      fprintf(stderr, "%s:%d: status %d, not %d: %s\n", __FILE__, __LINE__,  \
              (int)status_, (int)(expected), kinstep_last_error());          \
      exit(1);                                                               \
    }                                                                        \
  } while (0)

static inline KinstepVector xyz(double x, double y, double z) {
  const KinstepVector vector = {x, y, z};
  return vector;
}

#endif
