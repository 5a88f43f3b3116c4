import CANFrames

extension FrameError: CustomStringConvertible {
    /// The line for people, without the place.
    public var description: String {
        switch self {
        case .wrongFormat(let kind, let isFD):
            "\(kind.name) in a \(isFD ? "CAN FD" : "classical CAN") frame"
        case .wrongLength(let kind, let expected, let actual):
            "\(kind.name) of \(actual) bytes instead of \(expected)"
        case .wrongChecksum(let kind, let expected, let actual):
            "\(kind.name) with checksum 0x\(String(actual, radix: 16)) instead of "
                + "0x\(String(expected, radix: 16))"
        case .wrongType(let kind, let actual):
            "message type \(actual) where \(kind.name) is expected (\(kind.rawValue))"
        }
    }
}

extension LayoutError: CustomStringConvertible {
    /// The line for people, with message and field.
    public var description: String {
        switch self {
        case .invalidFrame(let kind, let length, let byteOffset):
            "\(kind.name): no frame of \(length) bytes with the message from byte \(byteOffset) on"
        case .foreignField(let kind, let field):
            "\(kind.name) has no field \(field.rawValue)"
        case .fieldTwice(let kind, let field):
            "\(kind.name): \(field.rawValue) is placed twice"
        case .tooNarrow(let kind, let field, let width, let needed):
            "\(kind.name): \(field.rawValue) has \(width) bits and needs \(needed)"
        case .outsideFrame(let kind, let field):
            "\(kind.name): \(field.rawValue) does not lie in the frame"
        case .overlap(let kind, let field, let other):
            "\(kind.name): \(field.rawValue) and \(other.rawValue) share a bit"
        case .coverageOutsideFrame(let kind, let bytes, let length):
            "\(kind.name): the checksum covers bytes \(bytes.lowerBound) to \(bytes.upperBound - 1), "
                + "and the frame has \(length)"
        case .nothingCovered(let kind, let bytes):
            "\(kind.name): of bytes \(bytes.lowerBound) to \(bytes.upperBound - 1) the checksum would "
                + "cover itself alone"
        case .missingField(let kind, .profileType):
            "\(kind.name): several types travel one way, which needs profileType"
        case .missingField(let kind, let field):
            "\(kind.name): \(field.rawValue) has no code for unknown and cannot be left out"
        case .noMessage: "the layout has no message"
        case .profileTypeTwice(let kind, let type):
            "\(kind.name): type \(type) is sent on two identifiers"
        case .messageTwice(let kind): "\(kind.name) is there twice"
        case .sharedIdentifier(let identifier, let kind, let other):
            "\(kind.name) and \(other.name) share the identifier \(identifier.text)"
        case .differentTrailers(let identifier, let kind, let other):
            "\(kind.name) and \(other.name) share the identifier \(identifier.text), and their trailers lie apart"
        }
    }
}
