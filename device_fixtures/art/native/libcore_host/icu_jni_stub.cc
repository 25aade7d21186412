// libicu_jni.so, which ART loads at start: on a phone it registers ICU's natives, here libjavacore.so does.
extern "C" int JNI_OnLoad(void* /* vm */, void* /* reserved */) {
  return 0x00010006;  // JNI_VERSION_1_6
}
