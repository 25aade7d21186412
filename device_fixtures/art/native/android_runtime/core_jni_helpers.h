// Stands in for the framework's core_jni_helpers.h, as far as android_os_MessageQueue.cpp uses it.
#pragma once

#include <log/log.h>
#include <nativehelper/JNIHelp.h>
#include <nativehelper/ScopedLocalRef.h>
#include <nativehelper/ScopedUtfChars.h>

#ifndef NELEM
#define NELEM(array) (static_cast<int>(sizeof(array) / sizeof((array)[0])))
#endif

namespace android {

inline jclass FindClassOrDie(JNIEnv* env, const char* name) {
  jclass found = env->FindClass(name);
  LOG_ALWAYS_FATAL_IF(found == nullptr, "no class %s", name);
  return found;
}

inline jfieldID GetFieldIDOrDie(JNIEnv* env, jclass owner, const char* name, const char* signature) {
  jfieldID found = env->GetFieldID(owner, name, signature);
  LOG_ALWAYS_FATAL_IF(found == nullptr, "no field %s %s", name, signature);
  return found;
}

inline jmethodID GetMethodIDOrDie(JNIEnv* env, jclass owner, const char* name, const char* signature) {
  jmethodID found = env->GetMethodID(owner, name, signature);
  LOG_ALWAYS_FATAL_IF(found == nullptr, "no method %s%s", name, signature);
  return found;
}

inline int RegisterMethodsOrDie(JNIEnv* env, const char* class_name, const JNINativeMethod* methods, int count) {
  int result = env->RegisterNatives(FindClassOrDie(env, class_name), methods, count);
  LOG_ALWAYS_FATAL_IF(result != JNI_OK, "cannot register the natives of %s", class_name);
  return result;
}

}  // namespace android
