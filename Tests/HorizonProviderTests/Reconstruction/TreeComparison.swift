import ADASISv2
import Geodesy
import Horizon
import HorizonProvider
import HorizonReconstructor
import Quantities
import RoadMap

import struct HorizonReconstructor.ProfileSpot

/// Whether a client holds all that the engine knows within reach. That what it holds is true is the
/// matter of ``HeldComparison``.
struct TreeComparison {
    private let drive: RandomDrive
    private var problems: [String] = []

    private init(_ drive: RandomDrive) { self.drive = drive }

    /// What is missing or wrong, a line each; none where the client's horizon is complete.
    static func problems(of drive: RandomDrive) throws -> [String] {
        var comparison = TreeComparison(drive)
        try comparison.run()
        return comparison.problems
    }

    private var provider: HorizonProvider { drive.provider }
    private var tree: ReconstructedTree { drive.client.tree }

    private mutating func run() throws {
        if provider.mask.allows(.metaData) {
            let isRight =
                tree.metaData?.countryCode == CountryCode(isoNumeric: 276)
                && tree.metaData?.speedUnit == .kilometresPerHour
                && tree.metaData?.drivingSide == .right
            if !isRight { problems.append("META-DATA \(String(describing: tree.metaData))") }
        }
        if provider.extent == .currentLink {
            // Clients keep what they were transmitted before SEGMENT was switched off.
            if provider.mask.allows(.segment), tree.currentLink != (try drive.currentSegment()) {
                problems.append("SEGMENT of the car's link \(String(describing: tree.currentLink))")
            }
            return
        }
        let main = drive.tree.mainPath.flatMap { provider.pathIndex(of: $0.id) }
        if tree.vehicle?.path != main
            || tree.vehicle?.metres
                != Centimetres(rounding: drive.tree.vehicleOffset).map(wireMetre)
        {
            problems.append("POSITION \(String(describing: tree.vehicle))")
        }
        for (number, other) in (drive.otherPlaces.last ?? []).enumerated()
        where number + 1 < provider.parameters.timing.positionCandidates {
            // Only paths that were known when the last POSITION came.
            guard let index = provider.pathIndex(of: other.path), drive.heldBefore.contains(index),
                tree[index] != nil
            else { continue }
            let held = tree.positions[number + 1]
            if held.map({ $0.path == index && other.isReported(by: $0) }) != true {
                problems.append("candidate \(number + 1): \(String(describing: held))")
            }
        }
        var transmitted: Set<PathID> = []
        for path in drive.tree.paths where isReported(path, transmitted) {
            transmitted.insert(path.id)
            guard let index = provider.pathIndex(of: path.id), let facts = drive.facts[path.id]
            else { continue }
            guard let held = tree[index] else {
                problems.append("path \(index.raw) is not held")
                continue
            }
            if let parent = path.branch.flatMap({ provider.pathIndex(of: $0.parent) }),
                held.parent != parent
            {
                problems.append("path \(index.raw) has no beginning")
            }
            try compare(path, index, held, facts)
        }
    }

    /// Whether clients are transmitted of a path: its STUB is within reach on a path that they are transmitted of,
    /// and it was not passed.
    private func isReported(_ path: HorizonPath, _ transmitted: Set<PathID>) -> Bool {
        guard let branch = path.branch else { return true }
        // Clients let go of roads that were passed, 50 m behind the car.
        guard provider.extent == .fullTree, transmitted.contains(branch.parent),
            path.startDistance.value > -4500,
            provider.pathIndex(of: path.id) != nil, let parent = drive.tree.path(branch.parent)
        else { return false }
        return range(of: level(parent).stub, on: parent, provider.mask.allows(.stub))
            .map { $0.upperBound >= wireMetre(branch.offset) } ?? false
    }

    private func level(_ path: HorizonPath) -> LevelParameters {
        let levels = provider.parameters.levels
        return levels[min(path.level, levels.count - 1)]
    }

    /// The metres of a path from the car on that a kind of message has to tell of.
    private func range(
        of stream: StreamParameters, on path: HorizonPath, _ isAllowed: Bool
    ) -> ClosedRange<Int>? {
        guard stream.isEnabled, isAllowed else { return nil }
        let reach = Int((stream.reach.value * 100).rounded()) - path.startDistance.value
        let from = max(wireMetre(Centimetres.zero - path.startDistance), 0)
        let to = min(wireMetre(Centimetres(reach)), wireMetre(path.length) - 1)
        return from <= to ? from...to : nil
    }

    private mutating func compare(
        _ path: HorizonPath, _ index: PathIndex, _ held: ReconstructedPath, _ facts: PathFacts
    ) throws {
        let level = level(path)
        let mask = provider.mask
        if let range = range(of: level.segment, on: path, mask.allows(.segment)) {
            var line = StepLine<SegmentMessage>()
            for item in held.segments.items { line.append(item.content.fields, at: item.metres) }
            if let metres = facts.segments.firstDifference(from: line, in: range, isSame: ==) {
                note("SEGMENT \(String(describing: line.value(at: metres)))", metres, index)
            }
            var parts = StepLine<TriStateCode>()
            for item in held.segments.items {
                parts.append(item.content.partOfCalculatedRoute, at: item.metres)
            }
            let route = drive.tree.route
            let other = facts.links.firstDifference(from: parts, in: range) { link, part in
                RandomDrive.isReported(part ?? .unknown, of: link, by: route)
            }
            if let other { note("part of the route", other, index) }
        }
        if let range = range(of: level.stub, on: path, mask.allows(.stub)),
            provider.extent == .fullTree
        {
            try compareStubs(of: path, index, held, range)
        }
        for kind in ProfileType.compared where mask.allows(kind) {
            let stream: StreamParameters
            switch kind {
            case .short: stream = level.profileShort
            case .long: stream = level.profileLong
            }
            guard let range = range(of: stream, on: path, true) else { continue }
            compare(kind, index, held, facts, range)
        }
        if mask.allows(LongProfileType.longitude), mask.allows(LongProfileType.latitude),
            let range = range(of: level.profileLong, on: path, true)
        {
            comparePlaces(index, held, facts, range)
        }
    }

    /// The place of a thing that the map has in a range and the client does not hold.
    private func missing(
        _ known: [(metres: Int, raw: UInt32)], _ spots: [Placed<ProfileSpot>],
        _ range: ClosedRange<Int>
    ) -> Int? {
        known.first { fact in
            range.contains(fact.metres)
                && !spots.contains { $0.metres == fact.metres && $0.content.raw == fact.raw }
        }?.metres
    }

    private mutating func compare(
        _ kind: ProfileType, _ index: PathIndex, _ held: ReconstructedPath, _ facts: PathFacts,
        _ range: ClosedRange<Int>
    ) {
        let spots = held.spots(of: kind)
        func difference(_ metres: Int?) {
            guard let metres else { return }
            note("\(kind.name) \(held.value(of: kind, at: Metres(Double(metres))))", metres, index)
        }
        func line(_ isPart: (UInt32) -> Bool = { _ in true }) -> StepLine<UInt32> {
            var line = StepLine<UInt32>()
            for spot in spots where isPart(spot.content.raw) {
                line.append(spot.content.raw, at: spot.metres)
            }
            return line
        }
        switch kind {
        case .short(.curvature), .short(.slopeLinear), .short(.slopeStep), .long(.altitude):
            let comparison = LineComparison(kind, provider.parameters.reduction)
            difference(
                stride(from: range.lowerBound, through: range.upperBound, by: 2).first { metres in
                    let transmitted = held.value(of: kind, at: Metres(Double(metres))).value
                    return !comparison.agrees(transmitted, at: metres, facts)
                })
        case .long(.trafficSign): difference(missing(facts.signs, spots, range))
        case .long(.linkIdentifier):
            let identifiers = drive.identifiers
            difference(
                facts.links.firstDifference(from: line(), in: range) { link, raw in
                    guard let link, let raw else { return false }
                    return identifiers.isRight(raw, of: link)
                })
        case .long(.extendedLane):
            for lane in facts.lanes.indices {
                difference(
                    facts.lanes[lane].firstDifference(
                        from: line { Int($0 >> 28) == lane + 1 }, in: range
                    ) { isSameLane($0 ?? nil, $1) })
            }
        default:
            guard let step = StepKind(kind) else {
                return difference(missing(facts.starts[kind] ?? [], spots, range))
            }
            difference(
                facts.steps[step.rawValue].firstDifference(from: line(), in: range) {
                    ($0 ?? step.unknown) == ($1 ?? step.unknown)
                })
        }
    }

    /// Places lie within the bound of the reduction and the rounding of offsets to metres.
    private mutating func comparePlaces(
        _ index: PathIndex, _ held: ReconstructedPath, _ facts: PathFacts,
        _ range: ClosedRange<Int>
    ) {
        let reduction = provider.parameters.reduction
        let bound = (reduction.isEnabled ? reduction.placeError.value : 0) + 0.75
        for (metres, point) in facts.points
        where metres > Double(range.lowerBound) && metres < Double(range.upperBound) {
            let longitude = held.value(of: .long(.longitude), at: Metres(metres)).value
            let latitude = held.value(of: .long(.latitude), at: Metres(metres)).value
            let place = longitude.flatMap { longitude in
                latitude.flatMap { Coordinate(latitude: $0, longitude: longitude) }
            }
            if place.map({ $0.distance(to: point).value > bound }) ?? true {
                note("place \(String(describing: place))", Int(metres), index)
                return
            }
        }
    }

    private mutating func note(_ what: String, _ metres: Int, _ index: PathIndex) {
        problems.append("not as the engine has it: \(what) at \(metres) m of path \(index.raw)")
    }

    /// Each road that leaves the path has its STUB; that there is none too many says
    /// ``HeldComparison``.
    private mutating func compareStubs(
        of path: HorizonPath, _ index: PathIndex, _ held: ReconstructedPath,
        _ range: ClosedRange<Int>
    ) throws {
        var offsets: Set<Int> = []
        for child in drive.tree.paths where child.branch?.parent == path.id {
            guard let branch = child.branch, range.contains(wireMetre(branch.offset)),
                let road = drive.facts[path.id]?.stubs[wireMetre(branch.offset)]?
                    .first(where: { $0.id == child.id })
            else { continue }
            offsets.insert(wireMetre(branch.offset))
            let sub = provider.pathIndex(of: child.id) ?? .noFurtherData
            let isThere = held.stubs.items.contains {
                $0.metres == wireMetre(branch.offset) && $0.content.subPathIndex == sub
                    && road.isReported(by: $0.content)
                    && RandomDrive.isReported(
                        $0.content.partOfCalculatedRoute, of: road.link, by: drive.tree.route)
                    && $0.content.relativeProbability == ProbabilityCode(branch.probability)
            }
            if !isThere { note("STUB into \(sub.raw)", wireMetre(branch.offset), index) }
        }
        if let departure = path.departure.map(wireMetre), range.contains(departure),
            drive.facts[path.id]?.departures.contains(departure) ?? false
        {
            let goesOn = held.stubs.items.contains {
                $0.metres == departure && $0.content.subPathIndex == .continuation
            }
            if !goesOn { note("no continuation", departure, index) }
        }
        for offset in offsets {
            let last = held.stubs.items.count {
                $0.metres == offset && $0.content.lastStubAtOffset
            }
            if last != 1 { note("\(last) last STUBs", offset, index) }
        }
    }
}

extension ProfileType {
    /// All that the map knows, but places, which are two profiles together.
    fileprivate static let compared: [ProfileType] =
        StepKind.allCases.map(\.profile) + [
            .short(.curvature), .short(.slopeLinear), .short(.slopeStep), .long(.altitude),
            .long(.linkIdentifier), .long(.trafficSign), .long(.extendedLane),
        ] + LinkStartFact.all.map { .short($0.type) }
}
