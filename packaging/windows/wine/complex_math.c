/* The functions of complex numbers, which wine 8's ucrtbase only names: numpy asks for them. */
#include <complex.h>

typedef struct { double re, im; } Double;
typedef struct { float re, im; } Float;

#define OF_TWO(z) __builtin_complex((double)(z).re, (double)(z).im)
#define RESULT(kind, of) double complex w = (of); return (kind){creal(w), cimag(w)}
#define PAIR(name) \
  Double our_##name(Double z) { RESULT(Double, name(OF_TWO(z))); } \
  Double our_##name##l(Double z) { RESULT(Double, name(OF_TWO(z))); } \
  Float our_##name##f(Float z) { RESULT(Float, name(OF_TWO(z))); }
#define PART(name) \
  double our_##name(Double z) { return name(OF_TWO(z)); } \
  double our_##name##l(Double z) { return name(OF_TWO(z)); } \
  float our_##name##f(Float z) { return (float)name(OF_TWO(z)); }

PAIR(ccos) PAIR(ccosh) PAIR(cexp) PAIR(csin) PAIR(csinh) PAIR(ctan) PAIR(ctanh)
PART(cabs) PART(carg) PART(cimag) PART(creal)
Double our_cpow(Double z, Double n) { RESULT(Double, cpow(OF_TWO(z), OF_TWO(n))); }
Double our_cpowl(Double z, Double n) { RESULT(Double, cpow(OF_TWO(z), OF_TWO(n))); }
Float our_cpowf(Float z, Float n) { RESULT(Float, cpow(OF_TWO(z), OF_TWO(n))); }
