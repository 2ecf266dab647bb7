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
    for _ in range(20):
        run()
    torch.cuda.synchronize()
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        for _ in range(count):
            run()
        torch.cuda.synchronize()
        times.append((time.perf_counter() - begin) / count * 1e6)
    return statistics.median(times)


def captured(x, other):
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        chain(x, other)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        chain(x, other)
    return graph.replay


def main():
    x, other = torch.rand(64, 256, device="cuda"), torch.rand(64, 256, device="cuda")
    rows = {"PyTorch, eager": [], "PyTorch, captured graph": [],
            "example, one kernel an operation": [], "example, fused": []}
    replay = captured(x, other)
    for _ in range(3):
        rows["PyTorch, eager"].append(time_of(lambda: chain(x, other)))
        rows["PyTorch, captured graph"].append(time_of(replay))
        result = json.loads(subprocess.run([sys.argv[1], "--bench"], check=True, text=True,
                                           capture_output=True).stdout)
        rows["example, one kernel an operation"].append(result["one_kernel_an_operation_us"])
        rows["example, fused"].append(result["fused_us"])
    eager = statistics.median(rows["PyTorch, eager"])
    print(f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}: us for 100 operations")
    for name, times in rows.items():
        median = statistics.median(times)
        print(f"{name:<36}{median:>10.1f}{eager / median:>8.2f} times eager")


if __name__ == "__main__":
    main()
