// SPDX-License-Identifier: BSD-3-Clause
// analyses.c: what to compute, and how.
#include "language/results/analyses.h"

#include <stdbool.h>
#include <string.h>

#include "base/number.h"
#include "language/numbers/loader.h"
#include "language/numbers/measures.h"
#include "language/numbers/numbers.h"

// ---- what an assemble analysis keeps, and what moves cost ----

// ---- fixed ----

// Measures that are functions of the pose, or linear in the velocities.
static bool can_be_fixed(MeasureQuantity quantity) {
  return quantity == MEASURE_POINT || quantity == MEASURE_POINT_RATE || quantity == MEASURE_ANGLE ||
         quantity == MEASURE_ANGLE_RATE || quantity == MEASURE_BODY_RATE ||
         quantity == MEASURE_JOINT_ANGLE || quantity == MEASURE_JOINT_ANGLE_RATE ||
         quantity == MEASURE_JOINT_DISPLACEMENT || quantity == MEASURE_JOINT_DISPLACEMENT_RATE ||
         quantity == MEASURE_PIN_ANGLE || quantity == MEASURE_PIN_ANGLE_RATE ||
         quantity == MEASURE_DISTANCE || quantity == MEASURE_DISTANCE_RATE;
}

static bool moves(const Model *model, const Measure *measure) {
  return measure->kind->owner != MEASURE_OF_GAUGE &&
         (measure->kind->owner != MEASURE_OF_FRAME || model->markers[measure->object].body != 0);
}

// The measure of this name, or -1 after a message.
static int find_fixed(Loader *loader, const Element *element, const char *name, Mark mark) {
  Diag *diag = loader_diag(loader);
  const NumberUse use = {.what = element->what, .depends = DEPENDS_ON_RESULT};
  const int index = measures_find(loader, name, mark, &use);
  if (index < 0) {
    return -1;
  }
  const Measure *measure = &loader->model->measures[index];
  if (!can_be_fixed(measure->kind->quantity) || !moves(loader->model, measure)) {
    diag_add(diag, DIAG_NAME_KIND, mark, "%s cannot keep \"%s\"", element->what, name);
    diag_hint(diag, "it keeps coordinates and rates of bodies, markers and joints, such as "
                    "crank.angle, bar.tip.x, hinge.angle_rate");
    return -1;
  }
  return index;
}

static bool take_value(Loader *loader, const Element *element, Node *node, FixedMeasure *fixed) {
  const MeasureKind *kind = loader->model->measures[fixed->measure].kind;
  const Field field = {.name = node->key, .type = FIELD_NUMBER, .quantity = kind->unit};
  const char *what = loader_print(loader, "\"%s\" of %s", node->key, element->what);
  const char *path = loader_print(loader, "analyses.%s.fixed.%s", element->name, node->key);
  fixed->number = numbers_reserve(loader, 1, node->mark);
  if (what == NULL || path == NULL || fixed->number < 0) {
    return false;
  }
  const NumberUse use = numbers_use(&field, what, path, element->what);
  return numbers_single(loader, node, &use, fixed->number);
}

// The second of two entries for one measure is told.
static bool refuse_twice(const Loader *loader, const Element *element, const Analysis *analysis) {
  const Model *model = loader->model;
  bool *listed = arena_array(loader_arena(loader), bool, model->measure_count);
  for (int k = 0; k < analysis->fixed_count && listed != NULL; k++) {
    const FixedMeasure *fixed = &analysis->fixed[k];
    if (listed[fixed->measure]) {
      diag_at(loader_diag(loader), DIAG_NAME_DUPLICATE, fixed->origin,
              "\"fixed\" of %s names \"%s\" twice", element->what,
              model->measures[fixed->measure].name);
    }
    listed[fixed->measure] = true;
  }
  return listed != NULL;
}

static bool load_fixed(Loader *loader, const Element *element, Analysis *analysis) {
  const Value *value = item_find(&element->item, "fixed");
  const Node *whole = value == NULL ? NULL : value->node;
  FixedMeasure *list = arena_array(loader_arena(loader), FixedMeasure, whole ? whole->count : 0);
  analysis->fixed = list;
  for (Node *node = whole == NULL ? NULL : whole->first; node != NULL && list != NULL;
       node = node->next) {
    const bool map = whole->kind == NODE_MAP;
    const Mark mark = map ? node->key_mark : node->mark;
    const char *name = map ? node->key : node->text;
    const int measure = find_fixed(loader, element, name, mark);
    if (measure >= 0) {
      FixedMeasure *fixed = &list[analysis->fixed_count++];
      *fixed =
          (FixedMeasure){.measure = measure, .number = -1, .origin = loader_origin(loader, mark)};
      if (map && !take_value(loader, element, node, fixed)) {
        return false;
      }
    }
  }
  return list != NULL && refuse_twice(loader, element, analysis) && !loader_exhausted(loader);
}

// ---- weights ----

static int component_of(const BodyKind *kind, const char *word) {
  static const char *const axes[] = {"x", "y", "z"};
  for (int k = 0; k < kind->translations && k < 3; k++) {
    if (strcmp(word, axes[k]) == 0) {
      return k;
    }
  }
  const bool turns = strcmp(word, kind->rotations == 1 ? "angle" : "rotation") == 0;
  return kind->rotations > 0 && turns ? WEIGHT_ROTATION : WEIGHT_ALL;
}

// Body and component of a name such as "bar" or "bar.angle"; false after a message.
static bool find_weighted(const Loader *loader, const Element *element, const Node *node,
                          BodyWeight *weight) {
  Diag *diag = loader_diag(loader);
  const char *dot = strchr(node->key, '.');
  const size_t length = dot == NULL ? strlen(node->key) : (size_t)(dot - node->key);
  const char *head = arena_copy(loader_arena(loader), node->key, length);
  const Name *name = head == NULL ? NULL : names_find(&loader->names, head);
  if (name == NULL || name->kind != NAME_BODY) {
    diag_add(diag, DIAG_NAME_UNKNOWN, node->key_mark, "\"weights\" of %s: there is no body \"%s\"",
             element->what, head == NULL ? "" : head);
    const char *nearest =
        head == NULL ? NULL : names_nearest(&loader->names, 1U << NAME_BODY, head, diag);
    diag_suggest(diag, nearest);
    return false;
  }
  const BodyKind *kind = loader->model->bodies[name->index].kind;
  weight->body = name->index;
  weight->component = dot == NULL || kind == NULL ? WEIGHT_ALL : component_of(kind, dot + 1);
  if (dot != NULL && kind != NULL && weight->component == WEIGHT_ALL) {
    diag_add(diag, DIAG_NAME_MEASURE, node->key_mark,
             "body \"%s\" has no coordinate \"%s\" to weigh", head, dot + 1);
    return diag_hint(diag, "a body moves by x, y%s%s", kind->translations == 3 ? ", z" : "",
                     kind->rotations == 0   ? ""
                     : kind->rotations == 1 ? " and angle"
                                            : " and rotation");
  }
  return true;
}

static bool load_weights(Loader *loader, const Element *element, Analysis *analysis) {
  const Value *value = item_find(&element->item, "weights");
  const Node *map = value == NULL ? NULL : value->node;
  BodyWeight *list = arena_array(loader_arena(loader), BodyWeight, map == NULL ? 0 : map->count);
  analysis->weights = list;
  for (Node *node = map == NULL ? NULL : map->first; node != NULL && list != NULL;
       node = node->next) {
    BodyWeight *weight = &list[analysis->weight_count];
    const Field field = {.name = node->key,
                         .type = FIELD_NUMBER,
                         .quantity = QUANTITY_RATIO,
                         .range = RANGE_POSITIVE};
    const char *what = loader_print(loader, "weight \"%s\" of %s", node->key, element->what);
    const char *path = loader_print(loader, "analyses.%s.weights.%s", element->name, node->key);
    weight->number = numbers_reserve(loader, 1, node->mark);
    if (what == NULL || path == NULL || weight->number < 0) {
      return false;
    }
    const NumberUse use = numbers_use(&field, what, path, element->what);
    analysis->weight_count += find_weighted(loader, element, node, weight) ? 1 : 0;
    if (!numbers_single(loader, node, &use, weight->number)) {
      return false;
    }
  }
  return list != NULL && !loader_exhausted(loader);
}

// Reads `fixed` and `weights` of an assemble analysis. False only when memory ran out.
static bool assembling_load(Loader *loader, const Element *element, Analysis *analysis) {
  return load_fixed(loader, element, analysis) && load_weights(loader, element, analysis);
}

static const double most_rows = 1e8;

int analyses_find(const Loader *loader, const Node *node, const char *what, int limit) {
  Diag *diag = loader_diag(loader);
  const Name *name = names_find(&loader->analysis_names, node->text);
  if (name != NULL && (limit < 0 || name->index < limit)) {
    return name->index;
  }
  if (name != NULL) {
    diag_add(diag, name->index == limit ? DIAG_NAME_CYCLE : DIAG_NAME_UNKNOWN, node->mark,
             "%s must name an earlier analysis, but \"%s\" %s", what, node->text,
             name->index == limit ? "is this analysis" : "comes later");
    diag_related(diag, name->mark, "it is defined here");
    return -1;
  }
  loader_refuse_name(loader, &loader->analysis_names, NAME_ANALYSIS, node->text, node->mark, what);
  return -1;
}

static int place_of(const Item *item, int first, const char *path) {
  const Value *value = item_find(item, path);
  return value == NULL ? -1 : first + value->number;
}

static bool is_stated(const Item *item, const char *path) {
  const Value *value = item_find(item, path);
  return value != NULL && value->node != NULL;
}

// The index of a word among the choices of its field.
static int choice_of(const Item *item, const char *path) {
  const Value *value = item_find(item, path);
  if (value == NULL || value->text == NULL) {
    return 0;
  }
  int k = 0;
  while (value->field->choices[k] != NULL && strcmp(value->field->choices[k], value->text) != 0) {
    k++;
  }
  return value->field->choices[k] == NULL ? 0 : k;
}

// The number of a row at a path whose value is a number; item_find gives the stated alternative.
static int scalar_place(const Item *item, int first, const char *map, const char *key) {
  const Value *around = item_find(item, map);
  for (int k = around == NULL ? item->count : (int)(around - item->values) + 1;
       around != NULL && k < around->next; k = item->values[k].next) {
    const Field *field = item->values[k].field;
    if (field->type == FIELD_NUMBER && strcmp(field->name, key) == 0) {
      return first + item->values[k].number;
    }
  }
  return -1;
}

// Words of "method" stand in the order of the enum: auto, then the rows of methods.def.
static void read_integrator(Loader *loader, const Item *item, int first, Integrator *integrator) {
  static const Formulation formulations[] = {FORMULATION_AUTO, FORMULATION_EXPLICIT,
                                             FORMULATION_INDEX_1, FORMULATION_BAUMGARTE,
                                             FORMULATION_GGL};
  const Value *whole = item_find(item, "integrator");
  const Value *coordinates = item_find(item, "integrator.coordinates");
  const Value *steps = item_find(item, "integrator.max_steps");
  const Value *order = item_find(item, "integrator.order");
  const Value *undamped = item_find(item, "integrator.allow_undamped");
  const bool by_kind = is_stated(item, "integrator.tolerances.absolute.length") ||
                       is_stated(item, "integrator.tolerances.absolute.angle") ||
                       is_stated(item, "integrator.tolerances.absolute.time");
  *integrator =
      (Integrator){.origin = loader_origin(loader, whole->mark),
                   .method = (Method)choice_of(item, "integrator.method"),
                   .formulation = formulations[choice_of(item, "integrator.formulation")],
                   .coordinates = (Coordinates)choice_of(item, "integrator.coordinates"),
                   .coordinates_origin =
                       loader_origin(loader, (coordinates == NULL ? whole : coordinates)->mark),
                   .relative = place_of(item, first, "integrator.tolerances.relative"),
                   .absolute = scalar_place(item, first, "integrator.tolerances", "absolute"),
                   .absolute_length = -1,
                   .absolute_angle = -1,
                   .absolute_time = -1,
                   .max_step = place_of(item, first, "integrator.max_step"),
                   .initial_step = place_of(item, first, "integrator.initial_step"),
                   .alpha = place_of(item, first, "integrator.baumgarte.alpha"),
                   .beta = place_of(item, first, "integrator.baumgarte.beta"),
                   .step = place_of(item, first, "integrator.step"),
                   .newmark_beta = place_of(item, first, "integrator.beta"),
                   .newmark_gamma = place_of(item, first, "integrator.gamma"),
                   .hht_alpha = place_of(item, first, "integrator.alpha"),
                   .spectral_radius = place_of(item, first, "integrator.spectral_radius"),
                   .order = order == NULL ? 0 : order->whole,
                   .project_velocity = choice_of(item, "integrator.projection") == 1,
                   .allow_undamped = undamped != NULL && undamped->flag,
                   .max_steps = steps == NULL ? 0 : steps->whole};
  if (by_kind) {
    integrator->absolute_length = place_of(item, first, "integrator.tolerances.absolute.length");
    integrator->absolute_angle = place_of(item, first, "integrator.tolerances.absolute.angle");
    integrator->absolute_time = place_of(item, first, "integrator.tolerances.absolute.time");
  }
}

// The orders that a method has.
static void check_order(const Loader *loader, const Element *element,
                        const Integrator *integrator) {
  const Value *order = item_find(&element->item, "integrator.order");
  if (order == NULL || order->node == NULL) {
    return;
  }
  const bool symplectic = integrator->method == METHOD_SYMPLECTIC;
  const long low = symplectic ? 2 : 5, high = symplectic ? 4 : 8;
  if (integrator->order != low && integrator->order != high) {
    diag_add(loader_diag(loader), DIAG_VALUE_RANGE, order->node->mark,
             "\"order\" of %s is %ld, but its method has only the orders %ld and %ld",
             element->what, integrator->order, low, high);
  }
}

static void check_times(const Loader *loader, const Element *element, const Analysis *analysis) {
  double duration = 0;
  double step = 0;
  const Number *number = &loader->model->numbers[analysis->output_step];
  if (!number->stated || !numbers_known(loader, analysis->duration, &duration) ||
      !numbers_known(loader, analysis->output_step, &step) || !(step > 0)) {
    return;
  }
  Diag *diag = loader_diag(loader);
  if (step > duration && duration > 0) {
    char told[2][NUMBER_TEXT_SIZE];
    number_format_apart(6, 2, (const double[]){step, duration}, told);
    diag_at(diag, DIAG_VALUE_RANGE, number->origin,
            "\"output_step\" of %s, %s s, is longer than the duration, %s s", element->what,
            told[0], told[1]);
  } else if (duration / step > most_rows) {
    diag_at(diag, DIAG_VALUE_RANGE, number->origin,
            "\"output_step\" of %s, %.6g s, would give %.3g rows; at most %.0e are possible",
            element->what, step, duration / step, most_rows);
  }
}

static AnalysisKind kind_of(const char *type) {
  static const char *const words[] = {
#define ANALYSIS(word, symbol, summary) #word,
#include "model/analyses.def"
#undef ANALYSIS
  };
  int k = 0;
  while (strcmp(words[k], type) != 0) {
    k++;
  }
  return (AnalysisKind)k;
}

static void read_linearize(const Item *item, int first, Analysis *analysis) {
  // In the order of the choices in tables_analyses.c.
  static const SpectrumForm forms[] = {SPECTRUM_INDEX_3, SPECTRUM_INDEX_1, SPECTRUM_BAUMGARTE,
                                       SPECTRUM_GGL};
  const Value *modes = item_find(item, "modes");
  const Value *steady = item_find(item, "about.steady");
  analysis->steady = steady != NULL && steady->flag;
  analysis->at = is_stated(item, "at") ? place_of(item, first, "at") : -1;
  analysis->pencil = forms[choice_of(item, "pencil")];
  analysis->alpha = place_of(item, first, "baumgarte.alpha");
  analysis->beta = place_of(item, first, "baumgarte.beta");
  analysis->modes = modes == NULL ? 0 : modes->whole;
}

// A time belongs to a motion, and lies in it.
static void check_moment(const Loader *loader, const Element *element, const Analysis *analysis) {
  if (analysis->at < 0 || analysis->from < 0) {
    return;
  }
  const Analysis *from = &loader->model->analyses[analysis->from];
  const Origin origin = loader->model->numbers[analysis->at].origin;
  double at = 0, duration = 0;
  if (!analysis_moves(from->kind)) {
    diag_at(loader_diag(loader), DIAG_NAME_KIND, origin,
            "\"at\" of %s is a time, but analysis \"%s\" is not a motion in time", element->what,
            from->name);
    diag_hint(loader_diag(loader), "leave \"at\" out, or make \"from\" name a dynamics analysis");
  } else if (numbers_known(loader, analysis->at, &at) &&
             numbers_known(loader, from->duration, &duration) && at > duration) {
    char told[2][NUMBER_TEXT_SIZE];
    number_format_apart(6, 2, (const double[]){at, duration}, told);
    diag_at(loader_diag(loader), DIAG_VALUE_RANGE, origin,
            "\"at\" of %s, %s s, is after the end of analysis \"%s\", %s s", element->what, told[0],
            from->name, told[1]);
  }
}

// The last analysis before this one that finds a pose, or -1: there it starts.
static int pose_before(const Model *model, int index) {
  int k = index - 1;
  while (k >= 0 && model->analyses[k].kind != ANALYSIS_ASSEMBLE &&
         model->analyses[k].kind != ANALYSIS_EQUILIBRIUM) {
    k--;
  }
  return k;
}

// Kinematics and inverse dynamics take no settings.
static Integrator no_integrator(Origin origin) {
  return (Integrator){.origin = origin,
                      .method = METHOD_KINEMATICS,
                      .relative = -1,
                      .absolute = -1,
                      .absolute_length = -1,
                      .absolute_angle = -1,
                      .absolute_time = -1,
                      .max_step = -1,
                      .initial_step = -1,
                      .alpha = -1,
                      .beta = -1,
                      .step = -1,
                      .newmark_beta = -1,
                      .newmark_gamma = -1,
                      .hht_alpha = -1,
                      .spectral_radius = -1};
}

static bool load_analysis(Loader *loader, int index) {
  const Element *element = &loader->analyses.elements[index];
  Analysis *analysis = &loader->model->analyses[index];
  const Item *item = &element->item;
  *analysis = (Analysis){.name = element->name,
                         .origin = loader_origin(loader, element->name_mark),
                         .kind = ANALYSIS_DYNAMICS,
                         .from = -1,
                         .at = -1};
  if (element->kind == NULL) {
    return true;
  }
  const char *prefix = loader_print(loader, "analyses.%s", element->name);
  const char *what = loader_print(loader, "\"from\" of %s", element->what);
  const int first = prefix == NULL ? -1 : numbers_item(loader, item, prefix);
  if (first < 0 || what == NULL) {
    return false;
  }
  analysis->kind = kind_of(element->kind->type);
  const Value *from = item_find(item, "from");
  if (from != NULL && from->node != NULL) {
    const bool start = strcmp(from->node->text, "initial") == 0 &&
                       names_find(&loader->analysis_names, "initial") == NULL;
    analysis->from = start ? -1 : analyses_find(loader, from->node, what, index);
  } else if (analysis->kind != ANALYSIS_ASSEMBLE) {
    analysis->from = pose_before(loader->model, index);
  }
  analysis->project = choice_of(item, "initial") == 1;
  if (analysis_moves(analysis->kind)) {
    analysis->duration = place_of(item, first, "duration");
    analysis->output_step = place_of(item, first, "output_step");
    check_times(loader, element, analysis);
  }
  if (analysis->kind == ANALYSIS_DYNAMICS) {
    read_integrator(loader, item, first, &analysis->integrator);
    check_order(loader, element, &analysis->integrator);
  } else if (analysis_is_driven(analysis->kind)) {
    analysis->integrator = no_integrator(analysis->origin);
  } else if (analysis->kind == ANALYSIS_LINEARIZE) {
    read_linearize(item, first, analysis);
    check_moment(loader, element, analysis);
  } else if (analysis->kind == ANALYSIS_ASSEMBLE) {
    return assembling_load(loader, element, analysis);
  }
  return true;
}

bool analyses_load(Loader *loader) {
  Model *model = loader->model;
  const int count = loader->analyses.count;
  model->analyses = arena_array(loader_arena(loader), Analysis, count);
  if (model->analyses == NULL) {
    return false;
  }
  for (int k = 0; k < count; k++) {
    const Element *element = &loader->analyses.elements[k];
    Diag *diag = loader_diag(loader);
    (void)names_check_form(element->name, element->name_mark, NAME_ANALYSIS, diag);
    if (!names_claim(&loader->analysis_names, element->name, NAME_ANALYSIS, k, element->name_mark,
                     diag)) {
      return false;
    }
  }
  for (int k = 0; k < count; k++) {
    if (!load_analysis(loader, k)) {
      return false;
    }
    model->analysis_count++;
  }
  return true;
}
