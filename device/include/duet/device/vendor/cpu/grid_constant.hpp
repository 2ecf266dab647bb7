#pragma once

#define DUET_GRID_CONSTANT
