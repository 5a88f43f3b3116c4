import MapCompiler
import Quantities
import RoadMap
import RoadMapWriter
import Testing

/// A small map with corrections.
struct CorrectedMap {
    let content: MapContent
    let report: CompileReport

    /// Compiles with the features of one overlay, each without its `type`.
    init(
        _ map: SmallMap, _ features: [String], at moment: String? = "2026-06-01",
        in code: String = "DE", explaining ways: Set<Int64> = []
    ) throws {
        let file = try TemporaryFile(map.xml, suffix: ".osm")
        let overlay = try Self.file(features)
        #expect(overlay.problems.isEmpty, "\(overlay.problems)")
        (content, report) = try withExtendedLifetime(file) {
            try compile([file.path], in: code) { compilation in
                compilation.overlay = overlay.entries
                compilation.moment = moment.flatMap { UTCTime(dateOrTime: $0) }
                compilation.explained = ways
            }
        }
    }

    /// The overlay of features.
    static func file(_ features: [String]) throws -> OverlayFile {
        let list = features.map { "{\"type\":\"Feature\",\($0)}" }.joined(separator: ",\n")
        let text = "{\"type\":\"FeatureCollection\",\"features\":[\n\(list)\n]}"
        return try OverlayFile(Array(text.utf8), name: "o.geojson")
    }

    /// The values of a kind on a way: `12-13 50 forward overlay`, with the range where it is not the link.
    func values(_ kind: AttributeKind, of way: Int64) -> [String] {
        content.links.filter { $0.way == way }.flatMap { link in
            link.attributes.filter { $0.kind == kind }.map { attribute in
                var words = ["\(link.startNode.id)-\(link.endNode.id)"]
                if let rule = SpeedLimitRule(attributeValue: attribute.value),
                    kind == .speedLimit || kind == .particularSpeedLimit
                {
                    words.append("\(rule.limit.words)")
                    if rule.source != .unstated { words.append("\(rule.source)") }
                    if rule.isImplausible { words.append("doubtful") }
                    if rule.isRejected { words.append("rejected") }
                } else {
                    words.append("\(attribute.value)")
                }
                if attribute.directions != .both {
                    words.append(attribute.directions == .forward ? "forward" : "backward")
                }
                words.append("\(attribute.provenance)")
                if attribute.to.value < Int(UInt32.max) {
                    let ends = [attribute.from, attribute.to].map { ($0.value + 50) / 100 }
                    words.append("\(ends[0])...\(ends[1])")
                }
                return words.joined(separator: " ")
            }
        }
    }

    /// The result of each entry, with its ways.
    var states: [String] {
        report.overlay.map { outcome in
            ([outcome.state.rawValue] + outcome.ways.map { "\($0)" }).joined(separator: " ")
        }
    }

    var remarks: [String] { report.overlay.flatMap(\.remarks) }
}

extension SpeedLimit {
    fileprivate var words: String {
        switch self {
        case .limited(let number, .kilometresPerHour): "\(number)"
        case .limited(let number, .milesPerHour): "\(number)mph"
        case .unlimited: "none"
        case .walkingPace: "walk"
        case .variable: "variable"
        }
    }
}
