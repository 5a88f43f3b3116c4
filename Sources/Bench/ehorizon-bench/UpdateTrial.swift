import CAllocations
import CLibrary
import Geodesy
import Horizon
import MapMatching
import Positioning
import Quantities
import RoadMap
import RoadObjects
import Routing

/// Updates of a horizon without a bus: fix, position, tree and events of observers, in the order of the engine,
/// with their processor time and allocations.
struct UpdateTrial {
    /// The parts of an update.
    enum Part: String, CaseIterable {
        case matching, tree, driver, events, objects
    }

    /// The processor time of each update in microseconds, by ``Part`` and in total.
    private(set) var times = [[Double]](repeating: [], count: Part.allCases.count)
    private(set) var totals: [Double] = []
    /// The same of each search for destinations, at the ticks between updates.
    private(set) var looks: [Double] = []
    /// The number of updates without a new or removed link and without an object, and of those with an
    /// allocation.
    private(set) var steadyUpdates = 0
    private(set) var steadyAllocations = 0
    /// The total of all updates.
    private(set) var eventCount = 0
    private(set) var linkCount = 0
    private(set) var pathCount = 0

    private var matcher: MapMatcher
    private var tree: PathTree
    private var observer = TreeObserver()
    private var objects: RoadObjects?
    private var time = MonotonicTime.zero
    private let saysDriver: Bool

    /// A trial with point objects of the host, spread over the map, and optionally with vehicle signals.
    init(
        map: RoadMap, horizon: HorizonParameters, objects count: Int, saysDriver: Bool
    ) throws {
        if count > 0 { objects = try Self.objects(count, on: map) }
        self.saysDriver = saysDriver
        matcher = MapMatcher(map: map, parameters: MatchingParameters())
        tree = PathTree(map: map, parameters: horizon)
    }

    private static func objects(_ count: Int, on map: RoadMap) throws -> RoadObjects {
        var places: [Coordinate] = []
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            guard !link.directions.isEmpty else { return }
            places.append(try map.node(link.startNode).place)
        }
        var objects = RoadObjects(map: map)
        for number in 0..<min(count, places.count) {
            let place = places[number * places.count / min(count, places.count)]
            try objects.add(CustomObject(id: "\(number)", .point(place, course: nil)))
        }
        return objects
    }

    /// Discards the counts of the warm-up.
    mutating func forgetCounts(expecting updates: Int) {
        for part in times.indices {
            times[part].removeAll(keepingCapacity: true)
            times[part].reserveCapacity(updates)
        }
        totals.removeAll(keepingCapacity: true)
        totals.reserveCapacity(updates)
        looks.removeAll(keepingCapacity: true)
        looks.reserveCapacity(updates * Self.ticks)
        (steadyUpdates, steadyAllocations) = (0, 0)
        (eventCount, linkCount, pathCount) = (0, 0, 0)
    }

    /// An update.
    mutating func take(_ fix: Fix) throws(MapError) {
        let allocations = allocation_count()
        let start = Self.now()
        let match = try matcher.ingest(fix, at: time)
        let matched = Self.now()
        if case .onRoad(let found) = match { try follow(found.place) } else { tree.clear() }
        let followed = Self.now()
        try tree.follow(saysDriver ? said(with: fix) : DriverIntent())
        let intended = Self.now()
        observer.update(tree)
        let observed = Self.now()
        try objects?.update(tree)
        let met = Self.now()
        let asked = allocation_count() - allocations
        time = time + .milliseconds(1000)
        times[0].append(matched - start)
        times[1].append(followed - matched)
        times[2].append(intended - followed)
        times[3].append(observed - intended)
        times[4].append(met - observed)
        totals.append(met - start)
        eventCount += observer.events.count
        pathCount += tree.paths.count
        for path in tree.paths { linkCount += path.links.count }
        if tree.parameters.expectsDestinations { try look() }
        guard !observer.events.contains(where: { $0.isOfLinks }), objects?.events.isEmpty ?? true
        else { return }
        steadyUpdates += 1
        if asked > 0 { steadyAllocations += 1 }
    }

    /// Continues the search for destinations, as often as the engine does between two fixes.
    private mutating func look() throws(MapError) {
        for _ in 0..<Self.ticks {
            let start = Self.now()
            try tree.lookForDestinations()
            looks.append(Self.now() - start)
        }
    }

    /// A fix a second, and POSITION every 100 ms.
    private static let ticks = 10

    /// The signals of a car without an indicator.
    private func said(with fix: Fix) -> DriverIntent {
        var said = DriverIntent()
        said.indicator = .off
        said.speed = fix.speed
        said.heading = fix.course
        return said
    }

    /// As in the engine, without dead reckoning.
    private mutating func follow(_ place: LinkPlace) throws(MapError) {
        let back = Metres.zero - tree.parameters.longestMoveBack
        guard let way = tree.way(to: place, where: { $0 >= back && $0 <= Metres(200) }) else {
            return try tree.begin(at: place, moment: nil)
        }
        try tree.move(by: way.distance, along: way.path)
        if tree.parameters.learnsTurns { try tree.learnTurns(upTo: tree.vehicleOffset) }
    }

    /// The processor time of this thread in microseconds.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}

extension TreeEvent {
    /// Whether it adds or removes a link.
    fileprivate var isOfLinks: Bool {
        switch self {
        case .linkAdded, .linkRemoved, .pathAdded, .pathRemoved, .treeReset, .childDetached: true
        case .pathChanged, .linkChanged: false
        }
    }
}
