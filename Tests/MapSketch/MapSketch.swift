public import Geodesy
import Quantities
public import RoadMap
public import RoadMapWriter

/// A road map drawn in characters, for tests that a reader can see: letters are nodes, everything
/// else is decoration, and each character is one step of the grid east, each line one step south.
///
/// ```swift
/// let sketch = try MapSketch(
///     """
///     A---B---C
///         |
///         D
///     """,
///     gridMetres: 50, roads: [Road("ABC"), Road("BD", class: 4)])
/// ```
/// A road is a string of its nodes; it is cut into links where roads meet. Nodes that only one road
/// passes through are shape points.
public struct MapSketch {
    /// One road of the sketch.
    public struct Road: Sendable {
        let nodes: [Character]
        let directions: DirectionSet
        let attributes: [(AttributeKind, UInt64)]
        let name: String?
        let ranges: [Attribute]
        let profiles: [NewProfile]

        /// A road through nodes, or the line of a ferry, which no car may drive, with its class, form and
        /// limit where the test says them. A turn
        /// restriction holds at both of its ends; way 100 is the first road. Attributes and profiles of
        /// one's own are those of each of its links.
        public init(
            _ nodes: String,
            oneway: Bool = false,
            ferry: Bool = false,
            class rank: Int? = nil,
            form: FormOfWay? = nil,
            limit: SpeedLimit? = nil,
            name: String? = nil,
            restriction: TurnRestriction? = nil,
            also ranges: [Attribute] = [],
            profiles: [NewProfile] = []
        ) {
            self.ranges = ranges
            self.profiles = profiles
            self.nodes = Array(nodes)
            directions = ferry ? [] : oneway ? .forward : .both
            self.name = name
            var attributes: [(AttributeKind, UInt64)] = []
            if ferry { attributes.append((.ferry, 1)) }
            if let rank { attributes.append((.functionalRoadClass, UInt64(rank))) }
            if let form { attributes.append((.formOfWay, UInt64(form.rawValue))) }
            if let limit { attributes.append((.speedLimit, limit.attributeValue)) }
            if let restriction {
                attributes.append((.turnRestriction, restriction.attributeValue))
            }
            self.attributes = attributes
        }
    }

    /// Why a sketch is no map.
    public enum SketchError: Error {
        case unknownNode(Character)
        case notACountry
        case offTheEarth
    }

    /// The map, in memory.
    public let map: RoadMap
    /// The places of letters and digits.
    public let places: [Character: Coordinate]

    /// Draws a map. The first character of the first line lies at 48° N, 9° E. It lies in Germany
    /// where no other country is named. `furnish` adds to each link what a test wants there.
    public init(
        _ drawing: String, gridMetres: Double, roads: [Road], country: Country? = nil,
        dataTime: Int64? = nil, notes: [(key: String, value: String)] = [],
        furnish: (inout NewLink) -> Void = { _ in }
    ) throws {
        let germany = Country(
            numericCode: 276, drivingSide: .right, speedUnit: .kilometresPerHour)
        guard let origin = Coordinate(latitude: 48, longitude: 9), let country = country ?? germany
        else { throw SketchError.notACountry }
        let frame = LocalFrame(around: origin)
        var places: [Character: Coordinate] = [:]
        for (row, line) in drawing.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            for (column, character) in line.enumerated()
            where character.isLetter || character.isNumber {
                let point = PlanarVector(
                    x: Double(column) * gridMetres,
                    y: -Double(row) * gridMetres
                )
                guard let place = frame.unproject(point) else { throw SketchError.offTheEarth }
                places[character] = place
            }
        }
        var uses: [Character: Int] = [:]
        for road in roads {
            for (index, node) in road.nodes.enumerated() {
                let isEnd = index == 0 || index == road.nodes.count - 1
                uses[node, default: 0] += isEnd ? 2 : 1
            }
        }
        var content = MapContent(country: country)
        content.dataTime = dataTime
        content.notes = notes
        func newNode(_ node: Character) throws -> NewNode {
            guard let place = places[node], let id = node.unicodeScalars.first?.value else {
                throw SketchError.unknownNode(node)
            }
            return NewNode(id: Int64(id), place: place)
        }
        for (index, road) in roads.enumerated() {
            var start = 0
            for end in 1..<road.nodes.count where uses[road.nodes[end], default: 0] > 1 {
                var points: [Coordinate] = []
                for node in road.nodes[start...end] {
                    guard let place = places[node] else { throw SketchError.unknownNode(node) }
                    points.append(place)
                }
                var link = NewLink(
                    way: Int64(100 + index),
                    startNode: try newNode(road.nodes[start]),
                    endNode: try newNode(road.nodes[end]),
                    points: points,
                    directions: road.directions
                )
                for (kind, value) in road.attributes {
                    link.attributes.append(
                        Attribute(
                            kind,
                            value,
                            provenance: .tagged,
                            from: .zero,
                            to: Centimetres(Int(UInt32.max))
                        )
                    )
                }
                link.attributes += road.ranges
                link.profiles = road.profiles
                if let name = road.name { link.texts.append(NewText(.name, name)) }
                furnish(&link)
                content.links.append(link)
                start = end
            }
        }
        self.places = places
        map = try RoadMap(source: MemoryBlockSource(content.encoded()))
    }

    /// The place of a letter or digit.
    public func place(_ name: Character) throws -> Coordinate {
        guard let place = places[name] else { throw SketchError.unknownNode(name) }
        return place
    }

    /// The link from one node to another, in that direction.
    public func link(_ from: Character, _ to: Character) throws -> DirectedLink {
        var found: DirectedLink?
        let start = try place(from)
        let end = try place(to)
        try map.forEachLink(in: map.header.bounds) { (link) throws(MapError) in
            let first = try map.node(link.startNode).place
            let last = try map.node(link.endNode).place
            if first == start && last == end { found = DirectedLink(link.reference, .forward) }
            if first == end && last == start && found == nil {
                found = DirectedLink(link.reference, .backward)
            }
        }
        guard let found else { throw SketchError.unknownNode(to) }
        return found
    }
}
