# The CPU backend. Fibers switch by a few instructions of the machine, or by Boost.Context. oneTBB
# spreads work over the cores.
option(DUET_CPU_BOOST_CONTEXT "Switch fibers by Boost.Context on x86-64 too" OFF)
set(cpu_switch boost)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$" AND NOT DUET_CPU_BOOST_CONTEXT)
  set(cpu_switch x86_64)
else()
  duet_find_package(libboost-context-dev "" Boost 1.74 COMPONENTS context)
  target_link_libraries(duet PRIVATE Boost::context)
endif()
include(CheckIncludeFileCXX)
check_include_file_cxx(valgrind/valgrind.h DUET_CPU_HAS_VALGRIND)
set(cpu_stack_registry none)
if(DUET_CPU_HAS_VALGRIND)
  set(cpu_stack_registry valgrind)
endif()
duet_find_package(libtbb-dev "" TBB 2021)
find_package(Threads REQUIRED)
set(cpu_sources
  base/sanitizer/address_sanitizer base/sanitizer/kernel_sanitizer base/sanitizer/sanitizer_fiber
  base/sanitizer/thread_sanitizer
  base/architecture base/child_program base/current_device base/failure_note base/shared_pages
  base/shutdown base/wave_size
  object/code_image object/debug_object_file object/forbidden_calls object/object_notes object/object_references
  object/sanitized_sizes object/shared_arrays
  executor/fiber/fiber_stack executor/fiber/stack_registry_${cpu_stack_registry}
  executor/fiber/stack_switch_${cpu_switch}
  executor/fault/block_failure executor/fault/fault_instruction executor/fault/guarded_access executor/fault/shared_guards executor/block_runner executor/block_runner_blocks
  executor/block_runner_failure executor/block_runner_sanitizer executor/cooperative_grid
  executor/cooperative_threads executor/fault_signals executor/grid executor/loaded_code executor/shared_memory
  executor/tsan_annotations executor/unordered_blocks executor/wave
  stream/capture stream/graph stream/graph_exec stream/interprocess_event stream/reported_failure stream/stream
  stream/stream_list stream/submit stream/workers
  compiler/source/debug_sources compiler/source/dynamic_shared compiler/source/folder_headers
  compiler/source/kernel_head compiler/source/program_text compiler/source/reached_headers
  compiler/source/source_edits compiler/source/source_rewriter compiler/source/unlisted_kernels
  compiler/source/statements compiler/source/volatile_arrays compiler/source/waiting_loops
  compiler/host/compiler_invocation compiler/host/compiler_job compiler/host/host_compiler
  compiler/host/lean_prelude
  compiler/standby/source_pipe compiler/standby/standby compiler/standby/standby_compiler
  compiler/build compiler/compiler_log
  driver/capture_calls driver/code_reader driver/compiler driver/device_calls driver/driver
  driver/device_block driver/event_calls driver/graph driver/graph_calls driver/launch_calls driver/live_memory
  driver/managed_calls driver/managed_memory driver/memory_access driver/memory_calls driver/module_calls driver/program_calls driver/stream_calls
  driver/stream_value driver/value_calls driver/virtual_memory_calls)
list(TRANSFORM cpu_sources PREPEND "${CMAKE_CURRENT_LIST_DIR}/")
list(TRANSFORM cpu_sources APPEND ".cpp")
target_sources(duet PRIVATE ${cpu_sources} "${CMAKE_CURRENT_LIST_DIR}/../without_clusters.cpp"
                           "${CMAKE_CURRENT_LIST_DIR}/../without_l2_window.cpp"
                           "${CMAKE_CURRENT_LIST_DIR}/../without_matrix_unit.cpp"
                           "${CMAKE_CURRENT_LIST_DIR}/../without_programmatic.cpp"
                           "${CMAKE_CURRENT_LIST_DIR}/../without_tensor_maps.cpp"
                           "${CMAKE_CURRENT_LIST_DIR}/../without_profiler.cpp"
                           "${CMAKE_CURRENT_LIST_DIR}/../without_fast_compile.cpp")
if(DUET_SANITIZE MATCHES thread)
  # These files run on the kernels' threads and announce them to the sanitizer. They are not
  # instrumented, so that their own accesses are not reported as the kernels'.
  set(cpu_runner
    base/sanitizer/sanitizer_fiber executor/fiber/fiber_stack executor/fault/block_failure
    executor/block_runner executor/block_runner_blocks executor/block_runner_failure
    executor/block_runner_sanitizer executor/tsan_annotations executor/wave)
  list(TRANSFORM cpu_runner REPLACE "(.+)" "${CMAKE_CURRENT_LIST_DIR}/\\1.cpp")
  set_source_files_properties(${cpu_runner} PROPERTIES COMPILE_OPTIONS -fno-sanitize=thread
                              SKIP_PRECOMPILE_HEADERS ON)
endif()
target_include_directories(duet PRIVATE "${CMAKE_CURRENT_LIST_DIR}")
duet_embed(duet cpu_prelude "${CMAKE_CURRENT_LIST_DIR}"
  prelude/abi.hpp prelude/types.hpp prelude/builtins.hpp prelude/fiber_switch.hpp
  prelude/barriers.hpp prelude/waves.hpp prelude/atomics.hpp prelude/math.hpp
  prelude/intrinsics.hpp prelude/kernels.hpp)
target_link_libraries(duet PRIVATE TBB::tbb Threads::Threads ${CMAKE_DL_LIBS})
