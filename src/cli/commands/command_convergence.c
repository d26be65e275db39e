// SPDX-License-Identifier: BSD-3-Clause
// command_convergence.c: mbsrun convergence MODEL.
#include <stdio.h>
#include <string.h>

#include "analysis/verification/convergence.h"
#include "analysis/verification/ladder.h"
#include "analysis/verification/ladder_plan.h"
#include "cli/shared/command.h"
#include "cli/shared/loading.h"
#include "cli/shared/messages.h"
#include "cli/shared/sizes.h"
#include "cli/shared/versions.h"
#include "language/expand/options.h"
#include "language/load.h"
#include "language/tables/tables.h"
#include "output/convergence/study.h"
#include "output/results.h"

// ---- who takes part in a study ----

typedef struct Contestants {
  Ladder *list;
  int count;
} Contestants;

// What the options say of sizes; read before any model is.
typedef struct LadderSizes {
  Sizes steps, tolerances;
} LadderSizes;

static const double STEP_RATIO = 2, TOLERANCE_RATIO = 10;
static const double LARGEST_STEP = 1e9, LARGEST_TOLERANCE = 0.1;
enum { LEVELS = 5, MOST_METHODS = 32 };

static bool contestants_sizes(const Session *session, LadderSizes *sizes) {
  const Options *options = session->options;
  const bool listed = (options->steps != NULL || options->tolerances != NULL) &&
                      (options->steps == NULL || strchr(options->steps, ':') == NULL) &&
                      (options->tolerances == NULL || strchr(options->tolerances, ':') == NULL);
  if (listed && (options->levels > 0 || options->ratio > 0)) {
    return diag_add(session->diag, DIAG_USAGE, mark_none(),
                    "--levels and --ratio do not apply to a complete list of sizes");
  }
  return sizes_read(session, "steps", options->steps, STEP_RATIO, LARGEST_STEP, &sizes->steps) &&
         sizes_read(session, "tolerances", options->tolerances, TOLERANCE_RATIO, LARGEST_TOLERANCE,
                    &sizes->tolerances);
}

// ---- names of methods ----

// The length of the first entry of a list whose entries may hold commas in brackets.
static size_t entry_length(const char *list) {
  int depth = 0;
  size_t length = 0;
  for (; list[length] != '\0' && (depth > 0 || list[length] != ','); length++) {
    depth +=
        (list[length] == '{' || list[length] == '[') - (list[length] == '}' || list[length] == ']');
  }
  return length;
}

static bool is_formulation(const char *word) {
  static const char *const words[] = {"explicit", "index_1", "baumgarte", "ggl"};
  for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
    if (strcmp(words[k], word) == 0) {
      return true;
    }
  }
  return false;
}

// Whether the table asks for a step beside this method and the entry has none. The ladder brings
// its own: any will do.
static bool lacks_step(const char *entry) {
  const size_t length = strcspn(entry, "{");
  const char *const *needed = language_row(integrator_fields, "step")->needed;
  bool lacks = false;
  for (; needed != NULL && *needed != NULL; needed++) {
    const char *word = strchr(*needed, ' ');
    lacks = lacks ||
            (word != NULL && strlen(word + 1) == length && strncmp(word + 1, entry, length) == 0);
  }
  return lacks && strstr(entry, "step") == NULL;
}

// "newmark{gamma: 0.5}" as the override that puts it into an analysis. NULL when memory ran out.
static const char *override_of(const Session *session, const char *analysis, const char *entry) {
  Text text = text_open(session->arena->allocator);
  text_printf(&text, "analyses.%s.integrator=", analysis);
  const char *brace = strchr(entry, '{');
  if (brace != NULL && brace > entry) {
    const bool empty = brace[1 + strspn(brace + 1, " ")] == '}';
    text_put(&text, "{method: ");
    text_append(&text, entry, (size_t)(brace - entry));
    text_printf(&text, "%s%s%s", lacks_step(entry) ? ", step: 1" : "", empty ? "" : ", ",
                brace + 1);
  } else if (brace != NULL) {
    text_put(&text, entry);
  } else if (is_formulation(entry)) {
    text_printf(&text, "{method: ida, formulation: %s}", entry);
  } else {
    text_printf(&text, "{method: %s%s}", entry, lacks_step(entry) ? ", step: 1" : "");
  }
  return text_keep(&text, session->arena);
}

// The model with one more override.
static const Model *variant(const Session *session, const Model *model, const LoadOptions *load,
                            const char *analysis, const char *entry) {
  LoadOptions own = *load;
  const char **sets = arena_array(session->arena, const char *, load->set_count + 1);
  const char *override = override_of(session, analysis, entry);
  if (sets == NULL || override == NULL) {
    return NULL;
  }
  for (int k = 0; k < load->set_count; k++) {
    sets[k] = load->sets[k];
  }
  sets[own.set_count++] = override;
  own.sets = sets;
  return model_load_text(model->source, model->file, &own, session->arena, session->diag);
}

// ---- sizes ----

static const char *method_word(Method method) {
  return method == METHOD_KINEMATICS ? NULL
                                     : language_row(integrator_fields, "method")->choices[method];
}

static bool refuse_kind(const Session *session, const Ladder *ladder, LadderKind kind) {
  diag_add(session->diag, DIAG_USAGE, mark_none(), "%s takes no %s", ladder->label,
           kind == LADDER_STEP ? "fixed steps" : "tolerances");
  return diag_hint(session->diag, kind == LADDER_STEP
                                      ? "give --tolerances, or --method with a fixed-step method"
                                      : "also give --steps");
}

// own: as the file says, where an unstated step means error control.
static bool choose_kind(const Session *session, const Analysis *analysis, const LadderSizes *sizes,
                        bool own, Ladder *ladder) {
  const Integrator *integrator = &analysis->integrator;
  const Number *numbers = ladder->model->numbers;
  const bool step = numbers[integrator->step].stated;
  const bool tolerance = numbers[integrator->relative].stated;
  const bool steps_given = sizes->steps.values != NULL;
  const bool tolerances_given = sizes->tolerances.values != NULL;
  if (steps_given != tolerances_given) {
    ladder->kind = steps_given ? LADDER_STEP : LADDER_TOLERANCE;
  } else if (step || tolerance || own) {
    ladder->kind = step ? LADDER_STEP : LADDER_TOLERANCE;
  } else {
    ladder->kind = ladder_natural(integrator->method);
  }
  return ladder_suits(integrator->method, ladder->kind) ||
         refuse_kind(session, ladder, ladder->kind);
}

static bool choose_sizes(const Session *session, const Analysis *analysis, const LadderSizes *sizes,
                         bool own, Ladder *ladder) {
  const Options *options = session->options;
  const bool steps = ladder->kind == LADDER_STEP;
  const Sizes *given = steps ? &sizes->steps : &sizes->tolerances;
  if (given->values != NULL) {
    ladder->sizes = given->values;
    ladder->size_count = given->count;
    return true;
  }
  LadderBase base;
  const double ratio = options->ratio > 0 ? options->ratio : steps ? STEP_RATIO : TOLERANCE_RATIO;
  const int count = options->levels > 0 ? (int)options->levels : LEVELS;
  double *values = arena_array(session->arena, double, count);
  if (values == NULL ||
      !ladder_base(ladder->model, analysis, &base, session->arena, session->diag)) {
    return false;
  }
  base.step = own || !lacks_step(ladder->label) ? base.step : 0;
  ladder_default_sizes(&base, ladder->kind, ratio, values, count);
  ladder->sizes = values;
  ladder->size_count = count;
  return true;
}

// ---- all ----

static bool add(const Session *session, const Model *model, int analysis, const char *label,
                const LadderSizes *sizes, bool own, Contestants *contestants) {
  if (contestants->count >= MOST_METHODS) {
    return diag_add(session->diag, DIAG_USAGE, mark_none(), "a study accepts at most %d methods",
                    MOST_METHODS);
  }
  Ladder *ladder = &contestants->list[contestants->count++];
  *ladder = (Ladder){
      .label = label, .model = model, .analysis = model->analyses[analysis].name, .timed = true};
  return choose_kind(session, &model->analyses[analysis], sizes, own, ladder) &&
         choose_sizes(session, &model->analyses[analysis], sizes, own, ladder);
}

// Each entry of each --method, on one analysis.
static bool add_methods(const Session *session, const Model *model, int analysis,
                        const LoadOptions *load, const LadderSizes *sizes,
                        Contestants *contestants) {
  const Options *options = session->options;
  bool good = true;
  for (int k = 0; k < options->methods.count; k++) {
    for (const char *at = options->methods.list[k]; good && at != NULL;) {
      const size_t length = entry_length(at);
      const char *entry = arena_copy(session->arena, at, length);
      if (entry == NULL) {
        return false;
      }
      if (length == 0) {
        return diag_add(session->diag, DIAG_USAGE, mark_none(),
                        "--method \"%s\": a name is missing", options->methods.list[k]);
      }
      const Model *own = variant(session, model, load, model->analyses[analysis].name, entry);
      good = own != NULL && add(session, own, analysis, entry, sizes, false, contestants);
      at = at[length] == ',' ? at + length + 1 : NULL;
    }
  }
  return good;
}

// One ladder per --method, on the analysis of --analysis or the first of type dynamics; without
// --method one per such analysis, as the file says. Each has a model of its own: the source with
// the integrator block put in its place. False after messages, or when memory ran out.
static bool contestants_open(const Session *session, const Model *model, const LoadOptions *load,
                             const LadderSizes *sizes, Contestants *contestants) {
  *contestants = (Contestants){.list = arena_array(session->arena, Ladder, MOST_METHODS)};
  if (contestants->list == NULL) {
    return false;
  }
  bool good = true, found = false;
  for (int k = 0; good && k < model->analysis_count; k++) {
    if (!loading_is_chosen(session, &model->analyses[k])) {
      continue;
    }
    if (session->options->methods.count > 0) {
      return add_methods(session, model, k, load, sizes, contestants);
    }
    const char *word = method_word(model->analyses[k].integrator.method);
    good = add(session, model, k, word, sizes, true, contestants);
    found = true;
  }
  return good &&
         (found || diag_add(session->diag, DIAG_COMPARE_NOTHING, (Mark){.source = model->source},
                            "there is no analysis of type dynamics to examine"));
}

// Everything that may refuse the command, before anything runs.
static const Model *open_study(const Session *session, const LoadOptions *load, ChannelNames *names,
                               Contestants *contestants) {
  LadderSizes sizes;
  if (!contestants_sizes(session, &sizes) || !sizes_channels(session, names)) {
    return NULL;
  }
  const Model *model = loading_model(session, load);
  const char *directory = session->options->output;
  const bool good =
      model != NULL && loading_has_analysis(session, model) &&
      sizes_channels_exist(session, names, model) &&
      (directory == NULL || results_writable(directory, session->arena, session->diag)) &&
      contestants_open(session, model, load, &sizes, contestants);
  return good ? model : NULL;
}

// What went wrong on a rung, once for each kind; the worst exit status. That rungs before the last
// are inaccurate is what a ladder is for.
static int tell_failures(const Session *session, const Ladder *ladder) {
  int worst = 0;
  for (int k = 0; k < ladder->rung_count; k++) {
    const Rung *rung = &ladder->rungs[k];
    if (rung->status != RUN_OK || k + 1 == ladder->rung_count) {
      Failure failure = rung->failure;
      (void)snprintf(failure.text, sizeof failure.text, "%s, %s %.6g: %.900s", ladder->label,
                     study_ladder_word(ladder->kind), rung->size, rung->failure.text);
      failure_report(&failure, &ladder->model->origins, session->diag);
      worst = diag_worse_status(rung->exit_status, worst);
    }
  }
  return worst;
}

// Runs the ladders one after the other. study->list grows with those that were begun.
static bool climb(const Session *session, const LoadOptions *load, const Contestants *contestants,
                  const ChannelNames *names, Convergence *list, Study *study, Arena *arena) {
  const RunOptions options = loading_run_options(session);
  const ModelReader reader = files_reader(load);
  bool good = true;
  session->catch_signals();
  terminal_start_progress(session->terminal);
  for (int k = 0; good && k < contestants->count && *session->interrupted == 0; k++) {
    good = ladder_climb(&contestants->list[k], &reader, &options, arena, session->diag) &&
           convergence_of(&contestants->list[k], names->list, names->count, &list[study->count++],
                          arena);
  }
  terminal_end_progress(session->terminal);
  return good;
}

static void show(const Session *session, const Study *study) {
  Text text = text_open(session->arena->allocator);
  if (session->options->json) {
    study_json(study, &text);
  } else {
    messages_show(session, session->diag);
    study_people(study, &text);
  }
  terminal_print(session->terminal, &text);
  text_close(&text);
}

static int report(const Session *session, Study *study, Arena *arena) {
  for (int k = 0; k < study->count; k++) {
    const int status = tell_failures(session, study->list[k].ladder);
    study->exit_status = diag_worse_status(status, study->exit_status);
  }
  if (*session->interrupted != 0) {
    study->exit_status = EXIT_SIGNAL + (int)*session->interrupted;
  }
  const char *directory = session->options->output;
  if (directory != NULL && !study_write(study, &io_kernel_calls, directory, arena, session->diag)) {
    study->exit_status = loading_status(session);
  }
  if (!session->arena->allocator->exhausted) {
    loading_allow_last_words(session->arena->allocator);
    show(session, study);
  }
  return study->exit_status;
}

int command_convergence(const Session *session) {
  const LoadOptions load = loading_options(session->options);
  Contestants contestants;
  ChannelNames names;
  const Model *model = open_study(session, &load, &names, &contestants);
  Arena arena;
  arena_open(&arena, session->arena->allocator);
  int status = EXIT_INTERNAL;
  Convergence *list =
      model != NULL ? arena_array(session->arena, Convergence, contestants.count) : NULL;
  Study study = {.version = versions_program(),
                 .model = model,
                 .list = list,
                 .diag = session->diag,
                 .reproducible = session->options->reproducible};
  if (list != NULL && climb(session, &load, &contestants, &names, list, &study, &arena)) {
    status = report(session, &study, &arena);
  } else {
    loading_blame(session);
    messages_show(session, session->diag);
    status = loading_status(session);
  }
  arena_close(&arena);
  return status;
}
