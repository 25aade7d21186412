// ICU keeps this header to itself; libcore was written inside Android's tree, where it is visible. Only what libcore
// uses is declared, to match the class that Debian's libicuuc exports.
#pragma once

#include <string.h>
#include <unicode/strenum.h>
#include <unicode/udata.h>
#include <unicode/uenum.h>

U_NAMESPACE_BEGIN

class U_COMMON_API UStringEnumeration : public StringEnumeration {
 public:
  static UStringEnumeration* U_EXPORT2 fromUEnumeration(UEnumeration* enumeration, UErrorCode& status);
  explicit UStringEnumeration(UEnumeration* enumeration);
  ~UStringEnumeration() override;
  int32_t count(UErrorCode& status) const override;
  const UnicodeString* snext(UErrorCode& status) override;
  void reset(UErrorCode& status) override;
  UClassID getDynamicClassID() const override;
  static UClassID U_EXPORT2 getStaticClassID();

 private:
  UEnumeration* enumeration_;
};

U_NAMESPACE_END

// Gone from newer ICU headers, still used by libcore.
#ifndef FALSE
#define FALSE false
#define TRUE true
#endif

#define U_ICUDATA_CURR U_ICUDATA_NAME U_TREE_SEPARATOR_STRING "curr"
