@testable import BusLogs
import CANFrames
import Testing

/// The items of a text, read at once or in pieces of a size.
func items(_ reader: some BusLogReader, _ text: some Sequence<UInt8>, piece: Int? = nil)
    -> [BusLogItem]
{
    var reader = reader
    let bytes = Array(text)
    var items: [BusLogItem] = []
    var start = 0
    while start < bytes.count {
        let end = min(start + (piece ?? bytes.count), bytes.count)
        reader.take(bytes.span.extracting(start..<end), into: &items)
        start = end
    }
    reader.finish(into: &items)
    return items
}

/// The items as texts: a frame as its line number and its line of `candump -L`, a problem with its place.
func summary(_ reader: some BusLogReader, _ text: String, piece: Int? = nil) -> [String] {
    items(reader, text.utf8, piece: piece).map { item in
        switch item {
        case .frame(let frame, .line(let line, _)): "\(line) \(frame.text)"
        case .frame(let frame, _): frame.text
        case .problem(let message, let place): "\(place): \(message)"
        }
    }
}

/// Reads a text at once and in small pieces, and compares with what is expected.
func expect(
    _ reader: @autoclosure () -> some BusLogReader, _ text: String, gives expected: [String]
) {
    #expect(summary(reader(), text) == expected)
    for piece in [1, 2, 7, 64] { #expect(summary(reader(), text, piece: piece) == expected) }
}

/// A generator of reproducible random numbers (splitmix64, Steele et al. 2014).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// Reads random bytes and damaged copies of a sample; nothing may trap, and the split must not matter.
func expectNoTrap(_ reader: @autoclosure () -> some BusLogReader, sample: String, seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    let sample = Array(sample.utf8)
    let inserts: [[UInt8]] = [
        Array("99999999999999999999".utf8), Array("-".utf8), Array(".".utf8), [0x0A], [0x0D, 0x0A],
        [0], [0xFF, 0xE4], Array(" 9223372036.854775807 ".utf8), Array("x".utf8), [0x20], [0x09],
    ]
    for round in 0..<1500 {
        var bytes: [UInt8]
        if round % 5 == 0 {
            let count = Int.random(in: 0..<300, using: &generator)
            bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        } else {
            bytes = sample
            for _ in 0..<Int.random(in: 1...8, using: &generator) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.removeSubrange(place..<min(place + 9, bytes.count))
                default:
                    let insert = inserts.randomElement(using: &generator) ?? []
                    bytes.insert(contentsOf: insert, at: place)
                }
            }
        }
        let whole = items(reader(), bytes)
        let piece = Int.random(in: 1...40, using: &generator)
        #expect(items(reader(), bytes, piece: piece) == whole)
        var writer = ASCWriter()
        var text: [UInt8] = []
        for case .frame(let frame, _) in whole { writer.write(frame, to: &text) }
        writer.finish(to: &text)
        #expect(items(ASCReader(), text).count == whole.count { $0.isFrame })
    }
}

extension BusLogItem {
    var isFrame: Bool {
        if case .frame = self { true } else { false }
    }
}
