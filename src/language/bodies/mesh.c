// SPDX-License-Identifier: BSD-3-Clause
// mesh.c: readers of STL and OBJ (mesh.h).
#include "language/bodies/mesh.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "language/numbers/functions.h"
#include "language/numbers/numbers.h"

enum { HEAD = 84, RECORD = 50, WORDS = 5 };

// A file that is being read: bytes from `at` on, and what came out.
typedef struct Reader {
  const Loader *loader;
  const Value *file;
  const char *at, *end;
  int line;
  double (*corners)[3]; // in threes
  int count, room;
  double (*points)[3]; // of an OBJ
  int point_count, point_room;
  bool good;
} Reader;

static bool refuse(Reader *reader, const char *why) {
  if (reader->good) {
    diag_add(loader_diag(reader->loader), DIAG_IO_TABLE, reader->file->mark, "%s, %s %d: %s",
             reader->file->text, reader->line > 0 ? "line" : "triangle",
             reader->line > 0 ? reader->line : reader->count / 3 + 1, why);
  }
  reader->good = false;
  return false;
}

// One more entry of a growing array of points; false after a message or when memory ran out.
static bool push(Reader *reader, double (**list)[3], int *count, int *room, const double x[3]) {
  if (*count == 3 * MESH_TRIANGLES) {
    diag_add(loader_diag(reader->loader), DIAG_LIMIT_ELEMENTS, reader->file->mark,
             "%s has more than %d triangles", reader->file->text, (int)MESH_TRIANGLES);
    diag_hint(loader_diag(reader->loader), "export a coarser one from the program that made it");
    reader->good = false;
    return false;
  }
  if (*count == *room) {
    const int more = *room == 0 ? 3072 : 2 * *room;
    double(*grown)[3] = arena_grow(loader_arena(reader->loader), *list, *room, more, sizeof **list);
    if (grown == NULL) {
      reader->good = false;
      return false;
    }
    *list = grown;
    *room = more;
  }
  memcpy((*list)[(*count)++], x, sizeof **list);
  return true;
}

static bool push_corner(Reader *reader, const double x[3]) {
  if (!(isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2]))) {
    return refuse(reader, "a coordinate is not finite");
  }
  return push(reader, &reader->corners, &reader->count, &reader->room, x);
}

// ---- binary STL ----

static double float_at(const unsigned char *bytes) {
  const uint32_t bits = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
                        (uint32_t)bytes[3] << 24;
  float value;
  memcpy(&value, &bits, sizeof value);
  return (double)value;
}

// The length that a binary STL with this head has; 0: the file is shorter than a head.
static size_t stated_length(const SourceText *text) {
  const unsigned char *bytes = (const unsigned char *)text->text;
  if (text->length < HEAD) {
    return 0;
  }
  const uint32_t count = (uint32_t)bytes[80] | (uint32_t)bytes[81] << 8 |
                         (uint32_t)bytes[82] << 16 | (uint32_t)bytes[83] << 24;
  return HEAD + (size_t)RECORD * count;
}

static void read_binary(Reader *reader) {
  const unsigned char *at = (const unsigned char *)reader->at + HEAD;
  for (; at < (const unsigned char *)reader->end && reader->good; at += RECORD) {
    for (int corner = 0; corner < 3 && reader->good; corner++) {
      double x[3];
      for (int k = 0; k < 3; k++) {
        x[k] = float_at(at + 12 + 12 * corner + 4 * k);
      }
      (void)push_corner(reader, x);
    }
  }
}

// ---- text ----

// A word of a line.
typedef struct Word {
  const char *text;
  int length;
} Word;

// The words of the next line that has any, the first `most` of them. Their number, most + 1 where
// there are more; 0 at the end.
static int next_line(Reader *reader, Word *words, int most) {
  int count = 0;
  while (reader->at < reader->end && count == 0) {
    const char *stop = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    stop = stop == NULL ? reader->end : stop;
    reader->line++;
    for (const char *at = reader->at; at < stop;) {
      const char *from = at;
      while (at < stop && *at != ' ' && *at != '\t' && *at != '\r') {
        at++;
      }
      if (at > from && count < most) {
        words[count] = (Word){from, (int)(at - from)};
      }
      count += at > from && count <= most;
      at += at < stop;
    }
    reader->at = stop < reader->end ? stop + 1 : stop;
  }
  return count;
}

static bool is_word(const Word *word, const char *text) {
  return (size_t)word->length == strlen(text) && memcmp(word->text, text, strlen(text)) == 0;
}

static bool number_of(const Word *word, int length, double *value) {
  const NumberProblem problem = number_parse(word->text, length, value, NULL);
  return problem == NUMBER_OK || problem == NUMBER_UNDERFLOW;
}

static bool read_place(Reader *reader, const Word *words, int count, double x[3]) {
  for (int k = 0; k < 3; k++) {
    if (k >= count || !number_of(&words[k], words[k].length, &x[k])) {
      return refuse(reader, "three numbers are expected");
    }
  }
  return true;
}

static void read_stl(Reader *reader) {
  Word words[WORDS];
  double x[3];
  for (int count = next_line(reader, words, WORDS); count > 0 && reader->good;
       count = next_line(reader, words, WORDS)) {
    if (is_word(&words[0], "vertex") && read_place(reader, words + 1, count - 1, x)) {
      (void)push_corner(reader, x);
    } else if (is_word(&words[0], "endloop") && reader->count % 3 != 0) {
      (void)refuse(reader, "a facet of STL has three vertices");
    }
  }
}

// The point that a word of a face names, "7", "7/1/2" or, from the last one back, "-1".
static bool find_corner(Reader *reader, const Word *word, int *index) {
  double value = 0;
  const char *slash = memchr(word->text, '/', (size_t)word->length);
  const int length = slash == NULL ? word->length : (int)(slash - word->text);
  if (!number_of(word, length, &value) || value != floor(value) ||
      fabs(value) > reader->point_count || value == 0) {
    return refuse(reader, "a face names a vertex that does not exist");
  }
  *index = value > 0 ? (int)value - 1 : reader->point_count + (int)value;
  return true;
}

static void read_face(Reader *reader, const Word *words, int count) {
  int first = 0, last = 0, index = 0;
  for (int k = 0; k < count && find_corner(reader, &words[k], &index); k++) {
    first = k == 0 ? index : first;
    if (k > 1 &&
        !(push_corner(reader, reader->points[first]) && push_corner(reader, reader->points[last]) &&
          push_corner(reader, reader->points[index]))) {
      return;
    }
    last = index;
  }
  if (count < 3) {
    (void)refuse(reader, "a face has three vertices or more");
  }
}

static void read_obj(Reader *reader) {
  enum { MOST = 65 };
  Word words[MOST];
  double x[3];
  for (int count = next_line(reader, words, MOST); count > 0 && reader->good;
       count = next_line(reader, words, MOST)) {
    if (count > MOST && is_word(&words[0], "f")) {
      (void)refuse(reader, "a face has more than 64 vertices");
    } else if (is_word(&words[0], "v") && read_place(reader, words + 1, count - 1, x)) {
      (void)push(reader, &reader->points, &reader->point_count, &reader->point_room, x);
    } else if (is_word(&words[0], "f")) {
      read_face(reader, words + 1, count - 1);
    }
  }
}

// ---- all ----

static bool ends_in(const char *name, const char *ending) {
  const size_t length = strlen(name), size = strlen(ending);
  bool same = length >= size;
  for (size_t k = 0; same && k < size; k++) {
    same = (name[length - size + k] | 0x20) == (ending[k] | 0x20);
  }
  return same;
}

bool mesh_load(Loader *loader, const Value *file, int scale, BodyShape *shape) {
  SourceText *text;
  double unit = 1;
  Reader reader = {.loader = loader, .file = file, .good = true};
  if (!functions_read_file(loader, file, &text)) {
    return !loader_exhausted(loader);
  }
  reader.at = text->text;
  reader.end = text->text + text->length;
  const size_t stated = stated_length(text);
  if (stated == text->length && stated > 0) {
    read_binary(&reader);
  } else if (ends_in(file->text, ".obj")) {
    read_obj(&reader);
  } else {
    read_stl(&reader);
  }
  if (reader.good && reader.count == 0) {
    (void)refuse(&reader, "it contains no triangles");
    if (stated > 0 && memchr(text->text, '\0', HEAD) != NULL) {
      diag_hint(loader_diag(loader),
                "as a binary STL it should have %zu bytes according to its header, but has %zu: is "
                "it cut off?",
                stated, text->length);
    }
  }
  (void)numbers_known(loader, scale, &unit);
  for (int k = 0; k < reader.count; k++) {
    for (int axis = 0; axis < 3; axis++) {
      reader.corners[k][axis] *= unit;
    }
  }
  shape->corners = (const double(*)[3])reader.corners;
  shape->corner_count = reader.good ? reader.count / 3 * 3 : 0;
  return !loader_exhausted(loader);
}
