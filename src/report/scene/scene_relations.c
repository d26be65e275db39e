// SPDX-License-Identifier: BSD-3-Clause
// scene_relations.c: wheels that mesh, belts and the curves that points stay on.
//
// Of two turns with weights w_1, w_2 of the same sign, whose axes are d apart, the pitch radii are
//   r_k = d w_j/(w_1 + w_2) outside,  d w_j/|w_1 - w_2| inside      (r_1 w_1 = r_2 w_2 with teeth
// as weights turned round: the wheel of more teeth is the larger). Weights that are lengths are the
// radii themselves; where these do not touch a belt runs over them.
#include <math.h>

#include "expr/programs/eval.h"
#include "report/scene/scene_inside.h"

static const double GUIDE = 0.15; // of a curve beyond the travel, of the scene's size

static double weight_of(const Draft *draft, const RelationCoordinate *c) {
  return c->sign * (c->weight >= 0 ? draft->state->values[c->weight] : 1);
}

// The marker of a turn on the body that turns: not the ground's, and not the carrier's.
static int turning(const Draft *draft, const RelationCoordinate *c) {
  return draft->model->markers[c->marker_j].body > 0 ? c->marker_j : c->marker_i;
}

// One straight side of a belt: a rod between the carriers' points where it leaves the wheels.
static void add_strand(Draft *draft, const char *name, const double a[3], const double b[3]) {
  const SceneEnd ends[2] = {{0, {a[0], a[1], a[2]}}, {0, {b[0], b[1], b[2]}}};
  scene_link(draft, SCENE_ROD, name, ends, 0.35 * draft->scene->thickness);
}

// Both tangents of two circles in the plane; crossed ones pass between them.
static void add_belt(Draft *draft, const char *name, const double *a, const double *b, double r,
                     double s, bool crossed) {
  const double dx = b[0] - a[0], dy = b[1] - a[1], d = sqrt(dx * dx + dy * dy);
  const double cosine = (r - (crossed ? -s : s)) / d;
  if (!(fabs(cosine) < 1)) {
    return;
  }
  for (int side = -1; side <= 1; side += 2) {
    const double angle = atan2(dy, dx) + side * acos(cosine);
    const double n[2] = {cos(angle), sin(angle)}, t = crossed ? -s : s;
    const double z = -1.4 * draft->scene->thickness;
    add_strand(draft, name, (double[3]){a[0] + r * n[0], a[1] + r * n[1], z},
               (double[3]){b[0] + t * n[0], b[1] + t * n[1], z});
  }
}

static void add_wheels(Draft *draft, const Relation *relation) {
  const RelationCoordinate *c = relation->coordinates;
  const int marker[2] = {turning(draft, &c[0]), turning(draft, &c[1])};
  const double *a = state_frame(draft->state, marker[0])->x;
  const double *b = state_frame(draft->state, marker[1])->x;
  const double w = weight_of(draft, &c[0]), u = weight_of(draft, &c[1]);
  const double far = sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                          (a[2] - b[2]) * (a[2] - b[2]));
  const bool lengths =
      c[0].weight >= 0 && draft->model->numbers[c[0].weight].quantity == QUANTITY_LENGTH;
  const double sum = fabs(w + u);
  const double scale = lengths ? 1 : sum > 0 ? far / sum : 0;
  const double r = scale * fabs(w), s = scale * fabs(u);
  if (!(r > 0) || !(s > 0)) {
    return;
  }
  for (int k = 0; k < 2; k++) {
    const double own = k == 0 ? r : s, other = k == 0 ? s : r;
    if (own > other && far < own) { // it runs about the other
      scene_ring(draft, marker[k], own, relation->name);
      scene_ring(draft, marker[k], 1.06 * own, relation->name);
      draft->wheel[draft->model->markers[marker[k]].body] = true;
    } else {
      scene_wheel(draft, marker[k], own);
    }
  }
  const bool touch = fabs(r + s - far) < 0.01 * far || fabs(fabs(r - s) - far) < 0.01 * far;
  if (lengths && !touch && draft->scene->planar) {
    add_belt(draft, relation->name, a, b, r, s, w * u > 0);
  }
}

// A cam is solid.
static void add_cam(Draft *draft, int body, const char *name, const double (*p)[3], int count) {
  SceneShape *cam = scene_add(draft, SCENE_OUTLINE, body, name);
  cam->points = p;
  cam->point_count = count;
  cam->size[2] = 0.6 * draft->scene->thickness;
  cam->at[2] = -draft->scene->thickness;
  draft->wheel[body] = true;
}

// F with its argument at u.
static double law_at(State *state, const Program *program, int argument, double u) {
  for (int k = 0; k < program->input_count; k++) {
    const Symbol *symbol = &program->inputs[k];
    state->inputs[k] =
        symbol->kind == SYMBOL_MEASURE && symbol->index == argument ? u : state->inputs[k];
  }
  return program->constant ? program->value : program_value(program, state->inputs, state->work);
}

// F over its argument as a line in the axes of the marker that carries it.
static void add_curve(Draft *draft, const Joint *joint, const Relation *relation) {
  enum { STEPS = 180 };
  const Model *model = draft->model;
  State *state = draft->state;
  const Program *program = &model->numbers[relation->law].program;
  const bool polar =
      relation->rolls ? relation->polar : relation->coordinates[0].form == COORDINATE_DISTANCE;
  const int argument = relation->rolls                  ? relation->argument
                       : relation->coordinate_count > 1 ? relation->coordinates[1].input
                                                        : -1;
  const int body = model->markers[joint->marker_i].body;
  const Frame *i = state_frame(state, joint->marker_i);
  SceneShape *line = scene_add(draft, SCENE_LINE, body, joint->name);
  double(*p)[3] = scene_points(draft, line, STEPS + 1);
  double low = HUGE_VAL, high = -HUGE_VAL;
  scene_span(draft, (const int[2]){joint->marker_i, joint->marker_j},
             (const double[3]){i->A[0], i->A[3], i->A[6]}, GUIDE * draft->scene->size, &low, &high);
  state_gather(state, program);
  int count = 0;
  for (int n = 0; p != NULL && n <= STEPS; n++) {
    const double part = (double)(polar ? n % STEPS : n) / STEPS;
    const double u = polar ? 2 * EVAL_PI * part : low + part * (high - low);
    const double f = law_at(state, program, argument, u);
    const double x = polar ? f * cos(u) : u, y = polar ? f * sin(u) : f;
    double place[3];
    for (int k = 0; k < 3; k++) {
      place[k] = i->x[k] + x * i->A[3 * k] + y * i->A[3 * k + 1];
    }
    scene_point(draft, body, place, p[count]);
    count += isfinite(p[count][0] + p[count][1] + p[count][2]); // beside what the law is made for
  }
  line->point_count = count;
  if (polar && count > STEPS && body > 0) {
    add_cam(draft, body, joint->name, (const double(*)[3])p, STEPS);
  }
  if (relation->rolls) {
    scene_wheel(draft, joint->marker_j, draft->state->values[relation->offset]);
  }
}

void scene_relations(Draft *draft) {
  const Model *model = draft->model;
  for (int r = 0; r < model->relation_count; r++) {
    const Relation *relation = &model->relations[r];
    const RelationCoordinate *c = relation->coordinates;
    const bool pair = relation->owner == RELATION_OF_COUPLER && relation->coordinate_count == 2 &&
                      relation->law < 0;
    if (pair && c[0].form == COORDINATE_TURN && c[1].form == COORDINATE_TURN) {
      add_wheels(draft, relation);
    } else if (pair && c[0].form == COORDINATE_TURN) {
      const double radius = fabs(weight_of(draft, &c[0]) / weight_of(draft, &c[1]));
      scene_wheel(draft, turning(draft, &c[0]), radius);
    }
  }
  for (int j = 0; j < model->joint_count; j++) {
    const Joint *joint = &model->joints[j];
    if (joint_curve(joint->kind) != NULL && joint->relation >= 0) {
      add_curve(draft, joint, &model->relations[joint->relation]);
    }
  }
}
