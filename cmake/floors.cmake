# SPDX-License-Identifier: BSD-3-Clause
# Floors are static libraries. A floor sees the ones below it and no others, so a call upwards does
# not link; tests/house checks the same law on the text of every #include.

# The mechanics: from numbers to results. None of it knows a text.
set(MBS_BELOW_base "")
set(MBS_BELOW_math base)
set(MBS_BELOW_expr base)
set(mbs_below base math expr)
foreach(floor IN ITEMS elements model integrators system analysis output)
  set(MBS_BELOW_${floor} ${mbs_below})
  list(APPEND mbs_below ${floor})
endforeach()
# The language: from a text to a mechanism.
set(MBS_BELOW_yaml base)
set(MBS_BELOW_spec base math expr elements yaml)
set(MBS_BELOW_language base math expr elements model yaml spec)
# What stands on both.
list(APPEND mbs_below yaml spec language)
foreach(floor IN ITEMS sweep report library cli)
  set(MBS_BELOW_${floor} ${mbs_below})
  list(APPEND mbs_below ${floor})
endforeach()

# Of what may become a part of libmbsrun.so (src/library).
set(MBS_IN_LIBRARY POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)

# The sources that the arguments of mbs_floor name, and those of them that are COMPLEX.
function(mbs_floor_sources sources complex name)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "REGISTRY" "SOURCES;COMPLEX;STEPPED;LINK")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "mbs_floor(${name}): unknown argument ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(arg_REGISTRY)
    set(registry "${CMAKE_CURRENT_SOURCE_DIR}/${arg_REGISTRY}")
    mbs_registry_sources(registered "${registry}" "BODY|PRIMITIVE|FORCE")
    list(APPEND arg_COMPLEX ${registered})
    mbs_registry_sources(registered "${registry}" "WRITER|METHOD")
    list(APPEND arg_SOURCES ${registered})
  endif()
  list(APPEND arg_SOURCES ${arg_COMPLEX})
  list(REMOVE_DUPLICATES arg_SOURCES)
  set(${sources} "${arg_SOURCES}" PARENT_SCOPE)
  set(${complex} "${arg_COMPLEX}" PARENT_SCOPE)
endfunction()

# mbs_floor(<name> SOURCES <files> [COMPLEX <files>] [STEPPED <files>] [REGISTRY <file>]
#           [LINK <libraries>])
#
# Makes the static library mbs_<name>, linked with the floors below and with LINK.
#   COMPLEX   sources that say `real`: compiled a second time, with MBS_COMPLEX_STEP, into
#             mbs_complex for the derivative tests
#   STEPPED   sources whose derivative the program itself takes by the complex step: compiled with
#             MBS_COMPLEX_STEP into this floor
#   REGISTRY  rows BODY(x), PRIMITIVE(x), FORCE(x), each standing for the file x.c in the floor or in a room, which is
#             COMPLEX (of x_planar and x_spatial for x.c, where that exists); rows WRITER(x),
#             METHOD(x) for a file x.c over double
function(mbs_floor name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "REGISTRY" "SOURCES;COMPLEX;STEPPED;LINK")
  mbs_floor_sources(arg_SOURCES arg_COMPLEX ${name} ${ARGN})
  foreach(file IN LISTS arg_SOURCES)
    if(NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
        "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
      mbs_missing("src/${name}/${file} is listed and does not exist")
      list(REMOVE_ITEM arg_SOURCES "${file}")
      list(REMOVE_ITEM arg_COMPLEX "${file}")
    endif()
  endforeach()
  foreach(file IN LISTS arg_COMPLEX)
    set_property(GLOBAL APPEND PROPERTY MBS_COMPLEX_SOURCES "${CMAKE_CURRENT_SOURCE_DIR}/${file}")
  endforeach()

  set(scope PUBLIC)
  if(arg_SOURCES)
    add_library(mbs_${name} STATIC ${arg_SOURCES})
    target_compile_options(mbs_${name} PRIVATE ${MBS_LTO_COMPILE})
    set_target_properties(mbs_${name} PROPERTIES ${MBS_IN_LIBRARY})
    if(arg_STEPPED)
      add_library(mbs_${name}_stepped OBJECT ${arg_STEPPED})
      target_compile_definitions(mbs_${name}_stepped PRIVATE MBS_COMPLEX_STEP)
      target_compile_options(mbs_${name}_stepped PRIVATE ${MBS_LTO_COMPILE})
      set_target_properties(mbs_${name}_stepped PROPERTIES ${MBS_IN_LIBRARY})
      target_link_libraries(mbs_${name}_stepped PRIVATE mbs_flags)
      target_sources(mbs_${name} PRIVATE $<TARGET_OBJECTS:mbs_${name}_stepped>)
    endif()
    if(name IN_LIST MBS_COUNTED_FLOORS)
      target_compile_options(mbs_${name} PRIVATE -fsanitize-coverage=trace-pc)
      target_link_libraries(mbs_${name} PUBLIC mbs_effort)
    endif()
  else()
    set(scope INTERFACE) # headers only, so far
    add_library(mbs_${name} INTERFACE)
  endif()
  target_link_libraries(mbs_${name} ${scope} mbs_flags)
  # Highest first: the order in which a linker wants static libraries.
  set(below ${MBS_BELOW_${name}})
  list(REVERSE below)
  foreach(floor IN LISTS below)
    if(TARGET mbs_${floor})
      target_link_libraries(mbs_${name} ${scope} mbs_${floor})
    endif()
  endforeach()
  foreach(library IN LISTS arg_LINK)
    if(NOT library IN_LIST MBS_FLOORS) # floors below are linked already
      target_link_libraries(mbs_${name} ${scope} ${library})
    endif()
  endforeach()
endfunction()

# mbs_embed(<target> <header> <files of the tree>): <header> for the target, with a row {"NAME", text}
# for each file.
function(mbs_embed target header)
  set(rows "")
  list(TRANSFORM ARGN PREPEND "${CMAKE_SOURCE_DIR}/")
  file(GLOB files CONFIGURE_DEPENDS ${ARGN})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files})
  foreach(file IN LISTS files)
    get_filename_component(name "${file}" NAME_WE)
    file(READ "${file}" bytes HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    string(APPEND rows "{\"${name}\", (const char[]){${bytes}0}},\n")
  endforeach()
  file(GENERATE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/${header}" CONTENT "${rows}")
  target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}")
endfunction()

# A gap in one floor must not keep people from working on the others; lint refuses it.
function(mbs_missing text)
  if(MBS_WERROR)
    message(FATAL_ERROR "${text}")
  endif()
  message(WARNING "${text}")
endfunction()

# mbs_executable(<name> <sources>): a program on top of all floors, left in the top of the build
# tree and installed into bin.
function(mbs_executable name)
  if(MBS_M32)
    return()
  endif()
  add_executable(${name} ${ARGN})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}")
  target_link_libraries(${name} PRIVATE mbs_cli)
  set_target_properties(${name} PROPERTIES MBS_LTO ON)
  if(MBS_STATIC)
    mbs_static_program(${name})
  elseif(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND NOT MBS_SANITIZE)
    target_link_options(${name} PRIVATE -static-libgcc) # as libyaml: every library costs a start
  endif()
  set(optional "")
  if(NOT name STREQUAL "mbsrun") # ./dev run builds mbsrun alone
    set(optional OPTIONAL)
  endif()
  install(TARGETS ${name} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" ${optional})
endfunction()

# The files that these rows of a registry stand for. Editing the registry configures again.
function(mbs_registry_sources result registry kinds)
  set(files)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${registry}")
  if(EXISTS "${registry}")
    file(STRINGS "${registry}" rows REGEX "^ *(${kinds}) *\\(")
    foreach(row IN LISTS rows)
      string(REGEX REPLACE "^ *[A-Z]+ *\\( *([a-z0-9_]+).*" "\\1" name "${row}")
      string(REGEX REPLACE "_(planar|spatial)$" "" both "${name}")
      set(file "${name}.c")
      foreach(candidate IN ITEMS "${name}" "${both}") # the kinds of plane and space share a file
        file(GLOB found RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}/${candidate}.c"
          "${CMAKE_CURRENT_SOURCE_DIR}/*/${candidate}.c")
        if(found)
          set(file "${found}")
        endif()
      endforeach()
      list(APPEND files "${file}")
    endforeach()
  endif()
  set(${result} ${files} PARENT_SCOPE)
endfunction()

# mbs_complex: the sources that say `real`, compiled with real = double _Complex. A file that calls
# it defines MBS_COMPLEX_STEP too; tests/derivatives does so for its programs.
function(mbs_complex_library)
  get_property(sources GLOBAL PROPERTY MBS_COMPLEX_SOURCES)
  list(REMOVE_DUPLICATES sources)
  set(scope PUBLIC)
  if(sources)
    add_library(mbs_complex STATIC ${sources})
    target_compile_definitions(mbs_complex PRIVATE MBS_COMPLEX_STEP)
  else()
    add_library(mbs_complex INTERFACE)
    set(scope INTERFACE)
  endif()
  target_link_libraries(mbs_complex ${scope} mbs_flags)
  foreach(floor IN ITEMS elements spec expr yaml math base)
    if(TARGET mbs_${floor})
      target_link_libraries(mbs_complex ${scope} mbs_${floor})
    endif()
  endforeach()
endfunction()
