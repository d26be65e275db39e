// SPDX-License-Identifier: BSD-3-Clause
// The rows whose coordinates are kept: the first and the last one, in between evenly, few enough.
#include "unit/system_support.h"

#include "analysis/recording/places.h"

enum { LEAST = PLACES_KEPT / 4 };

// Rows k = 0 .. count - 1 at k/8 s, with k in the first coordinate; some come twice.
static void note_rows(Result *result, State *state, int count) {
  for (int k = 0; k < count; k++) {
    state->q[0] = k;
    places_row(result, k / 8.0, state);
    if (k % 5 == 0) {
      state->q[0] = -1;
      places_row(result, k / 8.0, state);
    }
  }
}

static void check_rows(const Places *places, int count, int least) {
  assert_true(places->count <= PLACES_KEPT + 1);
  assert_true(places->count >= (count < least ? count : least));
  assert_true(places->t[0] == 0);
  assert_true(places->t[places->count - 1] == (count - 1) / 8.0);
  const double step = places->count > 1 ? places->t[1] : 0;
  for (int k = 0; k < places->count; k++) {
    const double row = places->q[(long)k * places->nq];
    assert_true(places->t[k] == row / 8);
    assert_true(k + 1 == places->count || places->t[k] == k * step);
  }
}

static void rows_are_spread(void **unused) {
  (void)unused;
  static const int counts[] = {1, 2, 10, 31, 32, 33, 34, 50, 63, 64, 65, 66, 100, 1000, 1001, 9999};
  static const double wrong[] = {1, 0.1, 0.5, 2, 30}; // times the expected number
  Mechanism mechanism;
  mechanism_open(&mechanism, SUPPORT_PLANAR, true);
  State *state = mechanism.state;
  for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
    for (size_t w = 0; w < sizeof wrong / sizeof wrong[0]; w++) {
      Result result = {.row_count = 0}, again = {.only = &result.places};
      Arena *arena = &mechanism.loaded.arena;
      const double expected = (counts[c] - 1) * wrong[w];
      assert_true(places_open(&result, state->system, expected, arena));
      note_rows(&result, state, counts[c]);
      check_rows(&result.places, counts[c], wrong[w] <= 1 ? LEAST : 2);
      // another run that records these times keeps them all
      const Places *one = &result.places, *other = &again.places;
      assert_true(places_open(&again, state->system, expected, arena));
      for (int k = 0; k < one->count; k++) {
        places_row(&again, one->t[k], state);
      }
      assert_int_equal(other->count, one->count);
      assert_memory_equal(other->t, one->t, (size_t)one->count * sizeof(double));
    }
  }
  mechanism_close(&mechanism);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rows_are_spread)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
