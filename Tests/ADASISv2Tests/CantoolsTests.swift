import ADASISv2
import CANDatabase
import CANFrames
import Foundation
import Testing

/// A Python with cantools: the one that `EHORIZON_PYTHON` names, or the project's own environment.
private enum Cantools {
    static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let python: String? = {
        let own = package.appending(path: ".build/python/bin/python").path()
        let path = ProcessInfo.processInfo.environment["EHORIZON_PYTHON"] ?? own
        guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
        return (try? run(path, ["-c", "import cantools"]))?.status == 0 ? path : nil
    }()

    static func run(
        _ python: String,
        _ arguments: [String],
        input: URL? = nil
    ) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = arguments
        if let input { process.standardInput = try FileHandle(forReadingFrom: input) }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}

@Suite("Against cantools, a decoder that is not ours")
struct CantoolsTests {
    static let framesOfAKind = 2_000

    @Test(
        "Random messages have the same raw values both ways by the printed DBC",
        .enabled(
            if: Cantools.python != nil,
            "needs cantools: set EHORIZON_PYTHON or run tools/python-environment"
        ),
        arguments: ["adasis", "adasis-intel", "table-order", "FD"]
    )
    func differential(name: String) throws {
        let layout =
            try LayoutPreset(name: name).map { Layout($0) }
            ?? LayoutTests.moved(byteOffset: 8, spread: false)
        var generator = SeededGenerator(state: 2026)
        var lines = ""
        for message in layout.messages {
            for _ in 0..<Self.framesOfAKind {
                let random = RandomFrame(message, using: &generator)
                lines += try line(random.frame, layout)
            }
        }

        let folder = FileManager.default.temporaryDirectory
            .appending(path: "ehorizon-cantools-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = folder.appending(path: "layout.dbc")
        let input = folder.appending(path: "frames.txt")
        try layout.database().dbc.write(to: database, atomically: true, encoding: .utf8)
        try lines.write(to: input, atomically: true, encoding: .utf8)

        let script = Cantools.package.appending(path: "Tests/cantools-check.py")
        let (status, text) = try Cantools.run(
            #require(Cantools.python),
            [script.path(), database.path()],
            input: input
        )
        #expect(status == 0, "\(text)")
        let count = MessageKind.standard.count * Self.framesOfAKind
        #expect(text == "\(count)\n")
    }

    /// The frame as our encoder writes it, and the values that our decoder reads in it.
    private func line(_ frame: CANFrame, _ layout: Layout) throws -> String {
        let message = try #require(try layout.decode(frame))
        let (kind, raw) = try #require(try layout.fields(of: frame))
        let encoded = layout.encode(message)
        let number = encoded.identifier.value | (encoded.identifier.isExtended ? 1 << 31 : 0)
        let payload = (0..<encoded.length).map { index in
            let digits = String(encoded.bytes[index], radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }
        var text = "\(number) \(payload.joined())"
        let placed = Set(layout.messages.first { $0.kind == kind }?.signals.map(\.field) ?? [])
        for (index, field) in kind.fields.enumerated() where placed.contains(field) {
            text += " \(field.rawValue)=\(raw[index])"
        }
        return text + "\n"
    }

    @Test("The DBC of each preset is loaded without a complaint about names")
    func signals() throws {
        for preset in LayoutPreset.allCases {
            let database = try Layout(preset).database()
            #expect(database.messages.map(\.name).contains("META_DATA"))
            for message in database.messages {
                #expect(Set(message.signals.map(\.name)).count == message.signals.count)
            }
        }
    }

    @Test("Two messages on one identifier have no such DBC")
    func sharedIdentifier() {
        var layout = Layout(.adasis)
        layout.setIdentifier(layout.identifier(of: .position), of: .stub)
        let identifier = layout.identifier(of: .stub)
        #expect(throws: LayoutError.sharedIdentifier(identifier, .position, .stub)) {
            try layout.database()
        }
    }
}
