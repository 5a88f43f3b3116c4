import ADASISv2
import Geodesy
import Horizon
import HorizonProvider
import HorizonReconstructor
import MapSketch
import Quantities
import RoadMap
import Testing

/// Compares what a client holds with what the engine knows, from the map's own attributes and lines
/// and not by way of the provider's code.
struct TreeComparison {
    let drive: RandomDrive
    let time: String

    init(_ drive: RandomDrive) {
        self.drive = drive
        time = "at \(Double(drive.time.nanoseconds) / 1e9) s"
    }

    func run() throws {
        for path in drive.tree.paths {
            let reach = drive.parameters.levels[min(path.level, drive.parameters.levels.count - 1)]
                .segment.reach.value
            guard let index = drive.provider.pathIndex(of: path.id) else { continue }
            let start = Double(path.startDistance.value) / 100
            // A path whose first metre is beyond reach has an index and nothing else yet.
            guard start + 1 < reach else { continue }
            // Clients let go of roads that were passed, 50 m behind the car.
            guard path.branch == nil || start > -45 else { continue }
            guard let held = drive.client.tree[index] else {
                Issue.record("\(time): path \(index.raw) is not held")
                continue
            }
            if let branch = path.branch {
                let name = "\(time): path \(index.raw), which begins \(start) m ahead"
                #expect(held.parent == drive.provider.pathIndex(of: branch.parent), "\(name)")
                #expect(
                    abs(held.stubMetres - Int((branch.offset.metres.value).rounded())) <= 1,
                    "\(name)")
            }
            let from = max(0, -start)
            let to = min(reach - start, path.length.metres.value)
            try compareSegments(of: path, with: held, from: from, to: to)
            try comparePlaces(of: path, with: held, from: from, to: to)
            try compareLines(of: path, with: held, from: from, to: to)
            compareStubs(of: path, with: held, from: from, to: to)
        }
    }

    /// What the map says of a kind at a place of the path, in driving direction.
    private func value(
        _ kind: AttributeKind, at offset: Double, of path: HorizonPath
    ) throws -> UInt64? {
        guard let link = path.links.last(where: { $0.start.metres.value <= offset }) else {
            return nil
        }
        var along = Centimetres(Int(((offset - link.start.metres.value) * 100).rounded()))
        if link.link.direction == .backward { along = link.record.length - along }
        var found: UInt64?
        try drive.roads.map.forEachAttribute(of: link.record) { (attribute) throws(MapError) in
            if attribute.kind == kind, attribute.directions.contains(link.link.direction),
                attribute.from <= along, along <= attribute.to
            {
                found = attribute.value
            }
        }
        return found
    }

    private func compareSegments(
        of path: HorizonPath, with held: ReconstructedPath, from: Double, to: Double
    ) throws {
        for offset in stride(from: from.rounded(.up), to: to - 1, by: 7) {
            guard let segment = held.segment(at: Metres(offset)) else {
                Issue.record("\(time): no SEGMENT at \(offset) m of path \(held.index.raw)")
                return
            }
            // Centimetre by centimetre only where it matters: stretches can be that short.
            let isRight = try [0.25, 0.01].contains { step in
                try agrees(segment, with: path, near: offset, step: step)
            }
            #expect(isRight, "\(time): \(segment) at \(offset) m of path \(held.index.raw)")
        }
    }

    /// Whether class and limit are what the map says at a place or beside it: borders lie on whole
    /// metres on the wire, and beside one, either side is right.
    private func agrees(
        _ segment: SegmentMessage, with path: HorizonPath, near offset: Double, step: Double
    ) throws -> Bool {
        let near = stride(from: -1.0, through: 1, by: step).map { offset + $0 }.filter { $0 >= 0 }
        let classes = try near.map { try value(.functionalRoadClass, at: $0, of: path) }
        let limits = try near.map { try value(.speedLimit, at: $0, of: path) }.map {
            $0.flatMap(SpeedLimit.init(attributeValue:)).map { limit -> EffectiveSpeedLimitCode in
                if case .limited(let number, _) = limit {
                    return EffectiveSpeedLimitCode(upTo: Double(number))
                }
                return .unlimited
            } ?? .unknown
        }
        return classes.contains(segment.functionalRoadClass.reading.value.map(UInt64.init))
            && limits.contains(segment.effectiveSpeedLimit)
    }

    /// Places lie within the bound of the reduction and the rounding of offsets to metres.
    private func comparePlaces(
        of path: HorizonPath, with held: ReconstructedPath, from: Double, to: Double
    ) throws {
        for link in path.links {
            var shape = Shape()
            try drive.roads.map.appendShape(of: link.record, to: &shape)
            for index in 0..<shape.count {
                var along = shape.distances[index]
                if link.link.direction == .backward { along = shape.length.value - along }
                let offset = link.start.metres.value + along
                guard offset > from + 1, offset < to - 1 else { continue }
                let longitude = held.value(of: .long(.longitude), at: Metres(offset)).value
                let latitude = held.value(of: .long(.latitude), at: Metres(offset)).value
                guard let longitude, let latitude,
                    let place = Coordinate(latitude: latitude, longitude: longitude)
                else {
                    Issue.record("\(time): no place at \(offset) m of path \(held.index.raw)")
                    return
                }
                let error = place.distance(to: shape.points[index]).value
                #expect(
                    error <= drive.parameters.reduction.placeError.value + 0.75,
                    "\(time): \(offset) m of path \(held.index.raw)")
            }
        }
    }

    private func compareStubs(
        of path: HorizonPath, with held: ReconstructedPath, from: Double, to: Double
    ) {
        let branches = drive.tree.paths.filter { $0.branch?.parent == path.id }
        for child in branches {
            guard let branch = child.branch else { continue }
            let offset = branch.offset.metres.value
            guard offset > from + 1, offset < to - 1 else { continue }
            let wanted = drive.provider.pathIndex(of: child.id) ?? .noFurtherData
            let stub = held.stubs.items.first {
                abs(Double($0.metres) - offset) <= 0.5 && $0.content.subPathIndex == wanted
                    && $0.content.turnAngle == AngleCode(branch.turnAngle)
            }
            #expect(stub != nil, "\(time): STUB at \(offset) m of path \(held.index.raw)")
            guard let stub = stub?.content else { continue }
            #expect(stub.relativeProbability == ProbabilityCode(branch.probability))
        }
        // And nothing that the engine does not know.
        for stub in held.stubs.items where Double(stub.metres) > from + 1 {
            #expect(
                branches.contains {
                    abs(($0.branch?.offset.metres.value ?? -9) - Double(stub.metres)) <= 0.5
                }, "\(time): a STUB too many at \(stub.metres) m of path \(held.index.raw)")
        }
    }
}
