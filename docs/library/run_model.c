// run_model.c: runs a model and prints the rows of its first analysis.
//   cc run_model.c $(pkg-config --cflags --libs mbsrun) -o run_model && ./run_model a01.yaml L=2
#include <mbsrun.h>
#include <stdio.h>

int main(int argc, char **argv) {
  mbs_load_options options = MBS_LOAD_OPTIONS;
  options.sets = (const char *const *)&argv[2];
  options.set_count = argc > 2 ? (size_t)argc - 2 : 0;
  mbs_model *model = NULL;
  mbs_result *result = NULL;
  mbs_status status = mbs_load_file(argv[1], &options, &model);
  if (status == MBS_OK) {
    status = mbs_run(model, NULL, &result);
  }
  fputs(mbs_messages_text(result ? mbs_result_messages(result) : mbs_model_messages(model)),
        stderr);
  const size_t columns = mbs_column_count(result, 0);
  mbs_column column = {.size = sizeof column};
  for (size_t k = 0; k < columns && mbs_column_get(result, 0, k, &column) == MBS_OK; k++) {
    printf("%s%s", column.name, k + 1 < columns ? "," : "\n");
  }
  for (size_t row = 0; columns > 0 && row < column.count; row++) {
    for (size_t k = 0; k < columns && mbs_column_get(result, 0, k, &column) == MBS_OK; k++) {
      printf("%.17g%s", column.values[row * column.stride], k + 1 < columns ? "," : "\n");
    }
  }
  mbs_result_free(result);
  mbs_model_free(model);
  return status;
}
