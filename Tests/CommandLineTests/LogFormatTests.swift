import CANFrames
import Foundation
import LogSketch
import Testing

/// The frames of the demo's drive in each format: the commands give the same output as for the log of candump.
@Suite("Log formats")
struct LogFormatTests {
    /// The formats beside the log of candump.
    enum Format: String, CaseIterable, Sendable {
        case asc, blf, pcapng, trc, screen, pcap, mdf4, gzip

        /// Whether `replay` writes it.
        var isWritten: Bool { [.asc, .blf, .pcapng].contains(self) }
    }

    /// No log in another format than its name says.
    @Test(arguments: [("trc", "TRC"), ("MF4", "MDF4"), ("asc.gz", "gzip")])
    func aFormatThatIsNotWrittenIsRefused(_ end: String, _ name: String) throws {
        let scratch = try Scratch()
        let path = scratch["drive.\(end)"]
        try ehorizon("replay", "--map", Sample.map, "--input", Sample.shortDrive, "--output", path)
            .expectRefusal(
                2,
                "--output \(path): \(name) is read and not written; end the name with .log, .asc, .blf"
                    + " or .pcapng")
        #expect(try scratch.names().isEmpty)
    }

    @Test func aPcapIsACapture() throws {
        let scratch = try Scratch()
        let made = try ["pcap", "pcapng"].map { end in
            let outcome = try ehorizon(
                "replay", "--map", Sample.map, "--input", Sample.shortDrive, "--output",
                scratch["drive.\(end)"])
            #expect(outcome.status == 0, "\(outcome)")
            return try scratch.content("drive.\(end)")
        }
        // The section header of pcapng.
        #expect(made[0].starts(with: [0x0A, 0x0D, 0x0D, 0x0A]) && made[0] == made[1])
    }

    /// What a command gave for a log.
    private struct Answer: Equatable {
        let command: String
        let status: Int32?
        let output: String
        let words: String
    }

    /// The demo's log with the interface of channel 1.
    private static let golden = Result {
        try String(contentsOf: Sample.golden, encoding: .utf8).replacing(" vcan0 ", with: " can1 ")
    }

    private static let expected = Result { try answers(for: Data(golden.get().utf8)) }

    /// The answers of all commands that read a log. No path and no interface of a capture is in them.
    private static func answers(for log: Data) throws -> [Answer] {
        let scratch = try Scratch()
        let path = try scratch.file("drive.log", log)
        let scene = scratch["scene.ndjson"]
        return try [["decode"], ["decode", "--json"], ["check"], ["reconstruct"], ["view"]].map {
            let isView = $0 == ["view"]
            let arguments = isView ? ["--log", path, "--output", scene] : [path]
            let outcome = try ehorizon($0 + arguments)
            let output = isView ? try scratch.content("scene.ndjson") : outcome.output
            return Answer(
                command: $0.joined(separator: " "), status: outcome.status,
                output: String(decoding: output, as: UTF8.self)
                    .replacing(") can0 ", with: ") can1 "),
                words: outcome.words.replacing(scratch[""], with: ""))
        }
    }

    @Test(arguments: Format.allCases)
    func theCommandsReadEachFormatAlike(_ format: Format) throws {
        let expected = try Self.expected.get()
        for answer in expected {
            #expect(answer.status == 0, "\(answer.command): \(answer.words)")
            #expect(answer.output.isEmpty == (answer.command == "check"), "\(answer.command)")
        }
        let log = try format.isWritten ? Self.replayed(to: format) : Self.made(format)
        let isOther = try log != Data(Self.golden.get().utf8)
        try #require(isOther)
        for (answer, wanted) in zip(try Self.answers(for: log), expected) {
            // Thousands of lines would drown the message.
            let isSame = answer.output == wanted.output
            #expect(isSame, "\(answer.command)")
            #expect(
                answer.status == wanted.status && answer.words == wanted.words, "\(answer.words)")
        }
    }

    /// The log of the demo's drive as `replay` writes it.
    private static func replayed(to format: Format) throws -> Data {
        let scratch = try Scratch()
        let name = "drive.\(format.rawValue)"
        let outcome = try ehorizon(
            "replay", "--map", Sample.map, "--input", Sample.drive.path(), "--messages", "all",
            "--interface", "can1", "--output", scratch[name])
        #expect(outcome.status == 0, "\(outcome)")
        return try scratch.content(name)
    }

    /// The log of the demo's drive in a format without a writer.
    private static func made(_ format: Format) throws -> Data {
        let text = try golden.get()
        if format == .gzip {
            let scratch = try Scratch()
            let packed = try ChildProcess(
                "/usr/bin/gzip", ["-c", try scratch.file("drive.log", text)]
            ).wait()
            #expect(packed.status == 0, "\(packed)")
            return packed.output
        }
        let frames = try text.split(separator: "\n").map { line in
            let logged = try LoggedFrame(parsing: String(line))
            guard case .data(let frame) = logged.content else { throw NoDataFrame() }
            let data = (0..<frame.length).map { frame.bytes[$0] }
            return (logged.nanoseconds, UInt32(frame.identifier.value), data)
        }
        switch format {
        case .trc: return Data(trc(frames).utf8)
        case .screen: return Data(screen(frames).utf8)
        case .pcap:
            var file = PcapTestFile()
            for (time, identifier, data) in frames {
                let number = (0..<4).map { UInt8(truncatingIfNeeded: identifier >> (24 - 8 * $0)) }
                file.packet(
                    number + [UInt8(data.count), 0, 0, 0] + data, microseconds: time / 1000)
            }
            return Data(file.bytes)
        default: return Data(mdf4(frames))
        }
    }

    private struct NoDataFrame: Error {}
    private typealias Frame = (time: Int64, identifier: UInt32, data: [UInt8])

    private static func hexadecimal(_ data: [UInt8]) -> String {
        data.map { String(format: "%02X", $0) }.joined(separator: " ")
    }

    /// Day 46023.25 is 2026-01-01T06:00:00Z.
    private static func trc(_ frames: [Frame]) -> String {
        let start: Int64 = 1_767_247_200_000_000
        let lines = frames.enumerated().map { number, frame in
            let elapsed = frame.time / 1000 - start
            return String(format: "%6d) %9lld.%03lld", number + 1, elapsed / 1000, elapsed % 1000)
                + String(format: " 1  Rx        %04X -  %d    ", frame.identifier, frame.data.count)
                + hexadecimal(frame.data) + "\n"
        }
        return ";$FILEVERSION=1.3\n;$STARTTIME=46023.25\n" + lines.joined()
    }

    private static func screen(_ frames: [Frame]) -> String {
        frames.map { frame in
            let (seconds, rest) = (frame.time / 1_000_000_000, frame.time % 1_000_000_000 / 1000)
            return String(format: " (%010lld.%06lld)  can1  ", seconds, rest)
                + String(format: "%03X   [%d]  ", frame.identifier, frame.data.count)
                + hexadecimal(frame.data) + "\n"
        }.joined()
    }

    private static func mdf4(_ frames: [Frame]) -> [UInt8] {
        let start = frames.first?.time ?? 0
        var file = MDF4TestFile(start: UInt64(start))
        let channels = file.frameChannels()
        let group = file.channelGroup(
            channels: channels, count: UInt64(frames.count), size: MDF4TestFile.recordSize)
        let records = frames.flatMap { frame in
            MDF4TestFile.record(
                seconds: Double(frame.time - start) / 1e9, identifier: UInt64(frame.identifier),
                frame.data)
        }
        file.dataGroup([group], data: file.block("DT", records))
        return file.bytes
    }

    /// A log of two buses: one line reports them, unless an option chooses one.
    @Test func severalBusesAreReported() throws {
        let scratch = try Scratch()
        let lines = try Self.golden.get().split(separator: "\n").prefix(300)
        let other = "(1767254400.000100) can2 123#0102\n"
        let log = try scratch.file("two.log", lines.joined(separator: "\n") + "\n" + other)
        let line =
            "\(log): the log has frames of 2 buses, and all were read: can1 (300 frames), can2 (1 frame)"
        for command in ["decode", "check", "reconstruct"] {
            let both = try ehorizon(command, log)
            #expect(both.status == 0, "\(both)")
            #expect(
                both.said.contains { $0 == "ehorizon: \(line); --interface chooses one" }, "\(both)"
            )
            let one = try ehorizon(command, "--interface", "can1", log)
            #expect(!one.words.contains("buses"), "\(one)")
            #expect(one.text == both.text)
            let none = try ehorizon(command, "--interface", "can3", log)
            #expect(
                none.words.contains(
                    "the log has no frame of can3; it has frames of can1 (300 frames), can2 (1 frame)"
                ),
                "\(none)")
        }
        let view = try ehorizon("view", "--log", log, "--output", scratch["scene.ndjson"])
        #expect(view.status == 0, "\(view)")
        #expect(
            view.said.contains { $0 == "ehorizon: \(line); --interface chooses one" }, "\(view)")
        let none = try ehorizon(
            "view", "--interface", "can3", "--log", log, "--output", scratch["none.ndjson"])
        #expect(none.words.contains("the log has no frame of can3"), "\(none)")
    }
}
