public import Quantities

extension VehicleState {
    /// Other candidates for the vehicle's place, as many as POSITION can number beside the best
    /// one. The value stores them inline, so that a fix allocates no memory.
    public struct Alternatives: Sendable {
        /// The largest number: the position index has two bits, and 0 is the best candidate.
        public static var most: Int { 3 }

        private var places = [3 of Alternative?](repeating: nil)
        /// The number of candidates.
        public private(set) var count = 0

        /// None.
        public init() {}

        /// The first ones of a sequence, up to the largest number.
        public init(_ places: some Sequence<Alternative>) {
            for place in places { append(place) }
        }

        /// Whether it is full.
        public var isFull: Bool { count == Self.most }

        /// Adds one, if there is room.
        public mutating func append(_ place: Alternative) {
            guard !isFull else { return }
            places[count] = place
            count += 1
        }

        /// Moves all with the vehicle. A path has no place before its start.
        public mutating func move(by distance: Metres) {
            for index in indices {
                self[index].offset = Swift.max(self[index].offset + distance, .zero)
            }
        }
    }
}

extension VehicleState.Alternatives: RandomAccessCollection, MutableCollection {
    /// The first one's index.
    public var startIndex: Int { 0 }
    /// The index after the last one.
    public var endIndex: Int { count }

    /// One of them, in the order they were added; an index out of range is a programming error.
    public subscript(index: Int) -> VehicleState.Alternative {
        get {
            guard let place = places[index] else { preconditionFailure("no alternative \(index)") }
            return place
        }
        set { places[index] = newValue }
    }
}

extension VehicleState.Alternatives: ExpressibleByArrayLiteral {
    /// The candidates of a literal, up to the largest number.
    public init(arrayLiteral elements: VehicleState.Alternative...) { self.init(elements) }
}

extension VehicleState.Alternatives: Hashable {
    /// Whether both have the same places in the same order.
    public static func == (left: Self, right: Self) -> Bool { left.elementsEqual(right) }

    /// Mixes in all places.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for place in self { hasher.combine(place) }
    }
}
