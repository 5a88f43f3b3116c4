/// The reason why a tree has begun anew.
@frozen
public enum TreeBeginning: Sendable, Hashable {
    /// There was no tree before: the first place, or the vehicle was on no road.
    case firstPlace
    /// The place of the vehicle is on no path of the tree.
    case offTree
    /// The place is on the tree, but farther from the vehicle than it can have moved.
    case jump
    /// Dead reckoning has the vehicle farther ahead than clients can follow along the path that they have.
    case outOfReach
    /// Exits ahead have opened or closed.
    case rules(RuleChange)
    /// The most probable path takes other roads, and a new path follows it
    /// (``HorizonParameters/PathChange/newPath``).
    case newPath(DepartureReason)
}

/// The reason why other exits ahead are legal than before.
@frozen
public enum RuleChange: Sendable, Hashable {
    /// A turn restriction begins or ends at this time.
    case time
    /// A turn restriction depends on the road surface, which has changed.
    case surface
    /// The host has other restrictions.
    case restrictions
}
