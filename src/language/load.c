// SPDX-License-Identifier: BSD-3-Clause
// load.c: from a file to a model, in the order in which one thing needs another.
//
//   bytes -> document, patched by --set -> version -> top level -> elements by type -> names
//   -> functions -> parameters -> markers and bodies -> joints -> forces -> events -> outputs ->
//   analyses -> checks -> rotors, which nothing in the file names
#include "language/load.h"
#include "yaml/patch.h"

#include <string.h>

#include "base/sha256.h"
#include "base/source.h"
#include "language/bodies/bodies.h"
#include "language/bodies/frames.h"
#include "language/bodies/placing.h"
#include "language/bodies/shapes.h"
#include "language/bodies/solid.h"
#include "language/checks.h"
#include "language/expand/expand.h"
#include "language/expand/files.h"
#include "language/expand/include.h"
#include "language/expand/override.h"
#include "language/expand/reload.h"
#include "language/forces/forces.h"
#include "language/joints/joints.h"
#include "language/joints/relations.h"
#include "language/joints/rotors.h"
#include "language/numbers/functions.h"
#include "language/numbers/loader.h"
#include "language/numbers/lost_unit.h"
#include "language/numbers/numbers.h"
#include "language/numbers/parameters.h"
#include "language/remarks.h"
#include "language/results/analyses.h"
#include "language/results/events.h"
#include "language/results/gauges.h"
#include "language/results/outputs.h"
#include "language/results/signals.h"
#include "language/tables/tables.h"
#include "spec/words.h"
#include "yaml/node.h"

// ---- the document ----

static Node *read_document(const SourceText *source, const char *path, const LoadOptions *options,
                           Model *model, Arena *arena, Diag *diag) {
  model->file = path;
  model->source = source;
  model->directory = strcmp(path, "-") == 0 ? "." : files_directory(path, arena);
  sha256_of(source->text, source->length, model->sha256);
  Node *root = doc_parse(source, &options->limits, arena, diag);
  model->overrides = options->sets;
  model->override_count = options->set_count;
  return model->directory == NULL ? NULL : root;
}

// Until `space` is known, rows and types of both spaces are let through.
static void find_space(Loader *loader, const Node *root) {
  static const char *const words[] = {"planar", "spatial"};
  const Node *space = root->kind == NODE_MAP ? node_child(root, "space") : NULL;
  const bool scalar = space != NULL && space->kind == NODE_SCALAR;
  const char *word = scalar ? words_foreign(space->text, words, 2) : NULL; // of others: "3D"
  loader->checker.space = word == NULL                  ? IN_BOTH
                          : strcmp(word, words[0]) == 0 ? IN_PLANE
                                                        : IN_SPACE;
  loader->model->planar = loader->checker.space == IN_PLANE;
}

// A parameter of a part that has counted elements cannot be changed behind that.
static bool refuse_late(const Loader *loader, const char *assignment) {
  static const char prefix[] = "parameters.";
  const bool full = strncmp(assignment, prefix, sizeof prefix - 1) == 0;
  const char *path = full ? assignment + sizeof prefix - 1 : assignment;
  const char *name = arena_copy(loader_arena(loader), path, strcspn(path, "="));
  const Constants *constants = &loader->expansion.constants;
  const Name *found = name == NULL ? NULL : names_find(&constants->names, name);
  if (found == NULL || constants->list[found->index].state != CONSTANT_KNOWN) {
    return false;
  }
  diag_add(loader_diag(loader), DIAG_SET_PATH, mark_none(),
           "--set %s comes too late: the elements of a family have already been counted with this "
           "parameter",
           name);
  diag_hint(loader_diag(loader), "set it in the part: 'parts.PART.parameters={NAME: ...}'");
  return true;
}

// A bare number, or one in a list, in the place of one with a unit.
static void judge_unit(const Loader *loader, const PatchChange *change, const Node *unit,
                       const char *assignment) {
  const bool lists = change->before->kind == NODE_LIST && change->value->kind == NODE_LIST;
  const Node *before = lists ? change->before->first : change->before;
  const Node *value = lists ? change->value->first : change->value;
  const char *name = arena_copy(loader_arena(loader), assignment, strcspn(assignment, "="));
  for (; name != NULL && before != NULL && value != NULL;
       before = before->next, value = value->next) {
    LostUnit lost;
    if (before->kind == NODE_SCALAR &&
        lost_unit(before->text, before->length, unit, value, &lost)) {
      lost_unit_say(&lost, name, lists ? "" : "--set ", value, loader_diag(loader));
      return;
    }
    if (!lists) {
      return;
    }
  }
}

// False when memory ran out.
static bool override(const Loader *loader, Node *root, const char *assignment) {
  const Node *unit = NULL;
  const char *meant = override_assignment(root, assignment, &unit, loader_arena(loader));
  PatchChange change = {.before = NULL};
  if (meant != NULL &&
      patch_apply(root, meant, &loader->options->limits, &change, loader_arena(loader),
                  loader_diag(loader)) &&
      change.before != NULL) {
    judge_unit(loader, &change, unit, assignment);
  }
  return meant != NULL;
}

// The families and parts, then the overrides that waited for them.
static bool write_out(Loader *loader, Node *root) {
  const LoadOptions *options = loader->options;
  const Diag *diag = loader_diag(loader);
  const int errors = diag->error_count;
  if (!expand_document(&loader->expansion, root, &options->limits, &loader->checker)) {
    return false;
  }
  if (diag->error_count > errors) { // what was not written out is missed; the rest is checked
    loader->unread = loader->checker.partial = true;
    return !loader->expansion.over;
  }
  for (int k = 0; k < options->set_count; k++) {
    if (loader->document->late[k] && !refuse_late(loader, options->sets[k]) &&
        !override(loader, root, options->sets[k])) {
      return false;
    }
  }
  return true;
}

// Keeps a copy of what is about to be written out.
static bool keep_stated(const Loader *loader, const Node *root) {
  DocLimits all = loader->options->limits;
  Node *copy = NULL;
  int nodes = 0;
  all.nodes += all.expanded;
  if (!loader->options->keep_stated || !expand_has_work(root)) {
    return true;
  }
  const bool good = node_copy(root, &all, 0, &nodes, loader_arena(loader), &copy) == NODE_COPIED;
  loader->document->stated = copy;
  return good;
}

// Includes, overrides and families. An override of a single member of a family waits until there
// are members. False when there is no document to go on with.
static bool prepare(Loader *loader, Node **root_link) {
  const LoadOptions *options = loader->options;
  Arena *arena = loader_arena(loader);
  if (!include_files(loader->model, root_link, options, &loader->checker)) {
    return false;
  }
  Node *root = *root_link;
  find_space(loader, root);
  bool *late = arena_array(arena, bool, options->set_count);
  if (late == NULL) {
    return false;
  }
  loader->document->late = late;
  for (int k = 0; k < options->set_count; k++) {
    late[k] = patch_is_late(root, options->sets[k]);
    if (!late[k] && !override(loader, root, options->sets[k])) {
      return false;
    }
  }
  return keep_stated(loader, root) && write_out(loader, root);
}

// A file of another kind or of a later format gets one message, not one for each new word.
static bool check_version(const Node *root, int ours, Diag *diag) {
  if (root->kind != NODE_MAP) {
    return true;
  }
  const Node *version = node_child(root, "mbs");
  const Node *study = node_child(root, "mbs_study");
  if (version == NULL && study != NULL) {
    diag_add(diag, DIAG_SCHEMA_UNSUPPORTED, study->key_mark,
             "the file is a study of a model, not a model");
    return diag_hint(diag, "run it with mbsrun sweep");
  }
  if (version == NULL || version->kind != NODE_SCALAR ||
      (version->length == 1 && version->text[0] - '0' == ours)) {
    return true;
  }
  const bool number = strspn(version->text, "0123456789.") == (size_t)version->length;
  if (!number || version->length == 0) {
    return true; // the field table says what is wrong
  }
  diag_add(diag, DIAG_SCHEMA_VERSION, version->mark,
           "the file has format version %s; this mbsrun reads version %d", version->text, ours);
  return diag_hint(diag, "\"mbs\" is the version of the format, not of the program");
}

// ---- the top level ----

static const char *text_of(const Item *top, const char *key) {
  const Value *value = item_find(top, key);
  return value == NULL ? NULL : value->text;
}

static bool holds_names(const Field *field) {
  return field->type == FIELD_COLLECTION || field->type == FIELD_ELEMENTS ||
         field->type == FIELD_NUMBERS;
}

// Whether names that the file gives are not known, since a collection could not be read. A message
// says so already; that its names are missed would only repeat it.
static void note_unread(Loader *loader, const Node *root) {
  const Item *top = &loader->top;
  for (int k = 0; k < top->count; k++) {
    const Value *value = &top->values[k];
    loader->unread = loader->unread || (holds_names(value->field) && value->excused);
  }
  for (const Node *node = root->kind == NODE_MAP ? root->first : NULL; node != NULL;
       node = node->next) {
    bool read = node->kind == NODE_SCALAR || item_find(top, node->key) != NULL;
    for (int k = 0; k < top->count && !read; k++) {
      read = top->values[k].node == node; // under another word
    }
    loader->unread = loader->unread || !read;
  }
}

static bool load_top(Loader *loader, Node *root) {
  if (!check_map(&loader->checker, root, loader->checker.language->top, ITEM_TOP,
                 "key of the model", &loader->top)) {
    return false;
  }
  Model *model = loader->model;
  note_unread(loader, root);
  model->title = text_of(&loader->top, "title");
  model->description = text_of(&loader->top, "description");
  model->literature = text_of(&loader->top, "literature");
  return loader_elements(loader, "functions", &loader->functions) &&
         loader_elements(loader, "bodies", &loader->bodies) &&
         loader_elements(loader, "joints", &loader->joints) &&
         loader_elements(loader, "couplers", &loader->couplers) &&
         loader_elements(loader, "forces", &loader->forces) &&
         loader_elements(loader, "analyses", &loader->analyses);
}

static bool load_gravity(Loader *loader) {
  // The top level is a table like others; gravity and view are the rows with numbers of
  // their own.
  const int first = loader->top_number = numbers_item(loader, &loader->top, "");
  const Value *gravity = item_find(&loader->top, "gravity");
  if (first < 0) {
    return false;
  }
  loader->model->gravity = gravity->node == NULL ? -1 : first + gravity->number;
  return true;
}

// ---- all ----

static bool open_loader(Loader *loader, Model *model, const LoadOptions *options, Arena *arena,
                        Diag *diag) {
  *loader = (Loader){.model = model, .options = options, .checker = {.arena = arena, .diag = diag}};
  loader->checker.language = tables_language(arena);
  model->document = loader->document = arena_new(arena, Document);
  loader->work = arena_array(arena, double, 2 * PROGRAM_LIMIT);
  names_open(&loader->names, arena);
  names_open(&loader->markers, arena);
  names_open(&loader->measures, arena);
  names_open(&loader->outputs, arena);
  names_open(&loader->analysis_names, arena);
  model->gravity = -1;
  diag->origins = &model->origins;
  return loader->checker.language != NULL && loader->document != NULL && loader->work != NULL &&
         numbers_open(loader);
}

// Every part adds its messages; false only when memory ran out.
static bool load_parts(Loader *loader) {
  return parameters_register(loader) && functions_register(loader) && bodies_register(loader) &&
         frames_register(loader) && joints_register(loader) && relations_register(loader) &&
         forces_register(loader) && gauges_register(loader) && signals_register(loader) &&
         functions_load(loader) && signals_read(loader) &&
         names_check_parts(&loader->names, loader_diag(loader)) && parameters_load(loader) &&
         load_gravity(loader) && parameters_note_structural(loader) && frames_load(loader) &&
         bodies_load(loader) && shapes_load(loader) && solid_check(loader) && gauges_load(loader) &&
         joints_load(loader) && placing_choose(loader) && relations_load(loader) &&
         forces_load(loader) && signals_load(loader) && events_load(loader) &&
         outputs_load(loader) && analyses_load(loader) && checks_load(loader) &&
         rotors_load(loader);
}

// From the top level on. Without a space nothing further can be said.
static bool load_document(Loader *loader, Node *root) {
  loader->document->root = root;
  return load_top(loader, root) && (loader->checker.space == IN_BOTH || load_parts(loader));
}

static const Model *reload(const Model *like, Node *document, bool stated,
                           const LoadOptions *options, Arena *arena, Diag *diag) {
  Model *model = arena_new(arena, Model);
  Loader loader;
  if (model == NULL || !open_loader(&loader, model, options, arena, diag)) {
    return NULL;
  }
  loader.document->late = like->document->late;
  model->file = like->file;
  model->directory = like->directory;
  model->source = like->source;
  model->overrides = like->overrides;
  model->override_count = like->override_count;
  memcpy(model->sha256, like->sha256, sizeof model->sha256);
  find_space(&loader, document);
  const bool good = (!stated || write_out(&loader, document)) && load_document(&loader, document);
  return good && diag->error_count == 0 && !arena->allocator->exhausted ? model : NULL;
}

const Model *model_reload(const Model *like, Node *document, const LoadOptions *options,
                          Arena *arena, Diag *diag) {
  return reload(like, document, false, options, arena, diag);
}

const Model *model_reload_stated(const Model *like, Node *document, const LoadOptions *options,
                                 Arena *arena, Diag *diag) {
  return reload(like, document, true, options, arena, diag);
}

const Model *model_load_text(const SourceText *source, const char *path, const LoadOptions *options,
                             Arena *arena, Diag *diag) {
  Model *model = arena_new(arena, Model);
  Loader loader;
  if (model == NULL || source_refuse_xml(source, diag)) {
    return NULL;
  }
  Node *root = read_document(source, path, options, model, arena, diag);
  if (root == NULL || !open_loader(&loader, model, options, arena, diag) ||
      !check_version(root, loader.checker.language->version, diag) || !prepare(&loader, &root) ||
      !load_document(&loader, root)) {
    return NULL;
  }
  if (diag->error_count == 0 && loader.checker.space != IN_BOTH) {
    parameters_note_dimensions(&loader);
    remarks_add(&loader);
  }
  return diag->error_count > 0 || arena->allocator->exhausted ? NULL : model;
}

const Model *model_load(const char *path, const LoadOptions *options, Arena *arena, Diag *diag) {
  SourceText *source = arena_new(arena, SourceText);
  if (source == NULL || !source_read(path, options->limits.file_bytes, source, arena, diag)) {
    return NULL;
  }
  return model_load_text(source, path, options, arena, diag);
}
