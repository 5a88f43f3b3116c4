import CZlib

/// Inflates compressed bytes that come in pieces of any size.
///
/// ```
/// inflater.push(bytes)
/// while let piece = try inflater.next(atMost: 65_536) { use(piece) }
/// ```
/// The output comes in pieces of a limited size. A small input that inflates to a huge output cannot fill the memory.
@safe final class Inflater {
    /// The formats around the compressed data.
    enum Format {
        /// A zlib stream (RFC 1950). It ends once; the bytes after its end are not used.
        case zlib
        /// A gzip file (RFC 1952) of one or several members. Zeros after the last member are padding.
        case gzip
    }

    private enum State: Equatable {
        case inflating
        /// A gzip member has ended; another member, padding or the end of the file can follow.
        case betweenMembers
        case padding
        case ended
        case failed(BusLogProblem)
    }

    private let format: Format
    private var state = State.inflating
    private var input: [UInt8] = []
    private var inputStart = 0
    /// zlib keeps a pointer to its stream; so the stream must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private let isOpen: Bool

    init(_ format: Format) {
        self.format = format
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        // 15 is the largest window, which every stream can use; 16 more selects gzip (zlib.h).
        let windowBits: Int32 = format == .gzip ? 15 + 16 : 15
        isOpen = unsafe ehorizon_inflate_begin(stream, windowBits) == Z_OK
        if !isOpen { state = .failed(BusLogProblem("there is not enough memory to inflate")) }
    }

    deinit {
        if isOpen { unsafe inflateEnd(stream) }
        unsafe stream.deinitialize(count: 1)
        unsafe stream.deallocate()
    }

    /// How many of the pushed bytes are not used yet.
    var unusedCount: Int { input.count - inputStart }

    /// Whether a zlib stream has come to its end, with a correct checksum.
    var isAtEnd: Bool { state == .ended }

    /// Takes in the next compressed bytes.
    func push(_ bytes: ArraySlice<UInt8>) {
        input.removeSubrange(..<inputStart)
        inputStart = 0
        input.append(contentsOf: bytes)
    }

    /// Takes in the next compressed bytes.
    func push(_ bytes: Span<UInt8>) {
        input.removeSubrange(..<inputStart)
        inputStart = 0
        input.reserveCapacity(input.count + bytes.count)
        for index in bytes.indices { input.append(bytes[index]) }
    }

    /// The next inflated bytes, `nil` where more input is needed or the stream has ended. Bytes before an error come
    /// out first; every call after an error throws it again.
    func next(atMost limit: Int) throws(BusLogProblem) -> [UInt8]? {
        while true {
            switch state {
            case .failed(let problem): throw problem
            case .ended: return nil
            case .betweenMembers, .padding:
                guard try beginMember() else { return nil }
            case .inflating:
                let piece = inflate(atMost: max(limit, 1))
                if !piece.isEmpty { return piece }
                if state == .inflating { return nil }
            }
        }
    }

    /// Checks that the compressed data are complete. To call after the last `next`.
    func finish() throws(BusLogProblem) {
        switch state {
        case .failed(let problem): throw problem
        case .inflating: throw BusLogProblem("the compressed data are incomplete")
        case .betweenMembers, .padding, .ended: break
        }
    }

    /// Begins the next gzip member if there is one.
    private func beginMember() throws(BusLogProblem) -> Bool {
        while inputStart < input.count, input[inputStart] == 0 {
            state = .padding
            inputStart += 1
        }
        guard inputStart < input.count else { return false }
        if state == .padding || input[inputStart] != 0x1F {
            let problem = BusLogProblem("the bytes after the compressed data are not gzip data")
            state = .failed(problem)
            throw problem
        }
        state = unsafe inflateReset(stream) == Z_OK ? .inflating : .failed(damage())
        return true
    }

    private func inflate(atMost limit: Int) -> [UInt8] {
        var available = input.count - inputStart
        // zlib counts in 32 bits.
        available = min(available, Int(Int32.max))
        let capacity = min(limit, Int(Int32.max))
        var code = Z_OK
        var usedInput = 0
        let output = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { target, count in
            unsafe input.withUnsafeMutableBufferPointer { source in
                unsafe stream.pointee.next_in = source.baseAddress.map { unsafe $0 + inputStart }
                unsafe stream.pointee.avail_in = UInt32(available)
                unsafe stream.pointee.next_out = target.baseAddress
                unsafe stream.pointee.avail_out = UInt32(capacity)
                code = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
                usedInput = available - Int(unsafe stream.pointee.avail_in)
                count = capacity - Int(unsafe stream.pointee.avail_out)
                unsafe stream.pointee.next_in = nil
                unsafe stream.pointee.next_out = nil
            }
        }
        inputStart += usedInput
        switch code {
        // Z_BUF_ERROR only means that there is no input.
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: state = format == .gzip ? .betweenMembers : .ended
        default: state = .failed(damage())
        }
        return output
    }

    private func damage() -> BusLogProblem {
        guard let message = unsafe stream.pointee.msg else {
            return BusLogProblem("the compressed data are damaged")
        }
        return BusLogProblem(
            "the compressed data are damaged (zlib: \(unsafe String(cString: message)))"
        )
    }
}

/// The bytes as a zlib stream, `nil` where there is not enough memory.
func zlibStream(of bytes: [UInt8], level: Int32 = Z_DEFAULT_COMPRESSION) -> [UInt8]? {
    let capacity = compressBound(UInt(bytes.count))
    var size = capacity
    var code = Z_OK
    let output = unsafe [UInt8](unsafeUninitializedCapacity: Int(capacity)) { target, count in
        unsafe bytes.withUnsafeBufferPointer { source in
            code = unsafe compress2(
                target.baseAddress, &size, source.baseAddress, UInt(bytes.count), level
            )
        }
        count = code == Z_OK ? Int(size) : 0
    }
    return code == Z_OK ? output : nil
}
