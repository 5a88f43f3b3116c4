import JSONWriting

/// A report in the text format of Prometheus
/// (https://prometheus.io/docs/instrumenting/exposition_formats/). A value that is unknown has no sample.
struct MetricsText {
    /// The text.
    private(set) var text = ""

    private enum Kind: String {
        case gauge, counter
    }

    /// The metrics of a report.
    init(_ report: StatusReport) {
        addProgram(report)
        addPosition(report)
        addBus(report.bus)
        addInputs(report)
        addControl(report)
    }

    private mutating func addProgram(_ report: StatusReport) {
        begin("build_info", .gauge, "The version of the daemon; always 1.")
        add("build_info", [("version", report.program)], 1)
        single("uptime_seconds", .gauge, "The time since the start of the daemon.", report.uptime)
        single(
            "memory_resident_bytes", .gauge, "The resident memory of the daemon.",
            report.memory.map(Double.init))
        begin("map_info", .gauge, "The map in use; always 1, without a sample while there is none.")
        if let identity = report.map.identity {
            add("map_info", [("identity", identity), ("name", report.map.name)], 1)
        }
        single(
            "map_age_days", .gauge, "The age of the map's data at the time of the receiver.",
            report.map.age)
    }

    private mutating func addPosition(_ report: StatusReport) {
        single(
            "fix_age_seconds", .gauge, "The time since the arrival of the last fix.",
            report.fix?.age)
        begin("place_state", .gauge, "The state of POSITION: 1 for the present one.")
        for state in ["on-road", "off-road", "no-map", "not-calibrated"] {
            add("place_state", [("state", state)], state == report.place.state ? 1 : 0)
        }
        single(
            "place_probability", .gauge, "The probability of the main path.",
            report.place.probability)
        single(
            "speed_metres_per_second", .gauge, "The speed of the vehicle.", report.place.speed)
        single("paths", .gauge, "The paths of the tree.", Double(report.tree?.paths ?? 0))
        single(
            "look_ahead_metres", .gauge, "The length of the main path ahead.", report.tree?.ahead)
    }

    private mutating func addBus(_ bus: StatusReport.Bus) {
        begin("bus_state", .gauge, "The state of the CAN interface: 1 for the present one.")
        for state in ["open", "absent", "down", "bus-off", "listen-only", "blocked", "asleep"] {
            add(
                "bus_state", [("interface", bus.interface), ("state", state)],
                state == bus.state ? 1 : 0)
        }
        single("bus_load_ratio", .gauge, "The load by own frames in the last second.", bus.load)
        single("bus_load_limit_ratio", .gauge, "The bus load limit.", bus.loadLimit)
        begin("frames_total", .counter, "Frames that the kernel took, by message.")
        for count in bus.frames {
            add("frames_total", [("message", count.kind)], Double(count.count))
        }
        single(
            "bus_stalls_total", .counter, "How often the bus was blocked.", Double(bus.stalls))
        single(
            "bus_rejected_requests_total", .counter, "Rejected requests of clients on the bus.",
            bus.rejectedRequests.map(Double.init))
    }

    private mutating func addInputs(_ report: StatusReport) {
        single(
            "receiver_connected", .gauge, "Whether the source of positions is connected.",
            report.receiver.isConnected ? 1 : 0)
        begin("receiver_read_total", .counter, "Used input of the source of positions.")
        for count in report.receiver.read {
            add("receiver_read_total", [("kind", count.kind)], Double(count.count))
        }
        begin("receiver_rejected_total", .counter, "Rejected input, by reason.")
        for count in report.receiver.rejected {
            add("receiver_rejected_total", [("reason", count.kind)], Double(count.count))
        }
        single(
            "route_in_use", .gauge, "Whether there is a route.", report.host.hasRoute ? 1 : 0)
        single(
            "host_objects", .gauge, "The objects of the host.", Double(report.host.objects.count))
    }

    private mutating func addControl(_ report: StatusReport) {
        let control = report.control
        single(
            "control_connections", .gauge, "Connections to the control socket.",
            Double(control.connections))
        single(
            "control_requests_total", .counter, "Answered requests.", Double(control.requests))
        single(
            "control_refused_total", .counter, "Refused connections.", Double(control.refused))
        single(
            "control_lost_events_total", .counter, "Events that subscribers did not read.",
            Double(control.lostEvents))
    }

    // MARK: Text

    private mutating func single(
        _ name: String, _ kind: Kind, _ help: String, _ value: Double?
    ) {
        begin(name, kind, help)
        if let value { add(name, [], value) }
    }

    private mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP ehorizon_\(name) \(help)\n# TYPE ehorizon_\(name) \(kind.rawValue)\n"
    }

    private mutating func add(_ name: String, _ labels: [(String, String)], _ value: Double) {
        guard let number = JSONWriter.decimal(value, places: 5) else { return }
        text += "ehorizon_\(name)"
        if !labels.isEmpty {
            text += "{"
            for (number, (label, value)) in labels.enumerated() {
                text += number > 0 ? "," : ""
                text += "\(label)=\"\(Self.escaped(value))\""
            }
            text += "}"
        }
        text += " \(number)\n"
    }

    /// A label's value has escapes for three characters.
    private static func escaped(_ value: String) -> String {
        var result = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
