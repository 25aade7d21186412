// ICU's private ureslocs.h: libcore includes it for U_ICUDATA_CURR, which ustrenum.h here defines.
#pragma once
