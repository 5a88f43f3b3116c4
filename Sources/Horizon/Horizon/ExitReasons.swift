public import Quantities
public import RoadMap

/// A reason for the probability of an exit, in the order in which reasons count.
public enum ExitFactor: String, Sendable, CaseIterable {
    /// All exits are alike.
    case uniform
    /// The exit leads on around a roundabout, to several exits.
    case roundabout
    /// The class of the road against the class before.
    case roadClass = "class"
    /// The angle into the road.
    case angle
    /// The name, the number and the way go on, or not.
    case continuity = "name"
    /// The road is a ramp, a service road, part of a roundabout, or an entry of a car park.
    case form
    /// One-way traffic, lanes and speed limit.
    case traffic
    /// The road is restricted, or a dead end.
    case access
    /// How often other cars took the exits, as the map has it.
    case observed
    /// A U-turn is possible.
    case uTurn = "u-turn"
    /// The turns that the vehicle took here before.
    case learned
    /// The destinations that the exits lead to.
    case destinations
    /// The course of the host.
    case course
    /// The calculated route.
    case route
    /// The turn indicator.
    case indicator
    /// The lane.
    case lane
    /// The speed, by the exits that it still allows.
    case speed
    /// The start of a turn inside the junction.
    case heading
    /// The probability is that of an earlier update: smaller changes justify no message.
    case kept
}

/// A reason, and the probability of the exit with it and all reasons before.
public struct ExitStep {
    /// The reason.
    public let factor: ExitFactor
    /// The probability so far, 0...1.
    public let probability: Double
    /// The change of the probability by this reason, -1...1.
    public let change: Double
}

/// An exit of a junction ahead, with the reasons for its probability.
public struct ExitReasons {
    /// The path that takes it: the path of the junction, or a side path.
    public let path: PathID
    /// The link that it leads into.
    public let link: DirectedLink
    /// The record of the link.
    public let record: Link
    /// The angle into it, -180 ..< 180, clockwise positive.
    public let turnAngle: Degrees
    /// Whether the vehicle may take it.
    public let legality: ExitLegality
    /// Whether it is a U-turn.
    public let isUTurn: Bool
    /// How often the vehicle took it before, as the tree reached the junction; 0 if that does not count.
    public let timesTaken: Double
    /// The reasons in the order of ``ExitFactor``. The first one is ``ExitFactor/uniform``; the last probability is
    /// ``probability``. A reason that does not exist here is left out.
    public internal(set) var steps: [ExitStep] = []
    /// The probability in the tree, 0...1.
    public let probability: Double
}

/// A junction ahead with its exits.
public struct JunctionReasons {
    /// The path that leads to it.
    public let path: PathID
    /// Its offset on that path.
    public let offset: Centimetres
    /// The distance from the vehicle through the tree.
    public let distance: Metres
    /// The exits in the order of the map file, illegal ones last.
    public let exits: [ExitReasons]
}

extension TurnFeature {
    /// The reason that a feature is part of.
    var factor: ExitFactor {
        switch self {
        case .angle15, .angle45, .angle80, .angle110, .angle150, .angle180: .angle
        case .classDown, .classUp, .classUnknown: .roadClass
        case .sameName, .otherName, .nameEnds, .nameBegins, .sameNumber, .otherNumber, .numberEnds,
            .numberBegins, .sameWay:
            .continuity
        case .ramp, .rampFromRamp, .service, .serviceFromService, .roundabout, .parking: .form
        case .oneWay, .moreLanes, .speedLimit: .traffic
        case .restricted, .deadEnd: .access
        }
    }
}

extension ExitFactor {
    /// The reasons of the turn model that have features, in their order.
    static var ofFeatures: [ExitFactor] {
        [.roadClass, .angle, .continuity, .form, .traffic, .access]
    }

    /// The kinds of evidence of the driver's intent, in the order in which the odds take them.
    static var ofDriver: [(factor: ExitFactor, kind: IntentEvidence)] {
        [
            (.indicator, .indicator), (.lane, .lane), (.speed, .speed), (.heading, .heading),
        ]
    }
}
