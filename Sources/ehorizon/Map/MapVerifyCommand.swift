import ArgumentParser
import Console
import MapSignature
import RoadMap

/// `ehorizon map verify`: whether a map file holds together.
struct MapVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Checks every block, checksum, reference and junction of a map file.",
        discussion: """
            Prints one line for each thing that is wrong, with its place in the file; the exit status \
            is then 1.
            """
    )

    @Argument(
        help: ArgumentHelp("The map, or several files, each of its own.", valueName: "file.ehmap"))
    var maps: [String]

    @Option(help: ArgumentHelp("Stop after so many problems.", valueName: "number"))
    var limit = 1000

    @Option(
        help: ArgumentHelp(
            "Check the signature beside the map with this public key.", valueName: "file.pem"))
    var key: String?

    @Flag(help: "Map the file into memory instead of reading it block by block.")
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
        for map in maps { try verify(map, key) }
    }

    private func verify(_ map: String, _ key: MapKey?) throws {
        let roads = try RoadMap(files: [map], isMapped: mmap)
        if let key {
            do {
                try MapSignature.check(FileBlockSource(path: map), named: map, against: key)
            } catch let error as MapSignatureError {
                throw Failure("\(error)")
            }
        }
        var bar = ProgressBar()
        var told = 0
        MapVerification(of: roads).run(progress: { bar.show("checking", $0) }) { problem in
            bar.clear()
            print(problem)
            told += 1
            return told < limit
        }
        bar.clear()
        guard told == 0 else {
            let rest = told == limit ? ", and no more looked for" : ""
            throw Failure("\(map): \(told) problems\(rest)")
        }
        Program.say(
            "\(map): \(roads.header.blockCount) blocks, \(roads.header.linkCount) links, "
                + "\(roads.header.nodeCount) nodes, all in order"
        )
    }
}
