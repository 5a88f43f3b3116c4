import Horizon
import Quantities

/// An object along a route over several paths, by the distance from the beginning of the route, in metres.
struct ObjectStay {
    let object: Int
    /// The path on which it begins, and where from the path's start.
    let path: PathID
    let offset: Centimetres
    let from: Double
    private(set) var to: Double
    let isStart: Bool
    private(set) var isEnd: Bool
    /// From `from` to the object's end.
    let rest: Double?
    /// Whether the route has not been followed to where it leaves the object.
    private(set) var isOpen: Bool

    /// Goes on as a stay on the next path.
    mutating func extend(by next: ObjectStay) {
        to = next.to
        isEnd = next.isEnd
        isOpen = next.isOpen
    }
}

/// A part of a route: a path between two offsets.
struct WayPart {
    let path: PathID
    let from: Metres
    let to: Metres
    /// The distance along the route at the path's start.
    let start: Metres
}
