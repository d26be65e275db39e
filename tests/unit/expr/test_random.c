// SPDX-License-Identifier: BSD-3-Clause
// test_expr_random.c: random expressions against a second implementation.
//
// A random tree is written as text, with brackets only where the precedence table of the manual
// demands them (and sometimes where it does not), compiled, and compared with a plain recursive
// walk over the tree: the value to the last bit, the gradient with dual numbers carried by the
// same walk. Only whole powers differ (products instead of pow) and get an ulp for each factor.
#include "unit/expr_support.h"

enum { NODES = 60, TEXT = 4000, ROUNDS = 20000, VARIABLES = 5 };

typedef enum Kind {
  NUMBER,
  VARIABLE,
  NEGATE,
  BINARY,
  CALL1,
  CALL2,
  COMPARE,
  LOGIC,
  NOT,
  CHOICE
} Kind;

typedef struct Node {
  Kind kind;
  int which; // variable, operator or function
  int child[3];
  double number;
} Node;

typedef struct Generator {
  uint64_t seed;
  Node nodes[NODES];
  int count;
  char text[TEXT];
  int length;
  bool powers; // whole powers occur
} Generator;

static unsigned draw(Generator *generator, unsigned below) {
  generator->seed ^= generator->seed << 13U;
  generator->seed ^= generator->seed >> 7U;
  generator->seed ^= generator->seed << 17U;
  return (unsigned)((generator->seed >> 33U) % below);
}

static const char *const variables[VARIABLES] = {"y", "L", "q", "w", "x"};
static const char *const binary_signs[] = {"+", "-", "*", "/", "^"};
static const char *const comparisons[] = {"<", "<=", ">", ">=", "==", "!="};
static const char *const unary_names[] = {"sin", "cos",  "atan",  "tanh", "exp", "sqrt",
                                          "abs", "sign", "floor", "ceil", "log"};
static const char *const binary_names[] = {"min", "max", "mod", "hypot", "atan2"};

// ---- growing a tree ----

static int grow(Generator *generator, int depth);

static int grow_leaf(Generator *generator) {
  const int index = generator->count++;
  Node node = {.kind = NUMBER, .number = (double)draw(generator, 40) / 8};
  if (draw(generator, 3) > 0) {
    node = (Node){.kind = VARIABLE, .which = (int)draw(generator, VARIABLES)};
  }
  generator->nodes[index] = node;
  return index;
}

static Node draw_node(Generator *generator) {
  static const Kind kinds[] = {NEGATE, BINARY, BINARY,  BINARY, BINARY, BINARY, CALL1,
                               CALL1,  CALL2,  COMPARE, LOGIC,  NOT,    CHOICE};
  static const unsigned choices[] = {[NEGATE] = 1,  [BINARY] = 5, [CALL1] = 11, [CALL2] = 5,
                                     [COMPARE] = 6, [LOGIC] = 2,  [NOT] = 1,    [CHOICE] = 1};
  Node node = {.kind = kinds[draw(generator, sizeof kinds / sizeof kinds[0])]};
  node.which = (int)draw(generator, choices[node.kind]);
  return node;
}

static int grow(Generator *generator, int depth) {
  if (depth == 0 || generator->count > NODES - 8 || draw(generator, 6) == 0) {
    return grow_leaf(generator);
  }
  const int index = generator->count++;
  Node node = draw_node(generator);
  const int children = node.kind == CHOICE                                             ? 3
                       : node.kind == NEGATE || node.kind == NOT || node.kind == CALL1 ? 1
                                                                                       : 2;
  for (int k = 0; k < children; k++) {
    node.child[k] = grow(generator, depth - 1);
  }
  generator->nodes[index] = node;
  return index;
}

// ---- writing it ----

static void put(Generator *generator, const char *text) {
  const int size = (int)strlen(text);
  if (generator->length + size < TEXT) {
    memcpy(generator->text + generator->length, text, (size_t)size + 1);
    generator->length += size;
  }
}

// How tightly a node holds together, by the manual: or 1, and 2, not 3, comparison 4, sum 5,
// product 6, sign 7, power 8, the rest 9.
static int level(const Node *node) {
  switch (node->kind) {
  case BINARY:
    return node->which < 2 ? 5 : node->which < 4 ? 6 : 8;
  case NEGATE:
    return 7;
  case COMPARE:
    return 4;
  case LOGIC:
    return node->which == 0 ? 2 : 1;
  case NOT:
    return 3;
  case NUMBER:
  case VARIABLE:
  case CALL1:
  case CALL2:
  case CHOICE:
    return 9;
  }
  return 0;
}

static void write_node(Generator *generator, int index, int least);

static void write_blank(Generator *generator) {
  put(generator, draw(generator, 3) == 0 ? " " : "");
}

static void write_pair(Generator *generator, const Node *node, const char *sign, int left,
                       int right) {
  write_node(generator, node->child[0], left);
  write_blank(generator);
  put(generator, sign);
  write_blank(generator);
  write_node(generator, node->child[1], right);
}

static void write_call(Generator *generator, const Node *node, const char *name, int count) {
  put(generator, name);
  put(generator, "(");
  for (int k = 0; k < count; k++) {
    put(generator, k > 0 ? ", " : "");
    write_node(generator, node->child[k], 1);
  }
  put(generator, ")");
}

static void write_bare(Generator *generator, const Node *node) {
  char number[32];
  switch (node->kind) {
  case NUMBER:
    snprintf(number, sizeof number, "%.17g", node->number);
    put(generator, number);
    break;
  case VARIABLE:
    put(generator, variables[node->which]);
    break;
  case NEGATE:
    put(generator, "-");
    write_node(generator, node->child[0], 7);
    break;
  case BINARY:
    if (node->which == 4) {
      write_pair(generator, node, "^", 9, 7); // a sign may follow, and from the right
    } else {
      write_pair(generator, node, binary_signs[node->which], level(node), level(node) + 1);
    }
    break;
  case CALL1:
    write_call(generator, node, unary_names[node->which], 1);
    break;
  case CALL2:
    write_call(generator, node, binary_names[node->which], 2);
    break;
  case COMPARE:
    write_pair(generator, node, comparisons[node->which], 5, 5);
    break;
  case LOGIC:
    write_pair(generator, node, node->which == 0 ? " and " : " or ", level(node), level(node) + 1);
    break;
  case NOT:
    put(generator, "not ");
    write_node(generator, node->child[0], 3);
    break;
  case CHOICE:
    write_call(generator, node, "if", 3);
    break;
  }
}

// Writes a node where the manual asks for a certain tightness.
static void write_node(Generator *generator, int index, int least) {
  const Node *node = &generator->nodes[index];
  const bool brackets = level(node) < least || draw(generator, 12) == 0;
  put(generator, brackets ? "(" : "");
  write_bare(generator, node);
  put(generator, brackets ? ")" : "");
}

// ---- the second implementation: value and derivative along one variable ----

typedef struct Dual {
  double v, d;
} Dual;

typedef struct Walk {
  Generator *generator;
  const double *values; // of the variables
  int along;            // the variable whose derivative is carried
  bool doubtful;        // a NaN or a kink met: derivatives may differ
} Walk;

static Dual walk(Walk *walk_state, int index);

static Dual walk_binary(Walk *state, const Node *node) {
  const Dual a = walk(state, node->child[0]);
  const Dual b = walk(state, node->child[1]);
  switch (node->which) {
  case 0:
    return (Dual){a.v + b.v, a.d + b.d};
  case 1:
    return (Dual){a.v - b.v, a.d - b.d};
  case 2:
    return (Dual){a.v * b.v, a.d * b.v + a.v * b.d};
  case 3:
    return (Dual){a.v / b.v, a.d / b.v - a.v / b.v * b.d / b.v};
  default:
    break;
  }
  const double power = pow(a.v, b.v);
  double slope = a.d == 0 ? 0 : b.v * pow(a.v, b.v - 1) * a.d;
  slope += b.d == 0 ? 0 : power * log(a.v) * b.d;
  state->doubtful = state->doubtful || a.v <= 0;
  state->generator->powers = true;
  return (Dual){power, slope};
}

static Dual walk_call1(Walk *state, const Node *node) {
  const Dual a = walk(state, node->child[0]);
  switch (node->which) {
  case 0:
    return (Dual){sin(a.v), cos(a.v) * a.d};
  case 1:
    return (Dual){cos(a.v), -sin(a.v) * a.d};
  case 2:
    return (Dual){atan(a.v), a.d / (1 + a.v * a.v)};
  case 3:
    return (Dual){tanh(a.v), (1 - tanh(a.v) * tanh(a.v)) * a.d};
  case 4:
    return (Dual){exp(a.v), exp(a.v) * a.d};
  case 5:
    return (Dual){sqrt(a.v), a.d / (2 * sqrt(a.v))};
  case 6:
    return (Dual){fabs(a.v), a.v < 0 ? -a.d : a.d};
  case 7:
    return (Dual){isnan(a.v) ? a.v : (a.v > 0) - (a.v < 0), 0};
  case 8:
    return (Dual){floor(a.v), 0};
  case 9:
    return (Dual){ceil(a.v), 0};
  default:
    return (Dual){log(a.v), a.d / a.v};
  }
}

static Dual walk_call2(Walk *state, const Node *node) {
  const Dual a = walk(state, node->child[0]);
  const Dual b = walk(state, node->child[1]);
  if (isnan(a.v) || isnan(b.v)) {
    return (Dual){(double)NAN, 0};
  }
  const double length = hypot(a.v, b.v);
  double rest = fmod(a.v, b.v);
  switch (node->which) {
  case 0:
    return a.v < b.v ? a : b;
  case 1:
    return a.v < b.v ? b : a;
  case 2:
    rest += rest != 0 && (rest < 0) != (b.v < 0) ? b.v : 0;
    return (Dual){rest, b.d == 0 ? a.d : a.d - floor((a.v - rest) / b.v + 0.5) * b.d};
  case 3:
    return (Dual){length, (a.v * a.d + b.v * b.d) / length};
  default:
    return (Dual){atan2(a.v, b.v), (a.d * b.v - a.v * b.d) / (length * length)};
  }
}

static double truth(int which, double a, double b) {
  const bool truths[] = {a<b, a <= b, a> b, a >= b, a == b, a != b};
  return isnan(a) || isnan(b) ? (double)NAN : truths[which];
}

static Dual walk_logic(Walk *state, const Node *node) {
  const double a = walk(state, node->child[0]).v;
  const double b = walk(state, node->child[1]).v;
  const double decided = node->which == 0 ? 0 : 1;
  if (!isnan(a) && (a != 0) == (decided != 0)) {
    return (Dual){decided, 0};
  }
  return (Dual){isnan(a) || isnan(b) ? (double)NAN : b != 0, 0};
}

static Dual walk(Walk *state, int index) {
  const Node *node = &state->generator->nodes[index];
  Dual result = {node->number, 0};
  switch (node->kind) {
  case NUMBER:
    break;
  case VARIABLE:
    result = (Dual){state->values[node->which], node->which == state->along};
    break;
  case NEGATE:
    result = walk(state, node->child[0]);
    result = (Dual){-result.v, -result.d};
    break;
  case BINARY:
    result = walk_binary(state, node);
    break;
  case CALL1:
    result = walk_call1(state, node);
    break;
  case CALL2:
    result = walk_call2(state, node);
    break;
  case COMPARE:
    result =
        (Dual){truth(node->which, walk(state, node->child[0]).v, walk(state, node->child[1]).v), 0};
    break;
  case LOGIC:
    result = walk_logic(state, node);
    break;
  case NOT:
    result.v = walk(state, node->child[0]).v;
    result.v = isnan(result.v) ? result.v : result.v == 0;
    break;
  case CHOICE: {
    const double condition = walk(state, node->child[0]).v;
    result = (Dual){condition, 0};
    if (!isnan(condition)) {
      result = walk(state, node->child[condition != 0 ? 1 : 2]);
    }
    break;
  }
  }
  state->doubtful = state->doubtful || !isfinite(result.v) || !isfinite(result.d);
  return result;
}

// ---- the comparison ----

typedef struct Tally {
  int compiled, finite, exact, derivatives;
} Tally;

static void compare_value(const Generator *generator, double found, double expected, Tally *tally) {
  if (isnan(found) && isnan(expected)) {
    return;
  }
  tally->finite++;
  if (found == expected) {
    tally->exact++;
  } else if (!generator->powers || fabs(found - expected) > 1e-13 * fmax(1, fabs(expected))) {
    fail_msg("%s: found %.17g, expected %.17g", generator->text, found, expected);
  }
}

static void compare_gradient(World *world, Generator *generator, const double *values,
                             Tally *tally) {
  for (int k = 0; k < VARIABLES; k++) {
    const int input = world_input(world, variables[k]);
    Walk state = {.generator = generator, .values = values, .along = k};
    const Dual expected = walk(&state, 0);
    if (input < 0 || state.doubtful || generator->powers) {
      continue;
    }
    const double found = world_derivative(world, variables[k]);
    if (fabs(found - expected.d) > 1e-9 * fmax(1, fabs(expected.d)) && fabs(expected.d) < 1e6) {
      fail_msg("%s: d/d%s found %.17g, expected %.17g", generator->text, variables[k], found,
               expected.d);
    }
    tally->derivatives++;
  }
}

// A literal part that is not finite is refused when compiled; that is the only way to fail.
static bool refused_with_reason(const World *world) {
  for (int k = 0; k < world->diag.count; k++) {
    if (world->diag.messages[k].code != DIAG_EXPR_VALUE) {
      return false;
    }
  }
  return world->diag.count > 0;
}

static void play_round(World *world, Generator *generator, Tally *tally) {
  generator->count = 0;
  generator->length = 0;
  generator->powers = false;
  grow(generator, 1 + (int)draw(generator, 6));
  write_node(generator, 0, 1);
  if (!world_compile(world, generator->text)) {
    if (!refused_with_reason(world)) {
      fail_msg("%s: %s", generator->text, world->diag.messages[0].text);
    }
    return;
  }
  tally->compiled++;
  const double values[VARIABLES] = {3, 2, 0.7, -1.25, 0.5};
  Walk state = {.generator = generator, .values = values, .along = -1};
  const Dual expected = walk(&state, 0);
  const double found = program_value(&world->program, world->inputs, world->work);
  compare_value(generator, found, expected.v, tally);
  compare_gradient(world, generator, values, tally);
}

static void both_implementations_agree(void **state) {
  (void)state;
  static World world;
  static Generator generator = {.seed = 0x9e3779b97f4a7c15U};
  Tally tally = {0};
  world_open(&world);
  for (int round = 0; round < ROUNDS; round++) {
    const ArenaMark mark = arena_mark(&world.arena);
    play_round(&world, &generator, &tally);
    arena_release(&world.arena, mark);
  }
  world_close(&world);
  // the test has really tested something
  print_message("%d compiled, %d finite, %d to the bit, %d derivatives\n", tally.compiled,
                tally.finite, tally.exact, tally.derivatives);
  assert_true(tally.compiled > ROUNDS * 8 / 10);
  assert_true(tally.finite > ROUNDS / 2);
  assert_true(tally.exact > tally.finite * 9 / 10);
  assert_true(tally.derivatives > ROUNDS / 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(both_implementations_agree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
