import ArgumentParser
import MatchingTrials
import TextFiles

/// The calibration of stated probabilities.
struct CalibrationCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calibration",
        abstract:
            "Compares stated probabilities with how often what they were stated of was right.",
        discussion: """
            Reads lines of a probability and 1 for right or 0 for wrong, with a comma between them, and \
            prints the reliability diagram, the expected calibration error, the Brier score beside that \
            of the constant base rate and the area under the curve of the probability as a detector of \
            errors. Exit status 1 where a bar is missed.
            """)

    @Option(help: "The answers to read; - is standard input.") var input = "-"
    @Option(help: ArgumentHelp("The diagram to write.", valueName: "file.svg"))
    var svg: String?
    @Flag(help: "Print only the mean logarithmic loss, for a fit.") var loss = false
    @Flag(help: "Print the figures as JSON; a figure that is unknown is left out.")
    var json = false

    func run() throws {
        let text = String(decoding: try Files.read(input), as: UTF8.self)
        var score = ProbabilityScore()
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
            number += 1
            let parts = line.split(separator: ",", maxSplits: 1)
            guard parts.count == 2, let probability = Double(parts[0]),
                parts[1] == "0" || parts[1] == "1",
                score.add(probability: probability, isRight: parts[1] == "1")
            else {
                throw Failure(
                    "\(input), line \(number): \"\(line)\" is no probability from 0 to 1 and 0 or 1"
                )
            }
        }
        if loss {
            print(score.logLoss().map { decimalText($0, places: 6) } ?? "–")
            return
        }
        print(json ? Self.json(of: score) : score.report(), terminator: json ? "\n" : "")
        if let svg {
            let image = try TextOutput(svg)
            try image.write(score.svg)
            try image.finish()
        }
        if !score.holdsBars { throw ExitCode(1) }
    }

    private static func json(of score: ProbabilityScore) -> String {
        var ratio: Double?
        if let base = score.brierScoreOfBaseRate, base > 0 {
            ratio = score.brierScore.map { $0 / base }
        }
        let figures = [
            ("error", score.calibrationError), ("brier", score.brierScore), ("ratio", ratio),
            ("base", score.baseRate), ("area", score.areaUnderCurve),
        ]
        let members = figures.compactMap { name, value in
            value.map { "\"\(name)\":\(decimalText($0, places: 6))" }
        }
        return "{\(members.joined(separator: ","))}"
    }
}
