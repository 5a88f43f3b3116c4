import CANDatabase
import RandomNumbers
import Testing

/// The bit engine, one bit at a time, written from the numbering rule alone: Motorola signals go
/// down in a byte and on at bit 7 of the next, Intel signals go up.
private enum BitByBit {
    static func bits(_ signal: SignalBits) -> [Int] {
        var bit = signal.startBit
        return (0..<signal.width).map { _ in
            defer {
                switch signal.byteOrder {
                case .intel: bit += 1
                case .motorola: bit = bit % 8 == 0 ? bit + 15 : bit - 1
                }
            }
            return bit
        }
    }

    static func value(_ signal: SignalBits, _ bytes: [64 of UInt8]) -> UInt64 {
        let inOrder = bits(signal).map { UInt64(bytes[$0 / 8] >> ($0 % 8) & 1) }
        let mostSignificantFirst = signal.byteOrder == .motorola ? inOrder : inOrder.reversed()
        return mostSignificantFirst.reduce(0) { $0 << 1 | $1 }
    }
}

@Suite("Bits of a signal")
struct SignalBitsTests {
    static let seeds: [UInt64] = Array(1...20)

    private func randomSignal(_ generator: inout SplitMix64) -> SignalBits {
        while true {
            let signal = SignalBits(
                startBit: .random(in: 0...511, using: &generator),
                width: .random(in: 1...64, using: &generator),
                byteOrder: Bool.random(using: &generator) ? .motorola : .intel
            )
            if signal.fits(bytes: 64) { return signal }
        }
    }

    @Test("agree with a reading bit by bit", arguments: seeds)
    func differential(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<2_000 {
            let signal = randomSignal(&generator)
            var bytes = [64 of UInt8](repeating: 0)
            for index in bytes.indices { bytes[index] = .random(in: 0...255, using: &generator) }
            let before = bytes
            #expect(signal.extract(from: bytes) == BitByBit.value(signal, bytes))

            let value = UInt64.random(in: 0...signal.largest, using: &generator)
            signal.insert(value, into: &bytes)
            #expect(signal.extract(from: bytes) == value, "\(signal)")
            #expect(BitByBit.value(signal, bytes) == value, "\(signal)")
            let own = Set(BitByBit.bits(signal))
            for bit in 0..<512 where !own.contains(bit) {
                let kept = (bytes[bit / 8] ^ before[bit / 8]) >> (bit % 8) & 1 == 0
                #expect(kept, "\(signal) touched bit \(bit)")
            }
            #expect(signal.numbers == BitByBit.bits(signal))
            #expect(signal.bytes == (own.min() ?? 0) / 8...(own.max() ?? 0) / 8)
        }
    }

    @Test("move with the PDU's place in the frame", arguments: seeds)
    func byteOffset(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let signal = randomSignal(&generator)
            let shift = Int.random(in: 0...63, using: &generator)
            guard signal.moved(byBytes: shift).fits(bytes: 64) else { continue }
            let value = UInt64.random(in: 0...signal.largest, using: &generator)
            var bytes = [64 of UInt8](repeating: 0)
            signal.insert(value, into: &bytes, byteOffset: shift)
            #expect(signal.moved(byBytes: shift).extract(from: bytes) == value)
            #expect(signal.extract(from: bytes, byteOffset: shift) == value)
        }
    }

    @Test("sit in a word of eight bytes where they say", arguments: seeds)
    func word(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<500 {
            let signal = randomSignal(&generator)
            guard signal.fits(bytes: 8) else { continue }
            var bytes = [64 of UInt8](repeating: 0)
            for index in 0..<8 { bytes[index] = .random(in: 0...255, using: &generator) }
            let bigEndian = (0..<8).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[$1]) }
            let word = signal.byteOrder == .motorola ? bigEndian : bigEndian.byteSwapped
            let value = word >> UInt64(signal.shiftInWord) & signal.largest
            #expect(value == signal.extract(from: bytes))
        }
    }

    @Test("say whether they fit")
    func fits() {
        #expect(SignalBits(startBit: 7, width: 64, byteOrder: .motorola).fits(bytes: 8))
        #expect(!SignalBits(startBit: 6, width: 64, byteOrder: .motorola).fits(bytes: 8))
        #expect(SignalBits(startBit: 0, width: 64, byteOrder: .intel).fits(bytes: 8))
        #expect(!SignalBits(startBit: 1, width: 64, byteOrder: .intel).fits(bytes: 8))
        #expect(!SignalBits(startBit: 0, width: 0, byteOrder: .intel).fits(bytes: 8))
        #expect(!SignalBits(startBit: 0, width: 65, byteOrder: .intel).fits(bytes: 64))
        #expect(!SignalBits(startBit: -1, width: 1, byteOrder: .intel).fits(bytes: 8))
    }

    @Test("cut off what they cannot hold, and read 0 beyond the bytes")
    func edges() {
        var bytes = [64 of UInt8](repeating: 0)
        let nibble = SignalBits(startBit: 4, width: 4, byteOrder: .intel)
        nibble.insert(0xABC, into: &bytes)
        #expect(bytes[0] == 0xC0)
        let beyond = SignalBits(startBit: 504, width: 16, byteOrder: .intel)
        beyond.insert(0xFFFF, into: &bytes)
        #expect(bytes[63] == 0xFF)
        #expect(beyond.extract(from: bytes) == 0x00FF)
        let motorola = SignalBits(startBit: 511, width: 16, byteOrder: .motorola)
        #expect(motorola.extract(from: bytes) == 0xFF00)
    }
}
