#pragma once

// nv/target: all code is for devices. Some compilers have these macros.

#ifndef NV_IF_TARGET

#define NV_IS_HOST 0
#define NV_IS_DEVICE 1
#define NV_ANY_TARGET 1
#define NV_NO_TARGET 0
#define NV_HAS_FEATURE_SM_90a 0
#define NV_PROVIDES_SM_50 (__CUDA_ARCH__ >= 500)
#define NV_PROVIDES_SM_52 (__CUDA_ARCH__ >= 520)
#define NV_PROVIDES_SM_53 (__CUDA_ARCH__ >= 530)
#define NV_PROVIDES_SM_60 (__CUDA_ARCH__ >= 600)
#define NV_PROVIDES_SM_61 (__CUDA_ARCH__ >= 610)
#define NV_PROVIDES_SM_70 (__CUDA_ARCH__ >= 700)
#define NV_PROVIDES_SM_72 (__CUDA_ARCH__ >= 720)
#define NV_PROVIDES_SM_75 (__CUDA_ARCH__ >= 750)
#define NV_PROVIDES_SM_80 (__CUDA_ARCH__ >= 800)
#define NV_PROVIDES_SM_86 (__CUDA_ARCH__ >= 860)
#define NV_PROVIDES_SM_89 (__CUDA_ARCH__ >= 890)
#define NV_PROVIDES_SM_90 (__CUDA_ARCH__ >= 900)
#define NV_PROVIDES_SM_100 (__CUDA_ARCH__ >= 1000)

#define DUET_SPELLING_BODY(...) __VA_ARGS__
#define DUET_SPELLING_WITHOUT_PARENTHESES(...) DUET_SPELLING_BODY __VA_ARGS__
// The condition is an expression, so that both bodies must compile.
#define NV_IF_TARGET(condition, ...) NV_IF_ELSE_TARGET(condition, __VA_ARGS__, ())
#define NV_IF_ELSE_TARGET(condition, body, other, ...) \
  if constexpr (condition) {                           \
    DUET_SPELLING_WITHOUT_PARENTHESES(body)            \
  } else {                                             \
    DUET_SPELLING_WITHOUT_PARENTHESES(other)           \
  }
#endif
