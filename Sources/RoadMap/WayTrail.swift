/// Ways one behind the other, the latest first: those that one has come by, or has to have come by for
/// a restriction over several ways to hold. No way stands twice in a row, and nothing is allocated.
@frozen
public struct WayTrail: Sendable {
    /// No more ways than these are kept. A restriction over more of them is left out of maps.
    public static var capacity: Int { 8 }

    @usableFromInline var ways = InlineArray<8, Int64>(repeating: 0)

    /// How many ways there are.
    public private(set) var count = 0

    /// No ways.
    public init() {}

    /// The way `number` ways before the latest one, 0 ..< ``count``.
    public subscript(number: Int) -> Int64 { ways[number] }

    /// Goes on to a way, which is the latest one then. The earliest one is forgotten where there is no
    /// room.
    public mutating func enter(_ way: Int64) {
        guard count == 0 || ways[0] != way else { return }
        for number in stride(from: min(count, Self.capacity - 1), to: 0, by: -1) {
            ways[number] = ways[number - 1]
        }
        ways[0] = way
        count = min(count + 1, Self.capacity)
    }

    /// Goes on from a way, of which these are the ways before, to another one: then they are those before
    /// that.
    public mutating func pass(_ way: Int64, to next: Int64) {
        if next != way { enter(way) }
    }

    /// Adds a way before the earliest one. Says whether there was room.
    @discardableResult
    public mutating func append(earlier way: Int64) -> Bool {
        guard count == 0 || ways[count - 1] != way else { return true }
        guard count < Self.capacity else { return false }
        ways[count] = way
        count += 1
        return true
    }

    /// Whether the latest ways are those of another trail.
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
