public import Geodesy
import Quantities
public import RandomNumbers
import RoadMap
import RoadMapWriter

/// A map that is valid and made to take as much work as possible: its genes say how many roads of which
/// kind stand how near to each other. Each gene goes up to the limit of the format, or slightly beyond the
/// number that a writer accepts of it, which is then taken back.
public struct HostileMap: Sendable, CustomStringConvertible {
    /// What can be out of proportion.
    public enum Gene: String, CaseIterable, Sendable {
        /// Junctions along a side of the grid.
        case size
        /// The distance of junctions, cm.
        case spacing
        /// Roads between two junctions beside each other.
        case parallel
        /// Roads from each junction to junctions far away.
        case far
        /// How many junctions away those end.
        case farStep
        /// Points of a road's line.
        case points
        /// How far the line of a road swings to its sides, cm.
        case swing
        /// Attributes of stretches of a road.
        case stretches
        /// Speed limits under conditions.
        case conditions
        /// Turn restrictions at the ends of a road.
        case restrictions
        /// Ways before a restriction.
        case previousWays
        /// Road objects.
        case objects
        /// Spots of each profile.
        case spots
        /// Bytes of a road's name.
        case name
        /// Texts of a road.
        case texts
        /// One road in so many is one-way.
        case oneWay
        /// Whether roads say the same, so that they share it.
        case shared

        /// The legal values.
        var range: ClosedRange<Int> {
            switch self {
            case .size: 2...40
            case .spacing: 0...20_000
            case .parallel: 1...16
            case .far: 0...24
            case .farStep: 1...400
            case .points: 2...MapFormat.maximumPoints
            case .swing: 0...3000
            case .stretches: 0...200
            case .conditions: 0...MapFormat.maximumConditions
            case .restrictions: 0...MapFormat.maximumTurnRestrictions
            case .previousWays: 0...8
            case .objects: 0...100
            case .spots: 0...200
            case .name: 0...MapFormat.longestText
            case .texts: 0...40
            case .oneWay: 1...20
            case .shared: 0...1
            }
        }
    }

    private var genes: [Int]

    /// The value of a gene.
    public subscript(gene: Gene) -> Int {
        get { genes[Gene.allCases.firstIndex(of: gene) ?? 0] }
        set { genes[Gene.allCases.firstIndex(of: gene) ?? 0] = newValue }
    }

    /// A grid of plain streets.
    public init() {
        genes = Gene.allCases.map(\.range.lowerBound)
        self[.size] = 12
        self[.spacing] = 5000
        self[.oneWay] = 20
    }

    /// Genes at random, mostly near a limit or small.
    public init(_ random: inout SplitMix64) {
        self.init()
        for gene in Gene.allCases where Bool.random(using: &random) {
            self[gene] = Self.value(of: gene, &random)
        }
        self[.size] = Int.random(in: 6...40, using: &random)
    }

    private static func value(of gene: Gene, _ random: inout SplitMix64) -> Int {
        let range = gene.range
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return range.upperBound
        case 1: return Int.random(in: range, using: &random)
        default:
            // Evenly over the orders of magnitude.
            let span = Double(range.upperBound - range.lowerBound + 1)
            let share = Double.random(in: 0..<1, using: &random)
            var power = 1.0
            for _ in 0..<20 { power *= 1 - share * 0.3 }
            return range.lowerBound + min(Int(span * power), range.upperBound - range.lowerBound)
        }
    }

    /// The same with some genes changed.
    public func changed(_ random: inout SplitMix64) -> HostileMap {
        var other = self
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            guard let gene = Gene.allCases.randomElement(using: &random) else { continue }
            if Bool.random(using: &random) {
                other[gene] = Self.value(of: gene, &random)
            } else {
                let scaled = Double(other[gene]) * Double.random(in: 0.5...2, using: &random)
                other[gene] = min(max(Int(scaled), gene.range.lowerBound), gene.range.upperBound)
            }
        }
        return other
    }

    /// The genes that are not at their least.
    public var description: String {
        Gene.allCases.filter { self[$0] != $0.range.lowerBound }
            .map { "\($0.rawValue) \(self[$0])" }.joined(separator: ", ")
    }

    /// The most bytes that the records of a map take together, so that a trial takes seconds.
    private static let largest = 12 << 20

    /// The bytes of the file and the places of a drive through it; `nil` if a writer refuses it.
    public func written() throws -> (file: [UInt8], drive: [Coordinate])? {
        guard let origin = Coordinate(latitude: 48, longitude: 9),
            let country = Country(
                numericCode: 276, drivingSide: .right, speedUnit: .kilometresPerHour)
        else { return nil }
        let frame = LocalFrame(around: origin)
        let size = min(self[.size], sizeThatFits)
        let spacing = Double(self[.spacing]) / 100
        var nodes: [NewNode] = []
        for index in 0..<size * size {
            let point = PlanarVector(
                x: Double(index % size) * spacing, y: Double(index / size) * spacing)
            guard let place = frame.unproject(point) else { return nil }
            nodes.append(NewNode(id: Int64(index + 1), place: place))
        }
        var content = MapContent(country: country)
        content.notes = [("time-zone", "Europe/Berlin CET-1CEST,M3.5.0,M10.5.0/3")]
        for index in 0..<size * size {
            var targets: [Int] = []
            if index % size + 1 < size { targets.append(index + 1) }
            if index + size < size * size { targets.append(index + size) }
            targets = targets.flatMap { [Int](repeating: $0, count: self[.parallel]) }
            for step in 0..<self[.far] {
                targets.append((index + (step + 1) * self[.farStep]) % (size * size))
            }
            for target in targets {
                content.links.append(
                    link(
                        from: nodes[index], to: nodes[target], number: content.links.count, frame))
            }
        }
        var drive: [Coordinate] = []
        for step in 0..<Self.fixes {
            let along = min(Double(step) * 15, Double(size - 1) * spacing)
            if let place = frame.unproject(PlanarVector(x: along, y: Double(size / 2) * spacing)) {
                drive.append(place)
            }
        }
        do throws(MapContentError) { return (try content.encoded(), drive) } catch { return nil }
    }

    /// The number of fixes of a drive.
    private static let fixes = 12

    /// How many junctions a side may have for the file to be small enough.
    private var sizeThatFits: Int {
        let road =
            40 + 4 * self[.points] + 12 * self[.spots] + 6 * self[.stretches]
            + 12 * (self[.conditions] + self[.restrictions] * (1 + self[.previousWays]))
            + 6 * self[.objects] + (self[.name] + 8) * max(self[.texts], 1)
        let roads = 2 * self[.parallel] + self[.far]
        let junctions = max(Self.largest / max(road * roads, 1), 4)
        return max(Int(Double(junctions).squareRoot()), 2)
    }

    private func link(
        from start: NewNode, to end: NewNode, number: Int, _ frame: LocalFrame
    ) -> NewLink {
        let first = frame.project(start.place)
        let last = frame.project(end.place)
        var points = [start.place]
        let count = self[.points]
        for step in 1..<max(count - 1, 1) {
            let share = Double(step) / Double(count - 1)
            let point = first + (last - first) * share
            let swing = Double(self[.swing]) / 100 * (step % 2 == 0 ? 1 : -1)
            let bent = PlanarVector(x: point.x + swing, y: point.y + swing)
            if let place = frame.unproject(bent) { points.append(place) }
        }
        points.append(end.place)
        var link = NewLink(
            way: Int64(number + 1), startNode: start, endNode: end, points: points,
            directions: number % self[.oneWay] == 1 ? .forward : .both)
        let length = Centimetres(rounding: Shape(points).length) ?? .zero
        link.attributes = attributes(of: length, number)
        for text in 0..<self[.texts] {
            let tag = self[.shared] == 1 ? "" : "\(number) \(text) "
            let padding = String(repeating: "x", count: max(self[.name] - tag.count, 0))
            link.texts.append(NewText(text % 2 == 0 ? .name : .reference, tag + padding))
        }
        let seed = number
        let spots = min(self[.spots], MapFormat.maximumSpots(of: length))
        if spots > 0 {
            for kind in [ProfileKind.curvature, .slope, .altitude] {
                link.profiles.append(
                    NewProfile(
                        kind, provenance: .derived,
                        spots: (0..<spots).map { number in
                            ProfileSpot(
                                offset: Centimetres(length.value * number / spots),
                                value: Int32((number * 7919 + seed) % 900 - 450))
                        }))
            }
        }
        return link
    }

    private func attributes(of length: Centimetres, _ number: Int) -> [Attribute] {
        var attributes: [Attribute] = []
        func add(
            _ kind: AttributeKind, _ value: UInt64, from: Int = 0, to: Int? = nil
        ) {
            attributes.append(
                Attribute(
                    kind, value, provenance: .tagged, from: Centimetres(from),
                    to: Centimetres(to ?? length.value)))
        }
        let own = self[.shared] == 1 ? 0 : number
        add(.functionalRoadClass, UInt64(1 + own % 6))
        let limit = SpeedLimitRule(.limited(UInt16(30 + own % 90), .kilometresPerHour))
        add(.speedLimit, limit.attributeValue)
        for index in 0..<self[.conditions] {
            add(.speedLimit, limit.attributeValue)
            var condition = Condition()
            condition.weekdays = UInt8(index % 127 + 1)
            condition.weather = index % 2 == 0 ? .wet : .any
            add(.condition, condition.attributeValue)
        }
        for index in 0..<self[.restrictions] {
            add(
                .turnRestriction,
                TurnRestriction(index % 4 == 3 ? .onward : .no, toWay: Int64(number + index * 3))
                    .attributeValue)
            for way in 0..<self[.previousWays] { add(.previousWay, UInt64(number + way) << 1) }
        }
        let kinds: [AttributeKind] = [
            .lanes, .tunnel, .bridge, .surface, .speedLimit, .builtUpArea, .country, .layer,
        ]
        for index in 0..<self[.stretches] {
            let from = length.value * index / (self[.stretches] + 1)
            let kind = kinds[index % kinds.count]
            let value: UInt64 =
                switch kind {
                case .speedLimit: limit.attributeValue
                case .country: 276
                case .lanes: UInt64(index % 6)
                default: UInt64(index % 2)
                }
            add(kind, value, from: from, to: length.value - from / 3)
        }
        for index in 0..<self[.objects] {
            let place = length.value * index / (self[.objects] + 1)
            add(
                .roadObject,
                RoadObject(index % 2 == 0 ? .trafficLight : .speedCamera).attributeValue,
                from: place, to: place)
        }
        return attributes
    }
}
