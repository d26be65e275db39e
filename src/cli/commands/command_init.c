// SPDX-License-Identifier: BSD-3-Clause
// command_init.c: mbsrun init [FILE]: a model or a study to begin with.
//
// It is a starter of docs/starter, or a copy of a model that was installed with the program, with
// the data files that its checks compare with. Nothing is overwritten, and all files appear or
// none.
#include <string.h>
#include <unistd.h>

#include "cli/shared/command.h"
#include "cli/shared/layout.h"
#include "cli/shared/messages.h"
#include "cli/shared/own.h"
#include "cli/shared/shipped.h"
#include "output/io.h"

enum { MOST_FILES = 16, LARGEST = 1 << 24 };

static const OwnText starters[] = {
#include <mbs_starters.inc>
};

// Files on their way.
typedef struct Start {
  const Session *session;
  const char *beside; // folder of the first file
  const char *model;  // what it is a copy of; NULL: a starter
  IoFile *files[MOST_FILES];
  int count;
  IoDirectory made[MOST_FILES];
  int made_count;
} Start;

static const char *starter(const char *name) {
  const char *text = own_text(starters, (int)(sizeof starters / sizeof *starters), name);
  return text != NULL ? text : "";
}

static const char *starter_name(const Options *options) {
  return options->study ? "study" : options->spatial ? "spatial" : "planar";
}

// ---- the files ----

static const char *folder_of(Arena *arena, const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL   ? "."
         : slash == path ? "/"
                         : arena_copy(arena, path, (size_t)(slash - path));
}

static const char *beside(const Start *start, const char *name) {
  return strcmp(start->beside, ".") == 0 ? name
                                         : io_join(start->session->arena, start->beside, name);
}

static bool put_file(Start *start, const char *path, const char *text) {
  const Session *session = start->session;
  const char *folder = folder_of(session->arena, path);
  if (access(path, F_OK) == 0) {
    diag_add(session->diag, DIAG_IO_WRITE, mark_none(), "\"%s\" exists already", path);
    return diag_hint(session->diag, "choose another file; mbsrun init never overwrites a file");
  }
  if (start->count == MOST_FILES || folder == NULL) {
    return false;
  }
  if (start->count > 0) { // the first one's folder has to be there
    IoDirectory *directory = &start->made[start->made_count];
    if (!io_make_directory(&io_kernel_calls, folder, directory, session->arena, session->diag)) {
      return false;
    }
    start->made_count++;
  }
  IoFile *file = io_begin(&io_kernel_calls, path, 0, session->arena, session->diag);
  start->files[start->count] = file;
  start->count += file != NULL;
  return file != NULL && io_put(file, text, strlen(text)) && io_finish(file);
}

static void undo(const Start *start) {
  for (int k = 0; k < start->count; k++) {
    io_abandon(start->files[k]);
  }
  for (int k = start->made_count - 1; k >= 0; k--) {
    io_unmake_directory(&io_kernel_calls, &start->made[k]);
  }
}

// A data file that the model names, from where the program keeps it. One that stands there with the
// same bytes stays.
static bool put_data(Start *start, const char *name) {
  Arena *arena = start->session->arena;
  static const char ROOM[] = "reference/";
  const char *room = own_folder("reference", arena);
  const char *from = room != NULL ? io_join(arena, room, name + strlen(ROOM)) : NULL;
  const char *to = beside(start, name);
  bool missing = false;
  const char *text = from != NULL ? io_read(from, LARGEST, &missing, arena) : NULL;
  const char *there = to != NULL ? io_read(to, LARGEST, &missing, arena) : NULL;
  if (text == NULL || to == NULL) {
    return !arena->allocator->exhausted &&
           (diag_add(start->session->diag, DIAG_IO_READ, mark_none(),
                     "\"%s\", which the model compares with, was not installed", name),
            false);
  }
  return (there != NULL && strcmp(there, text) == 0) || put_file(start, to, text);
}

// Every reference/...csv that a text names, once.
static bool put_all_data(Start *start, const char *text) {
  Arena *arena = start->session->arena;
  const char *names[MOST_FILES];
  int count = 0;
  for (const char *at = text; (at = strstr(at, "reference/")) != NULL; at++) {
    const char *name = arena_copy(arena, at, strcspn(at, " \t\n,}\"'"));
    const size_t length = name != NULL ? strlen(name) : 0;
    bool counts = length > 4 && strcmp(name + length - 4, ".csv") == 0 && count < MOST_FILES;
    for (int k = 0; k < count && counts; k++) {
      counts = strcmp(names[k], name) != 0;
    }
    if (counts) {
      names[count++] = name;
      if (!put_data(start, name)) {
        return false;
      }
    }
  }
  return true;
}

// ---- models that were installed ----

static const char *own_models(const Session *session) {
  const char *folder = own_folder("models", session->arena);
  if (folder == NULL) {
    diag_add(session->diag, DIAG_IO_READ, mark_none(),
             "no models were installed with this program");
  }
  return folder;
}

// The first line may lead an editor to the schema, by a path that holds at the original's place
// only.
static const char *without_schema(const char *text) {
  static const char LINE[] = "# yaml-language-server:";
  const char *next = strncmp(text, LINE, sizeof LINE - 1) == 0 ? strchr(text, '\n') : NULL;
  return next != NULL ? next + 1 : text;
}

// The text of the model of a name, found by the name of its file; NULL where there is none.
static const char *text_of(Start *start, const char *folder, const char *name) {
  Arena *arena = start->session->arena;
  const ShippedModel *model = folder != NULL ? shipped_models(folder, arena) : NULL;
  for (; model != NULL; model = model->next) {
    const char *own = shipped_name(model, arena);
    if (own != NULL && strcmp(own, name) == 0) {
      const char *path = io_join(arena, folder, model->path);
      bool missing = false;
      const char *text = path != NULL ? io_read(path, LARGEST, &missing, arena) : NULL;
      start->model = model->path;
      return text != NULL ? without_schema(text) : NULL;
    }
  }
  return NULL;
}

static bool refuse_name(const Session *session, const char *folder, const char *name) {
  const char *names[1024];
  int count = 0;
  const ShippedModel *model = shipped_models(folder, session->arena);
  for (; model != NULL && count < 1024; model = model->next) {
    names[count] = shipped_name(model, session->arena);
    count += names[count] != NULL;
  }
  diag_add(session->diag, DIAG_USAGE, mark_none(), "no model called \"%s\" was installed", name);
  const char *near = text_nearest(name, names, count);
  for (int k = 0; k < count && near == NULL && name[0] != '\0'; k++) {
    near = strstr(names[k], name) != NULL ? names[k] : NULL; // a part of one
  }
  return diag_suggest(session->diag, near) ||
         diag_hint(session->diag, "mbsrun init --list lists them");
}

// What stands behind "title:" in a text.
static const char *title_of(const char *text, Arena *arena) {
  const char *title = text != NULL ? strstr(text, "\ntitle:") : NULL;
  if (title == NULL) {
    return "";
  }
  title += strlen("\ntitle:");
  title += strspn(title, " \"'");
  size_t length = strcspn(title, "\n");
  while (length > 0 && strchr(" \"'", title[length - 1]) != NULL) {
    length--;
  }
  const char *copy = arena_copy(arena, title, length);
  return copy != NULL ? copy : "";
}

static int list(const Session *session) {
  Arena *arena = session->arena;
  const char *folder = own_models(session);
  const ShippedModel *model = folder != NULL ? shipped_models(folder, arena) : NULL;
  Text out = text_open(arena->allocator);
  for (; model != NULL; model = model->next) {
    const char *path = io_join(arena, folder, model->path), *name = shipped_name(model, arena);
    bool missing = false;
    if (path != NULL && name != NULL) {
      layout_two_columns(name, title_of(io_read(path, LARGEST, &missing, arena), arena), &out);
    }
  }
  messages_show(session, session->diag);
  terminal_print(session->terminal, &out);
  text_close(&out);
  return folder != NULL ? 0 : EXIT_INPUT_OUTPUT;
}

// ---- the command ----

// "slider_crank" of models/slider_crank.yaml
static const char *stem_of(Arena *arena, const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash != NULL ? slash + 1 : path;
  const char *ending = strrchr(name, '.');
  return arena_copy(arena, name, ending != NULL ? (size_t)(ending - name) : strlen(name));
}

// The text to write: of the model that --from names, of one called like the file, or a starter.
static const char *choose(Start *start, const char *path) {
  const Session *session = start->session;
  const Options *options = session->options;
  if (options->copied != NULL) {
    const char *folder = own_models(session);
    const char *text = folder != NULL ? text_of(start, folder, options->copied) : NULL;
    if (text == NULL && folder != NULL) {
      refuse_name(session, folder, options->copied);
    }
    return text;
  }
  const bool named = path != NULL && !options->study && !options->spatial;
  const char *text =
      named ? text_of(start, own_folder("models", session->arena), stem_of(session->arena, path))
            : NULL;
  return text != NULL ? text : starter(starter_name(options));
}

static bool write_files(Start *start, const char *path, const char *text) {
  const Options *options = start->session->options;
  start->beside = folder_of(start->session->arena, path);
  bool good = start->beside != NULL && put_file(start, path, text);
  if (good && options->study && options->copied == NULL) {
    const char *model = beside(start, "bar_on_a_pin.yaml"); // as the study says
    good = model != NULL && put_file(start, model, starter("planar"));
  }
  good = good && (start->model == NULL || put_all_data(start, text)) &&
         io_publish_all(start->files, start->count);
  if (!good) {
    undo(start);
  }
  return good;
}

static void tell(const Start *start) {
  Text text = text_open(start->session->arena->allocator);
  text_printf(&text, "wrote");
  for (int k = 0; k < start->count; k++) {
    text_printf(&text, "%s %s", k > 0 ? "," : "", io_path(start->files[k]));
  }
  if (start->model != NULL) {
    text_printf(&text, ": a copy of models/%s", start->model);
  }
  text_put(&text, "\n");
  terminal_say(start->session->terminal, &text);
  text_close(&text);
}

// One kind of start at a time.
static bool is_clear(const Session *session) {
  const Options *options = session->options;
  const int kinds = options->list + options->spatial + options->study + (options->copied != NULL);
  if (kinds > 1 || (options->list && options->operand != NULL)) {
    diag_add(session->diag, DIAG_USAGE, mark_none(),
             "--list (which takes no file), --from, --spatial and --study exclude each other");
    return false;
  }
  const char *path = options->operand;
  const char *ending = path != NULL ? strrchr(path, '.') : NULL;
  if (path != NULL && strcmp(path, "-") != 0 &&
      (ending == NULL || (strcmp(ending, ".yaml") != 0 && strcmp(ending, ".yml") != 0))) {
    diag_add(session->diag, DIAG_USAGE, mark_none(), "\"%s\" does not end with .yaml", path);
    return diag_hint(session->diag, "mbsrun init %s.yaml", path);
  }
  return true;
}

int command_init(const Session *session) {
  Start start = {.session = session};
  const char *path = session->options->operand;
  if (!is_clear(session)) {
    messages_show(session, session->diag);
    return EXIT_USAGE;
  }
  if (session->options->list) {
    return list(session);
  }
  path = path != NULL && strcmp(path, "-") != 0 ? path : NULL;
  const char *text = choose(&start, path);
  const bool good = text != NULL && (path == NULL || write_files(&start, path, text));
  messages_show(session, session->diag);
  if (!good) {
    return diag_exit_status(session->diag);
  }
  if (path != NULL) {
    tell(&start);
    return 0;
  }
  Text out = text_open(session->arena->allocator);
  text_put(&out, text);
  terminal_print(session->terminal, &out);
  text_close(&out);
  return 0;
}
