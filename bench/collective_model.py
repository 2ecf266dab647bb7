#!/usr/bin/env python3
"""Predicts times of all_reduce for many GPUs; docs/distributed.md explains the model.

Fits latency and bandwidth to the times of two H100s on docs/performance.md (calls in a graph), adds
machines of 8 GPUs with a network adapter each, and prints the tables of the page.
"""

import math

# Bytes and microseconds of an all_reduce of two GPUs, in a graph.
measured = [(8, 6.06), (4096, 6.58), (32768, 7.32), (262144, 8.91), (2097152, 28.58),
            (16777216, 79.59), (134217728, 471.72), (1073741824, 3256.30)]

# From NCCL's own model of H100-class machines and its maintainers' figures (see the page).
local_hop = 0.6  # µs, between GPUs of a machine
network_hop = 5.0  # µs, between machines
adapter = 46e3  # bytes a µs of an adapter of 400 Gb/s
chunk = 256 * 1024  # bytes that a tree passes on at once
gpus_of_machine = 8


def fit(points):
    """Least squares of relative errors: latency in µs, bus bandwidth in bytes a µs."""
    w = [1 / t**2 for _, t in points]
    sw = sum(w)
    sx = sum(wi * s for wi, (s, _) in zip(w, points))
    sy = sum(wi * t for wi, (_, t) in zip(w, points))
    sxx = sum(wi * s * s for wi, (s, _) in zip(w, points))
    sxy = sum(wi * s * t for wi, (s, t) in zip(w, points))
    slope = (sw * sxy - sx * sy) / (sw * sxx - sx * sx)
    return (sy - slope * sx) / sw, 1 / slope


small, large = fit(measured[:4]), fit(measured[4:])


def time(ranks, size):
    """Microseconds of an all_reduce: the faster of NCCL's protocols for small and large arrays."""
    on_machine = min(ranks, gpus_of_machine)
    machines = math.ceil(ranks / gpus_of_machine)
    hops = 2 * math.ceil(math.log2(machines)) if machines > 1 else 0
    factor = 2 * (ranks - 1) / ranks
    times = []
    for (latency, bandwidth), hop in ((small, network_hop), (large, network_hop + chunk / adapter)):
        if machines > 1:
            bandwidth = min(bandwidth, gpus_of_machine * adapter)
        times.append(latency + 2 * (on_machine - 2) * local_hop + hops * hop
                     + factor * size / bandwidth)
    return min(times)


def main():
    for name, (latency, bandwidth) in (("small", small), ("large", large)):
        print(f"{name}: {latency:.1f} µs, {bandwidth * 1e-3:.0f} GB/s")
    print("two GPUs: bytes, measured µs, model µs")
    for size, t in measured:
        print(f"{size:>12} {t:>10.2f} {time(2, size):>10.2f} {time(2, size) / t - 1:>+7.0%}")
    print("ranks, 256 B, 1 MiB, 64 MiB, 1 GiB in µs, bus GB/s at 1 GiB")
    regression, alone = 4 * 256, 1340.0
    overhead = alone / 0.92 - alone - 4 * time(2, 256)  # of two GPUs, besides the model
    for ranks in (8, 64, 512, 4096, 16384):
        row = [time(ranks, size) for size in (256, 2**20, 2**26, 2**30)]
        bus = 2 * (ranks - 1) / ranks * 2**30 / row[-1] * 1e-3
        iteration = alone + overhead + 4 * time(ranks, regression // 4)
        n, rate = 16384, 300e6  # floating-point operations a µs
        compute = 2 * n**3 / ranks / rate
        product = 2 * n**3 / rate / (compute + time(ranks, 4 * n * n)) / ranks
        print(f"{ranks:>6} " + " ".join(f"{t:>9.0f}" for t in row) + f" {bus:>5.0f}"
              f"  regression {alone / iteration:.2f}  product {product:.2f}")


if __name__ == "__main__":
    main()
