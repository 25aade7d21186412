// The framework's native methods as this runtime offers them: one table per Java class, one file per table.
//
// A method that the framework marks @CriticalNative is called without JNIEnv and class, all others with both. Mixing
// the two up shifts every argument, so each table says which are critical.
#pragma once

#include <jni.h>

#include <cstddef>

namespace droidcanary {

struct NativeClass {
  const char* name;
  const JNINativeMethod* methods;
  size_t count;
};

// A table row. JNI's struct wants non-const strings and an untyped function.
template <typename Function>
constexpr JNINativeMethod Native(const char* name, const char* signature, Function* function) {
  return {const_cast<char*>(name), const_cast<char*>(signature), reinterpret_cast<void*>(function)};
}

template <size_t kCount>
constexpr NativeClass Table(const char* class_name, const JNINativeMethod (&methods)[kCount]) {
  return {class_name, methods, kCount};
}

NativeClass SystemClockNatives();
NativeClass ProcessNatives();
NativeClass LogNatives();
NativeClass SystemPropertiesNatives();
NativeClass TraceNatives();
NativeClass BinderNatives();
NativeClass DebugNatives();

}  // namespace droidcanary
