#include <map>

#include "usage/manual.hpp"

namespace duet::tool {

std::vector<std::pair<std::string, std::string>> examples_of(const std::string& path) {
  using Examples = std::vector<std::pair<std::string, std::string>>;
  static const std::map<std::string, Examples> examples{
      {"duet",
       {{"duet info", "Shows the devices, or why there is none."},
        {"source <(duet completion bash)", "Completes commands and options in this shell."}}},
      {"duet compile",
       {{"duet compile kernel.cu -k 'saxpy<float>' --arch sm_90 --arch compute_80 -o out",
         "Writes machine code for one GPU, and PTX for others."}}},
      {"duet run",
       {{"duet run kernel.cu -k 'saxpy<float>' --grid cover:1024 --block 256 f32:2.5 in:x.npy "
         "inout:y.npy:result.npy i32:1024",
         "Runs a kernel on two arrays and writes the second to another file."}}},
      {"duet bench",
       {{"duet bench saxpy.cu --size 64Ki,16Mi --block 128,256,512 --bytes '12*n' f32:2 "
         "'rand:f32:{n}' 'rand:f32:{n}' 'i32:{n}'",
         "Measures time and bandwidth for two sizes and three block sizes."}}},
      {"duet prepare",
       {{"duet prepare a.cu b.cu", "Compiles two files into the cache, in parallel."}}},
      {"duet cache", {{"duet cache list --json", "Lists the cached programs as JSON."}}},
      {"duet export-cases",
       {{"duet export-cases cases --arch gfx90a",
         "Writes kernels with arguments and expected results, and code for an AMD GPU."}}},
      {"duet check",
       {{"duet check --cuda-headers sum.cu --grid 4 --block 256 rand:f32:1024 out:y.npy:f32:4 "
         "i32:1024",
         "Compiles for all targets, runs on the CPU with waves of 32 and 64 and compares."}}},
      {"duet check-cases", {{"duet check-cases cases", "Runs them on device 0 and compares."}}}};
  const auto found = examples.find(path);
  return found == examples.end() ? Examples() : found->second;
}

}  // namespace duet::tool
