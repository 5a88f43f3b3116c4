extension Field {
    /// The width in bits that every implementation agrees on; `nil` for the reserved bits and for a
    /// trailer's. Confidence A.
    public var width: Int? { record.width }

    /// How sure the field's coding is.
    public var confidence: Confidence { record.confidence }

    /// The meaning of a raw value of the field. `kind` and `profile` are those of the message.
    public func value(
        of raw: UInt32,
        in kind: MessageKind,
        profile: ProfileType? = nil
    ) -> FieldValue {
        switch self {
        case .profileType:
            .word(
                kind == .profileLong
                    ? LongProfileType(field: raw).name : ShortProfileType(field: raw).name)
        case .value0, .value1, .value: profile?.text(of: raw) ?? record.value(raw)
        default: record.value(raw)
        }
    }

    /// The unit of the field's value, ASCII; empty where it has none.
    public func unit(profile: ProfileType? = nil) -> String {
        switch (self, profile) {
        case (.value0, .short(let type)?), (.value1, .short(let type)?):
            ProfileType.short(type).unit
        case (.value, .long(let type)?): ProfileType.long(type).unit
        default: record.unit
        }
    }

    /// Whether a layout of a message that has the field must hold it: it has no code for unknown, so
    /// a client without it would have to invent a value.
    var isIndispensable: Bool { self == .drivingSide || self == .speedUnit }

    /// Whether one car maker has it and the protocol's own tables have not. Such a field is shown
    /// only where a layout places it.
    public var isMakersOwn: Bool { self == .lateralOffset }
}

extension MessageKind {
    /// The fields without which messages of the kind say nothing to a client: it drops a message
    /// without path or place, and a profile or STUB without its content. The profile type is known
    /// where the layout sends one type only.
    func neededFields(for types: ProfileTypeSet) -> [Field] {
        var place: [Field] = [.pathIndex, .offset]
        switch self {
        case .systemSpecific, .metaData: return []
        case .position, .segment: return place
        case .stub: return place + [.subPathIndex]
        case .profileShort: place.append(.value0)
        case .profileLong: place.append(.value)
        }
        return types.only == nil ? place + [.profileType] : place
    }
}
