// A program that is compiled without CMake.

#include <cstdio>

#include <duet/duet.hpp>

int main() { std::printf("%s %d devices\n", duet::backend_name(), duet::Device::count()); }
