# The CPU backend. Its fibers switch by a few instructions that each kind of machine has its own of,
# or by Boost.Context; oneTBB spreads work over the cores.
option(DUET_CPU_BOOST_CONTEXT "Switch fibers by Boost.Context on every kind of machine" OFF)
set(cpu_switch boost)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" AND NOT DUET_CPU_BOOST_CONTEXT)
  set(cpu_switch x86_64)
else()
  find_package(Boost 1.74 REQUIRED COMPONENTS context)
  target_link_libraries(duet PRIVATE Boost::context)
endif()
include(CheckIncludeFileCXX)
check_include_file_cxx(valgrind/valgrind.h DUET_CPU_HAS_VALGRIND)
set(cpu_stack_registry none)
if(DUET_CPU_HAS_VALGRIND)
  set(cpu_stack_registry valgrind)
endif()
find_package(TBB 2021 REQUIRED)
find_package(Threads REQUIRED)
set(cpu_sources
  address_sanitizer architecture block_failure block_order block_runner
  block_runner_blocks block_runner_failure block_runner_watched build capture child_program code_image
  code_reader compiler compiler_calls compiler_log compiler_start cooperative_grid
  cooperative_threads device driver event failure_note fault_signals fiber_stack folder_headers graph
  graph_calls graph_exec grid host_compiler kernel_sanitizer launch live_memory loaded_code memory
  module object_notes object_references program_text reached_headers
  sanitized_sizes source_pipe source_rewriter
  stack_registry_${cpu_stack_registry} stack_switch_${cpu_switch} standby_compiler stream
  stream_calls stream_list thread_sanitizer
  tokens unordered_blocks visible_code visible_sources watched_flow wave wave_size workers)
list(TRANSFORM cpu_sources PREPEND "${CMAKE_CURRENT_LIST_DIR}/")
list(TRANSFORM cpu_sources APPEND ".cpp")
target_sources(duet PRIVATE ${cpu_sources} "${CMAKE_CURRENT_LIST_DIR}/../without_clusters.cpp"
                           "${CMAKE_CURRENT_LIST_DIR}/../without_profiler.cpp"
                           "${CMAKE_CURRENT_LIST_DIR}/../without_shortcuts.cpp")
if(DUET_SANITIZE MATCHES thread)
  # What runs inside kernels' threads and tells the sanitizer who they are, so that it takes none of
  # it for theirs.
  set(cpu_runner block_failure block_order block_runner block_runner_blocks block_runner_failure
    block_runner_watched fiber_stack watched_flow wave)
  list(TRANSFORM cpu_runner REPLACE "(.+)" "${CMAKE_CURRENT_LIST_DIR}/\\1.cpp")
  set_source_files_properties(${cpu_runner} PROPERTIES COMPILE_OPTIONS -fno-sanitize=thread
                              SKIP_PRECOMPILE_HEADERS ON)
endif()
target_include_directories(duet PRIVATE "${CMAKE_CURRENT_LIST_DIR}")
duet_embed(duet cpu_prelude "${CMAKE_CURRENT_LIST_DIR}"
  prelude/abi.hpp prelude/types.hpp prelude/builtins.hpp prelude/barriers.hpp prelude/waves.hpp prelude/atomics.hpp
  prelude/math.hpp prelude/intrinsics.hpp prelude/kernels.hpp)
target_link_libraries(duet PRIVATE TBB::tbb Threads::Threads ${CMAKE_DL_LIBS})
# Background threads run until the process ends, so the library must stay where it is.
target_link_options(duet PRIVATE
  $<$<STREQUAL:$<TARGET_PROPERTY:duet,TYPE>,SHARED_LIBRARY>:LINKER:-z,nodelete>)
