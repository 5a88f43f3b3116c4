import Horizon
import HorizonProvider
import Quantities
import RoadMap

/// A path tree for people and scripts.
struct TreeDescription: Encodable {
    /// The paths, parents before their children.
    let paths: [PathDescription]
    /// The offset of the vehicle on the main path, in metres.
    let vehicleOffset: Double
    /// The time of the moment of a drive, seconds since 1970 or since its start; `nil` for a tree from a position.
    var time: Double?
    /// The state of the vehicle as POSITION reports it; `nil` for a tree from a position.
    var state: String?
    /// Whether paths may have indexes on the wire.
    private let isTransmitted: Bool

    private enum CodingKeys: CodingKey { case time, state, paths, vehicleOffset }

    /// One path.
    struct PathDescription: Encodable {
        let path: UInt64
        /// Its index on the wire; `nil` if it has none.
        let pathIndex: UInt8?
        let level: Int
        let parent: UInt64?
        /// The offset of its branch point on the parent, in metres.
        let branchOffset: Double?
        let turnAngle: Double?
        let probability: Double?
        /// The reason why it is illegal; `nil` for a legal path.
        let illegal: String?
        /// Whether it is a U-turn.
        let isUTurn: Bool
        /// The distance from the vehicle along the tree; negative behind it.
        let distanceToStart: Double
        /// From its start to the end of its last link.
        let length: Double
        let end: String
        let links: [LinkDescription]
    }

    /// One link of a path.
    struct LinkDescription: Encodable {
        let way: Int64
        /// The link as `ehorizon map link` takes it.
        let link: String
        let blockIndex: String
        /// The value of profile-long.link-identifier on the wire.
        let linkIdentifier: UInt32
        let direction: String
        let offset: Double
        let length: Double
        let name: String?
        let reference: String?
        let functionalRoadClass: UInt8?
        let probability: Double
    }

    /// A tree, with the indexes of its paths on the wire if it is that of an engine.
    init(_ tree: PathTree, _ indexes: KnownIndexes?, map: RoadMap) throws {
        isTransmitted = indexes != nil
        vehicleOffset = tree.vehicleOffset.value
        paths = try tree.paths.map { path in
            PathDescription(
                path: path.id.number, pathIndex: indexes?[path.id], level: path.level,
                parent: path.branch?.parent.number,
                branchOffset: path.branch?.offset.metres.value,
                turnAngle: path.branch?.turnAngle.value, probability: path.branch?.probability,
                illegal: path.branch.flatMap { Self.reason(for: $0.legality) },
                isUTurn: path.branch?.isUTurn ?? false,
                distanceToStart: path.startDistance.metres.value, length: path.length.metres.value,
                end: Self.name(of: path.end),
                links: try path.links.map { try LinkDescription($0, map: map) })
        }
    }

    /// One line for each path, indented by its level, with its roads.
    func text() -> [String] {
        var lines = time.map { [momentText($0) + "  " + (state ?? "")] } ?? []
        func name(_ path: PathDescription) -> String {
            isTransmitted ? pathWords(path.pathIndex, path.path) : "path \(path.path)"
        }
        var children: [UInt64: [PathDescription]] = [:]
        for path in paths {
            if let parent = path.parent { children[parent, default: []].append(path) }
        }
        func describe(_ path: PathDescription) {
            var line = String(repeating: "  ", count: path.level)
            if let offset = path.branchOffset, let angle = path.turnAngle,
                let probability = path.probability
            {
                let side = angle < 0 ? "left" : "right"
                line += "at \(Self.whole(offset)) m \(Self.whole(abs(angle)))° \(side),"
                line += " \(Self.whole(probability * 100)) %: \(name(path))"
            } else {
                line += "main \(name(path)), the vehicle at \(Self.whole(vehicleOffset)) m"
            }
            line += ", \(Self.whole(path.length)) m: \(Self.roads(of: path))"
            if path.isUTurn { line += " (U-turn)" }
            if let illegal = path.illegal { line += " (\(illegal))" }
            if path.end != "open" { line += " (\(path.end))" }
            lines.append(line)
            for child in (children[path.path] ?? []) { describe(child) }
        }
        for path in paths where path.parent == nil { describe(path) }
        return lines
    }

    private static func reason(for legality: ExitLegality) -> String? {
        switch legality {
        case .legal: nil
        case .oneWay: "one-way against"
        case .forbiddenTurn: "forbidden turn"
        case .closed: "closed"
        }
    }

    private static func name(of end: HorizonPath.End) -> String {
        switch end {
        case .open: "open"
        case .deadEnd: "dead end"
        case .loop: "loop"
        }
    }

    /// The roads in order; neighbouring links of one road count once.
    private static func roads(of path: PathDescription) -> String {
        var names: [String] = []
        for link in path.links {
            let name = [link.reference, link.name].compactMap { $0 }.joined(separator: " ")
            let shown = name.isEmpty ? "way \(link.way)" : name
            if names.last != shown { names.append(shown) }
        }
        return names.joined(separator: ", ")
    }

    private static func whole(_ value: Double) -> Int { Int(value.rounded()) }
}

extension TreeDescription.LinkDescription {
    fileprivate init(_ link: PathLink, map: RoadMap) throws {
        var texts: [AttributeKind: String] = [:]
        try map.forEachAttribute(of: link.record) { (attribute) throws(MapError) in
            guard attribute.kind == .name || attribute.kind == .reference else { return }
            texts[attribute.kind] = try map.text(attribute, of: link.record)
        }
        let id = try map.stableID(of: link.record)
        self.init(
            way: link.record.way, link: id.text, blockIndex: link.record.reference.text,
            linkIdentifier: id.wireIdentifier(link.link.direction),
            direction: link.link.direction == .forward ? "forward" : "backward",
            offset: link.start.metres.value, length: link.record.length.metres.value,
            name: texts[.name], reference: texts[.reference],
            functionalRoadClass: link.traits.functionalRoadClass?.rank,
            probability: link.probability)
    }
}
