// SPDX-License-Identifier: BSD-3-Clause
// help.c: what --help prints.
#include "cli/help.h"
#include "cli/layout.h"
#include "cli/options.h"

#include <string.h>

enum { WIDTH = 80 };

typedef struct CommandHelp {
  const char *name, *text, *examples;
} CommandHelp;

static const char exit_codes[] =
    "Exit status:\n"
    "  0 ok            3 model refused      6 a check failed, or motions differ\n"
    "  1 bug in mbsrun 4 solution failed    8 out of memory\n"
    "  2 usage         5 input or output    9 a budget was reached\n"
    "  7 runs of a study failed            10 inaccurate: the audit contradicts the result\n"
    "  128 + n: ended by signal n. With several analyses the worst counts.\n";

// clang-format off
static const CommandHelp texts[] = {
  {"run",
   "Reads and checks the model, makes its initial values consistent, runs its analyses in\n"
   "order, audits them (energy, constraints, equations of motion) and evaluates its checks.\n"
   "Writes DIR/<analysis>.csv, one row per output time, and DIR/summary.json. A model that\n"
   "is refused writes nothing; a run that does not reach its end leaves\n"
   "<analysis>.partial.csv. The first SIGINT, SIGTERM or SIGHUP finishes the step and writes\n"
   "what is there, the second one ends at once. MODEL is a file, or - for standard input.\n"
   "--cross-check runs each analysis again by independent formulations and integrators, at\n"
   "relative tolerance 1e-10, and compares: see mbsrun compare --help for what is allowed.\n",
   "  mbsrun models/iftomm/a01_simple_pendulum.yaml\n"
   "  mbsrun a.yaml -o out --set bodies.bar.mass=3 --set L=0.5\n"
   "  mbsrun a.yaml --format columns      rows as a text file of aligned columns\n"
   "  mbsrun a.yaml --cross-check         is the motion right?\n"
   "  mbsrun run --json a.yaml            messages as JSON on standard output\n"
   "  generate_model | mbsrun - -o out    the model comes from a pipe\n"},
  {"check",
   "Does everything short of solving: reads the model, counts degrees of freedom by formula\n"
   "and by rank, names redundant joints, measures how well the initial values satisfy the\n"
   "joints, and compares the model's Jacobian with differences. Writes no file.\n",
   "  mbsrun check a.yaml\n"
   "  mbsrun check a.yaml --set L=0.5\n"
   "  mbsrun check --json a.yaml          for editors and scripts\n"},
  {"explain",
   "ARG that is a file, or ends in .yaml or .yml, is a model: shows how it was compiled\n"
   "(bodies and their coordinates, joints and their equations, forces, the pattern of the\n"
   "matrix). Else ARG is a word: a type (revolute), a key (bodies), a function (step5),\n"
   "a measure (reaction.x), a unit (rpm) or the code of a message (E-IC-001); measures,\n"
   "units, codes and studies list all of theirs. Without ARG: an index of all words.\n",
   "  mbsrun explain models/iftomm/a01_simple_pendulum.yaml\n"
   "  mbsrun explain spring_damper\n"
   "  mbsrun explain E-SCHEMA-003\n"},
  {"convergence",
   "Runs one analysis again and again: with smaller and smaller steps where a method takes\n"
   "fixed steps, with smaller and smaller tolerances where it controls its error. For each\n"
   "method: steps and processor time against the error, the observed order, and Richardson's\n"
   "estimate of the error of every output; where a check of the model compares with a file,\n"
   "a value or a period, the true error, too. Tables go to standard output, with --json as\n"
   "JSON; with -o files are written, too: work_precision.csv, channels.csv, checks.csv and\n"
   "convergence.json. Without --method every analysis is taken as its file says, with the\n"
   "file's step or tolerance in the middle of the ladder. With --steps and --tolerances each\n"
   "method takes what suits it. --time-limit and --max-steps hold for each run. An order is\n"
   "p in error = C h^p; a slope is decades of error per decade of tolerance.\n",
   "  mbsrun convergence models/founding/solfec_pendulum.yaml\n"
   "  mbsrun convergence a.yaml --method ida,index_1,runge_kutta --tolerances 1e-5:1e-9\n"
   "  mbsrun convergence a.yaml --method 'newmark{gamma: 0.5, projection: velocity}' \\\n"
   "    --steps 0.004,0.002,0.001 --channels x,y\n"
   "  mbsrun convergence a.yaml --json > study.json\n"},
  {"compare",
   "A and B are models, results directories of mbsrun run, or CSV files (header row, t\n"
   "first), in any combination: a directory holds results, what ends in .csv is a table,\n"
   "all else is a model, which is run. Channels are matched by name, rows by time: nothing\n"
   "is interpolated, common times are compared, and what is left out is told. Analyses are\n"
   "matched by name, unless each side has just one. Exit status 6 when a channel differs by\n"
   "more than is allowed: --within X in its own unit, --relative X of its scale. Without\n"
   "these, models are run at relative tolerance 1e-10 and 1e-11 (with fixed steps: at the\n"
   "step and half of it); they may differ by 3 times the larger estimate of their errors\n"
   "and by 1e-6 of the scale. Files may differ by 1e-6 of the scale. The scale is the\n"
   "channel's own span, at least a tenth of the largest of the same unit, of the model's\n"
   "length, of 1 rad; of energies the largest kinetic energy.\n",
   "  mbsrun compare planar.yaml spatial.yaml\n"
   "  mbsrun compare results/before results/after --within 1e-9\n"
   "  mbsrun compare swing.csv reference.csv --relative 1e-5 --channels x,y\n"
   "  mbsrun compare a.yaml reference.csv --within 3e-5\n"},
  {"sweep",
   "STUDY is a study file (mbs_study: 1), which names a model, what varies, a plan and the\n"
   "figures that each run is reduced to; or a model, with --vary, or with --samples where its\n"
   "parameters have ranges or distributions. The model is read and compiled once; worker\n"
   "processes run it with other values. DIR/index.sqlite holds a row for each run that has\n"
   "ended; at the end DIR/results.csv, columns.csv and summary.json (and sensitivity.csv of\n"
   "the plans morris and sobol_indices) are made from it: the same bytes for any number of\n"
   "workers, kills and resumes. The same command goes on where an earlier one stopped. A run\n"
   "that fails, crashes or takes too long costs nothing but itself; exit status 7 when there\n"
   "were such. Parts of a study (--shard) may run anywhere, each in an index of its own in\n"
   "DIR/shards, and are put together by merge, which says what is missing. submit makes them\n"
   "the tasks of a job array of Slurm, with a merge behind it; the same command again submits\n"
   "what is missing. mbsrun-mpi (where it was built) is the same for mpirun, without parts.\n"
   "Two processes never work on the same index: the second is refused, and told who is there.\n",
   "  mbsrun sweep a.yaml --vary L=0.5:2:16 --vary m=1,2,5\n"
   "  mbsrun sweep a.yaml --samples 256                    from ranges of its parameters\n"
   "  mbsrun sweep a.yaml --samples 20 --plan morris       which of them matter\n"
   "  mbsrun sweep study.yaml -o out -j 8\n"
   "  mbsrun sweep study.yaml --dry-run\n"
   "  mbsrun sweep status out             how far it is\n"
   "  mbsrun sweep report out             least and largest, what depends on what, failures\n"
   "  mbsrun sweep study.yaml -o out --shard 0/3\n"
   "  mbsrun sweep study.yaml -o out --shard auto      in an array of Slurm, or under mpirun\n"
   "  mbsrun sweep merge out              when all shards have ended\n"
   "  mbsrun sweep submit study.yaml -o out --shards 64 --time 2:00:00 --print\n"
   "  mpirun -n 9 mbsrun-mpi sweep study.yaml -o out\n"},
  {"verify",
   "DIR is a results directory of mbsrun run or mbsrun sweep. Every file is held against the\n"
   "SHA-256 that summary.json lists; of a study also every row of its index, and of those of\n"
   "its shards, against its digest, with SQLite's own check of the pages, and the results of\n"
   "runs that were kept. Exit status 6 when anything is not what was written: changed,\n"
   "missing, or of another run into the same directory; 5 when it cannot be read, or DIR\n"
   "holds no results. What summary.json itself says is not covered by a digest.\n",
   "  mbsrun verify results/a01_simple_pendulum\n"
   "  mbsrun verify out && mbsrun sweep report out\n"},
  {"dump",
   "Prints the model as mbsrun understands it: files put together, --set applied, families\n"
   "and parts written out, keys in the order of the reference. It is itself a model with\n"
   "the same results. With --defaults it also says what the model leaves unsaid. With\n"
   "--bundle the data files that it names (tables of functions, references of checks)\n"
   "become values in it: one file that needs no other. With --format json the same for\n"
   "programs that read no YAML; the JSON Schema holds for it.\n",
   "  mbsrun dump models/examples/chain.yaml --set N=3\n"
   "  mbsrun dump --bundle models/iftomm/a01_simple_pendulum.yaml > a01_for_a_friend.yaml\n"
   "  mbsrun dump --format json a.yaml | python3 -m json.tool\n"},
  {"fmt",
   "Prints the file in the canonical layout: two blanks for each level, no blanks at the\n"
   "ends of lines, at most one empty line in a row. Order, comments, quotes and all that\n"
   "stands inside a line stay. The result is read again: it is the same document, or the\n"
   "file is refused. Doing it twice changes nothing more.\n",
   "  mbsrun fmt a.yaml\n"
   "  mbsrun fmt --write a.yaml\n"
   "  mbsrun fmt --check a.yaml           for a test: exit status 6 when it would change\n"},
  {"init",
   "Writes a commented model that runs and passes its checks, to FILE, which must not exist\n"
   "yet, or to standard output.\n",
   "  mbsrun init first.yaml && mbsrun first.yaml\n"
   "  mbsrun init --spatial\n"},
  {"schema",
   "Prints the JSON Schema of the model language. Editors that know YAML complete and check\n"
   "a model while it is typed, when its first line names the schema:\n"
   "  # yaml-language-server: $schema=path/to/model.schema.json\n",
   "  mbsrun schema > model.schema.json\n"
   "  mbsrun schema --study > study.schema.json\n"},
  {"version",
   "Prints the version of mbsrun, the commit and the compiler it was built from, and the\n"
   "versions of the libraries in it.\n",
   "  mbsrun version\n"
   "  mbsrun --version                    only the first line\n"},
  {"help",
   "Prints the list of commands, or the help of one.\n",
   "  mbsrun help\n"
   "  mbsrun help run\n"},
};
// clang-format on

void help_of_command(const Command *command, Text *out) {
  text_printf(out, "mbsrun %s: ", command->name);
  layout_wrap(command->summary, (int)strlen(command->name) + 9, 2, WIDTH, out);
  text_printf(out, "\nusage: mbsrun %s%s%s [OPTIONS]\n\n", command->name,
              command->operand[0] != '\0' ? " " : "", command->operand);
  for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
    if (strcmp(texts[k].name, command->name) == 0) {
      text_printf(out, "%s\nExamples:\n%s\nOptions:\n", texts[k].text, texts[k].examples);
    }
  }
  options_describe(command, out);
  text_printf(out, "\n%s", exit_codes);
}

void help_general(Text *out) {
  text_put(out, "mbsrun simulates multibody systems that a YAML file describes.\n\n"
                "usage: mbsrun MODEL [OPTIONS]          the same as mbsrun run MODEL\n"
                "       mbsrun COMMAND [ARG] [OPTIONS]\n\n"
                "Commands:\n");
  for (int k = 0; k < command_count(); k++) {
    char left[40] = "";
    strncat(left, command_table[k].name, 16);
    strncat(left, " ", 2);
    strncat(left, command_table[k].operand, 16);
    layout_two_columns(left, command_table[k].summary, out);
  }
  text_put(out, "\nExamples:\n"
                "  mbsrun models/iftomm/a01_simple_pendulum.yaml\n"
                "  mbsrun check a.yaml\n"
                "  mbsrun explain revolute\n"
                "  mbsrun run --help\n\n");
  text_put(out, exit_codes);
}
