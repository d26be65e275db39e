# SPDX-License-Identifier: BSD-3-Clause
# Switches of a build, and the compiler flags that every target of ours shares (mbs_flags).

option(MBS_WERROR "Make compiler warnings errors" OFF)
option(MBS_FUZZ "Build tests/fuzz as libFuzzer programs (clang)" OFF)
option(MBS_TINY "Very small buffers and arena blocks, to give bugs a chance" OFF)
option(MBS_LTO "Optimise across files when a release is linked (gcc): half a minute" ON)
option(MBS_MPI "Build mbsrun-mpi where there is an MPI for C" ON)
option(MBS_STATIC "Link the program statically, in two steps (cmake/static.cmake, preset static)" OFF)
option(MBS_M32 "32-bit: compile the floors, link no program but tests/m32 (preset m32)" OFF)
set(MBS_SANITIZE "" CACHE STRING "Sanitizers for every target, for example address,undefined")
set(MBS_SUNDIALS "auto" CACHE STRING
  "auto (what ./dev setup built, else an installed one), system, or an installation prefix")

# Release keeps the asserts: they are cheap, and a wrong result is not.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()
# Measured on A01: -O2 1.46 ms, -O3 1.45 ms, -O3 without vectorized loops 1.19 ms. Our loops run over
# two to six numbers: a vectorized one, or a call of memset, asks first how long they are. Nobody
# reads errno after a root or a floating-point exception's flag. None of this changes a digit.
set(CMAKE_C_FLAGS_RELEASE "-O3 -fno-tree-vectorize -fno-math-errno")
# Floors keep what gcc needs to optimise across files (0.07 ms of 0.95 on A01); only the program is
# linked so, tests link quickly.
set(MBS_LTO_COMPILE "")
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  # The last three lines: another 7 % on A01 (median of 40 runs, 0.945 to 0.864 ms).
  string(APPEND CMAKE_C_FLAGS_RELEASE " -fno-tree-loop-distribute-patterns"
    " -fno-trapping-math"
    " -fipa-pta --param max-inline-insns-auto=60"
    " -fno-plt -fno-semantic-interposition")
  if(CMAKE_BUILD_TYPE STREQUAL "Release" AND MBS_LTO AND NOT MBS_SANITIZE)
    set(MBS_LTO_COMPILE -flto=auto -ffat-lto-objects)
  endif()
endif()
set(CMAKE_C_FLAGS_DEBUG "-O1 -g")

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(mbs_flags INTERFACE)
target_include_directories(mbs_flags INTERFACE "${CMAKE_SOURCE_DIR}/src")
target_compile_definitions(mbs_flags INTERFACE
  _POSIX_C_SOURCE=200809L
  MBS_VERSION="${PROJECT_VERSION}"
  $<$<BOOL:${MBS_TINY}>:MBS_TINY>)
if(CMAKE_SIZEOF_VOID_P EQUAL 4) # files beyond 2 GB, times beyond 2038
  target_compile_definitions(mbs_flags INTERFACE _FILE_OFFSET_BITS=64 _TIME_BITS=64)
endif()
# No contraction of a*b+c: gcc and clang must give the same digits.
target_compile_options(mbs_flags INTERFACE
  -ffp-contract=off
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wdouble-promotion -Wstrict-prototypes
  -Wmissing-prototypes -Wvla -Wundef -Wswitch-enum -Wformat=2
  $<$<BOOL:${MBS_WERROR}>:-Werror>)
target_link_libraries(mbs_flags INTERFACE m)
if(MBS_LTO_COMPILE) # gcc would do it unasked for every program
  set(wanted "$<BOOL:$<TARGET_PROPERTY:MBS_LTO>>")
  target_link_options(mbs_flags INTERFACE "$<IF:${wanted},-flto=auto,-fno-lto>")
endif()

if(MBS_SANITIZE)
  set(sanitizer_flags
    "-fsanitize=${MBS_SANITIZE}" -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(mbs_flags INTERFACE ${sanitizer_flags})
  target_link_options(mbs_flags INTERFACE ${sanitizer_flags})
endif()
# Floors whose work tests count (tests/support/effort.h).
set(MBS_COUNTED_FLOORS "")
if(MBS_SANITIZE AND NOT MBS_FUZZ AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  set(MBS_COUNTED_FLOORS base yaml expr spec language)
  add_library(mbs_effort STATIC "${CMAKE_SOURCE_DIR}/tests/support/effort/blocks.c")
endif()
# Instruments the libraries only; the programs in tests/fuzz add the driver themselves.
if(MBS_FUZZ)
  target_compile_options(mbs_flags INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(mbs_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
