// A library named libc.so, which is what instrumentation for Android looks for by name.
//
// glibc's module is called libc.so.6 and has no system properties. This one answers __system_property_get and forwards
// the few libc functions that Frida's Java bridge resolves in "libc.so" to the real ones.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

#include "system_properties.h"

int __system_property_get(const char* name, char* value) {
  const char* found = FindSystemProperty(name);
  strcpy(value, found != NULL ? found : "");
  return (int)strlen(value);
}

// Looked up in the program's scope, where this library is not: it was opened RTLD_LOCAL.
static void* RealFunction(const char* name) { return dlsym(RTLD_DEFAULT, name); }

void free(void* memory) {
  static void (*real)(void*);
  if (real == NULL) *(void**)&real = RealFunction("free");
  real(memory);
}

unsigned long strtoul(const char* text, char** end, int base) {
  static unsigned long (*real)(const char*, char**, int);
  if (real == NULL) *(void**)&real = RealFunction("strtoul");
  return real(text, end, base);
}

int socketpair(int domain, int type, int protocol, int sockets[2]) {
  static int (*real)(int, int, int, int[2]);
  if (real == NULL) *(void**)&real = RealFunction("socketpair");
  return real(domain, type, protocol, sockets);
}
