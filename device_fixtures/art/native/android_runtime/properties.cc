// android.os.SystemProperties: the fixed table of system_properties.h, read-only. The getters by name are not critical.
#include "system_properties.h"

#include <nativehelper/ScopedUtfChars.h>

#include <cstdlib>
#include <string>

#include "natives.h"

namespace droidcanary {
namespace {

const char* Find(JNIEnv* env, jstring key) {
  ScopedUtfChars name(env, key);
  return name.c_str() == nullptr ? nullptr : FindSystemProperty(name.c_str());
}

// A whole number in the property, or the fallback when it is unset or no number.
jlong Number(JNIEnv* env, jstring key, jlong fallback) {
  const char* value = Find(env, key);
  if (value == nullptr || *value == '\0') return fallback;
  char* end = nullptr;
  jlong number = strtoll(value, &end, 0);
  return *end == '\0' ? number : fallback;
}

jstring GetString(JNIEnv* env, jclass, jstring key, jstring fallback) {
  const char* value = Find(env, key);
  return value == nullptr ? fallback : env->NewStringUTF(value);
}

jint GetInt(JNIEnv* env, jclass, jstring key, jint fallback) { return static_cast<jint>(Number(env, key, fallback)); }

jlong GetLong(JNIEnv* env, jclass, jstring key, jlong fallback) { return Number(env, key, fallback); }

jboolean GetBoolean(JNIEnv* env, jclass, jstring key, jboolean fallback) {
  const char* value = Find(env, key);
  if (value == nullptr) return fallback;
  const std::string text = value;
  if (text == "1" || text == "true" || text == "y" || text == "yes" || text == "on") return JNI_TRUE;
  if (text == "0" || text == "false" || text == "n" || text == "no" || text == "off") return JNI_FALSE;
  return fallback;
}

const JNINativeMethod kMethods[] = {
    Native("native_get", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;", GetString),
    Native("native_get_int", "(Ljava/lang/String;I)I", GetInt),
    Native("native_get_long", "(Ljava/lang/String;J)J", GetLong),
    Native("native_get_boolean", "(Ljava/lang/String;Z)Z", GetBoolean),
};

}  // namespace

NativeClass SystemPropertiesNatives() { return Table("android/os/SystemProperties", kMethods); }

}  // namespace droidcanary
