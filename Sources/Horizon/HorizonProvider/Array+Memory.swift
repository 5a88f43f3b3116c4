extension Array {
    /// Drops the elements of another array, and uses its memory if that is larger.
    mutating func exchangeMemory(with other: inout Self) {
        other.removeAll(keepingCapacity: true)
        guard other.capacity > capacity else { return }
        other.append(contentsOf: self)
        swap(&self, &other)
        other.removeAll(keepingCapacity: true)
    }
}
