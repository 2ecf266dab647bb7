#pragma once

// What nvcc has of the host's compiler and NVRTC lacks: macros that programs test, and other
// spellings of words.

#ifndef __linux__
#define __linux__ 1
#endif
#ifndef __GNUC__
#define __GNUC__ 12
#define __GNUC_MINOR__ 2
#define __GNUC_PATCHLEVEL__ 0
#define __GNUG__ 12
#endif
#ifndef __unix__
#define __unix__ 1
#define __unix 1
#endif
#ifndef __x86_64__
#define __x86_64__ 1
#define __x86_64 1
#endif
#ifndef __LP64__
#define __LP64__ 1
#define _LP64 1
#endif
#ifndef __BYTE_ORDER__
#define __ORDER_LITTLE_ENDIAN__ 1234
#define __ORDER_BIG_ENDIAN__ 4321
#define __BYTE_ORDER__ __ORDER_LITTLE_ENDIAN__
#endif
#ifndef __SIZEOF_POINTER__
#define __SIZEOF_POINTER__ 8
#define __SIZEOF_INT__ 4
#define __SIZEOF_LONG__ 8
#define __SIZEOF_SIZE_T__ 8
#endif

#define __asm__ asm
#define __extension__
#define __const const
#define __decltype decltype
#define __signed__ signed
#define __volatile volatile
#define __restrict __restrict__
#define __alignof__ alignof
#define __alignof alignof

#if !defined(DUET_SPELLING_LEAN) || defined(DUET_SPELLING_USES_GNU)
#include <duet/spelling/vendor/gnu_builtins.hpp>
#endif
