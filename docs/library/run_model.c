// run_model.c: runs a model and prints the rows of its first analysis.
//   cc run_model.c $(pkg-config --cflags --libs mbsrun) -o run_model && ./run_model a01.yaml L=2
#include <mbsrun.h>
#include <stdio.h>

int main(int argc, char **argv) {
  mbs_load_options options = MBS_LOAD_OPTIONS;
  mbs_model *model = NULL;
  mbs_result *result = NULL;
  if (argc < 2) {
    return MBS_USAGE;
  }
  options.sets = (const char *const *)&argv[2];
  options.set_count = (size_t)argc - 2;
  mbs_status status = mbs_load_file(argv[1], &options, &model);
  if (status == MBS_OK) {
    status = mbs_run(model, NULL, &result);
  }
  fputs(mbs_messages_text(result != NULL ? mbs_result_messages(result) : mbs_model_messages(model)),
        stderr);
  const size_t columns = mbs_column_count(result, 0);
  mbs_column column = {.size = sizeof column};
  for (size_t row = 0; columns > 0 && row <= column.count; row++) { // row 0: the names
    for (size_t c = 0; c < columns; c++) {
      mbs_column_get(result, 0, c, &column);
      const char *end = c + 1 < columns ? "," : "\n";
      row == 0 ? printf("%s%s", column.name, end)
               : printf("%.17g%s", column.values[(row - 1) * column.stride], end);
    }
  }
  mbs_result_free(result);
  mbs_model_free(model);
  return status;
}
