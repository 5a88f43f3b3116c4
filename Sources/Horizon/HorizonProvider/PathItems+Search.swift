import Horizon

// Items by their place.
extension PathItems {
    /// A number whose order is that of place and series. It has 40 bits.
    static func key(_ metres: Int, _ series: Series) -> UInt64 {
        UInt64(Int64(Int32(clamping: metres)) - Int64(Int32.min)) << 8 | UInt64(series.number)
    }

    /// The number of the first item that does not precede a place and a series. Logarithmic time.
    func firstIndex(from key: UInt64) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if Self.key(metres(middle), series(middle)) < key {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// The STUBs at a place.
    func stubs(at metres: Int) -> Range<Int> {
        let key = Self.key(metres, .stub)
        return firstIndex(from: key)..<firstIndex(from: key + 1)
    }

    /// The item at a place that opens a side path. `near` is tried first.
    func firstIndex(opening id: PathID, at metres: Int, near: Int = 0) -> Int? {
        if indices.contains(near), branch(near) == id { return near }
        return stubs(at: metres).first { branch($0) == id }
    }

    /// The place of the farthest item that was sent, by the number of its series.
    var farthestSent: [64 of Int] {
        var farthest = [64 of Int](repeating: .min)
        for index in indices where wasSent(index) {
            farthest[Int(series(index).number)] = metres(index)
        }
        return farthest
    }
}
