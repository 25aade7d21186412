// android.os.Process. None critical. (myPid, myTid and myUid are Java over libcore's Os.)
#include <errno.h>
#include <nativehelper/JNIHelp.h>
#include <nativehelper/ScopedUtfChars.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <time.h>

#include <cstring>

#include "natives.h"

namespace droidcanary {
namespace {

constexpr size_t kCommLength = 15;

jlong GetElapsedCpuTime(JNIEnv*, jclass) {
  timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return used.tv_sec * 1000LL + used.tv_nsec / 1000000;
}

void SetThreadPriority(JNIEnv* env, jclass, jint tid, jint nice) {
  if (setpriority(PRIO_PROCESS, static_cast<id_t>(tid), nice) == 0) return;
  // A phone lets apps raise their threads (RLIMIT_NICE 40), this host may not: such a thread keeps the priority it has.
  if (errno == EACCES || errno == EPERM) return;
  jniThrowExceptionFmt(env, "java/lang/IllegalArgumentException", "Given thread %d does not exist", tid);
}

void SetOwnPriority(JNIEnv* env, jclass owner, jint nice) { SetThreadPriority(env, owner, 0, nice); }

jint GetThreadPriority(JNIEnv* env, jclass, jint tid) {
  errno = 0;  // -1 is a priority too
  jint nice = getpriority(PRIO_PROCESS, static_cast<id_t>(tid));
  if (errno != 0) {
    jniThrowExceptionFmt(env, "java/lang/IllegalArgumentException", "Given thread %d does not exist", tid);
  }
  return nice;
}

void SetArgV0(JNIEnv* env, jclass, jstring name) {
  ScopedUtfChars text(env, name);
  if (text.c_str() == nullptr) return;
  size_t skipped = text.size() > kCommLength ? text.size() - kCommLength : 0;
  prctl(PR_SET_NAME, text.c_str() + skipped);
}

void SendSignal(JNIEnv*, jclass, jint pid, jint signal) {
  if (pid > 0) kill(pid, signal);
}

jlong TotalMemory(JNIEnv*, jclass) {
  struct sysinfo memory;
  return sysinfo(&memory) == 0 ? static_cast<jlong>(memory.totalram) * memory.mem_unit : -1;
}

jlong FreeMemory(JNIEnv*, jclass) {
  struct sysinfo memory;
  return sysinfo(&memory) == 0 ? static_cast<jlong>(memory.freeram + memory.bufferram) * memory.mem_unit : -1;
}

const JNINativeMethod kMethods[] = {
    Native("getElapsedCpuTime", "()J", GetElapsedCpuTime),
    Native("setThreadPriority", "(II)V", SetThreadPriority),
    Native("setThreadPriority", "(I)V", SetOwnPriority),
    Native("getThreadPriority", "(I)I", GetThreadPriority),
    Native("setArgV0", "(Ljava/lang/String;)V", SetArgV0),
    Native("sendSignal", "(II)V", SendSignal),
    Native("sendSignalQuiet", "(II)V", SendSignal),
    Native("getTotalMemory", "()J", TotalMemory),
    Native("getFreeMemory", "()J", FreeMemory),
};

}  // namespace

NativeClass ProcessNatives() { return Table("android/os/Process", kMethods); }

}  // namespace droidcanary
