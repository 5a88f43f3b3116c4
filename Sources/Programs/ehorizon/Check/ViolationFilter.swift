import ADASISv2
import ArgumentParser
import Console
import ProtocolChecker
import TextFiles

/// Which violations `check` counts.
struct ViolationFilterFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp("Count only violations of this rule. Repeatable.", valueName: "name"))
    var rule: [String] = []

    @Option(
        help: ArgumentHelp(
            "Count only violations of rules of this confidence or a higher one: A, B, C or D.",
            valueName: "confidence"))
    var atLeast: String?

    @Option(
        name: .customLong("path"),
        help: ArgumentHelp(
            "Count only violations that concern this path, 8 to 63. Repeatable.",
            valueName: "number"))
    var paths: [Int] = []

    /// The filter.
    func filter() throws(UsageFailure) -> ViolationFilter {
        var rules: Set<Rule> = []
        for name in rule { rules.insert(try Rule(named: name, of: "--rule")) }
        let letters = ["A", "B", "C", "D"]
        let lowest = atLeast?.uppercased() ?? "D"
        guard letters.contains(lowest) else {
            throw UsageFailure("--at-least \(atLeast ?? ""): one of A, B, C and D")
        }
        var indexes: Set<PathIndex> = []
        for path in paths {
            guard let index = PathIndex(normal: path) else {
                throw UsageFailure("--path \(path): a path index of 8 to 63")
            }
            indexes.insert(index)
        }
        return ViolationFilter(rules: rules, lowest: lowest, paths: indexes)
    }
}

/// Chooses violations by rule, confidence and path. An empty set chooses all.
struct ViolationFilter {
    let rules: Set<Rule>
    /// The letter of the lowest confidence.
    let lowest: String
    let paths: Set<PathIndex>

    func takes(_ violation: Violation) -> Bool {
        if !rules.isEmpty, !rules.contains(violation.rule) { return false }
        if violation.rule.confidence.rawValue > lowest { return false }
        guard !paths.isEmpty else { return true }
        return violation.path.map { paths.contains($0) } ?? false
    }
}

extension Rule {
    /// The rule of a name on the command line.
    init(named name: String, of option: String) throws(UsageFailure) {
        guard let rule = Rule(rawValue: name) else {
            let names = Rule.allCases.map(\.rawValue)
            let meant = NearestName.words(for: name, among: names)
            throw UsageFailure(
                "\(option) \(name): no rule of this name"
                    + (meant.isEmpty ? "; the rules are \(names.joined(separator: ", "))" : meant))
        }
        self = rule
    }
}
