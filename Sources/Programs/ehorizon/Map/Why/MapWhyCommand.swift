import ArgumentParser
import CLibrary
import Console
import RoadMap
import TextFiles

/// `ehorizon map why`: the reasons for a value of the map.
struct MapWhyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explains a value of the map: its tags, the rule, the law, areas, neighbours.",
        usage: "ehorizon map why <file.ehmap> <lat,lon|link> <value> --osm <file> ... [<options>]",
        discussion: """
            Example:

              ehorizon map why roads.ehmap 53.53763,13.26155 speed-limit --osm region.osm.pbf

            A map has values without their tags. So the command compiles the data again, with the \
            overlays, and explains the value by the decisions of the compiler. It leaves out each tag, and \
            each limit of the law, in turn. A tag or limit that changes the value is a reason for it. Give the options \
            with which the map was compiled. A link is WAY:STARTNODE-ENDNODE or WAY.

            The output has the value in the map; the reasons by topic (dropped, tag, rule, law, area, \
            neighbour, overlay, data); and the value of the data, if it is another one.

            Values: \(WhyValue.names.joined(separator: ", ")).
            """)

    @Argument(help: ArgumentHelp("The map file.", valueName: "file.ehmap"))
    var map: String

    // A latitude may begin with a minus sign.
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "The position or the link, and the value.", valueName: "lat,lon|link> <value"))
    var words: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("The OpenStreetMap files of the map.", valueName: "file"))
    var osm: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("The overlays of the map, or those to try.", valueName: "file"))
    var overlay: [String] = []

    @Option(
        help: ArgumentHelp(
            "The moment at which entries of --overlay have to be valid, ISO 8601.",
            valueName: "time"))
    var moment: String?

    @Option(help: ArgumentHelp("The country of the map, if it was named.", valueName: "CC"))
    var country: String?

    @Option(help: ArgumentHelp("The largest distance of a road.", valueName: "metres"))
    var within = 15.0

    func run() throws {
        guard words.count == 2 else {
            throw UsageFailure("a position or a link, and a value are expected; see --help")
        }
        let question = try WhyQuestion(words[0], within: within)
        let value = try WhyValue(words[1])
        guard !osm.isEmpty else {
            throw UsageFailure("--osm is missing: a map has no tags, only the data have them")
        }
        let roads = try RoadMap(files: [map])
        let known = try reading([map]) { try question.values(of: value, on: roads) }
        var ways = Array(Set(known.map(\.id.way))).sorted()
        if ways.isEmpty {
            guard let way = question.way else { throw question.refusal(map, words[0]) }
            ways = [way]
        }
        let output = try TextOutput("-")
        for road in known {
            try output.line("\(road.title): in the map")
            for line in road.lines { try output.line("  \(line)") }
            if road.lines.isEmpty { try output.line("  unknown") }
        }
        try output.flush()
        let compiled = try compile(ways, value)
        defer { unlink(compiled) }
        let data = try RoadMap(files: [compiled])
        for way in ways {
            let today = try reading([compiled]) {
                try question.of(way: way).values(of: value, on: data)
            }
            for road in known where road.id.way == way {
                let same = today.first { $0.id == road.id }
                guard same?.lines != road.lines else { continue }
                let source = overlay.isEmpty ? "of the data" : "of the data, with the overlays"
                try output.line("\(road.title): \(source)")
                for line in same?.lines ?? ["no such link"] { try output.line("  \(line)") }
                if same?.lines.isEmpty == true { try output.line("  unknown") }
            }
        }
        try output.finish()
    }

    /// Compiles the data into a temporary map, whose name it returns. The compiler prints the reasons.
    private func compile(_ ways: [Int64], _ value: WhyValue) throws -> String {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var name = Array("\(folder)/ehorizon-why-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard descriptor >= 0 else { throw Failure("cannot write \(path): \(systemErrorText())") }
        close(descriptor)
        var options = ["--osm"] + osm
        if !overlay.isEmpty { options += ["--overlay"] + overlay }
        if let moment { options += ["--moment", moment] }
        if let country { options += ["--country", country] }
        options += ["--output", path, "--why=" + ways.map { "\($0)" }.joined(separator: ",")]
        options += ["--why-value", value.name]
        let compiler = SiblingProgram(name: "ehorizon-compile", spokenName: "ehorizon map why")
        let status = try compiler.status(of: try compiler.start(options))
        guard status == 0 else {
            unlink(path)
            throw ExitCode(status)
        }
        return path
    }
}
