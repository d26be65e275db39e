// SPDX-License-Identifier: BSD-3-Clause
// sha256.c: SHA-256 as FIPS 180-4 writes it.
//
// A block of 16 big-endian words W0 .. W15 is stretched to 64,
//
//   W(t) = s1(W(t-2)) + W(t-7) + s0(W(t-15)) + W(t-16),
//
// and 64 rounds stir them, with the constants K(t), into the eight words of the state, to which
// the state from before the block is added. Processors with instructions for it do two rounds at
// once (about a tenth of the time); glibc knows whether this one has them.
#include "base/sha256.h"

#include <stdbool.h>
#include <string.h>

#if defined(__x86_64__) && defined(__has_include)
#if __has_include(<sys/platform/x86.h>) && __has_include(<immintrin.h>)
#define SHA256_X86 1
#include <immintrin.h>
#include <sys/platform/x86.h>
#endif
#endif

// The first 32 bits of the fractions of the cube roots of the first 64 primes.
static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// ---- any processor ----

static uint32_t turn(uint32_t word, int bits) {
  return word >> bits | word << (32 - bits);
}

static uint32_t big_endian(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void stretch(const uint8_t *bytes, uint32_t words[static 64]) {
  for (int t = 0; t < 16; t++) {
    words[t] = big_endian(bytes + (size_t)4 * (size_t)t);
  }
  for (int t = 16; t < 64; t++) {
    const uint32_t near = words[t - 2];
    const uint32_t far = words[t - 15];
    words[t] = (turn(near, 17) ^ turn(near, 19) ^ near >> 10) + words[t - 7] +
               (turn(far, 7) ^ turn(far, 18) ^ far >> 3) + words[t - 16];
  }
}

void sha256_blocks_plain(uint32_t state[static 8], const uint8_t *bytes, size_t blocks) {
  uint32_t words[64];
  for (; blocks > 0; blocks--, bytes += SHA256_BLOCK) {
    stretch(bytes, words);
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];
    uint32_t e = state[4], f = state[5], g = state[6], h = state[7];
    for (int t = 0; t < 64; t++) {
      const uint32_t first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (g ^ (e & (f ^ g))) +
                             constants[t] + words[t];
      const uint32_t second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) | (c & (a | b)));
      h = g, g = f, f = e, e = d + first;
      d = c, c = b, b = a, a = first + second;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
  }
}

// ---- processors with the instructions ----

#ifdef SHA256_X86

int sha256_has_instructions(void) {
  return CPU_FEATURE_ACTIVE(SHA) && CPU_FEATURE_ACTIVE(SSE4_1) && CPU_FEATURE_ACTIVE(SSSE3);
}

// The instructions hold the state as two vectors, a b e f and c d g h from the top, and four words
// W(t) .. W(t+3) as one.
__attribute__((target("sha,sse4.1,ssse3"))) void
sha256_blocks_fast(uint32_t state[static 8], const uint8_t *bytes, size_t blocks) {
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const __m128i dcba = _mm_loadu_si128((const __m128i *)(const void *)state);
  const __m128i hgfe = _mm_loadu_si128((const __m128i *)(const void *)(state + 4));
  const __m128i cdab = _mm_shuffle_epi32(dcba, 0xb1);
  const __m128i efgh = _mm_shuffle_epi32(hgfe, 0x1b);
  __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
  for (; blocks > 0; blocks--, bytes += SHA256_BLOCK) {
    const __m128i abef_before = abef;
    const __m128i cdgh_before = cdgh;
    __m128i words[4];
    for (int k = 0; k < 4; k++) {
      const __m128i *place = (const __m128i *)(const void *)(bytes + (size_t)16 * (size_t)k);
      words[k] = _mm_shuffle_epi8(_mm_loadu_si128(place), swap);
    }
    for (int k = 0; k < 16; k++) {
      const __m128i *place = (const __m128i *)(const void *)(constants + (size_t)4 * (size_t)k);
      const __m128i sum = _mm_add_epi32(words[0], _mm_loadu_si128(place));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0e));
      const __m128i sevenths = _mm_alignr_epi8(words[3], words[2], 4);
      const __m128i part = _mm_add_epi32(_mm_sha256msg1_epu32(words[0], words[1]), sevenths);
      words[0] = words[1], words[1] = words[2], words[2] = words[3];
      words[3] = _mm_sha256msg2_epu32(part, words[3]); // the last four are of no use
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  const __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
  const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
  _mm_storeu_si128((__m128i *)(void *)state, _mm_blend_epi16(feba, dchg, 0xf0));
  _mm_storeu_si128((__m128i *)(void *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#else

int sha256_has_instructions(void) {
  return false;
}

void sha256_blocks_fast(uint32_t state[static 8], const uint8_t *bytes, size_t blocks) {
  sha256_blocks_plain(state, bytes, blocks);
}

#endif

// ---- the message ----

static void take_blocks(Sha256 *hash, const uint8_t *bytes, size_t blocks) {
  if (sha256_has_instructions()) {
    sha256_blocks_fast(hash->state, bytes, blocks);
  } else {
    sha256_blocks_plain(hash->state, bytes, blocks);
  }
}

void sha256_begin(Sha256 *hash) {
  // the first 32 bits of the fractions of the square roots of the first eight primes
  static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  memcpy(hash->state, start, sizeof start);
  hash->length = 0;
}

void sha256_add(Sha256 *hash, const void *bytes, size_t length) {
  const uint8_t *rest = bytes;
  const size_t kept = (size_t)(hash->length % SHA256_BLOCK);
  hash->length += length;
  if (kept > 0) {
    const size_t room = SHA256_BLOCK - kept;
    const size_t part = length < room ? length : room;
    memcpy(hash->block + kept, rest, part);
    if (part < room) {
      return;
    }
    take_blocks(hash, hash->block, 1);
    rest += part;
    length -= part;
  }
  if (length >= SHA256_BLOCK) {
    take_blocks(hash, rest, length / SHA256_BLOCK);
  }
  if (length % SHA256_BLOCK > 0) {
    memcpy(hash->block, rest + length / SHA256_BLOCK * SHA256_BLOCK, length % SHA256_BLOCK);
  }
}

// A bit 1, zeros, and the length in bits as the last 64 bits of a block.
void sha256_end(Sha256 *hash, char text[static SHA256_TEXT_SIZE]) {
  static const uint8_t padding[SHA256_BLOCK] = {0x80};
  static const char digits[] = "0123456789abcdef";
  uint8_t bits[8];
  for (int k = 0; k < 8; k++) {
    bits[k] = (uint8_t)(hash->length * 8 >> (56 - 8 * k));
  }
  const size_t kept = (size_t)(hash->length % SHA256_BLOCK);
  sha256_add(hash, padding, kept < 56 ? 56 - kept : 120 - kept);
  sha256_add(hash, bits, sizeof bits);
  for (int k = 0; k < 64; k++) {
    text[k] = digits[hash->state[k / 8] >> (28 - 4 * (k % 8)) & 15];
  }
  text[64] = '\0';
}
