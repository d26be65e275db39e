// SPDX-License-Identifier: BSD-3-Clause
// engine.c: the loop of the process that hands out runs and writes the index (see engine.h).
#include "sweep/runs/engine.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "sweep/runs/worker.h"

static const double PROGRESS_PERIOD = 0.1, LONGEST_WAIT = 0.2; // s
static const double SHORT_RUN = 0.02; // s: shorter ones are handed out ahead
enum { TRIES = 3, IDLE_DEATHS = 20 };

// A run that waits to be tried again.
typedef struct Again {
  long run;
  int tries; // so far
} Again;

typedef struct Engine {
  const Sweep *sweep;
  const EngineOptions *options;
  Store *store;
  Arena *arena;
  Diag *diag;
  const unsigned char *done;
  Worker *workers;
  struct pollfd *polls;
  SweepRecord record;
  long next; // the first run that was not looked at yet
  Again *again;
  int again_count, again_capacity;
  EngineTally tally;
  int idle_deaths; // of processes that had nothing to do, since a run ended
} Engine;

// ---- how far it is ----

EngineTally engine_open_tally(long done, long total) {
  return (EngineTally){.progress = {.done = done, .total = total}, .opened = worker_clock()};
}

void engine_count(EngineTally *tally, const SweepRecord *record) {
  tally->progress.done++;
  tally->progress.failed += record->status == SWEEP_OK ? 0 : 1;
  tally->ended++;
  tally->run_wall += record->wall_s;
}

void engine_show(EngineTally *tally, const EngineOptions *options) {
  const double now = worker_clock();
  if (options->progress == NULL || now - tally->shown < PROGRESS_PERIOD) {
    return;
  }
  EngineProgress *progress = &tally->progress;
  progress->rate = (double)tally->ended / (now - tally->opened);
  progress->left = progress->rate > 0 ? (double)(progress->total - progress->done) / progress->rate
                                      : (double)INFINITY;
  tally->shown = now;
  options->progress(options->progress_context, progress);
}

// ---- which run is next ----

static bool is_done(const Engine *engine, long run) {
  return (engine->done[run / 8] >> (run % 8) & 1) != 0;
}

// The next run that has no row, or -1.
static long next_fresh(Engine *engine) {
  const long step = engine->options->shard_count > 0 ? engine->options->shard_count : 1;
  while (engine->next < engine->sweep->plan.runs) {
    const long run = engine->next;
    engine->next += step;
    if (!is_done(engine, run)) {
      return run;
    }
  }
  return -1;
}

// A run is at most once in the list; it stays there with its tries until it ends.
static Again *find_again(Engine *engine, long run) {
  for (int k = 0; k < engine->again_count; k++) {
    if (engine->again[k].run == run) {
      return &engine->again[k];
    }
  }
  return NULL;
}

static bool is_running(const Engine *engine, long run) {
  for (int w = 0; w < engine->options->workers; w++) {
    for (int k = 0; k < engine->workers[w].queued; k++) {
      if (engine->workers[w].queue[k] == run) {
        return true;
      }
    }
  }
  return false;
}

static long next_run(Engine *engine) {
  for (int k = 0; k < engine->again_count; k++) {
    if (!is_running(engine, engine->again[k].run)) {
      return engine->again[k].run;
    }
  }
  return next_fresh(engine);
}

static void forget_again(Engine *engine, long run) {
  Again *again = find_again(engine, run);
  if (again != NULL) {
    *again = engine->again[--engine->again_count];
  }
}

// At most all queues can come back at once, beside what a dead worker did not take. Returns how
// often the run was begun.
static int remember_again(Engine *engine, long run, bool begun) {
  Again *again = find_again(engine, run);
  if (again == NULL && engine->again_count < engine->again_capacity) {
    again = &engine->again[engine->again_count++];
    *again = (Again){.run = run};
  }
  if (again == NULL) {
    return TRIES;
  }
  again->tries += begun ? 1 : 0;
  return again->tries;
}

// ---- what has ended ----

static bool end_run(Engine *engine) {
  engine_count(&engine->tally, &engine->record);
  engine->idle_deaths = 0;
  forget_again(engine, engine->record.run);
  return store_add(engine->store, engine->sweep, &engine->record);
}

// A run of which nothing is known but that its process is gone.
static bool end_lost(Engine *engine, long run, SweepStatus status, const char *message) {
  engine->record.run = run;
  job_lose(engine->sweep, status, message, &engine->record);
  return end_run(engine);
}

static bool take_records(Engine *engine, Worker *worker) {
  bool good = true;
  while (good && worker_take(worker, engine->sweep, &engine->record)) {
    good = end_run(engine);
  }
  return good;
}

static bool start(Engine *engine, Worker *worker) {
  const EngineOptions *options = engine->options;
  if (worker_start(worker, engine->workers, options->workers, engine->sweep, &options->job,
                   engine->arena->allocator)) {
    return true;
  }
  (void)allocator_blamed(engine->arena->allocator, errno);
  return diag_add(engine->diag, DIAG_STUDY_PROCESS, mark_none(), "no process can be started: %s",
                  strerror(errno));
}

// Processes that end before they have begun anything would be replaced for ever.
static bool give_up(const Engine *engine, SweepStatus status, const char *message) {
  engine->arena->allocator->exhausted =
      engine->arena->allocator->exhausted || status == SWEEP_MEMORY;
  return diag_add(engine->diag, DIAG_STUDY_PROCESS, mark_none(),
                  "processes stop before they begin a run: %s", message);
}

// A worker is gone: its first run has failed, or is tried again; the others have not begun.
static bool replace(Engine *engine, Worker *worker) {
  char message[80];
  const Worker lost = *worker;
  bool good = true, killed = false;
  const SweepStatus status = worker_explain(worker_stop(worker), message, &killed);
  for (int k = 1; k < lost.queued; k++) {
    remember_again(engine, lost.queue[k], false);
  }
  worker->queued = 0;
  if (lost.queued == 0 && ++engine->idle_deaths > IDLE_DEATHS) {
    return give_up(engine, status, message);
  }
  if (lost.queued > 0 && !(killed && remember_again(engine, lost.queue[0], true) < TRIES)) {
    good = end_lost(engine, lost.queue[0], status, message);
  }
  return good && start(engine, worker);
}

static bool end_overdue(Engine *engine, Worker *worker) {
  char message[80];
  const double limit = engine->options->wall_limit;
  if (!(limit > 0) || worker->queued == 0 || worker_clock() - worker->began < limit) {
    return true;
  }
  const Worker slow = *worker;
  worker_stop(worker);
  worker->queued = 0;
  for (int k = 1; k < slow.queued; k++) {
    remember_again(engine, slow.queue[k], false);
  }
  (void)snprintf(message, sizeof message, "it had not finished after %g s", limit);
  return end_lost(engine, slow.queue[0], SWEEP_TIMEOUT, message) && start(engine, worker);
}

// ---- the loop ----

// Hands runs out. Returns how many have not ended: on their way, or to be tried again.
static int feed(Engine *engine) {
  const bool brief =
      engine->tally.ended > 0 && engine->tally.run_wall < SHORT_RUN * (double)engine->tally.ended;
  const int ahead = brief ? WORKER_QUEUE : 1;
  for (int depth = 1; depth <= ahead; depth++) { // everybody has one before anybody has two
    for (int w = 0; w < engine->options->workers; w++) {
      Worker *worker = &engine->workers[w];
      const long run = worker->queued < depth ? next_run(engine) : -1;
      if (run >= 0 && !worker_give(worker, run)) {
        remember_again(engine, run, false);
      }
    }
  }
  int busy = engine->again_count; // what could not be given, too: its process has just ended
  for (int w = 0; w < engine->options->workers; w++) {
    busy += engine->workers[w].queued;
  }
  return busy;
}

static void wait_for_news(const Engine *engine) {
  const int count = engine->options->workers;
  for (int w = 0; w < count; w++) {
    engine->polls[w] = (struct pollfd){.fd = engine->workers[w].from, .events = POLLIN};
  }
  const double patience = fmax(0, fmin(LONGEST_WAIT, store_patience(engine->store)));
  (void)poll(engine->polls, (nfds_t)count, (int)(patience * 1000) + 1);
}

static bool hear(Engine *engine) {
  bool good = true;
  for (int w = 0; good && w < engine->options->workers; w++) {
    Worker *worker = &engine->workers[w];
    const bool news = (engine->polls[w].revents & (POLLIN | POLLHUP | POLLERR)) != 0;
    const bool alive = !news || worker_read(worker);
    good = take_records(engine, worker) &&
           (alive ? end_overdue(engine, worker) : replace(engine, worker));
  }
  if (good && store_patience(engine->store) <= 0) {
    good = store_commit(engine->store);
  }
  return good;
}

static bool work(Engine *engine, bool *complete) {
  const volatile sig_atomic_t *interrupted = engine->options->interrupted;
  bool good = true;
  *complete = false;
  for (int w = 0; good && w < engine->options->workers; w++) {
    good = start(engine, &engine->workers[w]);
  }
  while (good && (interrupted == NULL || *interrupted == 0)) {
    if (feed(engine) == 0) {
      *complete = true;
      break;
    }
    wait_for_news(engine);
    good = hear(engine);
    engine_show(&engine->tally, engine->options);
  }
  for (int w = 0; w < engine->options->workers; w++) {
    worker_stop(&engine->workers[w]);
  }
  return store_commit(engine->store) && good;
}

static long size_of_part(const Sweep *sweep, const EngineOptions *options) {
  const long runs = sweep->plan.runs, count = options->shard_count;
  return count > 0 ? runs / count + (options->shard < runs % count ? 1 : 0) : runs;
}

bool engine_run(const Sweep *sweep, const EngineOptions *options, Store *store,
                const unsigned char *done, long done_count, bool *complete, Arena *arena,
                Diag *diag) {
  Engine engine = {.sweep = sweep,
                   .options = options,
                   .store = store,
                   .arena = arena,
                   .diag = diag,
                   .done = done,
                   .next = options->shard_count > 0 ? options->shard : 0,
                   .again_capacity = 4 * WORKER_QUEUE * options->workers,
                   .tally = engine_open_tally(done_count, size_of_part(sweep, options))};
  engine.workers = arena_array(arena, Worker, options->workers);
  engine.polls = arena_array(arena, struct pollfd, options->workers);
  engine.again = arena_array(arena, Again, engine.again_capacity);
  bool good = engine.workers != NULL && engine.polls != NULL && engine.again != NULL &&
              job_open_record(sweep, &engine.record, arena);
  for (int w = 0; good && w < options->workers; w++) {
    good = worker_open(&engine.workers[w], sweep, arena);
  }
  return good && work(&engine, complete);
}
