import Foundation
import Quantities
import ReceiverTrials
import Testing

@testable import Positioning

/// Real recordings, which are not part of the project: beside the package, or nowhere.
private let data: URL = {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    let named = ProcessInfo.processInfo.environment["EHORIZON_DATA"]
    return named.map { URL(fileURLWithPath: $0) } ?? folder.appendingPathComponent("shared/data")
}()

private let hasData = FileManager.default.fileExists(
    atPath: data.appendingPathComponent("receivers").path
)

@Suite(
    .enabled(
        if: hasData,
        "needs the recordings in ../shared/data: set EHORIZON_DATA to where they are"
    )
)
struct RecordingTests {
    private func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: data.appendingPathComponent(path)))
    }

    @Test func aDriveThroughBradford() throws {
        let log = FixLog(try bytes("receivers/bradford.nmea"))
        #expect(log.problems.isEmpty)
        #expect(log.entries.count == 1241)
        let fixes = log.entries.count { $0.event.isFix }
        #expect(fixes == 1241)
        // 2008-08-14T15:05:53Z, 1 Hz.
        #expect(log.entries.first?.event.time?.nanoseconds == 1_218_726_353_000_000_000)
        #expect(log.entries.last?.arrival.nanoseconds ?? 0 >= 1_240_000_000_000)
    }

    @Test func aReceiverThatLosesItsFix() throws {
        let log = FixLog(try bytes("receivers/loss-of-fix.nmea"))
        let fixes = log.entries.count { $0.event.isFix }
        #expect(fixes == 1307 - 314)
        let void = log.entries.count { !$0.event.isFix }
        #expect(void == 314)
    }

    @Test func aSparseLogWithABanner() throws {
        let log = FixLog(try bytes("receivers/brazil-sparse.nmea"))
        #expect(log.problems.map(\.kind) == [.noise])
        #expect(log.entries.count == 487)
    }

    @Test func theDrives() throws {
        let folder = data.appendingPathComponent("drives")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".derived.nmea") }.sorted()
        #expect(names.count == 22)
        for name in names {
            let file = try bytes("drives/\(name)")
            let log = FixLog(file)
            let lines = file.count { $0 == 0x0A }
            // One of the cars was parked for two days in the middle of its drive.
            let kinds = log.problems.map(\.kind)
            #expect(kinds == (name == "00000090.derived.nmea" ? [.timeLeaps] : []), "\(name)")
            let fixes = log.entries.count { $0.event.isFix }
            #expect(fixes == lines / 2, "\(name)")
        }
    }

    /// The recordings of gpsd's corpus beside gpsd's own results, in chunks as a serial line brings
    /// them. `tools/measure receivers` prints the differences.
    @Test func theReceiversOfGPSD() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("ehorizon-gpsd-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let tar = Process()
        tar.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        tar.arguments = [
            "tar", "xJf", data.appendingPathComponent("receivers/gpsd-3.22-logs.tar.xz").path, "-C",
            folder.path,
        ]
        try tar.run()
        tar.waitUntilExit()
        try #require(tar.terminationStatus == 0)
        let daemon = folder.appendingPathComponent("daemon")
        var corpus = CorpusComparison()
        for name in try FileManager.default.contentsOfDirectory(atPath: daemon.path).sorted()
        where name.hasSuffix(".log") {
            let log = Array(try Data(contentsOf: daemon.appendingPathComponent(name)))
            let reports = try Data(contentsOf: daemon.appendingPathComponent(name + ".chk"))
            corpus.add(name, recording: log, reports: String(decoding: reports, as: UTF8.self))
            // And as logs, whatever is in them, without a crash.
            _ = FixLog(log)
            _ = FixLog(Array(reports))
        }
        #expect(corpus.recordings >= 97)
        #expect(corpus.epochs >= 2600)
        #expect(Double(corpus.equal) >= 0.995 * Double(corpus.epochs))
        // All that gpsd has a fix for, we have one for.
        #expect(corpus.gpsdAlone == 0)
    }
}
