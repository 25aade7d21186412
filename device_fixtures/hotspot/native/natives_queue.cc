// Natives of android.os.MessageQueue: what frameworks/base does with android::Looper, on epoll and an eventfd.
#include <errno.h>
#include <jni.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>

namespace {

constexpr int kEventInput = 1, kEventOutput = 2, kEventError = 4;  // OnFileDescriptorEventListener's bits
constexpr int kMaxEvents = 16;

struct Queue {
  int epoll_fd = epoll_create1(EPOLL_CLOEXEC);
  int wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  std::atomic<bool> polling{false};

  Queue() {
    epoll_event wake{};
    wake.events = EPOLLIN;
    wake.data.fd = wake_fd;
    epoll_ctl(epoll_fd, EPOLL_CTL_ADD, wake_fd, &wake);
  }
  ~Queue() {
    close(wake_fd);
    close(epoll_fd);
  }
};

Queue* queue_of(jlong pointer) { return reinterpret_cast<Queue*>(static_cast<intptr_t>(pointer)); }

void watch(Queue* queue, int fd, int events) {
  epoll_event wanted{};
  wanted.events = (events & kEventInput ? EPOLLIN : 0u) | (events & kEventOutput ? EPOLLOUT : 0u);
  wanted.data.fd = fd;
  if (wanted.events == 0) {
    epoll_ctl(queue->epoll_fd, EPOLL_CTL_DEL, fd, nullptr);
  } else if (epoll_ctl(queue->epoll_fd, EPOLL_CTL_MOD, fd, &wanted) != 0 && errno == ENOENT) {
    epoll_ctl(queue->epoll_fd, EPOLL_CTL_ADD, fd, &wanted);
  }
}

void tell_listener(JNIEnv* env, jobject java_queue, Queue* queue, const epoll_event& happened) {
  int events = (happened.events & EPOLLIN ? kEventInput : 0) | (happened.events & EPOLLOUT ? kEventOutput : 0) |
               (happened.events & (EPOLLERR | EPOLLHUP) ? kEventError : 0);
  jmethodID dispatch = env->GetMethodID(env->GetObjectClass(java_queue), "dispatchEvents", "(II)I");
  if (dispatch == nullptr) return;
  int still_wanted = env->CallIntMethod(java_queue, dispatch, happened.data.fd, events);
  if (!env->ExceptionCheck() && still_wanted != events) watch(queue, happened.data.fd, still_wanted);
}

}  // namespace

extern "C" {

JNIEXPORT jlong Java_android_os_MessageQueue_nativeInit(JNIEnv*, jclass) {
  return static_cast<jlong>(reinterpret_cast<intptr_t>(new Queue));
}

JNIEXPORT void Java_android_os_MessageQueue_nativeDestroy(JNIEnv*, jclass, jlong pointer) { delete queue_of(pointer); }

// The second argument is the queue, or its class where the method is static (API 21).
JNIEXPORT void Java_android_os_MessageQueue_nativePollOnce(JNIEnv* env, jobject java_queue, jlong pointer, jint timeout_ms) {
  Queue* queue = queue_of(pointer);
  epoll_event happened[kMaxEvents];
  queue->polling = true;
  int count = epoll_wait(queue->epoll_fd, happened, kMaxEvents, timeout_ms);
  queue->polling = false;
  for (int i = 0; i < count && !env->ExceptionCheck(); i++) {
    if (happened[i].data.fd == queue->wake_fd) {
      uint64_t wakes;
      (void)!read(queue->wake_fd, &wakes, sizeof wakes);
    } else {
      tell_listener(env, java_queue, queue, happened[i]);
    }
  }
}

JNIEXPORT void Java_android_os_MessageQueue_nativeWake(JNIEnv*, jclass, jlong pointer) {
  uint64_t one = 1;
  (void)!write(queue_of(pointer)->wake_fd, &one, sizeof one);
}

JNIEXPORT jboolean Java_android_os_MessageQueue_nativeIsPolling(JNIEnv*, jclass, jlong pointer) {
  return queue_of(pointer)->polling;
}

// API 21 and 22 call it so.
JNIEXPORT jboolean Java_android_os_MessageQueue_nativeIsIdling(JNIEnv*, jclass, jlong pointer) {
  return queue_of(pointer)->polling;
}

JNIEXPORT void Java_android_os_MessageQueue_nativeSetFileDescriptorEvents(JNIEnv*, jclass, jlong pointer, jint fd,
                                                                           jint events) {
  watch(queue_of(pointer), fd, events);
}

}  // extern "C"
