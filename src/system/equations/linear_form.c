// SPDX-License-Identifier: BSD-3-Clause
// linear_form.c: one walk over bodies, rows and forces for all matrices (see linear_form.h).
#include "system/equations/linear_form.h"

#include <math.h>
#include <string.h>

#include "elements/frames/body.h"
#include "system/constraints/row_slopes.h"
#include "system/forces/forces.h"
#include "system/forces/friction.h"
#include "system/mechanism/inertia.h"

static bool wants(const LinearForm *form, FormTerm term) {
  return (form->wanted >> term & 1U) != 0;
}

// Entries of a row in consecutive columns: counted, then listed, then valued.
static void put(LinearForm *form, FormTerm term, int row, int column, const double *x, int count) {
  struct FormEntries *to = &form->term[term];
  if (!wants(form, term)) {
    return;
  }
  for (int k = 0; k < count && to->values != NULL; k++) {
    to->values[to->count + k] = x[k];
  }
  if (to->values == NULL && to->blocks != NULL) {
    to->blocks[to->block_count] = (FormBlock){row, column, count};
  }
  to->block_count++;
  to->count += count;
}

// Whether x of a body are others than its q: turns in space, T E [4 x 3], between the rest.
static bool turns(const SystemBody *body) {
  return body->kind->rotations == 3;
}

// Entries of a row in the columns of a body's velocities, from `count` numbers [.., n at its turns,
// ..] with the matrix [n x 3] there.
static void put_turned(LinearForm *form, FormTerm term, int row, const SystemBody *body,
                       const double *from, int n, const double *matrix) {
  const int t = body->kind->translations;
  double x[BODY_V];
  if (form->term[term].values == NULL) { // only places are wanted
    put(form, term, row, body->v, from, body->nv);
    return;
  }
  for (int k = 0; k < body->nv; k++) {
    x[k] = from[k < t ? k : k + n - FORM_TURNS];
  }
  for (int k = 0; k < FORM_TURNS; k++) {
    x[t + k] = 0;
    for (int i = 0; i < n; i++) {
      x[t + k] += from[t + i] * matrix[FORM_TURNS * i + k];
    }
  }
  put(form, term, row, body->v, x, body->nv);
}

// Entries of a row in the columns x of a body, from those by its coordinates q.
static void put_x(LinearForm *form, FormTerm term, int row, int b, const double *by_q) {
  const SystemBody *body = &form->state->system->bodies[b];
  if (form->of_q || !turns(body)) {
    put(form, term, row, form->of_q ? body->q : body->v, by_q, body->nq);
  } else {
    put_turned(form, term, row, body, by_q, BODY_ORIENTATION, form->map[b]);
  }
}

// ---- bodies ----

// E, T and D: where T is 1 or D zero by structure they have no other entries.
static void emit_rates(LinearForm *form, int b, const FormPoint *point) {
  const State *state = form->state;
  const SystemBody *body = &state->system->bodies[b];
  const int t = body->kind->translations, n = body_orientations(body->kind);
  double T[BODY_Q * BODY_V] = {0}, D[BODY_Q * BODY_Q] = {0};
  const double one = 1;
  if (point != NULL && turns(body)) {
    body_rate_parts(body->kind, state->q + body->q, point->slope + body->v, T, D);
  }
  for (int i = 0; i < body->nq; i++) {
    const int row = body->q + i;
    put(form, FORM_E, row, row, &one, 1);
    if (turns(body) && i >= t && i < t + n) {
      put(form, FORM_T, row, body->v + t, T + (ptrdiff_t)i * body->nv + t, FORM_TURNS);
      put(form, FORM_D, row, body->q + t, D + (ptrdiff_t)i * body->nq + t, n);
    } else {
      put(form, FORM_T, row, body->v + i - (turns(body) && i >= t), &one, 1);
    }
  }
}

// M, C and K of F = M a + h (inertia.h), M between the turns of bodies that keep their shape, and
// C, only where these are in space.
static void emit_inertia(LinearForm *form, int b, const FormPoint *point) {
  const State *state = form->state;
  const SystemBody *body = &state->system->bodies[b];
  const int nv = body->nv, t = body->kind->translations;
  const bool inside = body->kind->inside != NULL, moves = inside || body_gyrates(body->kind);
  double F_q[BODY_V * BODY_Q] = {0}, F_v[BODY_V * BODY_V] = {0};
  if (point != NULL && moves) {
    inertia_slopes(state, b, F_q, F_v);
  }
  for (int i = 0; i < nv; i++) {
    const int row = body->v + i, first = inside ? 0 : i < t ? i : t;
    const int count = inside || i >= t ? nv - first : 1;
    const ptrdiff_t at = (ptrdiff_t)i * nv + first;
    put(form, FORM_M, row, body->v + first, state->mass[b] + at, count);
    if (moves) {
      put(form, FORM_C, row, body->v + first, F_v + at, count);
    }
    if (inside) {
      put_x(form, FORM_K, row, b, F_q + (ptrdiff_t)i * body->nq);
    }
  }
}

// T E of the bodies whose q are others than their x.
static void prepare_map(LinearForm *form, const FormPoint *point) {
  const State *state = form->state;
  for (int b = 1; b < state->system->body_count && !form->of_q; b++) {
    const SystemBody *body = &state->system->bodies[b];
    const int t = body->kind->translations;
    for (int k = 0; k < FORM_TURNS && turns(body); k++) {
      double x[BODY_V] = {0}, dq[BODY_Q];
      for (int i = 0; i < FORM_TURNS; i++) {
        x[t + i] = point->turn != NULL ? point->turn[b][FORM_TURNS * i + k] : i == k;
      }
      body_rate(body->kind, state->q + body->q, x, dq);
      for (int i = 0; i < BODY_ORIENTATION; i++) {
        form->map[b][FORM_TURNS * i + k] = dq[t + i];
      }
    }
  }
}

// ---- rows ----

// Row i + r at one of its ends.
static void emit_end(LinearForm *form, int i, int r, const RowEnd *end, const RowSlopes *slopes,
                     const FormPoint *point) {
  const SystemBody *body = &form->state->system->bodies[end->body];
  const double *J = form->state->row + end->at + r * ROW_STRIDE;
  const int row = i + r;
  put(form, FORM_J, row, end->v, J, end->nv);
  if (form->state->system->rows[row].rates_alone) {
    put(form, FORM_G, row, end->v, J, end->nv);
    if (wants(form, FORM_H)) {
      put_x(form, FORM_H, row, end->body, row_slopes_q(slopes, slopes->rate_q, r, end));
    }
  } else if (form->of_q && wants(form, FORM_P)) {
    put_x(form, FORM_P, row, end->body, row_slopes_q(slopes, slopes->phi_q, r, end));
  } else if (turns(body) && point != NULL && point->turn != NULL) {
    put_turned(form, FORM_P, row, body, J, FORM_TURNS, point->turn[end->body]);
  } else {
    put(form, FORM_P, row, end->v, J, end->nv);
  }
  if (wants(form, FORM_R)) {
    put_x(form, FORM_R, row, end->body, row_slopes_q(slopes, slopes->rate_q, r, end));
  }
  if (wants(form, FORM_A)) {
    put_x(form, FORM_A, row, end->body, row_slopes_q(slopes, slopes->second_q, r, end));
  }
  if (wants(form, FORM_B)) {
    put(form, FORM_B, row, end->v, row_slopes_v(slopes, r, end), end->nv);
  }
}

// A column of T x in the rows of a body's q.
static void put_rate(LinearForm *form, FormTerm term, int b, int column, const double *x) {
  const State *state = form->state;
  const SystemBody *body = &state->system->bodies[b];
  double product[BODY_Q] = {0};
  body_rate(body->kind, state->q + body->q, x, product);
  for (int k = 0; k < body->nq; k++) {
    put(form, term, body->q + k, column, product + k, 1);
  }
}

// N and U of row i and those alike; slopes: room.
static void emit_slips(LinearForm *form, int i, const FormPoint *point, RowSlopes *slopes) {
  const System *system = form->state->system;
  const RowEnd *first = system->ends + system->rows[i].first_end;
  const RowEnd *last = system->ends + system->rows[i].end;
  row_slopes_of_force(form->state, i, point != NULL ? point->mu : NULL, slopes);
  for (const RowEnd *on = first; on < last; on++) {
    for (int r = 0; r < rows_alike(system, i); r++) {
      put_rate(form, FORM_U, on->body, i + r, form->state->row + on->at + r * ROW_STRIDE);
    }
    for (const RowEnd *by = first; by < last; by++) {
      for (int column = 0; column < system->bodies[by->body].nq; column++) {
        double x[BODY_V] = {0};
        for (int k = 0; k < on->nv; k++) {
          x[k] = row_slopes_force(slopes, on, k, by)[column];
        }
        put_rate(form, FORM_N, on->body, system->bodies[by->body].q + column, x);
      }
    }
  }
}

// Row i and those alike.
static void emit_rows(LinearForm *form, int i, const FormPoint *point) {
  State *state = form->state;
  const System *system = state->system;
  const RowEnd *first = system->ends + system->rows[i].first_end;
  const RowEnd *last = system->ends + system->rows[i].end;
  const double *lambda = point != NULL ? point->lambda : NULL, one = 1;
  RowSlopes slopes;
  if (form->of_q || wants(form, FORM_H) || wants(form, FORM_R) || wants(form, FORM_A) ||
      wants(form, FORM_B)) {
    row_slopes(state, i, lambda, &slopes);
  } else {
    row_slopes_of_force(state, i, lambda, &slopes);
  }
  for (int r = 0; r < rows_alike(system, i); r++) {
    for (const RowEnd *end = first; end < last; end++) {
      emit_end(form, i, r, end, &slopes, point);
    }
    put(form, FORM_S, i + r, i + r, state->row_scale + i + r, 1);
    put(form, FORM_I, i + r, i + r, &one, 1);
  }
  for (const RowEnd *on = first; on < last; on++) {
    for (const RowEnd *by = first; by < last; by++) {
      for (int k = 0; k < on->nv; k++) {
        put_x(form, FORM_K, on->v + k, by->body, row_slopes_force(&slopes, on, k, by));
      }
    }
  }
  if (wants(form, FORM_N)) {
    emit_slips(form, i, point, &slopes);
  }
}

// ---- forces ----

static void emit_force(LinearForm *form, const SystemForce *force, const FormPoint *point) {
  State *state = form->state;
  const System *system = state->system;
  ForceSlopes slopes;
  memset(slopes.by_q, 0, sizeof slopes.by_q);
  memset(slopes.by_v, 0, sizeof slopes.by_v);
  if (point != NULL) {
    forces_slopes_begin(state, force, &slopes);
  }
  for (int c = 0; c < force->column_body_count; c++) {
    const int by = force->column_bodies[c];
    if (point != NULL) {
      forces_slopes_by(state, force, by, &slopes);
    }
    for (int w = 0; w < force->layout.wrench_count; w++) {
      const SystemBody *on = &system->bodies[force->body[w]];
      for (int i = 0; i < on->nv; i++) {
        put_x(form, FORM_K, on->v + i, by, slopes.by_q[w][i]);
        put(form, FORM_C, on->v + i, system->bodies[by].v, slopes.by_v[w][i],
            system->bodies[by].nv);
      }
    }
  }
}

// By the rows of the joint, or of the relation that stands beside them.
static void emit_friction(LinearForm *form, int f, int constraint, const FormPoint *point) {
  const System *system = form->state->system;
  const SystemForce *force = &system->forces[system->friction[f]];
  const int *first = &system->constraint_first_row[constraint];
  double dQ[2][BODY_V] = {{0}};
  for (int row = first[0]; row < first[1]; row++) {
    if (point != NULL) {
      friction_slopes(form->state, f, row, dQ);
    }
    for (int k = 0; k < 2; k++) {
      const SystemBody *body = &system->bodies[force->body[k]];
      for (int i = 0; i < body->nv; i++) {
        put(form, FORM_F, body->v + i, row, &dQ[k][i], 1);
      }
    }
  }
}

// ---- all ----

static void mark(LinearForm *form) {
  for (int k = 0; k < FORM_TERMS && form->marks != NULL; k++) {
    form->marks[form->mark_count].block[k] = form->term[k].block_count;
    form->marks[form->mark_count].value[k] = form->term[k].count;
  }
  form->mark_count++;
}

// point NULL: only places are wanted.
static void walk(LinearForm *form, const FormPoint *point) {
  const System *system = form->state->system;
  form->mark_count = 0;
  for (int b = 1; b < system->body_count; b++) {
    mark(form);
    if (form->of_q) {
      emit_rates(form, b, point);
    }
    emit_inertia(form, b, point);
  }
  for (int i = 0; i < system->nc; i += rows_alike(system, i)) {
    mark(form);
    emit_rows(form, i, point);
  }
  for (int k = 0; k < form->force_count; k++) {
    mark(form);
    emit_force(form, &system->forces[form->forces[k]], point);
  }
  mark(form);
  form->mark_count--;
  for (int f = 0; f < system->friction_count && wants(form, FORM_F); f++) {
    const Model *model = system->model;
    const int joint = model->forces[system->forces[system->friction[f]].force].joint;
    const int relation = model->joints[joint].relation;
    emit_friction(form, f, joint, point);
    if (relation >= 0) { // a thread
      emit_friction(form, f, model->joint_count + relation, point);
    }
  }
}

static void start(LinearForm *form) {
  for (int k = 0; k < FORM_TERMS; k++) {
    form->term[k].block_count = form->term[k].count = 0;
  }
}

static bool list_forces(LinearForm *form, bool present, Arena *arena) {
  const State *state = form->state;
  int *list = arena_array(arena, int, state->system->force_count);
  const int count = present ? forces_present_count(state) : state->system->force_count;
  for (int k = 0; list != NULL && k < count; k++) {
    list[form->force_count++] = present ? forces_present(state, k)->force : k;
  }
  form->forces = list;
  return list != NULL;
}

bool linear_form_covers(const LinearForm *form) {
  const State *state = form->state;
  int at = 0;
  for (int k = 0; k < forces_present_count(state); k++, at++) {
    const int wanted = forces_present(state, k)->force;
    while (at < form->force_count && form->forces[at] < wanted) {
      at++;
    }
    if (at == form->force_count || form->forces[at] > wanted) {
      return false;
    }
  }
  return true;
}

bool linear_form_fits(const LinearForm *form) {
  enum { MORE = 8, TIMES = 2 };
  const State *state = form->state;
  return linear_form_covers(form) &&
         form->force_count <= TIMES * forces_present_count(state) + MORE;
}

bool linear_form_open(LinearForm *form, State *state, unsigned wanted, bool of_q, bool present,
                      Arena *arena) {
  *form = (LinearForm){.state = state, .wanted = wanted, .of_q = of_q};
  form->map = arena_alloc_array(arena, state->system->body_count, sizeof *form->map);
  bool ok = form->map != NULL && list_forces(form, present, arena);
  if (!ok) {
    return false;
  }
  walk(form, NULL);
  double *values[FORM_TERMS] = {NULL};
  for (int k = 0; k < FORM_TERMS && ok; k++) {
    if (wants(form, (FormTerm)k)) {
      form->term[k].blocks = arena_array(arena, FormBlock, form->term[k].block_count);
      values[k] = arena_array(arena, double, form->term[k].count);
      ok = form->term[k].blocks != NULL && values[k] != NULL;
    }
  }
  if (!ok) {
    return false;
  }
  start(form);
  walk(form, NULL);
  for (int k = 0; k < FORM_TERMS; k++) {
    form->term[k].values = values[k];
  }
  return true;
}

void linear_form_at(LinearForm *form, const FormPoint *point) {
  state_prepare_derivatives(form->state, point->a);
  if (form->state->friction != NULL) { // the forces are those of these multipliers
    friction_take(form->state, point->lambda);
  }
  prepare_map(form, point);
  start(form);
  walk(form, point);
}

void linear_form_add(const LinearForm *form, FormTerm term, double weight, int rows, double *to) {
  const struct FormEntries *from = &form->term[term];
  const double *value = from->values;
  for (const FormBlock *block = from->blocks; block < from->blocks + from->block_count; block++) {
    for (int k = 0; k < block->count; k++) {
      to[(long)(block->column + k) * rows + block->row] += weight * *value++;
    }
  }
}

bool linear_form_mark(LinearForm *form, Arena *arena) {
  const System *system = form->state->system;
  form->marks = arena_array(arena, FormMark, system->body_count + system->nc + form->force_count);
  return form->marks != NULL;
}

void linear_form_add_element(const LinearForm *form, int element, FormTerm term, int rows,
                             double *to) {
  const FormMark *mark = &form->marks[element];
  const struct FormEntries *from = &form->term[term];
  const double *value = from->values + mark->value[term];
  const FormBlock *end = from->blocks + mark[1].block[term];
  for (const FormBlock *block = from->blocks + mark->block[term]; block < end; block++) {
    for (int k = 0; k < block->count; k++) {
      to[(long)(block->column + k) * rows + block->row] += *value++;
    }
  }
}

void linear_form_times(const LinearForm *form, FormTerm term, double weight, const double *x,
                       double *to) {
  const struct FormEntries *from = &form->term[term];
  const double *value = from->values;
  for (const FormBlock *block = from->blocks; block < from->blocks + from->block_count; block++) {
    for (int k = 0; k < block->count; k++) {
      to[block->row] += weight * *value++ * x[block->column + k];
    }
  }
}

// ---- sums by a table ----

// Announces the entries of all addends, or finds their slots.
static void locate(const FormMatrix *matrix, const int first[FORM_PLACES], Sink *sink) {
  for (int k = 0; k < matrix->count; k++) {
    const FormAddend *addend = &matrix->table[k];
    const struct FormEntries *term = &matrix->form.term[addend->term];
    const bool turned = addend->term == FORM_J && addend->row == FORM_AT_V;
    const int blocks = addend->weight[matrix->which] != 0 ? term->block_count : 0;
    for (const FormBlock *block = term->blocks; block < term->blocks + blocks; block++) {
      for (int j = block->column; j < block->column + block->count; j++) {
        sink_add(sink, first[addend->row] + (turned ? j : block->row),
                 first[addend->column] + (turned ? block->row : j), 0);
      }
    }
  }
}

bool form_matrix_open(FormMatrix *matrix, State *state, const FormAddend *table, int count,
                      int which, const int first[FORM_PLACES], int size, bool present,
                      Pattern *pattern, Arena *arena) {
  unsigned wanted = 0;
  for (int k = 0; k < count; k++) {
    wanted |= table[k].weight[which] != 0 ? 1U << table[k].term : 0;
  }
  *matrix = (FormMatrix){.table = table, .count = count, .which = which};
  pattern_open(pattern, size, size <= LINEAR_DENSE_LIMIT, arena);
  if (!linear_form_open(&matrix->form, state, wanted, first[FORM_AT_X] != first[FORM_AT_V], present,
                        arena)) {
    return false;
  }
  Sink sink = {.mode = SINK_ANNOUNCE, .pattern = pattern};
  do {
    locate(matrix, first, &sink);
  } while (sink_turn(&sink, arena));
  matrix->nonzeros = pattern->nonzeros;
  matrix->slots = sink.slots;
  return sink.slots != NULL;
}

void form_matrix_at(FormMatrix *matrix, const FormPoint *point, const double weight[],
                    double *values) {
  linear_form_at(&matrix->form, point);
  memset(values, 0, (size_t)matrix->nonzeros * sizeof(double));
  const int *slot = matrix->slots;
  for (int k = 0; k < matrix->count; k++) {
    const FormAddend *addend = &matrix->table[k];
    const struct FormEntries *term = &matrix->form.term[addend->term];
    const int entries = addend->weight[matrix->which] != 0 ? term->count : 0;
    const double factor = weight[addend->weight[matrix->which]];
    for (int e = 0; e < entries; e++) {
      values[slot[e]] += factor * term->values[e];
    }
    slot += entries;
  }
}
