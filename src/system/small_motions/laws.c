// SPDX-License-Identifier: BSD-3-Clause
// laws.c: elements one by one, and the elimination of each (see laws.h).
#include "system/small_motions/laws.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "system/forces/forces.h"
#include "system/state/length.h"

enum { RANK = 6 }; // rows of one force
static const double ROUNDING = 16 * DBL_EPSILON;
static const double MEETS = 1e-6; // lengths: two ends at one place

// An element's part of a term, on the rows and columns where it has entries.
typedef struct Part {
  Laws *room;
  const double *unit; // of coordinates
  int n, rows, columns;
  bool hides; // a law may be below the rounding of another
  double far; // roundings of places, in those of the length by which they count
} Part;

// What the rounding of forces makes of the reactions in the group of a row [N m].
static double noise_at(const Part *part, int i) {
  return part->room->noise[part->room->row[i]];
}

bool laws_open(Laws *laws, const State *state, Arena *arena) {
  const int nv = state->system->nv;
  laws->row = arena_array(arena, int, nv);
  laws->column = arena_array(arena, int, nv);
  laws->force = arena_array(arena, double, nv);
  laws->noise = arena_array(arena, double, nv);
  laws->far = arena_array(arena, double, nv);
  laws->moves = arena_array(arena, bool, nv);
  return arena_doubles(arena, nv * nv, &laws->part, &laws->size) && laws->force != NULL &&
         laws->far != NULL && laws->moves != NULL && laws->noise != NULL && laws->row != NULL &&
         laws->column != NULL;
}

static double *at(double *X, const Part *part, int i, int j) {
  return X + (long)part->room->column[j] * part->n + part->room->row[i];
}

// An entry by the lengths of its row and column: a force times a length.
static double measured(const Part *part, double x, int i, int j) {
  return x * part->unit[part->room->row[i]] * part->unit[part->room->column[j]];
}

static Part take(Laws *room, const LinearForm *form, int element, FormTerm term) {
  const State *state = form->state;
  Part part = {.room = room, .unit = state->unit, .n = state->system->nv, .far = 1};
  linear_form_add_element(form, element, term, part.n, room->part);
  for (int k = 0; k < part.n; k++) {
    bool row = false, column = false;
    for (int i = 0; i < part.n; i++) {
      row = row || room->part[(long)i * part.n + k] != 0;
      column = column || room->part[(long)k * part.n + i] != 0;
    }
    if (row) {
      room->row[part.rows++] = k;
    }
    if (column) {
      room->column[part.columns++] = k;
    }
  }
  return part;
}

// Sizes of what is not 0: as much as the largest, by lengths; reactions: and as the noise.
static void measure(const Part *part, bool reactions) {
  double largest = 0;
  for (int j = 0; j < part->columns; j++) {
    for (int i = 0; i < part->rows; i++) {
      largest = fmax(largest, fabs(measured(part, *at(part->room->part, part, i, j), i, j)));
    }
  }
  for (int j = 0; j < part->columns; j++) {
    for (int i = 0; i < part->rows; i++) {
      const double x = *at(part->room->part, part, i, j);
      const double far = reactions ? part->room->far[part->room->row[i]] : part->far;
      const double most = reactions ? fmax(largest * far, noise_at(part, i)) : largest * far;
      *at(part->room->size, part, i, j) = x != 0 ? most / measured(part, 1, i, j) : 0;
    }
  }
}

// Moves what is left of the part to the rest, and its sizes.
static void leave(const Part *part, double *rest, double *sizes) {
  for (int j = 0; j < part->columns; j++) {
    for (int i = 0; i < part->rows; i++) {
      double *x = at(part->room->part, part, i, j), *size = at(part->room->size, part, i, j);
      const long k = (long)part->room->column[j] * part->n + part->room->row[i];
      if (rest != NULL) {
        rest[k] += *x;
      }
      sizes[k] += *x != 0 ? fmax(*size, fabs(*x)) : 0;
      *x = *size = 0;
    }
  }
}

// The largest entry above the rounding of what it is left of. False where there is none.
static bool find_pivot(const Part *part, int *row, int *column) {
  double largest = 0;
  for (int j = 0; j < part->columns; j++) {
    for (int i = 0; i < part->rows; i++) {
      const double x = *at(part->room->part, part, i, j), size = *at(part->room->size, part, i, j);
      const double by_length = fabs(measured(part, x, i, j));
      if (by_length > largest && fabs(x) > ROUNDING * size) {
        largest = by_length;
        *row = i;
        *column = j;
      }
    }
  }
  return largest > 0;
}

// The row and the column of a pivot as a law, which is taken out of the part.
static void split(const Part *part, int row, int column, SpectrumLaw *law, double *factor) {
  double *X = part->room->part, *S = part->room->size;
  const double pivot = *at(X, part, row, column);
  *factor = pivot;
  for (int i = 0; i < part->rows; i++) {
    law->on[part->room->row[i]] = *at(X, part, i, column) / pivot;
    law->on_size[part->room->row[i]] = *at(S, part, i, column) / fabs(pivot);
  }
  for (int j = 0; j < part->columns; j++) {
    law->by[part->room->column[j]] = *at(X, part, row, j) / pivot;
    law->by_size[part->room->column[j]] = *at(S, part, row, j) / fabs(pivot);
  }
  for (int j = 0; j < part->columns; j++) {
    const double by = law->by[part->room->column[j]];
    const double by_size = law->by_size[part->room->column[j]];
    for (int i = 0; i < part->rows; i++) {
      const double on = law->on[part->room->row[i]], less = on * pivot * by;
      const double on_size = law->on_size[part->room->row[i]];
      const double open = fabs(pivot) * fmax(on_size * fabs(by), fabs(on) * by_size);
      double *x = at(X, part, i, j), *size = at(S, part, i, j);
      *x = i == row || j == column ? 0 : *x - less;
      *size = fmax(*size, open);
      if (fabs(*x) <= ROUNDING * *size && !part->hides) {
        *x = 0; // the rounding of this law
      }
    }
  }
}

static bool is_same(const double *a, const double *size, const double *b, int n) {
  for (int i = 0; i < n; i++) {
    if (fabs(a[i] - b[i]) > ROUNDING * size[i]) {
      return false;
    }
  }
  return true;
}

// A damper beside a spring is one row with it.
static void join(Spectrum *spectrum, int first, int n) {
  const SpectrumLaw *last = &spectrum->laws[spectrum->law_count - 1];
  for (int k = first; k < spectrum->law_count - 1; k++) {
    SpectrumLaw *law = &spectrum->laws[k];
    if (last->c != 0 && law->c == 0 && is_same(law->on, law->on_size, last->on, n) &&
        is_same(law->by, law->by_size, last->by, n)) {
      law->c = last->c;
      spectrum->law_count--;
      return;
    }
  }
}

// Whether some number of a force is below the rounding of another one.
static bool hides(const State *state, const SystemForce *force) {
  double least = HUGE_VAL, most = 0;
  for (int k = 0; k < force->layout.par_count; k++) {
    const double size = fabs(state->values[force->first_number + k]);
    least = size > 0 ? fmin(least, size) : least;
    most = fmax(most, size);
  }
  return least < ROUNDING * most;
}

// Places are known to their rounding, far from the origin more than to that of a length: directions
// by the distance of the two ends, moments by the length of the mechanism. What only turns knows no
// place.
static double far_of(const Part *part, State *state, const SystemForce *force) {
  Frame frame[FORCE_FRAMES];
  double size = 0, apart = 0;
  bool shifts = false;
  for (int i = 0; i < part->rows; i++) {
    shifts = shifts || part->room->moves[part->room->row[i]];
  }
  (void)state_force_args(state, force, frame);
  for (int w = 0; w < force->layout.frame_count; w++) {
    for (int k = 0; k < 3; k++) {
      size = fmax(size, fabs(frame[w].x[k]));
      apart = w == 1 ? fmax(apart, fabs(frame[1].x[k] - frame[0].x[k])) : apart;
    }
  }
  const double length = length_of_pair(state, force->body);
  const double by = apart > MEETS * length ? fmin(apart, length) : length;
  return shifts ? fmax(1, size / by) : 1;
}

static SpectrumLaw *add_law(Spectrum *spectrum, int n) {
  SpectrumLaw *law = &spectrum->laws[spectrum->law_count++];
  const size_t bytes = (size_t)n * sizeof(double);
  memset(law->on, 0, bytes);
  memset(law->by, 0, bytes);
  memset(law->on_size, 0, bytes);
  memset(law->by_size, 0, bytes);
  law->k = law->c = 0;
  return law;
}

// A force that is not 0 has a stiffness of its own direction, and another one because that turns:
// the former is a law along the force, the latter is of the rest, where it belongs to the forces
// that hold the balance. False where the force is 0, or by another law than an energy's.
static bool take_loaded(const Part *part, State *state, const SystemForce *force,
                        Spectrum *spectrum) {
  double *X = part->room->part, *S = part->room->size, *Q = part->room->force;
  double most = 0, stiff = 0;
  int p = 0;
  memset(Q, 0, (size_t)part->n * sizeof(double));
  forces_pull_back(state, force, Q);
  for (int i = 0; i < part->n; i++) {
    if (fabs(Q[i]) * part->unit[i] > most) {
      most = fabs(Q[i]) * part->unit[i];
      p = i;
    }
  }
  for (int i = 0; i < part->rows && part->columns > 0; i++) {
    stiff = fmax(stiff, measured(part, *at(S, part, i, 0), i, 0));
  }
  const double own = X[(long)p * part->n + p];
  if (!force->conservative || !(most > ROUNDING * stiff) || own == 0 || part->hides) {
    return false;
  }
  SpectrumLaw *law = add_law(spectrum, part->n);
  law->k = own;
  for (int i = 0; i < part->n; i++) {
    law->on[i] = law->by[i] = Q[i] / Q[p];
    law->on_size[i] = law->by_size[i] = Q[i] != 0 ? part->far * part->unit[p] / part->unit[i] : 0;
  }
  for (int j = 0; j < part->columns; j++) {
    for (int i = 0; i < part->rows; i++) {
      *at(X, part, i, j) -= own * law->on[part->room->row[i]] * law->by[part->room->column[j]];
    }
  }
  return true;
}

static void take_laws(const Part *part, int first, double *(*strength)(SpectrumLaw *law),
                      Spectrum *spectrum) {
  int row = 0, column = 0;
  for (int rank = 0; rank < RANK && spectrum->law_count < SPECTRUM_LAWS; rank++) {
    if (!find_pivot(part, &row, &column)) {
      return;
    }
    SpectrumLaw *law = add_law(spectrum, part->n);
    split(part, row, column, law, strength(law));
    join(spectrum, first, part->n);
  }
}

static double *stiffness_of(SpectrumLaw *law) {
  return &law->k;
}

static double *damping_of(SpectrumLaw *law) {
  return &law->c;
}

static void take_force(Laws *laws, const LinearForm *form, int element, Spectrum *spectrum) {
  const int others = form->mark_count - form->force_count, first = spectrum->law_count;
  const SystemForce *force = &form->state->system->forces[form->forces[element - others]];
  Part part = take(laws, form, element, FORM_K);
  part.hides = hides(form->state, force);
  part.far = far_of(&part, form->state, force);
  measure(&part, false);
  if (spectrum->law_count == SPECTRUM_LAWS || !take_loaded(&part, form->state, force, spectrum)) {
    take_laws(&part, first, stiffness_of, spectrum);
  }
  leave(&part, spectrum->rest[1], spectrum->sizes[2]);
  part = take(laws, form, element, FORM_C);
  part.hides = hides(form->state, force);
  part.far = far_of(&part, form->state, force);
  measure(&part, false);
  take_laws(&part, first, damping_of, spectrum);
  leave(&part, spectrum->rest[0], spectrum->sizes[1]);
}

// Everything else: M, and what bodies and joints give to C and K.
static void take_rest(Laws *laws, const LinearForm *form, int element, Spectrum *spectrum) {
  static const FormTerm terms[] = {FORM_M, FORM_C, FORM_K};
  for (int t = 0; t < 3; t++) {
    const Part part = take(laws, form, element, terms[t]);
    if (t > 0) {
      measure(&part, true);
    }
    leave(&part, t > 0 ? spectrum->rest[t - 1] : NULL, spectrum->sizes[t]);
  }
}

// How far every coordinate's body is from the origin, by its length, at least 1; and which
// coordinates are displacements.
static void find_far(Laws *laws, const State *state, double *far) {
  for (int b = 1; b < state->system->body_count; b++) {
    const SystemBody *body = &state->system->bodies[b];
    const double *r = state->motion[b].r;
    const double size = fmax(fmax(fabs(r[0]), fabs(r[1])), fabs(r[2]));
    for (int i = 0; i < body->nv; i++) {
      laws->far[body->v + i] = far[body->v + i] = fmax(1, size / length_of_body(state, b));
      laws->moves[body->v + i] = i < body->kind->translations;
    }
  }
}

// A force that is not 0 is known to the rounding of its stiffness times a length, and reactions in
// the group of the bodies on which it acts are known as well.
static void find_noise(Laws *laws, const LinearForm *form) {
  State *state = form->state;
  const System *system = state->system;
  const int nv = system->nv, others = form->mark_count - form->force_count;
  memset(laws->noise, 0, (size_t)nv * sizeof(double));
  for (int k = 0; k < form->force_count; k++) {
    const SystemForce *force = &system->forces[form->forces[k]];
    double most = 0, size = 0;
    memset(laws->force, 0, (size_t)nv * sizeof(double));
    forces_pull_back(state, force, laws->force);
    for (int i = 0; i < nv; i++) {
      most = fmax(most, fabs(laws->force[i]));
    }
    const Part part = take(laws, form, others + k, FORM_K);
    for (int j = 0; j < part.columns; j++) {
      for (int i = 0; i < part.rows; i++) {
        double *x = at(laws->part, &part, i, j);
        size = fmax(size, fabs(measured(&part, *x, i, j)));
        *x = 0;
      }
    }
    size *= far_of(&part, state, force);
    for (int b = 1; b < system->body_count && most > 0; b++) {
      bool same = false;
      for (int w = 0; w < force->layout.wrench_count; w++) {
        same = same ||
               (force->body[w] != 0 && system->group_of[b] == system->group_of[force->body[w]]);
      }
      for (int i = 0; i < system->bodies[b].nv && same; i++) {
        double *noise = &laws->noise[system->bodies[b].v + i];
        *noise = fmax(*noise, size);
      }
    }
  }
}

void laws_take(Laws *laws, const Linearization *linearization, Spectrum *spectrum) {
  const LinearForm *form = &linearization->form;
  const int nv = form->state->system->nv;
  const size_t bytes = (size_t)nv * (size_t)nv * sizeof(double);
  memcpy(spectrum->length, form->state->unit, (size_t)nv * sizeof(double));
  for (int k = 0; k < 3; k++) {
    memset(spectrum->sizes[k], 0, bytes);
  }
  memset(spectrum->rest[0], 0, bytes);
  memset(spectrum->rest[1], 0, bytes);
  spectrum->law_count = 0;
  find_far(laws, form->state, spectrum->far);
  find_noise(laws, form);
  const int others = form->mark_count - form->force_count;
  for (int e = 0; e < form->mark_count; e++) {
    if (e < others) {
      take_rest(laws, form, e, spectrum);
    } else {
      take_force(laws, form, e, spectrum);
    }
  }
}

double laws_noise(const Laws *laws, const State *state, int group) {
  const System *system = state->system;
  double noise = 0;
  for (int b = 1; b < system->body_count; b++) {
    for (int i = 0; i < system->bodies[b].nv && system->group_of[b] == group; i++) {
      noise = fmax(noise, laws->noise[system->bodies[b].v + i]);
    }
  }
  return noise;
}
