// SPDX-License-Identifier: BSD-3-Clause
// parts_references.c: what the model's checks compare a channel with, for its plot.
#include <string.h>

#include "analysis/recording/reference.h"
#include "report/page/parts.h"

// Rows of a table that lie within the plot's times.
static void show(Plot *plot, const Reference *reference, int column) {
  const double *times = plot->t.values;
  const double first = times[0], last = times[(long)(plot->t.rows - 1) * plot->t.stride];
  int from = 0, to = reference->row_count;
  while (from < to && reference->t[from] < first) {
    from++;
  }
  while (to > from && reference->t[to - 1] > last) {
    to--;
  }
  const int count = reference->column_count;
  plot->reference_t = (PlotSeries){reference->t + from, 1, to - from};
  plot->reference = (PlotSeries){reference->value + (long)from * count + column, count, to - from};
}

void parts_reference(const Page *page, Plot *plot) {
  const Model *model = page->model;
  Diag unheard; // a file that cannot be read was told by the run
  diag_open(&unheard, page->arena);
  for (int k = 0; model != NULL && k < model->check_count && plot->reference.rows == 0; k++) {
    const Check *check = &model->checks[k];
    Reference reference;
    bool missing = false;
    int column = 0;
    while (column < check->channel_count && strcmp(check->channels[column], plot->channel) != 0) {
      column++;
    }
    if (column < check->channel_count &&
        (check->analysis < 0 ||
         strcmp(model->analyses[check->analysis].name, plot->analysis) == 0) &&
        reference_open(check, model, page->reader, &reference, &missing, page->arena, &unheard)) {
      plot->reference_name = check->values == NULL ? check->file : check->name;
      show(plot, &reference, column);
    }
  }
}
