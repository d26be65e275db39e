// SPDX-License-Identifier: BSD-3-Clause
// orientation.c: an orientation in the form that the file uses.
//
// A quaternion or matrix that is a rotation up to the rounding of a few written digits is taken as
// it is; a larger misfit gets a warning that says what the program makes of it; beyond one percent
// it is an error, since then it is rather a slip than a rounding.
#include "language/bodies/orientation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "language/numbers/numbers.h"
#include "math/vec.h"

static const double silent_misfit = 1e-6;
static const double largest_misfit = 1e-2;

enum { MATRIX = 9, QUATERNION = 4, AXIS = 3, KEY_SIZE = 64 };

static void refuse_zero(const Loader *loader, const Value *value, const char *what,
                        const char *noun) {
  diag_add(loader_diag(loader), DIAG_VALUE_DIRECTION, value->mark,
           "the %s of %s has zero length, so it has no direction", noun, what);
  diag_hint(loader_diag(loader), "give at least one entry that is not zero, as in [0, 0, 1]");
}

static void check_quaternion(const Loader *loader, const Value *value, const char *what,
                             const double q[QUATERNION]) {
  const double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  const double misfit = fabs(norm - 1);
  Diag *diag = loader_diag(loader);
  if (norm == 0) {
    refuse_zero(loader, value, what, "quaternion");
  } else if (!(misfit <= largest_misfit)) {
    diag_add(diag, DIAG_VALUE_ROTATION, value->mark,
             "the quaternion of %s has the norm %.6g, so it is not a rotation", what, norm);
    diag_hint(diag, "its order is [w, x, y, z] and its norm is 1");
  } else if (misfit > silent_misfit) {
    diag_add(diag, DIAG_VALUE_NORMALISED, value->mark,
             "the quaternion of %s has the norm %.9g and was normalised", what, norm);
    diag_hint(diag, "write it with more digits, or as axis_angle");
  }
}

// The largest entry of R'R - I.
static double matrix_misfit(const double r[MATRIX]) {
  double largest = 0;
  for (int i = 0; i < AXIS; i++) {
    for (int j = 0; j < AXIS; j++) {
      double product = i == j ? -1 : 0;
      for (int k = 0; k < AXIS; k++) {
        product += r[AXIS * k + i] * r[AXIS * k + j];
      }
      largest = fmax(largest, fabs(product));
    }
  }
  return largest;
}

static double determinant(const double r[MATRIX]) {
  return r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) +
         r[2] * (r[3] * r[7] - r[4] * r[6]);
}

static void check_matrix(const Loader *loader, const Value *value, const char *what,
                         const double r[MATRIX]) {
  const double misfit = matrix_misfit(r);
  Diag *diag = loader_diag(loader);
  if (!(misfit <= largest_misfit)) {
    diag_add(diag, DIAG_VALUE_ROTATION, value->mark,
             "the matrix of %s is not a rotation: its columns deviate from orthonormality by %.3g",
             what, misfit);
    diag_hint(diag, "the matrix is written row by row; its columns are the rotated axes, of length "
                    "1 and at right angles");
  } else if (determinant(r) < 0) {
    diag_add(diag, DIAG_VALUE_ROTATION, value->mark,
             "the matrix of %s is a reflection: its axes are left-handed", what);
    diag_hint(diag, "reverse one of its columns");
  } else if (misfit > silent_misfit) {
    diag_add(diag, DIAG_VALUE_NORMALISED, value->mark,
             "the matrix of %s deviates from orthonormality by %.3g and was corrected", what,
             misfit);
    diag_hint(diag, "write it with more digits, or as axis_angle");
  }
}

static void check_rotation(const Loader *loader, const Orientation *orientation, const Value *value,
                           const char *what) {
  double numbers[MATRIX];
  if (orientation->form == ORIENTATION_QUATERNION &&
      numbers_all_known(loader, orientation->number, QUATERNION, numbers)) {
    check_quaternion(loader, value, what, numbers);
  } else if (orientation->form == ORIENTATION_MATRIX &&
             numbers_all_known(loader, orientation->number, MATRIX, numbers)) {
    check_matrix(loader, value, what, numbers);
  } else if (orientation->form == ORIENTATION_AXIS_ANGLE &&
             numbers_all_known(loader, orientation->number, AXIS, numbers) && numbers[0] == 0 &&
             numbers[1] == 0 && numbers[2] == 0) {
    refuse_zero(loader, value, what, "axis");
  }
}

// The stated form in an orientation map, by its key.
static const Value *find_form(const Item *item, const char *path, OrientationForm *form) {
  static const struct {
    const char *key;
    OrientationForm form;
  } forms[] = {{"quaternion", ORIENTATION_QUATERNION},
               {"axis_angle", ORIENTATION_AXIS_ANGLE},
               {"euler", ORIENTATION_EULER},
               {"matrix", ORIENTATION_MATRIX}};
  for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
    char key[KEY_SIZE];
    (void)snprintf(key, sizeof key, "%s.%s", path, forms[k].key);
    const Value *value = item_find(item, key);
    if (value != NULL && value->node != NULL) {
      *form = forms[k].form;
      return value;
    }
  }
  return NULL;
}

// The Euler sequence, which stands beside the angles in the same map.
static void read_sequence(const Item *item, const Value *euler, char sequence[static 4]) {
  const int map = euler->parent;
  for (int k = map + 1; map >= 0 && k < item->values[map].next; k = item->values[k].next) {
    const Value *value = &item->values[k];
    if (strcmp(value->field->name, "sequence") == 0 && value->node != NULL) {
      memcpy(sequence, value->text, 3);
      sequence[3] = '\0';
    }
  }
}

Orientation orientation_read(const Loader *loader, const Item *item, int first_number,
                             const char *path) {
  Orientation orientation = {.form = ORIENTATION_NONE, .number = -1};
  const Value *whole = item_find(item, path);
  if (whole == NULL || whole->node == NULL) {
    return orientation;
  }
  if (whole->field->type == FIELD_NUMBER) {
    orientation.form = ORIENTATION_ANGLE;
    orientation.number = first_number + whole->number;
    return orientation;
  }
  const Value *value = find_form(item, path, &orientation.form);
  if (value == NULL) {
    return orientation; // refused already
  }
  orientation.number = first_number + value->number;
  if (orientation.form == ORIENTATION_EULER) {
    read_sequence(item, value, orientation.sequence);
  }
  check_rotation(loader, &orientation, value, item->what);
  return orientation;
}

// ---- axes of markers ----

static const double parallel = 1e-9; // sine of the angle between two axes that is refused

static void check_axes(const Loader *loader, const Item *item, const Value *const axis[2],
                       int first) {
  double a[2][3];
  bool known = true;
  for (int k = 0; k < 2 && axis[k] != NULL; k++) {
    const bool one = numbers_all_known(loader, first + axis[k]->number, AXIS, a[k]);
    known = known && one;
    if (one && vec_norm(a[k]) == 0) {
      refuse_zero(loader, axis[k], item->what, "axis");
      return;
    }
  }
  double across[3];
  if (axis[1] == NULL || !known) {
    return;
  }
  vec_cross(a[0], a[1], across);
  if (!(vec_norm(across) > parallel * vec_norm(a[0]) * vec_norm(a[1]))) {
    Diag *diag = loader_diag(loader);
    diag_add(diag, DIAG_VALUE_ROTATION, axis[1]->mark, "the %s and %s axes of %s are parallel",
             axis[0]->field->name, axis[1]->field->name, item->what);
    diag_hint(diag, "\"%s\" is kept, \"%s\" defines the plane of both: change its direction",
              axis[0]->field->name, axis[1]->field->name);
  }
}

static void refuse_ways(const Loader *loader, const Item *item, const Value *value) {
  Diag *diag = loader_diag(loader);
  diag_add(diag, DIAG_VALUE_ROTATION, value->mark, "the axes of %s are given in more than one way",
           item->what);
  diag_hint(diag, loader->checker.space == IN_PLANE
                      ? "give only one of \"angle\", \"x\" and \"towards\""
                      : "keep only one of these: an orientation; one or two of \"x\", \"y\" and "
                        "\"z\"; or \"towards\"");
}

Orientation orientation_read_marker(const Loader *loader, const Item *item, int first_number,
                                    int target) {
  static const char *const keys[] = {"z", "x", "y"}; // the first that is stated is kept
  const bool planar = loader->checker.space == IN_PLANE;
  const char *form = planar ? "angle" : "orientation";
  const Value *towards = item_stated(item, "towards"), *axis[2] = {NULL, NULL};
  Orientation axes = {
      .form = ORIENTATION_AXES, .number = -1, .second = -1, .planar = planar, .sequence = "z"};
  int count = 0;
  const Value *last = item_stated(item, form);
  int ways = (last != NULL ? 1 : 0) + (towards != NULL ? 1 : 0);
  last = towards != NULL ? towards : last;
  for (int k = 0; k < 3; k++) {
    const Value *value = item_stated(item, keys[k]);
    last = value != NULL ? value : last;
    if (value != NULL && count < 2) {
      axis[count] = value;
      axes.sequence[count] = keys[k][0];
      *(count == 0 ? &axes.number : &axes.second) = first_number + value->number;
    }
    count += value != NULL ? 1 : 0;
  }
  ways += count > 0 ? 1 : 0;
  if (!item->good) {
    return axes; // the checker said so
  }
  if (ways > 1 || count > 2) {
    refuse_ways(loader, item, last);
  } else if (count > 0) {
    check_axes(loader, item, axis, first_number);
    return axes;
  } else if (towards != NULL) {
    axes.form = ORIENTATION_TOWARDS;
    axes.number = target;
    if (target >= 0) {
      return axes;
    } // else it was refused
  }
  return orientation_read(loader, item, first_number, form);
}

void orientation_towards(const Loader *loader, const Item *item, Marker *marker) {
  const Value *towards = item_stated(item, "towards");
  double own[3] = {0, 0, 0}, other[3] = {0, 0, 0};
  if (marker->orientation.form != ORIENTATION_TOWARDS) {
    return;
  }
  const int target = loader->model->markers[marker->orientation.number].position;
  marker->orientation.number = target;
  if ((marker->position < 0 || numbers_all_known(loader, marker->position, AXIS, own)) &&
      (target < 0 || numbers_all_known(loader, target, AXIS, other)) && own[0] == other[0] &&
      own[1] == other[1] && own[2] == other[2]) {
    diag_add(loader_diag(loader), DIAG_VALUE_DIRECTION, towards->mark,
             "\"towards\" of %s names a point at the same position, so there is no direction",
             item->what);
  }
}
