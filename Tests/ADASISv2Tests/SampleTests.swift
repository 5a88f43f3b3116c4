import ADASISv2
import CANFrames
import Quantities
import Testing

@Suite("Published and computed samples")
struct SampleTests {
    @Test("decode and encode exactly in each layout", arguments: Sample.all)
    func roundTrip(sample: Sample) throws {
        for (preset, bytes) in sample.frames {
            let layout = Layout(preset)
            let frame = frame(layout.identifier(of: sample.kind), bytes)

            let (kind, raw) = try #require(try layout.fields(of: frame))
            #expect(kind == sample.kind)
            for (index, value) in sample.raw.enumerated() {
                #expect(raw[index] == value, "\(preset) \(kind.fields[index])")
            }
            #expect(raw[kind.fields.count - 2] == UInt32(kind.rawValue))
            #expect(raw[kind.fields.count - 1] == 0)

            let message = try #require(try layout.decode(frame))
            #expect(message.kind == sample.kind)
            #expect(layout.encode(message) == frame, "\(preset)")
        }
    }

    @Test("The published POSITION has the values that were published with it")
    func publishedPosition() throws {
        let layout = Layout(.adasis)
        let frame = frame(layout.identifier(of: .position), 0x2052_8835_fe2e_59fd)
        guard case .position(let position)? = try layout.decode(frame) else {
            Issue.record("no POSITION")
            return
        }
        #expect(position.pathIndex == .first)
        #expect(position.offset.metres == 82)
        #expect(position.cyclicCounter.raw == 2)
        #expect(position.positionAge == .older)
        #expect(position.speed.reading.value?.value == 5)
        #expect(position.relativeHeading.raw == 253)
        #expect(position.positionProbability.raw == 26)
        #expect(position.positionConfidence.reading == .known(2))
        #expect(position.currentLane == .notAvailable)
    }
}
