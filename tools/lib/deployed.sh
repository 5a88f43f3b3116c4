# shellcheck shell=bash disable=SC2034
# The options of swift build for programs as they are deployed. tools/check daemon, the Debian packages and the tarball
# have the same ones.

# Swift's standard library is inside. The linker is LLVM's. Nothing loads a part of the programs, so they export no
# symbols, which were 0.8 MB. Functions of the same code whose address nobody takes are one, which saves 0.2 MB.
# Relative relocations are packed (DT_RELR), which saves 1.1 MB and needs glibc 2.36 on the target, that of Debian 12.
# Addresses of functions are resolved at the start, then they are read-only. Each function has a section of its own, so
# that the linker leaves out those that nobody calls, which saves 0.4 MB.
deployed_options=(-c release -Xswiftc -static-stdlib -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic
    -Xlinker --icf=safe -Xlinker -z -Xlinker pack-relative-relocs -Xlinker -z -Xlinker now
    -Xswiftc -Xfrontend -Xswiftc -function-sections)
