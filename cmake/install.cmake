# SPDX-License-Identifier: BSD-3-Clause
# What an installation holds beside programs: models, docs, schemas. Included before all other rules.
#
# The target uninstall removes what the last `cmake --install` of this build tree wrote. CMake keeps a list of files,
# install_manifest.txt; install_folders.txt beside it lists the folders that were not there before.

install(CODE "set(mbs_folders_list \"${CMAKE_BINARY_DIR}/install_folders.txt\")")
install(CODE [[
  cmake_policy(SET CMP0057 NEW) # IN_LIST
  set(mbs_prefix "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
  set(mbs_made "")
  if(EXISTS "${mbs_folders_list}") # installed before, perhaps into the same place
    file(STRINGS "${mbs_folders_list}" mbs_made)
  endif()
  set(mbs_folder "${mbs_prefix}")
  while(mbs_folder AND NOT EXISTS "${mbs_folder}")
    list(APPEND mbs_made "${mbs_folder}")
    get_filename_component(mbs_folder "${mbs_folder}" DIRECTORY)
  endwhile()
  # Those that are there, as deep as programs share them: share/man/man1
  file(GLOB mbs_there LIST_DIRECTORIES true "${mbs_prefix}/*" "${mbs_prefix}/*/*" "${mbs_prefix}/*/*/*")
]])

# Included at the end, by CMakeLists.txt: what was written is known.
function(mbs_install_end)
  install(CODE [[
    foreach(mbs_folder IN LISTS CMAKE_INSTALL_MANIFEST_FILES)
      set(mbs_folder "$ENV{DESTDIR}${mbs_folder}")
      while(mbs_folder)
        get_filename_component(mbs_folder "${mbs_folder}" DIRECTORY)
        if(mbs_folder IN_LIST mbs_made OR mbs_folder IN_LIST mbs_there OR mbs_folder STREQUAL mbs_prefix)
          break()
        endif()
        list(APPEND mbs_made "${mbs_folder}")
      endwhile()
    endforeach()
    list(JOIN mbs_made "\n" mbs_made)
    file(WRITE "${mbs_folders_list}" "${mbs_made}\n")
  ]])
  add_custom_target(uninstall COMMAND "${CMAKE_COMMAND}" -D "BUILD=${CMAKE_BINARY_DIR}"
    -P "${CMAKE_SOURCE_DIR}/cmake/uninstall.cmake" VERBATIM)
endfunction()

foreach(room IN ITEMS models studies schema reference docs)
  if(IS_DIRECTORY "${CMAKE_SOURCE_DIR}/${room}")
    install(DIRECTORY "${room}" DESTINATION "${CMAKE_INSTALL_DATADIR}/mbsrun"
      PATTERN "results" EXCLUDE)
  endif()
endforeach()
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
# Beside docs and models, so that their links lead somewhere.
foreach(page IN ITEMS README.md CHANGELOG.md CITATION.cff SECURITY.md LICENSE)
  if(EXISTS "${CMAKE_SOURCE_DIR}/${page}")
    install(FILES "${page}" DESTINATION "${CMAKE_INSTALL_DATADIR}/mbsrun")
  endif()
endforeach()
# Links to what stays with the sources become plain words.
install(CODE "set(mbs_pages \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/mbsrun\")")
install(CODE [==[
  file(GLOB mbs_pages "${mbs_pages}/*.md" "${mbs_pages}/docs/*.md")
  foreach(mbs_page IN LISTS mbs_pages)
    file(READ "${mbs_page}" mbs_text)
    string(REGEX REPLACE "\\[([^]]*)\\]\\((\\.\\./)*(src/|tests/|CONTRIBUTING)[^)]*\\)" "\\1" mbs_plain "${mbs_text}")
    if(NOT mbs_plain STREQUAL mbs_text)
      file(WRITE "${mbs_page}" "${mbs_plain}")
    endif()
  endforeach()
]==])
