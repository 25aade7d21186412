// getpwuid_r for the users that apps run as.
//
// Every app has a user of its own, which no passwd file lists: Android's libc makes up the entry out of the number.
// libcore asks for it when java.lang.System is initialised, and the VM does not survive a "no such user".
// This definition is in the program, so it is found before glibc's.
#include <dlfcn.h>
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>

namespace {

constexpr uid_t kUsersApart = 100000;  // uids of one Android user and the next
constexpr uid_t kFirstApp = 10000;
constexpr uid_t kLastApp = 19999;
constexpr uid_t kFirstIsolated = 90000;

char kHome[] = "/data";
char kShell[] = "/system/bin/sh";
char kNoPassword[] = "";

bool FormatName(uid_t uid, char* buffer, size_t size) {
  const uid_t user = uid / kUsersApart, app = uid % kUsersApart;
  int length = -1;
  if (app >= kFirstApp && app <= kLastApp) {
    length = snprintf(buffer, size, "u%u_a%u", user, app - kFirstApp);
  } else if (app >= kFirstIsolated) {
    length = snprintf(buffer, size, "u%u_i%u", user, app - kFirstIsolated);
  }
  return length > 0 && static_cast<size_t>(length) < size;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int getpwuid_r(uid_t uid, passwd* entry, char* buffer, size_t size,
                                                                   passwd** result) {
  using GetPwUid = int (*)(uid_t, passwd*, char*, size_t, passwd**);
  static const auto listed = reinterpret_cast<GetPwUid>(dlsym(RTLD_NEXT, "getpwuid_r"));
  int error = listed == nullptr ? ENOSYS : listed(uid, entry, buffer, size, result);
  if (error == ERANGE || (error == 0 && *result != nullptr) || !FormatName(uid, buffer, size)) return error;
  *entry = {};
  entry->pw_name = buffer;
  entry->pw_passwd = kNoPassword;
  entry->pw_uid = uid;
  entry->pw_gid = uid;
  entry->pw_gecos = kNoPassword;
  entry->pw_dir = kHome;
  entry->pw_shell = kShell;
  *result = entry;
  return 0;
}
