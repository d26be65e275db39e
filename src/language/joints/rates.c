// SPDX-License-Identifier: BSD-3-Clause
// rates.c: couplers that hold velocities (see rates.h).
//
//   velocity   F(t, c, u) = 0, linear in the rates u
//   knife_edge u = 0 along an axis of marker_j
//   rolling    gap = 0 along the normal of marker_i, u = 0 along the axes of marker_i in the plane:
//              one relation that holds a position, and two (in the plane one) that hold velocities
#include "language/joints/rates.h"

#include <math.h>
#include <string.h>

#include "expr/programs/degree.h"
#include "language/bodies/bodies.h"
#include "language/joints/coordinates.h"

enum { RATE_INPUTS = 100 };

static const CouplerKind *kind_of(const Element *element) {
  for (int k = 0; element->kind != NULL && k < coupler_kind_count; k++) {
    if (strcmp(coupler_kinds[k].kind.type, element->kind->type) == 0) {
      return &coupler_kinds[k];
    }
  }
  return NULL;
}

// ---- several relations of one coupler ----

static int beside(const Loader *loader, const Element *element) {
  const CouplerKind *kind = kind_of(element);
  const bool rolls = kind != NULL && kind->rates != NULL && kind->rates->form == COUPLER_ROLLING;
  return !rolls ? 0 : loader->model->planar ? 1 : 2;
}

int rates_count(const Loader *loader) {
  int count = 0;
  for (int k = 0; k < loader->couplers.count; k++) {
    count += beside(loader, &loader->couplers.elements[k]);
  }
  return count;
}

void rates_register(Loader *loader) {
  Model *model = loader->model;
  for (int k = 0; k < loader->couplers.count; k++) {
    Relation *first = &model->relations[loader->motions.count + k];
    const int more = beside(loader, &loader->couplers.elements[k]);
    first->next = model->relation_count;
    first->rows = 1 + more;
    for (int n = 0; n < more; n++) {
      Relation *relation = &model->relations[model->relation_count++];
      *relation = *first;
      relation->rows = 0;
    }
  }
}

// ---- markers ----

static bool take_markers(Loader *loader, const Element *element, RelationCoordinate *out) {
  static const char *const keys[2] = {"marker_i", "marker_j"};
  int *const marker[2] = {&out->marker_i, &out->marker_j};
  for (int side = 0; side < 2; side++) {
    const Value *value = item_stated(&element->item, keys[side]);
    const char *what = loader_print(loader, "\"%s\" of %s", keys[side], element->what);
    if (what == NULL || (value == NULL && side == 1)) {
      return false;
    }
    *marker[side] = value == NULL ? 0 : bodies_find_marker(loader, value->node, what);
    if (*marker[side] < 0) {
      return false;
    }
  }
  const Model *model = loader->model;
  const int i = model->markers[out->marker_i].body, j = model->markers[out->marker_j].body;
  if (i == j) {
    diag_add(loader_diag(loader), DIAG_NAME_SELF, element->name_mark, "%s connects %s with itself",
             element->what, bodies_what(loader, j));
    return diag_hint(loader_diag(loader), "put one marker on another body, or on the ground");
  }
  return true;
}

static bool turns(const Model *model, int marker) {
  const BodyKind *kind = model->bodies[model->markers[marker].body].kind;
  return kind == NULL || kind->rotations > 0;
}

// ---- knife edges and rolling ----

static bool load_edge(Loader *loader, const Element *element, Relation *relation) {
  RelationCoordinate *coordinate = coordinates_open(loader, relation, 1);
  const Value *direction = item_stated(&element->item, "direction");
  if (coordinate == NULL) {
    return false;
  }
  relation->rates_alone = true;
  if (direction == NULL || !take_markers(loader, element, coordinate)) {
    return !loader_exhausted(loader);
  }
  coordinate->form = COORDINATE_EDGE;
  coordinate->axis = (Axis)(AXIS_X + (direction->text[0] - 'x'));
  relation->coordinate_count = 1;
  return true;
}

// Numbers of the file alone: those that parameters make end the run where they do not fit.
static bool tread_fits(const Loader *loader, const Element *element, int size) {
  const Program *radius = &loader->model->numbers[size].program;
  const Program *crown = &loader->model->numbers[size + 1].program;
  if (!radius->constant || !crown->constant || crown->value <= radius->value) {
    return true;
  }
  diag_add(loader_diag(loader), DIAG_VALUE_RANGE, item_find(&element->item, "crown")->mark,
           "\"crown\" of %s is larger than its radius: no wheel has such a tread", element->what);
  diag_hint(loader_diag(loader), "a crown equal to the radius turns the wheel into a ball");
  return false;
}

static bool load_rolling(Loader *loader, const Element *element, const CouplerKind *kind, int first,
                         Relation *relation) {
  const Model *model = loader->model;
  const Value *size = item_find(&element->item, kind->rates->size);
  const Axis normal = model->planar ? AXIS_Y : AXIS_Z;
  RelationCoordinate at = {.form = COORDINATE_ROLLING,
                           .weight = -1,
                           .sign = 1,
                           .input = -1,
                           .shape = kind->rates->shape,
                           .size = first + (size == NULL ? 0 : size->number)};
  if (!take_markers(loader, element, &at)) {
    return !loader_exhausted(loader);
  }
  if (!turns(model, at.marker_j)) {
    diag_add(loader_diag(loader), DIAG_NAME_KIND, element->name_mark,
             "%s needs %s to roll, but it cannot rotate", element->what,
             bodies_what(loader, model->markers[at.marker_j].body));
    return diag_hint(loader_diag(loader), "a body that rolls is \"type: rigid\"");
  }
  if (kind->rates->shape == SUPPORT_WHEEL && !tread_fits(loader, element, at.size)) {
    return true;
  }
  for (int n = 0; n < relation->rows; n++) {
    Relation *row = n == 0 ? relation : &loader->model->relations[relation->next + n - 1];
    RelationCoordinate *coordinate = coordinates_open(loader, row, 1);
    if (coordinate == NULL) {
      return false;
    }
    *coordinate = at;
    coordinate->axis = n == 0 ? normal : (Axis)(AXIS_X + n - 1);
    row->rates_alone = n > 0;
    row->coordinate_count = 1;
  }
  return true;
}

// ---- expressions ----

// The coordinate of two frames that a measure of them is, or is the rate of. False for any other.
static bool of_frames(const Model *model, const Measure *measure, RelationCoordinate *out) {
  const int component = measure->kind->component;
  if (measure->kind->owner == MEASURE_OF_GAUGE) {
    out->marker_i = model->gauges[measure->object].marker_i;
    out->marker_j = model->gauges[measure->object].marker_j;
  } else {
    out->marker_i = 0;
    out->marker_j = measure->object;
  }
  switch ((int)measure->kind->quantity) {
  case MEASURE_POINT:
  case MEASURE_POINT_RATE:
  case MEASURE_JOINT_POINT:
  case MEASURE_RELATIVE_RATE:
    out->form = COORDINATE_OFFSET;
    out->axis = (Axis)(AXIS_X + component);
    return true;
  case MEASURE_DISTANCE:
  case MEASURE_DISTANCE_RATE:
    out->form = COORDINATE_DISTANCE;
    return true;
  case MEASURE_ANGLE:
  case MEASURE_ANGLE_RATE:
  case MEASURE_JOINT_ANGLE: // of a gauge in the plane
  case MEASURE_JOINT_ANGLE_RATE:
    out->form = COORDINATE_TURN;
    return model->planar;
  case MEASURE_TURN:
  case MEASURE_EULER:
    return coordinate_take_measure(model, measure->kind, out);
  case MEASURE_BODY_RATE:
    out->form = COORDINATE_SPIN;
    out->axis = (Axis)(AXIS_X + component);
    return true;
  default:
    return false;
  }
}

// Of a joint, but for its angle and its displacement.
static bool of_joint(const MeasureKind *kind, RelationCoordinate *out) {
  switch ((int)kind->quantity) {
  case MEASURE_JOINT_POINT:
  case MEASURE_RELATIVE_RATE:
    out->form = COORDINATE_OFFSET;
    out->axis = (Axis)(AXIS_X + kind->component);
    return true;
  case MEASURE_PIN_ANGLE:
  case MEASURE_PIN_ANGLE_RATE:
    out->form = COORDINATE_TURN;
    out->pin = kind->component;
    out->turn = turn_form_pin(kind->component);
    return true;
  default:
    return false;
  }
}

static bool take_measure(Loader *loader, const Element *element, const Value *text, int index,
                         RelationCoordinate *out) {
  const Measure *measure = &loader->model->measures[index];
  const MeasureKind *kind = measure->kind;
  const JointCoordinate coordinate = measure_coordinate(kind->quantity);
  bool good = false;
  out->input = index;
  out->rate = measure_level(kind->quantity) == LEVEL_VELOCITY;
  if (kind->owner == MEASURE_OF_JOINT && coordinate != COORDINATE_NONE &&
      measure_level(kind->quantity) <= LEVEL_VELOCITY) {
    coordinate_take_ends(loader->model, measure->object, out);
    coordinate_take(loader->model, measure->object, coordinate, out);
    return true;
  }
  if (kind->owner == MEASURE_OF_JOINT) {
    coordinate_take_ends(loader->model, measure->object, out);
    good = of_joint(kind, out);
  }
  if (kind->owner == MEASURE_OF_FRAME || kind->owner == MEASURE_OF_GAUGE) {
    good = of_frames(loader->model, measure, out);
  }
  if (!good) {
    diag_add(loader_diag(loader), DIAG_EXPR_DEPENDS, text->mark,
             "\"relation\" of %s may not read \"%s\": it is neither a coordinate nor the rate of "
             "one",
             element->what, measure->name);
    diag_hint(loader_diag(loader), "read x y z vx vy vz of markers and gauges, wx wy wz of "
                                   "markers, angles of gauges, coordinates of joints and their "
                                   "rates");
  }
  return good;
}

// Whether an expression is linear in the rates that it reads.
static bool is_linear(const Loader *loader, const Program *program, const RelationCoordinate *at,
                      int count, bool *ran_out) {
  bool *rates = arena_array(loader_arena(loader), bool, program->input_count);
  *ran_out = rates == NULL;
  for (int i = 0; rates != NULL && i < program->input_count; i++) {
    for (int k = 0; k < count; k++) {
      rates[i] = rates[i] || (at[k].rate && program->inputs[i].kind == SYMBOL_MEASURE &&
                              program->inputs[i].index == at[k].input);
    }
  }
  return rates != NULL && degree_is_linear(program, rates);
}

static bool refuse(const Loader *loader, const Element *element, Mark mark, const char *why) {
  diag_add(loader_diag(loader), DIAG_EXPR_DEPENDS, mark, "\"relation\" of %s %s", element->what,
           why);
  diag_hint(loader_diag(loader),
            "for example \"skate.vy*cos(skate.angle) - skate.vx*sin(skate.angle)\"");
  return true;
}

// Whether an expression is one that a relation of rates can hold; else false after a message.
static bool check_expression(const Loader *loader, const Element *element, const Value *text,
                             const Program *program, const RelationCoordinate *coordinates,
                             int count, bool *ran_out) {
  int rates = 0, switches = 0;
  for (int k = 0; k < count; k++) {
    rates += coordinates[k].rate ? 1 : 0;
  }
  for (int k = 0; k < program->switch_count; k++) {
    switches += program->switches[k].on_state ? 1 : 0;
  }
  if (rates == 0) {
    refuse(
        loader, element, text->mark,
        "reads no rate, so it constrains no velocity; \"type: coordinate\" constrains positions");
    return false;
  }
  if (switches > 0) {
    refuse(loader, element, text->mark,
           "has a kink or a jump that depends on the motion; it must be smooth");
    return false;
  }
  if (!is_linear(loader, program, coordinates, count, ran_out)) {
    refuse(loader, element, text->mark,
           "is not linear in the rates: it must be a sum of rates, each times an expression "
           "without rates");
    return false;
  }
  return true;
}

static bool load_rates(Loader *loader, const Element *element, int first, Relation *relation) {
  const Value *text = item_stated(&element->item, "relation");
  if (text == NULL) {
    return true;
  }
  relation->law = first + text->number;
  relation->rates_alone = true;
  const Program *program = &loader->model->numbers[relation->law].program;
  if (program->input_count > RATE_INPUTS) {
    diag_add(loader_diag(loader), DIAG_LIMIT_ELEMENTS, text->mark,
             "\"relation\" of %s reads %d names; %d are allowed", element->what,
             program->input_count, (int)RATE_INPUTS);
    return true;
  }
  RelationCoordinate *coordinates = coordinates_open(loader, relation, program->input_count);
  int count = 0;
  bool good = coordinates != NULL && program->count > 0, ran_out = false;
  for (int i = 0; good && i < program->input_count; i++) {
    if (program->inputs[i].kind == SYMBOL_MEASURE) {
      good = take_measure(loader, element, text, program->inputs[i].index, &coordinates[count++]);
    }
  }
  good = good && check_expression(loader, element, text, program, coordinates, count, &ran_out);
  relation->coordinate_count = good ? count : 0;
  return !ran_out && !loader_exhausted(loader);
}

// ---- sums of rates as sums of coordinates ----

static bool *mark_rates(const Loader *loader, const Program *program, bool *all, bool *any) {
  bool *rates = arena_array(loader_arena(loader), bool, program->input_count);
  *all = true;
  *any = false;
  for (int i = 0; rates != NULL && i < program->input_count; i++) {
    const Symbol *symbol = &program->inputs[i];
    if (symbol->kind == SYMBOL_MEASURE) {
      const MeasureKind *kind = loader->model->measures[symbol->index].kind;
      rates[i] = measure_level(kind->quantity) == LEVEL_VELOCITY;
      *all = *all && rates[i];
      *any = *any || rates[i];
    }
  }
  return rates;
}

bool rates_integrate(Loader *loader, const Element *element, const Value *text, Relation *relation,
                     bool *reads) {
  const Program *program = &loader->model->numbers[relation->law].program;
  bool all;
  const bool *rates = mark_rates(loader, program, &all, reads);
  if (rates == NULL || !*reads) {
    return rates != NULL;
  }
  RelationCoordinate *coordinates = coordinates_open(loader, relation, program->input_count);
  int count = 0;
  bool good = coordinates != NULL, whole = all && !program->uses_time;
  for (int i = 0; good && i < program->input_count; i++) {
    if (program->inputs[i].kind == SYMBOL_MEASURE) {
      good = take_measure(loader, element, text, program->inputs[i].index, &coordinates[count]);
      whole = whole && coordinates[count].form < COORDINATE_ROLLING;
      coordinates[count++].rate = false; // F of coordinates is the integral of F of their rates
    }
  }
  if (good && !(whole && degree_is_homogeneous(program, rates))) {
    diag_add(loader_diag(loader), DIAG_EXPR_DEPENDS, text->mark,
             "\"relation\" of %s constrains positions, but the rates that it reads do not "
             "integrate to positions",
             element->what);
    diag_hint(loader_diag(loader), "\"type: velocity\" constrains rates; here only a sum of rates, "
                                   "each times a number, can replace the sum of their coordinates");
    good = false;
  }
  relation->keeps_start = good;
  relation->coordinate_count = good ? count : 0;
  return !loader_exhausted(loader);
}

bool rates_load(Loader *loader, const Element *element, const CouplerKind *kind, int first,
                Relation *relation) {
  switch ((int)kind->rates->form) {
  case COUPLER_EDGE:
    return load_edge(loader, element, relation);
  case COUPLER_ROLLING:
    return load_rolling(loader, element, kind, first, relation);
  default:
    return load_rates(loader, element, first, relation);
  }
}
