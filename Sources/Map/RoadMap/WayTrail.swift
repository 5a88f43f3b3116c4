/// Consecutive ways, the latest first. The vehicle has driven them, or must have driven them for a
/// restriction over several ways. No way occurs twice in a row, and nothing is allocated.
@frozen
public struct WayTrail: Sendable {
    /// The largest number of ways. Maps leave out a restriction over more of them.
    public static var capacity: Int { 8 }

    @usableFromInline private(set) var ways = InlineArray<8, Int64>(repeating: 0)

    /// The number of ways.
    public private(set) var count = 0

    /// No ways.
    public init() {}

    /// The way `number` ways before the latest one, 0 ..< ``count``.
    public subscript(number: Int) -> Int64 { ways[number] }

    /// Appends the latest way. If there is no room, the earliest one is dropped.
    public mutating func enter(_ way: Int64) {
        guard count == 0 || ways[0] != way else { return }
        for number in stride(from: min(count, Self.capacity - 1), to: 0, by: -1) {
            ways[number] = ways[number - 1]
        }
        ways[0] = way
        count = min(count + 1, Self.capacity)
    }

    /// Continues from a way to another one. These are the ways before the first, and then those
    /// before the second.
    public mutating func pass(_ way: Int64, to next: Int64) {
        if next != way { enter(way) }
    }

    /// Adds a way before the earliest one. Returns whether there was room.
    @discardableResult
    public mutating func append(earlier way: Int64) -> Bool {
        guard count == 0 || ways[count - 1] != way else { return true }
        guard count < Self.capacity else { return false }
        ways[count] = way
        count += 1
        return true
    }

    /// Whether the latest ways are equal to another trail.
    public func begins(with other: WayTrail) -> Bool {
        guard other.count <= count else { return false }
        for number in 0..<other.count where ways[number] != other.ways[number] { return false }
        return true
    }
}

extension WayTrail: Equatable {
    /// Whether they are the same ways.
    public static func == (left: Self, right: Self) -> Bool {
        left.count == right.count && left.begins(with: right)
    }
}
