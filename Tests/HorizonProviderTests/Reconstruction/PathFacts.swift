import ADASISv2
import Geodesy
import Horizon
import HorizonProvider
import Quantities
import RoadMap
import Routing

/// A profile of the map, and not one of the wire.
typealias MapProfile = ProfileKind

/// What the map says of a path, by the metres of the wire.
///
/// An offset is rounded to the nearest metre and what is later on one metre holds, so from metre m on
/// the wire has what the map has at m + 0.49 m.
final class PathFacts {
    private(set) var segments = StepLine<SegmentMessage>()
    private(set) var steps = StepKind.allCases.map { _ in StepLine<UInt32>() }
    /// By lane: its number on the wire, `nil` where it is not known or the road has none.
    private(set) var lanes = (0..<15).map { _ in StepLine<UInt32?>() }
    private(set) var links = StepLine<DirectedLink>()
    private(set) var signs: [(metres: Int, raw: UInt32)] = []
    /// What ``LinkStartFact`` knows of the links.
    private(set) var starts: [ProfileType: [(metres: Int, raw: UInt32)]] = [:]
    private(set) var lines: [ProfileKind: FactLine] = [:]
    /// Where the path turns off so sharply that its curvature there is an arc's, which no map has.
    private(set) var arcs: [(from: Double, to: Double, curvature: Double, bound: Double)] = []
    private(set) var points: [(metres: Double, place: Coordinate)] = []
    /// Where the path began, and how far it is known by now.
    private(set) var first = Int.max
    private(set) var length = Centimetres.zero
    /// The roads that leave it, by their metre.
    private(set) var stubs: [Int: [RoadFacts]] = [:]
    /// Where a course has turned off it, so that a STUB says that it goes on as well.
    private(set) var departures: Set<Int> = []
    /// The probabilities that SEGMENTs can state: those with which it left its parent, and that of the path
    /// that the car is on.
    var probabilities: Set<ProbabilityCode> = []
    /// Where it leaves which path.
    let parent: PathID?
    let branchMetres: Int?
    private var linkCount: Int

    init(_ path: HorizonPath) {
        parent = path.branch?.parent
        branchMetres = path.branch.map { wireMetre($0.offset) }
        linkCount = path.droppedLinks
    }

    /// Adds the links that the path has grown by.
    func grow(to path: HorizonPath, _ facts: MapFacts, _ reduction: ReductionParameters) throws {
        for link in path.links.dropFirst(max(0, linkCount - path.droppedLinks)) {
            add(link, try facts.link(link.link), reduction)
        }
        linkCount = path.droppedLinks + path.links.count
        if let departure = path.departure,
            path.links.contains(where: { $0.start == departure })
        {
            departures.insert(wireMetre(departure))
        }
        length = path.length
    }

    /// Adds a road that leaves the path, once.
    func add(_ road: HorizonPath, leaving parent: HorizonPath, _ facts: MapFacts) throws {
        guard let branch = road.branch else { return }
        let metres = wireMetre(branch.offset)
        guard !(stubs[metres]?.contains { $0.id == road.id } ?? false) else { return }
        stubs[metres, default: []].append(try RoadFacts(road, leaving: parent, facts))
    }

    private func add(_ link: PathLink, _ facts: LinkFacts, _ reduction: ReductionParameters) {
        let start = wireMetre(link.start)
        first = min(first, start)
        for (index, cut) in facts.cuts.enumerated() {
            let metres = wireMetre(link.start + Centimetres(cut))
            segments.append(facts.segments[index], at: metres)
            for kind in StepKind.allCases {
                steps[kind.rawValue].append(facts.steps[index][kind.rawValue], at: metres)
            }
        }
        for number in lanes.indices {
            lanes[number].append(number < facts.lanes.count ? facts.lanes[number] : nil, at: start)
        }
        links.append(link.link, at: start)
        for (place, raw) in facts.signs {
            signs.append((wireMetre(link.start + Centimetres(place)), raw))
        }
        for fact in LinkStartFact.all {
            if let raw = fact.raw(link) {
                starts[.short(fact.type), default: []].append((start, raw))
            }
        }
        let from = link.start.metres.value
        for (kind, spots) in facts.lines {
            for (place, known, beginsPiece) in spots {
                // The code ends at a radius of 6.2 m.
                let value = kind == .curvature ? min(max(known, -0.16192), 0.16192) : known
                lines[kind, default: FactLine()].append(
                    FactLine.Spot(
                        place: from + place, value: value, bound: reduction.bound(kind, value)),
                    beginsPiece: beginsPiece)
            }
        }
        let angle = link.turnAngle.value * .pi / 180
        if abs(angle) >= 0.4 {
            let length = min(10.0, (link.record.length.metres.value / 2).rounded(.down))
            let curvature = angle / length
            arcs.append(
                (from, from + length + 1, curvature, reduction.bound(.curvature, curvature)))
        }
        points += facts.points.map { (from + $0.metres, $0.place) }
    }
}

/// The nearest whole metre, halves up.
func wireMetre(_ place: Centimetres) -> Int {
    Int((Double(place.value) / 100 + 0.5).rounded(.down))
}

/// What the map says of its links, each read once.
final class MapFacts {
    let map: RoadMap
    private var links: [DirectedLink: LinkFacts] = [:]

    init(_ map: RoadMap) { self.map = map }

    func link(_ link: DirectedLink) throws -> LinkFacts {
        if let known = links[link] { return known }
        let facts = try LinkFacts(link, of: map)
        links[link] = facts
        return facts
    }

    /// Who has to yield where a link ends.
    func rightOfWay(after arriving: PathLink) throws -> RightOfWayCode {
        let length = arriving.record.length.value
        // What stands beyond the middle belongs to the junction ahead.
        let signs = try link(arriving.link).signs.filter { 2 * (length - $0.place) <= length }
            .map { $0.raw >> 24 }
        if signs.contains(UInt32(RoadObjectKind.trafficLight.rawValue)) { return .unknown }
        let yields = [RoadObjectKind.stopSign, .giveWaySign].map { UInt32($0.rawValue) }
        if signs.contains(where: yields.contains) { return .mayHaveToYield }
        func hasPriority(_ link: Link, atStart: Bool) throws -> Bool {
            var found = false
            try map.forEachAttribute(of: link) { (attribute) throws(MapError) in
                if attribute.kind == .priorityRoad, attribute.value == 1,
                    atStart ? attribute.from == .zero : attribute.to == link.length
                {
                    found = true
                }
            }
            return found
        }
        var exits: [DirectedLink] = []
        let direction = arriving.link.direction
        let node = try map.node(arriving.record.exit(direction))
        try map.forEachLink(leaving: node) { (exit) throws(MapError) in exits.append(exit) }
        let others = try exits.count { exit in
            guard exit != arriving.link.reversed else { return false }
            return try hasPriority(map.link(exit.link), atStart: exit.direction == .forward)
        }
        if try hasPriority(arriving.record, atStart: direction == .backward) {
            return others < 2 ? .priority : .unknown
        }
        return others > 0 ? .mayHaveToYield : .unknown
    }
}

extension ReductionParameters {
    /// The error that a profile may have at a spot of the map: what the reduction leaves and what the
    /// code rounds off, once where a value stands and once where a piece was cut.
    fileprivate func bound(_ kind: ProfileKind, _ value: Double) -> Double {
        func reduced(_ bound: Double) -> Double { isEnabled ? bound : 0 }
        switch kind {
        case .curvature:
            // The wire's steps double from band to band of 64 codes.
            let band = (abs(value) * 1e5 / 64 + 1).exponent
            let half = Double(1 << band) / 2 * 1e-5
            return max(
                reduced(max(curvatureError.value, relativeCurvatureError * abs(value))), half)
                + half
        case .slope: return reduced(slopeError) + 0.05 + 0.05
        case .altitude: return reduced(altitudeError.value) + 0.005 + 0.005
        default: return 0
        }
    }
}
