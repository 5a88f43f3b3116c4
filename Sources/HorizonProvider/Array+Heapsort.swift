extension Array {
    /// Sorts by a total order without a single allocation, which `sort` asks for above 64 elements
    /// (heapsort: Williams 1964, doi:10.1145/512274.512284). O(n log n).
    mutating func heapsort(by precedes: (Element, Element) -> Bool) {
        func sift(_ start: Int, _ end: Int) {
            var root = start
            while 2 * root + 1 < end {
                var child = 2 * root + 1
                if child + 1 < end, precedes(self[child], self[child + 1]) { child += 1 }
                guard precedes(self[root], self[child]) else { return }
                swapAt(root, child)
                root = child
            }
        }
        for start in stride(from: count / 2 - 1, through: 0, by: -1) { sift(start, count) }
        for end in stride(from: count - 1, to: 0, by: -1) {
            swapAt(0, end)
            sift(0, end)
        }
    }
}
