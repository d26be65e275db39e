# SPDX-License-Identifier: BSD-3-Clause
# The manual pages, which the program writes, and the completion of command lines: where both are installed.
if(NOT TARGET mbsrun OR EMSCRIPTEN)
  return()
endif()

# mbs_manual(<page> <words of mbsrun help --man>): the page, made anew with the program.
set(manual "${CMAKE_BINARY_DIR}/man")
set(manual_pages "")
function(mbs_manual page)
  add_custom_command(OUTPUT "${manual}/${page}"
    COMMAND mbsrun help --man ${ARGN} > "${manual}/${page}"
    DEPENDS mbsrun COMMENT "Writing ${page}" VERBATIM)
  set(manual_pages ${manual_pages} "${manual}/${page}" PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY "${manual}")
mbs_manual(mbsrun.1)
mbs_manual(mbsrun-model.5 model)
mbs_manual(mbsrun-study.5 study)
set(commands_table "${CMAKE_SOURCE_DIR}/src/cli/shared/commands.def")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${commands_table}")
file(STRINGS "${commands_table}" rows REGEX "^COMMAND\\(")
foreach(row IN LISTS rows)
  string(REGEX REPLACE "^COMMAND\\(([a-z]+).*" "\\1" command "${row}")
  mbs_manual(mbsrun-${command}.1 ${command})
endforeach()
if(TARGET mbsrun-mpi) # is told of in the page of sweep
  file(WRITE "${manual}/mbsrun-mpi.1" ".so man1/mbsrun-sweep.1\n")
endif()
add_custom_target(mbs_manuals ALL DEPENDS ${manual_pages})

foreach(section IN ITEMS 1 5)
  install(DIRECTORY "${manual}/" DESTINATION "${CMAKE_INSTALL_MANDIR}/man${section}" FILES_MATCHING PATTERN "*.${section}")
endforeach()

set(completion "${CMAKE_SOURCE_DIR}/src/cli/completion")
install(FILES "${completion}/mbsrun.bash" RENAME mbsrun DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions")
install(FILES "${completion}/_mbsrun" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/site-functions")
install(FILES "${completion}/mbsrun.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d")
