public import RoadMap

/// A change of a path tree. All events since a ``treeReset`` make a mirror of it (``TreeMirror``).
@frozen
public enum TreeEvent: Sendable, Hashable {
    /// All earlier events are void. The whole tree follows, unless the vehicle is off road.
    case treeReset
    /// The vehicle has turned off: a side path has left its parent and is the main path now.
    case childDetached(PathID, from: PathID)
    /// A path has been removed; the paths that leave it were removed before it.
    case pathRemoved(PathID)
    /// The first link of a path was removed: it lies wholly behind the vehicle.
    case linkRemoved(PathID, DirectedLink)
    /// There is a new path, still without links. Its parent was reported before; without a branch it is the
    /// main path.
    case pathAdded(PathID, TreeMirror.Branch?, TreeMirror.Status)
    /// The level, probability, departure, its reason, or the end of a path has changed.
    case pathChanged(PathID, TreeMirror.Status)
    /// A path continues by a link.
    case linkAdded(PathID, TreeMirror.Link)
    /// A kept link of a path has another probability. The event has the number of the link.
    case linkChanged(PathID, Int, probability: Double)
}
