// SPDX-License-Identifier: BSD-3-Clause
// A thousand simulations in four threads: of one model that all share, and of models of their own,
// run at once and step by step. Each finds the same numbers as alone. Under a thread sanitizer
// (test_threads.py) the library must not have anything in common but models.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "library/mbsrun.h"

enum { THREADS = 4, EACH = 250, KINDS = 3 };

static const char *const texts[KINDS] = {
    // a double pendulum, by Runge-Kutta
    "mbs: 1\nspace: planar\ngravity: [0, -9.81]\nparameters: {u: 0 N}\n"
    "bodies:\n"
    "  a: {type: point_mass, mass: 1, initial: {position: [1, 0]}}\n"
    "  b: {type: point_mass, mass: 1, initial: {position: [2, 0.1]}}\n"
    "joints:\n"
    "  one: {type: distance, marker_i: ground, marker_j: a, length: 1}\n"
    "  two: {type: distance, marker_i: a, marker_j: b, length: \"sqrt(1.01)\"}\n"
    "forces:\n  push: {type: force, marker: b, vector: [u, 0]}\n"
    "outputs: {x: b.x, y: b.y}\n"
    "analyses:\n  swing: {type: dynamics, duration: 0.3, output_step: 0.01}\n",
    // a ball that bounces: events
    "mbs: 1\nspace: planar\ngravity: [0, -9.81]\nparameters: {u: 0 N}\n"
    "bodies:\n  ball: {type: point_mass, mass: 0.5, initial: {position: [0, 0.2], velocity: [0.3, "
    "0]}}\n"
    "ground: {markers: {floor: {position: [0, 0]}}}\n"
    "forces:\n  push: {type: force, marker: ball, vector: [u, 0]}\n"
    "events:\n  bounce: {when: ball.y, direction: falling, impact: {marker_i: ground.floor, "
    "marker_j: ball, "
    "direction: [0, 1], restitution: 0.7}}\n"
    "outputs: {x: ball.x, y: ball.y}\n"
    "analyses:\n  fall: {type: dynamics, duration: 0.6, output_step: 0.01}\n",
    // a body in space, by IDA
    "mbs: 1\nspace: spatial\ngravity: [0, 0, -9.81]\nparameters: {u: 0 N}\n"
    "bodies:\n"
    "  bar: {type: rigid, mass: 2, inertia: {xx: 0.1, yy: 0.2, zz: 0.25}, markers: {end: "
    "{position: [0.5, 0, 0]}}, "
    "initial: {position: [-0.5, 0, 0], angular_velocity: [1, 2, 3]}}\n"
    "joints:\n  pin: {type: spherical, marker_i: ground, marker_j: bar.end}\n"
    "forces:\n  push: {type: force, marker: bar, vector: [u, 0, 0]}\n"
    "outputs: {x: bar.x, z: bar.z}\n"
    "analyses:\n  swing: {type: dynamics, duration: 0.1, output_step: 0.01, integrator: {method: "
    "ida}}\n",
};

static mbs_model *shared[KINDS];
static double expected[KINDS][2];

static double last_of(const mbs_result *result, size_t index) {
  mbs_column column = {.size = sizeof column};
  if (mbs_column_get(result, 0, index, &column) != MBS_OK || column.count == 0) {
    return -1e300;
  }
  return column.values[(column.count - 1) * column.stride];
}

static bool runs(const mbs_model *model, const double *end) {
  mbs_result *result;
  const bool good = mbs_run(model, NULL, &result) == MBS_OK && last_of(result, 1) == end[0] &&
                    last_of(result, 2) == end[1];
  mbs_result_free(result);
  return good;
}

static bool steps(const mbs_model *model) {
  mbs_session *session;
  mbs_result *result = NULL;
  bool good = mbs_session_open(model, NULL, &session) == MBS_OK;
  const double end = mbs_session_end(session);
  for (int k = 1; good && k <= 10; k++) {
    double values[2];
    good = mbs_input_set(session, 0, 0.01 * k) == MBS_OK &&
           mbs_advance(session, end * k / 10, NULL) == MBS_OK &&
           mbs_output_read(session, NULL, 2, values) == MBS_OK;
  }
  good = good && mbs_session_result(session, &result) == MBS_OK;
  mbs_session_free(session);
  mbs_result_free(result);
  return good;
}

static bool loads(int kind) {
  static const char *const sets[] = {"u=0"};
  mbs_model *mine, *other = NULL;
  bool good = mbs_load_text(texts[kind], strlen(texts[kind]), NULL, NULL, &mine) == MBS_OK &&
              mbs_model_with(mine, sets, 1, &other) == MBS_OK;
  mbs_model_free(mine);
  good = good && runs(other, expected[kind]);
  mbs_model_free(other);
  return good;
}

static void *work(void *unused) {
  long bad = 0;
  for (int k = 0; k < EACH; k++) {
    const int kind = k % KINDS;
    bad += !(k % 5 == 0   ? loads(kind)
             : k % 5 == 1 ? steps(shared[kind])
                          : runs(shared[kind], expected[kind]));
  }
  (void)unused;
  return (void *)bad;
}

int main(void) {
  pthread_t threads[THREADS];
  long bad = 0;
  for (int k = 0; k < KINDS; k++) {
    mbs_result *result = NULL;
    if (mbs_load_text(texts[k], strlen(texts[k]), NULL, NULL, &shared[k]) != MBS_OK ||
        mbs_run(shared[k], NULL, &result) != MBS_OK) {
      fputs(mbs_messages_text(result != NULL ? mbs_result_messages(result)
                                             : mbs_model_messages(shared[k])),
            stderr);
      return 1;
    }
    expected[k][0] = last_of(result, 1);
    expected[k][1] = last_of(result, 2);
    mbs_result_free(result);
  }
  for (int k = 0; k < THREADS; k++) {
    if (pthread_create(&threads[k], NULL, work, NULL) != 0) {
      return 1;
    }
  }
  for (int k = 0; k < THREADS; k++) {
    void *found = NULL;
    pthread_join(threads[k], &found);
    bad += (long)found;
  }
  for (int k = 0; k < KINDS; k++) {
    mbs_model_free(shared[k]);
  }
  printf("%d simulations in %d threads, %ld bad\n", THREADS * EACH, THREADS, bad);
  return bad > 0;
}
