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
        /// Junctions along the drive.
        case size
        /// Rows of them.
        case rows
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
        /// One road in so many is part of a roundabout; 0 for none.
        case roundabouts
        /// Pieces of each profile.
        case pieces
        /// Whether profiles have errors.
        case errors
        /// How much the values of profiles scatter: 0 not at all.
        case scatter
        /// Whether roads lie in turn in countries with different units.
        case countries
        /// Ways that the roads belong to, 0 for one each.
        case ways
        /// The drive jumps to another row after so many fixes; 0 for never.
        case jump
        /// Tens of metres between two fixes.
        case speed
        /// Whether the drive has all options of the horizon, a route, an indicator and changing weather.
        case options
        /// The most bytes of the map, MiB.
        case bytes
        /// Bytes of the directions of a road's lanes.
        case arrows

        /// The legal values.
        var range: ClosedRange<Int> {
            switch self {
            case .size: 2...2000
            case .rows: 1...40
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
            case .name, .arrows: 0...MapFormat.longestText
            case .texts: 0...40
            case .oneWay: 1...20
            case .shared, .errors, .countries, .options: 0...1
            case .roundabouts: 0...10
            case .scatter: 0...900
            case .pieces: 1...12
            case .ways: 0...40
            case .jump: 0...12
            case .speed: 1...10
            case .bytes: 1...12
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
        self[.rows] = 12
        self[.spacing] = 5000
        self[.oneWay] = 20
        self[.bytes] = 4
        self[.scatter] = 900
    }

    /// The map of a ``description``; `nil` if it is none.
    public init?(_ description: String) {
        genes = Gene.allCases.map(\.range.lowerBound)
        for part in description.split(separator: ",") {
            let words = part.split(separator: " ")
            guard words.count == 2, let gene = Gene(rawValue: String(words[0])),
                let value = Int(words[1]), gene.range.contains(value)
            else { return nil }
            self[gene] = value
        }
    }

    /// Genes at random, mostly near a limit or small.
    public init(_ random: inout SplitMix64) {
        self.init()
        for gene in Gene.allCases where Bool.random(using: &random) {
            self[gene] = Self.value(of: gene, &random)
        }
        self[.size] = Int.random(in: 6...40, using: &random)
        self[.rows] = self[.size]
        if Int.random(in: 0..<3, using: &random) == 0 {
            // A long chain of roads.
            self[.size] = Int.random(in: 40...2000, using: &random)
            self[.rows] = Int.random(in: 1...4, using: &random)
        }
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

    /// The bytes of the file and the places of a drive through it; `nil` if a writer refuses it.
    public func written() throws -> (file: [UInt8], drive: [Coordinate])? {
        guard let origin = Coordinate(latitude: 48, longitude: 9),
            let country = Country(
                numericCode: 276, drivingSide: .right, speedUnit: .kilometresPerHour)
        else { return nil }
        let frame = LocalFrame(around: origin)
        let rows = min(self[.rows], junctionsThatFit)
        let size = max(min(self[.size], junctionsThatFit / rows), 2)
        let spacing = Double(self[.spacing]) / 100
        var nodes: [NewNode] = []
        for index in 0..<size * rows {
            let point = PlanarVector(
                x: Double(index % size) * spacing, y: Double(index / size) * spacing)
            guard let place = frame.unproject(point) else { return nil }
            nodes.append(NewNode(id: Int64(index + 1), place: place))
        }
        var content = MapContent(country: country)
        content.notes = [("time-zone", "Europe/Berlin CET-1CEST,M3.5.0,M10.5.0/3")]
        for index in nodes.indices {
            var targets: [Int] = []
            if index % size + 1 < size { targets.append(index + 1) }
            if index + size < nodes.count { targets.append(index + size) }
            targets = targets.flatMap { [Int](repeating: $0, count: self[.parallel]) }
            for step in 0..<self[.far] {
                targets.append((index + (step + 1) * self[.farStep]) % nodes.count)
            }
            for target in targets {
                content.links.append(
                    link(
                        from: nodes[index], to: nodes[target], number: content.links.count, frame))
            }
        }
        var drive: [Coordinate] = []
        for step in 0..<Self.fixes {
            let row = rows / 2 + (self[.jump] > 0 ? step / self[.jump] * 7 : 0)
            let along = min(Double(step * self[.speed]) * 10, Double(size - 1) * spacing)
            let place = PlanarVector(x: along, y: Double(row % rows) * spacing)
            if let place = frame.unproject(place) { drive.append(place) }
        }
        do throws(MapContentError) { return (try content.encoded(), drive) } catch { return nil }
    }

    /// The number of fixes of a drive.
    private static let fixes = 12

    /// How many junctions there may be for the file to be small enough.
    private var junctionsThatFit: Int {
        let road =
            40 + 4 * self[.points] + 12 * self[.spots] + 6 * self[.stretches]
            + 12 * (self[.conditions] + self[.restrictions] * (1 + self[.previousWays]))
            + 6 * self[.objects] + (self[.name] + 8) * max(self[.texts], 1) + self[.arrows]
        let roads = 2 * self[.parallel] + self[.far]
        return max((self[.bytes] << 20) / max(road * roads, 1), 4)
    }
}
