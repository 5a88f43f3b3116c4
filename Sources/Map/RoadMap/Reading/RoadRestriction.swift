public import Quantities

/// A restriction of the host on a stretch of road, which the map does not have: a closure, or a speed limit of road
/// works.
public struct RoadRestriction: Sendable, Hashable {
    /// The kinds of restrictions.
    public enum Kind: Sendable, Hashable {
        /// No vehicle may drive here.
        case closed
        /// This limit is in force for every car, in place of the map's.
        case limit(SpeedLimit)
    }

    /// The link in driving direction.
    public let link: DirectedLink
    /// Where it begins, from the node where the vehicle enters the link.
    public let from: Centimetres
    /// Where it ends, from the same node.
    public let to: Centimetres
    /// Its kind.
    public let kind: Kind

    /// A restriction of its parts.
    public init(_ link: DirectedLink, from: Centimetres, to: Centimetres, _ kind: Kind) {
        self.link = link
        self.from = max(from, .zero)
        self.to = max(to, self.from)
        self.kind = kind
    }
}

/// The restrictions of the host, with a quick lookup.
public struct RoadRestrictions: Sendable, Hashable {
    /// In the order of the links; of one link in the order of the host.
    private let list: [RoadRestriction]

    /// The restrictions of a list. Of several limits at one place, the last one of the list counts.
    public init(_ list: [RoadRestriction] = []) {
        // The sort is stable (Swift 5 and later), but does not promise it.
        self.list = list.enumerated().sorted {
            ($0.element.link, $0.offset) < ($1.element.link, $1.offset)
        }.map(\.element)
    }

    /// Whether there are none.
    public var isEmpty: Bool { list.isEmpty }

    /// Whether a link is closed somewhere in a direction. Logarithmic time.
    public func closes(_ link: DirectedLink) -> Bool {
        var index = start(of: link)
        while index < list.count, list[index].link == link {
            if list[index].kind == .closed { return true }
            index += 1
        }
        return false
    }

    /// The most limits of one link that count.
    private static let mostOnLink = 8

    /// Calls `body` with the limits on a link in a direction, the last ones if there are many.
    func forEachLimit(on link: DirectedLink, _ body: (LimitStretch) -> Void) {
        let first = start(of: link)
        var index = first
        while index < list.count, list[index].link == link { index += 1 }
        let end = index
        index = max(first, end - Self.mostOnLink)
        while index < end {
            if case .limit(let limit) = list[index].kind {
                body(
                    LimitStretch(
                        SpeedLimitRule(limit, source: .sign), provenance: .tagged,
                        from: list[index].from, to: list[index].to, isOfHost: true))
            }
            index += 1
        }
    }

    /// The first restriction of a link, or the place where it would be.
    private func start(of link: DirectedLink) -> Int {
        var low = 0
        var high = list.count
        while low < high {
            let middle = (low + high) / 2
            if list[middle].link < link { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
