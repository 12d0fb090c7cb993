/* ProcessPrng, which wine 8 does not have, by the random bytes that it has. */
#include <windows.h>

BOOLEAN WINAPI SystemFunction036(void *buffer, ULONG size);

__declspec(dllexport) BOOL WINAPI ProcessPrng(BYTE *data, SIZE_T size) {
  while (size > 0) {
    ULONG piece = size > 1 << 20 ? 1 << 20 : (ULONG)size;
    if (!SystemFunction036(data, piece)) return FALSE;
    data += piece;
    size -= piece;
  }
  return TRUE;
}
