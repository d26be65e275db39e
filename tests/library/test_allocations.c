// SPDX-License-Identifier: BSD-3-Clause
// The n-th request for memory fails, whoever asks for it (the library, SUNDIALS, KLU, libyaml, the
// C library): once, or from then on for ever. Every call returns, with MBS_MEMORY or without having
// needed it, and nothing is left behind. An argument N: every N-th request only.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library/mbsrun.h"
#include "support/place.h"

// The C library has these names.
// NOLINTBEGIN(readability-identifier-naming, readability-inconsistent-declaration-parameter-name)
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void __libc_free(void *memory);

static long requests, fail_at, held;
static bool forever, watching;

static bool refused(void) {
  if (!watching) {
    return false;
  }
  requests++;
  const bool due = fail_at > 0 && (forever ? requests >= fail_at : requests == fail_at);
  errno = due ? ENOMEM : errno;
  return due;
}

static void *counted(void *memory) {
  held += watching && memory != NULL;
  return memory;
}

void *malloc(size_t size) {
  return refused() ? NULL : counted(__libc_malloc(size));
}

void *calloc(size_t count, size_t size) {
  return refused() ? NULL : counted(__libc_calloc(count, size));
}

void *realloc(void *memory, size_t size) {
  if (refused()) {
    return NULL;
  }
  return memory == NULL ? counted(__libc_malloc(size)) : __libc_realloc(memory, size);
}

void free(void *memory) {
  held -= watching && memory != NULL;
  __libc_free(memory);
}
// NOLINTEND(readability-identifier-naming, readability-inconsistent-declaration-parameter-name)

// ---- what is tried ----

#define BALL                                                                                       \
  "mbs: 1\nspace: planar\ngravity: [0, -9.81]\nparameters: {u: 0 N}\n"                             \
  "bodies:\n  ball: {type: point_mass, mass: 0.5, initial: {position: [0, 0.2]}}\n"                \
  "ground: {markers: {floor: {position: [0, 0]}}}\n"                                               \
  "forces:\n  push: {type: force, marker: ball, vector: [u, 0]}\n"                                 \
  "events:\n  bounce: {when: ball.y, direction: falling, impact: {marker_i: ground.floor, "        \
  "marker_j: ball, direction: [0, 1], restitution: 0.7}}\n"                                        \
  "outputs: {x: ball.x, y: ball.y}\nanalyses:\n"                                                   \
  "  fall: {type: dynamics, duration: 0.4, output_step: 0.1}\n"
#define BAR                                                                                        \
  "mbs: 1\nspace: spatial\ngravity: [0, 0, -9.81]\nparameters: {u: 0 N}\n"                         \
  "bodies:\n  bar: {type: rigid, mass: 2, inertia: {xx: 0.1, yy: 0.2, zz: 0.25}, "                 \
  "markers: {end: {position: [0.5, 0, 0]}}, initial: {position: [-0.5, 0, 0]}}\n"                  \
  "joints:\n  pin: {type: spherical, marker_i: ground, marker_j: bar.end}\n"                       \
  "forces:\n  push: {type: force, marker: bar, vector: [u, 0, 0]}\n"                               \
  "outputs: {x: bar.x}\nanalyses:\n  still: {type: equilibrium}\n"                                 \
  "  swing: {type: dynamics, duration: 0.05, output_step: 0.01, integrator: {method: ida}}\n"

static mbs_status run_all(const mbs_model *model) {
  mbs_run_options options = MBS_RUN_OPTIONS;
  mbs_result *result;
  options.motion = true;
  const mbs_status status = mbs_run(model, &options, &result);
  (void)mbs_messages_text(mbs_result_messages(result));
  mbs_result_free(result);
  return status;
}

static mbs_status step_all(const mbs_model *model) {
  mbs_session *session;
  mbs_result *result = NULL;
  char bytes[4096];
  double values[2], matrix[36];
  mbs_status status = mbs_session_open(model, NULL, &session);
  const double end = mbs_session_end(session);
  for (int k = 1; status == MBS_OK && k <= 3; k++) {
    status = mbs_input_set(session, 0, 0.1 * k);
    status = status == MBS_OK ? mbs_advance(session, end * k / 4, NULL) : status;
    status = status == MBS_OK ? mbs_output_read(session, NULL, mbs_count(model, MBS_OUTPUT), values)
                              : status;
  }
  status = status == MBS_OK ? mbs_matrices(session, matrix, NULL, NULL, NULL) : status;
  status = status == MBS_OK && mbs_snapshot_size(session) <= sizeof bytes
               ? mbs_snapshot_take(session, bytes)
               : status;
  status = status == MBS_OK ? mbs_session_reset(session) : status;
  status = status == MBS_OK ? mbs_advance(session, end, NULL) : status;
  (void)mbs_messages_text(mbs_session_messages(session));
  status = status == MBS_OK ? mbs_session_result(session, &result) : status;
  mbs_session_free(session);
  mbs_result_free(result);
  return status;
}

static mbs_status attempt(const char *text) {
  static const char *const sets[] = {"u=0 N"};
  mbs_model *model, *other = NULL;
  mbs_status status = mbs_load_text(text, strlen(text), NULL, NULL, &model);
  status = status == MBS_OK ? mbs_model_with(model, sets, 1, &other) : status;
  mbs_model_free(model);
  status = status == MBS_OK ? run_all(other) : status;
  status = status == MBS_OK ? step_all(other) : status;
  mbs_model_free(other);
  return status;
}

// A shipped model, its results directory and its page.
static mbs_status attempt_file(const char *path) {
  mbs_model *model;
  mbs_result *result = NULL;
  mbs_run_options options = MBS_RUN_OPTIONS;
  const Place folder = place_in_build("tests/library/allocations");
  options.motion = options.forces = true;
  mbs_status status = mbs_load_file(path, NULL, &model);
  status = status == MBS_OK ? mbs_run(model, &options, &result) : status;
  mbs_model_free(model);
  status = status == MBS_OK ? mbs_result_write(result, folder.path, NULL, true, NULL) : status;
  status = status == MBS_OK ? mbs_result_page(result, folder.path, NULL) : status;
  mbs_result_free(result);
  return status;
}

typedef mbs_status Attempt(const char *of);

// How many requests were tried; -1 after a complaint.
static long try_all(Attempt *attempt_at, const char *of, long stride) {
  long tried = 0;
  for (fail_at = 1;; fail_at += stride, tried++) {
    requests = held = 0;
    watching = true;
    const mbs_status status = attempt_at(of);
    watching = false;
    if (held != 0 || (status != MBS_MEMORY && status != MBS_OK)) {
      fprintf(stderr, "request %ld%s: status %d, %ld blocks left\n", fail_at,
              forever ? " and all after it" : "", (int)status, held);
      return -1;
    }
    if (requests < fail_at) {
      return status == MBS_OK ? tried : -1;
    }
  }
}

int main(int argc, char **argv) {
  const long stride = argc > 1 ? strtol(argv[1], NULL, 10) : 1;
  static const char *const texts[] = {BALL, BAR};
  static const char *const files[] = {
      "models/iftomm/a01_simple_pendulum.yaml", "models/examples/four_bar.yaml",
      "models/examples/geared_five_bar.yaml", "models/examples/bouncing_ball_in_space.yaml"};
  enum { TEXTS = 2, FILES = 4 };
  long sum = 0;
  for (int k = 0; k < 2 * (TEXTS + FILES); k++) {
    const int which = k / 2;
    const Place file = place_of(which < TEXTS ? "" : files[which - TEXTS]);
    forever = k % 2 == 1;
    const long tried = which < TEXTS ? try_all(attempt, texts[which], stride)
                                     : try_all(attempt_file, file.path, stride);
    if (tried < 0) {
      return 1;
    }
    sum += tried;
  }
  printf("%ld failed requests\n", sum);
  return 0;
}
