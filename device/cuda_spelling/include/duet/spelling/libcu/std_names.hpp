#pragma once

// libcu++'s names of the standard library are those of namespace std in this set.

namespace std {}
namespace cuda {
namespace std {
using namespace ::std;
}
}  // namespace cuda
