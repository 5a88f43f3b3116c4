extension MessageMask {
    /// The same without what a layout does not send: see ``Layout/carries(_:)-(Message)``.
    public func carried(by layout: Layout) -> MessageMask {
        var mask = self
        for kind in MessageKind.standard where !layout.carries(kind) { mask.set(kind, to: false) }
        for type in ShortProfileType.named
        where !layout.carries(.profileShort(ProfileShortMessage(profileType: type))) {
            mask.set(type, to: false)
        }
        for type in LongProfileType.named
        where !layout.carries(.profileLong(ProfileLongMessage(profileType: type))) {
            mask.set(type, to: false)
        }
        return mask
    }
}
