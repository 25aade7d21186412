// android.util.Log, to standard error in logcat's "brief" format. None critical.
#include <nativehelper/ScopedUtfChars.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "natives.h"

namespace droidcanary {
namespace {

constexpr jint kInfo = 4;
constexpr jint kMaxPayload = 4068;
constexpr char kPriorityLetters[] = "??VDIWEF";

// Info and up, as on a phone without log.tag.* properties.
jboolean IsLoggable(JNIEnv*, jclass, jstring /* tag */, jint priority) { return priority >= kInfo; }

// One "D/Tag     ( 1234): text" line for each line of the message, all in one write so that threads do not mix.
jint PrintLine(JNIEnv* env, jclass, jint /* buffer */, jint priority, jstring tag, jstring message) {
  if (message == nullptr) {
    env->ThrowNew(env->FindClass("java/lang/NullPointerException"), "println needs a message");
    return -1;
  }
  ScopedUtfChars text(env, message);
  if (text.c_str() == nullptr) return -1;
  std::string tag_text;
  if (tag != nullptr) {
    ScopedUtfChars tag_chars(env, tag);
    if (tag_chars.c_str() == nullptr) return -1;
    tag_text = tag_chars.c_str();
  }
  char pid[16];
  snprintf(pid, sizeof(pid), "%5d", getpid());
  if (tag_text.size() < 8) tag_text.resize(8, ' ');
  const std::string prefix = std::string(1, kPriorityLetters[priority & 7]) + "/" + tag_text + "(" + pid + "): ";

  const std::string body = text.c_str();
  std::string lines;
  size_t start = 0;
  do {
    size_t end = body.find('\n', start);
    if (end == std::string::npos) end = body.size();
    lines += prefix + body.substr(start, end - start) + "\n";
    start = end + 1;
  } while (start < body.size());
  ssize_t written = write(STDERR_FILENO, lines.data(), lines.size());
  return static_cast<jint>(written);
}

jint MaxPayload(JNIEnv*, jclass) { return kMaxPayload; }

const JNINativeMethod kMethods[] = {
    Native("isLoggable", "(Ljava/lang/String;I)Z", IsLoggable),
    Native("println_native", "(IILjava/lang/String;Ljava/lang/String;)I", PrintLine),
    Native("logger_entry_max_payload_native", "()I", MaxPayload),
};

}  // namespace

NativeClass LogNatives() { return Table("android/util/Log", kMethods); }

}  // namespace droidcanary
