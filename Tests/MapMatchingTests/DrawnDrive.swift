import Geodesy
import MapMatching
import MapSketch
import Positioning
import Quantities
import RandomNumbers
import RoadMap
import Routing
import Testing

/// A drive over a drawn map: the fixes of a vehicle that passes letters and digits at a steady speed, and the
/// answers of the matcher.
struct DrawnDrive {
    let sketch: MapSketch
    private(set) var fixes: [Fix] = []
    /// The motion to each fix by the vehicle's own signals; empty without signals.
    private var motions: [EgoMotion] = []
    private var seconds = 0.0
    private var last: Coordinate?
    private var random: SplitMix64

    /// An empty drive. The seed determines its noise.
    init(_ sketch: MapSketch, seed: UInt64 = 1) {
        self.sketch = sketch
        random = SplitMix64(seed: seed)
    }

    /// A drive of given fixes.
    init(_ sketch: MapSketch, fixes: [Fix], motions: [EgoMotion] = []) {
        self.init(sketch)
        self.fixes = fixes
        self.motions = motions
    }

    /// Drives past places in a straight line from each to the next, a fix a second. `noise` is the
    /// standard deviation of each axis in metres; `east` and `north` shift all of them.
    mutating func drive(
        _ stops: String,
        metresPerSecond: Double = 10,
        noise: Double = 0,
        east: Double = 0,
        north: Double = 0
    ) throws {
        for stop in stops {
            let place = try sketch.place(stop)
            defer { last = place }
            guard let start = last else {
                add(place, noise, PlanarVector(x: east, y: north))
                continue
            }
            let frame = LocalFrame(around: start)
            let leg = frame.project(place)
            let count = max(Int((leg.length / metresPerSecond).rounded()), 1)
            for step in 1...count {
                let there = leg * (Double(step) / Double(count))
                let point = try #require(frame.unproject(there))
                add(point, noise, PlanarVector(x: east, y: north))
            }
        }
    }

    /// Stands for some seconds, while the fixes scatter.
    mutating func stand(seconds: Int, noise: Double) {
        guard let last else { return }
        for _ in 0..<seconds { add(last, noise, PlanarVector(x: 0, y: 0)) }
    }

    /// Continues at another place, some seconds later.
    mutating func reappear(at stop: Character, after gap: Double) throws {
        seconds += gap - 1
        last = nil
        try drive(String(stop))
    }

    private mutating func add(_ place: Coordinate, _ noise: Double, _ shift: PlanarVector) {
        let error =
            PlanarVector(x: noise * random.nextNormal(), y: noise * random.nextNormal()) + shift
        let moved = LocalFrame(around: place).unproject(error) ?? place
        fixes.append(Fix(time: UTCTime(nanoseconds: Int64(seconds * 1e9)), place: moved))
        seconds += 1
    }
}

extension DrawnDrive {
    /// Fixes arrive without a delay.
    private func arrival(of fix: Fix) -> MonotonicTime {
        MonotonicTime(nanoseconds: fix.time?.nanoseconds ?? 0)
    }

    /// The answer to each fix, without a lag.
    func answers(
        _ parameters: MatchingParameters = MatchingParameters()
    ) throws -> [MatchResult] {
        var matcher = MapMatcher(map: sketch.map, parameters: parameters)
        return try fixes.indices.map { try take($0, matcher: &matcher) }
    }

    private func take(_ number: Int, matcher: inout MapMatcher) throws -> MatchResult {
        let motion = motions.isEmpty ? EgoMotion() : motions[number]
        return try matcher.ingest(fixes[number], after: motion, at: arrival(of: fixes[number]))
    }

    /// The decision about each fix, after a lag.
    func decisions(lag: Double = 10) throws -> [MatchDecision] {
        var matcher = MapMatcher(map: sketch.map, lag: .seconds(lag))
        var decisions: [MatchDecision] = []
        for number in fixes.indices {
            _ = try take(number, matcher: &matcher)
            while let decision = matcher.takeDecision() { decisions.append(decision) }
        }
        matcher.finish()
        while let decision = matcher.takeDecision() { decisions.append(decision) }
        return decisions
    }

    /// The driven route by the names of its nodes, one string a stretch: `AB BC`.
    func route(lag: Double = 10) throws -> [String] {
        var route = DrivenRoute(map: sketch.map)
        for decision in try decisions(lag: lag) { try route.ingest(decision) }
        return try route.stretches.map { stretch in
            try stretch.map { try sketch.name($0.link) }.joined(separator: " ")
        }
    }
}

extension MapSketch {
    /// The names of a link's nodes, in driving direction.
    func name(_ link: DirectedLink) throws -> String {
        let record = try map.link(link.link)
        return try [record.entry(link.direction), record.exit(link.direction)].map { node in
            let id = try map.node(node).id
            let scalar = try #require(UnicodeScalar(UInt32(id)))
            return String(Character(scalar))
        }.joined()
    }

    /// The name of an answer: the link, or the state.
    func name(_ result: MatchResult) throws -> String {
        switch result {
        case .onRoad(let matched): try name(matched.place.link)
        case .offRoad(.unmapped): "off-road"
        case .offRoad(.carPark): "car-park"
        case .offRoad(.ferry): "ferry"
        case .noMap: "no-map"
        case .notCalibrated: "not-calibrated"
        }
    }
}
