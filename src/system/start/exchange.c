// SPDX-License-Identifier: BSD-3-Clause
// exchange.c: joints that constrain less (see exchange.h).
#include "system/start/exchange.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "system/state/constraint.h"

enum { FX = 1, FZ = 4, TX = 8, TY = 16, TZ = 32, ALL = 63 };

// Sets of more joints get a general hint.
enum { MOST_JOINTS = 24, MOST_EXCHANGED = 3 };

// `by` NULL leaves the joint out.
typedef struct Exchange {
  const char *type, *by;
  int spaces;
  unsigned released; // components of the reaction that may not be zero in `type`, and are in `by`
  int equations;     // by how many `by` has fewer
} Exchange;

// Rows up to USUAL are tried first: joints that people take by themselves.
static const Exchange exchanges[] = {
    {"revolute", "spherical", IN_SPACE, TX | TY, 2},
    {"revolute", "cylindrical", IN_SPACE, FZ, 1},
    {"prismatic", "cylindrical", IN_SPACE, TZ, 1},
    {"universal", "spherical", IN_SPACE, TX | TY | TZ, 1},
    {"fixed", "revolute", IN_PLANE, TZ, 1},
    {"fixed", "spherical", IN_SPACE, TX | TY | TZ, 3},
    {"revolute", "point_on_line", IN_SPACE, FZ | TX | TY, 3},
    {"cylindrical", "point_on_line", IN_SPACE, TX | TY, 2},
    {"planar", "point_on_plane", IN_SPACE, TX | TY, 2},
    {"revolute", "point_on_line", IN_PLANE, FX, 1},
    {"prismatic", "point_on_line", IN_PLANE, TZ, 1},
    {"prismatic", "point_on_line", IN_SPACE, TX | TY | TZ, 3},
};
enum { EXCHANGES = sizeof exchanges / sizeof exchanges[0], USUAL = 5 };

typedef struct Choice {
  int joint;
  const char *by;
} Choice;

typedef struct Search {
  const System *system;
  const Model *model;
  const double *reaction;                    // [joint][column][EXCHANGE_COMPONENTS]
  int redundant;                             // columns
  int joints[MOST_JOINTS], count;            // that may be exchanged
  bool read[MOST_JOINTS];                    // for one that has the same coordinates
  int equations[MOST_JOINTS];                // of each
  int most;                                  // exchanges that are tried
  bool any;                                  // joints that are read lose coordinates, too
  bool leave_out;                            // and whether joints may be left out
  Choice chosen[MOST_EXCHANGED];             // so far
  double base[EXCHANGE_MOST][EXCHANGE_MOST]; // orthonormal, of the rows N_D of the chosen ones
} Search;

// Takes from a row what lies in the base of `size` vectors. Returns the norm of the rest.
static double orthogonalise(const Search *search, int size, double *row) {
  const int d = search->redundant;
  double sum = 0;
  for (int b = 0; b < 2 * size; b++) { // twice
    const double *base = search->base[b % size];
    double along = 0;
    for (int k = 0; k < d; k++) {
      along += row[k] * base[k];
    }
    for (int k = 0; k < d; k++) {
      row[k] -= along * base[k];
    }
  }
  for (int k = 0; k < d; k++) {
    sum += row[k] * row[k];
  }
  return sqrt(sum);
}

// Adds the rows of a joint's components to the base of `size` vectors. Returns its new size.
static int extend(Search *search, int size, int joint, unsigned components) {
  static const double NEW = 1e-6;
  const int d = search->redundant;
  const double *N = search->reaction + (long)joint * d * EXCHANGE_COMPONENTS;
  for (int c = 0; c < EXCHANGE_COMPONENTS && size < d; c++) {
    if ((components >> c & 1) == 0) {
      continue;
    }
    double *row = search->base[size];
    for (int k = 0; k < d; k++) {
      row[k] = N[(long)k * EXCHANGE_COMPONENTS + c];
    }
    const double rest = orthogonalise(search, size, row);
    for (int k = 0; k < d && rest > NEW; k++) {
      row[k] /= rest;
    }
    size += rest > NEW;
  }
  return size;
}

static int equations_of(const Search *search, int joint) {
  int count = 0;
  for (int i = 0; i < search->system->nc; i++) {
    count += search->system->rows[i].constraint == joint;
  }
  return count;
}

static bool look(Search *search, int depth, int first, int size, int left);

// Joint number `at` of the search, exchanged.
static bool try_one(Search *search, int depth, int at, int size, int left, const Exchange *one) {
  const int joint = search->joints[at], now = size + one->equations;
  if (now > search->redundant || extend(search, size, joint, one->released) != now) {
    return false;
  }
  search->chosen[depth] = (Choice){joint, one->by};
  return now == search->redundant || (left > 1 && look(search, depth + 1, at + 1, now, left - 1));
}

// Joints from number `first` on, `left` of them at most, behind `depth` chosen ones.
static bool look(Search *search, int depth, int first, int size, int left) {
  for (int at = first; at < search->count; at++) {
    const JointKind *kind = search->model->joints[search->joints[at]].kind;
    for (int k = 0; k < search->most; k++) {
      const Exchange *one = &exchanges[k];
      const bool keeps = strcmp(one->by, "cylindrical") == 0 || !search->read[at] || search->any;
      if ((kind->spaces & one->spaces) != 0 && strcmp(kind->type, one->type) == 0 && keeps &&
          try_one(search, depth, at, size, left, one)) {
        return true;
      }
    }
    const Exchange none = {kind->type, NULL, kind->spaces, ALL,
                           equations_of(search, search->joints[at])};
    if (search->leave_out && (!search->read[at] || search->any) &&
        try_one(search, depth, at, size, left, &none)) {
      return true;
    }
  }
  return false;
}

// Returns how many joints are exchanged; 0 where that does not do.
static int find(Search *search) {
  for (int left = 1; left <= MOST_EXCHANGED; left++) {
    if (look(search, 0, 0, 0, left)) {
      return left;
    }
  }
  return 0;
}

static bool is_stated(const Model *model, int number) {
  return number >= 0 && model->numbers[number].stated;
}

// Whether the file states its coordinates at the start, or a force, motion or coupler acts on them.
static bool is_used(const Model *model, int joint) {
  const Joint *it = &model->joints[joint];
  bool used = it->relation >= 0 || is_stated(model, it->initial_coordinate) ||
              is_stated(model, it->initial_rate);
  for (int k = 0; k < model->force_count && !used; k++) {
    used = model->forces[k].joint == joint;
  }
  for (int r = 0; r < model->relation_count && !used; r++) {
    const Relation *relation = &model->relations[r];
    for (int c = 0; c < relation->coordinate_count && !used; c++) {
      used = relation->coordinates[c].marker_i == it->marker_i &&
             relation->coordinates[c].marker_j == it->marker_j;
    }
  }
  return used;
}

// Whether anything reads its coordinates, as an output does.
static bool is_read(const Model *model, int joint) {
  bool found = false;
  for (int k = 0; k < model->measure_count && !found; k++) {
    const Measure *measure = &model->measures[k];
    found = measure->kind->owner == MEASURE_OF_JOINT && measure->object == joint &&
            measure_coordinate(measure->kind->quantity) != COORDINATE_NONE;
  }
  return found;
}

// The lighter of the bodies that a joint connects; the ground is heavy. Joints of light bodies, as
// of rods and rams, come first: they carry loads along them alone.
static double lighter(const State *state, int joint) {
  const Model *model = state->system->model;
  const int markers[2] = {model->joints[joint].marker_i, model->joints[joint].marker_j};
  double least = HUGE_VAL;
  for (int side = 0; side < 2; side++) {
    const int body = model->markers[markers[side]].body;
    least = body > 0 ? fmin(least, state->body_mass[body]) : least;
  }
  return least;
}

static void insert(Search *search, const State *state, int joint) {
  int at = search->count++;
  while (at > 0 && lighter(state, search->joints[at - 1]) > lighter(state, joint)) {
    search->joints[at] = search->joints[at - 1];
    at--;
  }
  search->joints[at] = joint;
}

// The joints of the set that nothing acts on; false where there are too many.
static bool list_joints(Search *search, const State *state, const bool *in_set) {
  const Model *model = search->model;
  for (int j = 0; j < model->joint_count; j++) {
    if (in_set[j] && !is_used(model, j)) {
      if (search->count == MOST_JOINTS) {
        return false;
      }
      insert(search, state, j);
    }
  }
  for (int at = 0; at < search->count; at++) {
    search->read[at] = is_read(model, search->joints[at]);
  }
  return true;
}

// The axis of a joint with a place: a hinge in the plane has none yet, a ball joint none any more.
static const char *axis_of(const Model *model, const Joint *joint, const char *by) {
  const bool hinge = joint->kind->spaces == IN_PLANE && strcmp(joint->kind->type, "revolute") == 0;
  const bool ball = strcmp(by, "spherical") == 0 && joint->kind->turn != AXIS_NONE;
  return !model->markers[joint->marker_i].at_initial_pose ? ""
         : hinge                                          ? " (axis: [1, 0])"
         : ball                                           ? " (without axis)"
                                                          : "";
}

static void say(const Search *search, int count, Diag *diag) {
  Text text = text_open(diag->arena->allocator);
  for (int k = 0; k < count; k++) {
    const Joint *joint = &search->model->joints[search->chosen[k].joint];
    const char *by = search->chosen[k].by;
    const char *link = k == 0 ? "" : k + 1 < count ? ", " : " and ";
    if (by != NULL) {
      text_printf(&text, "%s\"%s\" as %s%s", link, joint->name, by,
                  axis_of(search->model, joint, by));
    } else {
      text_printf(&text, "%s\"%s\" left out", link, joint->name);
    }
  }
  diag_hint(diag,
            "for instance, with %s, all reactions are determined and the motion is the same: which "
            "joints carry the loads is your choice",
            text.failed ? "" : text.bytes);
  text_close(&text);
}

// Whether a set has motions and couplers alone.
static bool only_relations(const Model *model, const bool *in_set) {
  int count = 0;
  for (int k = 0; k < constraint_count(model); k++) {
    if (in_set[k] && k < model->joint_count) {
      return false;
    }
    count += in_set[k];
  }
  return count > 0;
}

void exchange_hint(const State *state, const bool *in_set, int redundant, const double *reaction,
                   Diag *diag) {
  Search search = {.system = state->system,
                   .model = state->system->model,
                   .redundant = redundant,
                   .reaction = reaction};
  int count = 0;
  const bool known = reaction != NULL && list_joints(&search, state, in_set);
  enum { PASSES = 6 };
  for (int pass = 0; pass < PASSES && count == 0 && known; pass++) {
    search.any = pass >= PASSES / 2;
    search.most = pass % 3 == 0 ? USUAL : EXCHANGES;
    search.leave_out = pass % 3 == 2;
    count = find(&search);
  }
  if (count > 0) {
    say(&search, count, diag);
  } else if (only_relations(state->system->model, in_set)) {
    diag_hint(diag, "remove one of them: they prescribe the same");
  } else {
    diag_hint(
        diag,
        "if you need every reaction, replace one of these joints by one that constrains less; "
        "otherwise nothing has to be changed");
  }
}
