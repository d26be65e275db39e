// SPDX-License-Identifier: BSD-3-Clause
// roller_fit.c: whether a roller gets into every corner of a cam.
//
// All around, its centre C + offset n is where the roller would stand. It fits where the curve
// bends no more than it does (margin 1 - d/R > 0, elements/pairs/roller.h) and touches nowhere
// else: no other point of the curve is nearer to the centre. Where it does not, the path of the
// centre crosses itself. Cams alone, of parameters alone: of a slot nobody knows how far it is
// used.
#include <math.h>

#include "elements/pairs/roller.h"
#include "language/joints/relations.h"
#include "language/numbers/numbers.h"

#define ONE_TURN 6.283185307179586476925286766559

enum { PLACES = 720, SPARSE = 4 };          // every fourth place is held against the whole curve
static const double NEARER = 1e-3;          // of the offset: what sampling may miss
static const double SMALLEST_MARGIN = 1e-3; // at the least, also while running

// False unless parameters alone are read beside the argument. room: 6 input_count.
static bool open_roller(const Loader *loader, const Relation *relation, double *room, double *work,
                        Roller *roller) {
  const Program *program = &loader->model->numbers[relation->law].program;
  *roller = (Roller){.program = program,
                     .argument = -1,
                     .time = -1,
                     .polar = true,
                     .wraps = true,
                     .inputs = room,
                     .room = room + program->input_count,
                     .work = work};
  for (int i = 0; i < program->input_count; i++) {
    const Symbol *symbol = &program->inputs[i];
    if (symbol->kind == SYMBOL_MEASURE) {
      roller->argument = i;
    } else if (symbol->kind == SYMBOL_PARAMETER && loader->parameter_known[symbol->index]) {
      room[i] = loader->parameter_value[symbol->index];
    } else {
      return false;
    }
  }
  return program->count > 0;
}

// Where the centre stands over the point at an angle, and the margin there.
static double stand(const Roller *roller, double angle, double offset, double centre[2]) {
  RollerPoint point;
  Jet P[2] = {{0, 0, 0}, {0, 0, 0}};
  roller_at(roller, angle, P, false, ROLLER_PLACE,
            &point); // the normal, and the distance of the origin
  const double n[2] = {point.n[0].value, point.n[1].value};
  const double radius = roller_radius(roller, angle);
  centre[0] = radius * cos(angle) + offset * n[0];
  centre[1] = radius * sin(angle) + offset * n[1];
  P[0].value = centre[0];
  P[1].value = centre[1];
  roller_at(roller, angle, P, false, ROLLER_PLACE, &point);
  return point.margin;
}

static void refuse_bend(const Loader *loader, const Element *element, Mark mark, double angle,
                        double offset, double margin) {
  Diag *diag = loader_diag(loader);
  diag_add(diag, DIAG_MOTION_ROLLER, mark,
           "the roller of %s, %.6g m, does not fit the curve at angle = %.4g: there the radius of "
           "curvature is %.6g m",
           element->what, fabs(offset), angle, fabs(offset / (1 - margin)));
  diag_hint(diag, "use a smaller \"offset\", or a curve with larger radii where it is concave");
}

static void refuse_touch(const Loader *loader, const Element *element, Mark mark, double angle,
                         double offset, double other) {
  Diag *diag = loader_diag(loader);
  diag_add(diag, DIAG_MOTION_ROLLER, mark,
           "the roller of %s, %.6g m, does not fit the curve: at angle = %.4g it would reach into "
           "the curve at %.4g",
           element->what, fabs(offset), angle, other);
  diag_hint(diag, "use a smaller \"offset\", or a wider curve");
}

static void check_places(const Loader *loader, const Element *element, const Roller *roller,
                         Mark mark, double offset) {
  for (int k = 0; k < PLACES; k++) {
    const double angle = ONE_TURN * k / PLACES;
    double centre[2];
    const double margin = stand(roller, angle, offset, centre);
    if (margin < SMALLEST_MARGIN) {
      refuse_bend(loader, element, mark, angle, offset, margin);
      return;
    }
  }
  for (int k = 0; k < PLACES; k += SPARSE) {
    const double angle = ONE_TURN * k / PLACES;
    double centre[2];
    const double margin = stand(roller, angle, offset, centre);
    const double other = roller_look(roller, centre), radius = roller_radius(roller, other);
    const double distance = hypot(centre[0] - radius * cos(other), centre[1] - radius * sin(other));
    if (isfinite(margin) && distance < (1 - NEARER) * fabs(offset)) {
      refuse_touch(loader, element, mark, angle, offset, other);
      return;
    }
  }
}

bool curves_check_roller(Loader *loader, const Element *element, const Relation *relation,
                         Mark mark) {
  const Program *program = &loader->model->numbers[relation->law].program;
  Roller roller;
  double offset = 0;
  double *room = arena_array(loader_arena(loader), double, 6 * program->input_count);
  double *work = arena_array(loader_arena(loader), double, 6 * program->count);
  if (room == NULL || work == NULL) {
    return false;
  }
  if (relation->polar && numbers_known(loader, relation->offset, &offset) &&
      open_roller(loader, relation, room, work, &roller)) {
    loader->document->numbers[relation->law].judged = true;
    check_places(loader, element, &roller, mark, offset);
  }
  return true;
}
