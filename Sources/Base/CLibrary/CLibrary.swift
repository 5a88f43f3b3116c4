// The C library of the target. This is the only file that names one: all others import CLibrary.
#if canImport(Glibc)
@_exported public import Glibc
#elseif canImport(Musl)
@_exported public import Musl
#endif
