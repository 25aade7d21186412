// android.os.SystemClock. All @CriticalNative.
#include <time.h>

#include "natives.h"

namespace droidcanary {
namespace {

constexpr jlong kNanosPerSecond = 1000000000;
constexpr jlong kNanosPerMilli = 1000000;
constexpr jlong kNanosPerMicro = 1000;

jlong Nanos(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * kNanosPerSecond + now.tv_nsec;
}

jlong UptimeMillis() { return Nanos(CLOCK_MONOTONIC) / kNanosPerMilli; }
jlong ElapsedRealtime() { return Nanos(CLOCK_BOOTTIME) / kNanosPerMilli; }
jlong ElapsedRealtimeNanos() { return Nanos(CLOCK_BOOTTIME); }
jlong CurrentThreadTimeMillis() { return Nanos(CLOCK_THREAD_CPUTIME_ID) / kNanosPerMilli; }
jlong CurrentThreadTimeMicro() { return Nanos(CLOCK_THREAD_CPUTIME_ID) / kNanosPerMicro; }
jlong CurrentTimeMicro() { return Nanos(CLOCK_REALTIME) / kNanosPerMicro; }

const JNINativeMethod kMethods[] = {
    Native("uptimeMillis", "()J", UptimeMillis),
    Native("elapsedRealtime", "()J", ElapsedRealtime),
    Native("elapsedRealtimeNanos", "()J", ElapsedRealtimeNanos),
    Native("currentThreadTimeMillis", "()J", CurrentThreadTimeMillis),
    Native("currentThreadTimeMicro", "()J", CurrentThreadTimeMicro),
    Native("currentTimeMicro", "()J", CurrentTimeMicro),
};

}  // namespace

NativeClass SystemClockNatives() { return Table("android/os/SystemClock", kMethods); }

}  // namespace droidcanary
