import SocketCAN
import Testing

@Suite struct ErrorFrameTests {
    /// Frames as drivers send them (linux/can/error.h) and what they mean.
    @Test(
        arguments: [
            // slcan and sja1000: warning, passive, and back, with counters in bytes 6 and 7.
            (0x2000_0004, [0, 0x08, 0, 0, 0, 0, 97, 0], ControllerState.warning, 97),
            (0x2000_0204, [0, 0x30, 0, 0, 0, 0, 128, 0], .passive, 128),
            (0x2000_0204, [0, 0x40, 0, 0, 0, 0, 0, 0], .active, 0),
            (0x2000_0040, [0, 0, 0, 0, 0, 0, 0, 0], .busOff, nil),
            (0x2000_0100, [0, 0, 0, 0, 0, 0, 0, 0], .active, nil),
            // A bus error by itself says nothing of the state.
            (0x2000_0088, [0, 0, 0x80, 0x19, 0, 0, 0, 0], nil, nil),
        ] as [(UInt32, [UInt8], ControllerState?, Int?)]
    )
    func states(identifier: UInt32, bytes: [UInt8], state: ControllerState?, transmit: Int?) {
        var data = [8 of UInt8](repeating: 0)
        for index in 0..<8 { data[index] = bytes[index] }
        let frame = ErrorFrame(identifier: identifier, data: data)
        #expect(frame.state == state)
        #expect(frame.counters?.transmit == transmit)
    }

    @Test func overflow() {
        var data = [8 of UInt8](repeating: 0)
        data[1] = 0x01
        let frame = ErrorFrame(identifier: 0x2000_0004, data: data)
        #expect(frame.isOverflow)
        #expect(frame.state == nil)
        #expect(frame.kinds == .controller)
    }
}
