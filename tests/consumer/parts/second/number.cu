__global__ void number(int* x) { *x = 2; }
