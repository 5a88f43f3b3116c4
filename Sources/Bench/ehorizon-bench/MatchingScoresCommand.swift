import ArgumentParser
import CLibrary
import Geodesy
import MapMatching
import MatchingTrials
import Positioning
import Quantities
import RoadMap
import Routing
import TextFiles

/// The errors of the matcher on drives with truth, for many sets of numbers in one process.
struct MatchingScoresCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "matching-scores",
        abstract: "Scores numbers of the matcher on drives whose true route is known.",
        discussion: """
            Each line of the list names a map, a file with fixes and a file with the true route, separated by \
            tabs. Each line of standard input is a request: the numbers of drives of the list with commas \
            between them, or "all", and then settings of [matching] such as huber_deviations=2. The answer \
            is one line of JSON: for each drive the length of its true route and the mismatch after the lag, m; \
            the fixes that the true route reaches, those whose answer at once is right, and the sums of the \
            squared error and of the logarithmic loss of their probabilities.
            """)

    @Option(help: "The list of drives.") var drives: String
    @Option(help: "The time of a decision after its fix, s.") var lag = 10.0
    @Option(help: "Where each answer goes: drive, probability, and 1 if it is right.")
    var answers: String?

    func run() throws {
        let known = try ScoredDrive.read(listed: drives)
        let table = try answers.map { try TextOutput($0) }
        while let line = readLine() {
            var words = line.split(separator: " ").map(String.init)
            guard !words.isEmpty else { continue }
            let chosen = words.removeFirst()
            let numbers =
                chosen == "all"
                ? Array(known.indices) : chosen.split(separator: ",").compactMap { Int($0) }
            let parameters = try Self.parameters(words)
            var rows: [String] = []
            for number in numbers {
                guard known.indices.contains(number) else {
                    throw Failure("\(number): no such drive")
                }
                let score = try known[number].score(parameters, lag: .seconds(lag))
                for answer in score.answers {
                    try table?.write("\(number),\(answer.probability),\(answer.isRight ? 1 : 0)\n")
                }
                rows.append(score.json)
            }
            print("[\(rows.joined(separator: ","))]")
            fflush(nil)
        }
        try table?.finish()
    }

    private static func parameters(_ settings: [String]) throws -> MatchingParameters {
        var parameters = MatchingParameters()
        for setting in settings {
            let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let value = Double(parts[1]),
                let record = MatchingParameters.records.first(where: { $0.key == parts[0] }),
                record.range.contains(value)
            else { throw Failure("\(setting): no setting of [matching]") }
            record.set(&parameters, value)
        }
        return parameters
    }
}

extension ScoredDrive {
    fileprivate func score(_ parameters: MatchingParameters, lag: Nanoseconds) throws -> DriveScore
    {
        var matcher = MapMatcher(map: map, parameters: parameters, lag: lag)
        var driven = DrivenRoute(map: map)
        var score = DriveScore(length: route.length)
        for (index, entry) in fixes.enumerated() {
            let answer = try matcher.ingest(entry.fix, at: entry.arrival)
            while let decision = matcher.takeDecision() { try driven.ingest(decision) }
            guard isReached[index] else { continue }
            score.fixes += 1
            guard case .onRoad(let place) = answer else { continue }
            score.add(place.probability, try isRight(place))
        }
        matcher.finish()
        while let decision = matcher.takeDecision() { try driven.ingest(decision) }
        let lines = try driven.stretches.map { try driven.line(of: $0) }
        (score.missed, score.added) = route.mismatch(of: lines)
        return score
    }
}

/// What is wrong in a drive.
private struct DriveScore {
    let length: Double
    var missed = 0.0
    var added = 0.0
    var fixes = 0
    private(set) var answers: [(probability: Double, isRight: Bool)] = []
    /// The largest logarithmic loss of an answer.
    private static let mostLoss = 9.0

    init(length: Double) { self.length = length }

    mutating func add(_ probability: Double, _ isRight: Bool) {
        answers.append((probability, isRight))
    }

    var json: String {
        var squares = 0.0
        var loss = 0.0
        for answer in answers {
            let outcome = answer.isRight ? answer.probability : 1 - answer.probability
            squares += (1 - outcome) * (1 - outcome)
            loss += outcome > 0 ? min(-logarithm(outcome), Self.mostLoss) : Self.mostLoss
        }
        let right = answers.count { $0.isRight }
        let numbers = [length, missed, added, squares, loss].map { decimalText($0, places: 3) }
        return "{\"length\":\(numbers[0]),\"missed\":\(numbers[1]),\"added\":\(numbers[2]),"
            + "\"fixes\":\(fixes),\"answers\":\(answers.count),\"right\":\(right),"
            + "\"squares\":\(numbers[3]),\"loss\":\(numbers[4])}"
    }
}
