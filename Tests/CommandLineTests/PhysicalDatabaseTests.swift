import ADASISv2
import CANFrames
import Foundation
import Testing

/// A DBC whose profiles have physical units, judged by cantools.
@Suite("ehorizon dbc --physical") struct PhysicalDatabaseTests {
    private static let python: String? = {
        let own = Programs.package.appending(path: ".build/python/bin/python3").path()
        let path = ProcessInfo.processInfo.environment["EHORIZON_PYTHON"] ?? own
        guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
        return (try? ChildProcess(path, ["-c", "import cantools"]).wait())?.status == 0 ? path : nil
    }()

    /// Every code of every type of PROFILE SHORT in both values, and codes of each type of PROFILE LONG.
    private static func frames(_ layout: Layout) -> String {
        var log = ""
        func add(_ message: Message) {
            let frame = layout.encode(message)
            let bytes = (0..<frame.length).map { String(format: "%02X", frame.bytes[$0]) }
            log += "(0.000000) can0 \(frame.identifier.text)#\(bytes.joined())\n"
        }
        for type in UInt8(1)...9 {
            for code in UInt16(0)...1023 {
                var message = ProfileShortMessage(profileType: ShortProfileType(raw: type))
                message.value0 = ProfileValueCode(raw: code)
                message.value1 = ProfileValueCode(raw: 1023 - code)
                add(.profileShort(message))
            }
        }
        for type in UInt8(1)...6 {
            for step in UInt32(0)...100 {
                var message = ProfileLongMessage(profileType: LongProfileType(raw: type))
                // A place on the earth, or a height.
                message.value = LongValueCode(raw: step * 10_000_019)
                add(.profileLong(message))
            }
        }
        return log
    }

    @Test(
        "cantools reads the same numbers of every code",
        .enabled(
            if: python != nil,
            "needs cantools: set EHORIZON_PYTHON or run tools/lib/python-environment"),
        arguments: LayoutPreset.allCases)
    func everyCode(preset: LayoutPreset) throws {
        let scratch = try Scratch()
        let log = try scratch.file("codes.log", Self.frames(Layout(preset)))
        let flags = ["--layout", preset.name]
        let database = try ehorizon(["dbc", "--physical"] + flags)
        #expect(database.status == 0, "\(database)")
        let dbc = try scratch.file("physical.dbc", database.output)
        let decoded = try ehorizon(["decode", "--json", log] + flags)
        #expect(decoded.status == 0, "\(decoded)")
        let script = Programs.package.appending(path: "Tests/cantools-physical.py").path()
        let outcome = try ChildProcess(
            #require(Self.python), [script, dbc, log, scratch.file("d.jsonl", decoded.output)]
        ).wait()
        #expect(outcome.status == 0, "\(outcome)")
        // Five types of PROFILE SHORT have a scale, and the six types of PROFILE LONG.
        #expect(outcome.text == "\(5 * 2048 + 6 * 101)\n", "\(outcome)")
    }

    /// It is no layout: values are not in every frame.
    @Test func itIsForReading() throws {
        let scratch = try Scratch()
        let dbc = try scratch.file("physical.dbc", try ehorizon("dbc", "--physical").output)
        try ehorizon("decode", "--layout", dbc, Sample.golden.path())
            .expectRefusal(2, "'value0' is not in every frame of this message")
    }
}
