import Horizon
import Quantities

/// Where a path of the tree goes along an object, without a gap.
struct ObjectRun: Sendable {
    /// The object's number.
    let object: Int
    /// Where it comes to the object, from the path's start.
    let from: Centimetres
    /// Where it leaves it, or the path has not been followed further.
    var to: Centimetres
    /// Whether the object begins at `from`.
    let isStart: Bool
    /// Whether the object ends at `to`.
    var isEnd: Bool
    /// How far it is to the object's end from `from`, where the object is a line.
    let rest: Centimetres?

    /// A part of an object of the map, of which nobody knows how far it goes.
    init(object: Int, from: Centimetres, to: Centimetres, isStart: Bool, isEnd: Bool) {
        self.object = object
        self.from = from
        self.to = to
        self.isStart = isStart
        self.isEnd = isEnd
        rest = nil
    }

    init(_ stretch: ObjectStretch, of object: Int, at start: Centimetres) {
        self.object = object
        from = start + stretch.from
        to = start + stretch.to
        isStart = stretch.isStart
        isEnd = stretch.isEnd
        rest = stretch.rest
    }
}

/// The same along a way over several paths, by the distance from where the way begins, in metres.
struct ObjectStay {
    let object: Int
    /// The path on which it begins, and where from the path's start.
    let path: PathID
    let offset: Centimetres
    let from: Double
    var to: Double
    let isStart: Bool
    var isEnd: Bool
    /// From `from` to the object's end.
    let rest: Double?
    /// Whether the way has not been followed to where it leaves the object.
    var isOpen: Bool
}

/// A part of a way: a path between two places of it.
struct WayPart {
    let path: PathID
    let from: Metres
    let to: Metres
    /// The distance along the way at the path's start.
    let start: Metres
}
