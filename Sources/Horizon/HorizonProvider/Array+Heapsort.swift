extension Array {
    /// Sorts by a total order without an allocation; `sort` allocates above 64 elements. Heapsort
    /// (Williams 1964, doi:10.1145/512274.512284), O(n log n).
    mutating func heapsort(by precedes: (Element, Element) -> Bool) {
        makeHeap(by: precedes)
        for end in stride(from: count - 1, to: 0, by: -1) {
            swapAt(0, end)
            sift(0, end, by: precedes)
        }
    }

    /// Makes the elements a heap whose first one is the last in the order.
    mutating func makeHeap(by precedes: (Element, Element) -> Bool) {
        for start in stride(from: count / 2 - 1, through: 0, by: -1) {
            sift(start, count, by: precedes)
        }
    }

    /// Moves an element of the heap of the first `end` elements down to its place.
    mutating func sift(_ start: Int, _ end: Int, by precedes: (Element, Element) -> Bool) {
        var root = start
        while 2 * root + 1 < end {
            var child = 2 * root + 1
            if child + 1 < end, precedes(self[child], self[child + 1]) { child += 1 }
            guard precedes(self[root], self[child]) else { return }
            swapAt(root, child)
            root = child
        }
    }
}
