import ADASISv2
import Foundation
import Glibc
import Testing

/// Another map under the same name while the daemon drives, with candump as the witness.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct MapChangeOnVCAN {
    let scratch: Scratch
    /// The sample map under the name that the daemon was given.
    let map: String

    init() throws {
        scratch = try Scratch()
        map = try scratch.file("map.ehmap", Data(contentsOf: URL(filePath: Sample.map)))
    }

    /// The same roads as of another country: META-DATA tells which map it is.
    func otherMap() throws -> String {
        let source = Programs.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf")
        let path = scratch["other.ehmap"]
        let outcome = try ehorizon(
            "map", "build", "--osm", source.path(), "--country", "AT", "--output", path)
        #expect(outcome.status == 0, "\(outcome)")
        return path
    }

    func start(_ bus: Bus, rate: Int, _ more: [String] = []) throws -> ChildProcess {
        try ChildProcess(
            Programs.daemon,
            [
                "--map", map, "--position", "file:\(Sample.drive.path())?rate=\(rate)", "--can",
                bus.name, "--messages", "all",
            ] + more)
    }

    func move(_ name: String) throws {
        #expect(rename(name, map) == 0, "\(String(cString: strerror(errno)))")
    }

    func countries(_ bus: Bus) throws -> [UInt16] {
        try bus.log().entries.compactMap { entry in
            if case .metaData(let data) = entry.message { data.countryCode.raw } else { nil }
        }
    }

    /// Waits until so many more POSITIONs on a path have come.
    func drive(_ bus: Bus, _ count: Int) throws {
        let before = try bus.log().places.count
        try eventually("POSITION goes on") { try bus.log().places.count >= before + count }
    }

    @Test func aNewMapIsDrivenOnAndABrokenOneIsNot() throws {
        let bus = try Bus("ehzmap0")
        let (first, other) = (try Sample.map, try otherMap())
        let kept = try scratch.file("kept.ehmap", Data(contentsOf: URL(filePath: other)))
        let daemon = try start(bus, rate: 1, ["--record", scratch["drive.rec"]])
        try eventually("a path") { try bus.log().names == MessageFlagTests.carried }
        #expect(try Set(countries(bus)) == [276])

        // A name that stands for nothing for a while, as with a careless copy.
        #expect(unlink(map) == 0)
        try drive(bus, 3)
        // A file that is cut off is refused with a line that names it.
        let whole = try Data(contentsOf: URL(filePath: other))
        try move(try scratch.file("cut.ehmap", whole.dropLast(whole.count / 3)))
        try eventually("the cut file is told") {
            daemon.words.contains("ehorizond: \(map): the map is cut off: ")
                && daemon.words.contains("; the map is unchanged")
        }
        try drive(bus, 3)
        // One that is whole and damaged is found out by reading all of it.
        var damaged = whole
        damaged[5000] ^= 0x20
        try move(try scratch.file("damaged.ehmap", damaged))
        try eventually("the damaged file is told") {
            daemon.words.contains("ehorizond: \(map): block 0: the map is damaged: ")
        }
        try drive(bus, 3)
        #expect(try Set(countries(bus)) == [276])

        try move(other)
        try eventually("the new map is told") {
            daemon.words.contains("ehorizond: \(map): a new map, ")
        }
        try eventually("META-DATA of the new map") { try countries(bus).last == 40 }
        try drive(bus, 3)
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
        let log = try bus.log()
        #expect(log.counterHoles == 0)
        #expect(
            daemon.words.components(separatedBy: "map is unchanged").count == 3, "\(outcome)")
        // What was told before is given up: the first STUB after the new META-DATA opens a new path.
        var before: Set<PathIndex> = []
        var after: Set<PathIndex> = []
        var isChanged = false
        for entry in log.entries {
            switch entry.message {
            case .metaData(let data): isChanged = isChanged || data.countryCode.raw == 40
            case .position(let position) where position.pathIndex.isNormal:
                if isChanged {
                    after.insert(position.pathIndex)
                } else {
                    before.insert(position.pathIndex)
                }
            default: break
            }
        }
        #expect(before.isDisjoint(with: after) && !after.isEmpty)

        let replay = try ehorizon(
            "replay", "--map", first, "--later-map", kept, "--input", scratch["drive.rec"],
            "--output", "-")
        #expect(replay.status == 0, "\(replay)")
        #expect(replay.words.hasSuffix("as they were sent\n"), "\(replay)")
    }

    /// Each file of a map is watched by itself; the others stay as they are.
    @Test func oneOfTwoFilesIsReplaced() throws {
        let bus = try Bus("ehzmap2")
        let town = try Town()
        let west = try town.map("west", town.west, country: "GB")
        let east = try town.map("east", town.east, country: "IE")
        let other = try town.map("other", town.east, country: "GB")
        let first = try scratch.file("first.ehmap", Data(contentsOf: URL(filePath: east)))
        let kept = try scratch.file("other.ehmap", Data(contentsOf: URL(filePath: other)))
        let log = try town.drive(on: try town.map("whole", 0...8, country: "GB"))
        let daemon = try ChildProcess(
            Programs.daemon,
            [
                "--map", west, "--map", east, "--position", "file:\(log)?rate=1", "--can",
                bus.name, "--record", scratch["drive.rec"],
            ])
        try eventually("a path") { try !bus.log().places.isEmpty }
        #expect(rename(other, east) == 0)
        try eventually("the new map is told") {
            daemon.words.contains("ehorizond: \(west), \(east): a new map, ")
        }
        try drive(bus, 3)
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        let replay = try ehorizon(
            "replay", "--map", west, "--map", first, "--later-map", kept, "--input",
            scratch["drive.rec"], "--output", "-")
        #expect(replay.words.hasSuffix("as they were sent\n"), "\(replay)")
    }

    /// A map that fails on the way, though it was in order when it was checked, gives way to the one
    /// before it.
    @Test func theMapBeforeIsKeptForGoingBack() throws {
        let bus = try Bus("ehzmap1")
        let other = try otherMap()
        let daemon = try start(bus, rate: 4)
        try eventually("a path") { try bus.log().names == MessageFlagTests.carried }
        try move(other)
        try eventually("META-DATA of the new map") { try countries(bus).last == 40 }
        // The disk fails under the file that is open.
        let file = try FileHandle(forWritingTo: URL(filePath: map))
        let length = try file.seekToEnd()
        try file.seek(toOffset: 256)
        try file.write(contentsOf: Data(count: Int(length) - 256))
        try file.close()
        try eventually("it goes back") { daemon.words.contains("; the former map is used again") }
        try eventually("META-DATA of the map before") { try countries(bus).last == 276 }
        try drive(bus, 3)
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        #expect(try bus.log().counterHoles == 0)
    }

    /// A map that is written in place is not used any more; a good one that then takes its name is used, even if
    /// it is the same map.
    @Test func aMapThatIsChangedInPlaceIsGivenUp() throws {
        let bus = try Bus("ehzmap5")
        let first = try Sample.map
        let daemon = try start(bus, rate: 1, ["--record", scratch["drive.rec"]])
        try eventually("a path") { try bus.log().names == MessageFlagTests.carried }
        // The same bytes: the time of the file alone shows it, which hostfs keeps in whole seconds.
        sleep(2)
        let file = try FileHandle(forUpdating: URL(filePath: map))
        try file.seek(toOffset: 20_000)
        let byte = try #require(try file.read(upToCount: 1))
        try file.seek(toOffset: 20_000)
        try file.write(contentsOf: byte)
        try file.close()
        try eventually("it is told") {
            daemon.words.contains(
                "ehorizond: \(map): the file was changed in place; this map is not")
        }
        try move(try scratch.file("same.ehmap", Data(contentsOf: URL(filePath: first))))
        try eventually("the same map, whole") { daemon.words.contains("\(map): a new map, ") }
        let before = try bus.log().places.count
        try eventually("a place on it") { try bus.log().places.count > before }
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        let replay = try ehorizon(
            "replay", "--map", first, "--input", scratch["drive.rec"], "--output", "-")
        #expect(replay.words.hasSuffix("as they were sent\n"), "\(replay)")
    }

    /// The first map is in use before it is checked, and is refused as a later one is.
    @Test func theFirstMapIsRefusedToo() throws {
        let bus = try Bus("ehzmap6")
        let whole = try Data(contentsOf: URL(filePath: map))
        let good = try scratch.file("good.ehmap", whole)
        let blockEnd = whole.count * 2 / 3
        var damaged = whole
        damaged[blockEnd] ^= 0x20
        try move(try scratch.file("damaged.ehmap", damaged))
        let daemon = try start(bus, rate: 1, ["--record", scratch["drive.rec"]])
        try eventually("it is told") {
            daemon.words.contains("ehorizond: \(map): ")
                && daemon.words.contains("; this map is not used any more")
        }
        let before = try bus.log().entries.count
        try eventually("POSITION of no map") {
            try bus.log().entries.dropFirst(before).contains { entry in
                if case .position(let position) = entry.message {
                    return position.pathIndex == .noMap
                }
                return false
            }
        }
        try move(good)
        try eventually("the good map is taken") {
            daemon.words.contains("ehorizond: \(map): a new map, ")
        }
        try drive(bus, 3)
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        #expect(try bus.log().counterHoles == 0)
    }
}
