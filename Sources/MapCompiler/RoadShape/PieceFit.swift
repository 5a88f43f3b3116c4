import Geodesy

/// The fit of one piece together with its neighbours, which hold its ends. Least squares estimate
/// all at once, with their covariance: the curvature of each piece, the borders between pieces, and
/// the corners.
///
/// The heading is continuous except at corners. A straight has no curvature, and an arc has a
/// constant one. A clothoid connects the curvatures of its neighbours. The method is Gauss-Newton
/// on the unrolled line. Only the borders of pieces are not linear.
struct PieceFit {
    /// Curvature at the piece's start and end, 1/m, and the standard errors for points of one metre.
    private(set) var start = (value: 0.0, error: 0.0)
    private(set) var end = (value: 0.0, error: 0.0)
    /// Where the piece starts and ends along the line, m.
    private(set) var from = (value: 0.0, error: 0.0)
    private(set) var to = (value: 0.0, error: 0.0)
    /// The angle in radians at its end, where that is a corner.
    private(set) var corner = (value: 0.0, error: 0.0)

    private var parameters: [Double] = []
    private var equations = NormalEquations()
    private var columns: [Double] = []
    private var fitted: [RoadPiece] = []
    private var borders: [Double] = []
    /// The parameters of the curvature at the start and the end of each piece; -1 for none.
    private var ends: [(start: Int, end: Int)] = []
    private var curvatures = 0

    /// The most points that are taken from a neighbour.
    private static let reach = 10
    /// If no border moves farther than this, the rest is linear and solved, m.
    private static let settled = 0.01

    /// Fits piece `number`; points have the standard error `scatter`.
    mutating func fit(
        _ number: Int, of pieces: [RoadPiece], _ line: UnrolledLine, scatter: Double
    ) {
        fitted.removeAll(keepingCapacity: true)
        for index in max(0, number - 1)...min(pieces.count - 1, number + 1) {
            var piece = pieces[index]
            if index < number { piece.first = max(piece.first, piece.last - PieceFit.reach) }
            if index > number { piece.last = min(piece.last, piece.first + PieceFit.reach) }
            fitted.append(piece)
        }
        let middle = number == 0 ? 0 : 1
        layOut(line)
        // A straight alone has no parameters, and an arc alone has no border.
        let rounds = fitted.count > 1 ? 4 : curvatures > 0 ? 1 : 0
        for round in 0..<rounds {
            let isLinear = round == 0
            assemble(line, scatter, isLinear: isLinear)
            guard equations.solve() else { break }
            let moved = step(line, isLinear: isLinear)
            if !isLinear && moved < PieceFit.settled { break }
        }
        report(middle, line)
    }

    // Parameters: offset and heading at the first point; curvatures; for each inner border its place
    // and its corner.
    private var firstBorder: Int { 2 + curvatures }
    private var count: Int { 2 + curvatures + 2 * (fitted.count - 1) }

    private mutating func layOut(_ line: UnrolledLine) {
        ends.removeAll(keepingCapacity: true)
        curvatures = 0
        for piece in fitted {
            switch piece.kind {
            case .straight:
                ends.append((-1, -1))
            case .arc:
                ends.append((2 + curvatures, 2 + curvatures))
                curvatures += 1
            case .clothoid:
                let start: Int
                if let before = ends.last?.end, piece.continuesCurvature {
                    start = before
                } else {
                    start = 2 + curvatures
                    curvatures += 1
                }
                // The end is replaced below where the next piece has one.
                ends.append((start, 2 + curvatures))
                curvatures += 1
            }
        }
        for index in fitted.indices.dropLast()
        where fitted[index].kind == .clothoid && fitted[index + 1].continuesCurvature {
            switch fitted[index + 1].kind {
            case .straight: replace(ends[index].end, with: -1)
            case .arc: replace(ends[index].end, with: ends[index + 1].start)
            case .clothoid: break
            }
        }
        borders.removeAll(keepingCapacity: true)
        for piece in fitted { borders.append(line.along[piece.first]) }
        borders.append(line.along[fitted[fitted.count - 1].last])
        parameters.removeAll(keepingCapacity: true)
        parameters.append(contentsOf: repeatElement(0, count: count))
    }

    /// Takes the parameter of a clothoid's end away and closes the gap.
    private mutating func replace(_ old: Int, with new: Int) {
        func moved(_ index: Int) -> Int {
            let found = index == old ? new : index
            return found > old ? found - 1 : found
        }
        for index in ends.indices {
            ends[index].start = moved(ends[index].start)
            ends[index].end = moved(ends[index].end)
        }
        curvatures -= 1
    }

    private func value(_ parameter: Int) -> Double { parameter < 0 ? 0 : parameters[parameter] }

    /// The second integral from `from`, at `at`, of a curvature that changes linearly from `first`
    /// at `from` to `last` at `to`. After the end of the curvature, the line is straight.
    @inline(__always)
    private func bent(
        _ first: Double, _ last: Double, from: Double, to: Double, at: Double
    ) -> Double {
        let along = at - from
        guard along > 0 else { return 0 }
        let width = to - from
        if at >= to {
            return width * (first + last) / 2 * along - width * width * (first / 6 + last / 3)
        }
        let here = first + (last - first) * along / width
        return along * along * (first / 3 + here / 6)
    }

    private mutating func assemble(_ line: UnrolledLine, _ scatter: Double, isLinear: Bool) {
        let count = count
        equations.reset(count: count)
        columns.removeAll(keepingCapacity: true)
        columns.append(contentsOf: repeatElement(0, count: count))
        let first = fitted[0].first
        let last = fitted[fitted.count - 1].last
        let origin = line.along[first]
        let height = line.across[first]
        let heading = line.headings[first]
        for point in first...last {
            let at = line.along[point]
            let along = at - origin
            let modelled = fillColumns(at: at, along: along)
            let residual = line.across[point] - height - heading * along - modelled
            equations.add(columns, residual)
        }
        addPriors(line, scatter * scatter, isLinear: isLinear)
    }

    /// Keeps the parameters that the points do not determine.
    private mutating func addPriors(_ line: UnrolledLine, _ variance: Double, isLinear: Bool) {
        func add(_ parameter: Int, _ deviation: Double, _ offset: Double) {
            equations.add(
                unknown: parameter, -offset, weight: variance / (deviation * deviation))
        }
        // No road for cars bends tighter than about 5 m.
        for parameter in 2..<firstBorder { add(parameter, 0.2, parameters[parameter]) }
        for border in 1..<max(fitted.count, 1) {
            let place = firstBorder + 2 * (border - 1)
            let point = fitted[border].first
            let room = max(line.chords[point - 1], line.chords[point]) / 2
            let isCorner = fitted[border].startsAtCorner
            add(place, isLinear ? 1e-6 : room, borders[border] - line.along[point])
            add(place + 1, isCorner ? 2 : 1e-6, parameters[place + 1])
        }
    }

    /// The derivatives of the model at a place by all parameters; returns the model there.
    private mutating func fillColumns(at: Double, along: Double) -> Double {
        for index in columns.indices { columns[index] = 0 }
        columns[0] = 1
        columns[1] = along
        var modelled = parameters[0] + parameters[1] * along
        for index in fitted.indices {
            let from = borders[index]
            let to = borders[index + 1]
            guard at > from else { break }
            let first = value(ends[index].start)
            let last = value(ends[index].end)
            if fitted[index].kind != .straight {
                let whole = bent(1, 0, from: from, to: to, at: at)
                let rest = bent(0, 1, from: from, to: to, at: at)
                if ends[index].start >= 0 { columns[ends[index].start] += whole }
                if ends[index].end >= 0 { columns[ends[index].end] += rest }
                modelled += first * whole + last * rest
                let slope = (last - first) / (to - from)
                if index > 0 { columns[firstBorder + 2 * (index - 1)] -= slope * whole }
                if index + 1 < fitted.count { columns[firstBorder + 2 * index] -= slope * rest }
            }
            if index > 0 {
                let place = firstBorder + 2 * (index - 1)
                let step = first - value(ends[index - 1].end)
                let angle = parameters[place + 1]
                columns[place] -= step * (at - from) + angle
                columns[place + 1] += at - from
                modelled += angle * (at - from)
            }
        }
        return modelled
    }

    /// Returns the largest movement of a border, m.
    private mutating func step(_ line: UnrolledLine, isLinear: Bool) -> Double {
        for parameter in 0..<count { parameters[parameter] += equations.value(of: parameter) }
        guard !isLinear else { return 0 }
        var farthest = 0.0
        for border in 1..<max(fitted.count, 1) {
            let point = fitted[border].first
            // A border stays between the points beside its own, with room for those of its neighbours.
            let low = line.along[point] - 0.45 * line.chords[point - 1]
            let high = line.along[point] + 0.45 * line.chords[point]
            let moved = borders[border] + equations.value(of: firstBorder + 2 * (border - 1))
            let held = min(max(moved, low), high)
            farthest = max(farthest, abs(held - borders[border]))
            borders[border] = held
        }
        return farthest
    }

    /// The standard error of a parameter, for points of one metre.
    private mutating func error(_ parameter: Int) -> Double {
        parameter >= 0 ? equations.error(of: parameter) : 0
    }

    private mutating func report(_ middle: Int, _ line: UnrolledLine) {
        start = (value(ends[middle].start), error(ends[middle].start))
        end = (value(ends[middle].end), error(ends[middle].end))
        from = (borders[middle], middle > 0 ? error(firstBorder + 2 * (middle - 1)) : 0)
        let hasNext = middle + 1 < fitted.count
        to = (borders[middle + 1], hasNext ? error(firstBorder + 2 * middle) : 0)
        corner = (0, 0)
        if hasNext, fitted[middle + 1].startsAtCorner {
            let place = firstBorder + 2 * middle + 1
            corner = (parameters[place], error(place))
        }
    }
}
