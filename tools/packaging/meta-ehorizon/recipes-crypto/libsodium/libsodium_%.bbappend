# The daemon takes the few functions that it needs out of libsodium.a.
DISABLE_STATIC = ""
