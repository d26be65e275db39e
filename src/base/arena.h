// SPDX-License-Identifier: BSD-3-Clause
// arena.h: three lifetimes (model, run, scratch) instead of thousands of frees.
//
// Nothing inside an arena is freed alone; a pointer lives as long as its arena. All memory of
// mbsrun's own code comes through an Allocator, whose one hook lets a test fail the n-th
// request and whose limit implements --max-memory.
#ifndef MBS_BASE_ARENA_H
#define MBS_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

// Where memory comes from. A zeroed Allocator uses malloc and free without a limit.
typedef struct Allocator {
  bool (*refuse)(void *context, size_t size); // test hook: true makes this request fail; or NULL
  void *context;                              // handed to refuse
  size_t limit;                               // bytes; 0 means none
  size_t used;                                // bytes now out
  bool exhausted;                             // a request has failed since the start
} Allocator;

// Growable raw memory for the few things that are not in an arena. NULL when refused.
void *allocator_get(Allocator *allocator, size_t size);
void *allocator_resize(Allocator *allocator, void *memory, size_t old_size, size_t new_size);
void allocator_give_back(Allocator *allocator, void *memory, size_t size);
// A call of the system or of a library failed with this errno: ENOMEM counts as a refused request.
// Returns whether it was that.
bool allocator_blamed(Allocator *allocator, int reason);

typedef struct ArenaBlock ArenaBlock;

typedef struct Arena {
  Allocator *allocator; // borrowed; outlives the arena
  ArenaBlock *last;     // newest block, which links to the older ones
  ArenaBlock *spare;    // blocks that others left
} Arena;

// A place in an arena to which arena_release returns.
typedef struct ArenaMark {
  ArenaBlock *block;
  size_t used;
} ArenaMark;

void arena_open(Arena *arena, Allocator *allocator);
void arena_close(Arena *arena); // gives all memory back; the arena may be used again
// The same, but the blocks stay as room of another arena of the same allocator: memory that was
// touched already costs less than fresh one.
void arena_close_into(Arena *arena, Arena *heir);

// Zeroed memory, aligned for any type. NULL when the allocator refuses (allocator->exhausted is
// then set, and the command ends with exit status 8). size 0 gives a valid pointer.
void *arena_alloc(Arena *arena, size_t size);

// count elements of a type; NULL also when the product overflows or count is negative.
void *arena_alloc_array(Arena *arena, int count, size_t size);
#define arena_new(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define arena_array(arena, type, count) ((type *)arena_alloc_array((arena), (count), sizeof(type)))

// Several arrays of count numbers each: arena_doubles(arena, n, &q, &v). Whether all were had;
// those that were not are NULL.
#define arena_doubles(arena, count, ...)                                                           \
  arena_alloc_doubles((arena), (count), (double **const[]){__VA_ARGS__, NULL})
bool arena_alloc_doubles(Arena *arena, int count, double **const *arrays); // NULL ends the list

// An array of old_count elements becomes one of count, the new ones zero; where it lives may
// change. One that fills a block of its own is resized there and leaves nothing behind. NULL when
// the allocator refuses; the old one then still stands. No mark may lie behind its allocation.
void *arena_grow(Arena *arena, void *array, int old_count, int count, size_t size);

// The array itself where it has room for `needed` elements, else a larger one; *capacity: elements
// that it has room for. NULL when the allocator refuses; the old one then still stands. A large one
// is resized where it stands, so that many small steps cost nothing.
void *arena_room(Arena *arena, void *array, int *capacity, int needed, size_t size);

// A NUL-terminated copy of text[0 .. length).
char *arena_copy(Arena *arena, const char *text, size_t length);

ArenaMark arena_mark(const Arena *arena);
void arena_release(Arena *arena, ArenaMark mark);

#endif
