/// The nodes at the ends of the roads that turn restrictions name, by the roads' ids. They are a
/// few of all roads.
struct WayEnds {
    /// In ascending order.
    private let ways: [Int64]
    private var ends: [(first: Int64, last: Int64)?]

    /// The roads that restrictions name, without ends yet.
    init(of restrictions: [StatedRestriction]) {
        var named: [Int64] = []
        for restriction in restrictions {
            named += restriction.from
            named += restriction.viaWays
            named += restriction.to
        }
        named.sort()
        var ways: [Int64] = []
        for way in named where way != ways.last { ways.append(way) }
        self.ways = ways
        ends = Array(repeating: nil, count: ways.count)
    }

    /// Adds a road if a restriction names it.
    mutating func add(_ way: Int64, _ nodes: [Int64]) {
        guard let place = place(of: way), let first = nodes.first, let last = nodes.last
        else { return }
        ends[place] = (first, last)
    }

    /// The nodes at the ends of a road of the map, only one if both are the same; `nil` if the map
    /// does not have the road.
    subscript(way: Int64) -> [Int64]? {
        guard let place = place(of: way), let (first, last) = ends[place] else { return nil }
        return first == last ? [first] : [first, last]
    }

    private func place(of way: Int64) -> Int? {
        var low = 0
        var high = ways.count
        while low < high {
            let middle = (low + high) / 2
            if ways[middle] < way { low = middle + 1 } else { high = middle }
        }
        return low < ways.count && ways[low] == way ? low : nil
    }
}
