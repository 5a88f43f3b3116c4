/// How often cars took an exit of the junction at the end of a link: an attribute of kind ``AttributeKind/exitCount``,
/// whose direction leads to that end.
///
/// The counts of a junction are to scale with each other. An exit without one was taken by fewer cars than the map
/// publishes, or by none.
public struct ExitCount: Sendable, Hashable {
    /// The largest count. Larger ones of a junction are all reduced by the same factor.
    public static let most = 4095

    /// The OpenStreetMap way of the exit.
    public var way: Int64
    /// The direction along the way that leads away from the junction.
    public var direction: Direction
    /// How often, 1...``most``.
    public private(set) var count: Int

    /// A count of its parts.
    public init(way: Int64, _ direction: Direction, count: Int) {
        self.way = way
        self.direction = direction
        self.count = min(max(count, 1), Self.most)
    }

    /// Its number in an attribute of a link: the direction in the lowest bit, 12 bits of count, the rest the difference
    /// from the link's own way, zigzag-coded. Most exits go on along the same way.
    public func attributeValue(on own: Int64) -> UInt64 {
        let difference = way &- own
        let zigzag = UInt64(bitPattern: difference << 1 ^ difference >> 63)
        return zigzag << 13 | UInt64(count) << 1 | UInt64(direction.rawValue)
    }

    /// The count of a number in an attribute of a link; `nil` for other numbers.
    public init?(attributeValue value: UInt64, on own: Int64) {
        guard let direction = Direction(rawValue: UInt8(value & 1)) else { return nil }
        let count = Int(value >> 1 & 0xFFF)
        guard count > 0 else { return nil }
        let zigzag = value >> 13
        way = own &+ (Int64(bitPattern: zigzag >> 1) ^ -Int64(zigzag & 1))
        self.direction = direction
        self.count = count
    }
}

extension RoadMap {
    /// The note of a map file that states the least number of cars of each count.
    public static let leastCarsNote = "observations.least-cars"

    /// Visits each counted exit at the end of a link, in the order of the file. Nothing is allocated.
    public func forEachExitCount(
        after link: Link, _ direction: Direction, _ visit: (ExitCount) -> Void
    ) throws(MapError) {
        try forEachAttribute(of: link) { attribute in
            guard attribute.kind == .exitCount, attribute.directions.contains(direction),
                let count = ExitCount(attributeValue: attribute.value, on: link.way)
            else { return }
            visit(count)
        }
    }

    /// The least number of cars of each count in the file of a link: fewer were not published. 1 where the file does not
    /// state it.
    public func leastCars(of link: Link) throws(MapError) -> Int {
        files[files.count == 1 ? 0 : try fileIndex(ofBlock: link.reference.block)].leastCars()
    }
}
