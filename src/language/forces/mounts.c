// SPDX-License-Identifier: BSD-3-Clause
// mounts.c: the full matrices of a mount (see mounts.h).
//
// Entries have different units: each is judged against the roots of the diagonal ones in its row
// and its column, so that no unit makes a difference:  S_ij = K_ij / sqrt(K_ii K_jj).
// A stiffness holds along every displacement where S is positive semidefinite, that is where
// S + e I has a Cholesky factor for a small e > 0; so does damping with the symmetric part of C,
// whose power is -s'C s.
#include "language/forces/mounts.h"

#include <math.h>
#include <string.h>

#include "base/number.h"
#include "elements/fields/quantity.h"
#include "language/numbers/numbers.h"

enum { AXES = 6, ENTRIES = AXES * AXES };

static const double SAME = 1e-6;  // shares of what an entry is measured by: digits that are printed
static const double LEAST = 1e-6; // of S: how far below zero round-off may take a zero

static bool is_same(const double m[ENTRIES], int i, int j) {
  const double one = m[AXES * i + j], other = m[AXES * j + i];
  const double size = sqrt(fabs(m[AXES * i + i])) * sqrt(fabs(m[AXES * j + j]));
  return fabs(one - other) <= SAME * fmax(size, fmax(fabs(one), fabs(other)));
}

static void refuse(const Loader *loader, const Element *element, const Value *value,
                   const double m[ENTRIES], int i, int j) {
  const char *unit = quantity_unit(field_quantity(value->field, AXES * i + j));
  const int place[2] = {AXES * i + j, AXES * j + i};
  char told[2][NUMBER_TEXT_SIZE];
  number_format_apart(9, 2, (const double[]){m[place[1]], m[place[0]]}, told);
  Diag *diag = loader_diag(loader);
  diag_add(diag, DIAG_VALUE_SYMMETRY, item_number_node(value, place[1])->mark,
           "\"%s\" of %s is not symmetric: row %d, entry %d is %s %s, but row %d, entry %d is %s",
           value->field->name, element->what, j + 1, i + 1, told[0], unit, i + 1, j + 1, told[1]);
  diag_related(diag, item_number_node(value, place[0])->mark, "the other entry is here");
  diag_hint(diag, "only a symmetric stiffness has an energy; write what a motor or a flow adds to "
                  "it as a \"force\"");
}

void mounts_check(const Loader *loader, const Element *element, int first) {
  double m[ENTRIES];
  const Value *value = item_stated(&element->item, "stiffness_matrix");
  const bool known = value != NULL && numbers_all_known(loader, first + value->number, ENTRIES, m);
  for (int j = 0; known && j < AXES; j++) {
    for (int i = 0; i < j; i++) {
      if (!is_same(m, i, j)) {
        refuse(loader, element, value, m, i, j);
        return;
      }
    }
  }
}

// ---- what pushes on ----

// Row k of the Cholesky factor R of S + e I, with the rows above; false where there is none.
static bool factor_row(const double S[ENTRIES], double R[ENTRIES], int k) {
  for (int j = 0; j <= k; j++) {
    double rest = S[AXES * k + j] + (j == k ? LEAST : 0);
    for (int i = 0; i < j; i++) {
      rest -= R[AXES * k + i] * R[AXES * j + i];
    }
    if (j < k) {
      R[AXES * k + j] = rest / R[AXES * j + j];
    } else if (rest <= 0) {
      return false;
    } else {
      R[AXES * k + k] = sqrt(rest);
    }
  }
  return true;
}

// The first rows that have a negative value among them, or 0. S: the symmetric part, scaled by its
// diagonal; where that is zero the row has to be.
static int indefinite_rows(const double m[ENTRIES]) {
  double S[ENTRIES], R[ENTRIES];
  for (int i = 0; i < AXES; i++) {
    for (int j = 0; j < AXES; j++) {
      const double size = sqrt(fabs(m[AXES * i + i])) * sqrt(fabs(m[AXES * j + j]));
      const double entry = 0.5 * (m[AXES * i + j] + m[AXES * j + i]);
      S[AXES * i + j] = entry == 0 ? 0 : size > 0 ? entry / size : HUGE_VAL;
    }
  }
  for (int k = 0; k < AXES; k++) {
    for (int j = 0; j < k; j++) {
      if (isinf(S[AXES * k + j])) {
        return k + 1;
      }
    }
    if (!factor_row(S, R, k)) {
      return k + 1;
    }
  }
  return 0;
}

void mounts_remark(const Loader *loader, const Element *element, int first) {
  static const char *const keys[] = {"stiffness_matrix", "damping_matrix"};
  for (int n = 0; n < 2; n++) {
    double m[ENTRIES];
    const Value *value = item_stated(&element->item, keys[n]);
    bool known = value != NULL;
    for (int k = 0; known && k < ENTRIES; k++) {
      known = numbers_value_of(loader, first + value->number + k, &m[k]);
    }
    const int rows = known ? indefinite_rows(m) : 0;
    if (rows > 0) {
      Diag *diag = loader_diag(loader);
      diag_add(diag, DIAG_NOTE_SIGN, item_number_node(value, (AXES + 1) * (rows - 1))->mark,
               "\"%s\" of %s is not positive semidefinite (see its rows up to row %d): it drives "
               "the motion instead of %s it",
               keys[n], element->what, rows, n == 0 ? "holding" : "damping");
      diag_hint(diag, "no entry may be larger than the square root of the product of its two "
                      "diagonal entries; if this is intended: \"accept: [coefficient_signs]\"");
    }
  }
}
