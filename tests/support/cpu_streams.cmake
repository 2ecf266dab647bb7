# The CPU backend's streams, events, memory and graphs with what they need, without its compiler and
# executor: for libraries that stand in for a driver.
set(cpu_streams
  core/src/base/edit_distance core/src/base/elf_image core/src/base/environment core/src/base/error
  core/src/base/log core/src/base/similar_names core/src/system/forked_process
  backends/cpu/base/current_device backends/cpu/base/failure_note backends/cpu/base/shared_pages
  backends/cpu/base/shutdown
  backends/cpu/base/sanitizer/address_sanitizer backends/cpu/base/sanitizer/thread_sanitizer
  backends/cpu/executor/fault/guarded_access
  backends/cpu/driver/capture_calls backends/cpu/driver/device_block backends/cpu/driver/event_calls
  backends/cpu/driver/graph_calls backends/cpu/driver/live_memory
  backends/cpu/driver/managed_calls
  backends/cpu/driver/memory_calls backends/cpu/driver/stream_calls
  backends/cpu/driver/value_calls
  backends/cpu/driver/virtual_memory_calls
  backends/cpu/stream/capture backends/cpu/stream/graph backends/cpu/stream/graph_exec
  backends/cpu/stream/interprocess_event backends/cpu/stream/reported_failure
  backends/cpu/stream/stream backends/cpu/stream/stream_list
  backends/cpu/stream/submit backends/cpu/stream/workers
  tests/stub_driver/without_strict_mode)
