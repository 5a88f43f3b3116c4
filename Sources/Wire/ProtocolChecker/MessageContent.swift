import ADASISv2

extension Message {
    /// The content of the message without counter and flags.
    var withoutCounterAndFlags: Message {
        var message = self
        message.cyclicCounter = .zero
        message.retransmission = false
        switch message {
        case .stub(var stub):
            stub.update = false
            return .stub(stub)
        case .segment(var segment):
            segment.update = false
            return .segment(segment)
        case .profileShort(var profile):
            profile.update = false
            return .profileShort(profile)
        case .profileLong(var profile):
            profile.update = false
            return .profileLong(profile)
        case .systemSpecific, .position, .metaData: return message
        }
    }

    /// The fields by their names with their numbers on the wire, apart from the header.
    var rawTexts: [(name: String, value: Int)] {
        let layout = Layout(.adasis)
        guard let fields = try? layout.fields(of: layout.encode(self)) else { return [] }
        return fields.kind.fields.enumerated().map { index, field in
            (field.rawValue, Int(fields.raw[index]))
        }
    }
}
