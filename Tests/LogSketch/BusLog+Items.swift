public import BusLogs

extension BusLog {
    /// The items of a whole log that is read in pieces of this many bytes.
    public mutating func items(of bytes: [UInt8], pieces size: Int) -> [BusLogItem] {
        var items: [BusLogItem] = []
        var start = 0
        while start < bytes.count {
            let end = min(start + size, bytes.count)
            take(bytes.span.extracting(start..<end), into: &items)
            start = end
        }
        finish(into: &items)
        return items
    }
}
