// SPDX-License-Identifier: BSD-3-Clause
// Joints as motions: the finite motion that a joint leaves keeps all its rows at zero, any other
// small motion does not, its coordinate measures the motion, and the mirrored joint, whose rows
// vanish as well, is on another branch.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "elements/joints/joint_generic.h"
#include "elements/registry.h"
#include "math/vec.h"

enum { ROWS = 6, TWISTS = 6 };

static const double rod = 0.7;

static void axis_of(const Frame *frame, Axis axis, double out[3]) {
  memset(out, 0, 3 * sizeof(double));
  if (axis != AXIS_NONE) {
    vec_column(frame->A, (int)axis - (int)AXIS_X, out);
  }
}

static void ends_of(const JointPart *part, const Frame frame[2], double m[12]) {
  memcpy(m, frame[0].x, sizeof frame[0].x);
  memcpy(m + 6, frame[1].x, sizeof frame[1].x);
  axis_of(&frame[0], part->on_i, m + 3);
  axis_of(&frame[1], part->on_j, m + 9);
}

// phi of all rows, and their rate under six twists of marker_j: three translations along the
// ground's axes, three rotations about them at marker_j's origin. Returns the number of rows.
static int rows_of(const JointKind *kind, const Frame frame[2], double phi[ROWS],
                   double rate[ROWS][TWISTS]) {
  int count = 0;
  for (int p = 0; p < joint_part_count(kind); p++) {
    const JointPart *const part = &kind->parts[p];
    double m[12];
    double value[PRIMITIVE_ROWS];
    double gradient[PRIMITIVE_ROWS][12];
    ends_of(part, frame, m);
    part->primitive->rows(m, value, gradient);
    for (int r = 0; r < part->primitive->row_count; r++, count++) {
      phi[count] = value[r] - (part->offset && r == 0 ? rod : 0);
      for (int k = 0; k < 3; k++) {
        const double unit[3] = {k == 0, k == 1, k == 2};
        double turned[3];
        vec_cross(unit, m + 9, turned);
        rate[count][k] = gradient[r][6 + k];
        rate[count][3 + k] = vec_dot(gradient[r] + 9, turned);
      }
    }
  }
  return count;
}

// Rank by elimination with full pivoting.
static int rank_of(int rows, double a[ROWS][TWISTS], const int columns[], int column_count) {
  int rank = 0;
  bool used[ROWS] = {false};
  for (int step = 0; step < column_count; step++) {
    int row = -1;
    int column = 0;
    double largest = 1e-9;
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < column_count && !used[i]; j++) {
        if (fabs(a[i][columns[j]]) > largest) {
          largest = fabs(a[i][columns[j]]);
          row = i;
          column = columns[j];
        }
      }
    }
    if (row < 0) {
      break;
    }
    used[row] = true;
    rank++;
    for (int i = 0; i < rows; i++) {
      const double factor = a[i][column] / a[row][column];
      for (int j = 0; j < column_count && !used[i]; j++) {
        a[i][columns[j]] -= factor * a[row][columns[j]];
      }
    }
  }
  return rank;
}

static void marker_i(bool planar, Frame *frame) {
  memset(frame, 0, sizeof *frame);
  frame->x[0] = 0.3;
  frame->x[1] = -1.1;
  frame->angle = 0.4;
  if (planar) {
    vec_about_z(frame->angle, frame->A);
    return;
  }
  frame->angle = 0;
  frame->x[2] = 0.8;
  const double p[4] = {0.5, -0.1, 0.7, 0.5}; // of length 1
  vec_of_euler(p, frame->A);
}

// marker_j after a translation d in marker_i's axes and a turn R, again in marker_i's axes.
static void place_j(const Frame *i, const double d[3], const double R[9], double angle, Frame *j) {
  *j = *i;
  vec_rotate(i->A, d, j->x);
  for (int k = 0; k < 3; k++) {
    j->x[k] += i->x[k];
  }
  vec_product(i->A, R, j->A);
  j->angle = i->angle + angle;
}

static void identity_at(const Frame *i, Frame *j) {
  const double none[3] = {0, 0, 0};
  double R[9];
  vec_identity(R);
  place_j(i, none, R, 0, j);
}

static void assert_closed(const JointKind *kind, const Frame frame[2]) {
  double phi[ROWS];
  double rate[ROWS][TWISTS];
  const int count = rows_of(kind, frame, phi, rate);
  for (int r = 0; r < count; r++) {
    assert_true(fabs(phi[r]) < 1e-14);
  }
}

static double branch_of(const JointKind *kind, const Frame frame[2]) {
  Axis axis[JOINT_BRANCHES];
  const int count = joint_branches(kind, axis);
  double smallest = 1;
  for (int b = 0; b < count; b++) {
    double on_i[3];
    double on_j[3];
    axis_of(&frame[0], axis[b], on_i);
    axis_of(&frame[1], axis[b], on_j);
    smallest = fmin(smallest, vec_dot(on_i, on_j));
  }
  return smallest;
}

static double coordinate_of(const JointKind *kind, bool planar, const Frame frame[2]) {
  return measure_value(joint_coordinate(kind) == COORDINATE_ANGLE ? MEASURE_JOINT_ANGLE
                                                                  : MEASURE_JOINT_DISPLACEMENT,
                       0, joint_first_axis(kind), planar, frame, 0);
}

static void test_coordinates_are_free_and_measured(void **state) {
  (void)state;
  int tested = 0;
  for (int n = 0; n < registry_joint_count(); n++) {
    const JointKind *const kind = &joint_kinds[n];
    const bool planar = (kind->spaces & IN_PLANE) != 0;
    for (int k = 0; k < 5 && joint_coordinate(kind) != COORDINATE_NONE; k++, tested++) {
      const double value = -2.5 + 1.2 * k;
      const bool turns = joint_coordinate(kind) == COORDINATE_ANGLE;
      double d[3] = {0, 0, 0};
      double R[9];
      vec_about_z(turns ? value : 0, R);
      if (!turns) {
        d[(int)joint_first_axis(kind) - (int)AXIS_X] = value;
      }
      Frame frame[2];
      marker_i(planar, &frame[0]);
      place_j(&frame[0], d, R, turns ? value : 0, &frame[1]);
      assert_closed(kind, frame);
      assert_true(branch_of(kind, frame) > 0.999);
      assert_true(fabs(coordinate_of(kind, planar, frame) - value) < 1e-14);
    }
  }
  assert_true(tested >= 10 * 5);
}

// A joint with a displacement and an angle: both at once, and each measured.
static void test_an_angle_beside_a_displacement(void **state) {
  (void)state;
  int tested = 0;
  for (int n = 0; n < registry_joint_count(); n++) {
    const JointKind *const kind = &joint_kinds[n];
    const bool planar = (kind->spaces & IN_PLANE) != 0;
    for (int k = 0; k < 5 && joint_has_both(kind); k++, tested++) {
      const double angle = 2.9 - 1.3 * k, length = -0.9 + 0.7 * k;
      double d[3] = {0, 0, 0};
      double R[9];
      vec_about_z(angle, R);
      d[(int)joint_first_axis(kind) - (int)AXIS_X] = length;
      Frame frame[2];
      marker_i(planar, &frame[0]);
      place_j(&frame[0], d, R, angle, &frame[1]);
      assert_closed(kind, frame);
      assert_true(branch_of(kind, frame) > 0.999);
      assert_true(fabs(coordinate_of(kind, planar, frame) - length) < 1e-14);
      assert_true(fabs(measure_value(MEASURE_JOINT_ANGLE, 0, joint_axis(kind, COORDINATE_ANGLE),
                                     planar, frame, 0) -
                       angle) < 1e-14);
    }
  }
  assert_true(tested >= 3 * 5);
}

// A universal joint: turned by its two angles, which the measures give back.
static void test_the_two_angles_of_a_universal_joint(void **state) {
  (void)state;
  const JointKind *const kind = registry_joint("universal", IN_SPACE);
  for (int k = 0; k < 25; k++) {
    const int turn = k % 5, other = k / 5;
    const double first = -2.8 + 1.4 * turn, second = -2.8 + 1.4 * other;
    const double c = cos(first), s = sin(first), C = cos(second), S = sin(second);
    const double about_x[9] = {1, 0, 0, 0, c, -s, 0, s, c};
    const double about_y[9] = {C, 0, S, 0, 1, 0, -S, 0, C};
    const double none[3] = {0, 0, 0};
    double R[9];
    vec_product(about_x, about_y, R);
    Frame frame[2];
    marker_i(false, &frame[0]);
    place_j(&frame[0], none, R, 0, &frame[1]);
    assert_closed(kind, frame);
    const double a = measure_value(MEASURE_PIN_ANGLE, 0, AXIS_NONE, false, frame, 0);
    const double b = measure_value(MEASURE_PIN_ANGLE, 1, AXIS_NONE, false, frame, 0);
    assert_true(fabs(a - first) < 1e-14);
    assert_true(fabs(b - second) < 1e-14);
  }
}

// type, space, motions that the joint leaves between two bodies, where it rubs
static const struct {
  const char *type;
  int space, freedom;
  Rubbing rubs;
} mobility[] = {{"fixed", IN_PLANE, 0, RUBS_NOWHERE},
                {"fixed", IN_SPACE, 0, RUBS_NOWHERE},
                {"revolute", IN_PLANE, 1, RUBS_NOWHERE},
                {"revolute", IN_SPACE, 1, RUBS_PIN},
                {"prismatic", IN_PLANE, 1, RUBS_NOWHERE},
                {"prismatic", IN_SPACE, 1, RUBS_SLIDE},
                {"distance", IN_PLANE, 2, RUBS_NOWHERE},
                {"distance", IN_SPACE, 5, RUBS_NOWHERE},
                {"spherical", IN_SPACE, 3, RUBS_BALL},
                {"universal", IN_SPACE, 2, RUBS_PIN},
                {"point_on_line", IN_PLANE, 2, RUBS_NOWHERE},
                {"point_on_line", IN_SPACE, 4, RUBS_SLIDE},
                {"parallel_axes", IN_PLANE, 2, RUBS_NOWHERE},
                {"parallel_axes", IN_SPACE, 4, RUBS_NOWHERE},
                {"cylindrical", IN_SPACE, 2, RUBS_SHAFT},
                {"planar", IN_SPACE, 3, RUBS_PLATE},
                {"point_on_plane", IN_SPACE, 5, RUBS_POINT},
                {"perpendicular_axes", IN_SPACE, 5, RUBS_NOWHERE},
                {"orientation", IN_SPACE, 3, RUBS_NOWHERE},
                {"revolute_spherical", IN_SPACE, 4, RUBS_NOWHERE},
                {"constant_velocity", IN_SPACE, 3, RUBS_NOWHERE}, // of its parts
                {"screw", IN_SPACE, 2, RUBS_SHAFT}};              // of its parts

static void test_rows_leave_the_stated_freedom(void **state) {
  (void)state;
  const int columns[2][TWISTS] = {{0, 1, 5}, {0, 1, 2, 3, 4, 5}};
  assert_int_equal(joint_rubs(registry_joint("generic", IN_SPACE)), RUBS_NOWHERE);
  for (int n = 0; n < (int)(sizeof mobility / sizeof mobility[0]); n++) {
    const bool planar = mobility[n].space == IN_PLANE;
    const JointKind *const kind = registry_joint(mobility[n].type, mobility[n].space);
    const int twists = planar ? 3 : 6;
    Frame frame[2];
    double phi[ROWS], rate[ROWS][TWISTS];
    marker_i(planar, &frame[0]);
    identity_at(&frame[0], &frame[1]);
    if (strcmp(kind->type, "distance") == 0 || strcmp(kind->type, "revolute_spherical") == 0) {
      const double along[3] = {0.6 * rod, -0.8 * rod, 0};
      double none[9];
      vec_identity(none);
      place_j(&frame[0], along, none, 0, &frame[1]);
    }
    if (strcmp(kind->type, "perpendicular_axes") == 0) {
      const double none[3] = {0, 0, 0}, about_x[9] = {1, 0, 0, 0, 0, -1, 0, 1, 0};
      place_j(&frame[0], none, about_x, 0, &frame[1]);
    }
    assert_closed(kind, frame);
    assert_int_equal(joint_rubs(kind), mobility[n].rubs);
    const int count = rows_of(kind, frame, phi, rate);
    assert_int_equal(count, twists - mobility[n].freedom);
    assert_int_equal(rank_of(count, rate, columns[planar ? 0 : 1], twists), count);
  }
}

// Every joint of the table, also one that has no line above: its rows are independent, at the pose
// where the markers coincide or, where that is none of its poses, beside it.
static void test_rows_of_every_joint_are_independent(void **state) {
  (void)state;
  const int columns[2][TWISTS] = {{0, 1, 5}, {0, 1, 2, 3, 4, 5}};
  int tested = 0;
  for (int n = 0; n < registry_joint_count(); n++) {
    const JointKind *const kind = &joint_kinds[n];
    for (int space = IN_PLANE; space <= IN_SPACE; space++) {
      if ((kind->spaces & space) == 0 || joint_chooses(kind) || joint_curve(kind) != NULL) {
        continue;
      }
      const bool planar = space == IN_PLANE;
      Frame frame[2];
      double phi[ROWS], rate[ROWS][TWISTS];
      marker_i(planar, &frame[0]);
      identity_at(&frame[0], &frame[1]);
      int count = rows_of(kind, frame, phi, rate);
      bool closed = true;
      for (int r = 0; r < count; r++) {
        closed = closed && fabs(phi[r]) < 1e-14;
      }
      if (!closed) {
        const double turned[4] = {0.8, 0.2, 0.4, 0.4}; // of length 1
        double R[9];
        if (!planar) {
          vec_of_euler(turned, R);
          vec_product(frame[0].A, R, frame[1].A);
        }
        frame[1].x[0] += 0.6 * rod;
        frame[1].x[1] -= 0.8 * rod;
        count = rows_of(kind, frame, phi, rate);
      }
      assert_true(count > 0 && count <= (planar ? 3 : 6));
      assert_int_equal(rank_of(count, rate, columns[planar ? 0 : 1], planar ? 3 : 6), count);
      tested++;
    }
  }
  assert_true(tested >= (int)(sizeof mobility / sizeof mobility[0]));
}

// Half a turn about any one axis of marker_i: where the rows vanish although it is not a motion of
// the joint, the branch tells.
static void test_mirrored_joints_are_on_another_branch(void **state) {
  (void)state;
  int mirrored = 0;
  for (int n = 0; n < registry_joint_count(); n++) {
    const JointKind *const kind = &joint_kinds[n];
    const bool planar = (kind->spaces & IN_PLANE) != 0;
    Axis axes[JOINT_BRANCHES];
    const bool mirrors = joint_branches(kind, axes) > 0 && !joint_chooses(kind);
    for (int axis = planar ? 2 : 0; axis < 3 && mirrors; axis++) {
      const double none[3] = {0, 0, 0};
      double R[9] = {-1, 0, 0, 0, -1, 0, 0, 0, -1};
      R[4 * axis] = 1;
      Frame frame[2];
      marker_i(planar, &frame[0]);
      place_j(&frame[0], none, R, planar ? acos(-1.0) : 0, &frame[1]);
      assert_closed(kind, frame);
      if (joint_has(kind, COORDINATE_ANGLE) && axis == 2) {
        assert_true(branch_of(kind, frame) > 0.999); // its own motion
      } else {
        assert_true(branch_of(kind, frame) < -0.999);
        mirrored++;
      }
    }
  }
  assert_true(mirrored >= 2 + 3 * 2 + 2 + 1 + 4 * 2 + 3);
}

static void turn_about(int axis, double angle, double R[9]) {
  const int a = (axis + 1) % 3, b = (axis + 2) % 3;
  memset(R, 0, 9 * sizeof(double));
  R[4 * axis] = 1;
  R[4 * a] = R[4 * b] = cos(angle);
  R[3 * a + b] = -sin(angle);
  R[3 * b + a] = sin(angle);
}

// A turn that a set of locked turns leaves: none locked any, one locked (about axis k) two angles
// about the axes behind it, two locked a turn about the third, three locked none.
static void free_turn(unsigned locked, double first, double second, double R[9]) {
  const unsigned set = (locked & LOCK_TURNS) / LOCK_RX;
  double one[9], two[9], three[9];
  vec_identity(R);
  for (int k = 0; k < 3; k++) {
    turn_about((k + 1) % 3, first, one);
    turn_about((k + 2) % 3, second, two);
    if (set == 1U << k) {
      vec_product(one, two, R);
    } else if (set == (7U & ~(1U << k))) {
      turn_about(k, first, R);
    }
  }
  if (set == 0) {
    turn_about(0, first, one);
    turn_about(1, second, two);
    vec_product(one, two, three);
    turn_about(2, first + second, one);
    vec_product(three, one, R);
  }
}

// Every choice of locked components, all over the motion that it leaves: the rows vanish, are
// independent, and are as many as were locked.
static void check_locked(int space, unsigned locked) {
  const bool planar = space == IN_PLANE;
  const int columns[2][TWISTS] = {{0, 1, 5}, {0, 1, 2, 3, 4, 5}};
  JointChoice choice;
  joint_lock(registry_joint("generic", space), locked, &choice);
  const JointKind *const kind = &choice.kind;
  int wanted = 0;
  for (int k = 0; k < LOCK_COUNT; k++) {
    wanted += (locked >> k & 1U) != 0;
  }
  for (int k = 0; k < 25; k++) {
    const int turn = k % 5, other = k / 5;
    const double first = -2.8 + 1.4 * turn, second = planar ? 0 : -1.3 + 0.6 * other;
    const double d[3] = {(locked & LOCK_X) != 0 ? 0 : 0.3 + first,
                         (locked & LOCK_Y) != 0 ? 0 : 0.4 - first,
                         (locked & LOCK_Z) != 0 || planar ? 0 : 0.7};
    double R[9], phi[ROWS], rate[ROWS][TWISTS];
    if (planar) {
      turn_about(2, (locked & LOCK_RZ) != 0 ? 0 : first, R);
    } else {
      free_turn(locked, first, second, R);
    }
    Frame frame[2];
    marker_i(planar, &frame[0]);
    place_j(&frame[0], d, R, planar && (locked & LOCK_RZ) == 0 ? first : 0, &frame[1]);
    const int count = rows_of(kind, frame, phi, rate);
    assert_int_equal(count, wanted);
    assert_closed(kind, frame);
    assert_true(branch_of(kind, frame) > 0.999);
    assert_int_equal(rank_of(count, rate, columns[planar ? 0 : 1], planar ? 3 : 6), count);
  }
}

static void test_generic_joints(void **state) {
  (void)state;
  for (unsigned locked = 1; locked < 1U << LOCK_COUNT; locked++) {
    check_locked(IN_SPACE, locked);
    if ((locked & (LOCK_Z | LOCK_RX | LOCK_RY)) == 0) {
      check_locked(IN_PLANE, locked);
    }
  }
}

// In the plane a generic joint has the coordinates of the joint that it amounts to.
static void test_coordinates_of_generic_joints(void **state) {
  (void)state;
  const struct {
    unsigned locked;
    JointCoordinate coordinate;
    Axis axis;
    bool also_angle;
  } expected[] = {{LOCK_X | LOCK_Y, COORDINATE_ANGLE, AXIS_Z, false},
                  {LOCK_Y | LOCK_RZ, COORDINATE_DISPLACEMENT, AXIS_X, false},
                  {LOCK_X | LOCK_RZ, COORDINATE_DISPLACEMENT, AXIS_Y, false},
                  {LOCK_Y, COORDINATE_DISPLACEMENT, AXIS_X, true},
                  {LOCK_X, COORDINATE_DISPLACEMENT, AXIS_Y, true},
                  {LOCK_RZ, COORDINATE_NONE, AXIS_NONE, false},
                  {LOCK_X | LOCK_Y | LOCK_RZ, COORDINATE_NONE, AXIS_NONE, false}};
  for (size_t k = 0; k < sizeof expected / sizeof expected[0]; k++) {
    JointChoice choice;
    joint_lock(registry_joint("generic", IN_PLANE), expected[k].locked, &choice);
    const JointKind *const kind = &choice.kind;
    assert_int_equal(joint_coordinate(kind), expected[k].coordinate);
    assert_int_equal(joint_first_axis(kind), expected[k].axis);
    assert_int_equal(joint_has_both(kind), expected[k].also_angle);
  }
}

// Half a turn about the axes that a set of locked turns does not leave free is another branch.
static void test_branches_of_generic_joints(void **state) {
  (void)state;
  for (unsigned set = 3; set < 8; set++) {
    if (set == 4) {
      continue; // one turn alone: the mirrored joint is one of its poses
    }
    JointChoice choice;
    joint_lock(registry_joint("generic", IN_SPACE), set * LOCK_RX, &choice);
    const JointKind *const kind = &choice.kind;
    for (int axis = 0; axis < 3; axis++) {
      const double none[3] = {0, 0, 0};
      double R[9];
      turn_about(axis, acos(-1.0), R);
      Frame frame[2];
      marker_i(false, &frame[0]);
      place_j(&frame[0], none, R, 0, &frame[1]);
      assert_closed(kind, frame);
      const bool own = (set >> axis & 1U) == 0;
      assert_true(own ? branch_of(kind, frame) > 0.999 : branch_of(kind, frame) < -0.999);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_coordinates_are_free_and_measured),
      cmocka_unit_test(test_an_angle_beside_a_displacement),
      cmocka_unit_test(test_generic_joints),
      cmocka_unit_test(test_coordinates_of_generic_joints),
      cmocka_unit_test(test_branches_of_generic_joints),
      cmocka_unit_test(test_the_two_angles_of_a_universal_joint),
      cmocka_unit_test(test_rows_leave_the_stated_freedom),
      cmocka_unit_test(test_rows_of_every_joint_are_independent),
      cmocka_unit_test(test_mirrored_joints_are_on_another_branch),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
