// Stands in for Android's copy of fdlibm (external/fdlibm), whose functions bear an ieee_ prefix: glibc's are as exact.
#pragma once

#include <math.h>

#define ieee_acos acos
#define ieee_asin asin
#define ieee_atan atan
#define ieee_atan2 atan2
#define ieee_cbrt cbrt
#define ieee_cos cos
#define ieee_cosh cosh
#define ieee_exp exp
#define ieee_expm1 expm1
#define ieee_hypot hypot
#define ieee_log log
#define ieee_log10 log10
#define ieee_log1p log1p
#define ieee_pow pow
#define ieee_remainder remainder
#define ieee_sin sin
#define ieee_sinh sinh
#define ieee_sqrt sqrt
#define ieee_tan tan
#define ieee_tanh tanh
