// The system properties of the emulated device, as far as the runtime and the framework ask for them.
#pragma once

#include <string.h>

struct SystemProperty {
  const char* name;
  const char* value;
};

static const struct SystemProperty kSystemProperties[] = {
    {"ro.build.version.sdk", "30"},
    {"ro.build.version.release", "11"},
    {"ro.build.version.codename", "REL"},
    {"ro.build.version.all_codenames", "REL"},
    {"ro.build.type", "userdebug"},
    {"ro.product.manufacturer", "droidcanary"},
    {"ro.product.brand", "droidcanary"},
    {"ro.product.name", "fixture_x86_64"},
    {"ro.product.device", "fixture_x86_64"},
    {"ro.product.model", "droidcanary fixture"},
    {"ro.product.cpu.abi", "x86_64"},
    {"ro.product.cpu.abilist", "x86_64"},
    {"ro.product.cpu.abilist64", "x86_64"},
};

// The property's value, or NULL when it is not set.
static inline const char* FindSystemProperty(const char* name) {
  for (size_t i = 0; i < sizeof(kSystemProperties) / sizeof(kSystemProperties[0]); i++) {
    if (strcmp(kSystemProperties[i].name, name) == 0) return kSystemProperties[i].value;
  }
  return NULL;
}
