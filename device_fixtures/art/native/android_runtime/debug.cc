// android.os.Debug: the native heap's counters. None critical. (isDebuggerConnected, threadCpuTimeNanos and the like are
// Java over dalvik.system.VMDebug, which ART itself implements.)
#include <malloc.h>

#include "natives.h"

namespace droidcanary {
namespace {

jlong NativeHeapSize(JNIEnv*, jclass) {
  struct mallinfo2 heap = mallinfo2();
  return static_cast<jlong>(heap.arena + heap.hblkhd);
}
jlong NativeHeapAllocatedSize(JNIEnv*, jclass) {
  struct mallinfo2 heap = mallinfo2();
  return static_cast<jlong>(heap.uordblks + heap.hblkhd);
}
jlong NativeHeapFreeSize(JNIEnv*, jclass) { return static_cast<jlong>(mallinfo2().fordblks); }
jint NoBinderObjects(JNIEnv*, jclass) { return 0; }

const JNINativeMethod kMethods[] = {
    Native("getNativeHeapSize", "()J", NativeHeapSize),
    Native("getNativeHeapAllocatedSize", "()J", NativeHeapAllocatedSize),
    Native("getNativeHeapFreeSize", "()J", NativeHeapFreeSize),
    Native("getBinderLocalObjectCount", "()I", NoBinderObjects),
    Native("getBinderProxyObjectCount", "()I", NoBinderObjects),
    Native("getBinderDeathObjectCount", "()I", NoBinderObjects),
    Native("getBinderSentTransactions", "()I", NoBinderObjects),
    Native("getBinderReceivedTransactions", "()I", NoBinderObjects),
};

}  // namespace

NativeClass DebugNatives() { return Table("android/os/Debug", kMethods); }

}  // namespace droidcanary
