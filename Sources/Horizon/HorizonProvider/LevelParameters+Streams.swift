public import ADASISv2

extension LevelParameters {
    /// The parameters of a kind of message.
    public func stream(of kind: MessageKind) -> StreamParameters {
        switch kind {
        case .stub: stub
        case .profileShort: profileShort
        case .profileLong: profileLong
        default: segment
        }
    }

    /// The parameters of all kinds of message, by ``/ADASISv2/MessageKind/rawValue``.
    var streams: [8 of StreamParameters] {
        var all = [8 of StreamParameters](repeating: segment)
        for kind in [MessageKind.stub, .profileShort, .profileLong] {
            all[Int(kind.rawValue)] = stream(of: kind)
        }
        return all
    }
}
