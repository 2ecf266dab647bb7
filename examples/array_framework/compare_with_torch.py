#!/usr/bin/env python3
"""Times a chain of 100 small operations with PyTorch, eager and as a captured graph, and with the
example's program, on the same device in alternation.

usage: compare_with_torch.py PROGRAM   (build/examples/array_framework)"""

import json
import statistics
import subprocess
import sys
import time

import torch


def chain(x, other):
    for _ in range(50):
        x = x * 0.99
        x = x + other
    return x


def time_of(run, count=50, rounds=20):
    times = []
    for _ in range(rounds + 1):  # the first one warms up
        begin = time.perf_counter()
        for _ in range(count):
            run()
        torch.cuda.synchronize()
        times.append((time.perf_counter() - begin) / count * 1e6)
    return statistics.median(times[1:])


def time_example():
    result = json.loads(subprocess.check_output([sys.argv[1], "--bench"]))
    return {"example, one kernel an operation": result["one_kernel_an_operation_us"],
            "example, fused": result["fused_us"]}


def main():
    x, other = torch.rand(64, 256, device="cuda"), torch.rand(64, 256, device="cuda")
    with torch.cuda.stream(torch.cuda.Stream()):
        chain(x, other)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        chain(x, other)
    rounds = [{"PyTorch, eager": time_of(lambda: chain(x, other)),
               "PyTorch, captured graph": time_of(graph.replay), **time_example()}
              for _ in range(3)]
    medians = {name: statistics.median(times[name] for times in rounds) for name in rounds[0]}
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}: us for 100 operations")
    for name, median in medians.items():
        print(f"{name:<36}{median:>10.1f}{medians['PyTorch, eager'] / median:>8.2f} times eager")


if __name__ == "__main__":
    main()
