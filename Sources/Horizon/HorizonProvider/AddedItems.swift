/// Items that were added to a path and do not stand in their places yet. A link has its items in the
/// order of their kinds, and its profiles follow when they are thinned out: to put each one in its
/// place at once would move all items behind it each time.
struct AddedItems {
    private var items: [PathItem] = []
    /// The items in the order of their places, each as its place, its series and its number.
    private var order: [UInt64] = []

    /// Whether there are none.
    var isEmpty: Bool { items.isEmpty }
    /// The number of items in order.
    var count: Int { order.count }

    /// Adds an item.
    mutating func append(_ item: PathItem) { items.append(item) }

    /// Calls `body` with the items at a place that were added last.
    func forEachLast(at metres: Int, _ body: (borrowing PathItem) -> Void) {
        var number = items.count
        while number > 0, items[number - 1].metres == metres {
            number -= 1
            body(items[number])
        }
    }

    /// Drops all items and keeps their memory.
    mutating func removeAll() {
        items.removeAll(keepingCapacity: true)
        order.removeAll(keepingCapacity: true)
    }

    /// Exchanges the memory with items that are no longer needed, if theirs is larger.
    mutating func exchangeMemory(with other: inout Self) {
        items.exchangeMemory(with: &other.items)
        order.exchangeMemory(with: &other.order)
    }

    /// Sorts the items by place and series; of several with both alike, the first added one is the first.
    mutating func sort() {
        order.removeAll(keepingCapacity: true)
        var isSorted = true
        for number in items.indices {
            let key = PathItems.key(items[number].metres, items[number].series)
            let entry = key << Self.bits | UInt64(number)
            if let last = order.last, last > entry { isSorted = false }
            order.append(entry)
        }
        if !isSorted { order.heapsort { $0 < $1 } }
    }

    /// The bits of an item's number: an update adds fewer items.
    private static let bits: UInt64 = 24

    /// An item by its number in the order.
    subscript(number: Int) -> PathItem {
        get { items[Int(order[number] & (1 << Self.bits - 1))] }
        set { items[Int(order[number] & (1 << Self.bits - 1))] = newValue }
    }

    /// Keeps an item in the order as the one with that number, which is not greater.
    mutating func keep(_ number: Int, as kept: Int) { order[kept] = order[number] }

    /// Drops the items from a number in the order on.
    mutating func drop(from number: Int) { order.removeLast(order.count - number) }
}
