// SPDX-License-Identifier: BSD-3-Clause
// help.c: what --help prints.
#include "cli/words/help.h"
#include "cli/shared/layout.h"
#include "cli/shared/options.h"

#include <string.h>

enum { WIDTH = 80 };

typedef struct CommandHelp {
  const char *name, *text;
} CommandHelp;

static const char exit_codes[] =
    "Exit status:\n"
    "  0 ok            3 model refused      6 a check failed, or motions differ\n"
    "  1 bug in mbsrun 4 solution failed    8 out of memory\n"
    "  2 usage         5 input or output    9 a budget was reached\n"
    "  7 runs of a study failed            10 inaccurate: the audit contradicts the result\n"
    "  128 + n: stopped by signal n. With several analyses the worst counts.\n";

// docs/help/NAME.txt: what a command does, and examples; what the manual says more.
static const CommandHelp texts[] = {
#include <mbs_help.inc>
};

const char *help_text(const char *name) {
  for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
    if (strcmp(texts[k].name, name) == 0) {
      return texts[k].text;
    }
  }
  return "";
}

const char *help_exit_statuses(void) {
  return exit_codes;
}

void help_of_command(const Command *command, Text *out) {
  text_printf(out, "mbsrun %s: ", command->name);
  layout_wrap(command->summary, (int)strlen(command->name) + 9, 2, WIDTH, out);
  text_printf(out, "\nusage: mbsrun %s%s%s [OPTIONS]\n\n", command->name,
              command->operand[0] != '\0' ? " " : "", command->operand);
  text_printf(out, "%s\nOptions:\n", help_text(command->name));
  options_describe(command, out);
  text_printf(out, "\n%s", exit_codes);
}

// The heading above the first command of a group, in the order of commands.def.
static void put_group(const char *command, Text *out) {
  static const char *const groups[][2] = {{"run", "Simulate, and check the results"},
                                          {"report", "Look at results"},
                                          {"init", "Write and read models"},
                                          {"selftest", "This program"}};
  for (size_t k = 0; k < sizeof groups / sizeof groups[0]; k++) {
    if (strcmp(groups[k][0], command) == 0) {
      text_printf(out, "\n%s:\n", groups[k][1]);
    }
  }
}

void help_general(Text *out) {
  text_put(out, "mbsrun simulates multibody systems that a YAML file describes.\n\n"
                "usage: mbsrun MODEL [OPTIONS]          the same as mbsrun run MODEL\n"
                "       mbsrun COMMAND [ARG] [OPTIONS]\n\n"
                "Each command's --help says more.\n");
  for (int k = 0; k < command_count(); k++) {
    put_group(command_table[k].name, out);
    char left[40] = "";
    strncat(left, command_table[k].name, 16);
    strncat(left, " ", 2);
    strncat(left, command_table[k].operand, 20);
    layout_two_columns(left, command_table[k].summary, out);
  }
  text_put(out, "\nExamples:\n"
                "  mbsrun models/iftomm/a01_simple_pendulum.yaml\n"
                "  mbsrun check a.yaml\n"
                "  mbsrun explain revolute\n"
                "  mbsrun run --help\n\n");
  text_put(out, exit_codes);
}
