#!/usr/bin/env python3
"""Times attention by the example and by PyTorch's scaled_dot_product_attention on one GPU.

    compare_with_torch.py build/examples/attention
"""

import re
import subprocess
import sys

import torch

SHAPES = [  # heads, rows of Q, K and V, size of a head, causal
    (64, 1024, 64, False),
    (64, 1024, 128, False),
    (32, 4096, 128, False),
    (32, 4096, 128, True),
    (16, 8192, 128, False),
    (32, 2048, 256, False),
]
REPETITIONS = 20


def time_example(program, heads, rows, size, causal):
    """Milliseconds of a launch of the example's kernel."""
    options = {"--heads": heads, "--queries": rows, "--keys": rows, "--size": size,
               "--check": 20, "--repeat": REPETITIONS}
    command = [program, *(str(word) for option in options.items() for word in option)]
    output = subprocess.run(command + ["--causal"] * causal, check=True, capture_output=True,
                            text=True).stdout
    return float(re.search(r"([0-9.]+) ms", output).group(1))


def time_torch(heads, rows, size, causal):
    """Milliseconds of a call of PyTorch."""
    q, k, v = (torch.randn(1, heads, rows, size, device="cuda", dtype=torch.half)
               for _ in range(3))
    start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))

    def call():
        torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=causal)

    for _ in range(3):
        call()
    start.record()
    for _ in range(REPETITIONS):
        call()
    stop.record()
    torch.cuda.synchronize()
    return start.elapsed_time(stop) / REPETITIONS


def main():
    """Prints a table."""
    print(f"{torch.cuda.get_device_name()}, half; milliseconds, TFLOP/s")
    for heads, rows, size, causal in SHAPES:
        own = time_example(sys.argv[1], heads, rows, size, causal)
        torchs = time_torch(heads, rows, size, causal)
        work = 4e-9 * heads * rows * rows * size / (2 if causal else 1)
        print(f"{heads:3} x {rows:5} x {size:3} {'causal' if causal else '':6}"
              f"  duet {own:7.3f} {work / own:6.1f}"
              f"  torch {torchs:7.3f} {work / torchs:6.1f}  ratio of speed {torchs / own:.2f}")


if __name__ == "__main__":
    main()
