// The first native code of an emulated app process on HotSpot.
//
//   PACKAGE LIBJVM_PATH VM_OPTION... -- ARGUMENT...
//
// argv[0] is the Android package, as on a phone. The virtual machine is created on the process's first thread, so that
// the Java main thread's id is the process's id (the `java` command would start a second thread for it).
#include <dlfcn.h>
#include <jni.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>

#include <string>
#include <vector>

namespace {

constexpr const char* kMainClass = "droidcanary/fixture/HotspotProcess";
constexpr size_t kCommLength = 15;  // what the kernel keeps of a thread's name

int fail(const char* what, const char* why) {
  fprintf(stderr, "app_process64: %s: %s\n", what, why);
  return 1;
}

// Android's zygote leaves nothing but the process name in /proc/PID/cmdline; neither does this.
void forget_arguments(int argc, char** argv) {
  for (int i = 1; i < argc; i++) memset(argv[i], 0, strlen(argv[i]));
}

void name_main_thread(const std::string& package) {
  size_t skipped = package.size() > kCommLength ? package.size() - kCommLength : 0;
  prctl(PR_SET_NAME, package.c_str() + skipped);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return fail("usage", "PACKAGE LIBJVM_PATH VM_OPTION... -- ARGUMENT...");
  std::string package = argv[0];
  std::string jvm_path = argv[1];
  std::vector<std::string> options, arguments;
  int at = 2;
  for (; at < argc && strcmp(argv[at], "--") != 0; at++) options.push_back(argv[at]);
  for (at++; at < argc; at++) arguments.push_back(argv[at]);
  forget_arguments(argc, argv);
  name_main_thread(package);

  void* library = dlopen(jvm_path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) return fail("cannot load the Java virtual machine", dlerror());
  using CreateVm = jint (*)(JavaVM**, void**, void*);
  auto create = reinterpret_cast<CreateVm>(dlsym(library, "JNI_CreateJavaVM"));
  if (create == nullptr) return fail("not a Java virtual machine", jvm_path.c_str());

  std::vector<JavaVMOption> vm_options(options.size());
  for (size_t i = 0; i < options.size(); i++) vm_options[i] = {const_cast<char*>(options[i].c_str()), nullptr};
  JavaVMInitArgs vm_arguments{JNI_VERSION_10, static_cast<jint>(vm_options.size()), vm_options.data(), JNI_FALSE};
  JavaVM* vm = nullptr;
  JNIEnv* env = nullptr;
  if (create(&vm, reinterpret_cast<void**>(&env), &vm_arguments) != JNI_OK) {
    return fail("the Java virtual machine did not start", jvm_path.c_str());
  }

  jclass entry = env->FindClass(kMainClass);
  jmethodID run = entry == nullptr ? nullptr : env->GetStaticMethodID(entry, "main", "([Ljava/lang/String;)V");
  jobjectArray passed =
      run == nullptr ? nullptr
                     : env->NewObjectArray(static_cast<jsize>(arguments.size()), env->FindClass("java/lang/String"), nullptr);
  for (size_t i = 0; passed != nullptr && i < arguments.size(); i++) {
    jstring text = env->NewStringUTF(arguments[i].c_str());
    env->SetObjectArrayElement(passed, static_cast<jsize>(i), text);
    env->DeleteLocalRef(text);
  }
  if (passed != nullptr) env->CallStaticVoidMethod(entry, run, passed);
  if (env->ExceptionCheck()) env->ExceptionDescribe();
  return fail(kMainClass, "the app's main thread left its loop");
}
