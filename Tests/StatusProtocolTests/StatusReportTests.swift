import JSONReading
import JSONWriting
import Testing

@testable import StatusProtocol

@Suite("Reports of the control socket")
struct StatusReportTests {
    /// A daemon that knows nothing yet.
    static let empty = StatusReport(
        program: "1.2.3", uptime: 0.25, memory: nil, fix: nil,
        place: StatusReport.Place("not-calibrated"), tree: nil,
        bus: StatusReport.Bus(
            interface: "can0", state: "open", bitRate: 500_000, load: 0.0123456, loadLimit: 0.05),
        map: StatusReport.Map(name: "a \"b\"\n\\c", identity: nil, dataTime: nil, age: nil),
        receiver: StatusReport.Receiver(
            source: "-", isConnected: true, read: [], rejected: [StatusReport.Count("bad \"x\"", 3)]
        ),
        host: StatusReport.Host(route: nil, hasRoute: false, objects: []),
        control: StatusReport.Control())

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("Unknown values are null")
    func unknown() throws {
        let request = ControlRequest(id: "a", content: .status)
        let bytes = ControlAnswer.status(request, Self.empty)
        let line = text(bytes)
        #expect(
            line.hasPrefix(#"{"version":1,"answer":"status","id":"a","ok":true,"program":"1.2.3","#)
        )
        #expect(line.hasSuffix("}\n"))
        #expect(line.count { $0 == "\n" } == 1)
        for member in [
            #""fix":null"#, #""tree":null"#, #""identity":null"#, #""age_days":null"#,
            #""probability":null"#, #""link":null"#, #""controller":null"#, #""memory_bytes":null"#,
        ] {
            #expect(line.contains(member), "\(member)")
        }
        #expect(line.contains(#""load":0.01235"#))
        #expect(line.contains(#""name":"a \"b\"\n\\c""#))
        var reader = JSONReader(bytes)
        try reader.skip()
        try reader.finish()
    }

    @Test("A metric that is unknown has no sample; labels are escaped")
    func metrics() {
        let metrics = MetricsText(Self.empty).text
        #expect(!metrics.contains("\nehorizon_map_age_days "))
        #expect(!metrics.contains("\nehorizon_memory_resident_bytes "))
        #expect(metrics.contains("\nehorizon_bus_load_ratio 0.01235\n"))
        #expect(metrics.contains(#"ehorizon_receiver_rejected_total{reason="bad \"x\""} 3"#))
        #expect(metrics.contains(#"ehorizon_place_state{state="not-calibrated"} 1"#))
        #expect(metrics.hasSuffix("\n"))
        // Each name is declared once, before its samples.
        var declared: Set<Substring> = []
        for line in metrics.split(separator: "\n") where line.hasPrefix("# TYPE ") {
            #expect(declared.insert(line.split(separator: " ")[2]).inserted)
        }
        for line in metrics.split(separator: "\n") where !line.hasPrefix("#") {
            #expect(declared.contains(line.prefix { $0 != "{" && $0 != " " }), "\(line)")
        }
    }

    @Test(
        "Each state of the bus is a metric",
        arguments: ["open", "absent", "down", "bus-off", "listen-only", "blocked", "asleep"])
    func busStates(_ state: String) {
        var report = Self.empty
        report.bus.state = state
        let lines = MetricsText(report).text.split(separator: "\n")
            .filter { $0.hasPrefix("ehorizon_bus_state{") }
        #expect(lines.count { $0.contains("state=\"\(state)\"") && $0.hasSuffix(" 1") } == 1)
        #expect(lines.count { $0.hasSuffix(" 1") } == 1 && lines.count == 7)
    }

    @Test(
        "Numbers have no exponent",
        arguments: [
            (0.0, 3, "0"), (1.5, 2, "1.5"), (-0.05, 2, "-0.05"), (1e7, 0, "10000000"),
            (100, 0, "100"),
            (0.996, 2, "1"), (53.5512345, 7, "53.5512345"), (-7.1, 0, "-7"),
        ])
    func numbers(_ value: Double, _ places: Int, _ text: String) {
        #expect(JSONWriter.decimal(value, places: places) == text)
    }

    @Test("A number that is not finite is unknown", arguments: [Double.nan, .infinity, 1e300])
    func noNumbers(_ value: Double) { #expect(JSONWriter.decimal(value, places: 2) == nil) }

    @Test("Events")
    func events() {
        #expect(
            text(ControlEvent.bus(interface: "can0", state: "down").line)
                == #"{"version":1,"event":"bus","interface":"can0","state":"down"}"# + "\n")
        #expect(
            text(ControlEvent.tree(.turnedOff, cause: "position", main: 7).line)
                == #"{"version":1,"event":"tree","change":"turned-off","cause":"position","main_path":7}"#
                + "\n")
        #expect(
            text(ControlEvent.ahead(AheadReport()).line).contains(
                #""stop":{"kind":null,"distance_m":null}"#))
        #expect(
            text(ControlEvent.warning("a\u{1}\u{7F}").line).contains(#""text":"a\u0001\u007f""#))
    }

    @Test("Answers")
    func answers() {
        let request = ControlRequest(id: nil, content: .unsetRoute)
        #expect(
            text(ControlAnswer.done(request)) == #"{"version":1,"answer":"unset-route","ok":true}"#
                + "\n")
        #expect(
            text(ControlAnswer.refused(request, "no"))
                == #"{"version":1,"answer":"unset-route","ok":false,"error":"no"}"# + "\n")
        #expect(
            text(ControlAnswer.refused("full"))
                == #"{"version":1,"answer":null,"ok":false,"error":"full"}"# + "\n")
    }
}
