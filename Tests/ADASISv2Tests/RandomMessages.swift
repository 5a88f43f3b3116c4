import ADASISv2
import CANDatabase
import CANFrames
import RandomNumbers

/// A frame whose fields are random, put together by the bit engine alone.
struct RandomFrame {
    let frame: CANFrame
    /// The raw numbers of the fields that the layout places.
    let raw: [Field: UInt64]

    init(_ message: MessageLayout, using generator: inout SplitMix64) {
        var frame = CANFrame(
            identifier: message.identifier,
            clampedLength: message.frameLength,
            isFD: message.isFD
        )
        var raw: [Field: UInt64] = [:]
        for signal in message.signals {
            let value: UInt64 =
                switch signal.field {
                case .messageType: UInt64(message.kind.rawValue)
                case .reserved: 0
                default: .random(in: 0...signal.bits.largest, using: &generator)
                }
            raw[signal.field] = value
            signal.bits.insert(value, into: &frame.bytes, byteOffset: message.byteOffset)
        }
        self.frame = frame
        self.raw = raw
    }
}
