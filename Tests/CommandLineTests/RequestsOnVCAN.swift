import ADASISv2
import CANFrames
import Foundation
import Glibc
import Testing

/// Clients ask the daemon on the bus, with `cansend`.
@Suite(.serialized, .enabled(if: Bus.isThere, Bus.reason))
struct RequestsOnVCAN {
    /// Nothing is sent again unless a client asks for it.
    private static let quiet = """
        [requests]
        layout = "plain"
        [pace]
        cyclic_repetition_s = 0
        [level.0]
        repetition_distance_m = 20000
        [level.1]
        repetition_distance_m = 20000

        """

    private func start(
        _ bus: Bus, _ scratch: Scratch, config: String, flags: [String] = []
    ) throws -> ChildProcess {
        try ChildProcess(
            Programs.daemon,
            [
                "--map", try Sample.map, "--position", "file:\(Sample.drive.path())?rate=1",
                "--can", bus.name, "--messages", "all", "--config",
                try scratch.file("requests.toml", config), "--record", scratch["drive.ehrec"],
            ] + flags)
    }

    private func send(_ frame: String, on bus: Bus) throws {
        let sent = try ChildProcess("cansend", [bus.name, frame]).wait()
        try #require(sent.status == 0, "\(sent)")
    }

    /// The daemon's frames: candump shows the requests too.
    private func log(_ bus: Bus, without request: String = "306") throws -> FrameLog {
        try FrameLog(
            bus.text.split(separator: "\n").filter { !$0.contains(" \(request)#") }
                .joined(separator: "\n"))
    }

    /// The moment at which the first request was on the bus: `cansend` takes its time to start.
    private func requestTime(on bus: Bus) throws -> Int64? {
        try bus.text.split(separator: "\n").first { $0.contains(" 306#") }
            .map { try LoggedFrame(parsing: String($0)).nanoseconds }
    }

    private func repeatedStubs(_ log: FrameLog) -> Int {
        log.entries.count {
            if case .stub(let stub) = $0.message { stub.retransmission } else { false }
        }
    }

    /// The replay of the recording sends what was on the bus.
    private func expectReplay(_ scratch: Scratch) throws {
        let replay = try ehorizon(
            "replay", "--map", try Sample.map, "--input", scratch["drive.ehrec"], "--output",
            scratch["again.log"])
        #expect(replay.status == 0, "\(replay)")
        #expect(replay.words.hasSuffix("as they were sent\n"), "\(replay)")
    }

    @Test func messagesAreSentAgain() throws {
        let bus = try Bus("ehzask0")
        let scratch = try Scratch()
        let daemon = try start(bus, scratch, config: Self.quiet)
        try eventually("a path") { try log(bus).names == MessageFlagTests.carried }
        sleep(2)
        try #require(try repeatedStubs(log(bus)) == 0)
        try send("306#60", on: bus)
        try eventually("STUBs again") { try repeatedStubs(log(bus)) > 0 }
        // The next answer waits until this one is sent.
        sleep(2)
        // Everything: META-DATA comes at once, and all that a path has.
        try bus.listen()
        try send("306#02", on: bus)
        try eventually("the request") { try requestTime(on: bus) != nil }
        let asked = try #require(try requestTime(on: bus))
        // Any message may come before the request.
        try eventually("all again") {
            let found = try log(bus)
            return found.names == MessageFlagTests.carried
                && found.entries.contains { $0.message.kind == .metaData && $0.time > asked }
        }
        let again = try log(bus)
        let metaData = try #require(
            again.entries.first { $0.message.kind == .metaData && $0.time > asked })
        #expect(again.positions(after: asked, until: metaData.time) <= 3)
        // The requests are no frames of another provider.
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.said.count { $0.contains("asks for the whole horizon again") } == 1)
        #expect(!outcome.words.contains("another node"), "\(outcome)")
        #expect(try log(bus).counterHoles == 0)
        try expectReplay(scratch)
    }

    @Test func aClientSwitchesMessagesOff() throws {
        let bus = try Bus("ehzask1")
        let scratch = try Scratch()
        let daemon = try start(bus, scratch, config: "[requests]\nlayout = \"plain\"\n")
        try eventually("a path") { try log(bus).names == MessageFlagTests.carried }
        // SEGMENT alone, whose type is 2.
        try send("306#0104", on: bus)
        try eventually("a line") {
            daemon.words.contains("a client asks for no STUB, PROFILE SHORT, PROFILE LONG")
        }
        try bus.listen()
        try eventually("2 s of POSITION") { try log(bus).positions.count > 20 }
        #expect(try log(bus).names.isSubset(of: ["position", "meta-data", "segment"]))
        try send("306#013C", on: bus)
        try eventually("all again") { try log(bus).names == MessageFlagTests.carried }
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        try expectReplay(scratch)
    }

    /// Clients send as many requests as a bus of 500 kbit/s carries. The daemon continues to transmit
    /// POSITION in time, keeps the bus load limit in each second, and writes few lines.
    @Test func aStormOfRequests() throws {
        let bus = try Bus("ehzask2")
        let scratch = try Scratch()
        let daemon = try start(bus, scratch, config: "[requests]\nlayout = \"plain\"\n")
        try eventually("a path") { try log(bus).names == MessageFlagTests.carried }
        let begin = Date()
        let sender = try FrameStorm(on: bus, of: 0x306, length: 2)
        try eventually("it is a storm") {
            daemon.words.contains("some are merged, or not answered")
        }
        try PositionGaps(on: bus, of: daemon).expectInterval(of: 150)
        sender.end()
        daemon.send(SIGTERM)
        let outcome = try daemon.wait()
        #expect(outcome.status == 0, "\(outcome)")
        // A change of the mask has a line, at most one each second, and an answer with everything each 5 s.
        let seconds = Int(Date().timeIntervalSince(begin))
        #expect(outcome.said.count <= 15 + seconds * 6 / 5, "\(outcome)")
        try expectReplay(scratch)

        // The same frames, at the moments of the daemon: a busy machine sends some of them later.
        let text = String(decoding: try scratch.content("again.log"), as: UTF8.self)
        let frames = try text.split(separator: "\n").compactMap {
            let logged = try LoggedFrame(parsing: String($0))
            return if case .data(let frame) = logged.content { (logged.nanoseconds, frame) } else {
                nil
            }
        }
        #expect(frames.count > 150)
        // 5 % of 500 kbit/s.
        var first = 0
        var bits = 0
        var most = 0
        for (time, frame) in frames {
            bits += frame.worstCaseBits
            while time - frames[first].0 >= 1_000_000_000 {
                bits -= frames[first].1.worstCaseBits
                first += 1
            }
            most = max(most, bits)
        }
        #expect(most <= 25_000)
    }

    /// GM's `Map_Retrans_Request_FO` by GM's DBC.
    @Test(.enabled(if: gmDatabase != nil, "needs GM's DBC: set EHORIZON_GM_DBC"))
    func byADatabase() throws {
        let bus = try Bus("ehzask3")
        let scratch = try Scratch()
        let config = """
            [requests]
            layout = "\(gmDatabase ?? "")"
            message = "Map_Retrans_Request_FO"
            type_signal = "ADASISMsgTypRetrans"
            counter_signal = "ADASISRwDtMplxdCycCnt"
            reset_signal = "HrznPrvdRstRq"

            """
        let daemon = try start(bus, scratch, config: config)
        try eventually("a path") { try log(bus).names == MessageFlagTests.carried }
        try send("162#04", on: bus)
        try eventually("a line") { daemon.words.contains("asks for the whole horizon again") }
        try bus.listen()
        try eventually("all again") {
            try log(bus, without: "162").names == MessageFlagTests.carried
        }
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
        try expectReplay(scratch)
    }
}

/// The DBC of GM's bus, which is not ours to ship; `nil` where it is not there.
private let gmDatabase: String? = {
    let path =
        ProcessInfo.processInfo.environment["EHORIZON_GM_DBC"]
        ?? Programs.package.deletingLastPathComponent()
        .appending(path: "shared/protocol/gm-ct6.dbc").path()
    return FileManager.default.fileExists(atPath: path) ? path : nil
}()
