#include <cstdint>

struct KeyValue {
  uint32_t key;
  uint32_t value;
};
const uint32_t kEmpty = 0xffffffff;

__device__ uint32_t murmur(uint32_t k) {
  k ^= k >> 16;
  k *= 0x85ebca6b;
  k ^= k >> 13;
  k *= 0xc2b2ae35;
  k ^= k >> 16;
  return k;
}

// Open addressing with linear probing; counts how often each key occurs.
extern "C" __global__ void hash_count(KeyValue* table, uint32_t capacity, const uint32_t* keys, uint32_t n) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint32_t key = keys[i], slot = murmur(key) & (capacity - 1);
  while (true) {
    uint32_t prev = atomicCAS(&table[slot].key, kEmpty, key);
    if (prev == kEmpty || prev == key) {
      atomicAdd(&table[slot].value, 1u);
      return;
    }
    slot = (slot + 1) & (capacity - 1);
  }
}

extern "C" __global__ void hash_lookup(const KeyValue* table, uint32_t capacity, const uint32_t* keys,
                            uint32_t* counts, uint32_t n) {
  uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint32_t slot = murmur(keys[i]) & (capacity - 1);
  while (table[slot].key != keys[i] && table[slot].key != kEmpty) slot = (slot + 1) & (capacity - 1);
  counts[i] = table[slot].key == keys[i] ? table[slot].value : 0;
}
