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

    /// Worst case: from the start of the frame to its CRC there is a stuff bit after each four bits but
    /// the first, and three bits part frames (ISO 11898-1); 135 and 160 bits for eight bytes.
    @Test(
        "A frame has between so many bits and so many",
        arguments: [
            (8, false, false, 135, 108), (8, true, false, 160, 128), (0, false, false, 55, 44),
            (0, true, false, 80, 64), (3, false, false, 85, 68),
            (64, false, true, 738, 0), (64, true, true, 757, 0), (0, false, true, 98, 0),
        ] as [(Int, Bool, Bool, Int, Int)])
    func bits(length: Int, isExtended: Bool, isFD: Bool, most: Int, least: Int) throws {
        let identifier = try #require(
            isExtended ? CANIdentifier(extended: 0x300) : CANIdentifier(base: 0x300))
        let frame = try #require(CANFrame(identifier: identifier, length: length, isFD: isFD))
        #expect(frame.worstCaseBits == most)
        #expect(frame.leastBits == least)
    }
}
