# SPDX-License-Identifier: BSD-3-Clause
# Read by ctest, after all tests of a build tree are known: the labels of ../labels.txt, added to those that
# a test has already (models, house ..). A row of another build's test has no effect.
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../labels.txt" mbs_rows REGEX "^[^#]")
foreach(mbs_row IN LISTS mbs_rows)
  string(REGEX REPLACE " +" ";" mbs_words "${mbs_row}")
  list(POP_FRONT mbs_words mbs_test)
  set(mbs_cost)
  if(mbs_words MATCHES "cost=([0-9]+)")
    set(mbs_cost COST ${CMAKE_MATCH_1})
    list(FILTER mbs_words EXCLUDE REGEX "^cost=")
  endif()
  set_tests_properties(${mbs_test} PROPERTIES LABELS "${mbs_words}" ${mbs_cost})
endforeach()
