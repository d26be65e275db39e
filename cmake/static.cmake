# SPDX-License-Identifier: BSD-3-Clause
# The static program (MBS_STATIC), made in two steps. mbsrun.o holds all that is ours or under a permissive licence.
# packaging/relink joins it to KLU, BTF, AMD, COLAMD and the C library, most of which are under the LGPL: whoever has
# the folder `relink` can do that again with others. What came out of which archive stands in two maps beside it,
# which house.link reads.
function(mbs_static_program name)
  set(folder "${CMAKE_BINARY_DIR}/relink")
  file(WRITE "${folder}/none/libm.a" "!<arch>\n") # for the first step; the C library comes with the second
  configure_file("${CMAKE_SOURCE_DIR}/packaging/relink" "${folder}/relink" COPYONLY)
  get_target_property(archives mbs_relinked INTERFACE_LINK_LIBRARIES)
  file(COPY ${archives} DESTINATION "${folder}")
  set_target_properties(${name} PROPERTIES LINK_DEPENDS "${folder}/relink")
  target_link_directories(${name} BEFORE PRIVATE "${folder}/none")
  target_link_options(${name} PRIVATE -r -flinker-output=nolto-rel "LINKER:-Map=${CMAKE_BINARY_DIR}/${name}.o.map")
  add_custom_command(TARGET ${name} POST_BUILD
    COMMAND "${CMAKE_COMMAND}" -E rename "$<TARGET_FILE:${name}>" "${folder}/${name}.o"
    COMMAND "${folder}/relink" "$<TARGET_FILE:${name}>" "-Wl,-Map=${CMAKE_BINARY_DIR}/${name}.map" VERBATIM)
endfunction()
