import ADASISv2
import Horizon
import Quantities

/// The items of a path in the order of place and series, with the time of transmission and whether
/// each is due.
///
/// The data that each tick reads are stored apart from the messages, side by side in memory.
struct PathItems: RandomAccessCollection {
    /// The items.
    private var items: [PathItem] = []
    /// The state of each.
    private var states: [ItemState] = []
    /// The urgencies with which any waited at the last pass over all items.
    private(set) var waiting = UrgencySet()
    /// Items that do not stand in their places yet.
    private var added = AddedItems()

    /// No items.
    init() {}

    /// Items in their order, each with its urgency now and at the last pass, the time of its transmission
    /// and the vehicle's place then.
    init(
        _ items: [(
            item: PathItem, due: Urgency, waiting: Urgency, time: MonotonicTime, odometer: Metres
        )]
    ) {
        for (item, due, waiting, time, odometer) in items {
            var state = ItemState(item)
            state.due = due
            state.waiting = waiting
            state.setSent(at: time, odometer: odometer)
            self.items.append(item)
            states.append(state)
            self.waiting.insert(waiting)
        }
    }

    /// The number of the first one.
    var startIndex: Int { 0 }
    /// The number after the last one.
    var endIndex: Int { items.count }
    /// The number of items that the memory can hold.
    var capacity: Int { items.capacity }

    /// One of them.
    subscript(index: Int) -> PathItem { items[index] }

    /// The urgency of one at the last ``refresh(at:odometer:vehicle:passed:_:cyclicInterval:)``, by which it
    /// waits to be sent.
    func waiting(_ index: Int) -> Urgency { states[index].waiting }
    /// The urgency of one.
    func due(_ index: Int) -> Urgency { states[index].due }
    /// The place of one, in whole metres.
    func metres(_ index: Int) -> Int { states[index].metres }
    /// The series of one.
    func series(_ index: Int) -> Series { states[index].series }
    /// The kind of message of one.
    func kind(_ index: Int) -> MessageKind { states[index].kind }
    /// Whether clients may hold an earlier message for the place of one.
    func wasSent(_ index: Int) -> Bool { states[index].wasSent }
    /// The time at which one was last sent.
    func sentTime(_ index: Int) -> MonotonicTime { states[index].sentTime }
    /// The odometer of the vehicle at the last transmission of one.
    func sentOdometer(_ index: Int) -> Metres { states[index].sentOdometer }

    /// The side path that one opens; ``/Horizon/PathID/none`` if it opens none.
    func branch(_ index: Int) -> PathID { states[index].branch }

    /// Calls `body` with each STUB at a place. Of those that do not stand in their places yet, it finds
    /// the ones that were added last.
    func forEachStub(at metres: Int, _ body: (borrowing PathItem) -> Void) {
        for index in stubs(at: metres) { body(items[index]) }
        added.forEachLast(at: metres, body)
    }

    /// Inserts an item at its place. Of two items of one series on one metre, the later one holds
    /// from there on and replaces the earlier one.
    mutating func insert(_ item: PathItem) {
        add(item)
        settle()
    }

    /// Adds an item, which stands in its place after ``settle()``.
    mutating func add(_ item: PathItem) {
        if added.isEmpty, states.last.map({ $0.key <= Self.key(item.metres, item.series) }) ?? true
        {
            if let last = states.indices.last, holds(item, insteadOf: last) {
                replace(last, with: item.message)
            } else {
                items.append(item)
                states.append(ItemState(item))
            }
        } else {
            added.append(item)
        }
    }

    /// Puts the added items in their places, each as ``insert(_:)`` would.
    mutating func settle() {
        guard !added.isEmpty else { return }
        added.sort()
        replaceHeldOnes()
        // From the last one on, each item is moved once.
        var from = items.count
        var target = from + added.count
        for number in 0..<added.count {
            items.append(added[number])
            states.append(ItemState(added[number]))
        }
        for number in (0..<added.count).reversed() {
            let item = added[number]
            let key = Self.key(item.metres, item.series)
            while from > 0, states[from - 1].key > key {
                from -= 1
                target -= 1
                items[target] = items[from]
                states[target] = states[from]
            }
            target -= 1
            items[target] = item
            states[target] = ItemState(item)
        }
        added.removeAll()
    }

    /// Replaces the items whose place and series an added one has. The others stay added.
    private mutating func replaceHeldOnes() {
        var kept = 0
        var held = 0
        for number in 0..<added.count {
            let item = added[number]
            let key = Self.key(item.metres, item.series)
            if number == 0 { held = firstIndex(from: key + 1) }
            while held < states.count, states[held].key <= key { held += 1 }
            if kept > 0, Self.key(added[kept - 1].metres, added[kept - 1].series) == key {
                if item.replaces(added[kept - 1]) {
                    _ = added[kept - 1].replace(item.message)
                    continue
                }
            } else if held > 0, holds(item, insteadOf: held - 1) {
                replace(held - 1, with: item.message)
                continue
            }
            added.keep(number, as: kept)
            kept += 1
        }
        added.drop(from: kept)
    }

    /// Whether an item replaces the one before it.
    private func holds(_ item: PathItem, insteadOf other: Int) -> Bool {
        states[other].metres == item.metres && states[other].series == item.series
            && item.replaces(items[other])
    }

    /// Changes the content of an item and makes it due.
    mutating func replace(_ index: Int, with message: Message) {
        if items[index].replace(message) { setDue(.now, index) }
    }

    /// Makes an item due, or not due.
    mutating func setDue(_ urgency: Urgency, _ index: Int) {
        states[index].due = urgency
        if urgency == .no { states[index].isToRepeat = false }
    }

    /// Makes an item due, as a part of a repetition of everything or of all messages of a kind.
    mutating func setToRepeat(_ index: Int) {
        states[index].due = .now
        states[index].isToRepeat = true
    }

    /// Whether one is part of such a repetition and was not sent since.
    func isToRepeat(_ index: Int) -> Bool { states[index].isToRepeat }

    /// Makes all items due.
    mutating func repeatAll() {
        for index in states.indices { states[index].due = .now }
    }

    /// Records the transmission of an item. `place` is the transmitted place if that is not its
    /// own.
    mutating func noteSent(
        _ index: Int, at time: MonotonicTime, odometer: Metres, counter: CyclicCounter,
        for place: Int?
    ) {
        items[index].noteSent(counter: counter, for: place)
        setDue(.no, index)
        states[index].wasSent = true
        states[index].setSent(at: time, odometer: odometer)
    }

    /// Makes transmitted items due again: after the repetition distance, or after `cyclicInterval`
    /// if the bus has room. An item behind the vehicle becomes due if it is still in force. So does
    /// a STUB of a passed road no farther back than `passed`.
    mutating func refresh(
        at time: MonotonicTime, odometer: Metres, vehicle: Int, passed: Int,
        _ level: LevelParameters,
        cyclicInterval: Nanoseconds
    ) {
        let streams = level.streams
        var passedItems = LastItems()
        passedItems.pass(upTo: vehicle, of: self)
        waiting = UrgencySet()
        for index in states.indices {
            let state = states[index]
            var due = state.due
            if state.wasSent, due != .now {
                let isNeeded =
                    state.metres >= vehicle || passedItems.isInForce(index, of: self)
                    || (state.isBranch && state.metres >= passed)
                let repetition = streams[Int(state.kind.rawValue)].repetitionDistance
                if !isNeeded {
                    // The vehicle has passed it while it waited.
                    due = .no
                } else if due != .again, odometer - state.sentOdometer >= repetition {
                    due = .again
                } else if due == .no, cyclicInterval > .zero,
                    time - state.sentTime >= cyclicInterval
                {
                    due = .spare
                }
            }
            if state.due != due { states[index].due = due }
            if state.waiting != due { states[index].waiting = due }
            waiting.insert(due)
        }
    }

    /// The trailing length ends at an earlier place again: makes items due that clients hold for a later place alone.
    mutating func comeBack(to place: Int, from later: Int) {
        for index in states.indices
        where states[index].metres >= place && states[index].metres < later
            && items[index].isHeldForLaterPlaceAlone
        {
            setDue(.now, index)
        }
    }

    /// Drops the items before a place, except those still in force there.
    mutating func drop(before metres: Int) {
        var behind = 0
        while behind < states.count, states[behind].metres <= metres { behind += 1 }
        var kept: UInt64 = 0
        var target = behind
        for index in stride(from: behind - 1, through: 0, by: -1) {
            let bit: UInt64 = 1 << UInt64(states[index].series.number)
            if states[index].series.isPoint || kept & bit != 0 { continue }
            kept |= bit
            target -= 1
            guard target != index else { continue }
            items[target] = items[index]
            states[target] = states[index]
        }
        guard target > 0 else { return }
        items.removeFirst(target)
        states.removeFirst(target)
    }

    /// Drops all items and keeps their memory.
    mutating func removeAll() {
        items.removeAll(keepingCapacity: true)
        states.removeAll(keepingCapacity: true)
        added.removeAll()
    }

    /// Exchanges the memory with items that are no longer needed, if theirs is larger.
    mutating func exchangeMemory(with other: inout Self) {
        items.exchangeMemory(with: &other.items)
        states.exchangeMemory(with: &other.states)
        added.exchangeMemory(with: &other.added)
    }
}
