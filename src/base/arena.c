// SPDX-License-Identifier: BSD-3-Clause
// arena.c: a stack of blocks, each twice as large as the one before, up to a bound.
//
// A block is a header followed by its bytes. Allocation takes the next 16-byte multiple of the
// newest block; a request that does not fit opens a new block. Under AddressSanitizer every
// piece is followed by poisoned bytes, so that an overrun is found although malloc is not asked.
#include "base/arena.h"

#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MBS_POISON 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define MBS_POISON 1
#endif

#ifdef MBS_POISON
#include <sanitizer/asan_interface.h>
enum { RED_ZONE = 16 };
#else
#define ASAN_POISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
enum { RED_ZONE = 0 };
#endif

#ifdef MBS_TINY
enum { SMALLEST_BLOCK = 64, LARGEST_BLOCK = 256 };
#else
enum { SMALLEST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };
#endif

enum { ALIGNMENT = 16 };

struct ArenaBlock {
  ArenaBlock *previous;
  size_t capacity; // bytes behind the header
  size_t used;     // of these
  size_t padding;  // keeps the header a multiple of ALIGNMENT
};

_Static_assert(sizeof(ArenaBlock) % ALIGNMENT == 0, "blocks must start aligned");

// ---- the allocator ----

static bool may_have(Allocator *allocator, size_t size) {
  const bool over = allocator->limit != 0 && (allocator->used > allocator->limit ||
                                              size > allocator->limit - allocator->used);
  if (over || (allocator->refuse != NULL && allocator->refuse(allocator->context, size))) {
    allocator->exhausted = true;
    return false;
  }
  return true;
}

void *allocator_get(Allocator *allocator, size_t size) {
  if (!may_have(allocator, size)) {
    return NULL;
  }
  void *memory = malloc(size > 0 ? size : 1);
  if (memory == NULL) {
    allocator->exhausted = true;
    return NULL;
  }
  allocator->used += size;
  return memory;
}

void *allocator_resize(Allocator *allocator, void *memory, size_t old_size, size_t new_size) {
  const size_t more = new_size > old_size ? new_size - old_size : 0;
  if (!may_have(allocator, more)) {
    return NULL;
  }
  void *moved = realloc(memory, new_size > 0 ? new_size : 1);
  if (moved == NULL) {
    allocator->exhausted = true;
    return NULL;
  }
  allocator->used = allocator->used - old_size + new_size;
  return moved;
}

void allocator_give_back(Allocator *allocator, void *memory, size_t size) {
  if (memory != NULL) {
    assert(allocator->used >= size);
    allocator->used -= size;
    free(memory);
  }
}

bool allocator_blamed(Allocator *allocator, int reason) {
  allocator->exhausted = allocator->exhausted || reason == ENOMEM;
  return reason == ENOMEM;
}

// ---- the arena ----

static char *block_bytes(ArenaBlock *block) {
  return (char *)(block + 1);
}

static void drop_last_block(Arena *arena) {
  ArenaBlock *block = arena->last;
  arena->last = block->previous;
  ASAN_UNPOISON_MEMORY_REGION(block_bytes(block), block->capacity);
  allocator_give_back(arena->allocator, block, sizeof(ArenaBlock) + block->capacity);
}

void arena_open(Arena *arena, Allocator *allocator) {
  *arena = (Arena){.allocator = allocator, .last = NULL};
}

void arena_close(Arena *arena) {
  while (arena->last != NULL) {
    drop_last_block(arena);
  }
  arena->last = arena->spare;
  arena->spare = NULL;
  while (arena->last != NULL) {
    drop_last_block(arena);
  }
}

void arena_close_into(Arena *arena, Arena *heir) {
  assert(arena->allocator == heir->allocator);
  while (arena->last != NULL) {
    ArenaBlock *block = arena->last;
    arena->last = block->previous;
    block->previous = heir->spare;
    heir->spare = block;
  }
  arena_close(arena);
}

// The smallest spare block that is large enough becomes the last one. False when there is none.
static bool take_spare(Arena *arena, size_t size) {
  ArenaBlock **best = NULL;
  for (ArenaBlock **at = &arena->spare; *at != NULL; at = &(*at)->previous) {
    const bool fits = (*at)->capacity >= size;
    best = fits && (best == NULL || (*at)->capacity < (*best)->capacity) ? at : best;
  }
  if (best == NULL) {
    return false;
  }
  ArenaBlock *block = *best;
  *best = block->previous;
  block->previous = arena->last;
  block->used = 0;
  arena->last = block;
  ASAN_POISON_MEMORY_REGION(block_bytes(block), block->capacity);
  return true;
}

static bool add_block(Arena *arena, size_t size) {
  if (take_spare(arena, size)) {
    return true;
  }
  size_t capacity = SMALLEST_BLOCK;
  if (arena->last != NULL) {
    capacity =
        arena->last->capacity < LARGEST_BLOCK / 2 ? arena->last->capacity * 2 : LARGEST_BLOCK;
  }
  while (capacity < size && capacity < LARGEST_BLOCK) {
    capacity *= 2; // whoever has it next asks for about as much
  }
  capacity = capacity < size ? size : capacity;
  ArenaBlock *block = allocator_get(arena->allocator, sizeof(ArenaBlock) + capacity);
  if (block == NULL) {
    return false;
  }
  *block = (ArenaBlock){.previous = arena->last, .capacity = capacity};
  ASAN_POISON_MEMORY_REGION(block_bytes(block), capacity);
  arena->last = block;
  return true;
}

// What an allocation takes of its block.
static size_t taken_by(size_t size) {
  return ((size > 0 ? size : 1) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + (size_t)RED_ZONE;
}

void *arena_alloc(Arena *arena, size_t size) {
  if (size > SIZE_MAX / 4) {
    arena->allocator->exhausted = true;
    return NULL;
  }
  // size 0 still takes room, so that two pointers never coincide
  const size_t taken = taken_by(size);
  if (arena->last == NULL || taken > arena->last->capacity - arena->last->used) {
    if (!add_block(arena, taken)) {
      return NULL;
    }
  }
  char *memory = block_bytes(arena->last) + arena->last->used;
  arena->last->used += taken;
  ASAN_UNPOISON_MEMORY_REGION(memory, size);
  memset(memory, 0, size);
  return memory;
}

void *arena_alloc_array(Arena *arena, int count, size_t size) {
  if (count < 0 || (size > 0 && (size_t)count > SIZE_MAX / size)) {
    arena->allocator->exhausted = true;
    return NULL;
  }
  return arena_alloc(arena, (size_t)count * size);
}

bool arena_alloc_doubles(Arena *arena, int count, double **const *arrays) {
  bool all = true;
  for (; *arrays != NULL; arrays++) {
    **arrays = arena_array(arena, double, count);
    all = all && **arrays != NULL;
  }
  return all;
}

// The link to the block in which these bytes are all that is used; NULL when there is none.
static ArenaBlock **block_of(Arena *arena, const void *memory, size_t taken) {
  for (ArenaBlock **at = &arena->last; *at != NULL; at = &(*at)->previous) {
    if (block_bytes(*at) == memory) {
      return (*at)->used == taken ? at : NULL;
    }
  }
  return NULL;
}

void *arena_grow(Arena *arena, void *array, int old_count, int count, size_t size) {
  const size_t old = (size_t)old_count * size;
  ArenaBlock **link = old >= LARGEST_BLOCK ? block_of(arena, array, taken_by(old)) : NULL;
  if (link == NULL || (size > 0 && (size_t)count > SIZE_MAX / 4 / size)) {
    void *grown = arena_alloc_array(arena, count, size);
    if (grown != NULL && old_count > 0) {
      memcpy(grown, array, old);
    }
    return grown;
  }
  const size_t taken = taken_by((size_t)count * size);
  ASAN_UNPOISON_MEMORY_REGION(block_bytes(*link), (*link)->capacity);
  ArenaBlock *block = allocator_resize(arena->allocator, *link, sizeof **link + (*link)->capacity,
                                       sizeof **link + taken);
  if (block == NULL) {
    return NULL;
  }
  *link = block;
  block->capacity = block->used = taken;
  memset(block_bytes(block) + old, 0, taken - old);
  ASAN_POISON_MEMORY_REGION(block_bytes(block) + (size_t)count * size, RED_ZONE);
  return block_bytes(block);
}

void *arena_room(Arena *arena, void *array, int *capacity, int needed, size_t size) {
  enum { FIRST = 16 };
  if (needed <= *capacity) {
    return array;
  }
  const bool large = (size_t)*capacity * size >= LARGEST_BLOCK;
  const int more = *capacity > 0 ? *capacity + (large ? *capacity / 4 : *capacity) : FIRST;
  const int room = needed > more ? needed : more;
  void *grown = arena_grow(arena, array, *capacity, room, size);
  *capacity = grown == NULL ? *capacity : room;
  return grown;
}

char *arena_copy(Arena *arena, const char *text, size_t length) {
  if (length == SIZE_MAX) {
    arena->allocator->exhausted = true;
    return NULL;
  }
  char *copy = arena_alloc(arena, length + 1);
  if (copy != NULL && length > 0) {
    memcpy(copy, text, length);
  }
  return copy;
}

ArenaMark arena_mark(const Arena *arena) {
  return (ArenaMark){.block = arena->last, .used = arena->last != NULL ? arena->last->used : 0};
}

void arena_release(Arena *arena, ArenaMark mark) {
  while (arena->last != mark.block) {
    assert(arena->last != NULL);
    drop_last_block(arena);
  }
  if (arena->last != NULL) {
    assert(mark.used <= arena->last->used);
    ASAN_POISON_MEMORY_REGION(block_bytes(arena->last) + mark.used,
                              arena->last->capacity - mark.used);
    arena->last->used = mark.used;
  }
}
