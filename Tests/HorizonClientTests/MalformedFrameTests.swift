import ADASISv2
import CANFrames
import CHorizonClient
import RandomNumbers
import Testing

@Suite("Frames that are no messages")
struct MalformedFrameTests {
    @Test(.enabled(if: Client.itemCapacity == Client.defaultItemCapacity))
    func theStateHasAtMost16Kilobytes() {
        #expect(MemoryLayout<ehc_client>.size <= 16_384)
        #expect(MemoryLayout<ehc_client>.size > 9 * Client.itemCapacity)
    }

    @Test("Every length and every identifier, with random bytes", arguments: LayoutPreset.allCases)
    func everyLengthAndIdentifier(preset: LayoutPreset) throws {
        var pair = Comparison(preset)
        var random = SplitMix64(seed: 7)
        var time: UInt64 = 0
        for id in UInt16(0)...0x7FF {
            for length in 0...8 {
                let identifier = CANIdentifier(truncatingBase: id)
                var frame = CANFrame(identifier: identifier, clampedLength: length)
                for place in 0..<length {
                    frame.bytes[place] = UInt8.random(in: 0...255, using: &random)
                }
                time += UInt64.random(in: 0...3, using: &random)
                let result = pair.feed(frame, at: time)
                try #require(result.client == result.reconstructor, "\(frame.hex)")
            }
        }
        #expect(pair.difference(at: time) == nil)
    }

    @Test("Random bytes on the client's identifiers", arguments: LayoutPreset.allCases)
    func randomBytes(preset: LayoutPreset) throws {
        var pair = Comparison(preset)
        var random = SplitMix64(seed: 11)
        var time: UInt64 = 5
        for number in 0..<20_000 {
            let id = UInt16.random(in: 0x300...0x306, using: &random)
            var frame = CANFrame(
                identifier: CANIdentifier(truncatingBase: id), clampedLength: 8)
            for place in 0..<8 { frame.bytes[place] = UInt8.random(in: 0...255, using: &random) }
            let first = preset == .adasisIntel ? 7 : 0
            if id < 0x306, number % 4 != 0 {
                let types: [UInt8] = [1, 3, 2, 4, 5, 6]
                frame.bytes[first] = frame.bytes[first] & 0x1F | types[Int(id) - 0x300] << 5
            }
            time += UInt64.random(in: 0...30, using: &random)
            let result = pair.feed(frame, at: time)
            // With all items in use the client drops what the reconstructor still holds.
            if result.client == EHC_FULL {
                #expect(ehc_item_count(pair.client.state) == UInt32(Client.itemCapacity))
                break
            }
            try #require(result.client == result.reconstructor, "\(number): \(frame.hex)")
            if number % 50 == 0 {
                let difference = pair.difference(at: time)
                try #require(difference == nil, "after frame \(number)")
            }
        }
    }
}
