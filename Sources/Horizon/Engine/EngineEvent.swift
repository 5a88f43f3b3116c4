public import ADASISv2
public import HorizonProvider
public import Positioning
public import Quantities
public import RoadMap

/// An event for the engine. The host hands events over in the order of their times.
public enum EngineEvent: Sendable, Hashable {
    /// The receiver reports a fix, or that it has none.
    case position(PositionEvent)
    /// The vehicle reports its motion.
    case vehicle(VehicleMotion)
    /// The vehicle reports the surface of the road.
    case surface(SurfaceCondition)
    /// The vehicle reports its turn indicator or its lane.
    case driver(DriverSignals)
    /// The place of the vehicle at the end of the run before. It counts before the first fix alone, and the
    /// vehicle stands there until its own signals or a fix show another place.
    case lastPlace(LastPlace)
    /// The moment for a POSITION, at its nominal time.
    case tick
    /// The clients may have lost the horizon: the bus was down, or a client asks for all of it.
    case clientsLost
    /// A client asks for the message of that type that had that counter; without a counter, for all
    /// messages of the type.
    case request(MessageKind, CyclicCounter?)
    /// The provider transmits these messages and profile types from now on, and this extent of the
    /// tree.
    case mask(MessageMask, extent: ProviderParameters.Extent = .fullTree)
    /// The bus has this bit rate, bit/s, from now on, in the place of
    /// ``/HorizonProvider/PaceParameters/bitRate``. The bus load limit follows it, with packages of so many
    /// frames. Both count within ``/HorizonProvider/PaceParameters/bitRates`` and
    /// ``/HorizonProvider/PaceParameters/packageSizes``.
    case bitRate(Int, packageSize: Int)
    /// The engine uses this map from now on. The host has offered it (``Engine/offer(_:)``).
    case map(MapIdentity)
    /// The links that the vehicle is expected to drive, in driving order: another prediction than
    /// the turn model's. Where a link stands in it twice, the link behind it decides. A course
    /// holds until the next one, or until the map changes. An empty one ends it, and the turn model
    /// decides again. The first ``EngineEvent/longestCourse`` links count: a host sends the others
    /// during the drive.
    case course([DirectedLink])
    /// The same for a calculated route: messages report which roads are part of it. It waits until
    /// the vehicle reaches it. The engine drops it when the vehicle has left it.
    case route([DirectedLink])

    /// All restrictions of the host from now on, in place of those before. They hold until the map changes: then
    /// their links mean nothing. The first ``EngineEvent/mostRestrictions`` count.
    case restrictions([RoadRestriction])

    /// The largest number of restrictions that count.
    public static let mostRestrictions = 400
    /// The largest number of links of a course that count, more than the tree reaches.
    public static let longestCourse = 1024
}
