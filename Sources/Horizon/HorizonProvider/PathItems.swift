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
    private var states: [State] = []
    /// Whether any may be due. Each pass over all items updates it.
    private(set) var mayBeDue = false

    /// The data that decide in a tick whether an item is due: 32 bytes.
    private struct State {
        let place: Int32
        let series: Series
        let kind: MessageKind
        let isBranch: Bool
        var due = Urgency.now
        var wasSent = false
        var sentTime = MonotonicTime.zero
        var sentOdometer = Metres.zero

        init(_ item: PathItem) {
            place = Int32(clamping: item.metres)
            series = item.series
            kind = item.message.kind
            isBranch = item.branch != nil
            wasSent = item.wasSent
        }

        var metres: Int { Int(place) }
    }

    /// No items.
    init() {}

    /// Items in their order, each with its urgency, the time of its transmission and the vehicle's
    /// place then.
    init(_ items: [(item: PathItem, due: Urgency, time: MonotonicTime, odometer: Metres)]) {
        for (item, due, time, odometer) in items {
            var state = State(item)
            state.due = due
            state.sentTime = time
            state.sentOdometer = odometer
            self.items.append(item)
            states.append(state)
        }
        mayBeDue = !items.isEmpty
    }

    /// The number of the first one.
    var startIndex: Int { 0 }
    /// The number after the last one.
    var endIndex: Int { items.count }
    /// The number of items that the memory can hold.
    var capacity: Int { items.capacity }

    /// One of them.
    subscript(index: Int) -> PathItem { items[index] }

    /// The urgency of one.
    func due(_ index: Int) -> Urgency { states[index].due }
    /// The place of one, in whole metres.
    func metres(_ index: Int) -> Int { states[index].metres }
    /// The series of one.
    func series(_ index: Int) -> Series { states[index].series }
    /// The kind of message of one.
    func kind(_ index: Int) -> MessageKind { states[index].kind }
    /// The time at which one was last sent.
    func sentTime(_ index: Int) -> MonotonicTime { states[index].sentTime }
    /// The odometer of the vehicle at the last transmission of one.
    func sentOdometer(_ index: Int) -> Metres { states[index].sentOdometer }

    /// The first item that opens a side path.
    func firstIndex(opening branch: PathID) -> Int? {
        states.indices.first { states[$0].isBranch && items[$0].branch == branch }
    }

    /// The last item of a series at or before a place.
    func lastIndex(of series: Series, upTo metres: Int) -> Int? {
        states.lastIndex { $0.series == series && $0.metres <= metres }
    }

    /// Whether an item of a series at a farther place was sent.
    func wasSent(_ series: Series, beyond metres: Int) -> Bool {
        states.contains { $0.series == series && $0.metres > metres && $0.wasSent }
    }

    /// Inserts an item at its place. Of two items of one series on one metre, the later one holds
    /// from there on and replaces the earlier one.
    mutating func insert(_ item: PathItem) {
        var place = items.count
        while place > 0, precedes(item, states[place - 1]) { place -= 1 }
        if place > 0, item.branch == nil, states[place - 1].metres == item.metres,
            states[place - 1].series == item.series, !item.isAnotherSign(than: items[place - 1])
        {
            replace(place - 1, with: item.message)
        } else {
            items.insert(item, at: place)
            states.insert(State(item), at: place)
            mayBeDue = true
        }
    }

    private func precedes(_ left: PathItem, _ right: State) -> Bool {
        left.metres != right.metres ? left.metres < right.metres : left.series < right.series
    }

    /// Changes the content of an item and makes it due.
    mutating func replace(_ index: Int, with message: Message) {
        if items[index].replace(message) { setDue(.now, index) }
    }

    /// Makes an item due, or not due.
    mutating func setDue(_ urgency: Urgency, _ index: Int) {
        states[index].due = urgency
        if urgency != .no { mayBeDue = true }
    }

    /// Makes all items due.
    mutating func repeatAll() {
        for index in states.indices { states[index].due = .now }
        mayBeDue = !states.isEmpty
    }

    /// Records the transmission of an item. `place` is the transmitted place if that is not its
    /// own.
    mutating func noteSent(
        _ index: Int, at time: MonotonicTime, odometer: Metres, counter: CyclicCounter,
        for place: Int?
    ) {
        items[index].noteSent(counter: counter, for: place)
        states[index].due = .no
        states[index].wasSent = true
        states[index].sentTime = time
        states[index].sentOdometer = odometer
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
        var isAnyDue = false
        for index in states.indices {
            let state = states[index]
            if state.due != .no { isAnyDue = true }
            guard state.wasSent, state.due != .now,
                state.metres > vehicle || isInForce(index, at: vehicle)
                    || (state.isBranch && state.metres >= passed)
            else { continue }
            if odometer - state.sentOdometer >= streams[Int(state.kind.rawValue)].repetitionDistance
            {
                states[index].due = .now
                isAnyDue = true
            } else if cyclicInterval > .zero, time - state.sentTime >= cyclicInterval {
                states[index].due = .spare
                isAnyDue = true
            }
        }
        mayBeDue = isAnyDue
    }

    /// Whether an item holds at a place: the last one of its series at or before it.
    func isInForce(_ index: Int, at metres: Int) -> Bool {
        let state = states[index]
        guard !state.series.isPoint, state.metres <= metres else { return false }
        var later = index + 1
        while later < states.count, states[later].metres <= metres {
            if states[later].series == state.series { return false }
            later += 1
        }
        return true
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
    }

    /// Exchanges the memory with items that are no longer needed, if theirs is larger.
    mutating func exchangeMemory(with other: inout Self) {
        items.exchangeMemory(with: &other.items)
        states.exchangeMemory(with: &other.states)
    }
}

extension LevelParameters {
    /// The parameters of a kind of message.
    func stream(of kind: MessageKind) -> StreamParameters {
        switch kind {
        case .stub: stub
        case .profileShort: profileShort
        case .profileLong: profileLong
        default: segment
        }
    }

    /// The parameters of all kinds of message, by ``/ADASISv2/MessageKind/rawValue``.
    var streams: [8 of StreamParameters] {
        var all = [8 of StreamParameters](repeating: segment)
        for kind in [MessageKind.stub, .profileShort, .profileLong] {
            all[Int(kind.rawValue)] = stream(of: kind)
        }
        return all
    }
}

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
