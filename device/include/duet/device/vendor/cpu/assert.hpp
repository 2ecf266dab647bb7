#pragma once

namespace duet::vendor {

[[noreturn]] inline void fail_assertion(const char* text, const char* file, int line) {
  duet_cpu::fail_assertion(text, {file, line});
}

}  // namespace duet::vendor
