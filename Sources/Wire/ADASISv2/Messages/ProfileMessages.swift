/// PROFILE SHORT: one or two values of ten bits along a path.
///
/// `value0` holds at `offset`, `value1` at `offset` + `distance1` where that is not 0.
public struct ProfileShortMessage: Sendable, Hashable {
    /// The path.
    public var pathIndex: PathIndex
    /// The place of the first value.
    public var offset: OffsetCode
    /// Counts PROFILE SHORTs.
    public var cyclicCounter = CyclicCounter.zero
    /// Whether this repeats something already sent.
    public var retransmission = false
    /// Whether this replaces something already sent for this place.
    public var update = false
    /// The type of the values.
    public var profileType: ShortProfileType
    /// Whether the spot is a control point; false for an ordinary spot.
    public var controlPoint = false
    /// The first value.
    public var value0 = ProfileValueCode.notAvailable
    /// The distance from the first to the second value.
    public var distance1 = ProfileDistanceCode.noSecondValue
    /// The second value.
    public var value1 = ProfileValueCode.notAvailable
    /// How exact the values are.
    public var accuracy = AccuracyCode.unknown

    /// A spot without values.
    public init(
        profileType: ShortProfileType = .notAvailable,
        pathIndex: PathIndex = .unknown,
        offset: OffsetCode = .notAvailable
    ) {
        self.profileType = profileType
        self.pathIndex = pathIndex
        self.offset = offset
    }
}

/// PROFILE LONG: a value of 32 bits at a place of a path.
public struct ProfileLongMessage: Sendable, Hashable {
    /// The path.
    public var pathIndex: PathIndex
    /// The place of the value.
    public var offset: OffsetCode
    /// Counts PROFILE LONGs.
    public var cyclicCounter = CyclicCounter.zero
    /// Whether this repeats something already sent.
    public var retransmission = false
    /// Whether this replaces something already sent for this place.
    public var update = false
    /// The type of the value.
    public var profileType: LongProfileType
    /// Whether the spot is a control point; false for an ordinary spot.
    public var controlPoint = false
    /// The value.
    public var value = LongValueCode.notAvailable

    /// A spot without a value.
    public init(
        profileType: LongProfileType = .notAvailable,
        pathIndex: PathIndex = .unknown,
        offset: OffsetCode = .notAvailable
    ) {
        self.profileType = profileType
        self.pathIndex = pathIndex
        self.offset = offset
    }
}
