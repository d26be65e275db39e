// SPDX-License-Identifier: BSD-3-Clause
// command_watch.c: mbsrun watch MODEL: runs a model whenever its file is saved, and shows the page.
//
// One process looks at the files (their sizes and times, every LOOK ms) and answers the browser; a
// child runs the model. A save ends the run of the save before; a slider waits for the run that
// shows where it was.
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/number.h"
#include "cli/live/serve.h"
#include "cli/live/watch_run.h"
#include "cli/shared/command.h"
#include "cli/shared/loading.h"
#include "cli/shared/messages.h"
#include "cli/shared/scratch.h"
#include "output/io.h"
#include "output/json_read.h"
#include "output/process.h"
#include "report/drawing/html.h"

enum { LOOK = 20, FILES = 256 }; // ms

typedef struct WatchFile {
  const char *path;
  struct timespec changed;
  off_t size;
  ino_t node;
} WatchFile;

typedef struct Watch {
  const Session *session;
  Serve serve;
  const char *directory; // of what runs make; gone in the end
  WatchFile files[FILES];
  int file_count;
  Arena named;        // their paths
  bool stirs;         // a file changed since the last look, and may go on to
  bool wanted, slid;  // a run is wanted, since a file changed, a slider
  WatchRun run;       // the present or last one
  OptionWords sets;   // of the sliders,
  Arena set;          // and their texts
  Arena scratch;      // of one answer
  Text page;          // the last one that was made; no bytes: none
  Text known;         // JSON of parameters and files
  Text state;         // as the browser is told
  long runs, page_of; // count of runs; which of them made the page
} Watch;

// ---- the page ----

static const struct {
  const char *name, *text;
} assets[] = {
#include <mbs_watch.inc>
};

static const char *asset(const char *name) {
  for (size_t k = 0; k < sizeof assets / sizeof assets[0]; k++) {
    if (strcmp(assets[k].name, name) == 0) {
      return assets[k].text;
    }
  }
  return "";
}

static const char *script(Arena *arena) {
  const char *all = text_print(arena, "%s%s%s", asset("carry"), asset("sliders"), asset("script"));
  return all != NULL ? all : "";
}

static const char *shell_page(const Watch *it, Arena *arena) {
  Text out = text_open(arena->allocator);
  html_printf(&out,
              "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
              "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
              "<title>%s - mbsrun watch</title>\n<style>",
              it->session->options->operand);
  text_put(&out, asset("style"));
  text_put(&out, "</style>\n</head>\n<body>\n");
  text_put(&out, asset("body"));
  text_put(&out, "<script type=\"module\">");
  text_put(&out, script(arena));
  text_put(&out, "</script>\n</body>\n</html>\n");
  return text_keep(&out, arena);
}

static const char *shell_policy(Arena *arena) {
  Text out = text_open(arena->allocator);
  text_put(&out, "default-src 'none'; connect-src 'self'; frame-src 'self'; script-src ");
  html_hash(&out, script(arena));
  text_put(&out, "; style-src ");
  html_hash(&out, asset("style"));
  text_put(&out, "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  return text_keep(&out, arena);
}

// Name and value of a query, "L=0.5", as --set takes it; NULL: none of the model's parameters, or
// no number.
static const char *read_set(const Watch *it, const char *pair, size_t length, Arena *arena) {
  const char *text = arena_copy(arena, pair, length);
  const char *sign = text != NULL ? strchr(text, '=') : NULL;
  const char *list = it->known.length > 0 ? json_read_find(it->known.bytes, "parameters") : NULL;
  double value = 0;
  int used = 0;
  if (sign == NULL || number_parse(sign + 1, (int)strlen(sign + 1), &value, &used) != NUMBER_OK ||
      (size_t)used != strlen(sign + 1)) {
    return NULL;
  }
  for (JsonItem item = json_read_first(list); item.value != NULL; item = json_read_next(&item)) {
    const char *name = json_read_text(item.value, "name", arena);
    if (name != NULL && strlen(name) == (size_t)(sign - text) &&
        strncmp(name, text, strlen(name)) == 0) {
      return text;
    }
  }
  return NULL;
}

// All values of the sliders, in place of those before. False: there is something else among them,
// and nothing is taken.
static bool take_sets(Watch *it, const char *query) {
  enum { MOST = 200 };
  Arena arena;
  OptionWords sets = {.count = 0};
  arena_open(&arena, it->session->arena->allocator);
  sets.list = arena_array(&arena, const char *, MOST);
  bool good = sets.list != NULL;
  while (good && *query != '\0') {
    const size_t length = strcspn(query, "&");
    good = sets.count < MOST;
    if (good) {
      sets.list[sets.count] = read_set(it, query, length, &arena);
      good = sets.list[sets.count++] != NULL;
    }
    query += length + (query[length] == '&');
  }
  if (!good) {
    arena_close(&arena);
    return false;
  }
  arena_close(&it->set);
  it->set = arena;
  it->sets = sets;
  it->slid = true;
  return true;
}

static bool answer(void *context, const char *path, const char *query, ServeAnswer *to) {
  Watch *it = context;
  Arena *arena = &it->scratch;
  arena_close(arena);
  if (strcmp(path, "") == 0) {
    to->type = "text/html; charset=utf-8";
    to->bytes = shell_page(it, arena);
    to->policy = shell_policy(arena);
  } else if (strcmp(path, "page") == 0 && it->page.length > 0) {
    to->type = "text/html; charset=utf-8"; // its own policy stands in it
    to->policy = "frame-ancestors 'self'";
    to->bytes = it->page.bytes;
    to->length = it->page.length;
    return true;
  } else if (strcmp(path, "events") == 0) {
    to->type = "text/event-stream";
    to->goes_on = true;
    to->bytes = it->state.bytes;
  } else if (strcmp(path, "set") == 0 && take_sets(it, query)) {
    to->type = "text/plain";
    to->bytes = "";
  }
  to->length = to->bytes != NULL && to->policy != NULL ? strlen(to->bytes) : 0;
  return to->bytes != NULL && to->policy != NULL;
}

// ---- what the browser is told ----

// Messages without what colours them in a terminal.
static void put_plain(Text *out, const Text *said) {
  Text plain = text_open(out->allocator);
  for (size_t k = 0; k < said->length; k++) {
    if (said->bytes[k] == '\033') {
      k += strcspn(said->bytes + k, "m");
    } else {
      text_append(&plain, said->bytes + k, 1);
    }
  }
  text_json_string(out, plain.length > 0 ? plain.bytes : "");
  text_close(&plain);
}

static void tell(Watch *it) {
  const char *list = it->known.length > 0 ? json_read_find(it->known.bytes, "parameters") : NULL;
  const char *end = list != NULL ? json_read_find(it->known.bytes, "files") : NULL;
  Text *out = &it->state;
  out->length = 0;
  text_printf(out,
              "{\"run\": %ld, \"page\": %ld, \"running\": %s, \"status\": %d, \"took\": ", it->runs,
              it->page_of, it->run.child.process > 0 ? "true" : "false", it->run.child.status);
  text_number(out, it->run.child.took);
  text_put(out, ", \"set\": [");
  for (int k = 0; k < it->sets.count; k++) {
    text_put(out, k > 0 ? ", " : "");
    text_json_string(out, it->sets.list[k]);
  }
  text_put(out, "], \"messages\": ");
  put_plain(out, &it->run.child.said);
  text_put(out, ", \"known\": ");
  if (end != NULL) {
    text_append(out, it->known.bytes, it->known.length);
  } else {
    text_put(out, "null");
  }
  text_put(out, "}");
  serve_announce(&it->serve, out->bytes);
}

// A line for every run, below what it had to say.
static void say(const Watch *it) {
  Text text = text_open(it->session->arena->allocator);
  if (it->run.child.said.length > 0) {
    text_append(&text, it->run.child.said.bytes, it->run.child.said.length);
  }
  text_printf(&text, "run %ld: ", it->runs);
  if (it->run.child.status == 0) {
    text_put(&text, "ok");
  } else {
    text_printf(&text, "exit status %d", it->run.child.status);
  }
  text_printf(&text, ", %.3f s\n", it->run.child.took);
  if (!it->session->options->quiet) {
    terminal_say(it->session->terminal, &text);
  }
  text_close(&text);
}

// ---- files ----

// Whether a file is another than at the last look.
static bool look_at(WatchFile *file) {
  struct stat now;
  const WatchFile before = *file;
  if (stat(file->path, &now) != 0) {
    now = (struct stat){.st_size = -1};
  }
  file->changed = now.st_mtim;
  file->size = now.st_size;
  file->node = now.st_ino;
  return before.changed.tv_sec != file->changed.tv_sec ||
         before.changed.tv_nsec != file->changed.tv_nsec || before.size != file->size ||
         before.node != file->node;
}

// What is still being written is looked at again before it is run.
static void look_at_files(Watch *it) {
  bool changed = false;
  for (int k = 0; k < it->file_count; k++) {
    changed = look_at(&it->files[k]) || changed;
  }
  it->wanted = it->wanted || (it->stirs && !changed);
  it->stirs = changed;
}

// The files of the model that ran last; where it could not be read, those before. What changed
// while it ran is still to be seen.
static void list_files(Watch *it) {
  Arena named;
  WatchFile list[FILES];
  int count = 0;
  arena_open(&named, it->session->arena->allocator);
  const char *paths = it->known.length > 0 ? json_read_find(it->known.bytes, "files") : NULL;
  for (JsonItem item = json_read_first(paths); item.value != NULL && count < FILES;
       item = json_read_next(&item)) {
    const char *path = json_read_text(item.value, "", &named);
    if (path == NULL) {
      continue;
    }
    WatchFile *file = &list[count++];
    *file = (WatchFile){.size = -2};
    for (int k = 0; k < it->file_count; k++) {
      *file = strcmp(it->files[k].path, path) == 0 ? it->files[k] : *file;
    }
    file->path = path;
    if (file->size == -2) {
      (void)look_at(file);
    }
  }
  if (count == 0) {
    arena_close(&named);
    return;
  }
  memcpy(it->files, list, (size_t)count * sizeof *list);
  it->file_count = count;
  arena_close(&it->named);
  it->named = named;
}

// ---- runs ----

static void forget(void *context) {
  serve_close(&((Watch *)context)->serve);
}

static bool start_run(Watch *it) {
  const Session *session = it->session;
  const char *directory = text_print(session->arena, "%s/%ld", it->directory, it->runs + 1);
  watch_run_stop(&it->run);
  it->wanted = it->slid = false;
  if (directory == NULL || !watch_run_start(&it->run, session, directory, &it->sets, forget, it)) {
    diag_add(session->diag, DIAG_IO_WRITE, mark_none(), "a run could not be started: %s",
             strerror(errno));
    return false;
  }
  it->runs++;
  tell(it);
  return true;
}

static void take(Text *to, const SourceText *from) {
  if (from->length > 0) {
    to->length = 0;
    text_append(to, from->text, from->length);
  }
}

// What a run made, if it did, stands in the place of what stood there.
static void end_run(Watch *it) {
  take(&it->page, &it->run.page);
  take(&it->known, &it->run.known);
  it->page_of = it->run.page.length > 0 ? it->runs : it->page_of;
  list_files(it);
  say(it);
  tell(it);
}

static bool step(Watch *it) {
  Arena made;
  arena_open(&made, it->session->arena->allocator);
  serve_step(&it->serve, it->run.child.process > 0 ? it->run.child.words : -1, LOOK);
  look_at_files(it);
  if (it->run.child.process > 0 && watch_run_look(&it->run, &made)) {
    end_run(it);
  }
  arena_close(&made);
  const bool starts = it->wanted || (it->slid && it->run.child.process == 0);
  return (!starts || start_run(it)) && !it->session->arena->allocator->exhausted;
}

// ---- the command ----

static bool open_watch(Watch *it) {
  const Session *session = it->session;
  const char *model = session->options->operand;
  Allocator *allocator = session->arena->allocator;
  arena_open(&it->named, allocator);
  arena_open(&it->set, allocator);
  arena_open(&it->scratch, allocator);
  it->page = it->known = it->state = it->run.child.said = text_open(allocator);
  if (strcmp(model, "-") == 0) {
    diag_add(session->diag, DIAG_USAGE, mark_none(), "watch needs a file that can be saved again");
    return false;
  }
  it->files[0] = (WatchFile){.path = model};
  (void)look_at(&it->files[0]);
  it->file_count = 1;
  it->wanted = true;
  if (!serve_open(&it->serve, (int)session->options->port, allocator)) {
    diag_add(session->diag, DIAG_IO_WRITE, mark_none(), "cannot listen on 127.0.0.1:%ld: %s",
             session->options->port, strerror(errno));
    return diag_hint(session->diag, "without --port a free one is used");
  }
  it->serve.answer = answer;
  it->serve.context = it;
  it->directory = scratch_make(session);
  return it->directory != NULL;
}

static void close_watch(Watch *it) {
  watch_run_stop(&it->run);
  serve_close(&it->serve);
  if (it->directory != NULL) {
    scratch_remove(it->directory, &it->scratch);
  }
  text_close(&it->page);
  text_close(&it->known);
  text_close(&it->state);
  text_close(&it->run.child.said);
  arena_close(&it->named);
  arena_close(&it->set);
  arena_close(&it->scratch);
}

// The address in a browser, which goes on by itself. What cannot be opened is only said.
static void open_browser(const Session *session, const char *address) {
  const char *own = text_variable(session->environment, "BROWSER");
  const char *const programs[] = {own, "xdg-open", "open"};
  for (size_t k = 0; k < sizeof programs / sizeof programs[0]; k++) {
    const char *const argv[] = {programs[k], address, NULL};
    if (programs[k] != NULL && programs[k][0] != '\0' && process_leave(argv)) {
      return;
    }
  }
  Text text = text_open(session->arena->allocator);
  text_put(&text, "no browser could be started: open the address yourself\n");
  terminal_say(session->terminal, &text);
  text_close(&text);
}

int command_watch(const Session *session) {
  Watch *it = arena_new(session->arena, Watch);
  if (it == NULL) {
    return EXIT_MEMORY;
  }
  it->session = session;
  it->serve.listener = -1;
  bool good = open_watch(it);
  if (good) {
    Text address = text_open(session->arena->allocator);
    text_printf(&address, "http://127.0.0.1:%d/%s/\n", it->serve.port, it->serve.token);
    terminal_print(session->terminal, &address);
    if (session->options->open && !address.failed) {
      address.bytes[--address.length] = '\0'; // the line feed
      open_browser(session, address.bytes);
    }
    text_close(&address);
    session->catch_signals();
    tell(it);
  }
  while (good && *session->interrupted == 0) {
    good = step(it);
  }
  close_watch(it);
  messages_show(session, session->diag);
  return good ? 0 : loading_status(session);
}
