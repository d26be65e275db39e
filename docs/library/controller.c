// controller.c: a sampled controller in the loop: it holds an arm at an angle.
//   cc controller.c $(pkg-config --cflags --libs mbsrun) -lm -o controller && ./controller
#include <math.h>
#include <mbsrun.h>
#include <stdio.h>
#include <string.h>

static const char model_text[] =
    "mbs: 1\n"
    "space: planar\n"
    "gravity: [0, -9.81]\n"
    "parameters: {torque: 0 N*m}\n"
    "bodies:\n"
    "  arm: {type: rigid, mass: 2 kg, inertia: 0.1, center_of_mass: [0.25, 0]}\n"
    "joints:\n"
    "  shoulder: {type: revolute, marker_i: ground, marker_j: arm}\n"
    "forces:\n"
    "  motor: {type: coordinate_force, joint: shoulder, value: torque}\n"
    "outputs: {angle: shoulder.angle, rate: shoulder.angle_rate}\n"
    "analyses:\n"
    "  hold: {type: dynamics, duration: 5 s, output_step: 0.01 s}\n";

int main(void) {
  const double period = 0.005, wanted = 0.5;
  mbs_model *model = NULL;
  mbs_session *session = NULL;
  mbs_result *result = NULL;
  mbs_status status = mbs_load_text(model_text, strlen(model_text), NULL, NULL, &model);
  if (status == MBS_OK) {
    status = mbs_session_open(model, "hold", &session);
  }
  const size_t torque = (size_t)mbs_find(model, MBS_PARAMETER, "torque");
  while (status == MBS_OK && !mbs_session_over(session)) {
    double seen[2]; // angle, rate
    status = mbs_output_read(session, NULL, 2, seen);
    const double weight = 2 * 9.81 * 0.25 * cos(seen[0]);
    mbs_input_set(session, torque, 200 * (wanted - seen[0]) - 20 * seen[1] + weight);
    if (status == MBS_OK) {
      status = mbs_advance(session, mbs_session_time(session) + period, NULL);
    }
  }
  if (status == MBS_OK) {
    status = mbs_session_result(session, &result); // rows, checks and audit of the motion
  }
  mbs_column angle = {.size = sizeof angle};
  if (mbs_column_get(result, 0, 1, &angle) == MBS_OK) {
    printf("%.9f\n", angle.values[(angle.count - 1) * angle.stride]);
  }
  fputs(mbs_messages_text(result ? mbs_result_messages(result) : mbs_model_messages(model)),
        stderr);
  mbs_result_free(result);
  mbs_session_free(session);
  mbs_model_free(model);
  return status;
}
