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
find_package(TBB 2021 REQUIRED)
find_package(Threads REQUIRED)
set(cpu_sources
  architecture block_failure block_runner block_runner_blocks block_runner_failure build code_image code_reader compiler compiler_calls compiler_log
  cooperative_grid cooperative_threads device
  driver event failure_note fault_signals fiber grid host_compiler launch loaded_code memory module object_notes object_references program source_rewriter
  stack_switch_${cpu_switch} stream stream_calls stream_list temporary_folder tokens wave
  wave_size workers)
list(TRANSFORM cpu_sources PREPEND "${CMAKE_CURRENT_LIST_DIR}/")
list(TRANSFORM cpu_sources APPEND ".cpp")
target_sources(duet PRIVATE ${cpu_sources})
target_include_directories(duet PRIVATE "${CMAKE_CURRENT_LIST_DIR}")
duet_embed(duet cpu_prelude "${CMAKE_CURRENT_LIST_DIR}"
  prelude/abi.hpp prelude/types.hpp prelude/builtins.hpp prelude/waves.hpp prelude/atomics.hpp
  prelude/math.hpp prelude/intrinsics.hpp prelude/kernels.hpp)
target_link_libraries(duet PRIVATE TBB::tbb Threads::Threads ${CMAKE_DL_LIBS})
# Background threads run until the process ends, so the library must stay where it is.
target_link_options(duet PRIVATE
  $<$<STREQUAL:$<TARGET_PROPERTY:duet,TYPE>,SHARED_LIBRARY>:LINKER:-z,nodelete>)
