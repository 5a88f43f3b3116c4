import ArgumentParser
import Console
import Quantities
import RoadAhead

/// Which answers `ehorizon ahead` gives, and how often.
struct AheadFlags: ParsableArguments {
    @Flag(help: "Print one JSON object a line.")
    var json = false

    @Flag(help: "Print GeoJSON: a point for the car, and a point or a line for each entry.")
    var geojson = false

    @Option(
        help: ArgumentHelp(
            "The time between two answers: 0 for every fix (default), end for the last fix alone.",
            valueName: "seconds|end"))
    var every: String?

    @Option(
        help: ArgumentHelp(
            "Print only the answer at this moment, that of the last fix up to it.",
            valueName: "time"))
    var at: String?

    @Option(
        help: ArgumentHelp(
            "Print only this kind; repeat it for several: \(AheadQuestion.kinds). The last four are your"
                + " own objects.", valueName: "kind"))
    var kind: [String] = []

    @Option(
        help: ArgumentHelp(
            "Print only entries that begin within this distance. Without this option the list ends"
                + " with the paths (--look-ahead, --side-look-ahead).",
            valueName: "metres"))
    var reach: Double?

    @Flag(help: "Print side paths too. Each entry names its path.")
    var allPaths = false

    @Option(help: ArgumentHelp("Your own objects.", valueName: "file.geojson"))
    var objects: String?

    @Flag(help: "Report when the car enters, exits or passes objects of the map.")
    var mapObjects = false

    @Option(
        help: ArgumentHelp(
            "The lateral acceleration at the safe speed of a curve.", valueName: "m/s²"))
    var lateralAcceleration = AheadParameters().lateralAcceleration.value

    /// The question to the engine.
    func question() throws -> AheadQuestion {
        if json, geojson { throw UsageFailure("--json and --geojson: give one of them") }
        return try AheadQuestion(
            reach: reach ?? AheadParameters().reach.value, lateralAcceleration: lateralAcceleration,
            kinds: kind, allPaths: allPaths)
    }

    /// The time between answers; `nil` for the last fix alone.
    func interval() throws -> Nanoseconds? {
        guard at == nil else { return nil }
        let text = every ?? "0"
        if text == "end" { return nil }
        guard let seconds = Double(text), seconds >= 0, seconds <= 86_400 else {
            throw UsageFailure("--every \(text): 0 to 86400 seconds, or end")
        }
        return .seconds(seconds)
    }

    /// The times of the answers: the moment, or the others of the command.
    func window(_ part: TimeWindowFlags) throws(UsageFailure) -> TimeWindow {
        guard let at, let moment = try TimeArgument(at, of: "--at") else {
            return try part.window()
        }
        let others = [("--from", part.from), ("--to", part.to), ("--every", every)]
        if let other = others.first(where: { $0.1 != nil }) {
            throw UsageFailure("--at and \(other.0): give one of them")
        }
        return TimeWindow(at: moment)
    }
}
