import BusLogs
import ProtocolChecker

/// The violations of a log, each with its place and its root cause.
struct ViolationList {
    /// The place of a violation in the log.
    struct Place {
        /// The number of the frame, from 1; `nil` at the end of the log.
        let frame: Int?
        /// The line of a text log.
        let line: Int?

        init(frame: Int, at place: BusLogPlace) {
            self.frame = frame
            if case .line(let number, _) = place { line = number } else { line = nil }
        }

        private init() { (frame, line) = (nil, nil) }

        /// The end of the log.
        static var end: Place { Place() }

        /// For people.
        var text: String {
            if let line { return "line \(line)" }
            return frame.map { "frame \($0)" } ?? "end of the log"
        }
    }

    /// A root cause, or the first chosen violation that follows from one that was not chosen.
    struct Group {
        let head: Int
        var following = 0
    }

    private var finder: CauseFinder
    private var places: [Place] = []
    private var chosen: [Int] = []
    /// The number of the fault of the whole log from which a violation follows.
    private var faultOfLog: (Violation) -> Int? = { _ in nil }

    init(_ parameters: CheckerParameters) { finder = CauseFinder(parameters: parameters) }

    /// The numbers of the chosen violations.
    var numbers: [Int] { chosen }

    func finding(_ number: Int) -> Finding { finder.findings[number] }

    func place(_ number: Int) -> Place { places[number] }

    /// Takes what finds the causes of the violations, up to a place of the log. The numbers of the new violations.
    mutating func add(
        at place: Place, _ note: (inout CauseFinder) -> Void
    ) -> Range<Int> {
        note(&finder)
        let start = places.count
        while places.count < finder.findings.count { places.append(place) }
        return start..<places.count
    }

    mutating func choose(_ number: Int) { chosen.append(number) }

    /// Violations follow from faults of the whole log, which have numbers from 0.
    mutating func setFaultsOfLog(_ fault: @escaping (Violation) -> Int?) { faultOfLog = fault }

    /// The chosen violations by root cause, in the order of the log.
    var groups: [Group] {
        var groups: [Group] = []
        var places: [Int: Int] = [:]
        for number in chosen {
            let fault = faultOfLog(finding(number).violation)
            let root = fault.map { -1 - $0 } ?? finder.root(of: number)
            guard let place = places[root] else {
                places[root] = groups.count
                groups.append(Group(head: number))
                continue
            }
            groups[place].following += 1
            // A cause may show later than what follows from it.
            if number == root {
                groups[place] = Group(head: root, following: groups[place].following)
            }
        }
        return groups
    }

    /// How many violations of each rule were chosen.
    var counts: [(rule: Rule, count: Int)] {
        var counts: [Rule: Int] = [:]
        for number in chosen { counts[finding(number).violation.rule, default: 0] += 1 }
        return Rule.allCases.compactMap { rule in counts[rule].map { (rule, $0) } }
    }
}
