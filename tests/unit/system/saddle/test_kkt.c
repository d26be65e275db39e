// SPDX-License-Identifier: BSD-3-Clause
// test_system_kkt.c: accelerations, multipliers and corrections of larger mechanisms, whichever way
// they are solved, against dense LU of the whole saddle-point matrix with the same rows left out.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/system_support.h"

#include "system/constraints/rows.h"
#include "system/equations/residual.h"
#include "system/forces/solve.h"
#include "system/saddle/kkt.h"
#include "system/saddle/kkt_rows.h"

enum { TEXT = 65536, LINKS = 24 };

typedef struct Writer {
  char text[TEXT];
  size_t used;
} Writer;

__attribute__((format(printf, 2, 3))) static void put(Writer *writer, const char *format, ...) {
  va_list list;
  va_start(list, format);
  const int count = vsnprintf(writer->text + writer->used, TEXT - writer->used, format, list);
  va_end(list);
  assert_true(count >= 0 && writer->used + (size_t)count < TEXT);
  writer->used += (size_t)count;
}

// Every second or third rod, or the hub, has neither mass nor moment of inertia.
static bool bare;

// A zigzag of rods of 1 m; masses differ so that nothing cancels.
static void put_planar_rods(Writer *writer, int count) {
  put(writer, PLANAR "bodies:\n");
  double x = 0, y = 0;
  for (int i = 0; i < count; i++) {
    const double angle = i % 2 == 0 ? 0.6 : -0.5;
    put(writer,
        "  b%d: {type: rigid, mass: %d, inertia: %g, initial: {position: [%.17g, %.17g], angle: "
        "%.17g},\n    markers: {l: {position: [-0.5, 0]}, r: {position: [0.5, 0]}}}\n",
        i, bare && i % 2 == 0 ? 0 : 1 + i % 3, bare && i % 2 == 0 ? 0 : 0.1, x + 0.5 * cos(angle),
        y + 0.5 * sin(angle), angle);
    x += cos(angle);
    y += sin(angle);
  }
  put(writer, "ground: {markers: {far: {position: [%.17g, %.17g]}}}\njoints:\n", x, y);
}

static void put_revolutes(Writer *writer, const char *prefix, int count) {
  for (int i = 0; i < count; i++) {
    put(writer, "  %s%d: {type: revolute, marker_i: ", prefix, i);
    put(writer, i == 0 ? "ground" : "b%d.r", i - 1);
    put(writer, ", marker_j: b%d.l}\n", i);
  }
}

static void write_chain(Writer *writer) {
  put_planar_rods(writer, LINKS);
  put_revolutes(writer, "j", LINKS);
}

static void write_ring(Writer *writer) {
  write_chain(writer);
  put(writer, "  last: {type: revolute, marker_i: b%d.r, marker_j: ground.far}\n", LINKS - 1);
}

static void write_doubled(Writer *writer) {
  put_planar_rods(writer, LINKS);
  put_revolutes(writer, "j", LINKS);
  put_revolutes(writer, "again", LINKS);
}

// A closed row of hinges in space, all about z: three rows redundant.
static void write_spatial_ring(Writer *writer) {
  enum { COUNT = 9 };
  double x = 0, y = 0;
  put(writer, SPATIAL "bodies:\n");
  for (int i = 0; i < COUNT; i++) {
    const double angle = i % 2 == 0 ? 0.6 : -0.5;
    const int has = bare && i % 3 == 1 ? 0 : 1;
    put(writer,
        "  b%d: {type: rigid, mass: %d, inertia: {xx: %g, yy: %g, zz: %g, xy: %g},\n    "
        "initial: {position: [%.17g, %.17g, 0], orientation: {axis_angle: {axis: [0, 0, 1], angle: "
        "%.17g}}, angular_velocity: [0, 0, 0]},\n    markers: {l: {position: [-0.5, 0, 0]}, r: "
        "{position: [0.5, 0, 0]}}}\n",
        i, 2 * has, 0.1 * has, 0.2 * has, 0.25 * has, 0.01 * has, x + 0.5 * cos(angle),
        y + 0.5 * sin(angle), angle);
    x += cos(angle);
    y += sin(angle);
  }
  put(writer, "ground: {markers: {far: {position: [%.17g, %.17g, 0]}}}\njoints:\n", x, y);
  put_revolutes(writer, "j", COUNT);
  put(writer, "  last: {type: revolute, marker_i: b%d.r, marker_j: ground.far}\n", COUNT - 1);
}

// One body that carries all others.
static void write_star(Writer *writer) {
  enum { COUNT = 40 };
  put(writer, PLANAR "bodies:\n  hub: {type: rigid, mass: %d, inertia: %d}\n", bare ? 0 : 5,
      bare ? 0 : 3);
  for (int i = 0; i < COUNT; i++) {
    put(writer,
        "  b%d: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [%.17g, %.17g]},\n"
        "    markers: {l: {position: [-0.5, 0]}}}\n",
        i, 0.5 + cos(i), sin(i));
  }
  put(writer, "joints:\n");
  for (int i = 0; i < COUNT; i++) {
    put(writer, "  j%d: {type: revolute, body_i: hub, body_j: b%d, at: [%.17g, %.17g]}\n", i, i,
        cos(i), sin(i));
  }
}

// The same with every joint twice.
static void write_doubled_star(Writer *writer) {
  write_star(writer);
  for (int i = 0; i < 40; i++) {
    put(writer, "  k%d: {type: revolute, body_i: hub, body_j: b%d, at: [%.17g, %.17g]}\n", i, i,
        cos(i), sin(i));
  }
}

// A point on rods that all lie on one line: it has as many rows as rods, of rank one.
static void put_point_on_rods(Writer *writer, int count) {
  put(writer, PLANAR "bodies:\n  P: {type: point_mass, mass: 2, initial: {position: [0, 0]}}\n"
                     "ground: {markers: {");
  for (int i = 0; i < count; i++) {
    put(writer, "%sm%d: {position: [%d, %d]}", i > 0 ? ", " : "", i, 3 * (i + 1), 4 * (i + 1));
  }
  put(writer, "}}\njoints:\n");
  for (int i = 0; i < count; i++) {
    put(writer, "  r%d: {type: distance, marker_i: ground.m%d, marker_j: P, length: %d}\n", i, i,
        5 * (i + 1));
  }
}

static void write_rod(Writer *writer) {
  put_point_on_rods(writer, 1);
}
static void write_two_rods(Writer *writer) {
  put_point_on_rods(writer, 2);
}
static void write_nine_rods(Writer *writer) {
  put_point_on_rods(writer, 9);
}
static void write_ten_rods(Writer *writer) {
  put_point_on_rods(writer, 10);
}
static void write_hinge(Writer *writer) {
  put_planar_rods(writer, 1);
  put_revolutes(writer, "j", 1);
}
static void write_two_hinges(Writer *writer) {
  put_planar_rods(writer, 2);
  put_revolutes(writer, "j", 2);
}

// Dense LU of [M J'; J -D], with zero for rows that count and 1e20 S for rows that are left out.
typedef struct Reference {
  Pattern pattern;
  Linear *linear;
  double *values, *x, *y;
} Reference;

static void reference_open(Reference *reference, State *state, Arena *arena) {
  const System *system = state->system;
  const int n = system->nv + system->nc;
  pattern_open(&reference->pattern, n, true, arena);
  assert_true(pattern_close(&reference->pattern));
  int *slots = arena_array(arena, int, 40 * n);
  reference->values = arena_array(arena, double, n *n);
  reference->x = arena_array(arena, double, n);
  reference->y = arena_array(arena, double, n);
  reference->linear = linear_open(&reference->pattern, arena);
  Sink sink = {.mode = SINK_LOCATE, .pattern = &reference->pattern, .slots = slots};
  kkt_emit(system, NULL, NULL, NULL, NULL, 0, &sink);
  assert_true(sink.count <= 40 * n);
  sink = (Sink){.mode = SINK_ADD, .slots = slots, .values = reference->values};
  kkt_emit(system, (const double(*)[BODY_V * BODY_V]) state->mass, state->row, state->row,
           state->row_dropped, 1, &sink);
  assert_true(linear_factor(reference->linear, reference->values));
}

// x = (a, lambda).
static void reference_accelerations(Reference *reference, const State *state) {
  const System *system = state->system;
  double *x = reference->x;
  memcpy(x, state->Q, (size_t)system->nv * sizeof(double));
  for (int p = 0; p < system->part_count; p++) {
    for (int r = 0; r < system->parts[p].primitive->row_count; r++) {
      x[system->nv + system->parts[p].row + r] = -state->rows[p].bias[r];
    }
  }
  linear_solve(reference->linear, x);
}

static void assert_close(const double *found, const double *expected, int n, double within) {
  double size = 0;
  for (int i = 0; i < n; i++) {
    size = fmax(size, fabs(expected[i]));
  }
  assert_true(size > 0);
  for (int i = 0; i < n; i++) {
    if (!(fabs(found[i] - expected[i]) <= within * size)) {
      fail_msg("number %d is %.17g, not %.17g", i, found[i], expected[i]);
    }
  }
}

// A pose and velocities that are nothing special, away from the manifold by little.
static void disturb(State *state) {
  unsigned seed = 7;
  for (int i = 0; i < state->system->nv; i++) {
    seed = seed * 1664525U + 1013904223U;
    state->v[i] = (double)(seed >> 8) / 8388608.0 - 1;
  }
  state_set(state, 0.1, state->q, state->v);
  assert_true(state_forces(state));
}

// The same forces, and no other multipliers with them have a smaller sum of S lambda^2: moving
// along any null vector J' n = 0 raises it.
static void check_shared(State *state, const double *before, const double *lambda, Arena *arena) {
  const System *system = state->system;
  double *change = arena_array(arena, double, system->nv + 2 * system->nc);
  double *n = change + system->nv, *force = n + system->nc, size = 0;
  for (int i = 0; i < system->nc; i++) {
    n[i] = before[i] - lambda[i];
    size = fmax(size, fabs(before[i]));
  }
  rows_add_forces(state, 1, n, change);
  for (int i = 0; i < system->nv; i++) {
    assert_true(fabs(change[i]) <= 1e-10 * size);
  }
  double along = 0, own = 0;
  for (int i = 0; i < system->nc; i++) {
    force[i] = state->row_scale[i] * n[i];
    along += force[i] * lambda[i];
    own += force[i] * n[i];
  }
  assert_true(own > 0 && fabs(along) <= 1e-9 * own);
}

// redundant: equations that depend on others.
static void check_mechanism(void (*write)(Writer *), KktMethod method, int redundant) {
  static Writer writer;
  writer.used = 0;
  write(&writer);
  Mechanism mechanism;
  mechanism_open(&mechanism, writer.text, true);
  assert_true(mechanism.accepted);
  State *state = mechanism.state;
  Arena *arena = &mechanism.loaded.arena;
  const System *system = state->system;
  const int nv = system->nv, nc = system->nc;
  assert_int_equal(system->kkt_method, method);
  disturb(state);
  assert_true(kkt_rows_choose(state, redundant, arena));
  assert_int_equal(state->dropped, redundant);
  Reference reference;
  reference_open(&reference, state, arena);
  double *a = arena_array(arena, double, nv + nc), *lambda = a + nv;
  double *shared = arena_array(arena, double, nc);
  assert_true(kkt_factor(state, KKT_EXACT));
  solve_accelerations(state, a, lambda);
  reference_accelerations(&reference, state);
  assert_close(lambda, reference.x + nv, nc, 1e-10);
  assert_close(a, reference.x, nv, 1e-10);
  if (redundant > 0) {
    memcpy(shared, lambda, (size_t)nc * sizeof(double));
    kkt_rows_share(state, shared);
    check_shared(state, lambda, shared, arena);
  }

  for (int i = 0; i < nv + nc; i++) {
    a[i] = reference.x[i] = sin(i);
  }
  kkt_solve(state, a);
  linear_solve(reference.linear, reference.x);
  assert_close(a, reference.x, nv, 1e-10);

  // a correction that some motion brings about
  double *rhs = arena_array(arena, double, nc);
  for (int p = 0; p < system->part_count; p++) {
    for (int r = 0; r < system->parts[p].primitive->row_count; r++) {
      rhs[system->parts[p].row + r] = reference.x[nv + system->parts[p].row + r] =
          state->rows[p].rate[r];
    }
  }
  memset(reference.x, 0, (size_t)nv * sizeof(double));
  kkt_correction(state, rhs, a);
  linear_solve(reference.linear, reference.x);
  assert_close(a, reference.x, nv, 1e-10);
  mechanism_close(&mechanism);
}

static void chain(void **unused) {
  (void)unused;
  check_mechanism(write_chain, KKT_SCHUR, 0);
}

static void ring(void **unused) {
  (void)unused;
  check_mechanism(write_ring, KKT_SCHUR, 0);
}

static void doubled_joints(void **unused) {
  (void)unused;
  check_mechanism(write_doubled, KKT_SCHUR, 2 * LINKS);
}

static void ring_in_space(void **unused) {
  (void)unused;
  check_mechanism(write_spatial_ring, KKT_SCHUR, 3);
}

static void star(void **unused) {
  (void)unused;
  check_mechanism(write_star, KKT_SADDLE, 0);
  check_mechanism(write_doubled_star, KKT_SADDLE, 80);
}

static void few_unknowns(void **unused) {
  (void)unused;
  check_mechanism(write_rod, KKT_SCHUR, 0);
  check_mechanism(write_hinge, KKT_SCHUR, 0);
  check_mechanism(write_two_hinges, KKT_SCHUR, 0);
  check_mechanism(write_two_rods, KKT_SCHUR, 1);
  check_mechanism(write_nine_rods, KKT_SCHUR, 8);
  check_mechanism(write_ten_rods, KKT_SCHUR, 9);
}

// Against the same LU, which divides by no mass.
static void without_mass(void **unused) {
  (void)unused;
  bare = true;
  check_mechanism(write_two_hinges, KKT_SCHUR, 0);
  check_mechanism(write_chain, KKT_SCHUR, 0);
  check_mechanism(write_ring, KKT_SCHUR, 0);
  check_mechanism(write_doubled, KKT_SCHUR, 2 * LINKS);
  check_mechanism(write_spatial_ring, KKT_SCHUR, 3);
  check_mechanism(write_star, KKT_SADDLE, 0);
  check_mechanism(write_doubled_star, KKT_SADDLE, 80);
  bare = false;
}

// ---- the order of calls on the present point ----

typedef void Call(State *state, double *a, double *lambda);

static void accelerate(State *state, double *a, double *lambda) {
  (void)solve_accelerations(state, a, lambda);
}

// Everything in order, then one thing that takes the stage back.
static void moved(State *state, double *a, double *lambda) {
  state_set(state, 0, state->q, state->v);
  accelerate(state, a, lambda);
}
static void without_forces(State *state, double *a, double *lambda) {
  state_set_velocity(state, state->v);
  accelerate(state, a, lambda);
}
static void without_factors(State *state, double *a, double *lambda) {
  state_set(state, 0, state->q, state->v);
  (void)state_forces(state);
  accelerate(state, a, lambda);
}
static void factors_of_projections(State *state, double *a, double *lambda) {
  (void)kkt_factor(state, KKT_EPS_PROJECTION);
  accelerate(state, a, lambda);
}
static void without_bias(State *state, double *a, double *lambda) {
  state_set_level(state, 0, state->q, state->v, PAIR_VELOCITY);
  (void)(state_forces(state) && kkt_factor(state, KKT_EXACT));
  accelerate(state, a, lambda);
}
static void of_other_numbers(State *state, double *a, double *lambda) {
  Failure failure = {.code = DIAG_NONE};
  (void)a;
  (void)lambda;
  (void)state_refresh(state, NULL, &failure);
  (void)state_forces(state);
}

// Whether a call ends by an assertion, in a process of its own.
static bool ends(Call *call, State *state, double *a, double *lambda) {
  int status = 0;
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    (void)close(STDERR_FILENO);
    call(state, a, lambda);
    _exit(0);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

static void order_of_calls(void **unused) {
  (void)unused;
  static Writer writer;
  Mechanism mechanism;
  writer.used = 0;
  write_chain(&writer);
  mechanism_open(&mechanism, writer.text, false);
  State *state = mechanism.state;
  double a[3 * LINKS], lambda[3 * LINKS];
  state_set(state, 0, state->q, state->v);
  assert_true(state_forces(state) && kkt_factor(state, KKT_EXACT));
  assert_false(ends(accelerate, state, a, lambda));
  assert_true(ends(moved, state, a, lambda));
  assert_true(ends(without_forces, state, a, lambda));
  assert_true(ends(without_factors, state, a, lambda));
  assert_true(ends(factors_of_projections, state, a, lambda));
  assert_true(ends(without_bias, state, a, lambda));
  assert_true(ends(of_other_numbers, state, a, lambda));
  mechanism_close(&mechanism);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(chain),          cmocka_unit_test(ring),
      cmocka_unit_test(doubled_joints), cmocka_unit_test(ring_in_space),
      cmocka_unit_test(star),           cmocka_unit_test(few_unknowns),
      cmocka_unit_test(without_mass),   cmocka_unit_test(order_of_calls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
