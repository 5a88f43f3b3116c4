import RoadMap

/// The way that the vehicle is expected to take: links in driving order, and which one follows which.
struct Course: Hashable {
    /// One link after another.
    private struct Step: Hashable, Comparable {
        let from: DirectedLink
        let into: DirectedLink

        static func < (left: Self, right: Self) -> Bool {
            left.from == right.from ? left.into < right.into : left.from < right.from
        }
    }

    /// Its links.
    let links: LinkSet
    /// Sorted.
    private let steps: [Step]

    /// A course by links in driving order.
    init(_ links: [DirectedLink] = []) {
        self.links = LinkSet(links)
        steps = zip(links, links.dropFirst()).map(Step.init).sorted()
    }

    /// Whether there is none.
    var isEmpty: Bool { links.isEmpty }

    /// Whether the course goes on from a link into another one. From a road beside it, it goes on by each of
    /// its links; behind its last one, nowhere, even where it has come by there before. Logarithmic time.
    func goes(from link: DirectedLink, into next: DirectedLink) -> Bool {
        guard links.contains(next) else { return false }
        guard links.contains(link) else { return true }
        let step = Step(from: link, into: next)
        var low = 0
        var high = steps.count
        while low < high {
            let middle = (low + high) / 2
            if steps[middle] < step { low = middle + 1 } else { high = middle }
        }
        return low < steps.count && steps[low] == step
    }
}
