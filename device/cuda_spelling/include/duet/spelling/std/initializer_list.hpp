#pragma once

#include <duet/spelling/vendor/select.hpp>

#ifdef std
namespace std {
using ::duet::spelling::initializer_list;
}
#endif
