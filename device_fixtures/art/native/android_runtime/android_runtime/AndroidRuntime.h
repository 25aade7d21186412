// Stands in for the framework's AndroidRuntime.h: the message queue's natives need no more of it than JNI.
#pragma once

#include <jni.h>
