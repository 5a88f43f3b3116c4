import Foundation
import Glibc
import LinuxLoop
import Quantities
import Testing

@testable import Receivers

private let gpsd = ["/usr/sbin/gpsd", "/usr/local/sbin/gpsd", "/usr/bin/gpsd"].first {
    FileManager.default.isExecutableFile(atPath: $0)
}

/// Debian's gpsd, whose device goes and comes back while the feed is connected.
@Suite(
    .enabled(if: gpsd != nil, "needs gpsd (Debian: gpsd)"), .serialized, .timeLimit(.minutes(10)))
struct LiveGPSDTests {
    @Test func theDeviceGoesAndComesBack() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("ehorizon-gpsd-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = folder.appendingPathComponent("gps")
        let probe = try LocalSocket(SOCK_STREAM)
        let port = probe.port
        probe.end()
        var device = try PluggedDevice(at: name)
        let process = Process()
        process.executableURL = gpsd.map { URL(fileURLWithPath: $0) }
        process.arguments = ["-N", "-n", "-S", "\(port)", name.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        // It does not always heed SIGTERM while its device is gone.
        defer { kill(process.processIdentifier, SIGKILL) }
        var run = try FeedRun("gpsd://127.0.0.1:\(port)")
        var second = 0
        for round in 1...2 {
            let before = run.fixes.count
            var next = monotonicNow()
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
            device.unplug()
            if round == 1 { device = try PluggedDevice(at: name) }
        }
        #expect(run.lines.count { $0.hasPrefix("connected") } == 1)
    }
}
