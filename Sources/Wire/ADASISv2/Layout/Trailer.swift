public import CANDatabase
public import CANFrames

/// An addition of a car maker to the frame, beside the message: a counter that shows that the sender is alive,
/// and a checksum over the frame and a data identifier that is not on the wire.
///
/// The bits are counted from the frame's first byte, not from the message's.
public struct Trailer: Sendable, Hashable {
    /// Where the data identifier goes in the bytes that the checksum covers.
    public enum DataIdentifierPlace: String, Sendable, Hashable, CaseIterable {
        /// Before the frame's bytes, low byte first (AUTOSAR end-to-end profile 1).
        case first
        /// After the frame's bytes, low byte first (profile 5).
        case last
    }

    /// The bits of the counter, `nil` where there is none.
    public var counter: SignalBits?
    /// The bits of the checksum.
    public var checksum: SignalBits
    /// How the checksum is made.
    public var algorithm: ChecksumAlgorithm
    /// The data identifier, `nil` where the checksum covers none.
    public var dataIdentifier: UInt16?
    /// Where it goes.
    public var dataIdentifierPlace = DataIdentifierPlace.first
    /// The bytes of the frame that the checksum covers, `nil` for all. Of these, bytes that it fills
    /// itself are left out, and in others its bits count as 0.
    public var covered: Range<Int>?

    /// A trailer of a checksum over the whole frame.
    public init(
        counter: SignalBits? = nil,
        checksum: SignalBits,
        algorithm: ChecksumAlgorithm,
        dataIdentifier: UInt16? = nil
    ) {
        self.counter = counter
        self.checksum = checksum
        self.algorithm = algorithm
        self.dataIdentifier = dataIdentifier
    }

    /// The checksum that a frame should have.
    ///
    /// - Complexity: O(bytes covered), without allocation.
    public func checksum(of frame: CANFrame) -> UInt64 {
        let ownBits = self.ownBits
        var state = algorithm.start
        if dataIdentifierPlace == .first { take(identifierAfter: &state) }
        let whole = 0..<frame.length
        for index in covered?.clamped(to: whole) ?? whole where ownBits[index] != 0xFF {
            state = algorithm.taking(frame.bytes[index] & ~ownBits[index], after: state)
        }
        if dataIdentifierPlace == .last { take(identifierAfter: &state) }
        return algorithm.end(state)
    }

    /// Whether the checksum fills a whole byte, 0...63.
    func fills(_ byte: Int) -> Bool { ownBits[byte] == 0xFF }

    /// The checksum's bits in the frame.
    private var ownBits: [64 of UInt8] {
        var bits = [64 of UInt8](repeating: 0)
        checksum.insert(.max, into: &bits)
        return bits
    }

    private func take(identifierAfter state: inout UInt64) {
        guard let dataIdentifier else { return }
        state = algorithm.taking(UInt8(truncatingIfNeeded: dataIdentifier), after: state)
        state = algorithm.taking(UInt8(truncatingIfNeeded: dataIdentifier >> 8), after: state)
    }

    /// How the checksum is made, in the words of a mapping; empty where no mapping can say it.
    var mappingText: String {
        guard ChecksumAlgorithm.named.contains(algorithm) else { return "" }
        var words = ["checksum-algorithm=\(algorithm.name)"]
        if let dataIdentifier {
            words.append("checksum-data-id=\(dataIdentifier)")
            words.append("checksum-data-id-place=\(dataIdentifierPlace.rawValue)")
        }
        if let covered {
            words.append("checksum-bytes=\(covered.lowerBound)-\(covered.upperBound - 1)")
        }
        return words.joined(separator: " ")
    }

    /// Writes counter and checksum into a frame whose other bytes are complete.
    func seal(_ frame: inout CANFrame, count: UInt64) {
        counter?.insert(count, into: &frame.bytes)
        checksum.insert(checksum(of: frame), into: &frame.bytes)
    }
}

/// The counters of the trailers, one for each identifier and message of a layout: what a sender keeps.
///
/// ```swift
/// var counters = AliveCounters(for: layout)
/// let frame = layout.encode(message, counting: &counters)
/// ```
public struct AliveCounters: Sendable, Hashable {
    private var counts: [UInt64]

    /// The counters of a layout, all at 0.
    public init(for layout: Layout) {
        counts = [UInt64](repeating: 0, count: layout.messages.count)
    }

    /// The number for the next frame.
    subscript(place: Int) -> UInt64 { counts.indices.contains(place) ? counts[place] : 0 }

    /// Counts a frame.
    mutating func advance(_ place: Int) {
        if counts.indices.contains(place) { counts[place] &+= 1 }
    }
}
