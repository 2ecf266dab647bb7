// A library that has a version and none of NCCL's other functions.
extern "C" __attribute__((visibility("default"))) int ncclGetVersion(int* version) {
  *version = 22809;
  return 0;
}
