import ADASISv2
import CANDatabase
import CANFrames
import Foundation
import RandomNumbers
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

/// A layout, its DBC, and what the DBC calls a field.
private struct Described {
    let layout: Layout
    let dbc: String
    /// The name of a field in a message of the layout, `nil` where the DBC has none.
    let name: (MessageLayout, Field) -> String?

    /// A layout with its own DBC.
    init(_ layout: Layout) throws {
        self.layout = layout
        dbc = try layout.database().dbc
        name = { message, field in
            guard message.bits(of: field) != nil else { return nil }
            let isShared = layout.messages.contains {
                $0.identifier == message.identifier && $0.kind != message.kind
            }
            guard isShared, field != .messageType else { return field.rawValue }
            let kind = String(message.kind.name.map { $0 == " " || $0 == "-" ? "_" : $0 })
            return "\(kind)_\(field.rawValue)"
        }
    }

    /// GM's layout with GM's DBC.
    init(makers dbc: String, map: String) throws {
        let mapping = try LayoutMapping(parsing: map)
        let layout = try Layout(database: Database(parsing: dbc), mapping: mapping)
        self.layout = layout
        self.dbc = dbc
        name = { message, field in
            let place = layout.messages.firstIndex(of: message)
            let sections = MessageKind.standard.flatMap { kind in
                mapping.sections.filter { $0.kind == kind }
            }
            return place.flatMap { sections[$0].signal(for: field) }
        }
    }

    static func named(_ name: String) throws -> Described {
        var layout = Layout(.adasis)
        switch name {
        case "FD": return try Described(LayoutTests.moved(byteOffset: 8, spread: false))
        case "channels":
            layout.setIdentifier(CANIdentifier(truncatingBase: 0x310), of: .curvature)
            layout.setIdentifier(CANIdentifier(truncatingBase: 0x311), of: .altitude)
            return try Described(layout)
        case "shared":
            for kind in MessageKind.standard {
                layout.setIdentifier(CANIdentifier(truncatingBase: 0x320), of: kind)
            }
            return try Described(layout)
        case "gm-ct6":
            return try Described(makers: GM.dbc(), map: GM.map())
        default:
            return try Described(Layout(#require(LayoutPreset(name: name))))
        }
    }
}

@Suite("Against cantools, a decoder that is not ours")
struct CantoolsTests {
    /// `tools/check cantools --random 100000` makes it more.
    private static let asked = ProcessInfo.processInfo.environment["EHORIZON_CANTOOLS_FRAMES"]
    static let framesOfAKind = asked.flatMap { Int($0) } ?? 1_000

    @Test(
        "Random messages have the same raw values both ways by the DBC",
        .enabled(
            if: Cantools.python != nil,
            "needs cantools: set EHORIZON_PYTHON or run tools/lib/python-environment"
        ),
        arguments: ["adasis", "adasis-intel", "table-order", "FD", "channels", "shared"]
            + (GM.isThere ? ["gm-ct6"] : [])
    )
    func differential(name: String) throws {
        let described = try Described.named(name)
        let layout = described.layout
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "ehorizon-cantools-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = folder.appending(path: "layout.dbc")
        let input = folder.appending(path: "frames.txt")
        try described.dbc.write(to: database, atomically: true, encoding: .utf8)
        try Data().write(to: input)
        let file = try FileHandle(forWritingTo: input)
        var generator = SplitMix64(seed: 2026)
        for message in layout.messages {
            var lines = ""
            for _ in 0..<Self.framesOfAKind {
                let random = RandomFrame(message, using: &generator)
                lines += try line(random.frame, message, described)
            }
            try file.write(contentsOf: Data(lines.utf8))
        }
        try file.close()

        let script = Cantools.package.appending(path: "Tests/cantools-check.py")
        let (status, text) = try Cantools.run(
            #require(Cantools.python),
            [script.path(), database.path()],
            input: input
        )
        #expect(status == 0, "\(text)")
        #expect(text == "\(layout.messages.count * Self.framesOfAKind)\n")
        if Self.asked != nil {
            print("cantools: \(name): \(layout.messages.count) messages, \(text.dropLast()) frames")
        }
    }

    @Test(
        "GM's requests: all frames",
        .enabled(
            if: Cantools.python != nil && GM.isThere, "needs cantools and GM's DBC")
    )
    func requests() throws {
        let layout = try GM.requests()
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "ehorizon-cantools-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var lines = ""
        // Bits 1 and 0 are of no signal.
        for byte in stride(from: UInt8(0), through: 252, by: 4) {
            var frame = CANFrame(identifier: layout.identifier, clampedLength: 1)
            frame.bytes[0] = byte
            let request = try layout.request(in: frame)
            // 0 and 7 are no message of the protocol: nothing is asked for.
            let type = request.messages?.kind.rawValue ?? byte >> 3 & 7
            #expect(request.messages != nil || type == 0 || type == 7)
            let counter = request.messages?.counter?.raw ?? byte >> 6
            let digits = String(byte, radix: 16)
            lines +=
                "354 \(digits.count == 1 ? "0" : "")\(digits) HrznPrvdRstRq=\(request.isReset ? 1 : 0)"
            lines += " ADASISRwDtMplxdCycCnt=\(counter) ADASISMsgTypRetrans=\(type)\n"
        }
        let input = folder.appending(path: "frames.txt")
        try lines.write(to: input, atomically: true, encoding: .utf8)
        let script = Cantools.package.appending(path: "Tests/cantools-check.py")
        let (status, text) = try Cantools.run(
            #require(Cantools.python), [script.path(), GM.file.path()], input: input)
        #expect(status == 0 && text == "64\n", "\(text)")
    }

    /// The frame as our encoder writes it, and the values that our decoder reads in it.
    private func line(
        _ random: CANFrame,
        _ message: MessageLayout,
        _ described: Described
    ) throws -> String {
        let layout = described.layout
        let decoded = try #require(try layout.decode(random))
        let (kind, raw) = try #require(try layout.fields(of: random))
        var frame = layout.encode(decoded)
        // A profile type is read on any identifier of its kind, but sent on one only.
        frame.identifier = random.identifier
        let number = frame.identifier.value | (frame.identifier.isExtended ? 1 << 31 : 0)
        let payload = (0..<frame.length).map { index in
            let digits = String(frame.bytes[index], radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }
        var text = "\(number) \(payload.joined())"
        for (index, field) in kind.fields.enumerated() {
            guard let name = described.name(message, field) else { continue }
            text += " \(name)=\(raw[index])"
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
}
