// SPDX-License-Identifier: BSD-3-Clause
// manual_commands.c: the pages of the program and of its commands.
#include <stdio.h>
#include <string.h>

#include "cli/manual/manual.h"
#include "cli/manual/roff.h"
#include "cli/shared/options.h"
#include "cli/words/help.h"

static const char examples[] = "Examples:\n";

// docs/help/NAME.txt up to its examples.
static void put_description(const char *name, Text *out) {
  const char *text = help_text(name);
  const char *end = strstr(text, examples);
  roff_section("DESCRIPTION", out);
  roff_text(text, end != NULL ? (size_t)(end - text) : strlen(text), out);
}

static void put_examples(const char *name, Text *out) {
  const char *start = strstr(help_text(name), examples);
  if (start != NULL) {
    start += sizeof examples - 1;
    roff_section("EXAMPLES", out);
    roff_lines(start, strlen(start), out);
  }
}

static void put_name(const char *command, const char *summary, Text *out) {
  roff_section("NAME", out);
  char line[256];
  snprintf(line, sizeof line, "mbsrun%s%s - %s", command[0] != '\0' ? "-" : "", command, summary);
  roff_words(line, strlen(line), out);
}

static void put_option(const OptionText *option, const Command *command, Text *out) {
  char term[64] = "";
  if (option->letter != '\0') {
    snprintf(term, sizeof term, "-%c, ", option->letter);
  }
  strncat(term, "--", 3);
  strncat(term, option->name, 32);
  roff_item(term, option->argument, options_help(option, command), out);
}

static void put_synopsis(const char *command, const char *operand, Text *out) {
  text_printf(out, "\\fBmbsrun%s%s\\fR \\fI%s\\fR%s[\\fIOPTIONS\\fR]\n",
              command[0] != '\0' ? " " : "", command, operand, operand[0] != '\0' ? " " : "");
}

// A reference such as "mbsrun-run(1)" with the sign behind it.
static void put_reference(const char *page, int section, const char *sign, Text *out) {
  text_printf(out, ".BR mbsrun%s%s (%d)%s\n", page[0] != '\0' ? "\\-" : "", page, section, sign);
}

void manual_of_command(const Command *command, Text *out) {
  char name[32] = "mbsrun-";
  strncat(name, command->name, 20);
  roff_title(name, 1, out);
  put_name(command->name, command->summary, out);
  roff_section("SYNOPSIS", out);
  put_synopsis(command->name, command->operand, out);
  put_description(command->name, out);
  roff_section("OPTIONS", out);
  for (const OptionText *option = options_next(command, NULL); option != NULL;
       option = options_next(command, option)) {
    put_option(option, command, out);
  }
  roff_section("EXIT STATUS", out);
  text_put(out, "0 if everything is ok.\nThe others are listed in\n");
  put_reference("", 1, ".", out);
  put_examples(command->name, out);
  roff_section("SEE ALSO", out);
  put_reference("", 1, ",", out);
  put_reference("model", 5, ",", out);
  put_reference("study", 5, "", out);
}

static void put_commands(Text *out) {
  roff_section("COMMANDS", out);
  roff_paragraph("Each command has its own page, with all of its options.", out);
  for (int k = 0; k < command_count(); k++) {
    const Command *command = &command_table[k];
    const bool takes = command->operand[0] != '\0';
    roff_item(command->name, takes ? command->operand : NULL, command->summary, out);
  }
}

void manual_of_program(Text *out) {
  roff_title("mbsrun", 1, out);
  put_name("", "simulate multibody systems that a YAML file describes", out);
  roff_section("SYNOPSIS", out);
  put_synopsis("", "MODEL", out);
  text_put(out, ".br\n");
  put_synopsis("", "COMMAND [ARG...]", out);
  put_description("mbsrun", out);
  put_commands(out);
  roff_section("EXIT STATUS", out);
  const char *statuses = strchr(help_exit_statuses(), '\n') + 1;
  roff_lines(statuses, strlen(statuses), out);
  roff_section("ENVIRONMENT", out);
  roff_item("NO_COLOR", NULL, "When it is set and not empty, messages have no colors.", out);
  roff_item("TMPDIR", NULL, "The directory for temporary files. Default: /tmp.", out);
  roff_item("BROWSER", NULL, "The program with which watch --open opens its page.", out);
  roff_item("COLUMNS", NULL, "The width of plots drawn with characters.", out);
  put_examples("mbsrun", out);
  roff_section("SEE ALSO", out);
  for (int k = 0; k < command_count(); k++) {
    put_reference(command_table[k].name, 1, ",", out);
  }
  put_reference("model", 5, ",", out);
  put_reference("study", 5, "", out);
}
