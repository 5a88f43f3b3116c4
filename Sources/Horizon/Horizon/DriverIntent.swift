public import Quantities
public import RoadMap

/// Evidence of the driver's intent at a moment. An unknown value is no evidence.
public struct DriverIntent: Sendable, Hashable {
    /// The side of the turn indicator.
    public var indicator = TurnIndicator.unknown
    /// The vehicle's lane.
    public var lane = DrivenLane.unknown
    /// The speed of the vehicle; `nil` if unknown.
    public var speed: MetresPerSecond?
    /// The turn of the vehicle since a reference, clockwise, from its yaw rate; `nil` if that is no
    /// evidence.
    public var heading: Degrees?

    /// All values are unknown.
    public init() {}
}

/// The kinds of evidence that distinguish the exits of a junction.
public struct IntentEvidence: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8

    /// Evidence of its bits.
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The turn indicator, which is on or off.
    public static var indicator: Self { Self(rawValue: 1) }
    /// The lane, by the direction of its arrows.
    public static var lane: Self { Self(rawValue: 2) }
    /// The speed, by the exits that it still allows.
    public static var speed: Self { Self(rawValue: 4) }
    /// The start of a turn inside the junction.
    public static var heading: Self { Self(rawValue: 8) }

    /// The number of the bit of a kind, 0...3.
    var number: Int { rawValue.trailingZeroBitCount }
}

/// The exit of a junction ahead that the driver is about to take, in place of the course.
public struct IntendedTurn: Sendable, Hashable {
    /// The path of the junction …
    public let path: PathID
    /// … and its offset on the path.
    public let offset: Centimetres
    /// The link that the exit leads into.
    public let exit: DirectedLink
    /// The evidence for it.
    public let evidence: IntentEvidence
}
