#pragma once

// What CUDA declares without a header. It precedes the source of every program with
// CompileOptions::cuda_headers.

#include <duet/spelling/vendor/select.hpp>

#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_DEPENDENT_LAUNCH)
#include <duet/spelling/builtin/dependent_launch.hpp>
#endif
#include <duet/spelling/std/constants.hpp>
#include <duet/spelling/std/cstdint.hpp>

#ifndef CUDART_VERSION
#define CUDART_VERSION 12080
#endif
#ifndef CUDA_VERSION
#define CUDA_VERSION CUDART_VERSION
#endif

// The headers of the host that nvcc reads define it.
#ifndef __GLIBC__
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#endif

// A word of older kernels without effect, which C++17 has not.
#if __cplusplus >= 201703L
#define register
#endif

// Programs with types of their own for other compilers test whether NVIDIA's are declared.
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__
#endif
#ifndef __DRIVER_TYPES_H__
#define __DRIVER_TYPES_H__
#endif
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__
#endif

// Of unistd.h, which programs test.
#ifndef _POSIX_VERSION
#define _POSIX_VERSION 200809L
#define _POSIX_TIMERS 200809L
#endif

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef long ssize_t;
typedef unsigned char u_int8_t;
typedef unsigned short u_int16_t;
typedef unsigned int u_int32_t;
