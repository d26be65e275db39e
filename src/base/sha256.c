// SPDX-License-Identifier: BSD-3-Clause
// sha256.c: the secure hash SHA-256 (see sha256.h).
#include "base/sha256.h"

void sha256_begin(Sha256 *hash) {
  SHA256Init(&hash->context);
}

void sha256_add(Sha256 *hash, const void *bytes, size_t length) {
  SHA256Update(&hash->context, bytes, length);
}

void sha256_end(Sha256 *hash, char text[static SHA256_TEXT_SIZE]) {
  SHA256End(&hash->context, text);
}
