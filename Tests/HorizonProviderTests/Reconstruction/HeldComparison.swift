import ADASISv2
import Horizon
import HorizonProvider
import HorizonReconstructor
import Quantities
import RoadMap

/// Whether each thing that a client holds is true of the path that the engine has under that index, or
/// had last: a part of the horizon that contradicts nothing, however much of it is there.
struct HeldComparison {
    let drive: RandomDrive
    private(set) var problems: [String] = []

    init(_ drive: RandomDrive) { self.drive = drive }

    /// What is not true, a line each.
    static func problems(of drive: RandomDrive) -> [String] {
        var comparison = HeldComparison(drive)
        comparison.run()
        return comparison.problems
    }

    private mutating func run() {
        for held in drive.client.tree.paths + drive.client.tree.pendingPaths {
            guard let facts = drive.paths[held.index]?.facts else {
                problems.append("path \(held.index.raw), which the engine never had")
                continue
            }
            // Who has seen nothing of a long path's beginning cannot tell its offsets apart yet.
            if !held.isReachable, facts.length.value > 700_000 { continue }
            compareSegments(held, facts)
            compareStubs(held, facts)
            compareJoint(held, facts)
            for profile in held.profiles { compare(profile, held, facts) }
        }
        comparePositions()
        if !drive.masks.contains(where: { $0.allows(.metaData) }), drive.client.tree.metaData != nil
        {
            problems.append("META-DATA, which is masked out")
        }
    }

    /// Where else the car may be is on paths of the engine, where that said it may be.
    private mutating func comparePositions() {
        for candidate in 1..<4 {
            guard let position = drive.client.tree.positions[candidate] else { continue }
            let isTrue = drive.otherPlaces.contains { places in
                places.indices.contains(candidate - 1)
                    && places[candidate - 1].isReported(by: position)
                    && drive.paths[position.path]?.id == places[candidate - 1].path
            }
            if !isTrue { problems.append("held, but not true: candidate \(position)") }
        }
    }

    private mutating func compareSegments(_ held: ReconstructedPath, _ facts: PathFacts) {
        if !drive.masks.contains(where: { $0.allows(.segment) }), !held.segments.items.isEmpty {
            problems.append("a SEGMENT, which is masked out")
        }
        for item in held.segments.items where item.metres >= facts.first {
            let isTrue =
                facts.segments.value(at: item.metres) == item.content.fields
                && facts.probabilities.contains(item.content.relativeProbability)
                && drive.wasReported(
                    item.content.partOfCalculatedRoute, of: facts.links.value(at: item.metres))
            if !isTrue { note("SEGMENT \(item.content)", item.metres, held) }
        }
    }

    private mutating func compareStubs(_ held: ReconstructedPath, _ facts: PathFacts) {
        for item in held.stubs.items {
            if item.content.subPathIndex == .continuation {
                if !facts.departures.contains(item.metres) {
                    note("that the path goes on", item.metres, held)
                }
                continue
            }
            let known = facts.stubs[item.metres] ?? []
            let isTrue = known.contains { road in
                let history = drive.history[road.id]
                return road.isReported(by: item.content)
                    && drive.wasReported(item.content.partOfCalculatedRoute, of: road.link)
                    && history?.indexes.contains(item.content.subPathIndex) ?? false
                    && history?.probabilities.contains(item.content.relativeProbability) ?? false
            }
            if !isTrue { note("STUB \(item.content)", item.metres, held) }
        }
    }

    /// A path begins where the engine has it begin.
    private mutating func compareJoint(_ held: ReconstructedPath, _ facts: PathFacts) {
        guard let parent = held.parent else { return }
        let isTrue =
            facts.branchMetres == held.stubMetres && drive.paths[parent]?.id == facts.parent
        if !isTrue { note("beginning on path \(parent.raw)", held.stubMetres, held) }
    }

    private mutating func compare(
        _ profile: ProfileTrack, _ held: ReconstructedPath, _ facts: PathFacts
    ) {
        for spot in profile.spots where spot.metres >= facts.first {
            let raw = spot.content.raw
            let isTrue: Bool
            switch profile.kind {
            case .short(.curvature), .short(.slopeLinear), .short(.slopeStep), .long(.altitude):
                isTrue =
                    LineComparison(profile.kind, drive.configuration.provider.reduction)
                    .agrees(profile.kind.value(of: raw).value, at: spot.metres, facts)
            case .long(.trafficSign):
                isTrue = facts.signs.contains { $0 == (spot.metres, raw) }
            case .long(.linkIdentifier):
                isTrue =
                    facts.links.value(at: spot.metres)
                    .map { drive.identifiers.isRight(raw, of: $0) } ?? false
            case .long(.extendedLane):
                let lane = Int(raw >> 28) - 1
                let known =
                    facts.lanes.indices.contains(lane)
                    ? facts.lanes[lane].value(at: spot.metres) : .some(nil)
                isTrue = isSameLane(known ?? nil, raw)
            // Longitude and latitude make a place together.
            case .long(.longitude), .long(.latitude): isTrue = true
            default:
                isTrue =
                    StepKind(profile.kind).map {
                        facts.steps[$0.rawValue].value(at: spot.metres) == raw
                    } ?? facts.starts[profile.kind]?.contains { $0 == (spot.metres, raw) } ?? false
            }
            if !isModest(spot.content.accuracy, profile.kind, at: spot.metres, facts) {
                note(
                    "accuracy \(spot.content.accuracy.raw) of \(profile.kind.name)", spot.metres,
                    held)
            }
            let isAskedFor = drive.masks.contains { $0.allows(profile.kind) }
            if !isTrue || !isAskedFor {
                note(
                    "\(profile.kind.name) \(profile.kind.value(of: raw)) (\(raw))", spot.metres,
                    held)
            }
        }
    }

    /// Whether an accuracy promises no more than the map's errors around a spot.
    private func isModest(
        _ accuracy: AccuracyCode, _ kind: ProfileType, at metres: Int, _ facts: PathFacts
    ) -> Bool {
        guard case .short(let type) = kind, accuracy.raw != 3 else { return true }
        guard type != .slopeStep else { return false }
        let isCurvature = type == .curvature
        let from = Double(metres) - 1.5
        let to = Double(metres) + 1.5
        if isCurvature, facts.arcs.contains(where: { from <= $0.to + 1 && $0.from - 1 <= to }) {
            return true
        }
        guard
            let error = facts.lines[isCurvature ? .curvatureError : .slopeError]?.window(from, to),
            error.isKnown,
            let value = facts.lines[isCurvature ? .curvature : .slope]?.window(from, to)
        else { return false }
        let largest = max(abs(value.lowest), abs(value.highest))
        let best =
            isCurvature
            ? ProfileAccuracy(curvature: largest, error: error.lowest)
            : ProfileAccuracy(slopeError: error.lowest)
        return accuracy.raw >= best.rawValue
    }

    private mutating func note(_ what: String, _ metres: Int, _ held: ReconstructedPath) {
        problems.append("held, but not true: \(what) at \(metres) m of path \(held.index.raw)")
    }
}

extension VehicleState.Alternative {
    /// Whether a client's candidate says what this does, apart from the path.
    func isReported(by position: VehiclePosition) -> Bool {
        position.metres == Centimetres(rounding: offset).map(wireMetre)
            && position.message.positionProbability == ProbabilityCode(roundingDown: probability)
            && position.message.relativeHeading == relativeHeading.map { AngleCode($0) }
    }
}

/// Whether a client's number of a lane is the map's; a lane that is not known has never been transmitted of,
/// or is one of none.
func isSameLane(_ known: UInt32?, _ transmitted: UInt32?) -> Bool {
    guard let known else { return transmitted.map { $0 & 0x0FFF_FFFF == 0 } ?? true }
    return transmitted == known
}

extension SegmentMessage {
    /// What it says of the road itself.
    var fields: SegmentMessage {
        var fields = self
        fields.pathIndex = .unknown
        fields.offset = .notAvailable
        fields.relativeProbability = .notAvailable
        fields.partOfCalculatedRoute = .notAvailable
        return fields
    }
}

extension StepKind {
    init?(_ kind: ProfileType) {
        switch kind {
        case .short(.routeNumberType): self = .routeNumberType
        case .short(.roadAccessibility): self = .roadAccessibility
        case .short(.roadCondition): self = .roadCondition
        case .long(.truckSpeedLimit): self = .truckSpeedLimit
        case .long(.speedLimitAndRecommendedSpeed): self = .speedLimit
        default: return nil
        }
    }

    var profile: ProfileType {
        switch self {
        case .routeNumberType: .short(.routeNumberType)
        case .roadAccessibility: .short(.roadAccessibility)
        case .roadCondition: .short(.roadCondition)
        case .truckSpeedLimit: .long(.truckSpeedLimit)
        case .speedLimit: .long(.speedLimitAndRecommendedSpeed)
        }
    }
}
