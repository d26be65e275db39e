// law.c: a force by a function of C: a spring that stiffens, F = -k x - c x^3, with its derivative.
//   cc law.c $(pkg-config --cflags --libs mbsrun) -o law && ./law
#include <mbsrun.h>
#include <stdio.h>
#include <string.h>

// The expression of the force says what the law reads: the place of the ball.
static const char model_text[] =
    "mbs: 1\n"
    "space: planar\n"
    "bodies:\n"
    "  ball: {type: point_mass, mass: 1 kg, initial: {position: [1, 0]}}\n"
    "forces:\n"
    "  spring: {type: force, marker: ball, vector: [\"-1 N/m * ball.x\", 0]}\n"
    "outputs: {x: ball.x, v: ball.vx}\n"
    "analyses:\n"
    "  swing: {type: dynamics, duration: 10 s, output_step: 0.1 s}\n";

typedef struct Spring {
  double k, c;
} Spring;

static bool pull(void *user, const double *inputs, double *value, double *gradient) {
  const Spring *spring = user;
  const double x = inputs[0];
  *value = -spring->k * x - spring->c * x * x * x;
  if (gradient != NULL) {
    gradient[0] = -spring->k - 3 * spring->c * x * x;
  }
  return true;
}

int main(void) {
  Spring spring = {.k = 4, .c = 3};
  mbs_model *model = NULL;
  mbs_session *session = NULL;
  double seen[2] = {0, 0}; // place, velocity
  mbs_status status = mbs_load_text(model_text, strlen(model_text), NULL, NULL, &model);
  if (status == MBS_OK) {
    status = mbs_session_open(model, NULL, &session);
  }
  if (status == MBS_OK) {
    status = mbs_law_bind(session, "forces.spring.vector[0]", pull, &spring, true);
  }
  if (status == MBS_OK) {
    status = mbs_advance(session, 10, NULL);
  }
  if (status == MBS_OK) {
    status = mbs_output_read(session, NULL, 2, seen);
  }
  const double x2 = seen[0] * seen[0];
  const double energy = seen[1] * seen[1] / 2 + spring.k * x2 / 2 + spring.c * x2 * x2 / 4;
  printf("%.9f\n", energy); // k/2 + c/4, as at the start
  fputs(mbs_messages_text(session ? mbs_session_messages(session) : mbs_model_messages(model)),
        stderr);
  mbs_session_free(session);
  mbs_model_free(model);
  return status;
}
