public import ADASISv2
public import Horizon
public import HorizonProvider
public import MapMatching
public import Positioning
public import Quantities
public import RoadMap
public import Routing

// What a host reads of the vehicle.
extension Engine {
    /// The match of the last fix that was not rejected.
    public var match: MatchResult { fixes.result }

    /// The last fix as it was matched, and the motion of the vehicle since the fix before by its
    /// own signals; `nil` before the first fix.
    public var matched: (fix: Fix, motion: EgoMotion)? { fixes.matched }

    /// The last fix and its arrival; `nil` before the first one.
    public var lastArrival: (fix: Fix, arrival: MonotonicTime)? { lastFix }

    /// The messages and profile types that are transmitted now.
    public var mask: MessageMask { provider.mask }

    /// The message in the frame of the last ``nextFrame(at:)``, before ``frameWasSent(at:)``; `nil` without one.
    public var waitingKind: MessageKind? { provider.waitingKind }

    /// The speed limit in the frame of the last ``nextFrame(at:)``, before ``frameWasSent(at:)``; `nil` if that is no
    /// SEGMENT.
    public var waitingLimit: TransmittedLimit? { provider.waitingLimit }

    /// The unit of all transmitted speeds.
    public var speedUnit: SpeedUnit { provider.speedUnit }

    /// Dead reckoning, which carries the position from fix to fix.
    public var reckoning: DeadReckoning { estimate.deadReckoning }

    /// Whether the mask has POSITION.
    public var sendsPosition: Bool { provider.sendsPosition }
    /// Whether a POSITION waits to be sent.
    public var isPositionDue: Bool { provider.isPositionDue }

    /// The index of a path of ``tree`` on the wire; `nil` if it has none.
    public func pathIndex(of id: PathID) -> PathIndex? { provider.pathIndex(of: id) }

    /// The extent of the transmitted tree.
    public var extent: ProviderParameters.Extent { provider.extent }

    /// Whether a client that has received every frame holds the whole horizon.
    public var isComplete: Bool { provider.isComplete }

    /// Whether messages are still to be sent of those that are sent again after ``EngineEvent/clientsLost``, or after a
    /// request for all messages of a type.
    public var isRepeating: Bool { provider.isRepeating }

    /// The state of the vehicle at the last fix or tick, as POSITION transmits it.
    public var vehicle: VehicleState { estimate.state }

    /// The position of a place of the tree on the line of ``/Positioning/DeadReckoning/along``;
    /// `nil` if it is on no path, or the vehicle on no road.
    public func along(_ place: LinkPlace) -> Metres? { estimate.along(place, in: tree) }

    /// Other places of the vehicle after the last fix, in the order of their beginning: at most
    /// ``EngineParameters/candidateTrees``, each at least as probable as
    /// ``/HorizonProvider/TimingParameters/candidateProbability``. None while the vehicle is on no road.
    public var candidates: [CandidateTree] { others.trees }

    /// Whether the engine has a route, which the vehicle follows or has not reached yet.
    public var hasRoute: Bool { tree.route != nil }

    /// Whether the vehicle has been on the route.
    var isOnRoute: Bool { route.isOnRoute }

    /// The link of the vehicle in the tree; `nil` off road.
    public var vehicleLink: DirectedLink? { tree.vehicleLink }

    /// The place of the vehicle for ``EngineEvent/lastPlace(_:)`` of the next run; `nil` while it is not known,
    /// and while it is that of the run before.
    public var lastPlace: LastPlace? {
        guard fixes.remembered == nil else { return nil }
        switch estimate.state.place {
        case .offRoad: return .offRoad
        case .noMap, .notCalibrated: return nil
        case .onPath:
            guard let place = tree.vehiclePlace, let accuracy = estimate.state.accuracy else {
                return nil
            }
            return .onRoad(
                place, accuracy: accuracy, probability: estimate.state.probability ?? 0)
        }
    }

    /// The time of the next frame without a further event; `nil` if there will be none.
    public func nextFrameTime(after time: MonotonicTime) -> MonotonicTime? {
        provider.nextFrameTime(after: time)
    }
}
