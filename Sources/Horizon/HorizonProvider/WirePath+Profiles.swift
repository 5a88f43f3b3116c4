import ADASISv2

// Items of profile values.
extension WirePath {
    /// Adds a point of a profile with linear interpolation, and the value of the next point.
    mutating func append(
        _ profile: LineProfile, _ value: ProfileValueCode, at metres: Int,
        then next: ProfileValueCode? = nil, after distance: Int = 0,
        _ accuracy: AccuracyCode = .unknown
    ) {
        var message = ProfileShortMessage(
            profileType: profile.type, pathIndex: index,
            offset: OffsetCode(metresFromPathStart: metres))
        message.value0 = value
        message.accuracy = accuracy
        if let next, let code = ProfileDistanceCode(metres: distance) {
            message.distance1 = code
            message.value1 = next
        }
        add(
            PathItem(
                message: .profileShort(message), metres: metres, series: Series(profile.type)))
    }

    /// Adds a single value of ten bits.
    mutating func append(
        _ type: ShortProfileType, _ value: ProfileValueCode, at metres: Int
    ) {
        var message = ProfileShortMessage(
            profileType: type, pathIndex: index,
            offset: OffsetCode(metresFromPathStart: metres))
        message.value0 = value
        add(
            PathItem(message: .profileShort(message), metres: metres, series: Series(type)))
    }

    /// Adds a value of 32 bits. Several at one place have a series each.
    mutating func append(
        _ type: LongProfileType, _ value: LongValueCode, at metres: Int, series: Series? = nil
    ) {
        var message = ProfileLongMessage(
            profileType: type, pathIndex: index,
            offset: OffsetCode(metresFromPathStart: metres))
        message.value = value
        add(
            PathItem(
                message: .profileLong(message), metres: metres, series: series ?? Series(type)))
    }
}
