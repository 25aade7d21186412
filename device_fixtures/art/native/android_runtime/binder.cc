// android.os.Binder in a process without a binder driver: every call is a local one, made by the process itself.
#include <unistd.h>

#include <cstdlib>

#include "natives.h"

namespace droidcanary {
namespace {

// Identities and work sources are tokens that callers only hand back; the values are what a local call gives.
constexpr jlong kLocalToken = 0;
constexpr jint kNoWorkSource = -1;
constexpr size_t kHolderSize = 64;

thread_local jint strict_mode_policy = 0;

// @CriticalNative
jint GetCallingPid() { return getpid(); }
jint GetCallingUid() { return static_cast<jint>(getuid()); }
jboolean IsHandlingTransaction() { return JNI_FALSE; }
jlong ClearCallingIdentity() { return kLocalToken; }
void SetThreadStrictModePolicy(jint policy) { strict_mode_policy = policy; }
jint GetThreadStrictModePolicy() { return strict_mode_policy; }
jlong SetCallingWorkSourceUid(jint) { return kLocalToken; }
jint GetCallingWorkSourceUid() { return kNoWorkSource; }
jlong ClearCallingWorkSource() { return kLocalToken; }
void RestoreCallingWorkSource(jlong) {}

// The rest gets JNIEnv and class.
void RestoreCallingIdentity(JNIEnv*, jclass, jlong) {}
void Nothing(JNIEnv*, jclass) {}

// What a Java Binder owns natively: never looked into here, freed through the finalizer given next.
jlong GetNativeBBinderHolder(JNIEnv*, jclass) { return reinterpret_cast<jlong>(calloc(1, kHolderSize)); }
jlong GetFinalizer(JNIEnv*, jclass) { return reinterpret_cast<jlong>(&free); }

const JNINativeMethod kMethods[] = {
    Native("getCallingPid", "()I", GetCallingPid),
    Native("getCallingUid", "()I", GetCallingUid),
    Native("isHandlingTransaction", "()Z", IsHandlingTransaction),
    Native("clearCallingIdentity", "()J", ClearCallingIdentity),
    Native("restoreCallingIdentity", "(J)V", RestoreCallingIdentity),
    Native("setThreadStrictModePolicy", "(I)V", SetThreadStrictModePolicy),
    Native("getThreadStrictModePolicy", "()I", GetThreadStrictModePolicy),
    Native("setCallingWorkSourceUid", "(I)J", SetCallingWorkSourceUid),
    Native("getCallingWorkSourceUid", "()I", GetCallingWorkSourceUid),
    Native("clearCallingWorkSource", "()J", ClearCallingWorkSource),
    Native("restoreCallingWorkSource", "(J)V", RestoreCallingWorkSource),
    Native("flushPendingCommands", "()V", Nothing),
    Native("blockUntilThreadAvailable", "()V", Nothing),
    Native("getNativeBBinderHolder", "()J", GetNativeBBinderHolder),
    Native("getNativeFinalizer", "()J", GetFinalizer),
    Native("getFinalizer", "()J", GetFinalizer),
};

}  // namespace

NativeClass BinderNatives() { return Table("android/os/Binder", kMethods); }

}  // namespace droidcanary
