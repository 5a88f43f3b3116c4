extension MessageMask {
    /// The same without what a layout does not send: see ``Layout/carries(_:)-(Message)``.
    public func carried(by layout: Layout) -> MessageMask {
        var mask = self
        for kind in MessageKind.standard where !layout.carries(kind) { mask.set(kind, to: false) }
        for profile in ProfileType.named where !layout.carries(profile.emptyMessage) {
            mask.set(profile, to: false)
        }
        return mask
    }
}

extension ProfileType {
    /// A message of the type without a value.
    fileprivate var emptyMessage: Message {
        switch self {
        case .short(let type): .profileShort(ProfileShortMessage(profileType: type))
        case .long(let type): .profileLong(ProfileLongMessage(profileType: type))
        }
    }
}
