// SPDX-License-Identifier: BSD-3-Clause
// checks.c: what the results must satisfy. A channel is the name of an output, or an expression
// over measures of its own; the numbers that it is compared with must measure the same.
#include "language/checks.h"

#include <string.h>

#include "base/number.h"
#include "elements/fields/quantity.h"
#include "language/expand/files.h"
#include "language/numbers/numbers.h"
#include "language/numbers/remarks_number.h"
#include "language/results/analyses.h"
#include "language/results/outputs.h"
#include "language/tables/tables.h"

// Figures of a channel first; the last two of them are no checks.
const CheckKey check_keys[CHECK_KEYS] = {{"max_abs", CHECK_MAX_ABS},
                                         {"min", CHECK_MIN},
                                         {"max", CHECK_MAX},
                                         {"final", CHECK_FINAL},
                                         {"mean", CHECK_MEAN},
                                         {"rms", CHECK_RMS},
                                         {"value", CHECK_VALUE},
                                         {"period", CHECK_PERIOD},
                                         {"integral", CHECK_INTEGRAL},
                                         {"first_time", CHECK_FIRST_TIME},
                                         {"file", CHECK_FILE},
                                         {"values", CHECK_FILE},
                                         {"eigenvalue", CHECK_EIGENVALUE},
                                         {"eigenvalues", CHECK_EIGENVALUES}};

// The number of a stated value, -1 when it is not stated. *good turns false when memory ran out.
static int take_number(Loader *loader, const Item *item, const char *key, Dimension dimension,
                       bool *good) {
  const Value *value = item_stated(item, key);
  if (value == NULL || !*good) {
    return -1;
  }
  const char *what = loader_print(loader, "\"%s\" of %s", key, item->what);
  const char *path = loader_print(loader, "checks.%s.%s", item->node->key, key);
  int number = -1;
  if (what != NULL && path != NULL) {
    NumberUse use = numbers_use(value->field, what, path, item->what);
    use.dimension = use.quantity == QUANTITY_ANY ? dimension : use.dimension;
    number = numbers_value(loader, value, &use);
  }
  *good = *good && number >= 0;
  return number;
}

// ---- channels ----

static bool take_channel(Loader *loader, const Item *item, const Value *value, Check *check) {
  check->channel_text = value->text;
  const Name *output = names_find(&loader->outputs, value->text);
  if (output != NULL) {
    check->channel = loader->model->outputs[output->index].number;
    return true;
  }
  const char *what = loader_print(loader, "\"%s\" of %s", value->field->name, item->what);
  const char *path = loader_print(loader, "checks.%s.%s", item->node->key, value->field->name);
  if (what == NULL || path == NULL) {
    return false;
  }
  const NumberUse use = numbers_use(value->field, what, path, item->what);
  check->channel = numbers_value(loader, value, &use);
  return check->channel >= 0;
}

static bool take_channels(const Loader *loader, const Item *item, Check *check) {
  const Value *value = item_stated(item, "channels");
  if (value == NULL) {
    return true;
  }
  const char **names = arena_array(loader_arena(loader), const char *, value->node->count);
  const char *what = loader_print(loader, "\"channels\" of %s", item->what);
  if (names == NULL || what == NULL) {
    return false;
  }
  for (const Node *node = value->node->first; node != NULL; node = node->next) {
    (void)outputs_find(loader, node, what);
    names[check->channel_count++] = node->text;
  }
  check->channels = names;
  return true;
}

// Rows of t and the channels, in the model itself. False when memory ran out.
static bool take_values(const Loader *loader, const Item *item, Check *check) {
  const Value *value = item_stated(item, "values");
  if (value == NULL) {
    return true;
  }
  Diag *diag = loader_diag(loader);
  const int width = check->channel_count + 1;
  double *values = arena_array(loader_arena(loader), double, value->node->count);
  if (values == NULL) {
    return false;
  }
  check->file = "values";
  check->values = values;
  check->row_count = value->node->count / width;
  if (value->node->count % width != 0) {
    diag_add(diag, DIAG_IO_TABLE, value->mark,
             "\"values\" of %s has %d numbers, which do not form rows of t and %d channel%s",
             item->what, value->node->count, check->channel_count,
             check->channel_count == 1 ? "" : "s");
    return true;
  }
  int k = 0;
  for (const Node *node = value->node->first; node != NULL; node = node->next, k++) {
    if (number_parse(node->text, node->length, &values[k], NULL) != NUMBER_OK) {
      diag_add(diag, DIAG_VALUE_NUMBER, node->mark,
               "an entry of \"values\" of %s must be a number, found \"%s\"", item->what,
               node->text);
    } else if (k % width == 0 && k > 0 && !(values[k] >= values[k - width])) {
      diag_add(diag, DIAG_IO_TABLE, node->mark, "the times of \"values\" of %s may not decrease",
               item->what);
    }
  }
  return true;
}

// A file that does not exist is told when the check cannot be evaluated; one that may not be read
// is refused here.
static bool take_file(const Loader *loader, const Value *value, Check *check) {
  bool missing = false;
  check->file = value->text;
  (void)files_resolve(loader->model->directory, loader->options, value->text, value->mark, &missing,
                      loader_arena(loader), loader_diag(loader));
  return !loader_exhausted(loader);
}

// ---- one check ----

// Real and imaginary part, two numbers side by side.
static bool take_eigenvalue(Loader *loader, const Item *item, const Value *value, Check *check) {
  const char *what = loader_print(loader, "\"eigenvalue\" of %s", item->what);
  const char *path = loader_print(loader, "checks.%s.eigenvalue", item->node->key);
  check->eigenvalue = numbers_reserve(loader, 2, value->mark);
  if (what == NULL || path == NULL || check->eigenvalue < 0) {
    return false;
  }
  const NumberUse use = numbers_use(value->field, what, path, item->what);
  for (int k = 0; k < 2; k++) {
    Node *node = item_number_node(value, k);
    if (node != NULL && !numbers_single(loader, node, &use, check->eigenvalue + k)) {
      return false;
    }
  }
  return true;
}

static void take_label(const Value *value, Check *check) {
  for (int label = 0; label <= (int)EIGEN_REDUNDANT; label++) {
    if (value->text != NULL && strcmp(value->text, spectrum_label_word((EigenLabel)label)) == 0) {
      check->label = (EigenLabel)label;
    }
  }
}

static bool take_form(Loader *loader, const Item *item, Check *check) {
  for (int k = 0; k < CHECK_KEYS; k++) {
    const Value *value = item_stated(item, check_keys[k].key);
    if (value != NULL) {
      check->form = check_keys[k].form;
      if (check->form == CHECK_EIGENVALUES) {
        take_label(value, check);
        return true;
      }
      if (check->form == CHECK_EIGENVALUE) {
        return take_eigenvalue(loader, item, value, check);
      }
      if (strcmp(check_keys[k].key, "values") == 0) {
        return true; // read once the channels are known
      }
      return check->form == CHECK_FILE ? take_file(loader, value, check)
                                       : take_channel(loader, item, value, check);
    }
  }
  return true; // refused already
}

static bool take_numbers(Loader *loader, const Item *item, Check *check) {
  Dimension dimension = dimension_unknown();
  if (check->form == CHECK_PERIOD) {
    dimension = quantity_dimension(QUANTITY_TIME);
  } else if (check->form == CHECK_EIGENVALUE) {
    dimension = quantity_dimension(QUANTITY_FREQUENCY);
  } else if (check->channel >= 0) {
    dimension = loader->model->numbers[check->channel].program.dimension;
  }
  bool good = true;
  check->below = take_number(loader, item, "below", dimension, &good);
  check->equals = take_number(loader, item, "equals", dimension, &good);
  check->at = take_number(loader, item, "at", dimension, &good);
  check->relative = item_stated(item, "relative") != NULL;
  check->within =
      take_number(loader, item, check->relative ? "relative" : "within", dimension, &good);
  const char *what = loader_print(loader, "\"equals\" of %s", item->what);
  remarks_check(loader, check->channel, check->equals, what == NULL ? "" : what);
  return good;
}

// Eigenvalues come from linearize, channels from the other analyses.
static void check_subject(const Loader *loader, const char *what, const Value *stated_analysis,
                          const Check *check) {
  const Model *model = loader->model;
  const bool eigen = check->form == CHECK_EIGENVALUE || check->form == CHECK_EIGENVALUES;
  bool found = stated_analysis != NULL && check->analysis < 0; // refused already
  for (int k = 0; k < model->analysis_count; k++) {
    const bool meant = check->analysis < 0 || check->analysis == k;
    found = found || (meant && (model->analyses[k].kind == ANALYSIS_LINEARIZE) == eigen);
  }
  if (found || model->analysis_count == 0) {
    return;
  }
  const char *subject = eigen ? "eigenvalues" : "a channel";
  Diag *diag = loader_diag(loader);
  if (stated_analysis != NULL) {
    diag_add(diag, DIAG_NAME_KIND, stated_analysis->mark,
             "%s is about %s, which analysis \"%s\" does "
             "not have",
             what, subject, model->analyses[check->analysis].name);
  } else {
    diag_at(diag, DIAG_NAME_KIND, check->origin,
            "%s is about %s, which no analysis of the model has", what, subject);
  }
  diag_hint(diag, eigen ? "it needs an analysis of type linearize"
                        : "it needs an analysis of type dynamics or equilibrium");
}

static bool load_check(Loader *loader, Node *node, Check *check) {
  Diag *diag = loader_diag(loader);
  (void)names_check_form(node->key, node->key_mark, NAME_CHECK, diag);
  *check = (Check){.name = node->key,
                   .origin = loader_origin(loader, node->key_mark),
                   .channel = -1,
                   .below = -1,
                   .equals = -1,
                   .within = -1,
                   .at = -1,
                   .eigenvalue = -1,
                   .analysis = -1};
  const char *what = loader_print(loader, "check \"%s\"", node->key);
  Item item;
  if (what == NULL || !check_map(&loader->checker, node, check_fields, what, "check key", &item) ||
      !take_form(loader, &item, check) || !take_numbers(loader, &item, check) ||
      !take_channels(loader, &item, check) || !take_values(loader, &item, check)) {
    return false;
  }
  const Value *cycles = item_find(&item, "cycles");
  check->cycles = cycles == NULL ? 0 : (int)cycles->whole;
  const Value *count = item_find(&item, "count");
  check->eigen_count = count == NULL ? 0 : (int)count->whole;
  const Value *analysis = item_stated(&item, "analysis");
  if (analysis != NULL) {
    const char *whose = loader_print(loader, "\"analysis\" of %s", what);
    check->analysis = analyses_find(loader, analysis->node, whose == NULL ? "" : whose, -1);
  }
  if (item.good) {
    check_subject(loader, what, analysis, check);
  }
  return !loader_exhausted(loader);
}

// ---- figures ----

// A number of a figure; -1 when memory ran out.
static int figure_number(Loader *loader, const Figure *figure, Node *node, Quantity quantity,
                         Depends depends) {
  const char *what = loader_print(loader, "output \"%s\"", figure->name);
  const char *path = loader_print(loader, "outputs.%s", figure->name);
  const int number = numbers_reserve(loader, 1, node->mark);
  const NumberUse use = {.what = what,
                         .path = path,
                         .reader = what,
                         .quantity = quantity,
                         .dimension = quantity_dimension(quantity),
                         .depends = depends};
  const bool good =
      what != NULL && path != NULL && number >= 0 && numbers_single(loader, node, &use, number);
  return good ? number : -1;
}

static bool load_figure(Loader *loader, const Figure *figure, Check *check) {
  *check = (Check){.name = figure->name,
                   .origin = loader_origin(loader, figure->channel->mark),
                   .form = figure->form,
                   .channel = -1,
                   .channel_text = figure->channel->text,
                   .below = -1,
                   .equals = -1,
                   .within = -1,
                   .at = -1,
                   .cycles = figure->cycles,
                   .eigenvalue = -1,
                   .analysis = -1,
                   .figure = true};
  const Name *output = names_find(&loader->outputs, figure->channel->text);
  check->channel = output != NULL ? loader->model->outputs[output->index].number
                                  : figure_number(loader, figure, figure->channel, QUANTITY_ANY,
                                                  DEPENDS_ON_RESULT);
  if (figure->at != NULL) {
    check->at = figure_number(loader, figure, figure->at, QUANTITY_TIME, DEPENDS_ON_PARAMETERS);
  }
  const char *whose = loader_print(loader, "\"analysis\" of output \"%s\"", figure->name);
  if (figure->analysis != NULL && whose != NULL) {
    check->analysis = analyses_find(loader, figure->analysis, whose, -1);
  }
  return !loader_exhausted(loader);
}

bool checks_load(Loader *loader) {
  const Value *value = item_find(&loader->top, "checks");
  const Node *map = value == NULL ? NULL : value->node;
  Model *model = loader->model;
  const LoadOptions *options = loader->options;
  model->checks = arena_array(loader_arena(loader), Check,
                              (map == NULL ? 0 : map->count) + options->figure_count);
  if (model->checks == NULL) {
    return false;
  }
  for (Node *node = map == NULL ? NULL : map->first; node != NULL; node = node->next) {
    if (!load_check(loader, node, &model->checks[model->check_count])) {
      return false;
    }
    model->check_count++;
  }
  for (int k = 0; k < options->figure_count; k++) {
    if (!load_figure(loader, &options->figures[k], &model->checks[model->check_count])) {
      return false;
    }
    model->check_count++;
  }
  return true;
}
