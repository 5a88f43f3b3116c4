/// The wrong stretches of a drive, and the share of each cause.
struct MismatchReport: Encodable {
    /// A cause with its wrong metres.
    struct Share: Encodable {
        let cause: MismatchCause
        let stretches: Int
        let missed: Double
        let added: Double
        /// The share of the wrong metres, 0...1.
        let share: Double
    }

    let lag: Double
    /// The length of the true route, metres.
    let length: Double
    let missed: Double
    let added: Double
    /// The route mismatch fraction (Newson and Krumm 2009): missed and added length over the length of the truth.
    let mismatch: Double
    let causes: [Share]
    let stretches: [WrongStretch]

    init(lag: Double, length: Double, _ stretches: [WrongStretch]) {
        self.lag = lag
        self.length = length.rounded(2)
        self.stretches = stretches
        missed = stretches.reduce(0) { $0 + $1.missed }.rounded(2)
        added = stretches.reduce(0) { $0 + $1.added }.rounded(2)
        let wrong = missed + added
        mismatch = length > 0 ? (wrong / length).rounded(6) : 0
        causes = MismatchCause.allCases.compactMap { cause in
            let those = stretches.filter { $0.cause == cause }
            guard !those.isEmpty else { return nil }
            let missed = those.reduce(0) { $0 + $1.missed }
            let added = those.reduce(0) { $0 + $1.added }
            return Share(
                cause: cause, stretches: those.count, missed: missed.rounded(2),
                added: added.rounded(2),
                share: wrong > 0 ? ((missed + added) / wrong).rounded(6) : 0)
        }.sorted { $0.share > $1.share }
    }
}

// The report as lines of text.
extension MismatchReport {
    /// Of each stretch so many steps are printed; the JSON form has all.
    private static let printedSteps = 12

    /// The lines.
    var text: [String] {
        var lines = [
            "\(stretches.count) wrong stretches at lag \(lag.fixed(0)) s: missed \(missed.fixed(0)) m, added"
                + " \(added.fixed(0)) m of \((length / 1000).fixed(2)) km, RMF \((mismatch * 100).fixed(2)) %"
        ]
        guard !stretches.isEmpty else { return lines }
        lines += ["", row("cause", ["stretches", "missed m", "added m", "share %"])]
        for share in causes {
            lines.append(
                row(
                    share.cause.rawValue,
                    [
                        "\(share.stretches)", share.missed.fixed(0), share.added.fixed(0),
                        (share.share * 100).fixed(1),
                    ]))
        }
        for stretch in stretches { lines += [""] + Self.lines(of: stretch) }
        return lines
    }

    private func row(_ name: String, _ cells: [String]) -> String {
        name + String(repeating: " ", count: max(0, 13 - name.count))
            + cells.map { $0.padded(to: 11) }.joined()
    }

    private static func lines(of stretch: WrongStretch) -> [String] {
        func ways(_ ways: [Int64]) -> String { ways.map { "\($0)" }.joined(separator: ", ") }
        var line =
            "\(momentText(stretch.from)) to \(momentText(stretch.to))  \(stretch.cause.rawValue): missed"
            + " \(stretch.missed.fixed(0)) m"
        if !stretch.missedWays.isEmpty { line += " of way \(ways(stretch.missedWays))" }
        line += ", added \(stretch.added.fixed(0)) m"
        if !stretch.addedWays.isEmpty { line += " of way \(ways(stretch.addedWays))" }
        guard !stretch.steps.isEmpty else { return [line] }
        var lines = [line, columns]
        for step in stretch.steps.prefix(printedSteps) { lines.append(cells(of: step)) }
        let rest = stretch.steps.count - printedSteps
        if rest > 0 { lines.append("  \(rest) more steps: --json prints all") }
        return lines
    }

    /// The names of the columns: the terms are those of the right path, less those of the answer.
    private static let columns =
        "time".padded(to: 21) + "right way".padded(to: 14) + "m".padded(to: 6)
        + "%".padded(to: 7) + "answer".padded(to: 14) + "m".padded(to: 6) + "%".padded(to: 7)
        + ["distance", "heading", "route", "off-road", "other", "score"].map { $0.padded(to: 9) }
        .joined()

    private static func cells(of step: WrongStretch.Step) -> String {
        func cells(_ state: WrongStretch.State?) -> String {
            guard let state else { return "no candidate".padded(to: 27) }
            guard let road = state.road, let distance = state.distance else {
                return "off-road".padded(to: 14) + "–".padded(to: 6)
                    + (state.probability * 100).fixed(1).padded(to: 7)
            }
            let way = "\(road.way)" + (road.direction == "backward" ? "-" : "+")
            return way.padded(to: 14) + distance.fixed(1).padded(to: 6)
                + (state.probability * 100).fixed(1).padded(to: 7)
        }
        let terms = step.terms
        return momentText(step.time).padded(to: 21) + cells(step.right) + cells(step.answer)
            + [terms.distance, terms.heading, terms.route, terms.offRoad, terms.other, step.score]
            .map {
                $0.fixed(2).padded(to: 9)
            }.joined()
    }
}
