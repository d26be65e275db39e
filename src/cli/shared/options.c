// SPDX-License-Identifier: BSD-3-Clause
// options.c: the command line through getopt_long.
//
// Options and operands may stand in any order. The first operand that names a command picks it;
// without one the command is run. Then each given option is asked whether it belongs there.
#include "cli/shared/options.h"

#include <getopt.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/number.h"
#include "cli/shared/layout.h"
#include "cli/shared/options_meant.h"
#include "elements/fields/field.h"

enum { FIRST_LONG = 256 }; // getopt_long returns this plus the row

typedef struct Reading {
  Options *options;
  const Command *command; // whose options it may be
  Arena *arena;
  Diag *diag;
} Reading;

__attribute__((format(printf, 2, 3))) static bool refuse(Reading *reading, const char *format,
                                                         ...) {
  char text[512]; // what a person typed on one line may be cut
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return diag_add(reading->diag, DIAG_USAGE, mark_none(), "%s", text);
}

// ---- values ----

bool options_parse_size(const char *text, double *bytes) {
  static const char *const suffixes[] = {"K", "KiB", "M", "MiB", "G", "GiB", "T", "TiB"};
  double value = 0;
  int used = 0;
  const NumberProblem problem = number_parse(text, (int)strlen(text), &value, &used);
  if (used == 0 || value < 0 || (problem != NUMBER_OK && problem != NUMBER_TRAILING)) {
    return false;
  }
  const char *suffix = text + used;
  double unit = 1;
  bool known = *suffix == '\0' || strcasecmp(suffix, "B") == 0;
  for (size_t k = 0; k < sizeof suffixes / sizeof suffixes[0] && !known; k++) {
    unit *= k % 2 == 0 ? 1024 : 1;
    known = strcasecmp(suffix, suffixes[k]) == 0;
  }
  *bytes = value * unit;
  return known && *bytes >= 1;
}

// Reads the argument into its member of Options. False after a message.
typedef bool Take(Reading *reading, const char *name, const char *text, void *member);

static bool take_flag(Reading *reading, const char *name, const char *text, void *member) {
  (void)reading, (void)name, (void)text;
  *(bool *)member = true;
  return true;
}

static bool take_text(Reading *reading, const char *name, const char *text, void *member) {
  (void)reading, (void)name;
  *(const char **)member = text;
  return true;
}

static bool take_list(Reading *reading, const char *name, const char *text, void *member) {
  (void)reading, (void)name;
  OptionWords *words = member;
  words->list[words->count++] = text;
  return true;
}

static bool take_directory(Reading *reading, const char *name, const char *text, void *member) {
  (void)take_text(reading, name, text, member);
  return text[0] != '\0' || refuse(reading, "--%s needs a directory", name);
}

static bool take_size(Reading *reading, const char *name, const char *text, void *member) {
  if (options_parse_size(text, member)) {
    return true;
  }
  refuse(reading, "--%s needs a size, found \"%s\"", name, text);
  return diag_hint(reading->diag, "write bytes, or a number with K, M or G, such as --%s 200M",
                   name);
}

static bool take_positive(Reading *reading, const char *name, const char *text, void *member) {
  double *value = member;
  int used = 0;
  if (number_parse(text, (int)strlen(text), value, &used) == NUMBER_OK && *value > 0) {
    return true;
  }
  return refuse(reading, "--%s needs a number greater than 0, found \"%s\"", name, text);
}

static bool take_count(Reading *reading, const char *name, const char *text, void *member) {
  double number = 0;
  if (!take_positive(reading, name, text, &number)) {
    return false;
  }
  if (number != floor(number)) {
    return refuse(reading, "--%s needs a whole number, found \"%s\"", name, text);
  }
  if (number > NUMBER_LARGEST_WHOLE) {
    return refuse(reading, "--%s needs at most %.0f, found \"%s\"", name, NUMBER_LARGEST_WHOLE,
                  text);
  }
  *(long *)member = (long)number;
  return true;
}

static bool take_levels(Reading *reading, const char *name, const char *text, void *member) {
  const long *levels = member;
  return take_count(reading, name, text, member) &&
         ((*levels >= 2 && *levels <= 200) ||
          refuse(reading, "--%s needs 2 to 200, found \"%s\"", name, text));
}

static bool take_shards(Reading *reading, const char *name, const char *text, void *member) {
  return take_count(reading, name, text, member) &&
         (*(long *)member <= 1000000 || refuse(reading, "--%s is at most 1000000", name));
}

static bool take_port(Reading *reading, const char *name, const char *text, void *member) {
  return take_count(reading, name, text, member) &&
         (*(long *)member <= 65535 || refuse(reading, "--%s is at most 65535", name));
}

static bool take_jobs(Reading *reading, const char *name, const char *text, void *member) {
  return take_count(reading, name, text, member) &&
         (*(long *)member <= 4096 ||
          refuse(reading, "--%s is at most 4096, found \"%s\"", name, text));
}

static bool take_ratio(Reading *reading, const char *name, const char *text, void *member) {
  return take_positive(reading, name, text, member) &&
         (*(double *)member > 1.01 ||
          refuse(reading, "--%s needs a number greater than 1.01, found \"%s\"", name, text));
}

// A tolerance that may be zero.
static bool take_tolerance(Reading *reading, const char *name, const char *text, void *member) {
  double *value = member;
  int used = 0;
  if (number_parse(text, (int)strlen(text), value, &used) == NUMBER_OK && *value >= 0) {
    return true;
  }
  return refuse(reading, "--%s needs a number of at least 0, found \"%s\"", name, text);
}

static bool take_space(Reading *reading, const char *name, const char *text, void *member) {
  const bool planar = strcmp(text, "planar") == 0;
  *(int *)member = planar ? IN_PLANE : IN_SPACE;
  return planar || strcmp(text, "spatial") == 0 ||
         refuse(reading, "--%s is planar or spatial, found \"%s\"", name, text);
}

static bool take_format(Reading *reading, const char *name, const char *text, void *member) {
  (void)name;
  const Writer **writer = member;
  reading->options->json_document = strcmp(text, "json") == 0;
  reading->options->yaml_document = strcmp(text, "yaml") == 0;
  if (reading->options->json_document || reading->options->yaml_document) {
    return true;
  }
  *writer = writer_find(text);
  if (*writer != NULL) {
    return true;
  }
  refuse(reading, "there is no format \"%s\"", text);
  const char *names[8];
  int count = 0;
  for (; count < writer_count() && count < 8; count++) {
    names[count] = writer_table[count].name;
  }
  const char *nearest = text_nearest(text, names, count);
  if (!diag_suggest(reading->diag, nearest)) {
    diag_hint(reading->diag, "write --format csv, csv_units, columns or ndjson");
  }
  return false;
}

static bool take_color(Reading *reading, const char *name, const char *text, void *member) {
  static const char *const words[] = {"auto", "always", "never"};
  static const ColorWhen values[] = {COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER};
  for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
    if (strcmp(words[k], text) == 0) {
      *(ColorWhen *)member = values[k];
      return true;
    }
  }
  return refuse(reading, "--%s is auto, always or never, not \"%s\"", name, text);
}

// ---- the table ----

// Which commands an option belongs to: bits in the order of commands.def.
enum {
#define COMMAND(name, operand, count, summary) PLACE_OF_##name,
#include "cli/shared/commands.def"
#undef COMMAND
};
enum {
  AT_RUN = 1 << PLACE_OF_run,
  AT_CHECK = 1 << PLACE_OF_check,
  AT_EXPLAIN = 1 << PLACE_OF_explain,
  AT_CONVERGENCE = 1 << PLACE_OF_convergence,
  AT_COMPARE = 1 << PLACE_OF_compare,
  AT_SELFTEST = 1 << PLACE_OF_selftest,
  AT_VERIFY = 1 << PLACE_OF_verify,
  AT_REPORT = 1 << PLACE_OF_report,
  AT_WATCH = 1 << PLACE_OF_watch,
  AT_ANIMATE = 1 << PLACE_OF_animate,
  AT_PLOT = 1 << PLACE_OF_plot,
  AT_VIEW = 1 << PLACE_OF_view,
  AT_DUMP = 1 << PLACE_OF_dump,
  AT_INIT = 1 << PLACE_OF_init,
  AT_FMT = 1 << PLACE_OF_fmt,
  AT_SWEEP = 1 << PLACE_OF_sweep,
  AT_SCHEMA = 1 << PLACE_OF_schema,
  AT_HELP = 1 << PLACE_OF_help,
  FOR_ALL = ~0
};
enum {
  FOR_RUN = AT_RUN,
  FOR_STUDY = AT_CONVERGENCE | AT_COMPARE,
  FOR_RUNS = AT_RUN | FOR_STUDY,
  FOR_MANY_RUNS = FOR_RUNS | AT_SWEEP,
  FOR_MESSAGES = AT_RUN | AT_CHECK | FOR_STUDY | AT_SWEEP | AT_VERIFY | AT_REPORT | AT_PLOT |
                 AT_VIEW | AT_ANIMATE,
  FOR_MODEL = AT_DUMP | AT_RUN | AT_CHECK | AT_EXPLAIN | FOR_STUDY | AT_SWEEP | AT_REPORT |
              AT_WATCH | AT_VIEW | AT_ANIMATE
};

typedef struct OptionRow {
  OptionText text; // the first member: options_next
  Take *take;
  size_t member; // where it stands in Options
} OptionRow;

static const OptionRow rows[] = {
#define OPTION(member, how, name, letter, argument, commands, help)                                \
  {{name, letter, argument, commands, help}, take_##how, offsetof(Options, member)},
#define OWN_HELP(name, commands, help)
#include "cli/shared/options.def"
#undef OPTION
#undef OWN_HELP
};
enum { OPTION_COUNT = sizeof rows / sizeof rows[0] };

// What an option does in some of its commands.
static const struct {
  const char *name;
  int commands;
  const char *help;
} own_help[] = {
#define OPTION(member, how, name, letter, argument, commands, help)
#define OWN_HELP(name, commands, help) {name, commands, help},
#include "cli/shared/options.def"
#undef OPTION
#undef OWN_HELP
};

// ---- the parser ----

// The word "--outpt" of "--outpt=x", without what follows.
static void refuse_unknown(Reading *reading, const char *word, int letter) {
  if (letter != 0 && letter < FIRST_LONG) {
    const char text[] = {(char)letter, '\0'};
    refuse(reading, "there is no option \"-%s\"", text);
    diag_hint(reading->diag, "mbsrun %s --help lists what there is", reading->command->name);
    return;
  }
  if (letter >= FIRST_LONG) {
    refuse(reading, "--%s takes no value", rows[letter - FIRST_LONG].text.name);
    return;
  }
  const size_t length = strcspn(word, "=");
  const char *name = arena_copy(reading->arena, word, length);
  if (name == NULL) {
    return;
  }
  refuse(reading, "there is no option \"%s\"", name);
  const Command *command = reading->command;
  const char *names[OPTION_COUNT];
  int count = 0;
  for (int k = 0; k < OPTION_COUNT; k++) {
    if ((rows[k].text.commands & 1 << (int)(command - command_table)) != 0) {
      names[count++] = rows[k].text.name;
    }
  }
  const char *nearest = options_meant(name + strspn(name, "-"), names, count);
  if (nearest != NULL) {
    diag_hint(reading->diag, "did you mean \"--%s\"?", nearest);
  } else {
    diag_hint(reading->diag, "mbsrun %s --help lists what there is", command->name);
  }
}

// Tables of getopt_long, made from ours.
static void make_tables(struct option table[static OPTION_COUNT + 1],
                        char letters[static 2 * OPTION_COUNT + 2]) {
  int length = 0;
  letters[length++] = ':'; // tell a missing argument from an unknown option
  for (int k = 0; k < OPTION_COUNT; k++) {
    const bool argument = rows[k].text.argument != NULL;
    table[k] = (struct option){.name = rows[k].text.name,
                               .has_arg = argument ? required_argument : no_argument,
                               .val = FIRST_LONG + k};
    if (rows[k].text.letter != '\0') {
      letters[length++] = rows[k].text.letter;
      if (argument) {
        letters[length++] = ':';
      }
    }
  }
  letters[length] = '\0';
  table[OPTION_COUNT] = (struct option){.name = NULL};
}

// The row of what getopt_long returned, or OPTION_COUNT.
static int row_of(int code) {
  if (code >= FIRST_LONG) {
    return code - FIRST_LONG;
  }
  int row = 0;
  while (row < OPTION_COUNT && rows[row].text.letter != code) {
    row++;
  }
  return row;
}

// "-report" for "--report", which would be five letters.
static bool refuse_single_dash(Reading *reading, const char *word) {
  for (int k = 0; k < OPTION_COUNT && word[0] == '-' && word[1] != '-'; k++) {
    if (strlen(word) > 2 && strcmp(word + 1, rows[k].text.name) == 0) {
      refuse(reading, "there is no option \"%s\"", word);
      return diag_hint(reading->diag, "write \"-%s\", with two dashes", word);
    }
  }
  return true;
}

// After this argv[optind ..] are the operands.
static bool read_all(int argc, char **argv, Reading *reading, bool given[static OPTION_COUNT]) {
  struct option table[OPTION_COUNT + 1];
  char letters[2 * OPTION_COUNT + 2];
  make_tables(table, letters);
  bool good = true;
  for (int k = 1; k < argc && strcmp(argv[k], "--") != 0; k++) {
    if (!refuse_single_dash(reading, argv[k])) {
      return false;
    }
  }
  opterr = 0;
  optind = 0; // glibc: start anew
  for (int code = getopt_long(argc, argv, letters, table, NULL); code != -1;
       code = getopt_long(argc, argv, letters, table, NULL)) {
    const int row = row_of(code == ':' ? optopt : code);
    if (code == '?') {
      refuse_unknown(reading, argv[optind - 1], optopt);
      good = false;
    } else if (code == ':') {
      good =
          refuse(reading, "--%s needs a value: %s", rows[row].text.name, rows[row].text.argument);
    } else {
      void *member = (char *)reading->options + rows[row].member;
      given[row] = true;
      good = rows[row].take(reading, rows[row].text.name, optarg, member) && good;
    }
  }
  return good;
}

// ---- command and operands ----

static bool check_belonging(Reading *reading, const bool given[static OPTION_COUNT]) {
  const Command *command = reading->options->command;
  const int bit = 1 << (int)(command - command_table);
  bool good = true;
  for (int k = 0; k < OPTION_COUNT; k++) {
    const bool document = reading->options->json_document || reading->options->yaml_document;
    const bool wrong = rows[k].take == take_format && document != (bit == AT_DUMP);
    if (given[k] && wrong && (rows[k].text.commands & bit) != 0) {
      good = refuse(reading, "mbsrun %s does not write this --format", command->name);
    } else if (given[k] && (rows[k].text.commands & bit) == 0) {
      good = refuse(reading, "--%s does not belong to \"mbsrun %s\"", rows[k].text.name,
                    command->name);
    }
  }
  return good;
}

static bool take_operands(Reading *reading, const bool given[static OPTION_COUNT], int count,
                          char **operands) {
  Options *options = reading->options;
  options->command = command_find("run");
  if (count > 0 && command_find(operands[0]) != NULL) {
    options->command = command_find(operands[0]);
    options->command_given = true;
    count--;
    operands++;
  } else if (count > 0 && !command_is_file(operands[0])) {
    return command_refuse(operands[0], reading->arena, reading->diag);
  }
  if (options->help || options->version) {
    return true; // these answer whatever else is said
  }
  if (count > options->command->operand_count) {
    refuse(reading, "\"mbsrun %s\" does not accept \"%s\"", options->command->name,
           operands[options->command->operand_count]);
    return diag_hint(reading->diag, "mbsrun %s --help shows what it accepts",
                     options->command->name);
  }
  options->operand = count > 0 ? operands[0] : NULL;
  options->second = count > 1 ? operands[1] : NULL;
  options->operands = operands;
  options->operand_count = count;
  const char *wanted = options->command->operand;
  const bool pair = strchr(wanted, ' ') != NULL && strstr(wanted, "...") == NULL;
  if ((pair ? options->second : options->operand) == NULL && wanted[0] != '\0' &&
      wanted[0] != '[') {
    refuse(reading, "\"mbsrun %s\" needs %s", options->command->name, wanted);
    return diag_hint(reading->diag, "mbsrun %s --help shows examples", options->command->name);
  }
  return check_belonging(reading, given);
}

bool options_read(int argc, char **argv, Options *options, Arena *arena, Diag *diag) {
  *options = (Options){.writer = &writer_table[0],
                       .command = command_find("run"),
                       .within = -1,
                       .relative = -1,
                       .space = IN_BOTH};
  OptionWords *const lists[] = {&options->sets, &options->allowed, &options->methods,
                                &options->vary, &options->sbatch};
  for (size_t k = 0; k < sizeof lists / sizeof lists[0]; k++) {
    lists[k]->list = arena_array(arena, const char *, argc);
    if (lists[k]->list == NULL) {
      return false;
    }
  }
  Reading reading = {.options = options, .command = options->command, .arena = arena, .diag = diag};
  bool given[OPTION_COUNT] = {false};
  for (int k = argc - 1; k > 0; k--) { // the first that is one
    reading.command = command_find(argv[k]) != NULL ? command_find(argv[k]) : reading.command;
  }
  return read_all(argc, argv, &reading, given) &&
         take_operands(&reading, given, argc - optind, argv + optind);
}

// ---- help ----

const OptionText *options_next(const Command *command, const OptionText *before) {
  const OptionRow *row = before == NULL ? rows : (const OptionRow *)before + 1;
  const int bit = 1 << (int)(command - command_table);
  while (row < rows + OPTION_COUNT && (row->text.commands & bit) == 0) {
    row++;
  }
  return row < rows + OPTION_COUNT ? &row->text : NULL;
}

const char *options_help(const OptionText *option, const Command *command) {
  const int bit = 1 << (int)(command - command_table);
  for (size_t k = 0; k < sizeof own_help / sizeof own_help[0]; k++) {
    if ((own_help[k].commands & bit) != 0 && strcmp(own_help[k].name, option->name) == 0) {
      return own_help[k].help;
    }
  }
  return option->help;
}

void options_describe(const Command *command, Text *out) {
  for (const OptionText *option = options_next(command, NULL); option != NULL;
       option = options_next(command, option)) {
    char left[64];
    const bool has_letter = option->letter != '\0';
    const char letter[] = {option->letter, '\0'};
    snprintf(left, sizeof left, "%s%s%s--%s%s%s", has_letter ? "-" : "  ", letter,
             has_letter ? ", " : "  ", option->name, option->argument != NULL ? " " : "",
             option->argument != NULL ? option->argument : "");
    layout_two_columns(left, options_help(option, command), out);
  }
}
