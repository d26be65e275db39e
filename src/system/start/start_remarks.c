// SPDX-License-Identifier: BSD-3-Clause
// start_remarks.c: figures of the start that are possible, and hardly ever meant.
//
//   radius of gyration  sqrt(J/m) of a body beside the length of what it belongs to
//   stored energy       of a stop or a contact, beside all that moves or could move the mechanism:
//                       kinetic energy, weights along its length, other springs
#include "system/start/start_remarks.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "system/forces/forces.h"
#include "system/state/length.h"

static const double WIDE = 100;    // lengths of the mechanism
static const double MIGHTY = 10;   // times the other energies
static const double INSIDE = 0.05; // of the length (rad): half as far as a stop gives way

// ---- inertia ----

static double gyration_of(const State *state, int b) {
  const SystemBody *body = &state->system->bodies[b];
  double largest = 0;
  for (int k = body->kind->translations; k < body->nv; k++) {
    largest = fmax(largest, state->mass[b][k * body->nv + k]);
  }
  return body->kind->rotations > 0 && body->kind->inside == NULL && state->body_mass[b] > 0
             ? sqrt(largest / state->body_mass[b])
             : 0;
}

// The text of a moment of inertia without a unit, or NULL.
static const char *bare_inertia(const Model *model, const Body *body) {
  enum { MOST = 32 }; // numbers of a body
  static const char head[] = "bodies.";
  for (int k = body->first_number; k < model->number_count && k < body->first_number + MOST; k++) {
    const Number *number = &model->numbers[k];
    const char *text = number->program.text.text, *path = number->path;
    const bool own = path != NULL && strncmp(path, head, strlen(head)) == 0 &&
                     strncmp(path + strlen(head), body->name, strlen(body->name)) == 0;
    double value = 0;
    if (number->stated && own && text != NULL &&
        strncmp(path + strlen(head) + strlen(body->name), ".inertia", 8) == 0 &&
        number_parse(text, (int)strlen(text), &value, NULL) == NUMBER_OK && value > 0) {
      return text;
    }
  }
  return NULL;
}

static void remark_inertia(const State *state, int b, Diag *diag) {
  const Body *body = &state->system->model->bodies[b];
  const double radius = gyration_of(state, b), length = length_of_body(state, b);
  if (radius > WIDE * length) {
    diag_at(diag, DIAG_NOTE_INERTIA, body->origin,
            "mass and inertia of body \"%s\" give a radius of gyration of %.4g m, in a mechanism "
            "of size %.4g m",
            body->name, radius, length);
    const char *bare = bare_inertia(state->system->model, body);
    if (bare != NULL) {
      diag_hint(diag,
                "a bare inertia is in kg*m^2: if it is in g*mm^2 write \"%s g*mm^2\"; if this is "
                "intended: \"accept: [inertias]\"",
                bare);
    } else {
      diag_hint(diag, "check the units; if this is intended: \"accept: [inertias]\"");
    }
  }
}

// ---- stored energy ----

static double kinetic(const State *state) {
  const System *system = state->system;
  double energy = 0;
  for (int b = 1; b < system->body_count; b++) {
    const SystemBody *body = &system->bodies[b];
    const double *v = state->v + body->v;
    for (int i = 0; i < body->nv * body->nv; i++) {
      energy += state->mass[b][i] * v[i / body->nv] * v[i % body->nv] / 2;
    }
  }
  return energy;
}

static double weights(const State *state) {
  const double *g = state->gravity;
  double energy = 0;
  for (int b = 1; b < state->system->body_count; b++) {
    energy += state->body_mass[b] * hypot(hypot(g[0], g[1]), g[2]) * length_of_body(state, b);
  }
  return energy;
}

// What a force has stored, whatever it dissipates beside it.
static double energy_of(State *state, const SystemForce *force) {
  Frame frame[FORCE_FRAMES];
  double rate = 0;
  const ForceArgs in = state_force_args(state, force, frame);
  return forces_rest(state, force) ? 0 : force_energy(force->kind, &in, &rate);
}

// What a force does along the length of its bodies, and over a radian.
static double effort_of(State *state, const SystemForce *force) {
  Wrench wrench[FORCE_FRAMES];
  forces_wrench(state, force, wrench);
  const Wrench *one = &wrench[0];
  return hypot(hypot(one->f[0], one->f[1]), one->f[2]) * length_of_pair(state, force->body) +
         hypot(hypot(one->t[0], one->t[1]), one->t[2]);
}

static void remark_stops(State *state, Diag *diag) {
  const System *system = state->system;
  double others = kinetic(state) + weights(state);
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    others += forces_touches(force) ? 0 : fabs(energy_of(state, force));
  }
  for (int f = 0; f < system->force_count; f++) {
    const SystemForce *force = &system->forces[f];
    const double energy = forces_touches(force) ? energy_of(state, force) : 0;
    if (energy > MIGHTY * others && energy > INSIDE * effort_of(state, force)) {
      const Force *it = &system->model->forces[force->force];
      diag_at(diag, DIAG_NOTE_STORED, it->origin,
              "force \"%s\" starts with deep penetration: it stores %.4g J, all else that moves or "
              "could move the mechanism %.4g J",
              it->name, energy, others);
      diag_hint(diag, "does the mechanism start beyond a stop, or with one body in another? look "
                      "at the signs and units; if this is intended: \"accept: [loaded_stops]\"");
    }
  }
}

void start_remarks(State *state, Diag *diag) {
  const Model *model = state->system->model;
  for (int b = 1; b < state->system->body_count && !model->accepts_inertias; b++) {
    remark_inertia(state, b, diag);
  }
  if (!model->accepts_loaded_stops && forces_numbers(state)) {
    remark_stops(state, diag);
  }
}
