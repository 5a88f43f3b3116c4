public import RoadMap

/// Links in a direction that can be asked for quickly.
public struct LinkSet: Sendable, Hashable {
    /// Sorted.
    private let links: [DirectedLink]

    /// The links of a sequence, in any order.
    public init(_ links: some Sequence<DirectedLink>) { self.links = links.sorted() }

    /// Whether it has none.
    public var isEmpty: Bool { links.isEmpty }

    /// Whether it has a link. Logarithmic time.
    public func contains(_ link: DirectedLink) -> Bool {
        var low = 0
        var high = links.count
        while low < high {
            let middle = (low + high) / 2
            if links[middle] < link { low = middle + 1 } else { high = middle }
        }
        return low < links.count && links[low] == link
    }
}
