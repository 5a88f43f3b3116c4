import ArgumentParser
import MapCompiler
import RoadMap
import TextFiles

/// What `ehorizon map why` asks the compiler.
struct WhyFlags: ParsableArguments {
    @Option(
        name: .customLong("why"),
        help: ArgumentHelp("Print the reasons for a value of these ways.", valueName: "way,..."),
        transform: { text in
            try text.split(separator: ",").map { word in
                guard let way = Int64(word) else {
                    throw ValidationError("--why \(text): not ids of ways")
                }
                return way
            }
        })
    var ways: [Int64] = []

    @Option(
        name: .customLong("why-value"),
        help: ArgumentHelp("The attribute.", valueName: "name"))
    var value = "speedLimit"

    /// Prints the reasons.
    func answer(_ report: CompileReport) throws(Failure) {
        guard let kind = AttributeKind.records.first(where: { $0.name == value })?.kind else {
            throw Failure("--why-value \(value): no such attribute")
        }
        let kinds =
            kind == .speedLimit ? [kind, .particularSpeedLimit, .condition] : [kind]
        let output = try TextOutput("-")
        for way in ways {
            try output.line("way \(way)")
            for reason in report.reasoning?.reasons(for: kinds, of: way) ?? [] {
                let gap = String(repeating: " ", count: max(1, 10 - reason.topic.count))
                try output.line("  \(reason.topic)\(gap)\(reason.text)")
            }
        }
        try output.finish()
    }
}
