public import Horizon
public import Quantities

/// A change of the most probable path that a user wants to know, with its cause.
public struct TreeChange: Sendable {
    /// The kind of a change.
    public enum Kind: String, Sendable, Hashable {
        /// There is no path any more.
        case none
        /// A new tree has begun.
        case new
        /// The vehicle has turned off into a side path.
        case turnedOff = "turned-off"
        /// The most probable path ahead takes other roads.
        case otherPath = "other-path"
    }

    /// The kind.
    public let kind: Kind
    /// The cause.
    public let cause: TreeCause
    /// The event of the engine that brought it.
    public let event: TreeEventName
    /// The driver's evidence, where that is the cause. It is empty where the likely destinations are.
    public let evidence: IntentEvidence
    /// The main path before; `nil` without one.
    public let from: PathID?
    /// The main path now; `nil` without one.
    public let to: PathID?
    /// The distance from the vehicle to the place where the most probable path turns off the main path; `nil` if it
    /// follows the main path.
    public let distance: Metres?

    /// The cause as events of the control socket have it: route, course and driver by name, otherwise the event of
    /// the engine.
    public var eventCause: String {
        switch cause {
        case .route, .course, .driver: kind == .otherPath ? cause.rawValue : event.rawValue
        default: event.rawValue
        }
    }
}

/// The cause of a change of the most probable path.
public enum TreeCause: String, Sendable, Hashable, CaseIterable {
    /// The calculated route turns off, or ends.
    case route
    /// The course of the host turns off, or ends.
    case course
    /// The driver is about to turn off (``TreeChange/evidence``).
    case driver
    /// Nothing speaks for the turn-off any more, and the most probable path follows the main path again.
    case mainPath = "main-path"
    /// A fix shows the vehicle on the side path.
    case fix
    /// Dead reckoning has carried the vehicle into the side path.
    case deadReckoning = "dead-reckoning"
    /// The first place of the vehicle on a road.
    case firstPlace = "first-place"
    /// A fix lies on no path of the tree.
    case offTree = "off-tree"
    /// A fix lies on the tree, farther from the vehicle than it can have moved.
    case jump
    /// Dead reckoning has the vehicle farther ahead than clients can follow along the path that they have.
    case outOfReach = "out-of-reach"
    /// The vehicle has left the roads, or its place is unknown.
    case offRoad = "off-road"
    /// A turn restriction ahead begins or ends at this time.
    case restrictionTime = "restriction-time"
    /// A turn restriction ahead depends on the road surface, which has changed.
    case restrictionSurface = "restriction-surface"
    /// The host has closed or opened a road ahead.
    case objects
    /// The map has changed.
    case map
    /// The place of the run before.
    case lastPlace = "last-place"
}

/// The name of an event of the engine, as events of the control socket have it.
public enum TreeEventName: String, Sendable, Hashable, CaseIterable {
    /// A fix, or that there is none.
    case position
    /// A tick.
    case time
    /// Motion or road surface.
    case vehicle
    /// Turn indicator or lane.
    case driver
    /// A calculated route.
    case route
    /// A course of the host.
    case course
    /// Another map.
    case map
    /// Restrictions of the host.
    case objects
    /// The place of the run before.
    case lastPlace = "last-place"
    /// The bus or a client.
    case bus
}
