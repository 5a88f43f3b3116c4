@testable import BusLogs
import CANFrames

/// A source of random numbers with a seed: SplitMix64 (doi:10.1145/2714064.2660195).
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// A random frame of any kind. Times are whole nanoseconds after a start.
func randomFrame(
    at nanoseconds: Int64, _ random: inout SeededRandom,
    interfaces: [String] = ["can1", "can2"]
) -> LoggedFrame {
    let interface = interfaces[Int.random(in: 0..<interfaces.count, using: &random)]
    let number = UInt32.random(in: 0...0x1FFF_FFFF, using: &random)
    let identifier =
        Bool.random(using: &random)
        ? CANIdentifier(extended: number) : CANIdentifier(base: number & 0x7FF)
    let known = identifier ?? CANIdentifier(truncatingBase: 0)
    var flags: UInt8 = 0
    let content: LoggedFrame.Content
    switch Int.random(in: 0..<8, using: &random) {
    case 0: content = .remote(known, length: Int.random(in: 0...8, using: &random))
    case 1:
        let length = Int.random(in: 0...8, using: &random)
        let details = UInt64.random(in: 0...UInt64.max, using: &random)
        content = .error(CANErrorFrame(classes: number, details: details, length: length))
    case 2...4:
        let length = BLFFormat.flexibleLength(dlc: Int.random(in: 0...15, using: &random)) ?? 0
        flags = 4 | UInt8.random(in: 0...3, using: &random)
        content = .data(randomData(known, length: length, isFD: true, &random))
    default:
        let length = Int.random(in: 0...8, using: &random)
        content = .data(randomData(known, length: length, isFD: false, &random))
    }
    return LoggedFrame(
        nanoseconds: nanoseconds, interface: interface, content: content, flags: flags
    )
}

private func randomData(
    _ identifier: CANIdentifier, length: Int, isFD: Bool, _ random: inout SeededRandom
) -> CANFrame {
    var frame = CANFrame(identifier: identifier, clampedLength: length, isFD: isFD)
    for index in 0..<frame.length { frame.bytes[index] = UInt8.random(in: 0...255, using: &random) }
    return frame
}

/// Random frames in the order of their times.
func randomFrames(_ count: Int, seed: UInt64, interfaces: [String] = ["can1", "can2"])
    -> [LoggedFrame]
{
    var random = SeededRandom(state: seed)
    var time: Int64 = 1_700_000_000_123_456_789
    return (0..<count).map { _ in
        time += Int64.random(in: 0...1_000_000, using: &random)
        return randomFrame(at: time, &random, interfaces: interfaces)
    }
}

/// Reads a log in pieces of a size.
func read<Reader: BusLogReader>(
    _ bytes: [UInt8], with start: Reader, piece: Int = .max
) -> [BusLogItem] {
    var reader = start
    var items: [BusLogItem] = []
    var offset = 0
    while offset < bytes.count {
        let end = offset + min(piece, bytes.count - offset)
        reader.take(bytes.span.extracting(offset..<end), into: &items)
        offset = end
    }
    reader.finish(into: &items)
    return items
}

/// Writes a log.
func write<Writer: BusLogWriter>(_ frames: [LoggedFrame], with start: Writer) -> [UInt8] {
    var writer = start
    var bytes: [UInt8] = []
    for frame in frames { writer.write(frame, to: &bytes) }
    writer.finish(to: &bytes)
    return bytes
}

/// The frames of items.
func frames(_ items: [BusLogItem]) -> [LoggedFrame] {
    items.compactMap { if case .frame(let frame, _) = $0 { frame } else { nil } }
}

/// The problems of items, as text with the place.
func problems(_ items: [BusLogItem]) -> [String] {
    items.compactMap {
        if case .problem(let sentence, let place) = $0 { "\(place): \(sentence)" } else { nil }
    }
}

/// Damages some random bits.
func flip(_ bytes: [UInt8], bits: Int, _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<bits {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
    return bytes
}
