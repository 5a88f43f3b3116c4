import ADASISv2
import CANFrames

extension MessageLayout {
    /// The same on another identifier, or with other profile types.
    func changed(
        identifier: CANIdentifier? = nil, types: ProfileTypeSet? = nil
    ) throws -> MessageLayout {
        try MessageLayout(
            kind: kind, identifier: identifier ?? self.identifier, frameLength: frameLength,
            isFD: isFD, byteOffset: byteOffset, signals: signals,
            profileTypes: types ?? profileTypes, trailer: trailer)
    }

    /// The same without a profile type.
    func without(_ type: UInt8) throws -> MessageLayout {
        var types = profileTypes
        types.remove(type)
        return try changed(types: types)
    }
}
