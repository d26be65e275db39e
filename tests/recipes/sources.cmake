# SPDX-License-Identifier: BSD-3-Clause
# cmake -D ROOT=.. -P sources.cmake, in the folder of a floor: the sources that its CMakeLists.txt
# and its registry list, and which of them are compiled for complex numbers as well.
cmake_minimum_required(VERSION 3.22)
include("${ROOT}/cmake/floors.cmake")
function(mbs_floor name)
  mbs_floor_sources(sources complex ${name} ${ARGN})
  message("SOURCES=${sources}")
  message("COMPLEX=${complex}")
endfunction()
foreach(other IN ITEMS target_sources set_source_files_properties target_compile_options
    target_link_libraries)
  cmake_language(EVAL CODE "function(${other})\nendfunction()")
endforeach()
set(CMAKE_CURRENT_SOURCE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
include("${CMAKE_CURRENT_BINARY_DIR}/CMakeLists.txt")
