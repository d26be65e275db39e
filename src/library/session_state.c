// SPDX-License-Identifier: BSD-3-Clause
// session_state.c: the state of a motion: read, changed, kept, and its small motions.
#include <math.h>
#include <string.h>

#include "base/sha256.h"
#include "library/session_inside.h"

static const double SMALLEST = 1e-6; // of the square of Euler parameters

// ---- state ----

mbs_status mbs_state_size(const mbs_session *session, size_t *q, size_t *v, size_t *rows) {
  if (!session_is_open(session)) {
    return MBS_USAGE;
  }
  const System *system = session->result->model->system;
  size_t unheard;
  *(q != NULL ? q : &unheard) = (size_t)system->nq;
  *(v != NULL ? v : &unheard) = (size_t)system->nv;
  *(rows != NULL ? rows : &unheard) = (size_t)system->nc;
  return MBS_OK;
}

mbs_status mbs_state_get(mbs_session *session, double *q, double *v) {
  if (!session_is_open(session)) {
    return MBS_USAGE;
  }
  const State *state = session_stand(session);
  if (state != NULL && q != NULL) {
    memcpy(q, state->q, (size_t)state->system->nq * sizeof *q);
  }
  if (state != NULL && v != NULL) {
    memcpy(v, state->v, (size_t)state->system->nv * sizeof *v);
  }
  return session_status(session);
}

static bool are_finite(const double *numbers, int count) {
  bool finite = true;
  for (int k = 0; finite && k < count; k++) {
    finite = isfinite(numbers[k]);
  }
  return finite;
}

// What came as bytes may be anything.
static bool is_sound(const mbs_session *session) {
  const System *system = session->result->model->system;
  const StateCopy *copy = &session->stepping.copy;
  const EventMemory *memory = &copy->memory;
  return copy->t >= 0 && copy->t <= mbs_session_end(session) && are_finite(copy->q, system->nq) &&
         are_finite(copy->v, system->nv) &&
         (!memory->any || are_finite(memory->values, system->model->parameter_count));
}

// Whether all Euler parameters can be normalised.
static bool have_directions(const System *system, const double *q) {
  bool good = true;
  for (int b = 1; good && !system->planar && b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    if (body->kind->rotations == 3) {
      const double *p = q + body->q + body->kind->translations;
      good = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3] > SMALLEST;
    }
  }
  return good;
}

// Whether bytes are truth values.
static bool are_truths(const void *bytes, size_t count) {
  const unsigned char *byte = bytes;
  bool good = true;
  for (size_t k = 0; good && k < count; k++) {
    good = byte[k] <= 1;
  }
  return good;
}

static mbs_status go_on_from_copy(mbs_session *session, bool made) {
  session->stepping.changed = true;
  session->changed_count = 0;
  (void)dynamics_put(session->stepping.motion, &session->stepping.copy, made);
  return session_status(session);
}

mbs_status mbs_state_set(mbs_session *session, double t, const double *q, const double *v) {
  if (!session_is_open(session) || q == NULL || v == NULL) {
    return MBS_USAGE;
  }
  const System *system = session->result->model->system;
  State *state = session_stand(session);
  if (state == NULL) {
    return session_status(session);
  }
  StateCopy *copy = &session->stepping.copy;
  state_copy_take(state, copy);
  copy->t = t;
  memcpy(copy->q, q, (size_t)system->nq * sizeof *q);
  memcpy(copy->v, v, (size_t)system->nv * sizeof *v);
  return is_sound(session) && have_directions(system, copy->q) ? go_on_from_copy(session, true)
                                                               : MBS_USAGE;
}

// ---- snapshots ----

// A snapshot is a row of these pieces, and the SHA-256 of them all. The first two tell the layout
// and the model.
typedef struct Piece {
  void *bytes;
  size_t size;
  bool truths; // it consists of truth values
} Piece;

enum { PIECES = 10, MARKS = 2 };
static const char SNAPSHOT[] = "mbsrun snapshot 1";

static void list_pieces(const mbs_session *session, Piece pieces[PIECES]) {
  const System *system = session->result->model->system;
  const Model *model = system->model;
  const StateCopy *copy = &session->stepping.copy;
  const EventMemory *memory = &copy->memory;
  const size_t parameters = (size_t)model->parameter_count;
  const Piece all[PIECES] = {
      {(void *)(size_t)SNAPSHOT, sizeof SNAPSHOT, false},
      {(void *)(size_t)model->sha256, sizeof model->sha256, false},
      {(void *)(size_t)&copy->t, sizeof copy->t, false},
      {copy->q, (size_t)system->nq * sizeof *copy->q, false},
      {copy->v, (size_t)system->nv * sizeof *copy->v, false},
      {copy->turns, (size_t)state_turn_count(system) * sizeof *copy->turns, false},
      {(void *)(size_t)&memory->any, sizeof memory->any, true},
      {memory->set, parameters * sizeof *memory->set, true},
      {memory->values, parameters * sizeof *memory->values, false},
      {memory->spent, (size_t)model->event_count * sizeof *memory->spent, true},
  };
  memcpy(pieces, all, sizeof all);
}

size_t mbs_snapshot_size(const mbs_session *session) {
  Piece pieces[PIECES];
  size_t size = SHA256_TEXT_SIZE;
  if (!session_is_open(session)) {
    return 0;
  }
  list_pieces(session, pieces);
  for (int k = 0; k < PIECES; k++) {
    size += pieces[k].size;
  }
  return size;
}

mbs_status mbs_snapshot_take(mbs_session *session, void *bytes) {
  Piece pieces[PIECES];
  if (!session_is_open(session) || bytes == NULL) {
    return MBS_USAGE;
  }
  const State *state = session_stand(session);
  if (state == NULL) {
    return session_status(session);
  }
  state_copy_take(state, &session->stepping.copy);
  list_pieces(session, pieces);
  char *at = bytes;
  for (int k = 0; k < PIECES; k++) {
    if (pieces[k].size > 0) {
      memcpy(at, pieces[k].bytes, pieces[k].size);
    }
    at += pieces[k].size;
  }
  char digits[SHA256_TEXT_SIZE];
  sha256_of(bytes, (size_t)(at - (char *)bytes), digits);
  memcpy(at, digits, sizeof digits);
  return MBS_OK;
}

// Whether these are the bytes of a snapshot of this model.
static bool is_snapshot(const Piece pieces[PIECES], const char *bytes, size_t size) {
  char digits[SHA256_TEXT_SIZE];
  const size_t length = size - sizeof digits;
  sha256_of(bytes, length, digits);
  bool good = memcmp(digits, bytes + length, sizeof digits) == 0;
  for (int k = 0; good && k < PIECES; k++) {
    good = (k >= MARKS || memcmp(pieces[k].bytes, bytes, pieces[k].size) == 0) &&
           (!pieces[k].truths || are_truths(bytes, pieces[k].size));
    bytes += pieces[k].size;
  }
  return good;
}

mbs_status mbs_snapshot_put(mbs_session *session, const void *bytes, size_t size) {
  Piece pieces[PIECES];
  if (!session_is_open(session) || bytes == NULL || size != mbs_snapshot_size(session)) {
    return MBS_USAGE;
  }
  list_pieces(session, pieces);
  if (!is_snapshot(pieces, bytes, size)) {
    return MBS_USAGE;
  }
  const char *at = bytes;
  for (int k = 0; k < PIECES; k++) {
    if (k >= MARKS && pieces[k].size > 0) {
      memcpy(pieces[k].bytes, at, pieces[k].size);
    }
    at += pieces[k].size;
  }
  session->stepping.copy.taken = true;
  return is_sound(session) ? go_on_from_copy(session, false) : MBS_USAGE;
}
