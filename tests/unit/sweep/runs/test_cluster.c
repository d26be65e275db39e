// SPDX-License-Identifier: BSD-3-Clause
// The part of a study that a process takes, for environments as batch systems make them, and for
// those that contradict themselves.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sweep/runs/cluster.h"

enum { MOST = 12 };

typedef struct Case {
  const char *environment[MOST];
  long said;
  long shard, count;   // what is chosen; count 0: it is refused
  const char *word;    // in the source, or in the message
  const char *another; // in the message, too
} Case;

#define ARRAY(id, first, last, step, count)                                                        \
  "SLURM_ARRAY_TASK_ID=" id, "SLURM_ARRAY_TASK_MIN=" first, "SLURM_ARRAY_TASK_MAX=" last,          \
      "SLURM_ARRAY_TASK_STEP=" step, "SLURM_ARRAY_TASK_COUNT=" count
#define SGE(id, first, last, step)                                                                 \
  "SGE_TASK_ID=" id, "SGE_TASK_FIRST=" first, "SGE_TASK_LAST=" last, "SGE_TASK_STEPSIZE=" step
#define OMPI(rank, size) "OMPI_COMM_WORLD_RANK=" rank, "OMPI_COMM_WORLD_SIZE=" size
#define PMI(rank, size) "PMI_RANK=" rank, "PMI_SIZE=" size
#define SRUN(rank, size) "SLURM_PROCID=" rank, "SLURM_STEP_NUM_TASKS=" size, "SLURM_NTASKS=" size

static const Case cases[] = {
    // arrays
    {{"HOME=/", ARRAY("0", "0", "7", "1", "8")}, 0, 0, 8, "SLURM_ARRAY_TASK_ID=0 of 0 to 7", NULL},
    {{ARRAY("7", "0", "7", "1", "8")}, 0, 7, 8, "SLURM_ARRAY_TASK_ID=7", NULL},
    {{ARRAY("3", "1", "4", "1", "4")}, 0, 2, 4, "1 to 4", NULL},
    {{ARRAY("10", "0", "10", "5", "3")}, 0, 2, 3, "0 to 10 by 5", NULL},
    {{ARRAY("5", "5", "5", "1", "1")}, 0, 0, 1, "5 to 5", NULL},
    {{SGE("6", "2", "10", "4")}, 0, 1, 3, "SGE_TASK_ID=6 of 2 to 10 by 4", NULL},
    {{SGE("9", "1", "10", "4")}, 0, 2, 3, "SGE_TASK_ID=9", NULL},
    {{"PBS_ARRAY_INDEX=0"}, 4, 0, 4, "PBS_ARRAY_INDEX=0, 4 tasks as given", NULL},
    {{"PBS_ARRAY_INDEX=3"}, 4, 3, 4, "PBS_ARRAY_INDEX=3", NULL},
    {{"PBS_ARRAYID=4"}, 4, 0, 4, "PBS_ARRAYID=4", NULL}, // counted from 1
    {{"PBS_ARRAYID=2", "PBS_ARRAY_INDEX=2"}, 4, 2, 4, "PBS_ARRAY_INDEX=2", NULL},
    // processes side by side
    {{OMPI("2", "3")}, 0, 2, 3, "OMPI_COMM_WORLD_RANK=2 of 3", NULL},
    {{OMPI("2", "3")}, 3, 2, 3, "OMPI_COMM_WORLD_RANK=2 of 3", NULL},
    {{PMI("0", "2")}, 0, 0, 2, "PMI_RANK=0 of 2", NULL},
    {{SRUN("1", "4")}, 0, 1, 4, "SLURM_PROCID=1 of 4", NULL},
    {{PMI("1", "4"), SRUN("1", "4")}, 0, 1, 4, "PMI_RANK=1 of 4", NULL}, // srun --mpi=pmi2
    {{OMPI("5", "8"), SRUN("1", "2")}, 0, 5, 8, "OMPI_COMM_WORLD_RANK=5 of 8", NULL},
    {{OMPI("3", "4"), "SLURM_PROCID=0", "SLURM_NTASKS=4"}, 0, 3, 4, "OMPI_COMM_WORLD_RANK=3", NULL},
    // SGE's word for a job that is no array
    {{OMPI("1", "2"), SGE("undefined", "undefined", "undefined", "undefined")},
     0,
     1,
     2,
     "OMPI_COMM_WORLD_RANK=1 of 2",
     NULL},
    // processes in the tasks of an array
    {{ARRAY("2", "0", "3", "1", "4"), SRUN("1", "2")}, 0, 5, 8, "SLURM_PROCID=1 of 2, SLURM", NULL},
    {{ARRAY("2", "0", "3", "1", "4"), "SLURM_PROCID=0", "SLURM_NTASKS=1"},
     0,
     2,
     4,
     "=2 of 0",
     NULL},
    {{"PBS_ARRAY_INDEX=2", OMPI("0", "2")}, 6, 4, 6, "PBS_ARRAY_INDEX=2, 3 tasks", NULL},
    // nothing
    {{"HOME=/"}, 0, 0, 0, "numbers this process", "OMPI_COMM_WORLD_RANK is not set"},
    {{"HOME=/"}, 4, 0, 0, "numbers this process", "SGE_TASK_ID is not set"},
    {{SGE("undefined", "undefined", "undefined", "undefined")},
     0,
     0,
     0,
     "SGE_TASK_ID=\"undefined\"",
     "PMI_RANK is not set"},
    // missing
    {{"SLURM_ARRAY_TASK_ID=1"}, 0, 0, 0, "missing", "SLURM_ARRAY_TASK_COUNT is not set"},
    {{"SLURM_ARRAY_TASK_COUNT=4"}, 0, 0, 0, "missing", "SLURM_ARRAY_TASK_ID is not set"},
    {{"OMPI_COMM_WORLD_RANK=1"}, 0, 0, 0, "missing", "OMPI_COMM_WORLD_SIZE is not set"},
    {{"PMI_SIZE=2"}, 0, 0, 0, "missing", "PMI_RANK is not set, PMI_SIZE=\"2\""},
    {{"SLURM_STEP_NUM_TASKS=2"}, 0, 0, 0, "missing", "SLURM_PROCID is not set"},
    {{"PBS_ARRAY_INDEX=1"}, 0, 0, 0, "PBS does not give the number", "PBS_ARRAY_INDEX=\"1\""},
    {{"SLURM_PROCID=0", "SLURM_NTASKS=4"}, 0, 0, 0, "room for several", "SLURM_NTASKS=\"4\""},
    // malformed
    {{ARRAY("x", "0", "3", "1", "4")},
     0,
     0,
     0,
     "must be a whole number",
     "SLURM_ARRAY_TASK_ID=\"x\""},
    {{ARRAY("1", "0", "3", "1.5", "4")}, 0, 0, 0, "must be a whole number", "STEP=\"1.5\""},
    {{OMPI("-1", "3")}, 0, 0, 0, "must be a whole number", "OMPI_COMM_WORLD_RANK=\"-1\""},
    {{OMPI("1", "")}, 0, 0, 0, "must be a whole number", "OMPI_COMM_WORLD_SIZE=\"\""},
    {{PMI("1", "9999999999999999999999")}, 0, 0, 0, "must be a whole number", "PMI_SIZE=\"9999"},
    {{PMI(" 1", "2")}, 0, 0, 0, "must be a whole number", "PMI_RANK=\" 1\""},
    {{PMI("1\x1b[2J", "2")}, 0, 0, 0, "must be a whole number", "PMI_RANK=\"1\\x1b[2J\""},
    // contradictory
    {{ARRAY("8", "0", "7", "1", "8")}, 0, 0, 0, "contradict", "SLURM_ARRAY_TASK_MAX=\"7\""},
    {{ARRAY("1", "0", "7", "2", "4")}, 0, 0, 0, "contradict", "SLURM_ARRAY_TASK_STEP=\"2\""},
    {{ARRAY("1", "0", "7", "0", "8")}, 0, 0, 0, "contradict", "SLURM_ARRAY_TASK_STEP=\"0\""},
    {{ARRAY("4", "1", "5", "1", "3")}, 0, 0, 0, "gaps", "SLURM_ARRAY_TASK_COUNT=\"3\""},
    {{OMPI("3", "3")}, 0, 0, 0, "contradict", "OMPI_COMM_WORLD_SIZE=\"3\""},
    {{OMPI("0", "1"), SRUN("1", "4")}, 0, 0, 0, "two launchers", "SLURM_STEP_NUM_TASKS=\"4\""},
    {{OMPI("0", "2"), PMI("1", "2")}, 0, 0, 0, "two launchers", "PMI_RANK=\"1\""},
    {{ARRAY("1", "0", "3", "1", "4"), SGE("1", "1", "4", "1")},
     0,
     0,
     0,
     "two arrays",
     "SGE_TASK_ID"},
    {{"PBS_ARRAYID=1", "PBS_ARRAY_INDEX=2"}, 4, 0, 0, "two arrays", "PBS_ARRAYID=\"1\""},
    {{"PBS_ARRAY_INDEX=5"}, 4, 0, 0, "not one of the 4", "PBS_ARRAY_INDEX=\"5\""},
    {{"PBS_ARRAY_INDEX=1", OMPI("0", "2")}, 5, 0, 0, "not one of the 2", "PBS_ARRAY_INDEX=\"1\""},
    {{OMPI("1", "2")}, 3, 0, 0, "there are 2 parts, not 3", "OMPI_COMM_WORLD_SIZE=\"2\""},
};

static void table(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    const Case *row = &cases[k];
    char *environment[MOST + 1] = {NULL};
    memcpy(environment, row->environment, sizeof row->environment);
    Allocator allocator = {.limit = 0};
    Arena arena;
    Diag diag;
    ClusterPart part;
    arena_open(&arena, &allocator);
    diag_open(&diag, &arena);
    const bool good = cluster_part(environment, row->said, &part, &arena, &diag);
    const char *text = good ? part.source : diag.messages[0].text;
    print_message("%ld/%ld %s\n", part.shard, part.count, text);
    assert_int_equal(good, row->count > 0);
    assert_int_equal(diag.count, good ? 0 : 1);
    assert_non_null(strstr(text, row->word));
    if (good) {
      assert_int_equal(part.shard, row->shard);
      assert_int_equal(part.count, row->count);
    } else {
      assert_non_null(strstr(text, row->another));
      assert_non_null(diag.messages[0].hint);
    }
    arena_close(&arena);
  }
}

// The tasks of an array with processes in them: every part once.
static void partition(void **state) {
  (void)state;
  bool seen[12] = {false};
  for (int task = 0; task < 4; task++) {
    for (int process = 0; process < 3; process++) {
      char id[] = "SLURM_ARRAY_TASK_ID=1", rank[] = "SLURM_PROCID=0";
      char *environment[] = {id,
                             rank,
                             (char[]){"SLURM_ARRAY_TASK_MIN=1"},
                             (char[]){"SLURM_ARRAY_TASK_MAX=7"},
                             (char[]){"SLURM_ARRAY_TASK_STEP=2"},
                             (char[]){"SLURM_ARRAY_TASK_COUNT=4"},
                             (char[]){"SLURM_STEP_NUM_TASKS=3"},
                             NULL};
      id[sizeof id - 2] = (char)('1' + 2 * task);
      rank[sizeof rank - 2] = (char)('0' + process);
      Allocator allocator = {.limit = 0};
      Arena arena;
      Diag diag;
      ClusterPart part;
      arena_open(&arena, &allocator);
      diag_open(&diag, &arena);
      assert_true(cluster_part(environment, 0, &part, &arena, &diag));
      assert_int_equal(part.count, 12);
      assert_false(seen[part.shard]);
      seen[part.shard] = true;
      arena_close(&arena);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(table), cmocka_unit_test(partition)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
