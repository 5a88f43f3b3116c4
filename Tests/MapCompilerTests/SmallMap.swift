import Geodesy
import Glibc
import MapCompiler
import Quantities
import RecordSorting
import RoadMap
import RoadMapWriter
import Testing

/// An OpenStreetMap file made by hand, which goes through the real reader. Nodes lie on a grid of
/// 0.001 degrees (111 m to the north) whose column and row their ids give: node 23 lies two steps
/// north and three east of the origin.
struct SmallMap {
    private var nodes: [Int64: (latitude: String, longitude: String)] = [:]
    private var absent: Set<Int64> = []
    private var nodeTags: [Int64: [(key: String, value: String)]] = [:]
    private var relations: [String] = []
    private var ways: [(id: Int64, nodes: [Int64], tags: [(key: String, value: String)])] = []
    /// Ways first and nodes in falling order, as no well-behaved file has them.
    var isUnsorted = false

    /// Adds a way and its nodes.
    mutating func way(_ id: Int64, _ nodes: [Int64], _ tags: KeyValuePairs<String, String>) {
        way(id, nodes, tags: tags.map { (key: $0.key, value: $0.value) })
    }

    /// Adds a way and its nodes.
    mutating func way(_ id: Int64, _ nodes: [Int64], tags: [(key: String, value: String)]) {
        for node in nodes where self.nodes[node] == nil {
            let row = node.magnitude / 10 % 10
            let column = node.magnitude % 10
            self.nodes[node] = ("46.00\(row)", node < 0 ? "8.01\(column)" : "8.00\(column)")
        }
        ways.append((id, nodes, tags))
    }

    /// Puts a node somewhere else.
    mutating func place(_ node: Int64, _ latitude: String, _ longitude: String) {
        nodes[node] = (latitude, longitude)
    }

    /// Says what stands at a node.
    mutating func tag(_ node: Int64, _ tags: KeyValuePairs<String, String>) {
        nodeTags[node] = tags.map { (key: $0.key, value: $0.value) }
    }

    /// Says what stands at a node.
    mutating func tag(_ node: Int64, tags: [(key: String, value: String)]) { nodeTags[node] = tags }

    /// Adds a relation of members such as `("way", 1, "from")`.
    mutating func relation(
        _ members: [(type: String, id: Int64, role: String)],
        _ tags: KeyValuePairs<String, String>
    ) {
        relation(members, tags: tags.map { (key: $0.key, value: $0.value) })
    }

    /// Adds a relation.
    mutating func relation(
        _ members: [(type: String, id: Int64, role: String)],
        tags: [(key: String, value: String)]
    ) {
        relations.append(
            "<relation id='\(relations.count + 1)'>"
                + members.map { "<member type='\($0.type)' ref='\($0.id)' role='\($0.role)'/>" }
                .joined() + tags.map { tag($0) }.joined()
                + "</relation>"
        )
    }

    private func tag(_ tag: (key: String, value: String)) -> String {
        "<tag k='\(tag.key)' v='\(escaped(tag.value))'/>"
    }

    /// Leaves a node out of the file, though ways refer to it.
    mutating func lose(_ node: Int64) { absent.insert(node) }

    /// The file as XML.
    var xml: String {
        var nodeLines = nodes.sorted { $0.key < $1.key }.filter { !absent.contains($0.key) }
            .map { id, place in
                "<node id='\(id)' lat='\(place.latitude)' lon='\(place.longitude)'>"
                    + (nodeTags[id] ?? []).map(tag).joined() + "</node>"
            }
        var wayLines = ways.map { way in
            "<way id='\(way.id)' version='1' timestamp='2024-02-29T12:00:00Z'>"
                + way.nodes.map { "<nd ref='\($0)'/>" }.joined()
                + way.tags.map(tag).joined()
                + "</way>"
        }
        if isUnsorted {
            nodeLines.reverse()
            wayLines.reverse()
        }
        let lines = (isUnsorted ? wayLines + nodeLines : nodeLines + wayLines) + relations
        return "<?xml version='1.0' encoding='UTF-8'?>\n<osm version='0.6'>\n"
            + lines.joined(separator: "\n") + "\n</osm>\n"
    }

    /// Compiles the file.
    func compiled(
        in code: String = "CH"
    ) throws -> (content: MapContent, report: CompileReport) {
        let file = try TemporaryFile(xml, suffix: ".osm")
        return try compile([file], in: code)
    }

    private func escaped(_ text: String) -> String {
        text.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}

/// Compiles files as if they lay in a country, Switzerland unless it is named.
func compile(
    _ files: [String],
    in code: String = "CH",
    elevation: String? = nil,
    asksCoarseBorders: Bool = false,
    changing change: (inout MapCompilation) throws -> Void = { _ in }
) throws -> (content: MapContent, report: CompileReport) {
    let country = try #require(CountryTable.country(alpha2: code))
    var content = MapContent(country: country)
    // Next to no memory, so that all of it goes through the temporary file.
    let space = SortingSpace(memory: 0, folder: "/tmp")
    var compilation = MapCompilation(
        files: files, countryCode: code, country: country, space: space, elevation: elevation,
        asksCoarseBorders: asksCoarseBorders)
    try change(&compilation)
    let report = try compilation.run(encode: { $0 }) { (link) throws(MapContentError) in
        content.links.append(link)
    }
    content.dataTime = report.dataTime
    content.notes = report.notes
    return (content, report)
}

/// The same of files that are to last that long.
func compile(
    _ files: [TemporaryFile], in code: String = "CH", asksCoarseBorders: Bool = false
) throws -> (content: MapContent, report: CompileReport) {
    try withExtendedLifetime(files) {
        try compile(files.map(\.path), in: code, asksCoarseBorders: asksCoarseBorders)
    }
}

/// A file that is gone when it is not needed any more: use it in `withExtendedLifetime`, since an
/// optimised build releases it after its last use.
final class TemporaryFile {
    let path: String

    convenience init(_ text: String, suffix: String) throws {
        try self.init(Array(text.utf8), suffix: suffix)
    }

    init(_ bytes: [UInt8], suffix: String) throws {
        var template = Array("/tmp/ehorizon-test-XXXXXX\(suffix)".utf8CString)
        let descriptor = mkstemps(&template, Int32(suffix.utf8.count))
        try #require(descriptor >= 0)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { close(descriptor) }
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        try #require(written == bytes.count)
    }

    deinit { unlink(path) }
}

extension MapContent {
    /// A link as `way:start-end`, with an arrow for the directions: `1:11>13`, `1:11<>13`, `1:11<13`.
    var linkNames: [String] {
        links.map { link in
            let arrow: String
            switch link.directions {
            case .forward: arrow = ">"
            case .backward: arrow = "<"
            default: arrow = "<>"
            }
            return "\(link.way):\(link.startNode.id)\(arrow)\(link.endNode.id)"
        }
    }

    /// What is known of the first link, one word for each direction that differs: `50>` `30<` `2`.
    func facts(_ kind: AttributeKind, of link: Int = 0) -> [String] {
        links[link].attributes.filter { $0.kind == kind }.map { attribute in
            let arrow = attribute.directions == .forward ? ">" : "<"
            let side = attribute.directions == .both ? "" : arrow
            let mark = attribute.provenance == .tagged ? "" : "~"
            return "\(mark)\(attribute.value)\(side)"
        }
    }
}
