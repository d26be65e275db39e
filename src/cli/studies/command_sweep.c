// SPDX-License-Identifier: BSD-3-Clause
// command_sweep.c: mbsrun sweep STUDY: the study, its part that is ours, the work.
#include <string.h>

#include "base/source.h"
#include "cli/shared/loading.h"
#include "cli/shared/messages.h"
#include "cli/shared/team.h"
#include "cli/shared/versions.h"
#include "cli/studies/sweep_inside.h"
#include "cli/studies/sweep_text.h"
#include "output/results.h"
#include "sweep/runs/cluster.h"
#include "sweep/study/study.h"

// ---- the study ----

// A study file, or a model with --vary.
bool sweep_read_input(const Session *session, const char *file, SweepInput *input) {
  const Options *options = session->options;
  const LoadOptions load = loading_options(options);
  *input = (SweepInput){.file = file};
  SourceText *source = arena_new(session->arena, SourceText);
  if (source == NULL ||
      !source_read(file, load.limits.file_bytes, source, session->arena, session->diag) ||
      source_refuse_xml(source, session->diag)) {
    return false;
  }
  input->text = source;
  if (sweep_is_study(source)) {
    if (options->vary.count > 0 || options->samples > 0 || options->plan != NULL) {
      return diag_add(session->diag, DIAG_USAGE, mark_none(),
                      "%s is a study, which defines its own variables", file);
    }
    input->sweep = sweep_load_text(source, file, NULL, &load, session->arena, session->diag);
    return input->sweep != NULL;
  }
  if (options->samples == 0 && (options->plan != NULL || options->vary.count == 0)) {
    const bool plan = options->plan != NULL;
    diag_add(session->diag, DIAG_USAGE, mark_none(),
             plan ? "--plan of %s needs --samples" : "nothing varies: %s is a model", file);
    return diag_hint(session->diag, plan ? "add --samples N"
                                         : "add --vary PATH=FIRST:LAST:COUNT, or --samples N if "
                                           "its parameters have ranges, or write a study file");
  }
  const Model *model = loading_file(session, file, &load);
  if (model == NULL || !loading_has_analysis(session, model)) {
    return false;
  }
  input->text = sweep_text_make(session, model);
  input->sweep = input->text == NULL ? NULL
                                     : sweep_load_text(input->text, "--vary", file, &load,
                                                       session->arena, session->diag);
  return input->sweep != NULL;
}

JobOptions sweep_job_options(const Session *session, const Sweep *sweep, const char *directory) {
  const bool keeps = sweep->keep != KEEP_NONE || sweep->keep_every > 0;
  return (JobOptions){.time_limit = session->options->time_limit,
                      .max_steps = session->options->max_steps,
                      .accept_inaccurate = session->options->accept_inaccurate,
                      .only_analysis = session->options->analysis,
                      .version = versions_program(),
                      .directory = keeps ? directory : NULL};
}

// ---- --dry-run ----

static int print_plan(const Session *session, const Sweep *sweep) {
  const Plan *plan = &sweep->plan;
  double *values = arena_array(session->arena, double, plan->variable_count);
  Text text = text_open(session->arena->allocator);
  text_put(&text, "run");
  for (int v = 0; v < plan->variable_count; v++) {
    text_printf(&text, ",%s", plan->variables[v].path);
  }
  text_put(&text, "\n");
  for (long run = 0; values != NULL && run < plan->runs && !text.failed &&
                     session->terminal->output_failure == 0 && *session->interrupted == 0;
       run++) {
    plan_values(plan, run, values);
    text_printf(&text, "%ld", run);
    for (int v = 0; v < plan->variable_count; v++) {
      text_put(&text, ",");
      text_number(&text, values[v]);
    }
    text_put(&text, "\n");
    if (text.length > 60000) {
      terminal_print(session->terminal, &text);
      text.length = 0;
    }
  }
  terminal_print(session->terminal, &text);
  text_close(&text);
  return values == NULL ? EXIT_MEMORY : 0;
}

// ---- running ----

static const char *sweep_directory(const Session *session, const char *file) {
  const Options *options = session->options;
  return options->output != NULL
             ? options->output
             : sweep_text_directory(file, options->vary.count == 0 && options->samples == 0,
                                    session->arena);
}

// Called ten times a second while runs are on their way.
typedef struct Watch {
  Terminal *terminal; // NULL: --quiet
  Lock *lock;
} Watch;

static void watch_progress(void *context, const EngineProgress *progress) {
  Watch *watch = context;
  lock_beat(watch->lock);
  if (watch->terminal != NULL) {
    terminal_sweep_progress(watch->terminal, progress->done, progress->total, progress->failed,
                            progress->rate, progress->left);
  }
}

// A process of a team has others beside it.
static int workers_wanted(const Session *session, const ClusterPart *part) {
  const bool side_by_side = part->side_by_side || session->team != NULL;
  return session->options->jobs > 0 ? (int)session->options->jobs
                                    : cluster_processors(session->environment, side_by_side);
}

// The work of one process: a study, the part that is ours, and where it is written.
typedef struct Work {
  const Session *session;
  const SweepInput *input;
  const ClusterPart *part; // count 0: all of it
  const Identity *identity;
  Folder *folder;
  Store *store;
  unsigned char *bits; // of runs that have ended
  long done;           // of our part
} Work;

bool sweep_mark_ended(const Session *session, const char *index, const Identity *identity,
                      unsigned char *bits, long runs) {
  if (!folder_has(index)) {
    return true;
  }
  bool claimed = false;
  Store *store = store_open(index, STORE_READ, session->arena, session->diag);
  const bool good = store != NULL && store_claimed(store, &claimed) &&
                    (!claimed || (store_compare(store, identity) &&
                                  store_mark(store, session->options->retry_failed, bits, runs)));
  store_close(store);
  return good;
}

// A shard need not run again what the index of the whole study has. That index also tells at once
// that a shard is of another study, which would come to light only when they are merged.
static bool heed_whole(const Work *work) {
  const char *index = folder_file(work->folder->path, "index.sqlite", work->session->arena);
  return index != NULL && sweep_mark_ended(work->session, index, work->identity, work->bits,
                                           work->input->sweep->plan.runs);
}

// What earlier sessions have left: rows of our index, of shards, of the whole study.
static bool take_up(Work *work) {
  const Session *session = work->session;
  const long runs = work->input->sweep->plan.runs, count = work->part->count;
  Gathered gathered = {.shards = 0};
  work->bits = arena_alloc(session->arena, (size_t)(runs / 8 + 1));
  if (work->bits == NULL ||
      !(count > 0 || sweep_gather(session, work->store, work->folder->path, &gathered)) ||
      !store_done(work->store, session->options->retry_failed, work->bits, runs, &work->done) ||
      !(count == 0 || heed_whole(work))) {
    return false;
  }
  work->done = 0;
  for (long run = work->part->shard; run<runs; run += count> 0 ? count : 1) {
    work->done += work->bits[run / 8] >> (run % 8) & 1;
  }
  return true;
}

static bool begin_session(Work *work, int workers) {
  Text part = text_open(work->session->arena->allocator);
  if (work->part->count > 0) {
    text_printf(&part, "%ld/%ld", work->part->shard, work->part->count);
  }
  if (work->part->source != NULL) {
    text_printf(&part, " (%s)", work->part->source);
  }
  const bool good = !part.failed &&
                    store_begin_session(work->store, workers, part.bytes == NULL ? "" : part.bytes);
  text_close(&part);
  return good;
}

static int end_shard(const Work *work) {
  long counts[SWEEP_STATUS_COUNT];
  if (!store_counts(work->store, counts)) {
    return loading_status(work->session);
  }
  const ClusterPart *part = work->part;
  const long failed = sweep_failures(counts), runs = work->input->sweep->plan.runs;
  const long here = counts[SWEEP_OK] + failed;
  const long all = runs / part->count + (part->shard < runs % part->count ? 1 : 0);
  sweep_say(work->session, "shard %ld/%ld is done: %ld runs, %ld ok, %ld failed: %s", part->shard,
            part->count, here, counts[SWEEP_OK], failed, work->folder->index);
  if (here < all) {
    sweep_say(work->session, "its other %ld runs are already in %s/index.sqlite", all - here,
              work->folder->path);
  }
  return 0; // runs that fail are results; whoever waits for shards goes on
}

static bool run_engine(Work *work, EngineOptions *engine, bool *complete) {
  const Session *session = work->session;
  const TeamStudy study = {.sweep = work->input->sweep, .identity = work->identity};
  Team *team = session->team;
  Watch watch = {.terminal = session->options->quiet ? NULL : session->terminal,
                 .lock = &work->folder->lock};
  engine->progress = watch_progress;
  engine->progress_context = &watch;
  terminal_start_progress(session->terminal);
  const bool good = team != NULL && team->size > 1
                        ? team->lead(team, &study, engine, work->store, work->bits, work->done,
                                     complete, session->arena, session->diag)
                        : engine_run(work->input->sweep, engine, work->store, work->bits,
                                     work->done, complete, session->arena, session->diag);
  terminal_end_progress(session->terminal);
  return good;
}

static int carry_out(Work *work, EngineOptions *engine) {
  const Session *session = work->session;
  bool complete = false;
  if (!store_claim(work->store, work->input->sweep, work->identity) ||
      !folder_freeze(work->folder, work->input->text, work->input->sweep, session->arena,
                     session->diag) ||
      !take_up(work) || !begin_session(work, engine->workers) ||
      !run_engine(work, engine, &complete)) {
    return loading_status(session);
  }
  if (*session->interrupted != 0) {
    sweep_say(session, "interrupted; the same command continues from here");
    return EXIT_SIGNAL + (int)*session->interrupted;
  }
  if (!complete) {
    return 0;
  }
  return work->part->count > 0 ? end_shard(work)
                               : sweep_conclude(session, work->store, work->folder->path);
}

bool sweep_may_begin(const Session *session, const char *directory) {
  const char *index = folder_file(directory, "index.sqlite", session->arena), *model = NULL;
  if (index == NULL || folder_has(index) ||
      !results_are_of_run(directory, &model, session->arena)) {
    return index != NULL;
  }
  diag_add(session->diag, DIAG_IO_FOREIGN, mark_none(),
           "\"%s\" contains the results of a run of \"%s\"", directory, model);
  return diag_hint(session->diag, "choose another directory with -o, or remove them");
}

static int carry_out_in(const Session *session, const SweepInput *input, const ClusterPart *part,
                        const Identity *identity, EngineOptions *engine, const char *directory) {
  Folder folder;
  session->catch_signals();
  if (!sweep_may_begin(session, directory) ||
      !folder_open(&folder, directory, part->shard, part->count, session->arena, session->diag)) {
    return loading_status(session);
  }
  sweep_say_left(session, &folder.lock);
  const bool apart = part->count > 0 || (session->team != NULL && session->team->size > 1);
  Work work = {.session = session,
               .input = input,
               .part = part,
               .identity = identity,
               .folder = &folder,
               .store = store_open(folder.index, sweep_store_mode(directory, apart), session->arena,
                                   session->diag)};
  const int status = work.store == NULL ? loading_status(session) : carry_out(&work, engine);
  store_close(work.store);
  folder_close(&folder);
  return status;
}

// --shard auto asks the environment.
static bool choose_part(const Session *session, ClusterPart *part) {
  const char *text = session->options->shard;
  ClusterAsked asked = {.count = 0};
  *part = (ClusterPart){.count = 0};
  if (text == NULL) {
    return true;
  }
  if (!cluster_read(text, &asked)) {
    diag_add(session->diag, DIAG_USAGE, mark_none(),
             "--shard needs K/N with 0 <= K < N, auto or auto/N, found \"%s\"", text);
    return diag_hint(session->diag,
                     "the parts of three are 0/3, 1/3 and 2/3; auto asks the batch system");
  }
  if (!asked.automatic) {
    *part = (ClusterPart){.shard = asked.shard, .count = asked.count};
    return true;
  }
  if (!cluster_part(session->environment, asked.count, part, session->arena, session->diag)) {
    return false;
  }
  sweep_say(session, "--shard auto: shard %ld/%ld, from %s", part->shard, part->count,
            part->source);
  return true;
}

// What a member of a team that is not number 0 does: nothing is said, nothing is written.
static int follow(const Session *session, const SweepInput *input, const EngineOptions *engine,
                  const Identity *identity) {
  const TeamStudy study = {.sweep = input->sweep,
                           .identity = identity,
                           .trouble = session->diag->count > 0 ? session->diag->messages[0].text
                                                               : "out of memory"};
  session->catch_signals(); // number 0 says when to stop
  session->team->follow(session->team, &study, engine, session->arena);
  return 0;
}

// What mbsrun-mpi does itself, nobody may ask for.
static bool check_team(const Session *session) {
  const Options *options = session->options;
  if (session->team == NULL || session->team->size < 2) {
    return true;
  }
  if (options->shard != NULL) {
    return diag_add(session->diag, DIAG_USAGE, mark_none(),
                    "mbsrun-mpi divides the runs among its processes itself, without --shard");
  }
  return options->jobs <= 1 || diag_add(session->diag, DIAG_USAGE, mark_none(),
                                        "each process of mbsrun-mpi runs one run at a time: start "
                                        "more of them with mpirun instead of --jobs %ld",
                                        options->jobs);
}

static int run_study(const Session *session) {
  const Options *options = session->options;
  SweepInput input;
  ClusterPart part;
  Identity identity;
  EngineOptions engine = {.wall_limit = options->wall_limit, .interrupted = session->interrupted};
  const bool follows = session->team != NULL && session->team->rank > 0;
  const char *directory = sweep_directory(session, options->operand);
  if (directory == NULL || !check_team(session) || !choose_part(session, &part)) {
    return loading_status(session);
  }
  bool good = sweep_read_input(session, options->operand, &input) && input.sweep != NULL;
  if (good && options->dry_run) {
    return follows ? 0 : print_plan(session, input.sweep);
  }
  if (good) {
    engine.job = sweep_job_options(session, input.sweep, directory);
    engine.workers = workers_wanted(session, &part);
    engine.shard = part.shard;
    engine.shard_count = part.count;
    good = identity_make(input.sweep, &engine.job, &identity, session->arena);
  }
  if (follows) {
    return follow(session, &input, &engine, good ? &identity : NULL);
  }
  return good ? carry_out_in(session, &input, &part, &identity, &engine, directory)
              : loading_status(session);
}

// ---- the command ----

// Options that only submit has, and those that it has not.
static bool check_verb(const Session *session, bool submits) {
  const Options *options = session->options;
  const bool of_submit = options->engine != NULL || options->shards > 0 || options->print ||
                         options->slurm_time != NULL || options->partition != NULL ||
                         options->max_running > 0 || options->sbatch.count > 0;
  if (of_submit && !submits) {
    diag_add(session->diag, DIAG_USAGE, mark_none(),
             "--engine, --shards, --time, --partition, --max-running, --sbatch and --print belong "
             "to mbsrun sweep submit");
    return diag_hint(session->diag,
                     "mbsrun sweep submit STUDY -o DIR; --time-limit applies to a run");
  }
  if (submits && (options->shard != NULL || options->dry_run)) {
    diag_add(session->diag, DIAG_USAGE, mark_none(), "%s does not belong to mbsrun sweep submit",
             options->shard != NULL ? "--shard" : "--dry-run");
    return diag_hint(session->diag, "--shards sets their number, --print shows the scripts");
  }
  return true;
}

int command_sweep(const Session *session) {
  static const struct {
    const char *word;
    int (*act)(const Session *session);
  } verbs[] = {{"status", sweep_status},
               {"report", sweep_report},
               {"merge", sweep_merge},
               {"submit", sweep_submit}};
  int (*act)(const Session *session) = run_study;
  for (size_t k = 0; k < sizeof verbs / sizeof verbs[0]; k++) {
    if (strcmp(session->options->operand, verbs[k].word) == 0) {
      act = verbs[k].act;
    }
  }
  if (session->team != NULL && session->team->rank > 0) {
    return act == run_study ? act(session) : 0; // number 0 speaks for all
  }
  const int status =
      check_verb(session, act == sweep_submit) ? act(session) : loading_status(session);
  messages_show(session, session->diag);
  return status;
}
