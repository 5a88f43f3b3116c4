import Horizon
import Quantities

/// A part of a path of the tree that lies along an object, without a gap.
struct ObjectRun: Sendable {
    /// The object's number.
    let object: Int
    /// The start of this part, from the start of the path.
    let from: Centimetres
    /// The end of this part, or the end of the known path.
    private(set) var to: Centimetres
    /// Whether the object begins at `from`.
    let isStart: Bool
    /// Whether the object ends at `to`.
    private(set) var isEnd: Bool
    /// The distance from `from` to the object's end, where the object is a line.
    let rest: Centimetres?

    /// A part of an object of the map with an unknown end.
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

    /// Extends the part to a later offset.
    mutating func extend(to offset: Centimetres, isEnd: Bool) {
        to = offset
        self.isEnd = isEnd
    }

    /// Notes that the object ends at the end of this part.
    mutating func close() { isEnd = true }
}
