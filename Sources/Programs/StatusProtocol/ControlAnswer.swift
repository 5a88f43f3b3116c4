import JSONWriting

/// The lines that the daemon answers, each with its line feed.
public enum ControlAnswer {
    /// The request was carried out.
    public static func done(_ request: ControlRequest) -> [UInt8] {
        line(request.name.rawValue, request.id) { $0.truth("ok", true) }
    }

    /// The request was refused, and nothing has changed.
    public static func refused(_ request: ControlRequest, _ reason: String) -> [UInt8] {
        refused(request.name.rawValue, request.id, reason)
    }

    /// A line that was no request.
    public static func refused(_ error: ControlRequestError) -> [UInt8] {
        refused(nil, error.id, error.description)
    }

    /// A client that gets no answer at all.
    public static func refused(_ reason: String) -> [UInt8] { refused(nil, nil, reason) }

    private static func refused(
        _ name: String?, _ id: String?, _ reason: String
    ) -> [UInt8] {
        line(name, id) { json in
            json.truth("ok", false)
            json.text("error", reason)
        }
    }

    /// The state of the daemon.
    public static func status(_ request: ControlRequest, _ report: StatusReport) -> [UInt8] {
        line(request.name.rawValue, request.id) { json in
            json.truth("ok", true)
            report.write(to: &json)
        }
    }

    /// The state of the daemon in the text format of Prometheus, as one JSON string.
    public static func metrics(_ request: ControlRequest, _ report: StatusReport) -> [UInt8] {
        line(request.name.rawValue, request.id) { json in
            json.truth("ok", true)
            json.text("text", MetricsText(report).text)
        }
    }

    /// The path tree, or a refusal: while an earlier answer of this kind waits for its reader, and of a tree of more links
    /// than ``TreeReport/mostLinks``. The report is not made then.
    ///
    /// - Parameters:
    ///   - links: The number of the tree's links.
    ///   - isWaiting: Whether an earlier tree is not read yet.
    public static func tree(
        _ request: ControlRequest, links: Int, isWaiting: Bool, _ report: () -> TreeReport
    ) -> [UInt8] {
        guard !isWaiting else {
            return refused(request, "another client has not read its tree yet")
        }
        guard links <= TreeReport.mostLinks else {
            return refused(
                request, "the tree has \(links) links; at most \(TreeReport.mostLinks) are sent")
        }
        let report = report()
        return line(request.name.rawValue, request.id) { json in
            json.truth("ok", true)
            report.write(to: &json)
        }
    }

    private static func line(
        _ name: String?, _ id: String?, _ write: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.integer("version", ControlRequest.version)
        json.text("answer", name)
        if let id { json.text("id", id) }
        write(&json)
        json.endObject()
        return json.bytes + [0x0A]
    }
}
