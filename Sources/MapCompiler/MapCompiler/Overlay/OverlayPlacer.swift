import Geodesy
import Quantities
import RoadMap

/// Finds the ways that the entries of overlays select, by passes over the input before the compilation. Memory grows
/// with the ways near the entries, not with the input.
struct OverlayPlacer {
    private let entries: [OverlayEntry]
    private let files: [String]
    /// The entries to place.
    private let chosen: [Int]
    private var corrections: [Int64: WayCorrection] = [:]
    private var outcomes: [OverlayOutcome]
    private var ways = NearWays()

    /// A road is found if one of its nodes is so near to the place of an entry, metres.
    private static let reach = 1000.0
    /// The largest distance of a place on a way from the way, metres.
    private static let farthest = 25.0

    /// Of entries with their results so far, those to place by their numbers.
    init(
        _ entries: [OverlayEntry], _ outcomes: [OverlayOutcome], _ chosen: [Int],
        in files: [String]
    ) {
        self.chosen = chosen
        self.entries = entries
        self.outcomes = outcomes
        self.files = files
    }

    /// The entries on the ways of the input.
    mutating func placed() throws(MapCompileError) -> PlacedOverlay {
        if chosen.contains(where: { entries[$0].needsLine }) { try readWays() }
        for number in chosen { place(number) }
        for way in corrections.keys {
            corrections[way]?.parts.sort { $0.entry < $1.entry }
        }
        return PlacedOverlay(entries, corrections, outcomes)
    }

    // Reading.

    private mutating func readWays() throws(MapCompileError) {
        var boxes = AreaGrid()
        var around = BoundingBox.empty
        for box in chosen.compactMap({ entries[$0].box(reach: Self.reach) }) {
            boxes.add(box)
            around.grow(toHold: box)
        }
        var near: Set<Int64> = []
        if !around.isEmpty {
            try forEachNode(where: { _ in true }) { id, place in
                if around.contains(place), boxes.holds(place) { near.insert(id) }
            }
        }
        let named = Set(chosen.filter { entries[$0].needsLine }.compactMap { entries[$0].namedWay })
        var tags = Tags()
        var lines: [Int64: [Int64]] = [:]
        for file in files {
            var pass = try OpenStreetMapPass.begin(file, .ways)
            while try pass.nextWays({ (id, _, nodes, read) throws(MapCompileError) in
                guard read.areOfRoad, lines[id] == nil,
                    named.contains(id) || nodes.contains(where: near.contains)
                else { return }
                read.read(into: &tags)
                guard named.contains(id) || tags.mayBeRoad else { return }
                var line: [Int64] = []
                for node in nodes where line.last != node { line.append(node) }
                lines[id] = line
            }) {}
        }
        let wanted = Set(lines.values.joined())
        var places: [Int64: Coordinate] = [:]
        try forEachNode(where: wanted.contains) { id, place in
            if places[id] == nil { places[id] = place }
        }
        ways = NearWays(lines, places)
    }

    private func forEachNode(
        where isWanted: (Int64) -> Bool, _ visit: (Int64, Coordinate) -> Void
    ) throws(MapCompileError) {
        for file in files {
            var pass = try OpenStreetMapPass.begin(file, .nodes)
            while try pass.nextNodes(
                where: { (id) throws(MapCompileError) in isWanted(id) },
                { (id, place, _) throws(MapCompileError) in visit(id, place) }
            ) {}
        }
    }

    // Placing.

    private mutating func place(_ number: Int) {
        let entry = entries[number]
        switch entry.selection {
        case .way(let way, nil, nil):
            add(number, way, nil, entry.directions)
        case .way(let way, let from, let to): place(number, on: way, from, to)
        case .line(let line):
            let cover = LineCover(line)
            placeAll(number, touching: cover.margin) { piece in
                cover.ranges(of: piece.shape).map { range, isReversed in
                    let turned: DirectionSet = entry.directions == .forward ? .backward : .forward
                    let isOne = entry.directions != .both && isReversed
                    return (range, isOne ? turned : entry.directions)
                }
            }
        case .area(let area):
            placeAll(number, touching: area.box) { piece in
                piece.ranges(inside: area).map { ($0, entry.directions) }
            }
        case .point(let place, let bearing): put(number, at: place, headedTo: bearing ?? 0)
        }
    }

    private mutating func placeAll(
        _ number: Int, touching box: BoundingBox,
        _ ranges: (WayPiece) -> [(range: ClosedRange<Metres>, directions: DirectionSet)]
    ) {
        var isPlaced = false
        let way = entries[number].way
        for near in ways.pieces(touching: box, of: way) {
            for (range, directions) in ranges(near.piece) {
                isPlaced = true
                add(number, near.way, near.piece.range(range), directions)
            }
        }
        guard !isPlaced else { return }
        let which = way.map { "way \($0) is not" } ?? "no road is"
        outcomes[number].note(.stale, "\(which) along the line or in the area")
    }

    private mutating func place(
        _ number: Int, on way: Int64, _ from: OverlayEntry.End?, _ to: OverlayEntry.End?
    ) {
        guard let pieces = ways.pieces(of: way) else { return add(number, way, nil, .both) }
        guard pieces.count == 1, pieces[0].isWhole else {
            outcomes[number].note(.noEffect, "way \(way): the data do not have all of its nodes")
            return
        }
        var ends: [Metres] = []
        for (end, usual) in [(from, Metres(0)), (to, pieces[0].shape.length)] {
            switch end {
            case nil: ends.append(usual)
            case .along(let metres)?:
                guard metres <= pieces[0].shape.length.value else {
                    let length = Int(pieces[0].shape.length.value)
                    outcomes[number].note(
                        .noEffect,
                        "way \(way) is \(length) m long, shorter than \(Int(min(metres, 1e9))) m")
                    return
                }
                ends.append(Metres(metres))
            case .place(let place)?:
                let nearest = pieces[0].shape.nearest(in: LocalFrame(around: place))
                let distance = nearest?.distanceSquared.squareRoot() ?? .infinity
                guard let nearest, distance <= Self.farthest else {
                    outcomes[number].note(
                        .stale, "way \(way) is more than \(Int(Self.farthest)) m from its place")
                    return
                }
                ends.append(nearest.along)
            }
        }
        let (low, high) = (min(ends[0], ends[1]), max(ends[0], ends[1]))
        guard (high - low).value >= 1 else {
            outcomes[number].note(.noEffect, "way \(way): from and to are the same place")
            return
        }
        add(number, way, pieces[0].range(low...high), entries[number].directions)
    }

    /// Puts a sign on the nearest road with its driving direction.
    private mutating func put(_ number: Int, at place: Coordinate, headedTo bearing: Double) {
        let frame = LocalFrame(around: place)
        var best: (distance: Double, way: Int64, at: WayPosition, DirectionSet, last: Int)?
        let nearWays = ways.pieces(
            around: frame, within: Metres(Self.farthest), of: entries[number].way)
        for near in nearWays {
            let piece = near.piece
            guard let nearest = piece.shape.nearest(in: frame) else { continue }
            let distance = nearest.distanceSquared.squareRoot()
            let directions = DirectionSet.along(nearest.direction.bearing.value, headedTo: bearing)
            guard distance <= Self.farthest, !directions.isEmpty,
                distance < best?.distance ?? .infinity
            else { continue }
            best = (
                distance, near.way, piece.position(nearest.along), directions,
                piece.start + piece.shape.count - 2
            )
        }
        guard let best, case .sign(let text)? = entries[number].facts.first else {
            outcomes[number].note(
                .stale, "no road with its bearing is within \(Int(Self.farthest)) m")
            return
        }
        let sign = RoadsidePlace(
            sign: text, at: best.at, in: best.3, lastSegment: best.last)
        corrections[best.way, default: WayCorrection()].signs.append((number, sign))
    }

    private mutating func add(
        _ number: Int, _ way: Int64, _ range: Range<WayPosition>?, _ directions: DirectionSet
    ) {
        corrections[way, default: WayCorrection()].parts.append(
            WayCorrection.Part(entry: number, range: range, directions: directions))
    }
}

extension OverlayEntry {
    /// Whether it needs the lines of ways.
    fileprivate var needsLine: Bool {
        if case .way(_, nil, nil) = selection { false } else { true }
    }

    /// The way that it names, if any.
    fileprivate var namedWay: Int64? {
        if case .way(let way, _, _) = selection { way } else { way }
    }

    /// The rectangle around its place; `nil` if it selects by a way.
    fileprivate func box(reach: Double) -> BoundingBox? {
        var box = BoundingBox.empty
        func grow(_ place: Coordinate) {
            box.grow(toHold: LocalFrame(around: place).box(radius: Metres(reach)))
        }
        switch selection {
        case .way: return nil
        case .line(let shape): shape.points.forEach(grow)
        case .area(let area): area.corners.forEach(grow)
        case .point(let place, _): grow(place)
        }
        return box
    }
}

extension Tags {
    /// Whether it may be a road for cars if its access or its state changes.
    fileprivate var mayBeRoad: Bool {
        guard let highway = self[.highway] else { return false }
        var noted = TagRemarks()
        switch judge(self, under: Jurisdiction(code: "", unit: .kilometresPerHour), noting: &noted)
        {
        case .road, .dropped(.closed), .dropped(.publicTransport): return true
        case .dropped(.notBuilt): return highway == "construction"
        default: return false
        }
    }
}
