import FuzzEntries

/// The entry point of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    if let problem = FuzzEntry.mdf4.feed(bytes) { fatalError(problem) }
    return 0
}
