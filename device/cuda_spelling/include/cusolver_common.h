#pragma once

#include <cuComplex.h>
