import Horizon
import Quantities

/// Where a path of the tree goes along an object, without a gap.
struct ObjectRun: Sendable {
    /// The object's number.
    let object: Int
    /// Where it comes to the object, from the path's start.
    let from: Centimetres
    /// Where it leaves it, or the path has not been followed further.
    private(set) var to: Centimetres
    /// Whether the object begins at `from`.
    let isStart: Bool
    /// Whether the object ends at `to`.
    private(set) var isEnd: Bool
    /// The distance from `from` to the object's end, where the object is a line.
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

    /// Goes on to a later offset.
    mutating func extend(to offset: Centimetres, isEnd: Bool) {
        to = offset
        self.isEnd = isEnd
    }

    /// Notes that the object ends where the run does.
    mutating func close() { isEnd = true }
}
