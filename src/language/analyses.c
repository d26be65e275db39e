// SPDX-License-Identifier: BSD-3-Clause
// analyses.c: what to compute, and how.
#include "language/analyses.h"

#include <string.h>

#include "base/number.h"
#include "language/assembling.h"
#include "language/numbers.h"

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
             name->index == limit ? "is itself" : "comes later");
    diag_related(diag, name->mark, "it stands here");
    return -1;
  }
  if (loader->unread) {
    return -1; // it may stand in what was not read
  }
  diag_add(diag, DIAG_NAME_UNKNOWN, node->mark, "%s: there is no analysis \"%s\"", what,
           node->text);
  const char *nearest =
      names_nearest(&loader->analysis_names, 1U << NAME_ANALYSIS, node->text, diag);
  diag_suggest(diag, nearest);
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
             "\"order\" of %s is %ld; this method has the orders %ld and %ld", element->what,
             integrator->order, low, high);
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
  return strcmp(type, "assemble") == 0      ? ANALYSIS_ASSEMBLE
         : strcmp(type, "equilibrium") == 0 ? ANALYSIS_EQUILIBRIUM
         : strcmp(type, "kinematics") == 0  ? ANALYSIS_KINEMATICS
         : strcmp(type, "linearize") == 0   ? ANALYSIS_LINEARIZE
                                            : ANALYSIS_DYNAMICS;
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
            "\"at\" of %s is a time, but analysis \"%s\" is no motion in time", element->what,
            from->name);
    diag_hint(loader_diag(loader), "leave \"at\" away, or let \"from\" name a dynamics analysis");
  } else if (numbers_known(loader, analysis->at, &at) &&
             numbers_known(loader, from->duration, &duration) && at > duration) {
    char told[2][NUMBER_TEXT_SIZE];
    number_format_apart(6, 2, (const double[]){at, duration}, told);
    diag_at(loader_diag(loader), DIAG_VALUE_RANGE, origin,
            "\"at\" of %s, %s s, lies behind the end of analysis \"%s\", %s s", element->what,
            told[0], from->name, told[1]);
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

// Kinematics takes no settings.
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
  } else if (analysis->kind == ANALYSIS_KINEMATICS) {
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
