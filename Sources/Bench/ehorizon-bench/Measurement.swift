import Console
import Engine
import HorizonProvider
import HorizonReconstructor
import ProtocolChecker
import ProtocolTrials
import Quantities

/// One line of JSON: names and numbers, in the order they were added.
struct Measurement {
    private var fields: [String] = []

    mutating func add(_ name: String, _ text: String) { fields.append("\"\(name)\":\"\(text)\"") }
    mutating func add(_ name: String, _ number: Int) { fields.append("\"\(name)\":\(number)") }
    mutating func add(_ name: String, _ number: Double) { fields.append("\"\(name)\":\(number)") }

    /// What every drive is asked: violations, by rule, and what the client lost sight of.
    mutating func add(_ drive: WatchedDrive) {
        add("frames", drive.frameCount)
        add("violations", drive.violationCount)
        let rules = Rule.allCases.filter { drive.checker.count(of: $0) > 0 }
            .map { "\($0.rawValue) \(drive.checker.count(of: $0))" }
        add("rules", rules.joined(separator: ", "))
        add("reopened", drive.client.report.pathsReopened)
        add("mapErrors", drive.mapErrors)
    }

    func print() { Swift.print("{\(fields.joined(separator: ","))}") }
}

/// Says what the first violations are.
func explain(_ drive: WatchedDrive, _ name: String, most: Int) {
    for violation in drive.checker.violations.prefix(most) {
        let seconds = Double(violation.time.nanoseconds) / 1e9
        Program.say(
            "\(name): \(seconds) s: \(violation.rule.rawValue): \(violation.explanation)")
    }
}
