// libandroid_runtime.so: gives the framework's Java classes their natives when app_process64 has started the VM.
#include <cstdio>

#include "natives.h"

namespace android {
int register_android_os_MessageQueue(JNIEnv* env);  // the framework's own android_os_MessageQueue.cpp
}

namespace droidcanary {
namespace {

// False, with the reason on standard error, when the class or one of the methods is not what the table says.
bool Register(JNIEnv* env, const NativeClass& natives) {
  jclass owner = env->FindClass(natives.name);
  if (owner == nullptr) {
    fprintf(stderr, "libandroid_runtime: the framework has no class %s\n", natives.name);
    env->ExceptionDescribe();
    return false;
  }
  bool registered = env->RegisterNatives(owner, natives.methods, static_cast<jint>(natives.count)) == JNI_OK;
  if (!registered) {
    fprintf(stderr, "libandroid_runtime: cannot register the natives of %s\n", natives.name);
    env->ExceptionDescribe();
  }
  env->DeleteLocalRef(owner);
  return registered;
}

}  // namespace
}  // namespace droidcanary

extern "C" JNIEXPORT jint JNI_OnLoad(JavaVM* vm, void* /* reserved */) {
  using namespace droidcanary;
  JNIEnv* env = nullptr;
  if (vm->GetEnv(reinterpret_cast<void**>(&env), JNI_VERSION_1_6) != JNI_OK) return JNI_ERR;
  const NativeClass tables[] = {
      SystemClockNatives(), ProcessNatives(), LogNatives(),   SystemPropertiesNatives(),
      TraceNatives(),       BinderNatives(),  DebugNatives(),
  };
  for (const NativeClass& natives : tables) {
    if (!Register(env, natives)) return JNI_ERR;
  }
  android::register_android_os_MessageQueue(env);
  return JNI_VERSION_1_6;
}
