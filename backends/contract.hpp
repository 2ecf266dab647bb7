#pragma once

// What a backend supplies. A backend is a folder below backends/, chosen by -DBACKEND (the folder's
// name in capitals). Its folder and this one are include folders of the library, so <vendor.hpp> is
// the chosen backend's. docs/adding_a_backend.md walks through a new one.
//
// Files that every backend has:
//   backend.cmake            adds the backend's sources and libraries to the target `duet`
//   vendor.hpp               types, constants and DUET_PICK; checked by contract/vendor_check.hpp
//   include/duet/native_types.hpp
//                            public: the vendor's handle types, for duet/native.hpp
// and, in files of its choice, the functions of namespace duet::vendor that these headers declare:
//   contract/driver.hpp      searching, errors, contexts, limits      cuda/driver.cpp
//   contract/cluster.hpp     launches in clusters of blocks           cuda/extended_launch.cpp
//   contract/programmatic.hpp
//                            launches that begin early                cuda/extended_launch.cpp
//   contract/graph.hpp       nodes of graphs                          cuda/graph.cpp
//   contract/stream_value.hpp
//                            numbers that streams wait for            cuda/stream_value.cpp
//   contract/l2_window.hpp   launches that keep memory in the cache   cuda/l2_window.cpp
//   contract/managed_memory.hpp
//                            advice, prefetches, registered memory     cuda/managed_memory.cpp
//   contract/matrix_unit.hpp types with matrix instructions           cuda/matrix_unit.cpp
//   contract/tensor_map.hpp  maps for the copy engine                 cuda/tensor_map.cpp
//   contract/profiler.hpp    ranges in the vendor's profiler          cuda/profiler.cpp
//   contract/compiler.hpp    targets, options, results                cuda/compiler.cpp
//   contract/fast_compile.hpp
//                            a quicker way to the same code           cuda/fast_compile/
//   contract/code.hpp        reading and choosing code                cuda/code_reader.cpp
// A function that a backend does not define is an undefined symbol when the library is linked into
// a program. Backends without clusters, launches that begin early, windows of the level-2 cache,
// matrix instructions, tensor maps, profiler, fast compilation or a compiler that is started as a
// program add ../without_clusters.cpp, ../without_programmatic.cpp, ../without_l2_window.cpp,
// ../without_matrix_unit.cpp, ../without_tensor_maps.cpp, ../without_profiler.cpp,
// ../without_fast_compile.cpp or ../without_compiler_standby.cpp to their sources.
//
// Files that a backend may have:
//   own_driver_calls.def     driver calls that only its own files make, one DUET_OWN_CALL a row
//   own_compiler_calls.def   the same of the run-time compiler
//
// The driver's and the compiler's own calls, their meaning and their signatures stand in
// core/src/driver/driver.def and core/src/compile/compiler.def.

#include "contract/cluster.hpp"
#include "contract/code.hpp"
#include "contract/compiler.hpp"
#include "contract/driver.hpp"
#include "contract/fast_compile.hpp"
#include "contract/graph.hpp"
#include "contract/l2_window.hpp"
#include "contract/managed_memory.hpp"
#include "contract/matrix_unit.hpp"
#include "contract/profiler.hpp"
#include "contract/programmatic.hpp"
#include "contract/stream_value.hpp"
#include "contract/tensor_map.hpp"
#include "contract/vendor_check.hpp"
