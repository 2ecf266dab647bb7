#pragma once

#include <duet/arguments.hpp>
#include <duet/shape.hpp>

#include "plan/plan.hpp"

namespace duet::detail {

/// What the kernel of a plan is called with; see `product_source`.
Arguments arguments_of(const ProductPlan& plan);

LaunchShape shape_of(const ProductPlan& plan);

}  // namespace duet::detail
