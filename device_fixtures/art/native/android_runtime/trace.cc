// android.os.Trace with tracing off for good. Only nativeGetEnabledTags is critical.
#include "natives.h"

namespace droidcanary {
namespace {

jlong GetEnabledTags() { return 0; }
void SetSwitch(JNIEnv*, jclass, jboolean) {}
void Counter(JNIEnv*, jclass, jlong, jstring, jlong) {}
void Begin(JNIEnv*, jclass, jlong, jstring) {}
void End(JNIEnv*, jclass, jlong) {}
void Async(JNIEnv*, jclass, jlong, jstring, jint) {}

const JNINativeMethod kMethods[] = {
    Native("nativeGetEnabledTags", "()J", GetEnabledTags),
    Native("nativeSetAppTracingAllowed", "(Z)V", SetSwitch),
    Native("nativeSetTracingEnabled", "(Z)V", SetSwitch),
    Native("nativeTraceCounter", "(JLjava/lang/String;J)V", Counter),
    Native("nativeTraceBegin", "(JLjava/lang/String;)V", Begin),
    Native("nativeTraceEnd", "(J)V", End),
    Native("nativeAsyncTraceBegin", "(JLjava/lang/String;I)V", Async),
    Native("nativeAsyncTraceEnd", "(JLjava/lang/String;I)V", Async),
};

}  // namespace

NativeClass TraceNatives() { return Table("android/os/Trace", kMethods); }

}  // namespace droidcanary
