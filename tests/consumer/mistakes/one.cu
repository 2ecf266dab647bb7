template <typename T>
__global__ void one(T* x) {
  *x = 1;
}
