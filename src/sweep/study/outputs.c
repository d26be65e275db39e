// SPDX-License-Identifier: BSD-3-Clause
// outputs.c: the figures that each run is reduced to (see outputs.h).
#include "sweep/study/outputs.h"

#include <math.h>
#include <string.h>

#include "analysis/recording/reference.h"
#include "base/text.h"
#include "language/checks.h"
#include "language/tables/names.h"
#include "model/channel_unit.h"

const char *const sweep_audit_words[] = {"energy_drift",
                                         "constraint_position",
                                         "constraint_velocity",
                                         "constraint_acceleration",
                                         "defect",
                                         "free_body",
                                         NULL};
const char *const sweep_counter_words[] = {"steps",
                                           "residuals",
                                           "jacobians",
                                           "factorizations",
                                           "iterations",
                                           "error_test_failures",
                                           "convergence_failures",
                                           "projections",
                                           "restarts",
                                           NULL};
static const char *const AUDIT_UNITS[] = {"J", "", "", "", "1", "1"};

double sweep_audit_value(const Result *result, int which) {
  const Audit *audit = &result->audit;
  const double values[] = {fmax(audit->energy_drift, audit->energy_drift_steps),
                           fmax(audit->constraint_position, audit->constraint_position_steps),
                           fmax(audit->constraint_velocity, audit->constraint_velocity_steps),
                           audit->constraint_acceleration,
                           audit_part(&audit->figures[AUDIT_DEFECT]),
                           audit_part(&audit->figures[AUDIT_FREE_BODY])};
  return values[which];
}

double sweep_counter_value(const Result *result, int which) {
  const Counters *c = &result->counters;
  const long values[] = {c->steps,
                         c->residuals,
                         c->jacobians,
                         c->factorizations,
                         c->iterations,
                         c->error_test_failures,
                         c->convergence_failures,
                         c->projections,
                         c->restarts};
  return (double)values[which];
}

// ---- reading ----

static void take_figure(const Item *item, const CheckKey *form, const Value *value, Sweep *sweep,
                        Figure *figures, SweepOutput *output) {
  const Value *at = item_stated(item, "at"), *cycles = item_stated(item, "cycles");
  const Value *analysis = item_stated(item, "analysis");
  output->kind = OUTPUT_FIGURE;
  output->check = sweep->load.figure_count;
  figures[sweep->load.figure_count++] = (Figure){
      .name = output->name,
      .form = form->form,
      .channel = value->node,
      .at = at == NULL ? NULL : at->node,
      .cycles = cycles == NULL ? 1 : (int)(cycles->whole < 1000000 ? cycles->whole : 1000000),
      .analysis = analysis == NULL ? NULL : analysis->node};
}

static int word_number(const char *const *words, const char *word) {
  int k = 0;
  while (words[k] != NULL && strcmp(words[k], word) != 0) {
    k++;
  }
  return k;
}

static void take_other(const Item *item, SweepOutput *output) {
  static const struct {
    const char *key;
    OutputKind kind;
  } others[] = {{"audit", OUTPUT_AUDIT},
                {"counter", OUTPUT_COUNTER},
                {"check", OUTPUT_CHECK},
                {"eigenvalue", OUTPUT_EIGENVALUE}};
  for (size_t k = 0; k < sizeof others / sizeof others[0]; k++) {
    const Value *value = item_stated(item, others[k].key);
    if (value == NULL) {
      continue;
    }
    output->kind = others[k].kind;
    output->form = others[k].key;
    output->subject = value->text;
    output->mark = value->mark;
    output->unit = output->kind == OUTPUT_EIGENVALUE ? "1/s" : "1";
    if (output->kind == OUTPUT_AUDIT) {
      output->which = word_number(sweep_audit_words, value->text);
      output->unit = AUDIT_UNITS[output->which];
    } else if (output->kind == OUTPUT_COUNTER) {
      output->which = word_number(sweep_counter_words, value->text);
    } else if (output->kind == OUTPUT_EIGENVALUE) {
      const Value *part = item_stated(item, "part");
      output->which = (int)(value->whole < 1000000 ? value->whole : 1000000);
      output->imaginary = part != NULL && strcmp(part->text, "imaginary") == 0;
    }
  }
}

static bool read_output(const Checker *checker, Node *node, Sweep *sweep, Figure *figures) {
  SweepOutput *output = &sweep->outputs[sweep->output_count];
  (void)names_check_form(node->key, node->key_mark, NAME_FIGURE, checker->diag);
  *output = (SweepOutput){
      .name = node->key, .mark = node->key_mark, .unit = "", .check = -1, .analysis = -1};
  const char *name = text_print(checker->arena, "output \"%s\"", node->key);
  Item item;
  if (name == NULL || !check_map(checker, node, sweep_fields(checker->language, "outputs"), name,
                                 "output key", &item)) {
    return false;
  }
  for (size_t k = 0; item.good && k < CHECK_FIGURES; k++) {
    const Value *value = item_stated(&item, check_keys[k].key);
    if (value != NULL) {
      output->form = check_keys[k].key;
      output->subject = value->text;
      take_figure(&item, &check_keys[k], value, sweep, figures, output);
    }
  }
  if (item.good && output->form == NULL) {
    take_other(&item, output);
    output->analysis_node = item_find(&item, "analysis")->node;
  }
  sweep->output_count += item.good ? 1 : 0;
  return true;
}

bool outputs_read(const Checker *checker, const Node *map, Sweep *sweep) {
  Figure *figures = arena_array(checker->arena, Figure, map->count);
  sweep->outputs = arena_array(checker->arena, SweepOutput, map->count);
  if (figures == NULL || sweep->outputs == NULL) {
    return false;
  }
  sweep->load.figures = figures;
  for (Node *node = map->first; node != NULL; node = node->next) {
    if (!read_output(checker, node, sweep, figures)) {
      return false;
    }
  }
  return true;
}

// ---- resolving ----

static void refuse_name(const SweepOutput *output, Mark mark, const char *what, const char *name,
                        const char *const *names, int count, Diag *diag) {
  diag_add(diag, DIAG_NAME_UNKNOWN, mark, "output \"%s\": the model has no %s \"%s\"", output->name,
           what, name);
  const char *nearest = text_nearest(name, names, count);
  diag_suggest(diag, nearest);
}

static bool find_analysis(SweepOutput *output, const Model *model, Arena *arena, Diag *diag) {
  const char **names = arena_array(arena, const char *, model->analysis_count);
  if (names == NULL) {
    return false;
  }
  for (int k = 0; k < model->analysis_count; k++) {
    names[k] = model->analyses[k].name;
    if (strcmp(names[k], output->analysis_node->text) == 0) {
      output->analysis = k;
      return true;
    }
  }
  refuse_name(output, output->analysis_node->mark, "analysis", output->analysis_node->text, names,
              model->analysis_count, diag);
  return true;
}

// Whether some analysis, or the one that is named, is of the kind that the output reads.
static void check_source(const SweepOutput *output, const Model *model, Diag *diag) {
  const bool eigenvalue = output->kind == OUTPUT_EIGENVALUE;
  bool found = output->kind == OUTPUT_FIGURE || output->kind == OUTPUT_CHECK;
  for (int k = 0; k < model->analysis_count && !found; k++) {
    const AnalysisKind kind = model->analyses[k].kind;
    found = (output->analysis < 0 || output->analysis == k) &&
            (eigenvalue ? kind == ANALYSIS_LINEARIZE : analysis_moves(kind));
  }
  if (!found) {
    diag_add(diag, DIAG_NAME_UNKNOWN, output->mark, "output \"%s\": %s %s", output->name,
             output->analysis < 0 ? "the model has no analysis that gives"
                                  : "this analysis gives no",
             eigenvalue ? "eigenvalues" : output->form);
    diag_hint(diag, eigenvalue ? "eigenvalues come from an analysis of type linearize"
                               : "it comes from an analysis of type dynamics or kinematics");
  }
}

static bool find_check(SweepOutput *output, const Model *model, Arena *arena, Diag *diag) {
  const char **names = arena_array(arena, const char *, model->check_count);
  if (names == NULL) {
    return false;
  }
  int count = 0;
  for (int k = 0; k < model->check_count; k++) {
    if (model->checks[k].figure) {
      continue;
    }
    names[count++] = model->checks[k].name;
    if (strcmp(model->checks[k].name, output->subject) == 0) {
      output->check = k;
      return true;
    }
  }
  refuse_name(output, output->mark, "check", output->subject, names, count, diag);
  return true;
}

// The unit of an integral over time: "m" of "m/s", "J" of "W", "N s" of "N".
static const char *times_second(const char *unit, Arena *arena) {
  const size_t length = strlen(unit);
  const bool rate = length > 2 && strcmp(unit + length - 2, "/s") == 0;
  if (strcmp(unit, "W") == 0 || strcmp(unit, "1") == 0) {
    return unit[0] == 'W' ? "J" : "s";
  }
  const bool quotient = strchr(unit, '/') != NULL;
  const char *copy = rate ? arena_copy(arena, unit, length - 2)
                          : text_print(arena, quotient ? "(%s) s" : "%s s", unit);
  return copy == NULL ? "" : copy;
}

// The unit of a channel, of a time, of an integral over time.
static const char *unit_of(const SweepOutput *output, const Model *model, Arena *arena) {
  const Check *check = &model->checks[output->check];
  if (check->form == CHECK_PERIOD || check->form == CHECK_FIRST_TIME) {
    return "s";
  }
  const char *unit = channel_unit(model, check->channel, arena);
  return check->form == CHECK_INTEGRAL && unit[0] != '\0' ? times_second(unit, arena) : unit;
}

// The table of a check by a reference file, read once for all runs: a file that changes meanwhile
// changes nothing. A file that is missing stays so: the check has not passed. False after a
// message.
static bool freeze_table(Check *check, Model *model, const LoadOptions *load, Arena *arena,
                         Diag *diag) {
  Reference table;
  SourceText *text = arena_new(arena, SourceText);
  bool missing = false;
  if (check->form != CHECK_FILE || check->values != NULL) {
    return true;
  }
  if (text == NULL ||
      !model_read_file(model, load, check->file, origin_mark(&model->origins, check->origin), text,
                       &missing, arena, diag) ||
      !reference_read(text, check->channels, check->channel_count, &table, arena, arena, diag) ||
      !reference_convert(check, model, &table, diag)) {
    return missing;
  }
  const size_t width = (size_t)check->channel_count + 1;
  double *values = arena_alloc_array(arena, table.row_count, width * sizeof(double));
  ModelFile *files = arena_array(arena, ModelFile, model->file_count + 1);
  if (values == NULL || files == NULL) {
    return false;
  }
  for (size_t row = 0; row < (size_t)table.row_count; row++) {
    values[row * width] = table.t[row];
    memcpy(values + row * width + 1, table.value + row * (width - 1), (width - 1) * sizeof(double));
  }
  if (model->file_count > 0) {
    memcpy(files, model->files, (size_t)model->file_count * sizeof *files);
  }
  files[model->file_count++] = (ModelFile){.path = check->file, .text = *text};
  model->files = files;
  check->values = values;
  check->row_count = table.row_count;
  return true;
}

// The model with the checks that somebody wants: those of a reference file would be read and
// compared in every run, although a varied mechanism moves otherwise.
static bool keep_wanted_checks(Sweep *sweep, Arena *arena, Diag *diag) {
  const Model *model = sweep->model;
  Model *ours = arena_new(arena, Model);
  Check *checks = arena_array(arena, Check, model->check_count);
  int *place = arena_array(arena, int, model->check_count);
  int *all = arena_array(arena, int, model->check_count);
  if (ours == NULL || checks == NULL || place == NULL || all == NULL) {
    return false;
  }
  *ours = *model;
  ours->checks = checks;
  ours->check_count = 0;
  for (int c = 0; c < model->check_count; c++) {
    bool wanted = false;
    for (int k = 0; k < sweep->output_count; k++) {
      wanted = wanted || sweep->outputs[k].check == c;
    }
    if (wanted) {
      place[c] = ours->check_count;
      all[ours->check_count] = c;
      Check *check = &checks[ours->check_count++];
      *check = model->checks[c];
      if (!freeze_table(check, ours, &sweep->load, arena, diag)) {
        return false;
      }
    }
  }
  for (int k = 0; k < sweep->output_count; k++) {
    SweepOutput *output = &sweep->outputs[k];
    output->check = output->check < 0 ? -1 : place[output->check];
  }
  sweep->model = ours;
  sweep->wanted = all;
  return true;
}

const Model *outputs_follow(const Sweep *sweep, const Model *model, Arena *arena) {
  Model *ours = arena_new(arena, Model);
  Check *checks = arena_array(arena, Check, sweep->model->check_count);
  if (ours == NULL || checks == NULL) {
    return NULL;
  }
  *ours = *model;
  ours->checks = checks;
  ours->check_count = sweep->model->check_count;
  for (int k = 0; k < ours->check_count; k++) {
    checks[k] = model->checks[sweep->wanted[k]];
    if (checks[k].form == CHECK_FILE) {
      checks[k].values = sweep->model->checks[k].values;
      checks[k].row_count = sweep->model->checks[k].row_count;
    }
  }
  return ours;
}

bool outputs_resolve(Sweep *sweep, Arena *arena, Diag *diag) {
  const Model *model = sweep->model;
  const int first = model->check_count - sweep->load.figure_count;
  const SweepOutput *asked = sweep->asked != NULL ? sweep->asked : sweep->outputs;
  sweep->outputs = arena_array(arena, SweepOutput, sweep->output_count);
  if (sweep->outputs == NULL) {
    return false;
  }
  memcpy(sweep->outputs, asked, (size_t)sweep->output_count * sizeof *asked);
  sweep->asked = asked;
  for (int k = 0; k < sweep->output_count; k++) {
    SweepOutput *output = &sweep->outputs[k];
    if (output->kind == OUTPUT_FIGURE) {
      output->check += first;
      output->unit = unit_of(output, model, arena);
    } else if ((output->kind == OUTPUT_CHECK && !find_check(output, model, arena, diag)) ||
               (output->analysis_node != NULL && !find_analysis(output, model, arena, diag))) {
      return false;
    }
    check_source(output, model, diag);
  }
  return keep_wanted_checks(sweep, arena, diag);
}

// ---- values ----

// A figure: of the last analysis that has it. A check: whether all analyses pass it.
static double check_value(const SweepOutput *output, const Model *model, const Run *run) {
  double value = (double)NAN;
  for (int r = 0; r < run->result_count; r++) {
    const Result *result = &run->results[r];
    for (int k = 0; k < result->check_count; k++) {
      const CheckResult *check = &result->checks[k];
      if (check->check != &model->checks[output->check] || !run_finished(result->status)) {
        continue;
      }
      if (output->kind == OUTPUT_CHECK) {
        value = check->passed ? fmin(value, 1) : 0; // fmin passes over NaN
      } else if (check->evaluated) {
        value = check->found;
      }
    }
  }
  return value;
}

static bool is_counted(const Eigenvalue *value) {
  const bool zero = value->re == 0 && value->im == 0; // a neutral one, or it cannot be told from 0
  return spectrum_own(value) && !zero && value->im >= 0;
}

static bool is_before(const Eigenvalue *list, int a, int b) {
  if (list[a].im != list[b].im) {
    return list[a].im < list[b].im;
  }
  return list[a].re < list[b].re || (list[a].re == list[b].re && a < b);
}

// The one that `which - 1` others stand before.
static double eigenvalue(const SweepOutput *output, const Result *result) {
  const Spectrum *spectrum = result->linear->spectrum;
  for (int k = 0; k < spectrum->count; k++) {
    int before = 0;
    for (int j = 0; j < spectrum->count; j++) {
      before += is_counted(&spectrum->list[j]) && is_before(spectrum->list, j, k) ? 1 : 0;
    }
    if (is_counted(&spectrum->list[k]) && before == output->which - 1) {
      return output->imaginary ? spectrum->list[k].im : spectrum->list[k].re;
    }
  }
  return (double)NAN;
}

// Whether the analysis has what the output asks for.
static bool suits(const SweepOutput *output, const Model *model, const Result *result) {
  const int number = (int)(result->analysis - model->analyses);
  if (!run_finished(result->status) || (output->analysis >= 0 && output->analysis != number)) {
    return false;
  }
  return output->kind == OUTPUT_EIGENVALUE ? result->linear != NULL
                                           : analysis_moves(result->analysis->kind);
}

double outputs_value(const SweepOutput *output, const Model *model, const Run *run) {
  if (output->kind == OUTPUT_FIGURE || output->kind == OUTPUT_CHECK) {
    return check_value(output, model, run);
  }
  for (int r = run->result_count - 1; r >= 0; r--) {
    const Result *result = &run->results[r];
    if (!suits(output, model, result)) {
      continue;
    }
    switch (output->kind) {
    case OUTPUT_AUDIT:
      return sweep_audit_value(result, output->which);
    case OUTPUT_COUNTER:
      return sweep_counter_value(result, output->which);
    case OUTPUT_EIGENVALUE:
      return eigenvalue(output, result);
    case OUTPUT_FIGURE:
    case OUTPUT_CHECK:
      break;
    }
  }
  return (double)NAN;
}
