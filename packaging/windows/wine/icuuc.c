/* The ICU of Windows, which no wine has: each converter that Qt asks for fails, so it uses its own. */
#define FAILS(name) __declspec(dllexport) void *name(void) { return 0; }
#define ucnv_open not_by_this_name
#include "icu_names.h"
#undef ucnv_open

__declspec(dllexport) void *ucnv_open(const char *name, int *error) {
  (void)name;
  if (error) *error = 4; /* U_FILE_ACCESS_ERROR */
  return 0;
}
