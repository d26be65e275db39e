// SPDX-License-Identifier: BSD-3-Clause
// terminal_text.c: reports for people.
#include "output/terminal_text_inside.h"

#include <math.h>
#include <string.h>

#include "analysis/modes/eigenvalues.h"
#include "base/number.h"
#include "system/small_motions/steady.h"

enum { DETAILED_ANALYSES = 2, LISTED_ANALYSES = 4, LISTED_CHECKS = 3, LISTED_EVENTS = 3 };

const char *terminal_plural(long count, const char *one, const char *many) {
  return count == 1 ? one : many;
}

const char *terminal_file_name(const char *path) {
  if (strcmp(path, "-") == 0) {
    return "standard input";
  }
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

void terminal_put_visible(Text *out, const char *text) {
  text_visible(out, text, strlen(text));
}

// Three digits; what is not finite was not measured.
void terminal_put_measured(Text *out, double value, const char *unit) {
  if (isfinite(value)) {
    text_printf(out, "%.3g%s%s", value, unit[0] != '\0' ? " " : "", unit);
  } else {
    text_put(out, "not measured");
  }
}

// ---- the headline ----

// Checks count for analyses that reached their end.
static int checks_of(const Result *result) {
  return run_finished(result->status) ? result->check_count : 0;
}

static int count_checks(const Run *run, bool passed) {
  int count = 0;
  for (int k = 0; k < run->result_count; k++) {
    for (int j = 0; j < checks_of(&run->results[k]); j++) {
      count += run->results[k].checks[j].passed == passed;
    }
  }
  return count;
}

// "7 checks passed in each of 2 analyses" if all of some analyses passed and each has as many.
static void put_passed(const Run *run, Text *out) {
  const int passed = count_checks(run, true);
  int checked = 0, first = 0;
  bool even = count_checks(run, false) == 0;
  for (int k = 0; k < run->result_count; k++) {
    const int count = checks_of(&run->results[k]);
    first = first == 0 ? count : first;
    even = even && (count == 0 || count == first);
    checked += count > 0;
  }
  if (even && checked > 1) {
    text_printf(out, ", %d %s passed in each of %d analyses", first,
                terminal_plural(first, "check", "checks"), checked);
  } else if (passed > 0) {
    text_printf(out, ", %d %s passed", passed, terminal_plural(passed, "check", "checks"));
  }
}

static int count_warnings(const Summary *summary) {
  int count = summary->diag != NULL ? summary->diag->warning_count : 0;
  for (int k = 0; k < summary->run->result_count; k++) {
    count += summary->run->results[k].warnings.warning_count;
  }
  return count;
}

static void put_headline(const Summary *summary, bool color, bool full, Text *out) {
  const Model *model = summary->run->model;
  const char *word = summary_run_word(summary->run);
  const bool good = strcmp(word, "ok") == 0;
  const int warnings = count_warnings(summary);
  terminal_put_visible(out, terminal_file_name(model->file));
  text_printf(out, ": %s%s%s", color ? (good ? "\033[1;32m" : "\033[1;31m") : "",
              strcmp(word, "check_failed") == 0 ? "check failed" : word, color ? "\033[0m" : "");
  if (warnings > 0) {
    text_printf(out, ", %d %s", warnings, terminal_plural(warnings, "warning", "warnings"));
  }
  const Mobility *mobility = &summary->run->mobility;
  const int freedoms = mobility->dof_rank;
  if (mobility->counted) {
    text_printf(out, ", %d %s of freedom", freedoms,
                terminal_plural(freedoms, "degree", "degrees"));
  }
  if (mobility->dof_places > freedoms) {
    text_printf(out, " (%d of positions)", mobility->dof_places);
  }
  if (model->gravity < 0) {
    text_put(out, ", no gravity");
  }
  if (good && !full) {
    put_passed(summary->run, out);
  }
  text_put(out, "\n");
}

static void put_unstated_outputs(const Model *model, Text *out) {
  if (model->outputs_unstated) {
    text_put(out,
             model->output_count > 0
                 ? "  no \"outputs\" are given: all joint coordinates and body poses are written\n"
                 : "  no \"outputs\" are given, and all joint coordinates and body poses would be "
                   "too many: only t is written\n");
  }
}

// ---- checks ----

static void put_failed_check(const CheckResult *check, Text *out) {
  text_put(out, "  check ");
  terminal_put_visible(out, check->check->name);
  text_put(out, check->evaluated ? " failed: " : " could not be made: ");
  if (check->text != NULL) {
    terminal_put_visible(out, check->text);
  } else {
    char told[2][NUMBER_TEXT_SIZE];
    number_format_apart(6, 2, (const double[]){check->value, check->limit}, told);
    text_printf(out, "%s, limit %s", told[0], told[1]);
  }
  text_put(out, "\n");
}

// One line for the first failure and, if there are more, one for their number.
static void put_failed_checks(const Run *run, Text *out) {
  const int failed = count_checks(run, false);
  int shown = 0;
  for (int k = 0; k < run->result_count; k++) {
    for (int j = 0; j < checks_of(&run->results[k]) && shown == 0; j++) {
      if (!run->results[k].checks[j].passed) {
        put_failed_check(&run->results[k].checks[j], out);
        shown = 1;
      }
    }
  }
  if (failed > 1) {
    text_printf(out, "  and %d more %s that did not pass\n", failed - 1,
                terminal_plural(failed - 1, "check", "checks"));
  }
}

static void put_check_counts(const Run *run, Text *out) {
  const int passed = count_checks(run, true);
  if (passed == 0) {
    return;
  }
  text_printf(out, "  checks: %d passed", passed);
  int shown = 0;
  for (int k = 0; k < run->result_count; k++) {
    for (int j = 0; j < checks_of(&run->results[k]) && shown < LISTED_CHECKS; j++) {
      const CheckResult *check = &run->results[k].checks[j];
      if (check->passed) {
        text_put(out, shown == 0 ? " (" : ", ");
        terminal_put_visible(out, check->check->name);
        text_printf(out, " %.3g <= %.3g", check->value, check->limit);
        shown++;
      }
    }
  }
  text_put(out, shown == 0 ? "" : passed > shown ? ", ...)" : ")");
  text_put(out, "\n");
}

// ---- analyses ----

static void put_time(Text *out, double seconds) {
  if (seconds < 1) {
    text_printf(out, "%.3g ms", seconds * 1e3);
  } else {
    text_printf(out, "%.3g s", seconds);
  }
}

// "; lowest 0.711 Hz, damping ratio 0.0324", or of a motion that does not swing its rate.
static void put_lowest(const Eigenvalue *one, Text *out) {
  static const double TWO_PI = 6.283185307179586;
  const double size = hypot(one->re, one->im);
  text_printf(out, "; lowest%s ", one->label == EIGEN_FROZEN ? " frozen one" : "");
  if (one->im != 0) {
    text_printf(out, "%.4g Hz, damping ratio %.3g", fabs(one->im) / TWO_PI, 0 - one->re / size);
  } else {
    text_printf(out, "%.4g 1/s", one->re);
  }
}

static void put_linear(const LinearResult *it, Text *out) {
  const Spectrum *s = it->spectrum;
  text_printf(out, ", %d eigenvalues:", s->count);
  bool first = true;
  for (int label = 0; label <= (int)EIGEN_REDUNDANT; label++) {
    if (s->counts[label] > 0) {
      text_printf(out, "%s %d %s", first ? "" : ",", s->counts[label],
                  spectrum_label_word((EigenLabel)label));
      first = false;
    }
  }
  if (s->counts[EIGEN_TRUE] + s->counts[EIGEN_FROZEN] > 0) {
    put_lowest(&s->list[0], out);
  }
  if (it->steady != NULL) {
    char frame[STEADY_TEXT];
    steady_text(it->steady, frame);
    text_printf(out, "; about a steady motion, seen from %s", frame);
  }
  if (!it->frozen) {
    text_printf(out, "; %s", eigenvalues_stability_word(it->stability));
  }
}

// What is not a motion in time.
static void put_findings(const Summary *summary, const Result *result, Text *out) {
  if (result->linear != NULL) {
    put_linear(result->linear, out);
  }
  const Model *model = summary->run->model;
  const bool assembled = result->assembly != NULL && result->status == RUN_OK;
  if (assembled) {
    terminal_assembly(result->assembly, out);
  }
  if (result->equilibrium != NULL) {
    const EquilibriumResult *it = result->equilibrium;
    text_printf(
        out, ", %s in %ld %s, unbalanced %.2g", it->method, it->iterations + it->relaxation_steps,
        terminal_plural(it->iterations + it->relaxation_steps, "step", "steps"), it->unbalanced);
    if (it->unbalanced > 1e-3 * it->largest_force) { // it was in balance at the start
      text_put(out, " N (round-off)");
    } else {
      text_printf(out, " of %.3g N", it->largest_force);
    }
    text_printf(out, ", %s", eigenvalues_stability_word(it->stability));
  }
  if (summary->environment != NULL && result->status == RUN_OK) {
    text_put(out, ", ");
    put_time(out, result->cpu_s);
  }
  text_put(out, "\n");
  if (assembled) {
    terminal_assembly_moves(model, result->assembly, out);
  }
  if (result->linear != NULL && result->linear->repeats > 0) {
    text_printf(out, "    %ld executions in ", result->linear->repeats);
    put_time(out, result->linear->repeat_cpu_s);
    text_put(out, " of processor time\n");
  }
}

static void put_progress(const Summary *summary, const Result *result, bool calm, Text *out) {
  text_put(out, "  ");
  terminal_put_visible(out, result->analysis->name);
  text_printf(out, ": %s", run_status_word(result->status));
  if (result->status == RUN_SKIPPED) {
    text_put(out, ", an analysis that it needs did not finish\n");
    return;
  }
  if (!analysis_moves(result->analysis->kind)) {
    put_findings(summary, result, out);
    return;
  }
  if (result->analysis->from >= 0) {
    text_put(out, ", from ");
    terminal_put_visible(out, summary->run->model->analyses[result->analysis->from].name);
  }
  if (result->duration <= 0) { // it did not begin
    text_put(out, "\n");
    return;
  }
  const bool short_of = !run_finished(result->status) || result->stopped_by != NULL;
  text_printf(out, ", %s%.6g", short_of ? "t = " : "", result->t_reached);
  if (short_of) {
    text_printf(out, " of %.6g", result->duration);
  }
  text_printf(out, " s in %ld %s", result->counters.steps,
              terminal_plural(result->counters.steps, "step", "steps"));
  if (!calm && result->counters.bounded > 0) {
    text_printf(out, " (%ld at the step limit of %.3g s)", result->counters.bounded,
                result->max_step);
  }
  if (summary->environment != NULL) {
    text_put(out, ", ");
    put_time(out, result->cpu_s);
  }
  if (!calm && result->integrator != NULL) {
    const char *form = result->joint ? "joint coordinates" : result->formulation;
    text_printf(out, " (%s%s%s)", result->integrator, form != NULL ? ", " : "",
                form != NULL ? form : "");
  }
  if (result->stopped_by != NULL) {
    text_put(out, result->at_rest ? ", at rest by event " : ", stopped by event ");
    terminal_put_visible(out, result->stopped_by->name);
  }
  if (calm) {
    terminal_audit_short(result, out);
  }
  text_put(out, "\n");
}

// What doubles allow so far from the origin.
static void put_round_off(const Result *result, Text *out) {
  if (result->known_to > 0) {
    text_put(out, "    so far from the origin, positions are known to ");
    terminal_put_measured(out, result->known_to, "m");
    text_put(out, " (2 eps |r| of ");
    terminal_put_visible(out, result->known_body);
    text_put(out, ")\n");
  }
}

// How many discontinuities were located, and the first few.
static void put_events(const Result *result, Text *out) {
  if (result->event_count == 0) {
    return;
  }
  text_printf(out, "    %ld %s:", result->event_count,
              terminal_plural(result->event_count, "event", "events"));
  for (long k = 0; k < result->event_count && k < LISTED_EVENTS; k++) {
    text_printf(out, "%s t = %.9g s (", k > 0 ? "," : "", result->events[k].t);
    const EventRecord *event = &result->events[k];
    terminal_put_visible(out, event->event != NULL ? event->event->name : event->path);
    text_put(out, ")");
  }
  text_put(out, result->event_count > LISTED_EVENTS ? ", ...\n" : "\n");
}

// Switches that may have been passed unseen.
static void put_doubts(const Result *result, Text *out) {
  for (int k = 0; k < result->doubt_count && k < LISTED_EVENTS; k++) {
    const SwitchDoubt *doubt = &result->doubts[k];
    text_put(out, k == 0 ? "    switches not certain: " : ", ");
    terminal_put_visible(out, doubt->path);
    text_printf(out, " (%s)", doubt->why);
  }
  text_put(out, result->doubt_count > LISTED_EVENTS ? ", ...\n"
                : result->doubt_count > 0           ? "\n"
                                                    : "");
}

// What smooth friction that should hold lets through, for most of the run.
static void put_creeps(const Model *model, const Result *result, Text *out) {
  static const double MOST = 0.5; // of the time
  int told = 0;
  for (int k = 0; k < result->creep_count; k++) {
    const Creep *creep = &result->creeps[k];
    if (creep->time < MOST * result->t_reached || told++ >= LISTED_EVENTS) {
      continue;
    }
    text_put(out, "    ");
    terminal_put_visible(out, model->forces[creep->force].name);
    text_printf(out, " creeps at %.3g m/s with %.3g %% of its friction: %.3g m in %.3g s\n",
                creep->rate, 100 * creep->load, creep->path, creep->time);
  }
  if (told > LISTED_EVENTS) {
    text_printf(out, "    and %d more creep, see summary.json\n", told - LISTED_EVENTS);
  }
}

// Events of the model that a run to its end did not meet.
static void put_events_that_never_happened(const Model *model, const Result *result, Text *out) {
  int told = 0, never = 0;
  if (result->fates == NULL || !run_finished(result->status)) {
    return;
  }
  for (int e = 0; e < model->event_count; e++) {
    if (!result->fates[e].happened && never++ < LISTED_EVENTS) {
      text_put(out, told++ == 0 ? "    did not happen: " : ", ");
      terminal_put_visible(out, model->events[e].name);
      text_put(out, result->fates[e].held ? " (true from the start)" : "");
    }
  }
  text_put(out, never > LISTED_EVENTS ? ", ...\n" : never > 0 ? "\n" : "");
}

// Columns without numbers.
static void put_empty_columns(const Result *result, Text *out) {
  int empty = 0;
  for (int c = 0; c < result->channel_count; c++) {
    if (result->channels[c].undetermined && empty++ < LISTED_EVENTS) {
      text_put(out, empty == 1 ? "    empty, as redundant joints leave them undetermined: " : ", ");
      terminal_put_visible(out, result->channels[c].name);
    }
  }
  text_put(out, empty > LISTED_EVENTS ? ", ...\n" : empty > 0 ? "\n" : "");
}

static void put_analyses(const Summary *summary, bool full, Text *out) {
  const Run *run = summary->run;
  const bool detailed = run->result_count <= DETAILED_ANALYSES;
  int shown = run->result_count;
  if (shown > LISTED_ANALYSES) {
    shown = LISTED_ANALYSES - 1;
  }
  for (int k = 0; k < shown; k++) {
    const bool calm = !full && terminal_audit_is_good(&run->results[k]);
    put_progress(summary, &run->results[k], calm, out);
    if (detailed && run->results[k].row_count > 0 && run->results[k].equilibrium == NULL &&
        run->results[k].assembly == NULL) {
      if (!calm) {
        terminal_audit(&run->results[k], run->result_count == 1, out);
      }
      put_events(&run->results[k], out);
      put_doubts(&run->results[k], out);
      put_creeps(run->model, &run->results[k], out);
      put_events_that_never_happened(run->model, &run->results[k], out);
    }
    if (detailed && k == 0) {
      put_empty_columns(&run->results[k], out);
    }
    if (detailed) {
      put_round_off(&run->results[k], out);
    }
  }
  if (shown < run->result_count) {
    text_printf(out, "  and %d more analyses, see summary.json\n", run->result_count - shown);
  }
}

// ---- files ----

static void put_files(const Summary *summary, const char *directory, Text *out) {
  text_put(out, "  ");
  terminal_put_visible(out, directory);
  text_put(out, ": ");
  int shown = 0;
  for (int k = 0; k < summary->run->result_count && shown < LISTED_ANALYSES; k++) {
    if (summary->files[k].name != NULL) {
      terminal_put_visible(out, summary->files[k].name);
      text_printf(out, " (%d rows), ", summary->files[k].rows);
      shown++;
    }
  }
  if (summary->page != NULL) {
    terminal_put_visible(out, summary->page);
    text_put(out, ", ");
  }
  text_put(out, "summary.json\n");
}

void terminal_run(const Summary *summary, const char *directory, bool color, bool full, Text *out) {
  put_headline(summary, color, full, out);
  put_unstated_outputs(summary->run->model, out);
  put_failed_checks(summary->run, out);
  put_analyses(summary, full, out);
  if (full || strcmp(summary_run_word(summary->run), "ok") != 0) {
    put_check_counts(summary->run, out);
  }
  if (directory != NULL) {
    put_files(summary, directory, out);
  } else {
    text_put(out, "  the results could not be written\n");
  }
}
