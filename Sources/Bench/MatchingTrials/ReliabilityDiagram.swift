import TextFiles

extension ProbabilityScore {
    /// The figures with their bars, and the reliability diagram, as text.
    public func report() -> String {
        guard let error = calibrationError, let brier = brierScore,
            let constant = brierScoreOfBaseRate, let base = baseRate
        else { return "no answers\n" }
        var text = "probability       answers   stated    right\n"
        for bin in bins() {
            guard let stated = bin.meanProbability, let right = bin.shareRight else { continue }
            let range = "\(decimalText(bin.from, places: 1)) to \(decimalText(bin.to, places: 1))"
            text += Self.left(range, 14) + Self.right("\(bin.count)", 11)
            text += Self.right(decimalText(stated, places: 3), 9)
            text += Self.right(decimalText(right, places: 3), 9) + "  "
            text += String(repeating: "#", count: Int((right * 40).rounded())) + "\n"
        }
        text += "answers \(count), right \(decimalText(100 * base, places: 2)) %\n"
        text += "expected calibration error \(decimalText(error, places: 4)) (bar 0.05)\n"
        text += "Brier score \(decimalText(brier, places: 5))"
        if constant > 0 {
            let ratio = brier / constant
            text += ", \(decimalText(ratio, places: 3)) of the constant base rate's (bar 0.8)"
        }
        text += "\narea under the curve "
        text += areaUnderCurve.map { decimalText($0, places: 3) } ?? "unknown: no answer is wrong"
        return text + " (bar 0.8)\n"
    }

    /// Whether all three bars hold: a calibration error up to 0.05, a Brier score up to 0.8 of the score of the
    /// base rate, and an area under the curve of at least 0.8.
    public var holdsBars: Bool {
        guard let error = calibrationError, let brier = brierScore,
            let constant = brierScoreOfBaseRate, let area = areaUnderCurve
        else { return false }
        return error <= 0.05 && brier <= 0.8 * constant && area >= 0.8
    }

    /// The reliability diagram as an SVG image: the share of right answers over the stated probability, and below
    /// it the number of answers on a logarithmic scale.
    public var svg: String {
        let side = 400.0
        let most = bins().map { Double(Self.digits($0.count)) }.max() ?? 1
        var image = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="-70 -20 \(Int(side) + 90) 580" \
            font-family="sans-serif" font-size="12">
            <rect x="-70" y="-20" width="490" height="580" fill="white"/>
            <rect width="400" height="400" fill="none" stroke="black"/>
            <line x1="0" y1="400" x2="400" y2="0" stroke="grey" stroke-dasharray="4"/>
            <text x="130" y="435">stated probability</text>
            <text transform="translate(-48 265) rotate(-90)">share of right answers</text>
            <text x="4" y="520">number of answers</text>

            """
        for tick in 0...4 {
            let share = Double(tick) / 4
            let label = decimalText(share, places: 2)
            let at = decimalText(share * side, places: 0)
            image += "<text x=\"\(at)\" y=\"415\" text-anchor=\"middle\">\(label)</text>\n"
            let down = decimalText((1 - share) * side + 4, places: 0)
            image += "<text x=\"-4\" y=\"\(down)\" text-anchor=\"end\">\(label)</text>\n"
        }
        for bin in bins() {
            guard let stated = bin.meanProbability, let right = bin.shareRight else { continue }
            let x = decimalText(stated * side, places: 1)
            let y = decimalText((1 - right) * side, places: 1)
            image += "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"5\" fill=\"steelblue\"/>\n"
            let height = 80 * Double(Self.digits(bin.count)) / max(most, 1)
            let left = decimalText(bin.from * side + 4, places: 1)
            let top = decimalText(540 - height, places: 1)
            image += "<rect x=\"\(left)\" y=\"\(top)\" width=\"32\" "
            image += "height=\"\(decimalText(height, places: 1))\" fill=\"lightsteelblue\"/>\n"
            image += "<text x=\"\(left)\" y=\"555\">\(bin.count)</text>\n"
        }
        return image + "</svg>\n"
    }

    private static func digits(_ count: Int) -> Int { count > 0 ? "\(count)".count : 0 }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(width - text.count, 0)) + text
    }
}
