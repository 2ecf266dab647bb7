#include <cmath>

__device__ inline float cndGPU(float d) {
  const float A1 = 0.31938153f, A2 = -0.356563782f, A3 = 1.781477937f, A4 = -1.821255978f,
              A5 = 1.330274429f, RSQRT2PI = 0.39894228040143267793994605993438f;
  float K = __fdividef(1.0f, (1.0f + 0.2316419f * fabsf(d)));
  float cnd = RSQRT2PI * __expf(-0.5f * d * d) *
              (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
  if (d > 0) cnd = 1.0f - cnd;
  return cnd;
}

extern "C" __launch_bounds__(128) __global__ void BlackScholesGPU(float2* __restrict d_CallResult, float2* __restrict d_PutResult,
                               float2* __restrict d_StockPrice, float2* __restrict d_OptionStrike,
                               float2* __restrict d_OptionYears, float Riskfree, float Volatility,
                               int optN) {
  const int opt = blockDim.x * blockIdx.x + threadIdx.x;
  if (opt < (optN / 2)) {
    float call[2], put[2];
    float S[2] = {d_StockPrice[opt].x, d_StockPrice[opt].y};
    float X[2] = {d_OptionStrike[opt].x, d_OptionStrike[opt].y};
    float T[2] = {d_OptionYears[opt].x, d_OptionYears[opt].y};
#pragma unroll
    for (int i = 0; i < 2; ++i) {
      float sqrtT = __fdividef(1.0F, rsqrtf(T[i]));
      float d1 = __fdividef(__logf(S[i] / X[i]) + (Riskfree + 0.5f * Volatility * Volatility) * T[i],
                            Volatility * sqrtT);
      float d2 = d1 - Volatility * sqrtT;
      float CNDD1 = cndGPU(d1), CNDD2 = cndGPU(d2);
      float expRT = __expf(-Riskfree * T[i]);
      call[i] = S[i] * CNDD1 - X[i] * expRT * CNDD2;
      put[i] = X[i] * expRT * (1.0f - CNDD2) - S[i] * (1.0f - CNDD1);
    }
    d_CallResult[opt] = make_float2(call[0], call[1]);
    d_PutResult[opt] = make_float2(put[0], put[1]);
  }
}
