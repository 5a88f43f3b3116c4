import CANFrames
import Testing

@Suite("CAN frames")
struct CANFrameTests {
    @Test("Identifiers have 11 or 29 bits")
    func identifiers() {
        #expect(CANIdentifier(base: 0x7FF)?.value == 0x7FF)
        #expect(CANIdentifier(base: 0x800) == nil)
        #expect(CANIdentifier(extended: 0x1FFF_FFFF)?.isExtended == true)
        #expect(CANIdentifier(extended: 0x2000_0000) == nil)
        #expect(CANIdentifier(base: 0x300) != CANIdentifier(extended: 0x300))
        #expect(CANIdentifier(truncatingBase: 0xFB00) == CANIdentifier(base: 0x300))
        #expect(CANIdentifier(base: 0x1A)?.text == "01A")
        #expect(CANIdentifier(extended: 0x1A)?.text == "0000001A")
    }

    @Test("Lengths are those of the DLC codes")
    func lengths() {
        #expect((0...64).filter { CANFrame.isValid(length: $0, isFD: false) } == Array(0...8))
        let flexible = Array(0...8) + [12, 16, 20, 24, 32, 48, 64]
        #expect((-1...65).filter { CANFrame.isValid(length: $0, isFD: true) } == flexible)
        let identifier = CANIdentifier(truncatingBase: 1)
        #expect(CANFrame(identifier: identifier, length: 9) == nil)
        #expect(CANFrame(identifier: identifier, clampedLength: 9).length == 8)
        #expect(CANFrame(identifier: identifier, clampedLength: -1).length == 0)
        #expect(CANFrame(identifier: identifier, clampedLength: 33, isFD: true).length == 48)
        #expect(CANFrame(identifier: identifier, clampedLength: 99, isFD: true).length == 64)
    }

    @Test("Equal is what is the same on the wire")
    func equality() {
        let one = CANFrame(identifier: CANIdentifier(truncatingBase: 1), clampedLength: 2)
        var other = one
        other.bytes[2] = 1
        #expect(other == one, "bytes beyond the length are not on the wire")
        other.bytes[1] = 1
        #expect(other != one)
        other = one
        other.isFD = true
        #expect(other != one)
    }
}
