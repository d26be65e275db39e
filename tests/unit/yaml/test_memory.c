// SPDX-License-Identifier: BSD-3-Clause
// Memory that runs out: every request of ours and, without a sanitizer, of libyaml.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/source.h"
#include "support/failing_allocator.h"
#include "support/place.h"
#include "unit/yaml_support.h"
#include "yaml/patch.h"
#include "yaml/rescan.h"

static const char model[] = "%YAML 1.2\n"
                            "---\n"
                            "parameters: &p {L: 1, mass: \"2\\n\"}\n"
                            "copies: [*p, *p, *p]\n"
                            "bodies:\n"
                            "  bar: {mass: mass, law: step(t, 0, 1), note: 20#kg}\n"
                            "  bar: !t twice\n"
                            "  <<: *p\n"
                            "text: |\n"
                            "  one\n"
                            "  two\n"
                            "folded: >-\n"
                            "  three\n"
                            "  four\n"
                            "bad: \"a\\x01\"\n"
                            "again: &p 1\n"
                            "unknown: *q\n"
                            "open: [1, 2\n";

static void use_scalars(Node *root, Arena *arena) {
  for (Node *node = root->first; node != NULL; node = node->next) {
    if (node->kind == NODE_SCALAR) {
      (void)rescan_passage(node, arena);
    }
  }
}

// Everything that a loader does with a document; true when a tree came out.
static bool work(Allocator *allocator, const char *text) {
  Arena arena;
  Diag diag;
  const DocLimits limits = doc_default_limits();
  arena_open(&arena, allocator);
  diag_open(&diag, &arena);
  Text out = text_open(allocator);
  const SourceText source = {.name = "m.yaml", .text = text, .length = strlen(text)};
  Node *root = doc_parse(&source, &limits, &arena, &diag);
  if (root != NULL) {
    use_scalars(root, &arena);
    PatchChange change;
    const bool set = patch_apply(root, "L=[1, {a: 2}]", &limits, &change, &arena, &diag) &&
                     patch_apply(root, "bodies.bar.more=3", &limits, &change, &arena, &diag);
    assert_true(set || allocator->exhausted);
    assert_true(!patch_apply(root, "bodies.baz.mass=3", &limits, &change, &arena, &diag));
  } else {
    assert_true(diag.error_count > 0 || allocator->exhausted);
  }
  diag_sort(&diag);
  diag_render(&diag, false, &out);
  diag_render_json(&diag, &out);
  text_close(&out);
  arena_close(&arena);
  return root != NULL;
}

static void fail_each_request(const char *text, bool has_tree) {
  for (int mode = FAILING_ONCE; mode <= FAILING_FOR_EVER; mode++) {
    for (long n = 1;; n++) {
      FailingAllocator failing;
      failing_open(&failing, n, (FailingMode)mode);
      const bool tree = work(&failing.allocator, text);
      failing_close(&failing);
      if (!failing.has_failed) {
        assert_int_equal(tree, has_tree);
        assert_true(n > 20);
        break;
      }
    }
  }
}

static void test_every_request_of_ours_may_fail(void **state) {
  (void)state;
  fail_each_request(model, false);
  char accepted[sizeof model];
  snprintf(accepted, sizeof accepted, "%.*s", (int)(strstr(model, "bad:") - model), model);
  fail_each_request(accepted, true);
}

static void test_a_limit_of_memory(void **state) {
  (void)state;
  static char text[200000];
  for (size_t k = 0; k + 5 < sizeof text; k += 4) {
    snprintf(text + k, 5, "- 1\n");
  }
  Allocator allocator = {.limit = 1000000};
  assert_false(work(&allocator, text));
  assert_true(allocator.exhausted);
  assert_int_equal(allocator.used, 0);
  allocator = (Allocator){.limit = 50000000};
  Arena arena;
  Diag diag;
  arena_open(&arena, &allocator);
  diag_open(&diag, &arena);
  const DocLimits limits = doc_default_limits();
  const SourceText source = {.name = "m.yaml", .text = text, .length = strlen(text)};
  assert_non_null(doc_parse(&source, &limits, &arena, &diag));
  arena_close(&arena);
}

// A file, and standard input's growing buffer, that do not fit.
static void test_reading_may_fail(void **state) {
  (void)state;
  for (long n = 1;; n++) {
    FailingAllocator failing;
    failing_open(&failing, n, FAILING_ONCE);
    Arena arena;
    Diag diag;
    arena_open(&arena, &failing.allocator);
    diag_open(&diag, &arena);
    const DocLimits limits = doc_default_limits();
    SourceText source;
    const bool ok = source_read(place_of("tests/unit/yaml/test_memory.c").path, limits.file_bytes,
                                &source, &arena, &diag);
    assert_true(ok || failing.has_failed || diag.error_count > 0);
    arena_close(&arena);
    failing_close(&failing);
    if (!failing.has_failed) {
      assert_true(ok);
      break;
    }
  }
}

// ---- libyaml's own memory: malloc itself fails ----

#if defined(__SANITIZE_ADDRESS__)
#define OWN_MALLOC 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define OWN_MALLOC 0
#else
#define OWN_MALLOC 1
#endif
#elif defined(__GLIBC__)
#define OWN_MALLOC 1
#else
#define OWN_MALLOC 0
#endif

#if OWN_MALLOC && defined(__GLIBC__)

// NOLINTBEGIN(readability-*): the names are those of the C library
void *__libc_malloc(size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_calloc(size_t count, size_t size);

static long requests;
static long fail_at; // 0: none
static bool for_ever;

static bool strikes(void) {
  requests++;
  return fail_at > 0 && (for_ever ? requests >= fail_at : requests == fail_at);
}

void *malloc(size_t size) {
  return strikes() ? NULL : __libc_malloc(size);
}

void *realloc(void *memory, size_t size) {
  return strikes() ? NULL : __libc_realloc(memory, size);
}

void *calloc(size_t count, size_t size) {
  return strikes() ? NULL : __libc_calloc(count, size);
}
// NOLINTEND(readability-*)

static void test_every_request_of_libyaml_may_fail(void **state) {
  (void)state;
  for (int mode = 0; mode < 2; mode++) {
    for (long n = 1;; n++) {
      Allocator allocator = {0};
      for_ever = mode == 1;
      requests = 0;
      fail_at = n;
      (void)work(&allocator, model);
      fail_at = 0;
      assert_int_equal(allocator.used, 0);
      assert_int_equal(allocator.exhausted, requests >= n);
      if (requests < n) {
        assert_true(n > 100); // libyaml's are among them
        break;
      }
    }
  }
}
#else
static void test_every_request_of_libyaml_may_fail(void **state) {
  (void)state;
  skip();
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_request_of_ours_may_fail),
      cmocka_unit_test(test_a_limit_of_memory),
      cmocka_unit_test(test_reading_may_fail),
      cmocka_unit_test(test_every_request_of_libyaml_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
