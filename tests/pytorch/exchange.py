"""exchange.py LIBRARY BACKEND: exchanges arrays with PyTorch by DLPack, in both directions, without a
copy. Ends with 77 if PyTorch or its device is missing."""

import ctypes
import gc
import sys

try:
    import torch
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

library = ctypes.CDLL(sys.argv[1])
on_cpu = sys.argv[2] == "CPU"
if not on_cpu and not torch.cuda.is_available():
    print("skipped: PyTorch finds no GPU")
    sys.exit(77)
place = "cpu" if on_cpu else "cuda:0"

pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
pointer_of.restype, pointer_of.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
rename = ctypes.pythonapi.PyCapsule_SetName
rename.restype, rename.argtypes = ctypes.c_int, [ctypes.py_object, ctypes.c_char_p]
is_valid = ctypes.pythonapi.PyCapsule_IsValid
is_valid.restype, is_valid.argtypes = ctypes.c_int, [ctypes.py_object, ctypes.c_char_p]
new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ctypes.py_object, [
    ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
for name in ("exchange_twice", "exchange_twice_versioned", "exchange_fill"):
    getattr(library, name).restype = ctypes.c_void_p
    getattr(library, name).argtypes = [ctypes.c_void_p]
library.exchange_error.restype = ctypes.c_char_p

# Capsules keep the addresses of their names.
PLAIN, USED = b"dltensor", b"used_dltensor"
VERSIONED, USED_VERSIONED = b"dltensor_versioned", b"used_dltensor_versioned"


def give(capsule, name, used):
    """Takes the tensor out of a capsule, as a consumer of DLPack does."""
    address = pointer_of(capsule, name)
    rename(capsule, used)
    return address


def wait():
    if not on_cpu:
        torch.cuda.synchronize()


def twice(x):
    wait()
    address = library.exchange_twice(give(torch.utils.dlpack.to_dlpack(x), PLAIN, USED))
    assert address, library.exchange_error()
    return torch.utils.dlpack.from_dlpack(new_capsule(address, PLAIN, None))


def twice_versioned(x):
    wait()
    capsule = x.__dlpack__(max_version=(1, 0))
    if not is_valid(capsule, VERSIONED):
        return None
    address = library.exchange_twice_versioned(give(capsule, VERSIONED, USED_VERSIONED))
    assert address, library.exchange_error()
    return torch.utils.dlpack.from_dlpack(new_capsule(address, VERSIONED, None))


checks = 0
for x in (torch.arange(12, dtype=torch.float32, device=place).reshape(3, 4),
          torch.arange(3000, dtype=torch.float32, device=place).reshape(50, 60).t(),
          torch.rand(1000, 2000, device=place)[100:900:7, 3::11]):
    y = twice(x)
    assert y.device == x.device and y.shape == x.shape, (y.device, y.shape)
    assert torch.equal(y, x * 2)
    z = (y + 1).sum() + twice(y).sum()  # PyTorch computes with duet's memory, and gives it back
    assert torch.isfinite(z)
    checks += 3
assert library.exchange_kept() == 1, library.exchange_kept()
del y
gc.collect()
assert library.exchange_kept() == 0, "PyTorch did not release duet's memory"

x = torch.zeros(100_000, device=place)
wait()
address = library.exchange_fill(give(torch.utils.dlpack.to_dlpack(x), PLAIN, USED))
assert address == x.data_ptr(), "duet did not write PyTorch's memory in place"
assert torch.equal(x, torch.full_like(x, 7))
checks += 2

versioned = "not in this version of PyTorch"
try:
    y = twice_versioned(torch.ones(5, 6, device=place))
    if y is not None:
        assert torch.equal(y, torch.full((5, 6), 2.0, device=place))
        versioned = "exchanged"
        checks += 1
except (TypeError, ValueError) as error:
    versioned = f"not in this version of PyTorch ({error})"

for wrong in (torch.zeros(4, 4, dtype=torch.float64, device=place), torch.zeros(4, device=place)):
    wait()
    assert not library.exchange_twice(give(torch.utils.dlpack.to_dlpack(wrong), PLAIN, USED))
    assert b"matrices of 32-bit floats" in library.exchange_error()
    checks += 1
print(f"PyTorch {torch.__version__} on {place}: {checks} checks passed; versioned form: {versioned}")
