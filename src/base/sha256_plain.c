// SPDX-License-Identifier: BSD-3-Clause
// sha256_plain.c: the secure hash SHA-256 in plain C (see sha256.h), for builds without libcrypto.
//
// A message is cut into blocks of 64 bytes, the last one filled with a bit 1, zeros, and the length
// in bits. Each block is mixed into eight words of 32 bits in 64 rounds (FIPS 180-4, sections 5,
// 6).
#include <assert.h>
#include <string.h>

#include "base/sha256.h"

enum { WORDS = 8, ROUNDS = 64, BLOCK = 64, BEFORE_LENGTH = 56 };

typedef struct State {
  uint32_t words[WORDS];
  uint32_t filled; // bytes of the block
  unsigned char block[BLOCK];
  uint64_t length; // bytes so far
} State;

static_assert(sizeof(State) <= sizeof(Sha256), "the room for our state");

static State taken(const Sha256 *hash) {
  State state;
  memcpy(&state, hash->room, sizeof state);
  return state;
}

static void put(Sha256 *hash, const State *state) {
  memcpy(hash->room, state, sizeof *state);
}

// The fractional parts of the cube roots of the first 64 primes.
static const uint32_t constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turned(uint32_t word, int bits) {
  return word >> bits | word << (32 - bits);
}

static void spread(const unsigned char *block, uint32_t w[static ROUNDS]) {
  for (int k = 0; k < 16; k++) {
    const unsigned char *at = block + (size_t)4 * (size_t)k;
    w[k] = (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
  }
  for (int k = 16; k < ROUNDS; k++) {
    const uint32_t early = w[k - 15], late = w[k - 2];
    w[k] = w[k - 16] + w[k - 7] + (turned(early, 7) ^ turned(early, 18) ^ early >> 3) +
           (turned(late, 17) ^ turned(late, 19) ^ late >> 10);
  }
}

static void mix(State *state) {
  uint32_t w[ROUNDS], h[WORDS];
  spread(state->block, w);
  memcpy(h, state->words, sizeof h);
  for (int k = 0; k < ROUNDS; k++) {
    const uint32_t a = h[0], e = h[4];
    const uint32_t chosen = (e & h[5]) ^ (~e & h[6]);
    const uint32_t most = (a & h[1]) ^ (a & h[2]) ^ (h[1] & h[2]);
    const uint32_t first =
        h[7] + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + constants[k] + w[k];
    const uint32_t second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most;
    memmove(h + 1, h, sizeof h - sizeof h[0]);
    h[4] += first;
    h[0] = first + second;
  }
  for (int k = 0; k < WORDS; k++) {
    state->words[k] += h[k];
  }
  state->filled = 0;
}

void sha256_begin(Sha256 *hash) {
  // the fractional parts of the square roots of the first eight primes
  const State state = {.words = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                                 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
  put(hash, &state);
}

void sha256_add(Sha256 *hash, const void *bytes, size_t length) {
  State state = taken(hash);
  const unsigned char *from = bytes;
  state.length += length;
  while (length > 0) {
    const size_t room = BLOCK - state.filled;
    const size_t part = length < room ? length : room;
    memcpy(state.block + state.filled, from, part);
    state.filled += (uint32_t)part;
    from += part;
    length -= part;
    if (state.filled == BLOCK) {
      mix(&state);
    }
  }
  put(hash, &state);
}

static void finish(State *state) {
  const uint64_t bits = state->length * 8;
  state->block[state->filled++] = 0x80;
  if (state->filled > BEFORE_LENGTH) {
    memset(state->block + state->filled, 0, BLOCK - state->filled);
    mix(state);
  }
  memset(state->block + state->filled, 0, BEFORE_LENGTH - state->filled);
  for (int k = 0; k < 8; k++) {
    state->block[BEFORE_LENGTH + k] = (unsigned char)(bits >> (56 - 8 * k));
  }
  mix(state);
}

void sha256_end(Sha256 *hash, char text[static SHA256_TEXT_SIZE]) {
  State state = taken(hash);
  finish(&state);
  for (int k = 0; k < SHA256_TEXT_SIZE - 1; k++) {
    text[k] = "0123456789abcdef"[state.words[k / 8] >> (28 - 4 * (k % 8)) & 15];
  }
  text[SHA256_TEXT_SIZE - 1] = '\0';
}

void sha256_of(const void *bytes, size_t length, char text[static SHA256_TEXT_SIZE]) {
  Sha256 hash;
  sha256_begin(&hash);
  sha256_add(&hash, bytes, length);
  sha256_end(&hash, text);
}
