#pragma once

namespace duet::spelling {
using ::std::initializer_list;
}
