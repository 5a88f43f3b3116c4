/// The type of a message: the three bits at its head, the demultiplexer where several messages share
/// one CAN identifier. Confidence A.
public enum MessageKind: UInt8, Sendable, Hashable, CaseIterable {
    /// Content that is agreed between car makers.
    case systemSpecific = 0
    /// Where the car is.
    case position = 1
    /// The attributes of a stretch of road.
    case segment = 2
    /// Where a road leaves the path.
    case stub = 3
    /// A value of ten bits along the path.
    case profileShort = 4
    /// A value of 32 bits along the path.
    case profileLong = 5
    /// Country, unit, versions.
    case metaData = 6

    /// The six kinds that the protocol gives a content.
    public static var standard: [MessageKind] {
        [.position, .segment, .stub, .profileShort, .profileLong, .metaData]
    }
}
