// SPDX-License-Identifier: BSD-3-Clause
// program.c: the way from text to a program.
//
// Parser, lowering, then tidying up: what the result does not need is dropped, inputs move to the
// front, and what only switching functions need goes behind the result, where the evaluation of
// values never comes. All of it happens in an arena of its own; only the program stays.
#include "expr/programs/program.h"

#include <assert.h>
#include <string.h>

#include "expr/programs/formula.h"
#include "expr/programs/lower.h"
#include "expr/programs/switches.h"

// Instructions that one term may need: two for itself (a ramp and its blend), and switching
// functions for each of these.
enum { INSTRUCTIONS_PER_TERM = 2 + 2 * SWITCHES_PER_OPERATION };

// The tape in its final order.
typedef struct Layout {
  bool *live; // instruction of the tape -> needed for the result, or (later) for a switch
  int *place; // instruction of the tape -> place in the program, or -1
  Instruction *code;
  int count;
} Layout;

// Marks all that marked instructions need, but (watched) not what stands inside a noevent; operands
// stand before what uses them.
static void mark_needed(const Tape *tape, bool *needed, int last, bool watched) {
  for (int k = last; k >= 0; k--) {
    const Instruction *at = &tape->code[k];
    if (needed[k] && !(watched && at->op == OP_NOEVENT)) {
      const int operands[] = {at->a, at->b, at->c};
      for (int j = 0; j < functions_operand_count((Opcode)at->op); j++) {
        needed[operands[j]] = true;
      }
    }
  }
}

static void place(const Tape *tape, Layout *layout, int instruction) {
  Instruction moved = tape->code[instruction];
  const int count = functions_operand_count((Opcode)moved.op);
  if (moved.op != OP_INPUT) {
    moved.a = (unsigned short)(count > 0 ? layout->place[moved.a] : 0);
    moved.b = (unsigned short)(count > 1 ? layout->place[moved.b] : 0);
    moved.c = (unsigned short)(count > 2 ? layout->place[moved.c] : 0);
  }
  layout->place[instruction] = layout->count;
  layout->code[layout->count++] = moved;
}

static void place_inputs(const Tape *tape, Layout *layout) {
  for (int input = 0; input < tape->input_count; input++) {
    int k = 0;
    while (tape->code[k].op != OP_INPUT || tape->code[k].a != input) {
      k++;
    }
    place(tape, layout, k);
  }
}

// Places what is marked and not placed yet.
static void place_marked(const Tape *tape, Layout *layout) {
  for (int k = 0; k < tape->count; k++) {
    if (layout->live[k] && layout->place[k] < 0) {
      place(tape, layout, k);
    }
  }
}

static bool open_layout(Layout *layout, const Tape *tape, Arena *arena) {
  *layout = (Layout){.live = arena_array(arena, bool, tape->capacity),
                     .place = arena_array(arena, int, tape->capacity),
                     .code = arena_array(arena, Instruction, tape->capacity)};
  if (layout->live == NULL || layout->place == NULL || layout->code == NULL) {
    return false;
  }
  for (int k = 0; k < tape->capacity; k++) {
    layout->place[k] = -1;
  }
  return true;
}

// Fills code, count, result and the switches, which are still in scratch memory. False when memory
// ran out.
static bool lay_out(Tape *tape, int result, Program *program, Arena *scratch) {
  Layout layout;
  Switch *switches = arena_array(scratch, Switch, SWITCHES_PER_OPERATION * tape->count);
  signed char *degrees = arena_array(scratch, signed char, tape->capacity);
  bool *watched = arena_array(scratch, bool, tape->count);
  if (!open_layout(&layout, tape, scratch) || !switches || !degrees || !watched) {
    return false;
  }
  const int value_count = tape->count;
  layout.live[result] = true;
  mark_needed(tape, layout.live, result, false);
  place_inputs(tape, &layout);
  place_marked(tape, &layout);
  program->result = layout.place[result];
  watched[result] = true;
  mark_needed(tape, watched, result, true);
  const int switch_count = switches_collect(tape, watched, value_count, switches);
  for (int k = 0; k < switch_count; k++) {
    layout.live[switches[k].instruction] = true;
  }
  mark_needed(tape, layout.live, tape->count - 1, false);
  place_marked(tape, &layout);
  for (int k = 0; k < switch_count; k++) {
    switches[k].instruction = layout.place[switches[k].instruction];
  }
  program->code = layout.code;
  program->count = layout.count;
  program->inputs = tape->inputs;
  program->input_count = tape->input_count;
  program->switches = switches;
  program->switch_count = switches_classify(program, switches, switch_count, degrees);
  return true;
}

// A copy in an arena, NULL when memory ran out.
static void *keep(Arena *arena, const void *memory, int count, size_t size) {
  void *copy = arena_alloc_array(arena, count, size);
  if (copy != NULL && count > 0) {
    memcpy(copy, memory, (size_t)count * size);
  }
  return copy;
}

// Moves everything from scratch memory into the arena.
static bool keep_program(Program *program, const Tape *tape, Arena *arena) {
  const char **names = arena_array(arena, const char *, program->input_count);
  program->code = keep(arena, program->code, program->count, sizeof *program->code);
  program->inputs = keep(arena, program->inputs, program->input_count, sizeof *program->inputs);
  program->switches =
      keep(arena, program->switches, program->switch_count, sizeof *program->switches);
  program->input_names = names;
  if (names == NULL || program->code == NULL || program->inputs == NULL ||
      program->switches == NULL) {
    return false;
  }
  for (int k = 0; k < program->input_count; k++) {
    names[k] = arena_copy(arena, tape->input_names[k], strlen(tape->input_names[k]));
    if (names[k] == NULL) {
      return false;
    }
  }
  return true;
}

static void summarise(Program *program) {
  for (int k = 0; k < program->input_count; k++) {
    const SymbolKind kind = program->inputs[k].kind;
    program->uses_time = program->uses_time || kind == SYMBOL_TIME;
    program->uses_state = program->uses_state || kind == SYMBOL_MEASURE;
    program->uses_parameters = program->uses_parameters || kind == SYMBOL_PARAMETER;
  }
  program->constant = program->input_count == 0;
  if (program->constant) {
    assert(program->code[program->result].op == OP_CONSTANT);
    program->value = program->code[program->result].constant;
  }
}

static bool refuse_size(const Passage *text, Diag *diag, int found, int limit, const char *what) {
  diag_add(diag, DIAG_LIMIT_EXPRESSION, mark_of_passage(text, 0, 1),
           "the expression has %d %s, at most %d are allowed", found, what, limit);
  return diag_hint(diag, "put part of it into a parameter, or use a table");
}

static bool compile(const Passage *text, const Scope *scope, Program *program, Arena *arena,
                    Arena *scratch, Diag *diag) {
  Syntax syntax;
  Tape tape;
  int result = 0;
  int depth = 0;
  *program = (Program){.text = *text};
  if (!parser_parse(text, scope, &syntax, scratch, diag)) {
    return false;
  }
  const int terms = formula_terms(&syntax, text, scope, &depth, scratch);
  if (terms > FORMULA_TERMS_LIMIT) {
    diag_add(diag, DIAG_LIMIT_EXPRESSION, mark_of_passage(text, 0, 1),
             "with the functions that it calls the expression has more than %d terms",
             (int)FORMULA_TERMS_LIMIT);
    return diag_hint(diag, "put part of it into a parameter, or use a table");
  }
  if (terms < 0 || !tape_open(&tape, INSTRUCTIONS_PER_TERM * terms, terms, scratch) ||
      !lower_syntax(&syntax, text, scope, &tape, &result, &program->dimension, scratch, diag) ||
      !lay_out(&tape, result, program, scratch)) {
    return false;
  }
  if (program->count > PROGRAM_LIMIT) {
    return refuse_size(text, diag, program->count, PROGRAM_LIMIT, "operations");
  }
  if (!keep_program(program, &tape, arena)) {
    return false;
  }
  summarise(program);
  return true;
}

bool program_compile(const Passage *text, const Scope *scope, Program *program, Arena *arena,
                     Diag *diag) {
  if (text->length > PROGRAM_TEXT_LIMIT) {
    return refuse_size(text, diag, text->length, PROGRAM_TEXT_LIMIT, "bytes");
  }
  Arena scratch;
  arena_open(&scratch, arena->allocator);
  const bool good = compile(text, scope, program, arena, &scratch, diag);
  arena_close(&scratch);
  return good;
}

bool program_is_condition(const Program *program) {
  return functions_is_truth((Opcode)program->code[program->result].op);
}

// ---- terms ----

// Long sums lean to the left; none is followed further than there is room.
static int add_terms(const Instruction *code, int at, int *terms, int count, int most) {
  while (count <= most) {
    const Instruction *one = &code[at];
    switch ((int)one->op) {
    case OP_ADD:
    case OP_SUBTRACT:
      count = add_terms(code, one->b, terms, count, most);
      break;
    case OP_NEGATE:
    case OP_SHIFT:
    case OP_SCALE:
    case OP_DIVIDE_BY:
      break;
    default:
      if (count < most) {
        terms[count] = at;
      }
      return count + 1;
    }
    at = one->a;
  }
  return count;
}

int program_terms(const Program *program, int *terms, int most) {
  const int count = add_terms(program->code, program->result, terms, 0, most);
  return count > 1 && count <= most ? count : 0;
}
