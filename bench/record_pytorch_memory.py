#!/usr/bin/env python3
"""Records the allocations of PyTorch programs on a GPU, for duet_bench_memory_trace.

record_pytorch_memory.py FOLDER: writes FOLDER/NAME.trace for each program. A line is
  "peak USED RESERVED"  what PyTorch's allocator had at most, in bytes; the first line
  "a ADDRESS BYTES STREAM"  an allocation
  "f ADDRESS"  its release
"""

import random
import sys
from pathlib import Path

import torch
from torch import nn


class Block(nn.Module):
    """A block of a transformer."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.heads = 8
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x, past=None):
        batch, length, width = x.shape
        q, k, v = (t.view(batch, length, self.heads, -1).transpose(1, 2)
                   for t in self.qkv(self.norm1(x)).chunk(3, dim=-1))
        if past is not None:
            k, v = torch.cat([past[0], k], dim=2), torch.cat([past[1], v], dim=2)
        y = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=past is None)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, width))
        return x + self.mlp(self.norm2(x)), (k, v)


def training() -> None:
    """Trains a transformer with AdamW."""
    blocks = nn.ModuleList([Block(512) for _ in range(8)]).cuda()
    optimizer = torch.optim.AdamW(blocks.parameters())
    for _ in range(12):
        x = torch.randn(16, 512, 512, device="cuda")
        for block in blocks:
            x, _ = block(x)
        x.square().mean().backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)


@torch.no_grad()
def inference() -> None:
    """Generates with caches that grow, for requests of different lengths."""
    blocks = nn.ModuleList([Block(1024) for _ in range(12)]).cuda().half()
    source = random.Random(1)
    for _ in range(6):
        x = torch.randn(source.randint(1, 8), source.randint(100, 900), 1024, device="cuda").half()
        pasts = [None] * len(blocks)
        for _ in range(60):
            for i, block in enumerate(blocks):
                x, pasts[i] = block(x, pasts[i])
            x = x[:, -1:]


def mixed_sizes() -> None:
    """Trains a convolutional network on images of random sizes."""
    channels = [3, 32, 64, 128, 128, 256]
    layers = []
    for before, after in zip(channels, channels[1:]):
        layers += [nn.Conv2d(before, after, 3, stride=2, padding=1), nn.BatchNorm2d(after), nn.ReLU()]
    net = nn.Sequential(*layers).cuda()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01, momentum=0.9)
    source = random.Random(2)
    for _ in range(60):
        shape = (source.randint(4, 48), 3, source.randint(64, 500), source.randint(64, 500))
        net(torch.randn(shape, device="cuda")).square().mean().backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)


def random_sizes() -> None:
    """Allocates and frees memory of random sizes in random order."""
    source = random.Random(3)
    held = []
    for _ in range(20000):
        if held and (len(held) > 400 or source.random() < 0.45):
            held[source.randrange(len(held))] = held[-1]
            held.pop()
        else:
            bytes_ = int(2 ** source.uniform(8, 26))
            held.append(torch.empty(bytes_, dtype=torch.uint8, device="cuda"))


def record(program, folder: Path) -> None:
    """Runs a program and writes its trace."""
    torch.cuda.synchronize()
    torch.cuda.empty_cache()
    torch.cuda.reset_peak_memory_stats()
    torch.cuda.memory._record_memory_history(max_entries=2_000_000, context=None, stacks="python")
    program()
    torch.cuda.synchronize()
    statistics = torch.cuda.memory_stats()
    used, reserved = statistics["requested_bytes.all.peak"], statistics["reserved_bytes.all.peak"]
    trace = torch.cuda.memory._snapshot()["device_traces"][0]
    torch.cuda.memory._record_memory_history(enabled=None)
    lines = [f"peak {used} {reserved}"]
    for entry in trace:
        if entry["action"] == "alloc":
            lines.append(f"a {entry['addr']} {entry['size']} {entry['stream']}")
        elif entry["action"] == "free_completed":
            lines.append(f"f {entry['addr']}")
    (folder / f"{program.__name__}.trace").write_text("\n".join(lines) + "\n")
    print(program.__name__, len(lines), "events; used", used, "reserved", reserved)


def main() -> None:
    folder = Path(sys.argv[1])
    for program in (training, inference, mixed_sizes, random_sizes):
        record(program, folder)


main()
