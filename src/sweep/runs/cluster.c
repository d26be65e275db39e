// SPDX-License-Identifier: BSD-3-Clause
// cluster.c: K and N of a study's part from the environment (see cluster.h).
//
// An array from FIRST to LAST by STEP: task ID is number (ID - FIRST)/STEP of (LAST - FIRST)/STEP
// + 1.
#include "sweep/runs/cluster.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

typedef struct ArrayNames {
  const char *system, *id, *first, *last, *step, *count; // NULL: the system has no such variable
} ArrayNames;

static const ArrayNames arrays[] = {
    {"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX",
     "SLURM_ARRAY_TASK_STEP", "SLURM_ARRAY_TASK_COUNT"},
    {"SGE", "SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE", NULL},
    {"PBS", "PBS_ARRAY_INDEX", NULL, NULL, NULL, NULL},
    {"PBS", "PBS_ARRAYID", NULL, NULL, NULL, NULL}};

enum { ARRAYS = sizeof arrays / sizeof arrays[0], NOT_SET = -1, LONGEST = 9 };

// Innermost first: who stands earlier was started by who stands later.
static const struct {
  const char *rank, *size;
} launchers[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                 {"PMI_RANK", "PMI_SIZE"},
                 {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}};

enum { LAUNCHERS = sizeof launchers / sizeof launchers[0], SRUN = LAUNCHERS - 1 };

// Number rank of size: a task of an array, or a process of a launcher. size 0: there is none.
typedef struct Place {
  long rank, size;
} Place;

typedef struct Look {
  char *const *environment;
  long said;
  Text seen;   // what was looked at
  Text source; // what the choice follows from
  Diag *diag;
} Look;

// ---- what is asked ----

// A whole number of at most LONGEST digits at the start of a text; NULL when there is none, else
// where it ends.
static const char *take_number(const char *text, long *number) {
  const size_t length = strspn(text, "0123456789");
  *number = 0;
  if (length == 0 || length > LONGEST) {
    return NULL;
  }
  for (size_t k = 0; k < length; k++) {
    *number = 10 * *number + (text[k] - '0');
  }
  return text + length;
}

bool cluster_read(const char *text, ClusterAsked *asked) {
  *asked = (ClusterAsked){.automatic = strncmp(text, "auto", 4) == 0};
  if (strcmp(text, "auto") == 0) {
    return true;
  }
  const char *slash = asked->automatic ? text + 4 : take_number(text, &asked->shard);
  const char *end = slash != NULL && *slash == '/' ? take_number(slash + 1, &asked->count) : NULL;
  return end != NULL && *end == '\0' && asked->shard < asked->count;
}

// ---- variables ----

// SGE gives every job the variables of an array, and those of others the value "undefined".
static const char *look(const Look *all, const char *name) {
  const char *value = name == NULL ? NULL : text_variable(all->environment, name);
  return value != NULL && strcmp(value, "undefined") == 0 ? NULL : value;
}

static void note(Look *all, const char *name) {
  const char *value = name == NULL ? NULL : text_variable(all->environment, name);
  if (name != NULL) {
    text_put(&all->seen, all->seen.length > 0 ? ", " : "");
    text_put(&all->seen, name);
    text_put(&all->seen, value == NULL ? " is not set" : "=\"");
    text_visible(&all->seen, value == NULL ? "" : value,
                 value == NULL ? 0 : strnlen(value, 40)); // a message is no place for more
    text_put(&all->seen, value == NULL ? "" : "\"");
  }
}

static bool refuse(Look *all, const char *why, const char *hint) {
  diag_add(all->diag, DIAG_USAGE, mark_none(), "--shard auto: %s: %s", why,
           all->seen.length > 0 ? all->seen.bytes : "");
  return diag_hint(all->diag, "%s", hint);
}

// The same with what was looked at.
static bool refuse_by(Look *all, const char *why, const char *hint, const char *const *names,
                      int count) {
  all->seen.length = 0;
  for (int k = 0; k < count; k++) {
    note(all, names[k]);
  }
  return refuse(all, why, hint);
}

static const char say_it[] = "give the part: --shard K/N";

// A whole number of at most LONGEST digits; NOT_SET when there is none.
static bool read_number(Look *all, const char *name, long *number) {
  const char *text = look(all, name);
  *number = NOT_SET;
  if (text == NULL) {
    return true;
  }
  const char *end = take_number(text, number);
  if (end == NULL || *end != '\0') {
    return refuse_by(all, "a variable must be a whole number", say_it, &name, 1);
  }
  return true;
}

// ---- arrays ----

static void note_array(Look *all, const ArrayNames *names) {
  note(all, names->id);
  note(all, names->first);
  note(all, names->last);
  note(all, names->step);
  note(all, names->count);
}

// The system tells the number of the task and not how many there are. Any `said` numbers in a row
// leave each remainder once, whether they begin at 0 or at 1.
static bool place_by_size(Look *all, const ArrayNames *names, long id, long processes,
                          Place *place) {
  char why[160];
  if (all->said == 0) {
    (void)snprintf(why, sizeof why, "%s does not give the number of tasks of the array",
                   names->system);
    return refuse(all, why, "give the number of parts: --shard auto/N");
  }
  if (all->said % processes != 0 || id > all->said / processes) {
    (void)snprintf(why, sizeof why, "the task is not one of the %ld of --shard auto/%ld",
                   all->said / processes, all->said);
    return refuse(all, why, "N is the number of tasks, which count from 0 or from 1");
  }
  place->size = all->said / processes;
  place->rank = id % place->size;
  text_printf(&all->source, "%s=%ld, %ld tasks as given", names->id, id, place->size);
  return true;
}

static bool place_in_array(Look *all, const ArrayNames *names, long processes, Place *place) {
  long id, first, last, step, count;
  if (!read_number(all, names->id, &id) || !read_number(all, names->first, &first) ||
      !read_number(all, names->last, &last) || !read_number(all, names->step, &step) ||
      !read_number(all, names->count, &count)) {
    return false;
  }
  all->seen.length = 0;
  note_array(all, names);
  if (names->first == NULL) {
    return place_by_size(all, names, id, processes, place);
  }
  if (id == NOT_SET || first == NOT_SET || last == NOT_SET || step == NOT_SET ||
      (names->count != NULL && count == NOT_SET)) {
    return refuse(all, "a variable of the array is missing", say_it);
  }
  if (step < 1 || first > last || id < first || id > last || (id - first) % step != 0) {
    return refuse(all, "the variables of the array contradict each other", say_it);
  }
  place->size = (last - first) / step + 1;
  place->rank = (id - first) / step;
  if (count != NOT_SET && count != place->size) {
    return refuse(all, "the array has gaps, so its tasks cannot be counted",
                  "use consecutive numbers in the array, or give the part: --shard K/N");
  }
  text_printf(&all->source, "%s=%ld of %ld to %ld", names->id, id, first, last);
  if (step > 1) {
    text_printf(&all->source, " by %ld", step);
  }
  return true;
}

static bool is_array(const Look *all, const ArrayNames *names) {
  return look(all, names->id) != NULL || look(all, names->first) != NULL ||
         look(all, names->count) != NULL;
}

// At most one system may have an array; both spellings of PBS may stand when they agree.
static bool find_array(Look *all, long processes, Place *place) {
  const ArrayNames *found = NULL;
  for (int k = 0; k < ARRAYS; k++) {
    const ArrayNames *names = &arrays[k];
    if (!is_array(all, names)) {
      continue;
    }
    if (found != NULL && (strcmp(found->system, names->system) != 0 ||
                          strcmp(look(all, found->id), look(all, names->id)) != 0)) {
      const char *const both[] = {found->id, names->id};
      return refuse_by(all, "two arrays at once", say_it, both, 2);
    }
    found = found == NULL ? names : found;
  }
  return found == NULL || place_in_array(all, found, processes, place);
}

// ---- processes side by side ----

static bool place_of_launcher(Look *all, int which, Place *place) {
  const char *rank_name = launchers[which].rank, *size_name = launchers[which].size;
  long rank, size;
  if (!read_number(all, rank_name, &rank) || !read_number(all, size_name, &size)) {
    return false;
  }
  if (rank == NOT_SET && size == NOT_SET) {
    return true;
  }
  all->seen.length = 0;
  note(all, rank_name);
  note(all, size_name);
  if (rank == NOT_SET || size == NOT_SET || rank >= size) {
    const bool missing = rank == NOT_SET || size == NOT_SET;
    return refuse(all, missing ? "one variable is missing" : "the variables contradict each other",
                  say_it);
  }
  *place = (Place){.rank = rank, .size = size};
  return true;
}

// Slurm counts processes in the script of a job too, where only one runs, whatever it has room for.
static bool place_of_srun(Look *all, bool inside, Place *place) {
  long tasks;
  if (look(all, "SLURM_STEP_NUM_TASKS") != NULL) {
    return place_of_launcher(all, SRUN, place);
  }
  if (!read_number(all, "SLURM_NTASKS", &tasks)) {
    return false;
  }
  if (tasks > 1 && !inside) {
    const char *const names[] = {"SLURM_NTASKS", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS"};
    return refuse_by(all, "the job has room for several processes, but this one runs alone",
                     "start them with srun: srun mbsrun sweep ... --shard auto", names, 3);
  }
  return true;
}

// Who starts processes through srun starts at least one with each of its own.
static bool agree(Look *all, int inner, const Place *inside, int outer, const Place *outside) {
  if (inside->size > outside->size || outside->size == 0 ||
      (inside->size == outside->size && inside->rank == outside->rank)) {
    return true;
  }
  const char *const names[] = {launchers[inner].rank, launchers[inner].size, launchers[outer].rank,
                               launchers[outer].size};
  return refuse_by(all, "two launchers contradict each other", say_it, names, 4);
}

static bool find_launcher(Look *all, Place *place) {
  int found = -1;
  for (int k = 0; k < LAUNCHERS; k++) {
    Place next = {0};
    if (!(k == SRUN ? place_of_srun(all, found >= 0, &next) : place_of_launcher(all, k, &next))) {
      return false;
    }
    if (found >= 0 && !agree(all, found, place, k, &next)) {
      return false;
    }
    if (found < 0 && next.size > 0) {
      found = k;
      *place = next;
    }
  }
  if (found >= 0) {
    text_printf(&all->source, "%s=%ld of %ld", launchers[found].rank, place->rank, place->size);
  }
  return true;
}

// ---- both ----

static bool refuse_nothing(Look *all) {
  all->seen.length = 0;
  for (int k = 0; k < ARRAYS; k++) {
    note(all, arrays[k].id);
  }
  for (int k = 0; k < LAUNCHERS; k++) {
    note(all, launchers[k].rank);
  }
  return refuse(all, "no batch system and no launcher numbers this process", say_it);
}

static bool choose(Look *all, ClusterPart *part) {
  char why[160];
  Place process = {0}, task = {0};
  if (!find_launcher(all, &process)) {
    return false;
  }
  const size_t length = all->source.length;
  text_put(&all->source, length > 0 ? ", " : "");
  const long processes = process.size > 0 ? process.size : 1;
  if (!find_array(all, processes, &task)) {
    return false;
  }
  if (process.size == 0 && task.size == 0) {
    return refuse_nothing(all);
  }
  if (task.size == 0) {
    all->source.length = length; // without the comma
    task.size = 1;
  }
  part->shard = task.rank * processes + process.rank;
  part->count = task.size * processes;
  part->side_by_side = processes > 1;
  if (all->said > 0 && all->said != part->count) {
    (void)snprintf(why, sizeof why, "there are %ld parts, not %ld as --shard says", part->count,
                   all->said);
    return refuse(all, why, "leave out the number, or write the right one");
  }
  return true;
}

bool cluster_part(char *const *environment, long said, ClusterPart *part, Arena *arena,
                  Diag *diag) {
  Look all = {.environment = environment, .said = said, .diag = diag};
  all.seen = text_open(arena->allocator);
  all.source = text_open(arena->allocator);
  *part = (ClusterPart){.shard = 0};
  bool good = choose(&all, part) && !all.source.failed;
  if (good) {
    part->source = arena_copy(arena, all.source.bytes, all.source.length);
    good = part->source != NULL;
  }
  text_close(&all.seen);
  text_close(&all.source);
  return good;
}
