import Foundation
import Testing

@testable import StatusProtocol

/// A Python with jsonschema: the one that `EHORIZON_PYTHON` names, or the project's own environment.
private enum SchemaCheck {
    static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let python: String? = {
        let own = package.appending(path: ".build/python/bin/python").path()
        let path = ProcessInfo.processInfo.environment["EHORIZON_PYTHON"] ?? own
        guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
        return (try? run(path, ["-c", "import jsonschema"]))?.status == 0 ? path : nil
    }()
    static let reason: Comment = "needs Python's jsonschema: tools/lib/python-environment"

    static func run(
        _ program: String, _ arguments: [String]
    ) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}

/// The lines of the control socket and of the limit log against their schemas, also with values that a drive lacks.
@Suite(
    "Schemas of the control socket", .enabled(if: SchemaCheck.python != nil, SchemaCheck.reason))
struct StatusSchemaTests {
    private func expect(_ lines: [[UInt8]], fit name: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "ehorizon-schema-\(UUID().uuidString)")
        try Data(lines.flatMap(\.self)).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let schema = SchemaCheck.package.appending(
            path: "Sources/Programs/Schemas/\(name).schema.json")
        let check = SchemaCheck.package.appending(path: "Tests/schema-check.py")
        let outcome = try SchemaCheck.run(
            try #require(SchemaCheck.python),
            [
                check.path(), schema.path(), file.path(), "--lines", "--damage", "\(lines.count)",
            ])
        #expect(outcome.status == 0, "\(name): \(outcome.text)")
    }

    private var full: StatusReport {
        var report = StatusReportTests.empty
        report.memory = 12_345_678
        var fix = StatusReport.Fix(age: 0.1, latitude: 53.5, longitude: -13.2)
        fix.time = 1_767_254_400
        fix.speed = 8.4
        report.fix = fix
        report.place = StatusReport.Place("on-road")
        report.place.link = StatusReport.Link(way: 7, isForward: true, offset: 1, length: 20)
        report.tree = StatusReport.Tree(
            paths: 3, main: 1, index: 8, offset: 12.5, ahead: 2000, isComplete: true,
            exits: [
                StatusReport.Exit(
                    path: 2, index: nil, distance: 40, angle: -88.5, probability: 0.1, way: 8,
                    isForward: false)
            ])
        report.bus.frames = [StatusReport.Count("STUB", 3)]
        report.bus.messages = ["stub"]
        report.bus.rejectedRequests = 1
        report.host.objects = [
            StatusReport.Object(id: "works", kind: "closure", stretches: nil, problem: "far")
        ]
        return report
    }

    @Test func answers() throws {
        let status = ControlRequest(id: "a", content: .status)
        try expect(
            [
                ControlAnswer.status(status, StatusReportTests.empty),
                ControlAnswer.status(ControlRequest(id: nil, content: .status), full),
            ], fit: "status")
        let route = ControlRequest(id: nil, content: .unsetRoute)
        try expect(
            [
                ControlAnswer.done(route), ControlAnswer.refused(route, "no"),
                ControlAnswer.refused("too many connections"),
                ControlAnswer.metrics(ControlRequest(id: "m", content: .metrics), full),
            ], fit: "control-answer")
        var tree = TreeReport(map: "1f0c3a55-a5789")
        var main = TreeReport.Path(path: 1, index: 8, level: 0, start: 0)
        main.links = [TreeReport.Link(block: 3, number: 4, isForward: true, way: 7)]
        var side = TreeReport.Path(path: 2, index: nil, level: 1, start: 0)
        side.branch = TreeReport.Branch(
            parent: 1, offset: 40, angle: 90, probability: 0.2, isDrivable: true, isUTurn: false)
        side.end = "dead-end"
        side.links = main.links
        tree.paths = [main, side]
        tree.main = [1]
        tree.path = 1
        let request = ControlRequest(id: nil, content: .tree)
        try expect(
            [ControlAnswer.tree(request, links: 2, isWaiting: false) { tree }], fit: "status-tree")
    }

    @Test func events() throws {
        var ahead = AheadReport()
        ahead.limit = .number(30, unit: "mph")
        ahead.nextLimit = .word("none")
        ahead.nextLimitDistance = 120.5
        ahead.curveDistance = 0
        ahead.curveSpeed = 12.25
        ahead.curveRadius = -80
        ahead.stop = "stop-sign"
        ahead.stopDistance = 99
        ahead.reach = 2000
        try expect(
            [
                ControlEvent.place(full.place).line,
                ControlEvent.tree(.turnedOff, cause: "last-place", main: 7).line,
                ControlEvent.tree(.none, cause: "position", main: nil).line,
                ControlEvent.bus(interface: "can0", state: "bus-off").line,
                ControlEvent.warning("a line").line, ControlEvent.ahead(AheadReport()).line,
                ControlEvent.ahead(ahead).line, ControlEvent.lost(3).line,
            ], fit: "control-event")
        let text = String(decoding: ControlEvent.ahead(ahead).line, as: UTF8.self)
        #expect(text.contains(#""limit":30,"limit_unit":"mph","limit_word":null,"#))
        #expect(
            text.contains(
                #""next_limit":{"limit":null,"limit_unit":null,"limit_word":"none","#))
    }

    @Test func limitLog() throws {
        var start = LimitRecord("start", systemTime: 1_767_254_400)
        start.map = LimitRecord.Map(identity: "1f0c3a55-a5789", dataTime: nil)
        var lines = [start.line]
        let values: [LimitRecord.Limit.Value] = [.number(50), .above(150), .word("none")]
        for value in values {
            var here = LimitRecord("here", systemTime: 1_767_254_401)
            here.time = 1_767_254_401
            here.driven = 12
            here.limit = LimitRecord.Limit(value: value, unit: "km/h", type: "implicit")
            here.place = LimitRecord.Place(
                latitude: 53.5, longitude: 13.2, bearing: 30, pathIndex: 8, offset: 3, distance: 0)
            here.source = LimitRecord.Source(
                origin: "map", basis: "sign", provenance: "tagged", way: 7, agrees: true)
            here.map = start.map
            lines.append(here.line)
        }
        lines.append(LimitRecord("driven", systemTime: 1_767_254_402).line)
        try expect(lines, fit: "limit-log")
        let above = String(decoding: lines[2], as: UTF8.self)
        #expect(above.contains(#""limit":150,"limit_saturated":"above","#))
    }
}
