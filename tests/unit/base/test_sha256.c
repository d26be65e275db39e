// SPDX-License-Identifier: BSD-3-Clause
// SHA-256: the examples of FIPS 180-4 and others with known hashes, however the message is cut.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/sha256.h"

static void hash_of(const char *bytes, size_t length, size_t part, char text[SHA256_TEXT_SIZE]) {
  Sha256 hash;
  sha256_begin(&hash);
  for (size_t at = 0; at < length; at += part) {
    sha256_add(&hash, bytes + at, length - at < part ? length - at : part);
  }
  sha256_end(&hash, text);
}

static void check(const char *bytes, size_t length, const char *expected) {
  const size_t parts[] = {1, 3, 55, 63, 64, 65, 1000, length + 1};
  for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
    char text[SHA256_TEXT_SIZE];
    hash_of(bytes, length, parts[k], text);
    assert_string_equal(text, expected);
  }
}

static void test_known_hashes(void **state) {
  (void)state;
  check("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  check("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const char *two = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
  check(two, strlen(two), "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  char *million = malloc(1000000);
  assert_non_null(million);
  memset(million, 'a', 1000000);
  check(million, 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  free(million);
}

// Every length around the ends of blocks: the padding takes one block or two. The expected value
// is the hash of all their hashes, from Python's hashlib.
static void test_every_length(void **state) {
  (void)state;
  char bytes[200];
  Sha256 all;
  sha256_begin(&all);
  for (size_t length = 0; length < sizeof bytes; length++) {
    bytes[length] = (char)(length * 7 % 128);
    char text[SHA256_TEXT_SIZE];
    hash_of(bytes, length, 17, text);
    sha256_add(&all, text, 64);
  }
  char text[SHA256_TEXT_SIZE];
  sha256_end(&all, text);
  assert_string_equal(text, "e1616154863bc1cb43c47269f9c6cf216da61b823e0d3ac4c91adab1ae644a26");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known_hashes),
      cmocka_unit_test(test_every_length),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
