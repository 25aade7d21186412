// art_autodetach: lets a foreign thread leave the VM when it ends.
//
// ART aborts when a thread ends while attached, unless the thread detaches in time. On a phone Frida's agent thread does
// so through bionic's exit hooks; under glibc it comes too late. A pthread key's destructor comes in time.
#include <jni.h>
#include <pthread.h>

namespace {

pthread_key_t NewDetachingKey() {
  pthread_key_t key;
  pthread_key_create(&key, [](void* vm) { static_cast<JavaVM*>(vm)->DetachCurrentThread(); });
  return key;
}

}  // namespace

// Detaches the calling thread from `vm` when it ends. To be called on that thread; calling it again changes nothing.
extern "C" JNIEXPORT void art_autodetach(JavaVM* vm) {
  static const pthread_key_t key = NewDetachingKey();
  pthread_setspecific(key, vm);
}
