#pragma once

// Types of C libraries of the host that classes in files of kernels have as members. Nothing can be
// done with them. They have the sizes that they have on the host.

#include <cufft.h>
#include <duet/spelling/std/cstdio.hpp>

struct timeval {
  long tv_sec;
  long tv_usec;
};
struct timespec {
  long tv_sec;
  long tv_nsec;
};
struct timezone {
  int tz_minuteswest;
  int tz_dsttime;
};
typedef struct duet_mpi_comm* MPI_Comm;
typedef unsigned long pthread_t;
/// An object of C's library on 64-bit Linux.
#define DUET_SPELLING_HOST_OBJECT(name, words) \
  struct name {                                \
    unsigned long content_[words];             \
  };
DUET_SPELLING_HOST_OBJECT(glob_t, 9)
DUET_SPELLING_HOST_OBJECT(sem_t, 4)
DUET_SPELLING_HOST_OBJECT(pthread_mutex_t, 5)
DUET_SPELLING_HOST_OBJECT(pthread_cond_t, 6)
DUET_SPELLING_HOST_OBJECT(pthread_barrier_t, 4)
#undef DUET_SPELLING_HOST_OBJECT

typedef struct cublasContext* cublasHandle_t;
typedef struct cublasLtContext* cublasLtHandle_t;
typedef struct cusparseContext* cusparseHandle_t;
typedef struct cusparseMatDescr* cusparseMatDescr_t;
typedef struct cusolverDnContext* cusolverDnHandle_t;
typedef struct cusolverSpContext* cusolverSpHandle_t;
typedef struct cudnnContext* cudnnHandle_t;
typedef struct cudnnTensorStruct* cudnnTensorDescriptor_t;
typedef struct cudnnFilterStruct* cudnnFilterDescriptor_t;
typedef struct cudnnConvolutionStruct* cudnnConvolutionDescriptor_t;
typedef struct curandGenerator_st* curandGenerator_t;
typedef struct ncclComm* ncclComm_t;
