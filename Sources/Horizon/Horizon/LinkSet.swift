public import RoadMap

/// Links in a direction, with a quick lookup.
public struct LinkSet: Sendable, Hashable {
    /// The links, sorted.
    public let links: [DirectedLink]

    /// The links of a sequence, in any order.
    public init(_ links: some Sequence<DirectedLink>) { self.links = links.sorted() }

    /// Whether it has none.
    public var isEmpty: Bool { links.isEmpty }

    /// Whether it has a link. Logarithmic time.
    public func contains(_ link: DirectedLink) -> Bool { !indices(of: link).isEmpty }

    /// The positions of a link among the sorted ones, one for each occurrence. Logarithmic time.
    func indices(of link: DirectedLink) -> Range<Int> {
        var low = 0
        var high = links.count
        while low < high {
            let middle = (low + high) / 2
            if links[middle] < link { low = middle + 1 } else { high = middle }
        }
        while high < links.count, links[high] == link { high += 1 }
        return low..<high
    }
}
