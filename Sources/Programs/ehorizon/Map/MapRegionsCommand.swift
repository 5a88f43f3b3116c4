import ArgumentParser
import Console
import MapSignature
import RegionSet
import RoadMap
import TextFiles

/// `ehorizon map regions`: the index of maps that are one map.
struct MapRegionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "regions",
        abstract: "Makes map files one map: writes the index of a region set.",
        discussion: """
            Example:

              ehorizon map regions --output maps/regions.json maps/*.ehmap

            Each option --map takes the index in the place of a map file. Roads join at the nodes \
            that the files have in common. So compile each region with `map build --within` from \
            input that covers more than its area. Beside each map the command writes FILE.pieces, \
            which a signed index needs.
            """)

    @Argument(
        help: ArgumentHelp(
            "The map files, in the folder of the index.", valueName: "file.ehmap"))
    var maps: [String]

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The index to write.", valueName: "regions.json"))
    var output: String

    func run() throws {
        let folder = Files.folder(of: output)
        var sources: [any BlockSource] = []
        var regions: [RegionIndex.Region] = []
        var digests: [[UInt8]] = []
        for path in maps {
            guard Files.folder(of: path) == folder else {
                throw Failure("\(path): it is not in the folder of the index, \(folder)")
            }
            do throws(MapError) {
                let source = try FileBlockSource(path: path)
                let header = try MapHeader(decoding: source)
                digests.append(try MapPieces.digests(of: source))
                sources.append(source)
                regions.append(
                    RegionIndex.Region(
                        file: String(path.split(separator: "/").last ?? ""),
                        identity: MapIdentity(header),
                        pieces: MapPieces.digest(of: digests[digests.count - 1])))
            } catch { throw Failure("\(NamedMapError(path, error))") }
        }
        let roads = try reading(maps) { try RoadMap(sources: sources, cacheBytes: 64 << 20) }
        let files = try reading(maps) {
            zip(regions, try roads.bases()).map {
                Corrections.File(identity: $0.identity, base: $1)
            }
        }
        try Corrections.checkOrder(of: files, named: maps)
        let seams = try reading(maps) { try Seams(of: roads) }
        let index = RegionIndex(regions)
        // What the daemon could not read is not written.
        do throws(Failure) { _ = try RegionIndex(Array(index.text.utf8)) } catch {
            throw Failure("\(output): \(error)")
        }
        for (path, digests) in zip(maps, digests) {
            try write(digests, to: MapPieces.path(of: path))
        }
        // Last, and at once: who sees it finds all that it names.
        try write(Array(index.text.utf8), to: output)
        for (number, path) in maps.enumerated() where !seams.files.contains(number) {
            Program.say("ehorizon: \(path): it has no junction in common with another region")
        }
        Program.say(
            "\(output): \(maps.count) maps, \(seams.linkCount) links, \(seams.sharedLinks) of them in"
                + " several maps; the map \(roads.identity)")
    }

    private func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let output = try TextOutput(path)
        try output.write(bytes)
        try output.finish(isDurable: true)
    }
}

/// How the files of a map join, by a look at each of its roads.
private struct Seams {
    /// The number of roads.
    private(set) var linkCount = 0
    /// The number of copies of roads in further files.
    private(set) var sharedLinks = 0
    /// The files that have a junction in common with another one.
    private(set) var files: Set<Int> = []

    init(of roads: RoadMap) throws(MapError) {
        try roads.forEachLink(in: roads.header.bounds) { link in
            linkCount += 1
            guard let own = roads.fileIndex(of: link.reference) else { return }
            for end in [link.startNode, link.endNode] {
                guard let other = roads.fileIndex(of: end), other != own else { continue }
                files.formUnion([own, other])
            }
        }
        sharedLinks = Int(clamping: roads.header.linkCount) - linkCount
    }
}
