public import Horizon
public import Quantities

/// Where a way through the tree comes to an object.
public struct ObjectOnPath: Sendable, Hashable {
    /// The object's name.
    public var id: CustomObject.ID
    /// The path on which the way comes to it; where the car is within it, on which it did.
    public var path: PathID
    /// Where on that path, from the path's start.
    public var offset: Centimetres
    /// From the vehicle to there; negative where that is behind it.
    public var entry: Metres
    /// From the vehicle to where the way leaves it; that of the entry for an object at one place. `nil`
    /// where the tree does not reach so far.
    public var exit: Metres?
    /// From the vehicle to the object's own end, along the object: of lines alone. The way may leave it
    /// before, and the tree need not reach there.
    public var end: Metres?
    /// Whether the way comes to it where it begins: a line's first point, an area's border; `false` where
    /// it turns into it elsewhere.
    public var isAtStart: Bool
    /// Whether the way leaves it where it ends.
    public var isAtEnd: Bool
}

/// What happens between the vehicle and an object.
public enum ObjectEvent: Sendable, Hashable {
    /// The vehicle came into it: where it begins, or else along it, as from a side road, or where it was
    /// when the object was added.
    case entered(CustomObject.ID, atStart: Bool)
    /// The vehicle left it: where it ends, or else along it.
    case exited(CustomObject.ID, atEnd: Bool)
    /// The vehicle drove by an object that is at one place.
    case passed(CustomObject.ID)
    /// It has expired and was removed; nothing else is reported of it.
    case expired(CustomObject.ID)

    /// The object's name.
    public var id: CustomObject.ID {
        switch self {
        case .entered(let id, _), .exited(let id, _), .passed(let id), .expired(let id): id
        }
    }
}
