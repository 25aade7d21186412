// Natives of the framework's small system classes: clocks, log, process facts, properties, and tracing that is off.
//
// One set serves every API level: a name that a level lacks is never asked for. Short JNI names are found first, so
// an overloaded native appears under its long name only.
#include <jni.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <string>

namespace {

int64_t now_ns(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return now.tv_sec * 1000000000LL + now.tv_nsec;
}

std::string text_of(JNIEnv* env, jstring text) {
  if (text == nullptr) return "";
  const char* chars = env->GetStringUTFChars(text, nullptr);
  std::string copy = chars == nullptr ? "" : chars;
  if (chars != nullptr) env->ReleaseStringUTFChars(text, chars);
  return copy;
}

// Device properties are the virtual machine's system properties of the same name.
jstring property(JNIEnv* env, jstring key, jstring fallback) {
  jclass system = env->FindClass("java/lang/System");
  jmethodID get = env->GetStaticMethodID(system, "getProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;");
  return static_cast<jstring>(env->CallStaticObjectMethod(system, get, key, fallback));
}

bool is_true(const std::string& text, bool fallback) {
  if (text == "1" || text == "y" || text == "yes" || text == "on" || text == "true") return true;
  if (text == "0" || text == "n" || text == "no" || text == "off" || text == "false") return false;
  return fallback;
}

long long number(JNIEnv* env, jstring key, long long fallback) {
  std::string text = text_of(env, property(env, key, nullptr));
  char* end = nullptr;
  long long value = strtoll(text.c_str(), &end, 0);
  return text.empty() || *end != '\0' ? fallback : value;
}

char letter_of(jint priority) {
  constexpr char kLetters[] = "??VDIWEF";
  return priority >= 0 && priority < 8 ? kLetters[priority] : '?';
}

}  // namespace

#define NATIVE(type, name) extern "C" JNIEXPORT type Java_##name

// ---- android.os.SystemClock
NATIVE(jlong, android_os_SystemClock_uptimeMillis)(JNIEnv*, jclass) { return now_ns(CLOCK_MONOTONIC) / 1000000; }
NATIVE(jlong, android_os_SystemClock_uptimeNanos)(JNIEnv*, jclass) { return now_ns(CLOCK_MONOTONIC); }
NATIVE(jlong, android_os_SystemClock_elapsedRealtime)(JNIEnv*, jclass) { return now_ns(CLOCK_BOOTTIME) / 1000000; }
NATIVE(jlong, android_os_SystemClock_elapsedRealtimeNanos)(JNIEnv*, jclass) { return now_ns(CLOCK_BOOTTIME); }
NATIVE(jlong, android_os_SystemClock_currentTimeMicro)(JNIEnv*, jclass) { return now_ns(CLOCK_REALTIME) / 1000; }
NATIVE(jlong, android_os_SystemClock_currentThreadTimeMillis)(JNIEnv*, jclass) {
  return now_ns(CLOCK_THREAD_CPUTIME_ID) / 1000000;
}
NATIVE(jlong, android_os_SystemClock_currentThreadTimeMicro)(JNIEnv*, jclass) {
  return now_ns(CLOCK_THREAD_CPUTIME_ID) / 1000;
}

// ---- android.os.Process
NATIVE(void, android_os_Process_setThreadPriority__I)(JNIEnv*, jclass, jint) {}  // raising it is not ours to do
NATIVE(void, android_os_Process_setThreadPriority__II)(JNIEnv*, jclass, jint, jint) {}
NATIVE(void, android_os_Process_setThreadGroup)(JNIEnv*, jclass, jint, jint) {}
NATIVE(void, android_os_Process_setCanSelfBackground)(JNIEnv*, jclass, jboolean) {}
NATIVE(jint, android_os_Process_getThreadPriority)(JNIEnv*, jclass, jint tid) { return getpriority(PRIO_PROCESS, tid); }
NATIVE(jlong, android_os_Process_getElapsedCpuTime)(JNIEnv*, jclass) { return now_ns(CLOCK_PROCESS_CPUTIME_ID) / 1000000; }

// ---- libcore.io.Posix (to API 27), libcore.io.Linux (from API 28; the later ones have static natives)
#define PROCESS_FACT(call)                                                           \
  NATIVE(jint, libcore_io_Posix_get##call)(JNIEnv*, jobject) { return process_##call(); } \
  NATIVE(jint, libcore_io_Linux_get##call)(JNIEnv*, jobject) { return process_##call(); } \
  NATIVE(jint, libcore_io_Linux_nativeGet##call)(JNIEnv*, jclass) { return process_##call(); }
static jint process_pid() { return getpid(); }
static jint process_ppid() { return getppid(); }
static jint process_tid() { return static_cast<jint>(syscall(SYS_gettid)); }
static jint process_uid() { return static_cast<jint>(getuid()); }
static jint process_euid() { return static_cast<jint>(geteuid()); }
static jint process_gid() { return static_cast<jint>(getgid()); }
static jint process_egid() { return static_cast<jint>(getegid()); }
PROCESS_FACT(pid)
PROCESS_FACT(ppid)
PROCESS_FACT(tid)
PROCESS_FACT(uid)
PROCESS_FACT(euid)
PROCESS_FACT(gid)
PROCESS_FACT(egid)

static jstring environment(JNIEnv* env, jstring name) {
  const char* value = getenv(text_of(env, name).c_str());
  return value == nullptr ? nullptr : env->NewStringUTF(value);
}
NATIVE(jstring, libcore_io_Posix_getenv)(JNIEnv* env, jobject, jstring name) { return environment(env, name); }
NATIVE(jstring, libcore_io_Linux_getenv)(JNIEnv* env, jobject, jstring name) { return environment(env, name); }

// ---- android.util.Log
NATIVE(jboolean, android_util_Log_isLoggable)(JNIEnv*, jclass, jstring, jint priority) { return priority >= 4; }
NATIVE(jint, android_util_Log_logger_1entry_1max_1payload_1native)(JNIEnv*, jclass) { return 4068; }
NATIVE(jint, android_util_Log_println_1native)(JNIEnv* env, jclass, jint, jint priority, jstring tag, jstring message) {
  std::string text = text_of(env, message);
  fprintf(stderr, "%c/%s: %s\n", letter_of(priority), text_of(env, tag).c_str(), text.c_str());
  return static_cast<jint>(text.size());
}

// ---- android.os.SystemProperties
NATIVE(jstring, android_os_SystemProperties_native_1get__Ljava_lang_String_2)(JNIEnv* env, jclass, jstring key) {
  return property(env, key, env->NewStringUTF(""));
}
NATIVE(jstring, android_os_SystemProperties_native_1get__Ljava_lang_String_2Ljava_lang_String_2)
(JNIEnv* env, jclass, jstring key, jstring fallback) { return property(env, key, fallback); }
NATIVE(jint, android_os_SystemProperties_native_1get_1int__Ljava_lang_String_2I)
(JNIEnv* env, jclass, jstring key, jint fallback) { return static_cast<jint>(number(env, key, fallback)); }
NATIVE(jlong, android_os_SystemProperties_native_1get_1long__Ljava_lang_String_2J)
(JNIEnv* env, jclass, jstring key, jlong fallback) { return number(env, key, fallback); }
NATIVE(jboolean, android_os_SystemProperties_native_1get_1boolean__Ljava_lang_String_2Z)
(JNIEnv* env, jclass, jstring key, jboolean fallback) { return is_true(text_of(env, property(env, key, nullptr)), fallback); }
// To API 30 the three above are not overloaded; their long names are found all the same.
NATIVE(jlong, android_os_SystemProperties_native_1find)(JNIEnv*, jclass, jstring) { return 0; }  // no handles: not found
NATIVE(void, android_os_SystemProperties_native_1set)(JNIEnv* env, jclass, jstring, jstring) {
  env->ThrowNew(env->FindClass("java/lang/RuntimeException"), "failed to set system property: an app may not");
}
NATIVE(void, android_os_SystemProperties_native_1add_1change_1callback)(JNIEnv*, jclass) {}

// ---- android.os.Binder
NATIVE(jlong, android_os_Binder_clearCallingIdentity)(JNIEnv*, jclass) { return (jlong{getuid()} << 32) | jlong{getpid()}; }
NATIVE(void, android_os_Binder_restoreCallingIdentity)(JNIEnv*, jclass, jlong) {}
NATIVE(jlong, android_os_Binder_clearCallingWorkSource)(JNIEnv*, jclass) { return 0; }
NATIVE(void, android_os_Binder_restoreCallingWorkSource)(JNIEnv*, jclass, jlong) {}
NATIVE(jlong, android_os_Binder_setCallingWorkSourceUid)(JNIEnv*, jclass, jint) { return 0; }
NATIVE(jint, android_os_Binder_getCallingWorkSourceUid)(JNIEnv*, jclass) { return -1; }
NATIVE(jint, android_os_Binder_getCallingPid)(JNIEnv*, jclass) { return getpid(); }
NATIVE(jint, android_os_Binder_getCallingUid)(JNIEnv*, jclass) { return static_cast<jint>(getuid()); }
NATIVE(void, android_os_Binder_flushPendingCommands)(JNIEnv*, jclass) {}
NATIVE(jint, android_os_Binder_getThreadStrictModePolicy)(JNIEnv*, jclass) { return 0; }
NATIVE(void, android_os_Binder_setThreadStrictModePolicy)(JNIEnv*, jclass, jint) {}
NATIVE(void, android_os_Binder_init)(JNIEnv*, jobject) {}
NATIVE(void, android_os_Binder_destroy)(JNIEnv*, jobject) {}
NATIVE(jlong, android_os_Binder_getNativeBBinderHolder)(JNIEnv*, jclass) { return 1; }
NATIVE(jlong, android_os_Binder_getNativeFinalizer)(JNIEnv*, jclass) { return 0; }

// ---- dalvik.system.VMDebug, behind android.os.Debug
NATIVE(jboolean, dalvik_system_VMDebug_isDebuggerConnected)(JNIEnv*, jclass) { return JNI_FALSE; }
NATIVE(jboolean, dalvik_system_VMDebug_isDebuggingEnabled)(JNIEnv*, jclass) { return JNI_FALSE; }
NATIVE(jlong, dalvik_system_VMDebug_lastDebuggerActivity)(JNIEnv*, jclass) { return -1; }
NATIVE(void, dalvik_system_VMDebug_setWaitingForDebugger)(JNIEnv*, jclass, jboolean) {}
NATIVE(jlong, dalvik_system_VMDebug_threadCpuTimeNanos)(JNIEnv*, jclass) { return now_ns(CLOCK_THREAD_CPUTIME_ID); }

// ---- dalvik.system.VMRuntime
NATIVE(jboolean, dalvik_system_VMRuntime_is64Bit)(JNIEnv*, jobject) { return JNI_TRUE; }
NATIVE(jboolean, dalvik_system_VMRuntime_isNativeDebuggable)(JNIEnv*, jobject) { return JNI_FALSE; }
NATIVE(jboolean, dalvik_system_VMRuntime_isJavaDebuggable)(JNIEnv*, jobject) { return JNI_FALSE; }
NATIVE(jint, dalvik_system_VMRuntime_getNotifyNativeInterval)(JNIEnv*, jclass) { return 384; }
NATIVE(void, dalvik_system_VMRuntime_notifyNativeAllocationsInternal)(JNIEnv*, jobject) {}
NATIVE(jobject, dalvik_system_VMRuntime_newUnpaddedArray)(JNIEnv* env, jobject, jclass component, jint length) {
  jclass array = env->FindClass("java/lang/reflect/Array");
  jmethodID make = env->GetStaticMethodID(array, "newInstance", "(Ljava/lang/Class;I)Ljava/lang/Object;");
  return env->CallStaticObjectMethod(array, make, component, length);
}

// ---- android.os.Parcel: just enough for an empty Bundle to exist; nothing is marshalled here
NATIVE(jlong, android_os_Parcel_nativeCreate)(JNIEnv*, jclass) { return 1; }
NATIVE(void, android_os_Parcel_nativeDestroy)(JNIEnv*, jclass, jlong) {}
NATIVE(void, android_os_Parcel_nativeFreeBuffer)(JNIEnv*, jclass, jlong) {}

// ---- android.os.Trace: no tag is on
NATIVE(jlong, android_os_Trace_nativeGetEnabledTags)(JNIEnv*, jclass) { return 0; }
NATIVE(jboolean, android_os_Trace_nativeIsTagEnabled)(JNIEnv*, jclass, jlong) { return JNI_FALSE; }
NATIVE(void, android_os_Trace_nativeSetAppTracingAllowed)(JNIEnv*, jclass, jboolean) {}
NATIVE(void, android_os_Trace_nativeSetTracingEnabled)(JNIEnv*, jclass, jboolean) {}
NATIVE(void, android_os_Trace_nativeRegisterWithPerfetto)(JNIEnv*, jclass) {}
NATIVE(void, android_os_Trace_nativeTraceCounter)(JNIEnv*, jclass) {}
NATIVE(void, android_os_Trace_nativeTraceBegin)(JNIEnv*, jclass) {}
NATIVE(void, android_os_Trace_nativeTraceEnd)(JNIEnv*, jclass) {}
NATIVE(void, android_os_Trace_nativeAsyncTraceBegin)(JNIEnv*, jclass) {}
NATIVE(void, android_os_Trace_nativeAsyncTraceEnd)(JNIEnv*, jclass) {}

// ---- android.os.PerfettoTrace (API 36): every category is off
NATIVE(jlong, android_os_PerfettoTrace_00024Category_native_1init)(JNIEnv*, jclass) { return 1; }
NATIVE(jlong, android_os_PerfettoTrace_00024Category_native_1delete)(JNIEnv*, jclass) { return 0; }
NATIVE(void, android_os_PerfettoTrace_00024Category_native_1register)(JNIEnv*, jclass, jlong) {}
NATIVE(void, android_os_PerfettoTrace_00024Category_native_1unregister)(JNIEnv*, jclass, jlong) {}
NATIVE(jboolean, android_os_PerfettoTrace_00024Category_native_1is_1enabled)(JNIEnv*, jclass, jlong) { return JNI_FALSE; }
NATIVE(jlong, android_os_PerfettoTrace_00024Category_native_1get_1extra_1ptr)(JNIEnv*, jclass, jlong) { return 1; }
NATIVE(void, android_os_PerfettoTrace_native_1register)(JNIEnv*, jclass, jboolean) {}
NATIVE(jlong, android_os_PerfettoTrace_native_1get_1process_1track_1uuid)(JNIEnv*, jclass) { return 1; }
NATIVE(jlong, android_os_PerfettoTrace_native_1get_1thread_1track_1uuid)(JNIEnv*, jclass, jlong) { return 1; }
NATIVE(jlong, android_os_PerfettoTrackEventExtra_native_1init)(JNIEnv*, jclass) { return 1; }
NATIVE(jlong, android_os_PerfettoTrackEventExtra_native_1delete)(JNIEnv*, jclass) { return 0; }
