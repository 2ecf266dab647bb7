#pragma once

// For the host: kernels have nothing of it.
