import ArgumentParser
import CLibrary
import TextFiles

/// `ehorizon status`: the state of a running daemon.
struct StatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Prints the state of a running daemon.",
        discussion: """
            Example:

              ehorizon status --control-socket /run/ehorizon/control

            The daemon needs --control-socket. Each line is a value; docs/guide/status.md explains them. A value \
            that the daemon does not know is a dash.
            """
    )

    @OptionGroup var control: ControlFlags

    @Flag(help: "Print one JSON object instead.")
    var json = false

    @Flag(help: "Print metrics in the text format of Prometheus instead.")
    var metrics = false

    @Flag(help: "Print the path tree with its links as one JSON object instead.")
    var tree = false

    @Flag(help: "Print the state again each second, until Ctrl-C.")
    var watch = false

    func validate() throws {
        if [json, metrics, tree].count(where: { $0 }) > 1 {
            throw ValidationError("--json, --metrics and --tree: give one of them")
        }
    }

    func run() throws {
        var client = try control.connect()
        var isFirst = true
        repeat {
            if !isFirst { sleep(1) }
            try client.send(tree ? "tree" : metrics ? "metrics" : "status")
            let answer = try client.answer()
            let output = try TextOutput("-")
            if metrics {
                try output.write(answer["text"] ?? "")
            } else if json || tree {
                try output.write(answer.line + "\n")
            } else {
                if !isFirst { try output.write("\n") }
                try output.write(Self.text(of: answer))
            }
            try output.finish()
            isFirst = false
        } while watch
    }

    /// A line for each value, but those of the answer itself.
    private static func text(of answer: ControlText) -> String {
        let values = answer.values.filter { !["version", "answer", "ok"].contains($0.name) }
        let width = values.map(\.name.count).max() ?? 0
        return values.map { name, text in
            name + String(repeating: " ", count: width - name.count) + "  \(text ?? "–")\n"
        }.joined()
    }
}
