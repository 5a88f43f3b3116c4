import Geodesy

/// The place of a point on the Hilbert curve of order 32 over the whole Earth: near places have near
/// numbers, so links sorted by it share blocks with their neighbours, in every map in the same order.
///
/// Source: the iterative form of Hilbert's curve as in H. S. Warren, Hacker's Delight, ch. 16.
func hilbertNumber(x: UInt32, y: UInt32) -> UInt64 {
    var x = x
    var y = y
    var number: UInt64 = 0
    var side: UInt32 = 1 << 31
    while side > 0 {
        let right: UInt64 = x & side > 0 ? 1 : 0
        let upper: UInt64 = y & side > 0 ? 1 : 0
        number += UInt64(side) * UInt64(side) * (3 * right ^ upper)
        if upper == 0 {
            if right == 1 {
                x = ~x
                y = ~y
            }
            swap(&x, &y)
        }
        side >>= 1
    }
    return number
}

/// The number of the middle of a rectangle.
func hilbertNumber(ofMiddleOf box: BoundingBox) -> UInt64 {
    func middle(_ low: Int32, _ high: Int32) -> UInt32 {
        UInt32(bitPattern: Int32((Int64(low) + Int64(high)) >> 1)) ^ 1 << 31
    }
    return hilbertNumber(x: middle(box.westE7, box.eastE7), y: middle(box.southE7, box.northE7))
}
