#include "hip/options.hpp"

#include <cstdlib>
#include <string>
#include <thread>

#include "base/environment.hpp"

namespace amd_emulator {

const Options& options() {
  static const Options read = [] {
    Options made;
    made.interprets = !duet::is_switched_off("DUET_AMD_EMULATOR_INTERPRET");
    made.counts = duet::accepted_value("DUET_AMD_EMULATOR_COUNTS") == "on";
    made.detects_races = duet::accepted_value("DUET_AMD_EMULATOR_RACES") == "on";
    const auto end = duet::accepted_value("DUET_AMD_EMULATOR_APPROXIMATIONS");
    if (end == "least") made.approximation = Approximation::least;
    if (end == "greatest") made.approximation = Approximation::greatest;
    const std::string seed(duet::accepted_value("DUET_AMD_EMULATOR_INTERLEAVE"));
    made.interleaving = std::strtoull(seed.c_str(), nullptr, 10);
    made.threads = std::max(1U, std::thread::hardware_concurrency());
    return made;
  }();
  return read;
}

}  // namespace amd_emulator
