import ArgumentParser
import CLinux
import Console
import MapCompiler
import Observations
import ObservedRoads
import Quantities
import RecordSorting
import RoadMap
import RoadMapWriter
import TextFiles

/// `ehorizon-compile`: the map compiler behind `ehorizon map build`.
@main
struct CompileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Compiles OpenStreetMap data, or tiles of another source, into a map file.",
        usage: """
            \(name) --osm <file> ... [--country <CC>] [--elevation <dir|file>] [--within <area>] \
            [--overlay <file> ...] [--observations <file>] [--beside <map>] --output <file.ehmap>
            \(name) --pde <dir> --country <CC> --output <file.ehmap>
            """,
        discussion: """
            Example:

              \(name) --osm andorra.osm.pbf --country AD --output andorra.ehmap

            The map contains the roads for cars, as links between junctions, with the attributes of \
            their tags. A summary on standard error lists coverage and dropped ways. An interrupted \
            build writes no file under the name of --output. The same files in the same order give the \
            same bytes.
            """,
        version: Program.versionLine(of: "ehorizon-compile")
    )

    /// `ehorizon map build` starts the compiler under its own name.
    private static let name =
        CommandLine.arguments.first.flatMap { $0.hasPrefix("ehorizon map ") ? $0 : nil }
        ?? "ehorizon-compile"

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "OpenStreetMap files: .osm.pbf, .osm, .osm.gz, .osm.bz2. If two files contain the "
                + "same way or node, the first file is used.",
            valueName: "file"
        )
    )
    var osm: [String] = []

    @Option(
        help: ArgumentHelp(
            "A folder with saved tile responses of HERE's Platform Data Extension (*.json), in place "
                + "of OpenStreetMap files. `ehorizon map pde-plan` lists the tiles of an area.",
            valueName: "dir"
        )
    )
    var pde: String?

    @Option(
        help: ArgumentHelp(
            "The country of the map, ISO 3166-1 alpha-2: of all roads outside the borders in the "
                + "input. It sets driving side and unit of speed limits, because ADASIS v2 cannot "
                + "send 'unknown' for these two. --pde requires it. Without it the compiler takes "
                + "the only country with a closed border in the input, otherwise the country at the "
                + "centre of the data. It then also assigns roads to countries by coarse borders "
                + "(docs/guide/maps.md).",
            valueName: "CC"
        )
    )
    var country: String?

    @Option(
        help: ArgumentHelp(
            "Heights of the ground: a local file with an elevation grid, or a folder of grids (.hgt, "
                + ".zip, .tif, .vrt). Without it the map has no slope and no altitude.",
            valueName: "dir|file"
        )
    )
    var elevation: String?

    @Option(
        help: ArgumentHelp(
            "Write only roads with a point in this area: west,south,east,north in degrees, or a "
                + "GeoJSON file of polygons. Input beyond it makes the junctions at its border those "
                + "of the neighbouring map (`ehorizon map regions`).",
            valueName: "area"
        )
    )
    var within: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Overlays: GeoJSON files whose entries correct the data (docs/guide/corrections.md). Of two "
                + "entries for one fact, the first is used.",
            valueName: "file"
        )
    )
    var overlay: [String] = []

    @Option(
        help: ArgumentHelp(
            "The moment at which entries of --overlay have to be valid, ISO 8601. Without it: the date of "
                + "the oldest input file.",
            valueName: "time"
        )
    )
    var moment: String?

    @OptionGroup(title: "Observations") var observed: ObservationFlags
    @OptionGroup var base: BesideFlag

    @Option(
        help: ArgumentHelp(
            "A file for each tag that was not understood, with object, key, value, clause and reason, and "
                + "for the result of each entry of --overlay: one JSON object a line.",
            valueName: "file"
        )
    )
    var report: String?

    @Option(help: ArgumentHelp("The map to write.", valueName: "file.ehmap"))
    var output: String

    @Option(
        help: ArgumentHelp(
            "Memory for sorting. A larger input goes through temporary files beside the map. The map "
                + "is the same.",
            valueName: "MB"
        )
    )
    var memory = 32

    /// The ways that `ehorizon map why` asks about, and the name of the value.
    @OptionGroup(visibility: .hidden) var question: WhyFlags

    static func main() { Program.run(Self.self) }

    func run() throws {
        if let country, CountryTable.country(alpha2: country) == nil {
            throw UsageFailure("--country \(country): not an ISO 3166-1 alpha-2 code, such as AD")
        }
        guard country != nil || pde == nil else { throw CompileCommand.countryIsMissing }
        guard osm.isEmpty != (pde == nil) else {
            throw UsageFailure("either --osm or --pde is needed, not both")
        }
        guard pde == nil || elevation == nil else {
            throw UsageFailure("--elevation is for --osm: the tiles have heights of their own")
        }
        guard pde == nil || within == nil else {
            throw UsageFailure("--within is for --osm: a plan of tiles has its own area")
        }
        for (flag, isGiven) in [("--overlay", !overlay.isEmpty), ("--report", report != nil)]
        where isGiven && pde != nil {
            throw UsageFailure("\(flag) is for --osm: tiles have no tags")
        }
        try observed.check(isOpenStreetMap: pde == nil)
        let moment = try momentOfOverlay()
        let area = try within.map { (text) throws(Failure) in try AreaArgument.area(text) }
        var files = NamedFiles()
        for path in osm { files.reads("--osm", path) }
        files.reads("--elevation", elevation)
        for path in overlay { files.reads("--overlay", path) }
        files.reads("--observations", observed.observations)
        files.reads("--beside", base.beside)
        files.writes("--output", output)
        files.writes("--report", report)
        try files.check()
        let entries = try OverlayArguments.entries(of: overlay)
        let tags = try report.map { (path) throws(Failure) in try TagReport(path) }
        let roads = try observed.roads()
        let selection = try base.difference()
        let (code, country) = try countryOfRoads()
        // Freed memory returns to the system: otherwise the allocator keeps ever larger blocks.
        _ = clinux_keep_apart_from(256 << 10)
        let clock = ContinuousClock()
        let start = clock.now
        var bar = ProgressBar()
        defer { bar.clear() }
        let file = try MapOutput(output)
        let space = SortingSpace(memory: memory << 20, folder: file.folder)
        let header: MapHeader
        let result: CompileReport
        var seen: Set<RoadID> = []
        do {
            let writer = MapFileWriter(country: country, in: space)
            result = try compile(
                code,
                country,
                area,
                (entries, moment),
                tags,
                space,
                roads,
                progress: { bar.show($0, $1) },
                { link throws(MapContentError) in
                    seen.formUnion(link.roads)
                    guard selection?.takes(link) ?? true else { return }
                    try writer.add(link.encoded)
                }
            )
            if question.ways.isEmpty { try checkHeights(result) }
            for link in try selection?.finish() ?? [] { try writer.add(EncodedLink(link)) }
            let notes =
                result.notes + observed.notes(roads) + [selection?.note].compactMap(\.self)
            header = try writer.write(to: file, dataTime: result.dataTime, notes: notes) {
                bar.show("writing", $0)
            }
        } catch let error as MapCompileError {
            guard let within, case .noRoads = error else { throw Failure("\(error)") }
            throw Failure("\(error), within \(within)")
        } catch let error as MapContentError {
            throw Failure("\((osm + [pde].compactMap(\.self)).joined(separator: ", ")): \(error)")
        }
        try tags?.finish(result.overlay)
        try file.finish()
        bar.clear()
        guard question.ways.isEmpty else { return try question.answer(result) }
        let time = clock.now - start
        summarise(result, header, seconds: time / .seconds(1))
        observed.summarise(roads?.use(by: seen))
        if let selection { Program.say(selection.text) }
    }

    private func momentOfOverlay() throws -> UTCTime? {
        guard let moment else { return nil }
        guard !overlay.isEmpty else { throw UsageFailure("--moment is for --overlay") }
        guard let found = UTCTime(dateOrTime: moment) else {
            throw UsageFailure(
                "--moment \(moment): not a date or time of ISO 8601, such as 2026-05-01 or "
                    + "2026-05-01T06:00:00Z")
        }
        return found
    }

    func validate() throws {
        guard (1...1 << 20).contains(memory) else {
            throw ValidationError("--memory \(memory): between 1 and 1048576 megabytes")
        }
    }

    private func compile(
        _ code: String,
        _ country: Country,
        _ area: KeptArea?,
        _ overlay: (entries: [OverlayEntry], moment: UTCTime?),
        _ tags: TagReport?,
        _ space: SortingSpace,
        _ roads: ObservedRoads?,
        progress: (String, Double) -> Void,
        _ take: (CompiledLink) throws(MapContentError) -> Void
    ) throws(MapCompileError) -> CompileReport {
        if let pde {
            return try PlatformDataCompilation(
                folder: pde,
                countryCode: code,
                country: country,
                space: space
            ).run(progress: progress) { link throws(MapContentError) in
                try take(CompiledLink(link, by: nil))
            }
        }
        var compilation = MapCompilation(
            files: osm,
            countryCode: code,
            country: country,
            space: space,
            elevation: elevation,
            asksCoarseBorders: self.country == nil
        )
        compilation.area = area
        compilation.overlay = overlay.entries
        compilation.moment = overlay.moment
        if let tags { compilation.reportTag = tags.add }
        compilation.explained = Set(question.ways)
        return try compilation.run(
            progress: progress,
            encode: { link throws(MapContentError) in try CompiledLink(link, by: roads) }, take)
    }
}
