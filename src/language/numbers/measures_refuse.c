// SPDX-License-Identifier: BSD-3-Clause
// measures_refuse.c: why a dotted name is no measure, and what may be meant.
#include "language/numbers/measures_inside.h"

#include <string.h>

#include "base/text.h"
#include "spec/words.h"

#define WITH_MEASURES                                                                              \
  (1U << NAME_BODY | 1U << NAME_JOINT | 1U << NAME_FORCE | 1U << NAME_MOTION |                     \
   1U << NAME_COUPLER | 1U << NAME_GAUGE)

// The element, often of a part, that "left.bobb.y" may mean; NULL: none is near.
static const char *nearest_element(const Loader *loader, const char *path, const Diag *diag) {
  const char *last = path == NULL ? NULL : strrchr(path, '.');
  const char *owner =
      last == NULL ? NULL : arena_copy(loader_arena(loader), path, (size_t)(last - path));
  return owner == NULL ? NULL : names_nearest(&loader->names, WITH_MEASURES, owner, diag);
}

void measures_refuse_head(const Loader *loader, const char *name, const char *head, Mark mark) {
  Diag *diag = loader_diag(loader);
  const Name *found = names_find(&loader->names, head);
  if (found == NULL && loader->unread) {
    return; // it may stand in what was not read
  }
  if (found != NULL) {
    diag_add(diag, DIAG_NAME_KIND, mark, "\"%s\" is %s and has no measures", head,
             names_article(found->kind));
    return;
  }
  const char *words[MEASURE_WORDS];
  const MeasureObject model = {.owner = MEASURE_OF_MODEL};
  const int count = measures_list(loader, &model, words);
  const char *nearest = text_nearest(name, words, count);
  diag_add(diag, DIAG_EXPR_NAME, mark, "nothing is called \"%s\"", head);
  if (nearest == NULL) {
    nearest = names_nearest(&loader->names, WITH_MEASURES, head, diag);
  }
  const char *element = nearest == NULL ? nearest_element(loader, name, diag) : NULL;
  const char *rest = strchr(name, '.');
  if (rest != NULL && item_find(&loader->top, head) != NULL) {
    diag_hint(diag, "a measure begins with the name of its element: write \"%s\"", rest + 1);
  } else if (nearest != NULL) {
    diag_hint(diag, "did you mean \"%s\"?", nearest);
  } else if (element != NULL) {
    diag_hint(diag, "did you mean a measure of \"%s\"?", element);
  } else {
    diag_hint(diag, "a name with a dot begins with a body, a joint or a force of the model, or "
                    "with energy, momentum, angular_momentum or constraints");
  }
}

void measures_refuse_of_model(const Loader *loader, const char *name, Mark mark) {
  Diag *diag = loader_diag(loader);
  const char *words[MEASURE_WORDS];
  const MeasureObject model = {.owner = MEASURE_OF_MODEL};
  const int count = measures_list(loader, &model, words);
  diag_add(diag, DIAG_NAME_MEASURE, mark, "the model has no measure \"%s\"", name);
  const char *nearest = text_nearest(name, words, count);
  if (!diag_suggest(diag, nearest)) {
    const char *list = words_join(words, count, "and", loader_arena(loader));
    diag_hint(diag, "it has %s", list == NULL ? "" : list);
  }
}

// The motion that drives a joint, whose measure it is what it takes to do so; NULL: none.
static const char *driver_of(const Loader *loader, const MeasureObject *object,
                             const char *measure) {
  static const char *const words[] = {"torque", "force", "power", "effort"};
  const Collection *motions = &loader->motions;
  if (object->owner != MEASURE_OF_JOINT || !words_contain(words, 4, measure)) {
    return NULL;
  }
  for (int k = 0; k < motions->count; k++) {
    const Value *joint = item_stated(&motions->elements[k].item, "joint");
    if (joint != NULL && joint->text != NULL && strcmp(joint->text, object->path) == 0) {
      return motions->elements[k].name;
    }
  }
  return NULL;
}

void measures_refuse(const Loader *loader, const MeasureObject *object, const char *measure,
                     Mark mark) {
  Diag *diag = loader_diag(loader);
  const char *words[MEASURE_WORDS];
  const int count = measures_list(loader, object, words);
  if (measure[0] == '\0') {
    diag_add(diag, DIAG_NAME_KIND, mark, "%s is not a number", object->what);
    diag_hint(diag, "read one of its measures, as in \"%s.%s\"", object->path,
              count > 0 ? words[0] : "x");
    return;
  }
  diag_add(diag, DIAG_NAME_MEASURE, mark, "%s has no measure \"%s\"", object->what, measure);
  const char *driver = driver_of(loader, object, measure);
  if (driver != NULL) {
    const Name *motion = names_find(&loader->names, driver);
    const bool slides = motion != NULL &&
                        loader->model->relations[motion->index].measured == COORDINATE_DISPLACEMENT;
    diag_hint(diag, "motion \"%s\" drives it: read %s.%s and %s.power", driver, driver,
              slides ? "force" : "torque", driver);
    return;
  }
  const char *ours = words_foreign(measure, words, count);
  const char *nearest = ours != NULL ? ours : text_nearest(measure, words, count);
  if (nearest != NULL) {
    diag_hint(diag, "did you mean \"%s.%s\"?", object->path, nearest);
    return;
  }
  const char *marker = NULL;
  if (object->owner == MEASURE_OF_FRAME) {
    const char *path = loader_print(loader, "%s.%s", object->path, measure);
    marker = path == NULL ? NULL : names_nearest(&loader->markers, 1U << NAME_MARKER, path, diag);
    marker = marker == NULL ? nearest_element(loader, path, diag) : marker;
    marker = marker != NULL && strcmp(marker, object->path) == 0 ? NULL : marker; // itself
  }
  if (marker != NULL) {
    diag_hint(diag, "did you mean a measure of \"%s\"?", marker);
  } else if (count > 0) {
    const char *list = words_join(words, count, "and", loader_arena(loader));
    diag_hint(diag, "it has %s", list == NULL ? "" : list);
  }
}
