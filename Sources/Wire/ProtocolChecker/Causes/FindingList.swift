import ADASISv2
import Quantities

/// Violations with their causes, in the order in which they were found.
struct FindingList {
    private(set) var all: [Finding] = []

    var count: Int { all.count }

    mutating func append(_ finding: Finding) { all.append(finding) }

    /// The root cause of a violation.
    func root(of index: Int) -> Int {
        var index = index
        while let cause = all[index].cause { index = cause.finding }
        return index
    }

    /// Lets a violation follow from another one that was found later. A violation with a cause keeps it.
    mutating func link(_ index: Int, to finding: Int, _ reason: CauseReason) {
        guard all[index].cause == nil, root(of: finding) != index else { return }
        set(index, Cause(finding: finding, reason: reason))
    }

    /// Takes back what was said to follow from a loss that was none. What shows a loss may come before the counter that
    /// names it.
    mutating func unlink(lossesOf finding: Int) {
        for index in all.indices {
            guard let cause = all[index].cause, cause.finding == finding else { continue }
            if case .lost = cause.reason { set(index, nil) }
        }
    }

    /// Takes back the cause of a violation.
    mutating func unlink(_ index: Int) { set(index, nil) }

    private mutating func set(_ index: Int, _ cause: Cause?) {
        all[index] = Finding(all[index].violation, cause: cause)
    }

    /// The first violation of one of these rules by the message that is looked at.
    func index(of rules: Set<Rule>, _ new: NewFindings) -> Int? {
        (new.start..<count).first { rules.contains(all[$0].violation.rule) }
    }
}

/// The violations by the message that is looked at.
struct NewFindings {
    /// The number of the first of them.
    let start: Int
    let seen: Observation

    var time: MonotonicTime { seen.time }
    var content: Message { seen.message.withoutCounterAndFlags }
}
