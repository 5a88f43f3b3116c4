import Foundation
import Testing

/// A folder for the files of one test, which goes with it.
final class Scratch: Sendable {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appending(path: "ehorizon-test-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { remove() }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// The path of a file in it.
    subscript(name: String) -> String { url(name).path() }

    func url(_ name: String) -> URL { folder.appending(path: name, directoryHint: .notDirectory) }

    /// A file in it with this content; its path.
    func file(_ name: String, _ content: Data) throws -> String {
        try content.write(to: url(name))
        return self[name]
    }

    func file(_ name: String, _ content: String) throws -> String {
        try file(name, Data(content.utf8))
    }

    func content(_ name: String) throws -> Data { try Data(contentsOf: url(name)) }

    /// The names of all files in it.
    func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    }
}

/// The sample map and the demo's drive, shared by all tests until the process ends.
enum Sample {
    private static let scratch: Result<Scratch, any Error> = Result {
        let scratch = try Scratch()
        // Nothing of the process's own goes by itself.
        atexit { if case .success(let scratch) = Sample.scratch { scratch.remove() } }
        return scratch
    }

    /// The sample map, compiled once.
    static var map: String { get throws { try compiled.get() } }

    private static let compiled = Result {
        let path = try scratch.get()["neubrandenburg.ehmap"]
        let source = Programs.package.appending(path: "tools/sample-map/neubrandenburg.osm.pbf")
        // All tests share this map: it has time also on a busy machine.
        let outcome = try ChildProcess(
            Programs.tool,
            ["map", "build", "--osm", source.path(), "--country", "DE", "--output", path]
        ).wait(seconds: 300)
        guard outcome.status == 0 else { throw Failed(outcome: outcome) }
        return path
    }

    private struct Failed: Error { let outcome: Outcome }

    /// The demo's drive and the frames that a replay sends for it.
    static let drive = Programs.package.appending(path: "can-fixtures/demo-drive.nmea")
    static let golden = Programs.package.appending(path: "can-fixtures/demo-drive.log")

    /// The drive's first 60 seconds, RMC and GGA each.
    static var shortDrive: String { get throws { try short.get() } }

    private static let short = Result {
        try scratch.get().file("short.nmea", firstLines(of: Data(contentsOf: drive), 120))
    }

    static func firstLines(of data: Data, _ count: Int) -> Data {
        var rest = data[...]
        for _ in 0..<count {
            guard let end = rest.firstIndex(of: 0x0A) else { return data }
            rest = rest[(end + 1)...]
        }
        return data[..<rest.startIndex]
    }

    /// The first seconds of the demo's drive, and then a standstill of so many seconds, below 585.
    static func parkedDrive(in scratch: Scratch, standing: Int = 60) throws -> String {
        let text = try String(contentsOf: drive, encoding: .utf8)
        let moving = text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("$GPRMC") }
            .prefix(15)
        var lines = moving.map(String.init)
        let fields = try #require(moving.last).split(
            separator: ",", omittingEmptySubsequences: false)
        for second in 15..<15 + standing {
            let minutes = second / 60
            let clock = "080" + "\(minutes)" + (second % 60 < 10 ? "0" : "") + "\(second % 60).000"
            let body =
                "GPRMC,\(clock),A," + fields[3...6].joined(separator: ",") + ",0.00,,010126,,,A"
            let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
            let digits = String(sum, radix: 16, uppercase: true)
            lines.append("$\(body)*" + (digits.count < 2 ? "0" : "") + digits)
        }
        return try scratch.file("parked.nmea", lines.joined(separator: "\n") + "\n")
    }
}
