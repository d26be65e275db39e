// SPDX-License-Identifier: BSD-3-Clause
// session_law.c: laws of the caller's in place of expressions of forces.
#include <stdio.h>
#include <string.h>

#include "library/session_inside.h"

// Whether a path names this number: "forces.motor.value", or "forces.push.vector[0]" of a list.
static bool is_named(const Number *number, const char *path) {
  const size_t length = strlen(number->path);
  if (strncmp(path, number->path, length) != 0) {
    return false;
  }
  char rest[16] = "";
  if (number->component >= 0) {
    (void)snprintf(rest, sizeof rest, "[%d]", number->component);
  }
  return strcmp(path + length, rest) == 0;
}

// The number of a force that depends on the motion or the time and has this path, or -1.
static int find_number(const mbs_session *session, const char *path) {
  const System *system = session->result->model->system;
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    for (int k = 0; k < force->dynamic_count; k++) {
      if (is_named(&system->model->numbers[force->dynamic[k]], path)) {
        return force->dynamic[k];
      }
    }
  }
  return -1;
}

mbs_status mbs_law_inputs(mbs_session *session, const char *path, const char *const **names,
                          size_t *count) {
  const int number = session_is_open(session) && path != NULL ? find_number(session, path) : -1;
  if (number < 0 || names == NULL || count == NULL) {
    return MBS_USAGE;
  }
  const Program *program = &session->result->run.model->numbers[number].program;
  *names = program->input_names;
  *count = (size_t)program->input_count;
  return MBS_OK;
}

mbs_status mbs_law_bind(mbs_session *session, const char *path, mbs_law law, void *user,
                        bool derives) {
  const int number = session_is_open(session) && path != NULL ? find_number(session, path) : -1;
  if (number < 0) {
    return MBS_USAGE;
  }
  State *state = session->stepping.session.state;
  if (session->laws == NULL) {
    session->laws = arena_array(&session->room, BoundLaw, session->result->run.model->number_count);
    if (session->laws == NULL) {
      return MBS_MEMORY;
    }
  }
  session->laws[number] = (BoundLaw){.call = law, .user = user, .derives = derives};
  state->laws = session->laws;
  session->rebound = true;
  return MBS_OK;
}
