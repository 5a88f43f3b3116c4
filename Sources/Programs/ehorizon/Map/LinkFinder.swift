import Console
import HorizonProvider
import RoadMap
import TextFiles

/// Finds the links of a map that a name stands for.
struct LinkFinder {
    private let wanted: LinkArgument
    /// Names of roads that are not the wanted one, for a proposal.
    private var otherNames: Set<String> = []
    private var isWay = false
    private var isIdentifier = false

    init(_ wanted: LinkArgument) { self.wanted = wanted }

    /// Whether it stands for a link.
    mutating func takes(_ link: Link, on map: RoadMap) throws(MapError) -> Bool {
        switch wanted {
        case .way(let way): return link.way == way
        case .link(let id): return link.way == id.way ? try map.stableID(of: link) == id : false
        case .reference(let reference): return link.reference == reference
        case .identifier(let number): return try has(number, link, on: map)
        case .number(let number):
            if link.way == number {
                isWay = true
                return true
            }
            guard let number = UInt32(exactly: number), try has(number, link, on: map) else {
                return false
            }
            isIdentifier = true
            return true
        case .name(let name):
            let names = try map.roadNames(of: link)
            if names.contains(where: { $0.lowercased() == name.lowercased() }) { return true }
            otherNames.formUnion(names)
            return false
        }
    }

    private func has(
        _ identifier: UInt32, _ link: Link, on map: RoadMap
    ) throws(MapError) -> Bool {
        let id = try map.stableID(of: link)
        return Direction.allCases.contains { id.wireIdentifier($0) == identifier }
    }

    /// The failure where a map has no such link. A place in the file that it does not have is wrong usage.
    func refusal(_ map: String) -> any Error {
        var line = "\(map): there is no \(wanted.words) in it"
        switch wanted {
        case .number(let number): line += ", and none with the link-identifier \(number)"
        case .reference:
            return UsageFailure(
                "\(line); block:index belongs to one map file, and another one has others")
        case .name(let name): line += NearestName.words(for: name, among: otherNames.sorted())
        case .way, .link, .identifier: break
        }
        return Failure(line)
    }

    /// A line where a number stands for links of two kinds.
    var doubt: String? {
        guard isWay, isIdentifier, case .number(let number) = wanted else { return nil }
        return
            "\(number) is a way and a link-identifier; way:\(number) or identifier:\(number) chooses one"
    }
}

extension RoadMap {
    /// The name and the numbers of the road of a link, each as the map has it.
    func roadNames(of link: Link) throws(MapError) -> [String] {
        var names: [String] = []
        try forEachAttribute(of: link) { (attribute) throws(MapError) in
            switch attribute.kind {
            case .name, .reference, .internationalReference:
                names.append(try text(attribute, of: link))
            default: break
            }
        }
        return names
    }
}
