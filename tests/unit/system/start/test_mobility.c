// SPDX-License-Identifier: BSD-3-Clause
// test_system_mobility.c: degrees of freedom by count and by rank, who is redundant, what is
// determined, and a singular pose told from real redundancy.
#include "unit/system_support.h"

#include "system/start/mobility.h"

typedef struct Found {
  Mechanism mechanism;
  Mobility mobility;
  unsigned undetermined[16];
} Found;

static void find(Found *found, const char *text) {
  memset(found, 0, sizeof *found);
  mechanism_open(&found->mechanism, text, true);
  assert_true(found->mechanism.accepted);
  assert_true(mobility_of(found->mechanism.state, &found->mobility, found->undetermined,
                          &found->mechanism.loaded.arena, &found->mechanism.loaded.diag));
}

// A planar four-bar written in space with four revolutes: count -2, rank 1, three redundant rows;
// the reactions in the plane stay determined, those out of it do not.
static void four_bar_in_space(void **unused) {
  (void)unused;
  Found f;
  find(&f, SPATIAL "bodies:\n"
                   "  a: {type: rigid, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}, initial: "
                   "{position: [0, 0.5, 0]},\n"
                   "      markers: {p: {position: [0, -0.5, 0]}, q: {position: [0, 0.5, 0]}}}\n"
                   "  b: {type: rigid, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}, initial: "
                   "{position: [1, 1.25, 0]},\n"
                   "      markers: {p: {position: [-1, -0.25, 0]}, q: {position: [1, 0.25, 0]}}}\n"
                   "  c: {type: rigid, mass: 1, inertia: {xx: 1, yy: 1, zz: 1}, initial: "
                   "{position: [2, 0.75, 0]},\n"
                   "      markers: {p: {position: [0, 0.75, 0]}, q: {position: [0, -0.75, 0]}}}\n"
                   "ground: {markers: {far: {position: [2, 0, 0]}}}\n"
                   "joints:\n"
                   "  j1: {type: revolute, marker_i: ground, marker_j: a.p}\n"
                   "  j2: {type: revolute, marker_i: a.q, marker_j: b.p}\n"
                   "  j3: {type: revolute, marker_i: b.q, marker_j: c.p}\n"
                   "  j4: {type: revolute, marker_i: c.q, marker_j: ground.far}\n");
  assert_int_equal(f.mobility.dof_count, -2);
  assert_int_equal(f.mobility.dof_rank, 1);
  assert_int_equal(f.mobility.redundant, 3);
  assert_int_equal(f.mobility.redundant_joint_count, 4);
  assert_false(f.mobility.singular);
  assert_int_equal(mechanism_said(&f.mechanism, DIAG_WARNING), DIAG_DOF_REDUNDANT);
  for (int j = 0; j < 4; j++) {
    assert_int_equal(f.undetermined[j] & 3U, 0);  // fx, fy
    assert_true((f.undetermined[j] & 4U) != 0);   // fz
    assert_true((f.undetermined[j] & 24U) != 0);  // tx, ty
    assert_int_equal(f.undetermined[j] & 32U, 0); // tz: zero, and known
  }
  mechanism_close(&f.mechanism);
}

// The same hinge twice.
static void doubled_joint(void **unused) {
  (void)unused;
  Found f;
  find(&f, PLANAR BAR "joints:\n"
                      "  one: {type: revolute, marker_i: ground, marker_j: bar}\n"
                      "  two: {type: revolute, marker_i: ground, marker_j: bar}\n");
  assert_int_equal(f.mobility.redundant, 2);
  assert_int_equal(f.mobility.dof_rank, 1);
  assert_true(f.undetermined[0] != 0 && f.undetermined[1] != 0);
  mechanism_close(&f.mechanism);
}

// An open chain has full rank by structure.
static void open_chain(void **unused) {
  (void)unused;
  Found f;
  find(&f, PLANAR "bodies:\n"
                  "  a: {type: point_mass, mass: 1, initial: {position: [1, 0]}}\n"
                  "  b: {type: point_mass, mass: 1, initial: {position: [2, 0]}}\n"
                  "joints:\n"
                  "  one: {type: distance, marker_i: ground, marker_j: a, length: 1}\n"
                  "  two: {type: distance, marker_i: a, marker_j: b, length: 1}\n");
  assert_int_equal(f.mobility.redundant, 0);
  assert_int_equal(f.mobility.dof_rank, 2);
  assert_int_equal(f.mobility.redundant_joint_count, 0);
  mechanism_close(&f.mechanism);
}

// A parallelogram linkage laid flat is singular there and nowhere near.
static void flat_parallelogram(void **unused) {
  (void)unused;
  Found f;
  find(&f, PLANAR "bodies:\n"
                  "  a: {type: rigid, mass: 1, inertia: 1, initial: {position: [0.5, 0]}, markers: "
                  "{p: {position: [-0.5, 0]}, q: {position: [0.5, 0]}}}\n"
                  "  b: {type: rigid, mass: 1, inertia: 1, initial: {position: [2, 0]}, markers: "
                  "{p: {position: [-1, 0]}, q: {position: [1, 0]}}}\n"
                  "  c: {type: rigid, mass: 1, inertia: 1, initial: {position: [2.5, 0]}, markers: "
                  "{p: {position: [-0.5, 0]}, q: {position: [0.5, 0]}}}\n"
                  "ground: {markers: {far: {position: [2, 0]}}}\n"
                  "joints:\n"
                  "  j1: {type: revolute, marker_i: ground, marker_j: a.p}\n"
                  "  j2: {type: revolute, marker_i: a.q, marker_j: b.p}\n"
                  "  j3: {type: revolute, marker_i: b.q, marker_j: c.q}\n"
                  "  j4: {type: revolute, marker_i: c.p, marker_j: ground.far}\n");
  assert_int_equal(f.mobility.redundant, 1);
  assert_int_equal(f.mobility.dof_rank, 2);
  assert_true(f.mobility.singular);
  assert_int_equal(mechanism_said(&f.mechanism, DIAG_WARNING), DIAG_DOF_SINGULAR);
  mechanism_close(&f.mechanism);
}

enum { SQUARES = 12 };

// Squares in a row on the ground, twelve loops in one group: one degree of freedom. again: the
// first so many hinges on the ground twice.
static void write_ladder(char *text, size_t size, int again) {
  size_t used = (size_t)snprintf(text, size, PLANAR "bodies:\n");
  for (int i = 0; i <= SQUARES; i++) {
    used += (size_t)snprintf(text + used, size - used,
                             "  v%d: {type: rigid, mass: 1, inertia: 0.1, initial: {position: [%d, "
                             "0.5], angle: 1}}\n"
                             "  h%d: {type: rigid, mass: 1, inertia: 0.1, initial: {position: "
                             "[%d.5, 1]}}\n",
                             i, i, i, i);
  }
  used += (size_t)snprintf(text + used, size - used, "joints:\n");
  for (int i = 0; i <= SQUARES; i++) {
    for (int k = 0; k < (i < again ? 2 : 1); k++) {
      used += (size_t)snprintf(
          text + used, size - used,
          "  g%d_%d: {type: revolute, body_i: ground, body_j: v%d, at: [%d, 0]}\n", i, k, i, i);
    }
    used += (size_t)snprintf(text + used, size - used,
                             "  l%d: {type: revolute, body_i: v%d, body_j: h%d, at: [%d, 1]}\n", i,
                             i, i, i);
    if (i > 0) {
      used += (size_t)snprintf(text + used, size - used,
                               "  r%d: {type: revolute, body_i: h%d, body_j: v%d, at: [%d, 1]}\n",
                               i, i - 1, i, i);
    }
  }
  assert_true(used < size);
}

// A large group: sparse, where singular values would take the cube of its rows. The last bar hangs
// free: it is on no loop.
static void many_loops(void **unused) {
  (void)unused;
  static char text[16384];
  Found f;
  for (int again = 0; again <= 5; again += 5) {
    memset(&f, 0, sizeof f);
    static unsigned undetermined[64];
    memset(undetermined, 0, sizeof undetermined);
    write_ladder(text, sizeof text, again);
    mechanism_open(&f.mechanism, text, true);
    assert_true(f.mechanism.accepted);
    const Model *model = f.mechanism.state->system->model;
    assert_true(model->joint_count <= 64);
    assert_true(mobility_of(f.mechanism.state, &f.mobility, undetermined, &f.mechanism.loaded.arena,
                            &f.mechanism.loaded.diag));
    assert_int_equal(f.mobility.redundant, 2 * again);
    assert_int_equal(f.mobility.redundant_joint_count, 2 * again);
    assert_int_equal(f.mobility.dof_rank, 2); // the ladder's, and the last bar's
    assert_int_equal(f.mobility.loop_joints, model->joint_count - 1);
    assert_false(f.mobility.singular);
    for (int j = 0; j < model->joint_count; j++) {
      const bool doubled =
          model->joints[j].name[0] == 'g' && strtol(model->joints[j].name + 1, NULL, 10) < again;
      assert_int_equal(undetermined[j] & 3U, doubled ? 3U : 0U);
    }
    mechanism_close(&f.mechanism);
  }
}

// A block on the x axis, and a point of it on a line that is turned by a small angle: rows (0, 1)
// and (angle, 1) of unit norm have the singular values sqrt(2) and angle/sqrt(2). At 1e-8 the
// second line holds the block; at 4e-10 it is the first one typed again, as ten digits tell it.
static void lines_that_hardly_differ(void **unused) {
  (void)unused;
  static const struct {
    const char *angle;
    int dof, redundant;
  } cases[] = {{"1e-4", 0, 0}, {"1e-6", 0, 0}, {"1e-8", 0, 0}, {"4e-10", 1, 1}, {"1e-12", 1, 1}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[600];
    snprintf(text, sizeof text,
             PLANAR "bodies: {block: {type: rigid, mass: 2, inertia: 1}}\n"
                    "ground: {markers: {turned: {angle: %s}}}\n"
                    "joints:\n  slide: {type: prismatic, marker_i: ground, marker_j: block}\n"
                    "  line: {type: point_on_line, marker_i: ground.turned, marker_j: block}\n",
             cases[k].angle);
    Found f;
    find(&f, text);
    if (f.mobility.dof_rank != cases[k].dof || f.mobility.redundant != cases[k].redundant ||
        f.mobility.lasting != cases[k].redundant) {
      fail_msg("%s: %d degrees of freedom, %d redundant, %d of them for good", cases[k].angle,
               f.mobility.dof_rank, f.mobility.redundant, f.mobility.lasting);
    }
    mechanism_close(&f.mechanism);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(four_bar_in_space),
      cmocka_unit_test(doubled_joint),
      cmocka_unit_test(open_chain),
      cmocka_unit_test(many_loops),
      cmocka_unit_test(lines_that_hardly_differ),
      cmocka_unit_test(flat_parallelogram),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
