import Geodesy
import Observations
import Quantities
import RoadMap

// Roads that are missing, that are closed in the wrong direction, and that are driven faster than allowed.
extension MapExaminer {
    /// Neighbouring squares in which cars drive beside all roads.
    func missingRoads() -> [MapFinding] {
        var squares: [Square: Int] = [:]
        for (misfit, seen) in observations.misfits {
            guard case .offRoad(let south, let west) = misfit,
                seen.count >= UInt32(parameters.leastPasses)
            else { continue }
            squares[Square(south: south, west: west)] = Int(seen.count)
        }
        var findings: [MapFinding] = []
        for start in squares.keys.sorted() {
            guard squares[start] != nil else { continue }
            var group: [Square] = []
            var passes = 0
            var open = [start]
            while let square = open.popLast() {
                guard let count = squares.removeValue(forKey: square) else { continue }
                group.append(square)
                passes = max(passes, count)
                open += square.neighbours
            }
            guard group.count >= parameters.leastSquares,
                let middle = group.sorted()[group.count / 2].middle
            else { continue }
            findings.append(
                MapFinding(
                    kind: .missingRoad, line: [middle], road: nil, exit: nil, passes: passes,
                    of: passes, expected: nil,
                    suggestion: "a road is missing, or at another place"))
        }
        return findings
    }

    /// Roads that cars drive against their direction.
    func wrongOneWays() throws(MapError) -> [MapFinding] {
        var findings: [MapFinding] = []
        for (misfit, seen) in observations.misfits.sorted(by: { $0.key < $1.key }) {
            guard case .againstOneWay(let road) = misfit, let link = links[road],
                seen.count >= UInt32(parameters.leastPasses),
                try !map.link(link.link).directions.contains(link.direction)
            else { continue }
            let against = Int(seen.count)
            let all = against + passes(of: RoadID(road.link, road.direction.reversed))
            let share = Double(against) / Double(all)
            let least =
                try hasRoadBeside(link)
                ? parameters.leastShareAgainstBesideAnother : parameters.leastShareAgainst
            guard share >= least else { continue }
            let isReversed = 1 - share <= parameters.largestShareOfReversed
            findings.append(
                MapFinding(
                    kind: .wrongOneWay, line: try line(of: link), road: road, exit: nil,
                    passes: against, of: all, expected: nil,
                    suggestion: isReversed ? "the other direction of oneway" : "oneway=no"))
        }
        return findings
    }

    /// Whether another road that cars may drive in the direction of a link is beside the middle of the link. Links that
    /// share a node with it do not count.
    private func hasRoadBeside(_ link: DirectedLink) throws(MapError) -> Bool {
        let own = try map.link(link.link)
        var shape = Shape()
        try map.appendShape(of: own, to: &shape)
        let half = Metres(shape.length.value / 2)
        let frame = LocalFrame(around: shape.place(at: half))
        let bearing = shape.bearing(at: half)
        let heading = link.direction == .forward ? bearing : bearing.reversed
        let reach = parameters.besideMetres
        var box = BoundingBox.empty
        for side in [-1.0, 1] {
            let corner = frame.unproject(PlanarVector(x: side * reach, y: side * reach))
            if let corner { box.grow(toHold: corner) }
        }
        var isBeside = false
        var line = Shape()
        try map.forEachLink(in: box) { (other) throws(MapError) in
            let ends = [other.startNode, other.endNode]
            guard !ends.contains(own.startNode), !ends.contains(own.endNode) else { return }
            line.removeAll()
            try map.appendShape(of: other, to: &line)
            guard let nearest = line.nearest(in: frame),
                nearest.distanceSquared <= reach * reach
            else { return }
            for direction in Direction.allCases where other.directions.contains(direction) {
                let forward = nearest.direction.bearing
                let driven = direction == .forward ? forward : forward.reversed
                if abs(driven.turn(from: heading).value) < 30 { isBeside = true }
            }
        }
        return isBeside
    }

    /// Roads beside whose line cars drive, nearly all of these to the same side.
    func wrongGeometry() throws(MapError) -> [MapFinding] {
        var findings: [MapFinding] = []
        for (misfit, seen) in observations.misfits.sorted(by: { $0.key < $1.key }) {
            guard case .besideRoad(let road, let side) = misfit, let link = links[road],
                seen.count >= UInt32(parameters.leastPasses)
            else { continue }
            let all = max(passes(of: road), Int(seen.count))
            let opposite = observations.misfits[.besideRoad(road, side.opposite)]?.count ?? 0
            guard Double(seen.count) >= parameters.leastShareBeside * Double(all),
                Double(seen.count) >= parameters.leastRatioOfSides * Double(opposite)
            else { continue }
            findings.append(
                MapFinding(
                    kind: .wrongGeometry, line: try line(of: link), road: road, exit: nil,
                    passes: Int(seen.count), of: all, expected: nil,
                    suggestion: "the road lies farther to the \(side)"))
        }
        return findings
    }

    /// Roads that most cars drive clearly faster than their limit.
    func wrongSpeedLimits() throws(MapError) -> [MapFinding] {
        var findings: [MapFinding] = []
        for (road, seen) in observations.roads.sorted(by: { $0.key < $1.key }) {
            let passes = seen.allSpeeds.values.reduce(0) { $0 + Int($1) }
            guard passes >= parameters.leastPassesOfSpeed, let link = links[road],
                let median = seen.medianSpeed,
                let limit = try limit(of: link)
            else { continue }
            let driven = median.kilometresPerHour
            guard driven > limit * parameters.speedFactor + parameters.speedExcess else { continue }
            let likely = (driven / 10).rounded(.up) * 10
            let faster = seen.allSpeeds.filter { $0.key.middle.kilometresPerHour > limit }
            findings.append(
                MapFinding(
                    kind: .wrongSpeedLimit, line: try line(of: link), road: road, exit: nil,
                    passes: faster.values.reduce(0) { $0 + Int($1) }, of: passes, expected: nil,
                    suggestion: "a limit of \(Int(likely)) km/h or more"))
        }
        return findings
    }

    /// The limit of the whole of a link for cars, km/h; `nil` if it is unknown, several, or no number.
    private func limit(of link: DirectedLink) throws(MapError) -> Double? {
        let record = try map.link(link.link)
        var limits: [Double] = []
        try map.forEachAttribute(of: record) { attribute in
            guard attribute.kind == .speedLimit, attribute.directions.contains(link.direction)
            else { return }
            switch SpeedLimit(attributeValue: attribute.value) {
            case .limited(let number, .kilometresPerHour)
            where attribute.from == .zero && attribute.to == record.length:
                limits.append(Double(number))
            case .limited(let number, .milesPerHour)
            where attribute.from == .zero && attribute.to == record.length:
                limits.append(Double(number) * 1.609344)
            default: limits.append(.infinity)
            }
        }
        return limits.count == 1 && limits[0].isFinite ? limits[0] : nil
    }
}

/// A square in which cars drove off the map.
private struct Square: Hashable, Comparable {
    let south: Int32
    let west: Int32

    static func < (left: Self, right: Self) -> Bool {
        (left.south, left.west) < (right.south, right.west)
    }

    var neighbours: [Square] {
        var found: [Square] = []
        for south in -1...1 as ClosedRange<Int32> {
            for west in -1...1 as ClosedRange<Int32> where south != 0 || west != 0 {
                found.append(Square(south: self.south &+ south, west: self.west &+ west))
            }
        }
        return found
    }

    var middle: Coordinate? {
        Coordinate(
            latitude: (Double(south) + 0.5) * Misfit.square,
            longitude: (Double(west) + 0.5) * Misfit.square)
    }
}
