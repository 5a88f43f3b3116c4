import ADASISv2
import CANFrames
import Geodesy
import Horizon
import HorizonProvider
import HorizonReconstructor
import MapSketch
import Quantities
import RoadMap
import Routing

/// A drive through random roads, its provider, a faulty bus and a client, and what the engine knew of
/// each path that the client can hold.
struct RandomDrive {
    let seed: UInt64
    var roads: RandomRoads
    var tree: PathTree
    var provider: HorizonProvider
    var client = HorizonReconstructor()
    var bus: FaultyBus
    var time = MonotonicTime.zero
    /// The seconds driven.
    private(set) var steps = 0
    private(set) var driven = 0.0
    let configuration: RandomConfiguration
    /// The facts about the path that has each index, or had it last.
    private(set) var paths: [PathIndex: (id: PathID, facts: PathFacts)] = [:]
    private(set) var facts: [PathID: PathFacts] = [:]
    /// Each index that a path has had, and each probability of where it leaves.
    private(set) var history: [PathID: History] = [:]
    /// All masks so far: what is held may have come with any of them.
    private(set) var masks: [MessageMask]
    /// Where else the car was said to be, in the last seconds, the newest last.
    private(set) var otherPlaces: [[VehicleState.Alternative]] = []
    /// All routes so far, of the newest last: what is held may have come with any of them.
    private(set) var routes: [LinkSet?] = [nil]
    /// The paths that the client held a second ago.
    private(set) var heldBefore: Set<PathIndex> = []
    let map: MapFacts
    /// The numbers by which links are known on the wire.
    let identifiers = LinkIdentifiers()

    struct History {
        var indexes: Set<PathIndex> = [.noFurtherData]
        var probabilities: Set<ProbabilityCode> = []
    }

    /// A drive of a seed with its configuration; `repeatsInTime` as there.
    init(seed: UInt64, repeatsInTime: Bool = false) throws {
        self.seed = seed
        roads = try RandomRoads(seed: seed)
        configuration = try RandomConfiguration(seed: seed, repeatsInTime: repeatsInTime)
        tree = PathTree(map: roads.map, parameters: configuration.tree)
        provider = HorizonProvider(
            map: roads.map, parameters: configuration.provider,
            trailing: configuration.tree.trailing)
        masks = [provider.mask]
        bus = FaultyBus(seed: seed ^ 0x5555)
        map = MapFacts(roads.map)
    }

    /// Drives for a second, some metres far, while the bus takes what it can.
    mutating func step(_ metres: Double) throws {
        steps += 1
        driven += metres
        try move(to: try roads.drive(metres))
        // What is expected changes now and then, and is given up again.
        if roads.number(in: 0...1) < 0.02 {
            let sides = tree.paths.dropFirst()
            let chosen = Int(roads.number(in: 0...Double(sides.count)))
            let side = chosen < sides.count ? sides[sides.startIndex + chosen] : nil
            if roads.number(in: 0...1) < 0.5 {
                try tree.setCourse(side.map { [$0.links[0].link] } ?? [])
            } else {
                try tree.setCourse(side.map(route) ?? [], isRoute: true)
            }
            routes.append(tree.route)
        }
        var vehicle = VehicleState(.onPath, time: time)
        vehicle.speed = MetresPerSecond(metres)
        if configuration.provider.timing.positionCandidates > 1 {
            vehicle.alternatives = VehicleState.Alternatives(alternatives())
        }
        otherPlaces = otherPlaces.suffix(3) + [Array(vehicle.alternatives)]
        heldBefore = Set(client.tree.paths.map(\.index))
        try provider.update(tree: tree, vehicle: vehicle, at: time)
        try changeMask()
        try noteFacts()
        let end = time + .milliseconds(1000)
        var tick = time
        while time < end {
            if time >= tick {
                provider.tick(at: time)
                tick = tick + .milliseconds(100)
            }
            if let frame = provider.nextFrame(at: time) {
                if let message = try configuration.provider.layout.decode(frame) {
                    bus.send(message, at: time)
                }
                provider.frameWasSent(at: time)
                time = time + Nanoseconds(270_000)
            } else {
                time = min(tick, provider.nextFrameTime(after: time) ?? tick, end)
            }
            bus.deliver(until: time, to: &client)
        }
    }

    /// The way to the end of a path by way of its parents.
    private func route(along path: HorizonPath) -> [DirectedLink] {
        tree.line(along: path.id).flatMap { stretch in
            (tree.path(stretch.path)?.links ?? []).filter { $0.start < stretch.to }.map(\.link)
        }
    }

    /// Whether a route says of a link what a message does.
    static func isReported(
        _ part: TriStateCode, of link: DirectedLink?, by route: LinkSet?
    ) -> Bool {
        part
            == (route.map { route in TriStateCode(link.map(route.contains) ?? false) }
                ?? .notAvailable)
    }

    /// Whether any route so far says it.
    func wasReported(_ part: TriStateCode, of link: DirectedLink?) -> Bool {
        routes.contains { Self.isReported(part, of: link, by: $0) }
    }

    /// Moves the tree as the engine does.
    private mutating func move(to place: LinkPlace) throws {
        let way = tree.way(to: place) { $0 <= Metres(200) && $0 >= Metres(-50) }
        guard let way else { return try tree.begin(at: place, moment: nil) }
        var path: PathID? = way.path
        if let main = tree.mainPath, main.id == way.path {
            // Beyond where the course turns off, the car has not followed it.
            let end = tree.vehicleOffset + way.distance
            if main.departure.map({ end <= $0.metres }) ?? true { path = nil }
        }
        try tree.move(by: way.distance, along: path)
    }

    /// Places on paths nearby where the car may be as well.
    private mutating func alternatives() -> [VehicleState.Alternative] {
        let near = tree.paths.filter { abs($0.startDistance.value) < 6000 || $0.branch == nil }
        guard roads.number(in: 0...1) < 0.5 else { return [] }
        return near.shuffled(using: &bus.random).prefix(3).map { path in
            let here = path.branch == nil ? tree.vehicleOffset.value : 0
            let length = path.length.metres.value
            return VehicleState.Alternative(
                path: path.id, offset: Metres(min(here + roads.number(in: 0...40), length)),
                relativeHeading: Degrees(roads.number(in: -180...179)),
                probability: roads.number(in: 0...0.3))
        }
    }

    private mutating func changeMask() throws {
        guard !configuration.laterMasks.isEmpty, roads.number(in: 0...1) < 0.02 else { return }
        let number = Int(roads.number(in: 0...Double(configuration.laterMasks.count)))
        let mask = configuration.laterMasks[min(number, configuration.laterMasks.count - 1)]
        try provider.setMask(mask, extent: provider.extent, tree: tree, at: time)
        masks.append(provider.mask)
    }

    /// A new client joins in the place of the old one.
    mutating func join() { client = HorizonReconstructor() }

    private mutating func noteFacts() throws {
        for path in tree.paths {
            if let branch = path.branch {
                history[path.id, default: History()].probabilities
                    .insert(ProbabilityCode(branch.probability))
            }
            guard let index = provider.pathIndex(of: path.id) else { continue }
            history[path.id, default: History()].indexes.insert(index)
            let known = facts[path.id] ?? PathFacts(path)
            facts[path.id] = known
            try known.grow(to: path, map, configuration.provider.reduction)
            if let branch = path.branch {
                known.probabilities.insert(ProbabilityCode(branch.probability))
            } else if configuration.provider.drivenPathIsCertain
                || known.probabilities.isEmpty || paths[index]?.id != path.id
            {
                // Clients that see a path begin with the car on it know of no parent either.
                known.probabilities.insert(.certain)
            }
            paths[index] = (path.id, known)
        }
        for road in tree.paths {
            guard let branch = road.branch, let parent = tree.path(branch.parent),
                branch.legality == .legal || configuration.provider.sendsIllegalExits
            else { continue }
            try facts[parent.id]?.add(road, leaving: parent, map)
        }
        // What was given up is not spoken of any more, but under its index.
        if steps % 64 == 0 {
            var kept = Set(paths.values.map(\.id)).union(tree.paths.map(\.id))
            for path in paths.values {
                for roads in path.facts.stubs.values { kept.formUnion(roads.map(\.id)) }
            }
            facts = facts.filter { kept.contains($0.key) }
            history = history.filter { kept.contains($0.key) }
        }
    }

    /// The link that the car is on and what the map says where it is.
    func currentSegment() throws -> SegmentMessage? {
        let place = Centimetres(rounding: tree.vehicleOffset) ?? .zero
        guard let link = tree.mainPath?.links.last(where: { $0.start <= place }) else { return nil }
        let facts = try map.link(link.link)
        let cut = facts.cuts.lastIndex { $0 <= place.value - link.start.value } ?? 0
        var segment = facts.segments[cut]
        segment.pathIndex = .currentLink
        segment.offset = OffsetCode(metresFromPathStart: 0)
        segment.relativeProbability = .certain
        segment.partOfCalculatedRoute =
            tree.route.map { TriStateCode($0.contains(link.link)) } ?? .notAvailable
        return segment
    }
}

/// The numbers by which links are known on the wire: opaque, but each link and direction has one, and
/// no two have the same.
final class LinkIdentifiers {
    private var numbers: [DirectedLink: UInt32] = [:]
    private var links: [UInt32: DirectedLink] = [:]

    /// Whether a link can have a number, from what is known so far.
    func isRight(_ number: UInt32, of link: DirectedLink) -> Bool {
        if let known = numbers[link] { return known == number }
        guard links[number] == nil, number != .max else { return false }
        numbers[link] = number
        links[number] = link
        return true
    }
}
