// app_process64: turns itself into an emulated app's process.
//
//   app_process64 [-X... | -D...] -cp DEX[:DEX...] APP_MAIN_CLASS [ARGUMENT...]
//
// argv[0] is the package's name, as Android sets it; the program finds its own folder through /proc/self/exe, so the
// whole runtime may be moved. ANDROID_DATA must name a folder that the process may write to.
#include <dlfcn.h>
#include <errno.h>
#include <jni.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace {

constexpr int kExitUsage = 2;
constexpr int kExitNoRuntime = 3;
constexpr size_t kCommLength = 15;
constexpr char kLauncherClass[] = "droidcanary/fixture/AppProcess";
constexpr const char* kBootJars[] = {"core-oj.jar", "core-icu4j.jar", "framework.jar", "app-process.jar"};

struct CommandLine {
  std::string package;
  std::vector<std::string> vm_options;
  std::string class_path;
  std::vector<std::string> app;  // main class, then its arguments
};

[[noreturn]] __attribute__((format(printf, 2, 3))) void Fail(int status, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("app_process64: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  _exit(status);
}

CommandLine Parse(int argc, char** argv) {
  CommandLine command;
  command.package = argv[0];
  int at = 1;
  for (; at < argc && argv[at][0] == '-'; at++) {
    if (strcmp(argv[at], "-cp") == 0) {
      if (++at == argc) Fail(kExitUsage, "-cp needs the app's dex files");
      command.class_path = argv[at];
    } else {
      command.vm_options.push_back(argv[at]);
    }
  }
  for (; at < argc; at++) command.app.push_back(argv[at]);
  if (command.class_path.empty() || command.app.empty()) {
    Fail(kExitUsage, "usage: app_process64 [VM option...] -cp DEX[:DEX...] APP_MAIN_CLASS [ARGUMENT...]");
  }
  return command;
}

// As on Android, /proc/PID/cmdline is the package's name followed by NULs. Nothing may read argv after this.
void HideArguments(int argc, char** argv) {
  char* start = argv[0] + strlen(argv[0]);
  char* end = argv[argc - 1] + strlen(argv[argc - 1]);
  memset(start, 0, static_cast<size_t>(end - start));
}

// The folder above the one this program lies in.
std::string Home() {
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
  if (length < 0) Fail(kExitNoRuntime, "cannot read /proc/self/exe: %s", strerror(errno));
  std::string home(path, static_cast<size_t>(length));
  for (int level = 0; level < 2; level++) home.resize(home.rfind('/'));
  return home;
}

// The folders ART and libcore look for. There are no APEX modules here, so all of them are one.
void ExportFolders(const std::string& home) {
  const std::string system = home + "/system";
  for (const char* name : {"ANDROID_ROOT", "ANDROID_ART_ROOT", "ANDROID_RUNTIME_ROOT", "ANDROID_I18N_ROOT",
                           "ANDROID_TZDATA_ROOT"}) {
    setenv(name, system.c_str(), 1);
  }
  setenv("ANDROID_LOG_TAGS", "*:e", 0);  // the VM's own chatter goes to standard error here, not to a log
  const char* data = getenv("ANDROID_DATA");
  if (data == nullptr || access(data, W_OK | X_OK) != 0) {
    Fail(kExitUsage, "ANDROID_DATA (%s) must name a folder this user (%d) may write to", data ? data : "unset",
         getuid());
  }
  mkdir((std::string(data) + "/dalvik-cache").c_str(), 0771);  // there from the second start on
}

void* Open(const std::string& library, int flags) {
  void* handle = dlopen(library.c_str(), flags);
  if (handle == nullptr) Fail(kExitNoRuntime, "%s", dlerror());
  return handle;
}

std::vector<std::string> VmOptions(const std::string& home, const CommandLine& command) {
  std::string boot;
  for (const char* jar : kBootJars) boot += (boot.empty() ? "" : ":") + home + "/boot/" + jar;
  std::vector<std::string> options = {
      "-Xbootclasspath:" + boot,
      "-Xbootclasspath-locations:" + boot,
      "-Ximage:/nonexistent/boot.art",  // no compiled boot image: everything is interpreted
      "-Xnoimage-dex2oat",
      "-Xint",
      "-Xusejit:false",
      "-Djava.class.path=" + command.class_path,
      "-Djava.io.tmpdir=" + std::string(getenv("ANDROID_DATA")),
  };
  options.insert(options.end(), command.vm_options.begin(), command.vm_options.end());
  return options;
}

JNIEnv* StartVm(const std::vector<std::string>& options, JavaVM** vm) {
  std::vector<JavaVMOption> raw_options;
  for (const std::string& option : options) raw_options.push_back({const_cast<char*>(option.c_str()), nullptr});
  JavaVMInitArgs init = {};
  init.version = JNI_VERSION_1_6;
  init.nOptions = static_cast<jint>(raw_options.size());
  init.options = raw_options.data();
  JNIEnv* env = nullptr;
  jint result = JNI_CreateJavaVM(vm, &env, &init);
  if (result != JNI_OK) Fail(kExitNoRuntime, "JNI_CreateJavaVM gave %d", result);
  return env;
}

void RegisterFrameworkNatives(const std::string& home, JavaVM* vm) {
  void* runtime = Open(home + "/lib/libandroid_runtime.so", RTLD_NOW);
  auto on_load = reinterpret_cast<jint (*)(JavaVM*, void*)>(dlsym(runtime, "JNI_OnLoad"));
  if (on_load == nullptr || on_load(vm, nullptr) == JNI_ERR) Fail(kExitNoRuntime, "the framework's natives do not fit");
}

// Initialises what every app finds initialised, as the zygote it comes from has done it: a tool that reads such a class's
// fields from outside does not start its initialisation.
void PreloadClasses(JNIEnv* env) {
  jclass build = env->FindClass("android/os/Build");
  jclass version = build == nullptr ? nullptr : env->FindClass("android/os/Build$VERSION");
  if (version == nullptr || env->GetStaticFieldID(build, "MODEL", "Ljava/lang/String;") == nullptr ||
      env->GetStaticFieldID(version, "SDK_INT", "I") == nullptr) {
    env->ExceptionDescribe();
    Fail(kExitNoRuntime, "android.os.Build cannot be initialised");
  }
}

// Returns only if the launcher class could not be run: it loops, and ends the process itself.
void RunApp(JNIEnv* env, const std::vector<std::string>& app) {
  jclass launcher = env->FindClass(kLauncherClass);
  jclass string_class = launcher == nullptr ? nullptr : env->FindClass("java/lang/String");
  if (string_class == nullptr) return;
  jobjectArray arguments = env->NewObjectArray(static_cast<jsize>(app.size()), string_class, nullptr);
  for (size_t i = 0; i < app.size(); i++) {
    env->SetObjectArrayElement(arguments, static_cast<jsize>(i), env->NewStringUTF(app[i].c_str()));
  }
  jmethodID main_method = env->GetStaticMethodID(launcher, "main", "([Ljava/lang/String;)V");
  if (main_method != nullptr) env->CallStaticVoidMethod(launcher, main_method, arguments);
}

}  // namespace

int main(int argc, char** argv) {
  const CommandLine command = Parse(argc, argv);
  HideArguments(argc, argv);
  const std::string home = Home();
  ExportFolders(home);
  Open(home + "/shim/libc.so", RTLD_NOW | RTLD_LOCAL);
  JavaVM* vm = nullptr;
  JNIEnv* env = StartVm(VmOptions(home, command), &vm);
  RegisterFrameworkNatives(home, vm);
  PreloadClasses(env);
  // After the VM's start, which names this thread "main"; Android names it after the package.
  const size_t length = command.package.size();
  prctl(PR_SET_NAME, command.package.c_str() + (length > kCommLength ? length - kCommLength : 0));
  RunApp(env, command.app);
  if (env->ExceptionCheck()) env->ExceptionDescribe();
  Fail(kExitNoRuntime, "%s did not run", kLauncherClass);
}
