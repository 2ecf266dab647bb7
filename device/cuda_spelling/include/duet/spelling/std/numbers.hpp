#pragma once

// <numbers>, in every version of C++.

namespace std::numbers {

template <typename T_>
inline constexpr T_ e_v = T_(2.71828182845904523536);
template <typename T_>
inline constexpr T_ log2e_v = T_(1.44269504088896340736);
template <typename T_>
inline constexpr T_ log10e_v = T_(0.43429448190325182765);
template <typename T_>
inline constexpr T_ pi_v = T_(3.14159265358979323846);
template <typename T_>
inline constexpr T_ inv_pi_v = T_(0.31830988618379067154);
template <typename T_>
inline constexpr T_ inv_sqrtpi_v = T_(0.56418958354775628695);
template <typename T_>
inline constexpr T_ ln2_v = T_(0.69314718055994530942);
template <typename T_>
inline constexpr T_ ln10_v = T_(2.30258509299404568402);
template <typename T_>
inline constexpr T_ sqrt2_v = T_(1.41421356237309504880);
template <typename T_>
inline constexpr T_ sqrt3_v = T_(1.73205080756887729353);
template <typename T_>
inline constexpr T_ inv_sqrt3_v = T_(0.57735026918962576451);
template <typename T_>
inline constexpr T_ egamma_v = T_(0.57721566490153286061);
template <typename T_>
inline constexpr T_ phi_v = T_(1.61803398874989484820);

inline constexpr double e = e_v<double>;
inline constexpr double log2e = log2e_v<double>;
inline constexpr double log10e = log10e_v<double>;
inline constexpr double pi = pi_v<double>;
inline constexpr double inv_pi = inv_pi_v<double>;
inline constexpr double inv_sqrtpi = inv_sqrtpi_v<double>;
inline constexpr double ln2 = ln2_v<double>;
inline constexpr double ln10 = ln10_v<double>;
inline constexpr double sqrt2 = sqrt2_v<double>;
inline constexpr double sqrt3 = sqrt3_v<double>;
inline constexpr double inv_sqrt3 = inv_sqrt3_v<double>;
inline constexpr double egamma = egamma_v<double>;
inline constexpr double phi = phi_v<double>;

}  // namespace std::numbers
