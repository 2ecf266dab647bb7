#pragma once
constexpr int by = FACTOR;
