// SPDX-License-Identifier: BSD-3-Clause
// complete.c: what stands on a command line already, and so what its last word may be.
//
// The words for arguments in the tables of commands and options, such as MODEL or CHANNEL, say what
// is offered; a word that is not known here is the user's own.
#include "cli/completion/complete.h"

#include <string.h>

#include "base/diag.h"
#include "cli/completion/names.h"
#include "cli/shared/options.h"
#include "cli/shared/own.h"
#include "cli/shared/shipped.h"
#include "cli/words/words_all.h"
#include "language/tables/tables.h"
#include "output/writer.h"
#include "spec/language.h"
#include "sweep/plan/plan.h"

static bool is(const Line *line, const char *command) {
  return line->command != NULL && strcmp(line->command->name, command) == 0;
}

// ---- what may stand where ----

static void offer_commands(Line *line) {
  for (int k = 0; k < command_count(); k++) {
    line_offer(line, command_table[k].name, "", command_table[k].summary);
  }
  if (line->manual) {
    line_offer(line, "model", "", "model files");
    line_offer(line, "study", "", "study files");
  }
}

static void offer_models(Line *line) {
  line_offer_files(line, " .yaml .yml");
}

static void offer_results(Line *line) {
  line_offer_files(line, " .csv");
}

static void offer_sides(Line *line) {
  line_offer_files(line, " .yaml .yml .csv");
}

static void offer_files(Line *line) {
  line_offer_files(line, "");
}

static void offer_studies(Line *line) {
  static const char *const verbs[][2] = {
      {"status", "progress of a study"},
      {"report", "results of a study"},
      {"merge", "put the parts of a study together"},
      {"submit", "submit the parts of a study as jobs of a cluster"}};
  const char *first = line->operand_count > 0 ? line->operands[0] : "";
  for (size_t k = 0; k < sizeof verbs / sizeof verbs[0] && line->operand_count == 0; k++) {
    line_offer(line, verbs[k][0], "", verbs[k][1]);
  }
  if (line->operand_count == 0 || strcmp(first, "submit") == 0) {
    offer_models(line);
  } else if (strcmp(first, "status") == 0 || strcmp(first, "report") == 0 ||
             strcmp(first, "merge") == 0) {
    line_offer_directories(line);
  }
}

static void offer_words(Line *line) {
  int count = 0;
  const char *const *words = words_all(&count, line->arena);
  for (int k = 0; words != NULL && k < count; k++) {
    line_offer(line, words[k], "", "");
  }
  offer_models(line);
}

// Channels stand between and behind results.
static void offer_channels(Line *line) {
  names_offer_channels(line);
}

static void offer_more_channels(Line *line) {
  names_offer_channels(line);
  offer_results(line);
}

static void offer_channel_list(Line *line) {
  line_split(line, ",");
  names_offer_channels(line);
}

static void offer_methods(Line *line) {
  static const char *const keys[] = {"method", "formulation"};
  line_split(line, ",");
  for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++) {
    const char *const *choice = language_row(integrator_fields, keys[k])->choices;
    for (; *choice != NULL; choice++) {
      line_offer(line, *choice, "", keys[k]);
    }
  }
}

static void offer_formats(Line *line) {
  for (int k = 0; k < writer_count() && !is(line, "dump"); k++) {
    line_offer(line, writer_table[k].name, "", writer_table[k].summary);
  }
  if (is(line, "dump")) {
    line_offer(line, "yaml", "", "as models are written");
    line_offer(line, "json", "", "for programs that do not read YAML");
  }
}

static void offer_plans(Line *line) {
  for (int k = 0; k < PLAN_METHOD_COUNT; k++) {
    if (plan_is_drawn((PlanMethod)k)) {
      line_offer(line, plan_method_word((PlanMethod)k), "", "");
    }
  }
}

static void offer_axes(Line *line) {
  line_offer(line, "x", "", "logarithmic x axis");
  line_offer(line, "y", "", "logarithmic y axis");
  line_offer(line, "xy", "", "both axes logarithmic");
}

static void offer_times(Line *line) {
  line_offer(line, "auto", "", "if the text goes to a terminal");
  line_offer(line, "always", "", "");
  line_offer(line, "never", "", "");
}

static void offer_spaces(Line *line) {
  line_offer(line, "planar", "", "");
  line_offer(line, "spatial", "", "");
}

// Models that were installed, by name.
static void offer_shipped(Line *line) {
  const char *folder = own_folder("models", line->arena);
  const ShippedModel *model = folder != NULL ? shipped_models(folder, line->arena) : NULL;
  for (; model != NULL; model = model->next) {
    const char *name = shipped_name(model, line->arena);
    line_offer(line, name != NULL ? name : "", "", "");
  }
}

static void offer_shards(Line *line) {
  line_offer(line, "auto", "", "the part that the batch system assigns");
}

typedef struct Place {
  const char *word; // of the tables
  void (*offer)(Line *line);
} Place;

static const Place places[] = {{"MODEL", offer_models},
                               {"STUDY", offer_studies},
                               {"DIR", line_offer_directories},
                               {"FILE", offer_models},
                               {"RESULTS", offer_results},
                               {"CHANNEL...", offer_more_channels},
                               {"A", offer_sides},
                               {"B", offer_sides},
                               {"ARG...", offer_words},
                               {"SPACE", offer_spaces},
                               {"NAME", offer_shipped},
                               {"COMMAND", offer_commands},
                               {"FORMAT", offer_formats},
                               {"ANALYSIS", names_offer_analyses},
                               {"LIST", offer_methods},
                               {"NAMES", offer_channel_list},
                               {"CHANNEL", offer_channels},
                               {"AXES", offer_axes},
                               {"PATH=VALUE", names_offer_paths},
                               {"PATH=VALUES", names_offer_paths},
                               {"METHOD", offer_plans},
                               {"WHEN", offer_times},
                               {"K/N", offer_shards}};

static void offer_at(Line *line, const char *word, size_t length) {
  for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
    if (strlen(places[k].word) == length && strncmp(places[k].word, word, length) == 0) {
      places[k].offer(line);
    }
  }
}

static void offer_options(Line *line) {
  for (const OptionText *option = options_next(line->command, NULL); option != NULL;
       option = options_next(line->command, option)) {
    const char *name = text_print(line->arena, "--%s", option->name);
    line_offer(line, name != NULL ? name : "", "", options_help(option, line->command));
  }
}

// The value of an option. What -o names is a directory of results, or a file.
static void offer_value(Line *line, const OptionText *option) {
  const bool picture =
      is(line, "report") || is(line, "animate") || is(line, "plot") || is(line, "view");
  if (option->letter == 'o' && picture) {
    offer_files(line);
  } else {
    offer_at(line, option->argument, strlen(option->argument));
  }
}

static void offer_operand(Line *line) {
  const char *word = line->command->operand;
  const int more = strcmp(line->command->name, "sweep") == 0 ? 0 : line->operand_count;
  word += strspn(word, "[");
  for (int k = 0; k < more && strstr(word, "...") != word + strcspn(word, " .]"); k++) {
    word += strcspn(word, " ]");
    word += strspn(word, " ]");
  }
  const size_t length = strcspn(word, " ]");
  offer_at(line, word, length);
  if (length == 0) {
    offer_options(line);
  }
}

// ---- the line ----

// The option that a word names, of all commands; "-o" and "--output" alike. NULL: none.
static const OptionText *option_of(const char *word, size_t length) {
  for (int k = 0; k < command_count(); k++) {
    for (const OptionText *option = options_next(&command_table[k], NULL); option != NULL;
         option = options_next(&command_table[k], option)) {
      const bool is_letter = length == 2 && option->letter != '\0' && word[1] == option->letter;
      if (word[0] == '-' &&
          (is_letter || (length > 2 && word[1] == '-' && strlen(option->name) == length - 2 &&
                         strncmp(word + 2, option->name, length - 2) == 0))) {
        return option;
      }
    }
  }
  return NULL;
}

// The first word that is no option may be a command; without one it is run.
static void take_operand(Line *line, const char *word) {
  const Command *command = line->command == NULL ? command_find(word) : NULL;
  if (command != NULL) {
    line->command = command;
    return;
  }
  line->command = line->command != NULL ? line->command : command_find("run");
  line->operands[line->operand_count++] = word;
}

// Takes what stands before the last word; returns the option whose value that is, or NULL.
static const OptionText *read_words(Line *line, char *const *words, int count, bool *operands) {
  for (int k = 0; k < count; k++) {
    const OptionText *option = *operands ? NULL : option_of(words[k], strlen(words[k]));
    const bool has_value = option != NULL && option->argument != NULL;
    if (has_value && ++k == count) {
      return option;
    }
    if (has_value) {
      continue;
    }
    line->manual = line->manual || strcmp(words[k], "--man") == 0;
    *operands = *operands || strcmp(words[k], "--") == 0;
    if (words[k][0] != '-' || words[k][1] == '\0') {
      take_operand(line, words[k]);
    }
  }
  return NULL;
}

void complete_line(char *const *words, int count, Text *out, Arena *arena) {
  const char *word = count > 0 ? words[count - 1] : "";
  Line line = {.word = word, .whole = word, .out = out, .arena = arena};
  line.operands = arena_array(arena, const char *, count + 1);
  if (line.operands == NULL) {
    return;
  }
  bool only_operands = false;
  const OptionText *option = read_words(&line, words, count > 0 ? count - 1 : 0, &only_operands);
  const bool alone = line.command == NULL;
  line.command = alone ? command_find("run") : line.command;
  const size_t name = strcspn(word, "=");
  const OptionText *here = only_operands ? NULL : option_of(word, name);
  if (option != NULL) {
    offer_value(&line, option);
  } else if (here != NULL && here->argument != NULL && word[name] == '=') {
    line.word += name + 1;
    offer_value(&line, here);
  } else if (word[0] == '-' && !only_operands) {
    offer_options(&line);
  } else {
    if (alone) {
      offer_commands(&line);
    }
    offer_operand(&line);
  }
}
