// SPDX-License-Identifier: BSD-3-Clause
// versions.c: build, libraries, machine.
#define _XOPEN_SOURCE 700 // realpath

#include "cli/shared/versions.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include <klu.h>
#include <mbs_commit.h>
#include <sundials/sundials_version.h>
#include <yaml.h>

#include "base/text.h"

#ifdef __clang__
#define COMPILER "clang " __clang_version__
#else
#define COMPILER "gcc " __VERSION__
#endif
#define TEXT_OF(x) #x
#define NUMBER_TEXT(x) TEXT_OF(x)

const char *versions_program(void) {
  return MBS_VERSION;
}

static const char *copy(Arena *arena, const char *text) {
  return arena_copy(arena, text, strlen(text));
}

static void describe_machine(Environment *environment, Arena *arena) {
  struct utsname machine;
  if (uname(&machine) == 0) {
    char system[sizeof machine.sysname + sizeof machine.release + 1];
    snprintf(system, sizeof system, "%s %s", machine.sysname, machine.release);
    environment->host = copy(arena, machine.nodename);
    environment->system = copy(arena, system);
    environment->processor = copy(arena, machine.machine);
  }
}

void versions_describe(Environment *environment, const char *model_path, Arena *arena) {
  char sundials[32];
  char path[PATH_MAX], started[TEXT_TIME_SIZE];
  *environment = (Environment){.commit = MBS_COMMIT[0] != '\0' ? MBS_COMMIT : NULL,
                               .compiler = COMPILER,
                               .options = MBS_BUILD_OPTIONS,
                               .libyaml = yaml_get_version_string(),
                               .klu = NUMBER_TEXT(KLU_MAIN_VERSION) "." NUMBER_TEXT(
                                   KLU_SUB_VERSION) "." NUMBER_TEXT(KLU_SUBSUB_VERSION)};
  if (SUNDIALSGetVersion(sundials, sizeof sundials) == 0) {
    environment->sundials = copy(arena, sundials);
  }
  describe_machine(environment, arena);
  text_time(started);
  environment->started = started[0] == '\0' ? NULL : copy(arena, started);
  if (model_path != NULL && realpath(model_path, path) != NULL) {
    environment->model_path = copy(arena, path);
  }
}
