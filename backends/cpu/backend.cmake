# The CPU backend: fibers from Boost.Context, cores through oneTBB.
find_package(Boost 1.74 REQUIRED COMPONENTS context)
find_package(TBB 2021 REQUIRED)
find_package(Threads REQUIRED)
set(cpu_sources
  architecture block_runner build code_image code_reader compiler compiler_calls device driver event
  fiber grid host_compiler launch loaded_code memory module program source_rewriter stream
  stream_calls stream_list temporary_folder tokens workers)
list(TRANSFORM cpu_sources PREPEND "${CMAKE_CURRENT_LIST_DIR}/")
list(TRANSFORM cpu_sources APPEND ".cpp")
target_sources(duet PRIVATE ${cpu_sources})
target_include_directories(duet PRIVATE "${CMAKE_CURRENT_LIST_DIR}")
duet_embed(duet cpu_prelude "${CMAKE_CURRENT_LIST_DIR}"
  prelude/abi.hpp prelude/types.hpp prelude/builtins.hpp prelude/atomics.hpp prelude/math.hpp
  prelude/intrinsics.hpp prelude/kernels.hpp)
target_link_libraries(duet PRIVATE Boost::context TBB::tbb Threads::Threads ${CMAKE_DL_LIBS})
# Background threads run until the process ends, so the library must stay where it is.
target_link_options(duet PRIVATE
  $<$<STREQUAL:$<TARGET_PROPERTY:duet,TYPE>,SHARED_LIBRARY>:LINKER:-z,nodelete>)
