import MapCompiler
import TextFiles

/// The file of `--report`: one JSON object a line.
final class TagReport {
    private let output: TextOutput
    private var failure: Failure?

    /// Opens the file before the work.
    init(_ path: String) throws(Failure) { output = try TextOutput(path) }

    /// Adds a tag that was not understood or that may be a mistake.
    func add(_ remark: TagRemark) {
        write([
            "\"record\":\"tag\"", "\"object\":\(jsonText(remark.object))", "\"id\":\(remark.id)",
            "\"key\":\(jsonText(remark.key))", "\"value\":\(remark.value.map(jsonText) ?? "null")",
            "\"clause\":\(remark.clause.map(jsonText) ?? "null")",
            "\"reason\":\(jsonText(remark.reason))",
            "\"understood\":\(remark.isDoubt)",
        ])
    }

    /// Adds the results of the overlays and puts the file in its place.
    func finish(_ outcomes: [OverlayOutcome]) throws(Failure) {
        for outcome in outcomes {
            let ways = outcome.ways.map { "\($0)" }.joined(separator: ",")
            let remarks = outcome.remarks.map(jsonText).joined(separator: ",")
            write([
                "\"record\":\"overlay\"", "\"file\":\(jsonText(outcome.file))",
                "\"entry\":\(outcome.number)", "\"id\":\(outcome.id.map(jsonText) ?? "null")",
                "\"state\":\(jsonText(outcome.state.rawValue))", "\"ways\":[\(ways)]",
                "\"remarks\":[\(remarks)]",
            ])
        }
        if let failure { throw failure }
        try output.finish()
    }

    private func write(_ members: [String]) {
        guard failure == nil else { return }
        do throws(Failure) {
            try output.line("{\(members.joined(separator: ","))}")
        } catch { failure = error }
    }
}
