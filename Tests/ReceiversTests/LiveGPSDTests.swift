import Foundation
import Glibc
import LinuxLoop
import Quantities
import Testing

@testable import Receivers

private let program = ["/usr/sbin/gpsd", "/usr/local/sbin/gpsd", "/usr/bin/gpsd"].first {
    FileManager.default.isExecutableFile(atPath: $0)
}

/// Debian's gpsd, whose device goes and comes back while the feed is connected.
@Suite(
    .enabled(if: program != nil, "needs gpsd (Debian: gpsd)"), .serialized, .timeLimit(.minutes(10))
)
struct LiveGPSDTests {
    @Test func theDeviceGoesAndComesBack() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("ehorizon-gpsd-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = folder.appendingPathComponent("gps")
        var device = try PluggedDevice(at: name)
        let gpsd = try RunningGPSD(device: name, in: folder)
        defer { gpsd.end() }
        var run = try FeedRun("gpsd://127.0.0.1:\(gpsd.port)")
        var second = 0
        for round in 1...2 {
            let before = run.fixes.count
            var next = monotonicNow()
            do {
                // gpsd 3.22 sometimes finds out only after a minute that its device has hung up, whatever its
                // clients ask of it.
                try run.run("fixes in round \(round)", seconds: 240) { run in
                    if monotonicNow() >= next {
                        second += 1
                        device.send(epoch(second))
                        next = next + .milliseconds(200)
                    }
                    return run.fixes.count >= before + 3
                }
            } catch {
                Issue.record("\(error)\nthe feed: \(run.lines)\ngpsd: \(gpsd.lastWords)")
                return
            }
            device.unplug()
            if round == 1 { device = try PluggedDevice(at: name) }
        }
        #expect(run.lines.count { $0.hasPrefix("connected") } == 1)
    }
}

/// A gpsd that listens and has opened its device.
private final class RunningGPSD {
    let port: UInt16
    private let process: Process
    private let log: URL

    /// Begins one; another one, at another port, where it ends: somebody else has taken the port before gpsd could,
    /// or it could not open the device.
    init(device: URL, in folder: URL) throws {
        let log = folder.appendingPathComponent("gpsd.log")
        var begun: (process: Process, port: UInt16)?
        for _ in 1...5 where begun == nil {
            let probe = try LocalSocket(SOCK_STREAM)
            let port = probe.port
            probe.end()
            try Data().write(to: log)
            let process = Process()
            process.executableURL = program.map { URL(fileURLWithPath: $0) }
            process.arguments = ["-N", "-n", "-D", "4", "-S", "\(port)", device.path]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = try FileHandle(forWritingTo: log)
            try process.run()
            let deadline = monotonicNow() + .seconds(30)
            while process.isRunning, !isReady(log), monotonicNow() < deadline { usleep(20_000) }
            if process.isRunning, isReady(log) {
                begun = (process, port)
            } else if process.isRunning {
                kill(process.processIdentifier, SIGKILL)
            }
        }
        guard let begun else { throw TooLate(what: "a gpsd with its device") }
        self.log = log
        process = begun.process
        port = begun.port
    }

    /// The end of what it says.
    var lastWords: String {
        String(((try? String(contentsOf: log, encoding: .utf8)) ?? "").suffix(4000))
    }

    /// It does not always heed SIGTERM while its device is gone.
    func end() { kill(process.processIdentifier, SIGKILL) }
}

/// Whether a gpsd says that it has opened its device, which it does after it listens.
private func isReady(_ log: URL) -> Bool {
    (try? String(contentsOf: log, encoding: .utf8))?.contains("SER: speed") == true
}
