import ArgumentParser
import Console
import MapSignature
import RegionSet
import RoadMap
import TextFiles

/// `ehorizon map verify`: the defects of a map file.
struct MapVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Checks every block, checksum, reference and junction of a map file.",
        discussion: """
            Example:

              ehorizon map verify --key key.pem roads.ehmap

            The output has one line for each defect, with its position in the file. The exit status is \
            then 1.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The map files, or indexes of region sets; each file is checked alone.",
            valueName: "file.ehmap"))
    var maps: [String]

    @Option(help: ArgumentHelp("Stop after this number of defects.", valueName: "number"))
    var limit = 1000

    @Option(
        help: ArgumentHelp(
            "Verify the signature beside the map with this public key.", valueName: "file.pem"))
    var key: String?

    @Flag(help: "Map the file into memory instead of reading blocks.")
    var mmap = false

    func validate() throws {
        guard limit > 0 else { throw ValidationError("--limit \(limit): at least 1") }
    }

    func run() throws {
        let key = try key.map { (path) throws(Failure) in
            guard let key = MapKey(pem: try Files.read(path)) else {
                throw Failure("\(path): not a public Ed25519 key in PEM")
            }
            return key
        }
        for name in maps {
            let meaning = try MapName(name)
            if let key { try check(name, key) }
            for part in meaning.parts {
                try verify(part.path)
                if let region = part.region { try check(region, part.path) }
            }
        }
    }

    private func check(_ name: String, _ key: MapKey) throws {
        do {
            try MapSignature.check(FileBlockSource(path: name), named: name, against: key)
        } catch let error as MapSignatureError {
            throw Failure("\(error)")
        }
    }

    /// Checks that a file is the region that the index names, whole.
    private func check(_ region: RegionIndex.Region, _ path: String) throws {
        let (header, pieces) = try reading([path]) {
            let file = try FileBlockSource(path: path)
            return (
                try MapHeader(decoding: file),
                MapPieces.digest(of: try MapPieces.digests(of: file))
            )
        }
        do throws(RegionProblem) {
            try MapName.Part(path: path, region: region).check(header)
            guard pieces == region.pieces else { throw .otherPieces }
        } catch { throw Failure("\(path): \(error)") }
    }

    private func verify(_ map: String) throws {
        let roads = try RoadMap(files: [map], isMapped: mmap)
        var bar = ProgressBar()
        var count = 0
        MapVerification(of: roads).run(progress: { bar.show("checking", $0) }) { problem in
            bar.clear()
            print(problem)
            count += 1
            return count < limit
        }
        bar.clear()
        guard count == 0 else {
            let rest = count == limit ? "; the check stopped there" : ""
            throw Failure("\(map): \(count) problems\(rest)")
        }
        Program.say(
            "\(map): \(roads.header.blockCount) blocks, \(roads.header.linkCount) links, "
                + "\(roads.header.nodeCount) nodes, all in order"
        )
    }
}
