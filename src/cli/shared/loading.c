// SPDX-License-Identifier: BSD-3-Clause
// loading.c: limits, and the loader.
#include "cli/shared/loading.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>

#include "base/number.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SHADOW_MEMORY 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SHADOW_MEMORY 1
#endif

static const double DEFAULT_MEMORY = 4.0 * 1024 * 1024 * 1024; // a machine keeps working

static void limit_address_space(double bytes) {
#ifdef SHADOW_MEMORY
  (void)bytes; // the sanitizer reserves terabytes
#else
  // Beyond the budget: the program, its libraries and its stack. The allocator meets its own limit
  // first and says so; the kernel's is for memory that libraries take by themselves.
  const double headroom = 256.0 * 1024 * 1024;
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0) {
    return;
  }
  const double wanted = bytes + headroom;
  const bool lower = limit.rlim_cur == RLIM_INFINITY || wanted < (double)limit.rlim_cur;
  if (lower && wanted < 9e18) {
    limit.rlim_cur = (rlim_t)wanted;
    (void)setrlimit(RLIMIT_AS, &limit); // the allocator's own limit remains
  }
#endif
}

LoadOptions loading_options(const Options *options) {
  LoadOptions load = {.limits = doc_default_limits(),
                      .sets = options->sets.list,
                      .set_count = options->sets.count,
                      .allowed_directories = options->allowed.list,
                      .allowed_count = options->allowed.count};
  if (options->max_model > 0) {
    load.limits.file_bytes = (long)fmin(options->max_model, NUMBER_LARGEST_WHOLE);
  }
  if (options->max_nodes > 0) {
    load.limits.nodes = options->max_nodes < INT_MAX ? (int)options->max_nodes : INT_MAX;
    if (load.limits.nodes > load.limits.expanded) {
      load.limits.expanded = load.limits.nodes;
    }
  }
  return load;
}

const Model *loading_file(const Session *session, const char *path, const LoadOptions *load) {
  // Unasked, the libraries' own memory is left alone: those of MPI map much that they do not use.
  const double asked = session->options->max_memory, budget = asked > 0 ? asked : DEFAULT_MEMORY;
  if (budget < (double)(SIZE_MAX / 4)) {
    session->arena->allocator->limit = (size_t)budget;
  }
  if (asked > 0) {
    limit_address_space(asked);
  }
  return model_load(path, load, session->arena, session->diag);
}

const Model *loading_model(const Session *session, const LoadOptions *load) {
  return loading_file(session, session->options->operand, load);
}

void loading_blame(const Session *session) {
  if (!session->arena->allocator->exhausted && diag_exit_status(session->diag) <= 0) {
    diag_add(session->diag, DIAG_INTERNAL, mark_none(),
             "the model was rejected without a reason: this is a bug in mbsrun");
    diag_hint(session->diag, "please report it with the model");
  }
}

int loading_status(const Session *session) {
  if (session->arena->allocator->exhausted) {
    return EXIT_MEMORY;
  }
  const int status = diag_exit_status(session->diag);
  return status > 0 ? status : EXIT_INTERNAL;
}

// ---- what to run ----

static bool refuse_empty(const Session *session, const Model *model) {
  const Mark mark = {.source = model->source};
  diag_add(session->diag, DIAG_SCHEMA_EMPTY, mark, "the model has no analyses, nothing to run");
  return diag_hint(session->diag, "add \"analyses:\", or look at the model with mbsrun check");
}

bool loading_has_analysis(const Session *session, const Model *model) {
  const char *wanted = session->options->analysis;
  if (model->analysis_count == 0) {
    return refuse_empty(session, model);
  }
  const char **names = arena_array(session->arena, const char *, model->analysis_count);
  if (names == NULL) {
    return false;
  }
  for (int k = 0; k < model->analysis_count; k++) {
    names[k] = model->analyses[k].name;
    if (wanted == NULL || strcmp(wanted, names[k]) == 0) {
      return true;
    }
  }
  diag_add(session->diag, DIAG_USAGE, mark_none(), "the model has no analysis \"%s\"", wanted);
  const char *nearest = text_nearest(wanted, names, model->analysis_count);
  return diag_hint(session->diag, "%s \"%s\"%s", nearest != NULL ? "did you mean" : "it has",
                   nearest != NULL ? nearest : names[0], nearest != NULL ? "?" : "");
}

bool loading_is_chosen(const Session *session, const Analysis *analysis) {
  const char *wanted = session->options->analysis;
  return analysis->kind == ANALYSIS_DYNAMICS &&
         (wanted == NULL || strcmp(analysis->name, wanted) == 0);
}

RunOptions loading_run_options(const Session *session) {
  const Options *options = session->options;
  return (RunOptions){.time_limit = options->time_limit,
                      .max_steps = options->max_steps,
                      .accept_inaccurate = options->accept_inaccurate,
                      .repeat = options->repeat,
                      .max_output_bytes = options->max_output,
                      .only_analysis = options->analysis,
                      .interrupted = session->interrupted,
                      .progress = options->quiet ? NULL : terminal_progress,
                      .progress_context = session->terminal};
}

// ---- after ----

void loading_allow_last_words(Allocator *allocator) {
  const size_t room = (size_t)1 << 20;
  if (allocator->limit > 0 && allocator->limit < SIZE_MAX - room) {
    allocator->limit += room;
  }
}
