#pragma once

#include <duet/spelling/library_versions.hpp>
