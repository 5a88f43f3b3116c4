public import Quantities
public import RoadMap

/// What is known at a moment of what the driver is about to do. What is not known says nothing.
public struct DriverIntent: Sendable, Hashable {
    /// Where the turn indicator points.
    public var indicator = TurnIndicator.unknown
    /// The lane that the vehicle drives in.
    public var lane = DrivenLane.unknown
    /// How fast the vehicle itself says it is; `nil` where it does not.
    public var speed: MetresPerSecond?
    /// How far the vehicle has turned since some beginning, clockwise, by its yaw rate; `nil` where that
    /// says nothing.
    public var heading: Degrees?

    /// Nothing known.
    public init() {}
}

/// What of it tells one exit from another.
public struct IntentEvidence: OptionSet, Sendable, Hashable {
    /// The bits.
    public let rawValue: UInt8

    /// Evidence of its bits.
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The turn indicator, which is on or off.
    public static var indicator: Self { Self(rawValue: 1) }
    /// The lane, by where it leads.
    public static var lane: Self { Self(rawValue: 2) }
    /// The speed, by what is still possible.
    public static var speed: Self { Self(rawValue: 4) }
    /// How the vehicle has begun to turn in the junction.
    public static var heading: Self { Self(rawValue: 8) }
}

/// What each kind of evidence is worth: by how much it changes the odds of an exit.
public struct IntentParameters: Sendable, Hashable {
    /// How much likelier an indicator that points to one side makes the exits to that side; 1 has it say
    /// nothing. Of turns some three in four are signalled (Ponziani 2012, doi:10.4271/2012-01-0261); that
    /// some one in forty drives straight on with the indicator on is our estimate.
    public var indicatorRatio = 30.0
    /// How much less likely an indicator that is off makes turns just before the junction: the share of
    /// them that is not signalled (the same). 1 has it say nothing.
    public var unsignalledRatio = 0.25
    /// For how long before a junction an indicator is about it. Traffic codes ask for 3 to 5 s.
    public var indicatorTime = Nanoseconds.seconds(5)
    /// What is left of the odds of an exit that the lane does not lead to. Who has come to the junction in a
    /// wrong lane seldom turns against its arrows; how seldom is our estimate. 1 has it say nothing.
    public var wrongLaneRatio = 0.1
    /// The deceleration that drivers brake with at most where nothing forces them: 3.4 m/s² (AASHTO, A
    /// Policy on Geometric Design of Highways and Streets, stopping sight distance). An exit that asks
    /// for more becomes less likely.
    public var comfortableDeceleration = MetresPerSecondSquared(3.4)
    /// The deceleration that a road gives at most, as in an emergency. An exit that asks for it keeps
    /// ``tooFastRatio`` of its odds.
    public var hardestDeceleration = MetresPerSecondSquared(7)
    /// What is left of the odds of an exit that the vehicle is too fast for; 1 has the speed say nothing.
    /// Not 0, since the place, and so the way that is left, is not exact.
    public var tooFastRatio = 0.02
    /// The lateral acceleration that exits are taken with at most, for what they ask of the speed.
    public var lateralAcceleration = MetresPerSecondSquared(4)
    /// The standard deviation of how far a vehicle has turned at a place inside a junction, against how far
    /// the exit's arc has; it is that of some 2.5 m along an arc of 10 m. 0 has the heading say nothing.
    public var headingDeviation = Degrees(15)
    /// The course of the tree changes to an exit that is at least as probable, and back once it is less than
    /// 1 less that, and less than 0.4: evidence that comes and goes does not have it change to and fro.
    /// 0.5 ..< 1. From 0.5 on an exit is likelier than all others together.
    public var switchProbability = 0.5

    /// The defaults.
    public init() {}
}

/// An exit of a junction ahead that the tree takes the vehicle to turn into by what its driver is about to do,
/// against what is expected without that.
public struct IntendedTurn: Sendable, Hashable {
    /// The path that the junction is on …
    public let path: PathID
    /// … and where, from the path's start.
    public let offset: Centimetres
    /// The link that the exit leads into.
    public let exit: DirectedLink
    /// What has told so.
    public let evidence: IntentEvidence
}
