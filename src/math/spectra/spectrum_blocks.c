// SPDX-License-Identifier: BSD-3-Clause
// spectrum_blocks.c: coordinates that nothing couples to others (see spectrum_inside.h).
//
// Two coordinates are in one block where an entry of M, C, K, a kept row of J, a law or an idle
// direction has both. A block of n coordinates with r rows, k of them of velocities, and i idle
// directions has 2 (n - r - i) + k values: those whose shapes have most in it.
#include <math.h>
#include <string.h>

#include "math/spectra/spectrum_inside.h"

static int root_of(const int *block_of, int i) {
  while (block_of[i] != i) {
    i = block_of[i];
  }
  return i;
}

static void join(int *block_of, int i, int j) {
  const int a = root_of(block_of, i), b = root_of(block_of, j);
  block_of[a < b ? b : a] = a < b ? a : b;
}

// The first coordinate at which a row is not 0; stride: from one to the next. -1: all are.
static int first_of(const double *x, int n, long stride) {
  for (int i = 0; i < n; i++) {
    if (x[i * stride] != 0) {
      return i;
    }
  }
  return -1;
}

// Joins a coordinate, where there is one, and all at which a row is not 0.
static void join_row(const Spectrum *s, int with, const double *x, long stride) {
  for (int i = 0; i < s->n && with >= 0; i++) {
    if (x[i * stride] != 0) {
      join(s->room->block_of, with, i);
    }
  }
}

static void find_blocks(const Spectrum *s) {
  const SpectrumRoom *room = s->room;
  const int n = s->n, few = s->law_count > 0 ? 5 : 3;
  const double *const square[] = {s->M, s->C, s->K, s->rest[0], s->rest[1]};
  for (int i = 0; i < n; i++) {
    room->block_of[i] = i;
  }
  for (int k = 0; k < few * n; k++) {
    join_row(s, k % n, square[k / n] + (long)(k % n) * n, 1);
  }
  for (int r = 0; r < s->rank; r++) {
    const int row = room->kept[r], first = first_of(s->J + row, n, s->nc);
    join_row(s, first, s->J + row, s->nc);
    join_row(s, first, s->L + row, s->nc);
  }
  for (int e = 0; e < s->law_count; e++) {
    const SpectrumLaw *law = &s->laws[e];
    join_row(s, first_of(law->on, n, 1), law->on, 1);
    join_row(s, first_of(law->on, n, 1), law->by, 1);
  }
  for (int r = 0; r < room->indeterminate / 2; r++) {
    const double *idle = room->idle + (long)r * n;
    join_row(s, first_of(idle, n, 1), idle, 1);
  }
  for (int i = 0; i < n; i++) {
    room->block_of[i] = root_of(room->block_of, i);
  }
}

// Whether a row is of the block.
static bool is_of(const Spectrum *s, int block, const double *x, long stride) {
  const int first = first_of(x, s->n, stride);
  return first >= 0 && s->room->block_of[first] == block;
}

static void take_members(const Spectrum *s, int first, SpectrumBlock *block) {
  SpectrumRoom *room = s->room;
  *block = (SpectrumBlock){.of = room->members,
                           .row = room->block_rows,
                           .law = room->block_laws,
                           .idle = room->block_idle,
                           .value = room->block_values};
  for (int i = 0; i < s->n; i++) {
    if (room->block_of[i] == first) {
      block->of[block->n++] = i;
    }
  }
  for (int r = 0; r < s->rank; r++) {
    const int row = room->kept[r];
    if (is_of(s, first, s->J + row, s->nc)) {
      block->row[block->rank++] = row;
    }
  }
  for (int e = 0; e < s->law_count; e++) {
    if (is_of(s, first, s->laws[e].on, 1)) {
      block->law[block->laws++] = e;
    }
  }
  for (int r = 0; r < room->indeterminate / 2; r++) {
    if (is_of(s, first, room->idle + (long)r * s->n, 1)) {
      block->idle[block->idles++] = r;
    }
  }
}

// How much of a value's shape is in a block.
static double weight_of(const Spectrum *s, int first, const Eigenvalue *value) {
  const double *re = s->mode_re + (long)value->mode * s->n,
               *im = s->mode_im + (long)value->mode * s->n;
  double own = 0, all = 0;
  for (int i = 0; i < s->n; i++) {
    const double size = hypot(re[i], im[i]) / s->room->unit[i];
    own += s->room->block_of[i] == first ? size * size : 0;
    all += size * size;
  }
  return all > 0 ? own / all : 0;
}

// As many values as the block has, those with most in it first.
static void take_values(const Spectrum *s, int first, SpectrumBlock *block) {
  const SpectrumRoom *room = s->room;
  double *weight = room->cost;
  int degree = 2 * (block->n - block->rank - block->idles);
  for (int r = 0; r < block->rank; r++) {
    degree += s->rates[block->row[r]] ? 1 : 0;
  }
  for (int k = 0; k < s->count; k++) {
    const bool own = s->list[k].mode >= 0 && !room->placed[k];
    weight[k] = !own ? -1 : block->n == s->n ? 1 : weight_of(s, first, &s->list[k]);
  }
  for (; block->degree < degree; block->degree++) {
    int best = 0;
    for (int k = 1; k < s->count; k++) {
      best = weight[k] > weight[best] ? k : best;
    }
    block->value[block->degree] = best;
    room->placed[best] = true;
    weight[best] = -1;
  }
}

bool spectrum_block(Spectrum *s, int *first, SpectrumBlock *block) {
  SpectrumRoom *room = s->room;
  if (*first == 0) {
    find_blocks(s);
    memset(room->placed, 0, (size_t)s->count * sizeof *room->placed);
  }
  while (*first < s->n && room->block_of[*first] != *first) {
    ++*first;
  }
  if (*first >= s->n) {
    return false;
  }
  take_members(s, *first, block);
  take_values(s, *first, block);
  block->symmetry = spectrum_mirror(s, block);
  ++*first;
  return true;
}
