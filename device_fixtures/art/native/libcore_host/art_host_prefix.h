// Included ahead of ART's OpenjdkJvm.cc: what bionic's headers bring in and glibc's do not.
#pragma once

#include <assert.h>

#include <cmath>

using std::isnan;
