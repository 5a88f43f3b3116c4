public import Horizon
public import Quantities

/// The position of an object along a route of the tree.
public struct ObjectOnPath: Sendable, Hashable {
    /// The object's name.
    public var id: CustomObject.ID
    /// The path on which the route reaches the object; if the car is in the object, the path on which it entered.
    public var path: PathID
    /// The offset on this path, from its start.
    public var offset: Centimetres
    /// The distance from the vehicle to the entry; negative behind the vehicle.
    public var entry: Metres
    /// The distance from the vehicle to the exit; for an object at one position, the distance to the entry. `nil` if
    /// the exit is beyond the tree.
    public var exit: Metres?
    /// For lines only: the distance from the vehicle to the end of the line, along the line. The route may leave the
    /// line before, and the end may be beyond the tree.
    public var end: Metres?
    /// Whether the route enters at the start of the object: the first point of a line, the border of an area. `false` if
    /// it turns into the object elsewhere.
    public var isAtStart: Bool
    /// Whether the route leaves at the end of the object.
    public var isAtEnd: Bool
}

/// An event between the vehicle and an object.
public enum ObjectEvent: Sendable, Hashable {
    /// The vehicle entered the object: at its start, along it (as from a side road), or because the object was added
    /// around the vehicle.
    case entered(CustomObject.ID, atStart: Bool)
    /// The vehicle left the object: at its end, or along it.
    case exited(CustomObject.ID, atEnd: Bool)
    /// The vehicle passed an object at one position.
    case passed(CustomObject.ID)
    /// The object has expired and was removed. No further event of this object follows.
    case expired(CustomObject.ID)

    /// The object's name.
    public var id: CustomObject.ID {
        switch self {
        case .entered(let id, _), .exited(let id, _), .passed(let id), .expired(let id): id
        }
    }
}
