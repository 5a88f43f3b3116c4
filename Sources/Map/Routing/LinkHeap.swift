/// The links that a search has reached and not settled, the cheapest first.
///
/// A binary heap that stores each link's index in its record: a better route moves the link up, and no link is
/// in the heap twice. Links of equal cost are ordered by their keys.
struct LinkHeap {
    private var items: [Int32] = []

    /// An empty heap; `reserved` links fit without allocation.
    init(reserved: Int) { items.reserveCapacity(reserved) }

    /// Removes all links.
    mutating func removeAll() { items.removeAll(keepingCapacity: true) }

    /// Adds a link, or moves it up after its cost fell.
    mutating func update(_ record: Int, in table: inout LinkTable) {
        var index = Int(table.records[record].heapIndex)
        if index < 0 {
            index = items.count
            items.append(Int32(record))
        }
        while index > 0 {
            let parent = (index - 1) / 2
            let above = items[parent]
            guard Self.precedes(record, Int(above), table) else { break }
            place(above, at: index, in: &table)
            index = parent
        }
        place(Int32(record), at: index, in: &table)
    }

    /// Removes and returns the cheapest link.
    mutating func removeFirst(in table: inout LinkTable) -> Int? {
        guard let first = items.first, let last = items.popLast() else { return nil }
        if !items.isEmpty {
            var index = 0
            while true {
                var child = 2 * index + 1
                guard child < items.count else { break }
                let right = child + 1
                if right < items.count, Self.precedes(Int(items[right]), Int(items[child]), table) {
                    child = right
                }
                guard Self.precedes(Int(items[child]), Int(last), table) else { break }
                place(items[child], at: index, in: &table)
                index = child
            }
            place(last, at: index, in: &table)
        }
        return Int(first)
    }

    private mutating func place(_ record: Int32, at index: Int, in table: inout LinkTable) {
        items[index] = record
        table.setHeapIndex(Int(record), index)
    }

    private static func precedes(_ left: Int, _ right: Int, _ table: LinkTable) -> Bool {
        let a = table.records[left].cost
        let b = table.records[right].cost
        return a < b || (a == b && table.records[left].key < table.records[right].key)
    }
}
