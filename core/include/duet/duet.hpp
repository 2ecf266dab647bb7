#pragma once

// The whole public API except `native.hpp`, which needs the vendor's headers.

#include <duet/access.hpp>
#include <duet/arguments.hpp>
#include <duet/array_view.hpp>
#include <duet/buffer.hpp>
#include <duet/cache.hpp>
#include <duet/capture.hpp>
#include <duet/code.hpp>
#include <duet/command_encoder.hpp>
#include <duet/compile.hpp>
#include <duet/copy.hpp>
#include <duet/data_type.hpp>
#include <duet/device.hpp>
#include <duet/error.hpp>
#include <duet/event.hpp>
#include <duet/float16.hpp>
#include <duet/fused_kernel.hpp>
#include <duet/fusion.hpp>
#include <duet/graph.hpp>
#include <duet/grid_barrier.hpp>
#include <duet/jit.hpp>
#include <duet/kernel.hpp>
#include <duet/launch.hpp>
#include <duet/launch_dump.hpp>
#include <duet/load_options.hpp>
#include <duet/memory.hpp>
#include <duet/module.hpp>
#include <duet/occupancy.hpp>
#include <duet/prebuilt.hpp>
#include <duet/profiling_range.hpp>
#include <duet/program.hpp>
#include <duet/shape.hpp>
#include <duet/span.hpp>
#include <duet/stream.hpp>
#include <duet/version.hpp>
