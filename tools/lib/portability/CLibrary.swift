// For tools/check portability: what Swift's own view of a C library adds to its headers, as far as the sources use it.
// The functions with a variable number of arguments have the types of Swift's; they are compiled against, not called.
@_exported public import CHeaders

public var errno: Int32 {
    get { unsafe __errno_location().pointee }
    set { unsafe __errno_location().pointee = newValue }
}
public var MAP_FAILED: UnsafeMutableRawPointer! { unsafe UnsafeMutableRawPointer(bitPattern: -1) }
public var S_IFMT: mode_t { 0o170000 }
public var S_IFREG: mode_t { 0o100000 }
public var S_IFDIR: mode_t { 0o040000 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }
public func openat(_ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { -1 }
public func openat(
    _ folder: Int32, _ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t
) -> Int32 { -1 }
public func fcntl(_ descriptor: Int32, _ command: Int32) -> Int32 { -1 }
public func fcntl(_ descriptor: Int32, _ command: Int32, _ value: Int32) -> Int32 { -1 }
public func ioctl(_ descriptor: CInt, _ request: UInt, _ value: UnsafeMutableRawPointer) -> CInt {
    -1
}
