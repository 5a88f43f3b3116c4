import Console
import RoadMap
import TextFiles

/// A link or a road on the command line, by any of its names.
enum LinkArgument {
    /// `way:35160067`: all links of a way of OpenStreetMap.
    case way(Int64)
    /// `35160067:12-13`: the link of a way between two nodes of OpenStreetMap.
    case link(StableLinkID)
    /// `164:195`: block and place in this map file, as `match` prints them.
    case reference(LinkReference)
    /// `identifier:2530008282` or `0x96CC…`: the link-identifier on the wire.
    case identifier(UInt32)
    /// `35160067`: a way or a link-identifier.
    case number(Int64)
    /// `--name`: the name or the number of a road.
    case name(String)

    /// The forms, for help and problems.
    static let forms = """
        a way of OpenStreetMap (35160067), a link (WAY:STARTNODE-ENDNODE), block:index of this map file (164:195) or a \
        link-identifier on the wire (2530008282)
        """

    /// Reads a link. The refusal of a position, a rectangle or a road name states the command or option for it.
    init(_ text: String) throws {
        guard let found = Self.parse(text) else {
            throw UsageFailure("\(text): \(Self.cure(for: text))")
        }
        self = found
    }

    private static func parse(_ text: String) -> LinkArgument? {
        if let number = Int64(text) { return .number(number) }
        if text.lowercased().hasPrefix("0x") {
            return UInt32(text.dropFirst(2), radix: 16).map { .identifier($0) }
        }
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let (head, rest) = (text[..<colon], text[text.index(after: colon)...])
        switch head {
        case "way": return Int64(rest).map { .way($0) }
        case "identifier", "link-identifier": return UInt32(rest).map { .identifier($0) }
        default: break
        }
        if let block = UInt32(head), let index = UInt16(rest) {
            return .reference(LinkReference(block: block, index: index))
        }
        // The ids may be negative, so that the hyphen is the one that a digit precedes.
        guard let way = Int64(head), let start = rest.first,
            let hyphen = rest.dropFirst().firstIndex(of: "-"),
            let startNode = Int64(String(start) + rest.dropFirst()[..<hyphen]),
            let endNode = Int64(rest[rest.index(after: hyphen)...])
        else { return nil }
        return .link(StableLinkID(way: way, startNode: startNode, endNode: endNode))
    }

    private static func cure(for text: String) -> String {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
            Double($0)
        }
        if numbers.count > 1, numbers.allSatisfy({ $0 != nil }) {
            return numbers.count == 4
                ? "this is a rectangle; use 'ehorizon map links FILE --bbox \(text)'"
                : "this is a position; use 'ehorizon map at FILE \(text)'"
        }
        let name = text.contains(where: \.isLetter) && !text.contains(":")
        return name
            ? "this is no link; for the name of a road use --name \(text) of 'ehorizon map link'"
            : "this is no link; a link is \(forms)"
    }

    /// The way that it names; `nil` where only a map knows it. A number is taken as a way.
    var namedWay: Int64? {
        switch self {
        case .way(let way), .number(let way): way
        case .link(let link): link.way
        case .reference, .identifier, .name: nil
        }
    }

    /// What it is, for a map that has none of it.
    var words: String {
        switch self {
        case .way(let way): "link of way \(way)"
        case .link(let link): "link \(link.text)"
        case .reference(let reference): "link at block:index \(reference.text)"
        case .identifier(let identifier): "link with the link-identifier \(identifier)"
        case .number(let number): "link of way \(number)"
        case .name(let name): "road '\(name)'"
        }
    }
}

extension StableLinkID {
    /// Its form on the command line.
    var text: String { "\(way):\(startNode)-\(endNode)" }
}

extension RecordReference {
    /// Block and place in this map file, as on the command line.
    var text: String { "\(block):\(index)" }
}
