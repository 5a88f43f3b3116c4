/// The place of a point on the Hilbert curve of order 16 over a square: near places have near
/// numbers, so links sorted by it share blocks with their neighbours.
///
/// Source: the iterative form of Hilbert's curve as in H. S. Warren, Hacker's Delight, ch. 16.
func hilbertNumber(x: UInt32, y: UInt32) -> UInt32 {
    var x = x
    var y = y
    var number: UInt32 = 0
    var side: UInt32 = 1 << 15
    while side > 0 {
        let right: UInt32 = x & side > 0 ? 1 : 0
        let upper: UInt32 = y & side > 0 ? 1 : 0
        number += side * side * (3 * right ^ upper)
        if upper == 0 {
            if right == 1 {
                x = 0xFFFF &- x
                y = 0xFFFF &- y
            }
            swap(&x, &y)
        }
        side >>= 1
    }
    return number
}
